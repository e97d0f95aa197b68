"""Naive Bayes, one row, one class and one feature at a time."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from tests.oracles.counts import contingency
from tests.oracles.moments import exact_moments


def gaussian_fit(
    X: Any, codes: Any, w: Any, K: int, var_smoothing: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Means, variances (ε included) and ε."""
    weight, mean, scatter = exact_moments(X, codes, w, K)
    _, _, whole = exact_moments(X, [0] * len(X), w, 1)
    epsilon = Fraction(var_smoothing) * max(whole[0]) / sum(weight)
    var = [[s / (v or 1) + epsilon for s in row] for v, row in zip(weight, scatter, strict=True)]
    return np.array(mean, dtype=float), np.array(var, dtype=float), float(epsilon)


def gaussian_scores(X: Any, theta: Any, var: Any, prior: Any) -> np.ndarray:
    """log π_k + Σ_j log N(x_j | θ_kj, σ²_kj), (n, K)."""
    scores = np.empty((len(X), len(prior)))
    for i, x in enumerate(np.asarray(X, dtype=float)):
        for k, pi in enumerate(prior):
            terms = [math.log(pi) if pi > 0 else -math.inf]
            for j, value in enumerate(x):
                z = (value - theta[k][j]) / math.sqrt(var[k][j])
                terms.append(-0.5 * (math.log(2 * math.pi) + math.log(var[k][j]) + z * z))
            scores[i, k] = sum(terms)
    return scores


def categorical_fit(X: Any, codes: Any, m: Any, w: Any, K: int, alpha: float) -> list[np.ndarray]:
    """P(x_j = v | k), one table (K, m_j) for each feature."""
    _, tables = contingency(X, codes, m, w, K)
    return [
        (table + alpha) / (table + alpha).sum(axis=1, keepdims=True) if table.size else table
        for table in tables
    ]


def categorical_scores(X: Any, probabilities: list[np.ndarray], prior: Any) -> np.ndarray:
    """log π_k + Σ_j log P(x_j | k); a missing or unknown category is left out."""
    scores = np.empty((len(X), len(prior)))
    for i, row in enumerate(X):
        for k, pi in enumerate(prior):
            factors = [pi]
            for cell, table in zip(row, probabilities, strict=True):
                if cell == cell and 0 <= cell < table.shape[1]:
                    factors.append(table[k, int(cell)])
            scores[i, k] = sum(math.log(factor) if factor > 0 else -math.inf for factor in factors)
    return scores
