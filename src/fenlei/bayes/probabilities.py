"""Bayes' formula.

    P(k | x) = p(x | k) P(k) / p(x),   p(x) = Σ_j p(x | j) P(j)

(source 000, equation 3-1; source 004, equations 13 to 15).
Where p(x) = 0 the formula is 0/0: the prior stands for the posterior, with a warning.
"""

from __future__ import annotations

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError, DegenerateDataWarning, warn
from fenlei.functions.distributions import check_distributions, probability_array
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax
from fenlei.priors import log_prior


def posterior(log_likelihood: ArrayLike, priors: ArrayLike, n_jobs: int | None = None) -> Array:
    """P(k | x) (n, K) by Bayes' formula from log p(x | k) (n, K) and the priors P(k) (K,).

    Where no class can have brought x forth (p(x) = 0) the priors are returned, with a warning.

    Examples
    --------
    A sour-sweet apple is a Fuji with probability 4/7:

    >>> likelihood = [[4 / 6, 3 / 4]]  # of sour-sweet, among Fuji and Guoguang
    >>> posterior(np.log(likelihood), [0.6, 0.4]).round(4)
    array([[0.5714, 0.4286]])
    """
    log_likelihood = probability_array(log_likelihood, "log_likelihood", 2)
    pi = check_distributions(priors, "priors", 1)
    if len(pi) != log_likelihood.shape[1]:
        raise DataError("probability.classes", name="priors", K=len(pi), classes=log_likelihood.shape[1])
    return normalise(log_likelihood + log_prior(pi), pi, n_jobs)


def normalise(log_joint: Array, pi: Array, n_jobs: int | None = None) -> Array:
    """Posterior (n, K) of log joint probabilities (n, K); π where a row has none that is above 0."""
    P = softmax(log_joint, n_jobs)
    return _settled(P, np.isneginf(log_joint.max(axis=1)), pi)


def reweighted(P: Array, factor: Array, pi: Array) -> Array:
    """Rows ∝ P_j factor_j (n, K), of sum 1; π where a row has nothing left."""
    total = P @ factor
    weighted = P * factor
    weighted /= np.where(total > 0, total, 1.0)[:, None]
    return _settled(weighted, total <= 0, pi)


def _settled(P: Array, impossible: Array, pi: Array) -> Array:
    """P with the prior in the rows in which no class is possible, and a warning."""
    if impossible.any():
        warn("probability.zero", DegenerateDataWarning, count=int(impossible.sum()))
        P[impossible] = pi
    return P
