r"""How many principal components to keep.

* a whole number: so many;
* a share: as few as explain more than that share of the variance;
* "mle": Minka's approximation to the evidence of each number, with n rows and variances λ_1 ≥ … ≥ λ_p:

    log p(X | k) = log p(U) - n/2 Σ_{i≤k} log λ_i - n (p-k)/2 log v + (m+k)/2 log 2π - ½ log|A| - k/2 log n
    v = mean of λ_{k+1} … λ_p,   m = p k - k (k+1)/2,   log p(U) = Σ_{i≤k} (log Γ(q_i) - q_i log π) - k log 2,
    q_i = (p-i+1)/2,   log|A| = Σ_{i≤k} Σ_{j>i} log((1/λ̂_j - 1/λ̂_i)(λ_i - λ_j) n),   λ̂ = λ up to k, then v.

Reference: Minka, Automatic choice of dimensionality for PCA, NIPS 13 (2000) 598-604.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from fenlei.kernels import Array

SMALLEST = 1e-15  # variances below this share of the largest are noise without a logarithm


def enough_for_share(variances: Array, total: float, share: float) -> int:
    """The smallest number of components that together explain more than `share` of the total."""
    if total == 0:
        return 1
    return min(int(np.searchsorted(np.cumsum(variances) / total, share, side="right")) + 1, len(variances))


def most_probable(variances: Array, n: float) -> int:
    """Minka's choice among 1 … p - 1 for variances (p,) of n rows; 1 if there is no choice."""
    p = len(variances)
    evidence = [log_evidence(variances, k, n) for k in range(1, p)]
    return 1 + int(np.argmax(evidence)) if p > 2 and variances[0] > 0 else 1


def log_evidence(variances: Array, k: int, n: float) -> float:
    """log p(X | k), 1 ≤ k < p; -inf if the k-th variance is nothing beside the first."""
    p, least = len(variances), SMALLEST * variances[0]
    if variances[k - 1] <= least:
        return -np.inf
    v = max(float(np.mean(variances[k:])), least)
    q = (p - np.arange(1, k + 1) + 1) / 2.0
    log_p_U = np.sum(gammaln(q) - q * np.log(np.pi)) - k * np.log(2.0)
    m = p * k - k * (k + 1) / 2.0
    likelihood = -0.5 * n * (np.sum(np.log(variances[:k])) + (p - k) * np.log(v))
    volume = 0.5 * (m + k) * np.log(2.0 * np.pi) - 0.5 * _log_determinant(variances, k, v, n)
    return float(log_p_U + likelihood + volume - 0.5 * k * np.log(n))


def _log_determinant(variances: Array, k: int, v: float, n: float) -> float:
    """log|A| of the Hessian at the maximum, i ≤ k, j > i; equal variances count as nearly equal."""
    smoothed = np.where(np.arange(len(variances)) < k, variances, v)
    i, j = np.triu_indices(len(variances), 1)
    i, j = i[i < k], j[i < k]
    gaps = np.maximum(variances[i] - variances[j], SMALLEST * variances[0])
    bends = np.maximum(1.0 / smoothed[j] - 1.0 / smoothed[i], SMALLEST / variances[0])
    return float(np.sum(np.log(gaps) + np.log(bends)) + len(i) * np.log(n))
