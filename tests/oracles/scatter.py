"""Scatter matrices of the classes in exact rational arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tests.oracles.moments import class_rows, exact_moments


def exact_scatters(X: Any, codes: Any, w: Any, K: int) -> list[list[list[Fraction]]]:
    """S_k (K, p, p) of each class about its own mean."""
    p = np.shape(X)[1]
    _, means, _ = exact_moments(X, codes, w, K)
    return [
        [
            [sum((v * (x[i] - mu[i]) * (x[j] - mu[j]) for v, x in rows), Fraction(0)) for j in range(p)]
            for i in range(p)
        ]
        for rows, mu in zip(class_rows(X, codes, w, K), means, strict=True)
    ]


def class_scatters(X: Any, codes: Any, w: Any, K: int) -> np.ndarray:
    """The same, rounded once."""
    return np.array(exact_scatters(X, codes, w, K), dtype=float)
