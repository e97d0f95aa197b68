"""Naive Bayes on mixed columns, one value at a time; missing values are passed over."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

Values = list[tuple[float, float]]  # (value, weight)


def class_values(column: Any, codes: Any, w: Any, k: int | None) -> Values:
    """The values of class k that are there, of all classes for None."""
    weights = [1.0] * len(column) if w is None else w
    triples = zip(column, codes, weights, strict=True)
    return [(float(x), float(v)) for x, code, v in triples if x == x and v > 0 and k in (None, code)]


def moments(values: Values) -> tuple[float, float, float]:
    """Weight, mean and variance (divisor n), of exact sums: equal values have none; zeros of nothing."""
    exact = [(Fraction(x), Fraction(v)) for x, v in values]
    n = sum((v for _, v in exact), Fraction(0))
    mean = sum((v * x for x, v in exact), Fraction(0)) / (n or 1)
    variance = sum((v * (x - mean) ** 2 for x, v in exact), Fraction(0)) / (n or 1)
    return float(n), float(mean), float(variance)


def log_normal(x: float, mean: float, var: float) -> float:
    return -0.5 * (math.log(2 * math.pi * var) + (x - mean) ** 2 / var)


def gaussian(x: float, own: Values, everything: Values, epsilon: float) -> float:
    """log N(x | mean, variance + ε) of the class, of all rows if it shows no value."""
    n, mean, var = moments(own or everything)
    return log_normal(x, mean, var + epsilon if n else 1.0 + epsilon)


def poisson(x: float, own: Values, everything: Values, alpha: float) -> float:
    """log Poisson(x | λ), α rows of average counts added to the class."""
    (n, mean, _), (m, overall, _) = moments(own), moments(everything)
    overall = overall if m else 1.0
    rate = (n * mean + alpha * overall) / (n + alpha) if n + alpha else overall
    log_power = 0.0 if x == 0 else x * math.log(rate) if rate > 0 else -math.inf
    return log_power - rate - math.lgamma(x + 1)


def bandwidth(own: Values, everything: Values, factor: float) -> float:
    """Silverman's 0.9 s n^(-1/5), at least a thousandth of the overall deviation."""
    n, _, var = moments(own or everything)
    overall = math.sqrt(moments(everything)[2])
    return max(factor * 0.9 * math.sqrt(var) * max(n, 1.0) ** -0.2, 1e-3 * overall if overall else 1.0)


def kde(x: float, own: Values, everything: Values, factor: float) -> float:
    """log of the mean of normal densities around the values of the class; 0 if there are none at all."""
    h = bandwidth(own, everything, factor)
    values = own or everything
    if not values:
        return 0.0
    logs = [math.log(v) + log_normal(x, y, h * h) for y, v in values]
    largest = max(logs)
    total = math.fsum(math.exp(each - largest) for each in logs)
    return largest + math.log(total) - math.log(moments(values)[0])


def categorical(x: float, own: Values, m: int, alpha: float) -> float:
    """log of the smoothed share of the category; 0 for one that is unknown."""
    if x >= m:
        return 0.0
    count = math.fsum(v for y, v in own if int(y) == int(x))
    return math.log((count + alpha) / (moments(own)[0] + alpha * m))


def multinomial(x: Any, totals: Any, alpha: float) -> float:
    """log N! / Π x_j! Π θ_j^x_j, from the class's totals; a missing count is 0."""
    total = math.fsum(totals) + alpha * len(totals)
    counts = [0.0 if value != value else float(value) for value in x]
    score = math.lgamma(math.fsum(counts) + 1)
    for value, part in zip(counts, totals, strict=True):
        score += value * math.log((part + alpha) / total) - math.lgamma(value + 1)
    return score


def class_totals(X: Any, codes: Any, w: Any, K: int) -> tuple[np.ndarray, np.ndarray]:
    """Weight (K,) and totals (K, p), value by value; NaN adds nothing."""
    weights = [1.0] * len(X) if w is None else w
    weight, total = np.zeros(K), np.zeros((K, np.shape(X)[1]))
    for row, code, v in zip(X, codes, weights, strict=True):
        weight[code] += v
        for j, x in enumerate(row):
            total[code, j] += v * x if x == x else 0.0
    return weight, total


def log_joint(
    X: Any,
    codes: Any,
    w: Any,
    K: int,
    distributions: list[str],
    Q: Any,
    *,
    alpha: float = 1.0,
    var_smoothing: float = 0.0,
    factor: float = 1.0,
) -> np.ndarray:
    """log π_k + Σ_j log p(x_j | k) of the rows of Q, (n, K), from the training rows X."""
    columns = [
        [float(x > 0) if kind == "bernoulli" and x == x else x for x in column]
        for column, kind in zip(np.transpose(X), distributions, strict=True)
    ]
    everything = [class_values(column, codes, w, None) for column in columns]
    spreads = [moments(v)[2] for v, kind in zip(everything, distributions, strict=True) if kind == "gaussian"]
    epsilon = var_smoothing * max(spreads, default=0.0)
    weight, totals = class_totals(X, codes, w, K)
    words = [j for j, kind in enumerate(distributions) if kind == "multinomial"]
    scores = np.empty((len(Q), K))
    for k in range(K):
        own = [class_values(column, codes, w, k) for column in columns]
        for i, row in enumerate(Q):
            score = math.log(weight[k] / weight.sum()) if weight[k] else -math.inf
            for j, kind in enumerate(distributions):
                if row[j] != row[j] or kind == "multinomial":
                    continue
                if kind == "gaussian":
                    score += gaussian(row[j], own[j], everything[j], epsilon)
                elif kind == "poisson":
                    score += poisson(row[j], own[j], everything[j], alpha)
                elif kind == "kde":
                    score += kde(row[j], own[j], everything[j], factor)
                else:
                    seen = [int(x) for x, _ in everything[j]]
                    m = max([1, *seen] if kind == "bernoulli" else [-1, *seen]) + 1
                    value = float(row[j] > 0) if kind == "bernoulli" else row[j]
                    score += categorical(value, own[j], m, alpha)
            if words:
                score += multinomial([row[j] for j in words], [totals[k, j] for j in words], alpha)
            scores[i, k] = score
    return scores
