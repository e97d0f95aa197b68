"""Least squares in exact rational arithmetic, written as the textbook has it: (ΦᵀΦ + A) w = Φᵀy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

Matrix = list[list[Fraction]]


def exact(X: Any) -> Matrix:
    return [[Fraction(float(x)) for x in row] for row in np.atleast_2d(X)]


def solve(A: Matrix, b: list[Fraction]) -> list[Fraction]:
    """Gauss with exact numbers; A must be regular."""
    rows = [[*row, value] for row, value in zip(A, b, strict=True)]
    for i in range(len(rows)):
        pivot = next(r for r in range(i, len(rows)) if rows[r][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(len(rows)):
            if r != i and rows[r][i] != 0:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]


def ridge(
    X: Any, y: Any, w: Any, alpha: float, *, fit_intercept: bool = True, penalize_intercept: bool = False
) -> tuple[np.ndarray, float]:
    """Weights (p,) and intercept of the minimum of Σ v (y - xᵀw - b)² + α ‖w‖² (+ α b²)."""
    rows = exact(X)
    Phi = [[Fraction(1), *row] if fit_intercept else row for row in rows]
    v = [Fraction(1)] * len(rows) if w is None else [Fraction(float(value)) for value in w]
    t, q = [Fraction(float(value)) for value in y], len(Phi[0])
    penalty = [Fraction(float(alpha))] * q
    if fit_intercept and not penalize_intercept:
        penalty[0] = Fraction(0)
    A = [
        [
            sum((u * f[i] * f[j] for u, f in zip(v, Phi, strict=True)), penalty[i] if i == j else Fraction(0))
            for j in range(q)
        ]
        for i in range(q)
    ]
    b = [sum((u * f[i] * s for u, f, s in zip(v, Phi, t, strict=True)), Fraction(0)) for i in range(q)]
    solution = [float(value) for value in solve(A, b)]
    return (np.array(solution[1:]), solution[0]) if fit_intercept else (np.array(solution), 0.0)


def gram(Z: Any, w: Any) -> tuple[float, np.ndarray, np.ndarray]:
    """Weight, mean and centred products of the rows Z, rounded once."""
    rows = exact(Z)
    v = [Fraction(1)] * len(rows) if w is None else [Fraction(float(value)) for value in w]
    n, q = sum(v, Fraction(0)), len(rows[0])
    mean = [sum((u * z[j] for u, z in zip(v, rows, strict=True)), Fraction(0)) / n for j in range(q)]
    S = [
        [
            sum((u * (z[i] - mean[i]) * (z[j] - mean[j]) for u, z in zip(v, rows, strict=True)), Fraction(0))
            for j in range(q)
        ]
        for i in range(q)
    ]
    return float(n), np.array(mean, dtype=float), np.array(S, dtype=float)
