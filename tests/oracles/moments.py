"""Weighted class moments in exact rational arithmetic: every float is a fraction, and no sum is rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np


def exact(values: Any) -> list[Any]:
    """Nested lists of fractions with exactly the values of the floats."""
    if np.ndim(values) == 0:
        return Fraction(float(values))
    return [exact(value) for value in values]


def class_rows(X: Any, codes: Any, w: Any, K: int) -> list[list[tuple[Fraction, list[Fraction]]]]:
    """For each class its rows of positive weight, as (weight, values)."""
    weights = [1.0] * len(X) if w is None else w
    rows: list[Any] = [[] for _ in range(K)]
    for x, code, weight in zip(X, codes, weights, strict=True):
        if weight > 0:
            rows[code].append((Fraction(float(weight)), exact(x)))
    return rows


def exact_moments(X: Any, codes: Any, w: Any, K: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Weight, mean and centred sum of squares of each class as fractions; zero for an empty class."""
    p = np.shape(X)[1]
    weight, mean, scatter = [], [], []
    for rows in class_rows(X, codes, w, K):
        total = sum((v for v, _ in rows), Fraction(0))
        centre = [sum((v * x[j] for v, x in rows), Fraction(0)) / (total or 1) for j in range(p)]
        weight.append(total)
        mean.append(centre)
        scatter.append([sum((v * (x[j] - centre[j]) ** 2 for v, x in rows), Fraction(0)) for j in range(p)])
    return weight, mean, scatter


def class_moments(X: Any, codes: Any, w: Any, K: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The exact moments, rounded once: weight (K,), mean (K, p), scatter (K, p)."""
    weight, mean, scatter = (np.array(part, dtype=float) for part in exact_moments(X, codes, w, K))
    return weight, mean.reshape(K, -1), scatter.reshape(K, -1)


def naive_variance(values: Any) -> float:
    """E[x²] - μ², the formula that must not be used."""
    x = np.asarray(values, dtype=float)
    return float(np.mean(x**2) - np.mean(x) ** 2)
