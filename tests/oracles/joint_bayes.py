"""The joint Bayes classifier in loops, with dictionaries and whole fractions where it can."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np


def cell_moments(X: Any, codes: Any, nominal: Any, numeric: Any, w: Any = None) -> dict[Any, Any]:
    """(cell, class) -> (weight, complete, mean, scatter matrix); -1 is the missing category."""
    rows: dict[Any, list[tuple[float, np.ndarray]]] = defaultdict(list)
    for i, row in enumerate(np.asarray(X, dtype=float)):
        weight = 1.0 if w is None else float(w[i])
        if weight > 0:
            cell = tuple(-1 if math.isnan(row[j]) else int(row[j]) for j in nominal)
            rows[cell, int(codes[i])].append((weight, row[list(numeric)]))
    moments = {}
    for key, members in rows.items():
        complete = [(weight, z) for weight, z in members if not np.isnan(z).any()]
        total = sum(weight for weight, _ in complete)
        mean = sum((weight * z for weight, z in complete), np.zeros(len(numeric))) / (total or 1.0)
        scatter = sum(
            (weight * np.outer(z - mean, z - mean) for weight, z in complete), np.zeros((len(numeric),) * 2)
        )
        moments[key] = (sum(weight for weight, _ in members), total, mean, scatter)
    return moments


def cell_probability(moments: dict[Any, Any], cell: Any, k: int, K: int, alpha: float, C: int) -> float:
    """P(cell | k), smoothed over C cells."""
    n = sum(entry[0] for (_, label), entry in moments.items() if label == k)
    count = moments[cell, k][0] if (cell, k) in moments else 0.0
    return (count + alpha) / (n + alpha * C) if n + alpha * C > 0 else 0.0


def naive_probability(moments: dict[Any, Any], cell: Any, k: int, alpha: float, sizes: list[int]) -> float:
    """Product over the columns of P(v | k); a category that no class shows in its column is left out."""
    n = sum(entry[0] for (_, label), entry in moments.items() if label == k)
    product = 1.0
    for j, value in enumerate(cell):
        shown = any(c[j] == value for c, _ in moments)
        if shown:
            count = sum(e[0] for (c, label), e in moments.items() if label == k and c[j] == value)
            product *= (count + alpha) / (n + alpha * sizes[j])
    return product


def log_normal(z: Any, mean: Any, covariance: Any) -> float:
    """log N(z | mean, covariance) by the definition."""
    deviation = np.asarray(z) - mean
    covariance = np.atleast_2d(covariance)
    _, log_det = np.linalg.slogdet(2 * math.pi * covariance)
    return float(-0.5 * (log_det + deviation @ np.linalg.solve(covariance, deviation)))


def class_moments(moments: dict[Any, Any], k: int) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
    """Weight, mean, covariance inside the cells and total covariance of class k."""
    own = [entry for (_, label), entry in moments.items() if label == k]
    n = sum(entry[1] for entry in own)
    mean = sum(entry[1] * entry[2] for entry in own) / n
    within = sum(entry[3] for entry in own) / n
    between = sum(entry[1] * np.outer(entry[2] - mean, entry[2] - mean) for entry in own) / n
    return n, mean, within, within + between


def log_joint(
    x: Any, moments: dict[Any, Any], nominal: Any, numeric: Any, priors: Any, alpha: float, sizes: list[int]
) -> np.ndarray:
    """log π_k p(x | k), (K,), for classes whose pooled covariance has full rank; "pooled", "naive"."""
    x = np.asarray(x, dtype=float)
    cell = tuple(-1 if math.isnan(x[j]) else int(x[j]) for j in nominal)
    z = x[list(numeric)]
    known = ~np.isnan(z)
    scores = []
    for k, pi in enumerate(priors):
        if any(c == cell for c, _ in moments):
            p = cell_probability(moments, cell, k, len(priors), alpha, math.prod(sizes))
        else:
            p = naive_probability(moments, cell, k, alpha, sizes)
        score = math.log(pi * p) if pi * p > 0 else -math.inf
        if len(numeric) and score > -math.inf:
            _, mean, within, total = class_moments(moments, k)
            covariance = total
            if (cell, k) in moments and moments[cell, k][1] > 0:
                _, n, mean, scatter = moments[cell, k]
                covariance = scatter / n
                if np.linalg.matrix_rank(covariance, tol=1e-9) < len(numeric):
                    covariance = within
            score += log_normal(z[known], mean[known], covariance[np.ix_(known, known)])
        scores.append(score)
    return np.array(scores)
