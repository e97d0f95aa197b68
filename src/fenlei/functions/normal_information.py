r"""Entropy, cross-entropy and Kullback-Leibler divergence of normal distributions, in nats.

    H(N) = ½ (d ln 2πe + ln det Σ)
    KL(p || q) = ½ [ tr Σ_q⁻¹ Σ_p + (μ_q - μ_p)ᵀ Σ_q⁻¹ (μ_q - μ_p) - d + ln det Σ_q - ln det Σ_p ]
    H(q, p) = -∫ q ln p = H(q) + KL(q || p)

on d dimensions. A distribution is a record of `mean` and `variance` or `covariance`: `Normal` and
`MultivariateNormal` of `fenlei.bayes.estimate`. Unlike that of a table, the entropy may be negative.

Reference: source 000, section 3.1.3; Cover and Thomas, chapter 8.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from fenlei.errors import DataError, UsageError
from fenlei.functions.checks import cholesky
from fenlei.messages import phrase

LOG_2PIE = float(np.log(2.0 * np.pi)) + 1.0
ONE, MANY = ("mean", "variance"), ("mean", "covariance")


def is_normal(distribution: object) -> bool:
    """Whether this is a Normal or a MultivariateNormal; other records of parameters are refused."""
    fields = getattr(distribution, "_fields", None)
    if fields is None:
        return False
    if fields not in (ONE, MANY):
        raise UsageError("functions.distribution", type=type(distribution).__name__)
    return True


def entropy(p: Any) -> float:
    """H(p)."""
    _require_variance(p)
    if p._fields == ONE:
        return float(0.5 * (LOG_2PIE + np.log(p.variance)))
    L = cholesky(p.covariance, "covariance")
    return float(0.5 * len(L) * LOG_2PIE + np.log(np.diagonal(L)).sum())


def cross_entropy(q: object, p: object) -> float:
    """H(q, p)."""
    return kl_divergence(q, p) + entropy(q)


def kl_divergence(p: Any, q: Any) -> float:
    """KL(p || q) of two Normal or two MultivariateNormal."""
    if not (is_normal(p) and is_normal(q) and p._fields == q._fields):
        raise UsageError("estimate.two_kinds", p=type(p).__name__, q=type(q).__name__)
    _require_variance(p, q)
    if p._fields == ONE:
        ratio = p.variance / q.variance
        return float(0.5 * (ratio - 1.0 - np.log(ratio) + (q.mean - p.mean) ** 2 / q.variance))
    L_p, L_q = cholesky(p.covariance, "p.covariance"), cholesky(q.covariance, "q.covariance")
    if L_p.shape != L_q.shape:
        raise DataError("estimate.columns", found=len(L_p), p=len(L_q))
    ratio = linalg.solve_triangular(L_q, L_p, lower=True)
    shift = linalg.solve_triangular(L_q, np.asarray(q.mean) - np.asarray(p.mean), lower=True)
    log_ratio = 2.0 * np.log(np.diagonal(ratio)).sum()  # ln det Σ_p - ln det Σ_q
    return float(0.5 * ((ratio**2).sum() + shift @ shift - len(L_p) - log_ratio))


def _require_variance(*distributions: Any) -> None:
    for one in distributions:
        if one._fields == ONE and not (np.isfinite(one.mean) and 0 < one.variance < np.inf):
            raise UsageError("estimate.improper", family=one, needed=phrase("proper.variance"))
