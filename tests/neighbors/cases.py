"""Rows that are hard on a search: ties, copies, scales, clusters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.oracles import neighbors as oracle


def rows(kind: str, n: int, p: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p))
    return {
        "normal": X,
        "grid": rng.integers(0, 3, (n, p)).astype(float),
        "copies": np.ones((n, p)),
        "clusters": 1e-6 * X + 1e3 * rng.integers(0, 3, (n, 1)),
        "huge": 1e120 * X,
        "tiny": 1e-140 * X,
    }[kind]


KINDS = ["normal", "grid", "copies", "clusters", "huge", "tiny"]

Distance = Callable[[Any, Any], float]


def metrics(p: int) -> dict[str, tuple[dict[str, Any], Distance]]:
    """Parameters of each compiled metric for p features, and the oracle's distance."""
    w = np.arange(1.0, p + 1)

    def weighted(a: Any, b: Any) -> float:
        return sum(v * abs(x - y) ** 3 for v, x, y in zip(w, a, b, strict=True)) ** (1 / 3)

    return {
        "euclidean": ({}, lambda a, b: oracle.minkowski(a, b, 2)),
        "manhattan": ({"p": 1}, lambda a, b: oracle.minkowski(a, b, 1)),
        "chebyshev": ({"p": np.inf}, lambda a, b: oracle.minkowski(a, b, np.inf)),
        "minkowski 3": ({"p": 3}, lambda a, b: oracle.minkowski(a, b, 3)),
        "weighted": ({"p": 3, "metric_params": {"w": w}}, weighted),
        "sqeuclidean": ({"metric": "sqeuclidean"}, oracle.square),
        "cosine": ({"metric": "cosine"}, oracle.cosine),
        "hamming": (
            {"metric": "hamming"},
            lambda a, b: sum(x != y for x, y in zip(a, b, strict=True)) / len(a),
        ),
    }
