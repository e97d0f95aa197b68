r"""Weights w_t ≥ 0 of models t, fitted to their answers for rows that they have not seen.

    vote    P(k) = Σ_t w_t P_t(k), Σ w_t = 1            the largest likelihood, by EM, as of a mixture
    stack   log P(k) = Σ_t w_t log P_t(k) + constant    the largest likelihood, with a small penalty
    mean    ŷ = Σ_t w_t ŷ_t, Σ w_t = 1                  the least squares

All three are convex, so the weights do not depend on where a search begins. EM's steps are
w_t ← w_t · mean_i P_t(y_i) / P(y_i), and the likelihood never falls. A weight below 1 % of the sum is taken
as 0, as its model would be fitted for nothing.

References: Wolpert, Stacked generalization (1992); Breiman, Stacked regressions (1996); Dempster, Laird and
Rubin (1977), section 4.3; Heskes, Selecting weighting factors in logarithmic opinion pools (1998).
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize, nnls

from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax

STEPS = 500  # of EM at most
ENOUGH = 1e-9  # rise of the mean log-likelihood at which EM ends
PENALTY = 10.0  # of the squared distance from the weights of a vote, in rows
LEAST_SHARE = 0.01
LOWEST = -700.0  # a logarithm whose exponential is not 0


def vote_weights(log_proba: Array, codes: Array) -> Array:
    """Weights (T,) of probabilities, from their logarithms (T, n, K) and the true classes (n,).

    Examples
    --------
    >>> sure, unsure = np.log([[[0.9, 0.1], [0.2, 0.8]], [[0.5, 0.5], [0.5, 0.5]]])
    >>> vote_weights(np.array([sure, unsure]), np.array([0, 1])).tolist()
    [1.0, 0.0]
    """
    P = np.exp(np.maximum(log_proba[:, np.arange(len(codes)), codes], LOWEST))  # (T, n)
    w, before = np.full(len(P), 1.0 / len(P)), -np.inf
    for _ in range(STEPS):
        mixed = w @ P
        likelihood = float(np.log(mixed).mean())
        if likelihood - before < ENOUGH:
            break
        w, before = w * (P / mixed).mean(axis=1), likelihood
    return without_small(w)


def stack_weights(log_proba: Array, codes: Array) -> Array:
    """Weights (T,) of logarithms of probabilities (T, n, K)."""
    Z = np.maximum(log_proba, LOWEST)
    T, n, K = Z.shape
    penalty, centre = PENALTY / n, vote_weights(log_proba, codes)
    flat, truth = Z.reshape(T, -1), Z[:, np.arange(n), codes].mean(axis=1)

    def loss(w: Array) -> tuple[float, Array]:
        scores = (w @ flat).reshape(n, K)
        log_p = log_softmax(scores, 1)
        off = w - centre
        value = -float(log_p[np.arange(n), codes].mean()) + penalty * float(off @ off)
        return value, flat @ np.exp(log_p).ravel() / n - truth + 2.0 * penalty * off

    found = minimize(loss, centre, jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * T)
    return without_small(np.asarray(found.x, np.float64), normed=False)


def mean_weights(predicted: Array, y: Array) -> Array:
    """Weights (T,) of predicted numbers (T, n).

    Examples
    --------
    >>> y = np.array([1.0, 2.0, 3.0])
    >>> mean_weights(np.array([y + 1.0, y - 1.0]), y).round(6).tolist()
    [0.5, 0.5]
    """
    scale = float(np.abs(y - predicted).max()) or 1.0
    errors = (predicted - y) / scale
    # The least Σ_i (Σ_t w_t e_ti)² with Σ w_t = 1 is the direction of the least with a heavy row of ones.
    n, T = len(y), len(predicted)
    heavy = 1e3 * np.sqrt(n)
    ridge = np.sqrt(1e-6 * n) * np.eye(T)
    rows = np.vstack([errors.T, ridge, np.full((1, T), heavy)])
    w, _ = nnls(rows, np.concatenate([np.zeros(n + T), [heavy]]))
    return without_small(w)


def without_small(w: Array, normed: bool = True) -> Array:
    """The weights with none below 1 % of their sum; `normed` to the sum 1."""
    kept = np.where(w >= LEAST_SHARE * w.sum(), w, 0.0)
    if not kept.any():
        kept = np.ones(len(w))
    return kept / kept.sum() if normed else kept


def voted(log_proba: list[Array], w: Array) -> Array:
    """Logarithms of Σ_t w_t P_t(k), (n, K)."""
    P = sum(weight * np.exp(each) for each, weight in zip(log_proba, w / w.sum(), strict=True))
    return np.log(np.maximum(P, np.exp(LOWEST)))


def stacked(log_proba: list[Array], w: Array) -> Array:
    """Logarithms of probabilities whose logarithms are Σ_t w_t log P_t(k) but for a constant, (n, K)."""
    scores = sum(weight * np.maximum(each, LOWEST) for each, weight in zip(log_proba, w, strict=True))
    return log_softmax(np.asarray(scores), 1)
