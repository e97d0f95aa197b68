r"""Self-information, entropy, cross-entropy, Kullback-Leibler divergence and Gini index.

    I(x) = -log p(x),   H(p) = -Σ p log p,   H(q, p) = -Σ q log p
    KL(p || q) = Σ p log (p / q) = H(p, q) - H(p) >= 0,   Gini(p) = 1 - Σ p²

0 log 0 = 0. Where the first distribution has mass and the second has none, H(q, p) and KL are infinite.
Neither is symmetric. `base` is that of the logarithm: e gives nats, 2 bits. Minus the mean log-likelihood of
a sample is the cross-entropy between its shares and the model, so maximum likelihood minimises KL(shares ||
model). Normal distributions have the same quantities, with integrals for sums (`normal_information`).

Reference: source 000, section 3.1.3, equations 3-43 and 3-44; source 002, equations 5-50, 5-51 and 5-56;
source 004, equation 24; Cover and Thomas, chapter 2.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import rel_entr, xlogy

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError
from fenlei.functions import normal_information
from fenlei.functions.checks import log_of_base, numbers, plain, vectors
from fenlei.functions.distributions import check_distributions
from fenlei.functions.normal_information import is_normal
from fenlei.kernels import Array

ROUNDING = 1e-9  # sums of weights that were subtracted may end this much of the largest below 0


def self_information(p: ArrayLike, base: float = math.e) -> float | Array:
    """I(x) = -log p of each probability: what is learned when x happens; infinite for p = 0.

    Parameters
    ----------
    p : float or array-like
        Numbers from 0 to 1.
    base : float, default=e
        Of the logarithm; 2 gives bits.

    Examples
    --------
    >>> self_information(1 / 8, base=2), self_information(0), self_information(1)
    (3.0, inf, 0.0)
    """
    values = numbers(p, "p")
    outside = (values < 0) | (values > 1)
    if outside.any():
        raise DataError("functions.probability", name="p", value=float(values[outside][0]))
    scale = log_of_base("self_information", base)
    with np.errstate(divide="ignore"):
        return plain(np.abs(np.log(values)) / scale)


def entropy(p: ArrayLike, base: float = math.e) -> Any:
    """H(p) = -Σ p log p along the last axis, or of a normal distribution.

    Parameters
    ----------
    p : array-like of shape (..., K), Normal or MultivariateNormal
        Probabilities, or counts and weights, which are divided by their sum; 0 where all are 0.
    base : float, default=e
        Of the logarithm: e gives nats, 2 bits.

    Returns
    -------
    float or ndarray of shape (...)

    Examples
    --------
    Six apples of one kind and four of another, in bits:

    >>> round(entropy([6, 4], base=2), 5)
    0.97095

    The standard normal distribution, ½ ln 2πe:

    >>> from fenlei.bayes.estimate import Normal
    >>> round(entropy(Normal(0.0, 1.0)), 4)
    1.4189
    """
    scale = log_of_base("entropy", base)
    if is_normal(p):
        return normal_information.entropy(p) / scale
    s = shares(p)
    logs = np.log(s, out=np.zeros_like(s), where=s > 0)
    return plain(np.abs((s * logs).sum(axis=-1)) / scale)


def cross_entropy(q: ArrayLike, p: ArrayLike, base: float = math.e) -> float | Array:
    """H(q, p) = -Σ q log p along the last axis: the truth first, the model second.

    Parameters
    ----------
    q, p : array-like of shape (..., K), or two Normal, or two MultivariateNormal
        Distributions over the same outcomes.
    base : float, default=e
        Of the logarithm.

    Returns
    -------
    float or ndarray of shape (...)

    Examples
    --------
    The log-loss of a sure label:

    >>> round(cross_entropy([1, 0], [0.8, 0.2]), 6)
    0.223144
    """
    scale = log_of_base("cross_entropy", base)
    if is_normal(q) or is_normal(p):
        return normal_information.cross_entropy(q, p) / scale
    q, p = _pair(q, p, "q", "p")
    return plain(np.maximum(-xlogy(q, p).sum(axis=-1), 0.0) / scale)


def kl_divergence(p: ArrayLike, q: ArrayLike, base: float = math.e) -> float | Array:
    """KL(p || q) = Σ p log (p / q) along the last axis, the Kullback-Leibler divergence.

    Parameters
    ----------
    p, q : array-like of shape (..., K), or two Normal, or two MultivariateNormal
        Distributions over the same outcomes.
    base : float, default=e
        Of the logarithm.

    Returns
    -------
    float or ndarray of shape (...)

    Examples
    --------
    >>> round(kl_divergence([0.5, 0.25, 0.25], [1 / 3, 1 / 3, 1 / 3]), 6)
    0.058892
    >>> from fenlei.bayes.estimate import Normal
    >>> round(kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0)), 6)
    0.346574
    """
    scale = log_of_base("kl_divergence", base)
    if is_normal(p) or is_normal(q):
        return normal_information.kl_divergence(p, q) / scale
    p, q = _pair(p, q, "p", "q")
    return plain(rel_entr(p, q).sum(axis=-1) / scale)


def gini(p: ArrayLike) -> Any:
    """Gini index 1 - Σ p² along the last axis: the probability that two draws differ.

    Parameters
    ----------
    p : array-like of shape (..., K)
        Probabilities, or counts and weights, which are divided by their sum; 1 where all are 0.

    Examples
    --------
    >>> round(gini([6, 4]), 12)
    0.48
    """
    s = shares(p)
    return plain(1.0 - (s * s).sum(axis=-1))


def shares(weights: ArrayLike) -> Array:
    """Counts and weights (..., K) of at least 0 divided by their sum; zeros where that is 0."""
    c = vectors(weights, "p", finite=True)
    if c.min(initial=0.0) < -ROUNDING * c.max(initial=0.0):
        raise DataError("functions.negative", name="p", value=float(c.min()))
    total = c.sum(axis=-1, keepdims=True)
    return np.divide(c, total, out=np.zeros_like(c), where=total > 0)


def _pair(a: ArrayLike, b: ArrayLike, *names: str) -> tuple[Array, Array]:
    """Two distributions over the same outcomes."""
    first, second = check_distributions(a, names[0]), check_distributions(b, names[1])
    if first.shape[-1] != second.shape[-1]:
        raise DataError("probability.classes", name=names[1], K=second.shape[-1], classes=first.shape[-1])
    return first, second
