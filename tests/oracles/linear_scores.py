"""Scores of a linear model by one product at a time."""

from __future__ import annotations

from typing import Any


def score(row: Any, weights: Any, intercept: float, origin: Any = None) -> float:
    """Σ_j (x_j - o_j) w_j + b, where a value of 0 less no origin has no say, whatever its weight."""
    total = intercept
    for j in range(len(weights)):
        value = row[j] if origin is None else row[j] - origin[j]
        if value != 0.0:
            total += value * weights[j]
    return total


def scores(X: Any, coef: Any, intercept: Any, origin: Any = None) -> list[list[float]]:
    return [[score(row, w, b, origin) for w, b in zip(coef, intercept, strict=True)] for row in X]


def winner(values: list[float]) -> int:
    """Index of the first of the largest scores; a single one is that of the second class, against 0."""
    candidates = [0.0, *values] if len(values) == 1 else values
    return candidates.index(max(candidates))
