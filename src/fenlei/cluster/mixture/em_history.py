r"""A run of EM, step by step: the parameters θ_0, θ_1, …, their log-likelihoods, and Q.

    Q(θ_{i+1}, θ_i) = Σ_n w_n Σ_k r_nk (log π_k + log p(x_n | k)),    r by θ_i, the logarithms by θ_{i+1}

(source 004, section 10.1, equation 126, and section 10.2, equations 132-134).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypedDict, TypeVar

import numpy as np
from scipy.special import logsumexp

from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax

Theta = TypeVar("Theta")


class Parameters(TypedDict, total=False):
    """Parameters on a path besides π, by their names in `EMHistory`."""

    means: Array
    covariances: Array
    probabilities: tuple[Array, ...]


class EMHistory(NamedTuple):
    """T steps of EM; index i of an array with T + 1 entries is θ_i, the start first."""

    weights: Array  # (T + 1, K) π
    log_likelihood: Array  # (T + 1,) Σ w log p(x), of all rows together
    Q: Array  # (T,) Q(θ_{i+1}, θ_i)
    means: Array | None = None  # (T + 1, K, p) μ, of normal and Bernoulli components
    covariances: Array | None = None  # (T + 1, ...) Σ in the shape of `covariances_`, of normal components
    probabilities: tuple[Array, ...] | None = None  # p arrays (T + 1, K, m_j), of categorical components


def climb(path: list[Theta], log_joint: Callable[[Theta], Array], w: Array | None) -> tuple[Array, Array]:
    """Log-likelihoods (T + 1,) of the parameters on the path, and Q (T,) of each step."""
    likelihood, Q = [], []
    weight = 1.0 if w is None else w
    shares: Array | None = None
    for theta in path:
        scores = log_joint(theta)
        if shares is not None:
            met = np.where(shares > 0, scores, 0.0)  # a component that takes no part of a row: 0 log 0 = 0
            Q.append(float(np.sum(shares * met)))
        likelihood.append(float(np.sum(weight * logsumexp(scores, axis=1))))
        shares = softmax(scores) * np.reshape(weight, (-1, 1))
    return np.array(likelihood), np.array(Q)
