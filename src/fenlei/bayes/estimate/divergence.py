r"""Entropy, cross-entropy and Kullback-Leibler divergence, in nats.

    H(p) = -Σ p ln p,   H(q, p) = -Σ q ln p,   KL(p || q) = Σ p ln (p / q) = H(p, q) - H(p) ≥ 0

0 ln 0 = 0. Where the first distribution has mass and the second has none, H and KL are infinite. Neither is
symmetric. Minus the mean log-likelihood of a sample is the cross-entropy between its shares and the model, so
maximum likelihood minimises KL(shares || model). Between normal distributions on p dimensions

    KL = ½ [ tr Σ_q⁻¹ Σ_p + (μ_q - μ_p)ᵀ Σ_q⁻¹ (μ_q - μ_p) - p + ln det Σ_q - ln det Σ_p ].

Reference: source 000, section 3.1.3; source 004, equation 24; Cover and Thomas, chapter 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg
from scipy.special import entr, rel_entr, xlogy

from fenlei.annotations import ArrayLike
from fenlei.bayes.estimate.checks import cholesky, require
from fenlei.bayes.estimate.normal import MultivariateNormal, Normal
from fenlei.bayes.probabilities import check_distributions
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase


def entropy(p: ArrayLike) -> float | Array:
    """H(p) = -Σ p ln p over the last axis.

    >>> round(entropy([0.6, 0.4]), 6)
    0.673012
    """
    return _plain(entr(check_distributions(p, "p")).sum(axis=-1))


def cross_entropy(q: ArrayLike, p: ArrayLike) -> float | Array:
    """H(q, p) = -Σ q ln p over the last axis: the truth first, the model second.

    The same as the log-loss of a sure label:

    >>> round(cross_entropy([1, 0], [0.8, 0.2]), 6)
    0.223144
    """
    q, p = _pair(q, p, "q", "p")
    return _plain(-xlogy(q, p).sum(axis=-1))


def kl_divergence(p: ArrayLike, q: ArrayLike) -> float | Array:
    """KL(p || q) = Σ p ln (p / q) over the last axis.

    >>> round(kl_divergence([0.5, 0.25, 0.25], [1 / 3, 1 / 3, 1 / 3]), 6)
    0.058892
    """
    p, q = _pair(p, q, "p", "q")
    return _plain(rel_entr(p, q).sum(axis=-1))


def kl_normal(p: Normal | MultivariateNormal, q: Normal | MultivariateNormal) -> float:
    """KL(p || q) of two normal distributions, both univariate or both multivariate.

    >>> round(kl_normal(Normal(0.0, 1.0), Normal(1.0, 2.0)), 6)
    0.346574
    """
    if isinstance(p, Normal) and isinstance(q, Normal):
        require(p.variance > 0 and q.variance > 0, p if p.variance <= 0 else q, phrase("proper.variance"))
        ratio = p.variance / q.variance
        return float(0.5 * (ratio - 1.0 - np.log(ratio) + (q.mean - p.mean) ** 2 / q.variance))
    if not isinstance(p, MultivariateNormal) or not isinstance(q, MultivariateNormal):
        raise UsageError("estimate.two_kinds", p=type(p).__name__, q=type(q).__name__)
    return _kl_multivariate(p, q)


def _kl_multivariate(p: MultivariateNormal, q: MultivariateNormal) -> float:
    L_p, L_q = cholesky(p.covariance, "p.covariance"), cholesky(q.covariance, "q.covariance")
    if L_p.shape != L_q.shape:
        raise DataError("estimate.columns", found=len(L_p), p=len(L_q))
    ratio = linalg.solve_triangular(L_q, L_p, lower=True)
    shift = linalg.solve_triangular(L_q, np.asarray(q.mean) - np.asarray(p.mean), lower=True)
    log_ratio = 2.0 * np.log(np.diagonal(ratio)).sum()  # ln det Σ_p - ln det Σ_q
    return float(0.5 * ((ratio**2).sum() + shift @ shift - len(L_p) - log_ratio))


def _pair(a: Any, b: Any, *names: str) -> tuple[Array, Array]:
    """Two distributions over the same outcomes."""
    first, second = check_distributions(a, names[0]), check_distributions(b, names[1])
    if first.shape[-1] != second.shape[-1]:
        raise DataError("probability.classes", name=names[1], K=second.shape[-1], classes=first.shape[-1])
    return first, second


def _plain(value: Any) -> float | Array:
    """A number as a float, an array as it is."""
    return float(value) if np.ndim(value) == 0 else value
