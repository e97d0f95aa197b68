"""The elastic net by trying every pattern of signs: on each the minimum solves linear equations."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np


def objective(X: Any, y: Any, v: Any, w: Any, b: float, alpha: float, l1_ratio: float) -> float:
    """(1/2n) Σ v (y - xᵀw - b)² + α ρ ‖w‖₁ + ½ α (1 - ρ) ‖w‖²."""
    n, total = sum(v), 0.0
    for x, t, u in zip(X, y, v, strict=True):
        total += u * (t - sum(a * c for a, c in zip(x, w, strict=True)) - b) ** 2
    absolute, squares = sum(abs(a) for a in w), sum(a * a for a in w)
    return total / (2 * n) + alpha * l1_ratio * absolute + 0.5 * alpha * (1 - l1_ratio) * squares


def elastic_net(
    X: Any, y: Any, v: Any, alpha: float, l1_ratio: float, fit_intercept: bool = True, positive: bool = False
) -> tuple[np.ndarray, float]:
    """Weights (p,) and intercept of the least objective over all patterns of signs, p ≤ 6."""
    X, y, v = (np.asarray(each, dtype=float) for each in (X, y, v))
    n, p = v.sum(), X.shape[1]
    x_mean = v @ X / n if fit_intercept else np.zeros(p)
    y_mean = v @ y / n if fit_intercept else 0.0
    S = ((X - x_mean) * v[:, None]).T @ (X - x_mean)
    c = ((X - x_mean) * v[:, None]).T @ (y - y_mean)
    best, least = (np.zeros(p), y_mean), objective(X, y, v, np.zeros(p), y_mean, alpha, l1_ratio)
    for signs in product((0, 1) if positive else (-1, 0, 1), repeat=p):
        kept = np.flatnonzero(signs)
        if len(kept) == 0:
            continue
        A = S[np.ix_(kept, kept)] + n * alpha * (1 - l1_ratio) * np.eye(len(kept))
        w = np.zeros(p)
        w[kept] = np.linalg.lstsq(A, c[kept] - n * alpha * l1_ratio * np.array(signs)[kept], rcond=None)[0]
        if (np.sign(w[kept]) != np.array(signs)[kept]).any():
            continue
        b = y_mean - x_mean @ w
        value = objective(X, y, v, w, b, alpha, l1_ratio)
        if value < least:
            best, least = (w, b), value
    return best
