"""Rows for the regressors: plain and degenerate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Case(NamedTuple):
    X: np.ndarray
    y: np.ndarray
    w: np.ndarray


def case(n: int, p: int, t: int = 0, seed: int = 0, offset: float = 0.0) -> Case:
    """Rows with a linear law and noise; t targets, 0 for a vector."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) + offset
    law = rng.normal(size=(p, max(t, 1)))
    Y = X @ law + 0.5 * rng.normal(size=(n, max(t, 1))) + 2.0
    return Case(X, Y if t else Y[:, 0], rng.integers(1, 4, n).astype(float))


def _degenerate() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    X, y, _ = case(30, 3)
    return {
        "constant column": (np.column_stack([X, np.full(30, 0.1)]), y),
        "duplicate column": (np.column_stack([X, X[:, 0]]), y),
        "sum of columns": (np.column_stack([X, X.sum(axis=1)]), y),
        "zero column": (np.column_stack([X, np.zeros(30)]), y),
        "more features than rows": case(6, 20)[:2],
        "as many features as rows": case(8, 8)[:2],
        "constant target": (X, np.full(30, 3.0)),
        "single row": (X[:1], y[:1]),
        "perfect fit": (X, X @ [1.0, -2.0, 0.5] + 1.0),
        "nearly collinear": (np.column_stack([X, X[:, 0] + 1e-4 * X[:, 1] ** 2]), y),
    }


DEGENERATE = _degenerate()
