r"""One slope for all scores, and an offset per class, by maximum likelihood.

    loss(a, b) = mean_i -Σ_k t_ik log p_ik + ridge Σ_k b_k²
    log p_ik = a z_ik + b_k - log Σ_j exp(a z_ij + b_j)

The targets t are the true classes with 0.1 / (n + 1) of each row given to the shares of the classes, as if a
tenth of a row more had been seen: perfect scores then have no infinite slope. The loss is convex; Newton's
steps, halved until the loss falls, find its minimum. H is the mean of J' (diag p - p p') J, where J = [z, I]
holds the derivatives of the K scores of a row.
"""

from __future__ import annotations

from math import ldexp
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax
from fenlei.records import LARGEST

RIDGE = 1e-3
SMOOTHING = 0.1  # rows
STEPS, HALVINGS = 100, 40
TOLERANCE = 1e-14  # of the fall that the next step promises
LEAST_SPREAD = 1e-280
LEAST_SLOPE = 1e-3  # in units of the scores' spread: the order of the classes is kept


class LogLinear(NamedTuple):
    """log p_k = slope z_k + offsets_k, up to a constant per row."""

    slope: float
    offsets: Array  # (K,)


def fit_temperature(
    z: Array, codes: Array, *, with_offsets: bool, start: LogLinear | None = None
) -> LogLinear:
    """The slope, and the offsets if they are wanted, for finite scores z (n, K) and classes codes (n,)."""
    K, spread = z.shape[1], _spread(z)
    scaled, targets = z / spread, smoothed(codes, K)
    begin = np.concatenate([[1.0], np.zeros(K)])
    if start is not None:
        begin = np.concatenate([[start.slope * spread], start.offsets])
    free = np.ones(K + 1, dtype=bool)
    free[1:] = with_offsets
    theta = _minimum(scaled, targets, np.where(free, begin, 0.0), free)
    if theta[0] < LEAST_SLOPE:
        free[0] = False
        theta = _minimum(scaled, targets, np.concatenate([[LEAST_SLOPE], theta[1:]]), free)
    return LogLinear(float(theta[0]) / spread, theta[1:])


def smoothed(codes: Array, K: int) -> Array:
    """Targets (n, K): the true class, and a little for the shares of the classes."""
    n, shares = len(codes), np.bincount(codes, minlength=K) / len(codes)
    given = SMOOTHING / (n + 1.0)
    targets = np.tile(given * shares, (n, 1))
    targets[np.arange(n), codes] += 1.0 - given
    return targets


def _spread(z: Array) -> float:
    """The mean distance of a row's scores from their mean; 1 where all are equal.

    At least so much that a slope divided by it is a number: scores that differ by less are equal.
    """
    exponent = int(np.frexp(np.abs(z).max())[1])
    unit = np.ldexp(z, -exponent)  # at most 1: sums of scores near the largest number overflow
    spread = float(np.abs(unit - unit.mean(axis=1, keepdims=True)).mean())
    return min(max(2.0 * ldexp(spread, exponent - 1), LEAST_SPREAD), LARGEST) if spread > 0 else 1.0


def _minimum(z: Array, targets: Array, theta: Array, free: Array) -> Array:
    """The parameters (1 + K,) of the least loss; those that are not free stay as they are."""
    value = _loss(z, targets, theta)
    for _ in range(STEPS):
        gradient, H = _derivatives(z, targets, theta)
        step = np.zeros_like(theta)
        step[free] = np.linalg.solve(H[np.ix_(free, free)], gradient[free])
        promised = float(gradient @ step)
        if not promised > TOLERANCE:  # so near the minimum a whole step squares the error, wherever it began
            return theta - step if promised >= 0 else theta
        for halving in range(HALVINGS):
            tried = theta - step / 2**halving
            found = _loss(z, targets, tried)
            if found <= value - 1e-4 * promised / 2**halving:
                theta, value = tried, found
                break
        else:
            break
    return theta


def _loss(z: Array, targets: Array, theta: Array) -> float:
    log_p = log_softmax(theta[0] * z + theta[1:], 1)
    return float(-np.einsum("ik,ik->", targets, log_p) / len(z) + RIDGE * theta[1:] @ theta[1:])


def _derivatives(z: Array, targets: Array, theta: Array) -> tuple[Array, Array]:
    """Gradient (1 + K,) and Hessian (1 + K, 1 + K) of the loss."""
    n, K = z.shape
    p = np.exp(log_softmax(theta[0] * z + theta[1:], 1))
    away, pz = p - targets, p * z
    mean = pz.sum(axis=1)
    gradient = np.concatenate(
        [[np.einsum("ik,ik->", away, z) / n], away.mean(axis=0) + 2 * RIDGE * theta[1:]]
    )
    H = np.empty((K + 1, K + 1))
    H[0, 0] = (np.einsum("ik,ik->", pz, z) - mean @ mean) / n + 1e-12
    H[0, 1:] = H[1:, 0] = (pz.sum(axis=0) - p.T @ mean) / n
    H[1:, 1:] = np.diag(p.mean(axis=0) + 2 * RIDGE) - p.T @ p / n
    return gradient, H
