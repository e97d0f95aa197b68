"""Gradient boosting by loops over rows and thresholds: no histograms, no bins, no whole numbers."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

LEAST_HESSIAN = 1e-3


def derivatives(loss: str, y: float, f: float) -> tuple[float, float]:
    """First and second derivative of a loss at score f."""
    if loss == "squared_error":
        return f - y, 1.0
    if loss == "log_loss":
        p = 1.0 / (1.0 + math.exp(-f))
        return p - y, p * (1.0 - p)
    if loss == "poisson":
        return math.exp(f) - y, math.exp(f)
    return 1.0 - y * math.exp(-f), y * math.exp(-f)  # gamma


def start(loss: str, y: Any, w: Any) -> float:
    """The best constant."""
    mean = sum(a * b for a, b in zip(y, w, strict=True)) / sum(w)
    if loss == "squared_error":
        return mean
    return math.log(mean / (1 - mean)) if loss == "log_loss" else math.log(mean)


def edges(values: Any, most: int) -> list[float]:
    """Edges between bins of single values, or of shares 1 / most; without those that part no values."""
    x = sorted(values)
    distinct = sorted(set(x))
    if len(distinct) <= most:
        return [(a + b) / 2 for a, b in pairwise(distinct)]
    found: dict[int, float] = {}  # by the number of values that are not above the edge
    for b in range(1, most):
        k, rest = divmod(b * len(x), most)
        edge = x[k] if rest else (x[k - 1] + x[k]) / 2
        found.setdefault(sum(value <= edge for value in x), edge)
    found.pop(len(x), None)
    return list(found.values())


def best_split(X: Any, rows: list[int], g: Any, h: Any, min_rows: int, l2: float) -> tuple[Any, ...] | None:
    """(gain, column, threshold, missing to the left) of the best threshold, the first of equal ones."""

    def worth(side: list[int]) -> float:
        return sum(g[i] for i in side) ** 2 / (sum(h[i] for i in side) + l2)

    best: tuple[Any, ...] | None = None
    for j in range(X.shape[1]):
        known = sorted({X[i, j] for i in rows if not math.isnan(X[i, j])})
        gaps = [i for i in rows if math.isnan(X[i, j])]
        everywhere = any(math.isnan(x) for x in X[:, j])
        cuts = [(a + b) / 2 for a, b in pairwise(known)] + [math.inf] * bool(gaps)
        for missing_left in (False, True) if everywhere else (False,):
            for cut in cuts:
                left = [i for i in rows if X[i, j] <= cut] + (gaps if missing_left else [])
                right = sorted(set(rows) - set(left))
                if min(len(left), len(right)) < min_rows:
                    continue
                if min(sum(h[i] for i in left), sum(h[i] for i in right)) < LEAST_HESSIAN:
                    continue
                gain = worth(left) + worth(right) - worth(rows)
                if gain > 1e-9 and (best is None or gain > best[0] * (1 + 1e-9)):
                    best = gain, j, cut, missing_left
    return best


def boost(
    X: Any,
    y: Any,
    w: Any,
    loss: str,
    rounds: int,
    rate: float,
    max_leaves: int,
    min_rows: int,
    l2: float = 0.0,
) -> list[float]:
    """Scores of the training rows after some rounds, each a tree whose best leaf is split first."""
    n = len(y)
    f = [start(loss, y, w)] * n
    for _ in range(rounds):
        pairs = [derivatives(loss, y[i], f[i]) for i in range(n)]
        g, h = ([w[i] * pair[k] for i, pair in enumerate(pairs)] for k in range(2))
        leaves = [list(range(n))]
        splits = [best_split(X, leaves[0], g, h, min_rows, l2)]
        while len(leaves) < max_leaves and any(splits):
            at = max(range(len(leaves)), key=lambda k: splits[k][0] if splits[k] else -1.0)
            found = splits.pop(at)
            rows = leaves.pop(at)
            assert found is not None
            _, j, cut, missing_left = found
            left = [i for i in rows if (missing_left if math.isnan(X[i, j]) else X[i, j] <= cut)]
            for side in (left, sorted(set(rows) - set(left))):
                leaves.append(side)
                splits.append(best_split(X, side, g, h, min_rows, l2))
        if len(leaves) > 1:
            for side in leaves:
                value = -sum(g[i] for i in side) / (sum(h[i] for i in side) + l2)
                for i in side:
                    f[i] += rate * value
    return f


def histogram(codes: Any, g: Any, h: Any, bins: int) -> np.ndarray:
    """Sums (2, p, bins) of gradients and hessians by bin."""
    sums = np.zeros((2, codes.shape[1], bins))
    for i in range(len(codes)):
        for j in range(codes.shape[1]):
            sums[0, j, codes[i, j]] += g[i]
            sums[1, j, codes[i, j]] += h[i]
    return sums
