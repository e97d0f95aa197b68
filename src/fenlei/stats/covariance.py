r"""Covariance matrices: shrinkage, the Ledoit-Wolf amount of it, and whitening with a rank.

    shrink:   C* = (1 - s) C + s (tr C / p) I
    whiten:   W (p, r) with Wᵀ C W = I on the r directions that have spread

Ranks are judged on the correlation matrix D⁻¹ C D⁻¹, D² = diag C, so that units do not matter.
Reference: Ledoit and Wolf, J. Multivariate Analysis 88 (2004) 365-411.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.kernels import Array, kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import leaf_blocks, map_blocks

BLOCK_ELEMENTS = 1 << 19  # of a task

ROUNDING = 64.0  # units of p eps in an eigenvalue that sums of products leave: spreads below 1e-7 are noise


class Whitening(NamedTuple):
    matrix: Array  # (p, r) W, directions in descending order of spread
    spread: Array  # (p,) standard deviations of the standardised directions, all of them, descending


def standard_deviations(covariance: Array) -> Array:
    """√diag C, with 1 for a feature without spread."""
    variance = np.diagonal(covariance)
    return np.sqrt(np.where(variance > 0, variance, 1.0))


def whiten(covariance: Array, tol: float = 0.0) -> Whitening:
    """Whitening of the directions whose standardised spread exceeds tol, and rounding error in any case."""
    deviation = standard_deviations(covariance)
    values, vectors = linalg.eigh(covariance / deviation[:, None] / deviation)
    spread, kept = _spread(values, len(covariance), tol)
    matrix = vectors[:, ::-1][:, kept] / spread[kept] / deviation[:, None]
    return Whitening(matrix, spread)


def whiten_rows(Z: Array, tol: float = 0.0) -> Whitening:
    """`whiten` of the covariance ZᵀZ of Z (n, p), n < p, from the products of rows (n, n).

    With A = Z D⁻¹ and A Aᵀ = U diag(s²) Uᵀ the eigenvectors of the correlation matrix are Aᵀ U / s.
    """
    n, p = Z.shape
    deviation = np.sqrt(np.sum(Z**2, axis=0))
    deviation[deviation == 0] = 1.0
    A = Z / deviation
    values, vectors = linalg.eigh(A @ A.T)
    spread, kept = _spread(values, p, tol)
    matrix = A.T @ (vectors[:, ::-1][:, kept] / spread[kept] ** 2) / deviation[:, None]
    return Whitening(matrix, np.concatenate([spread, np.zeros(p - n)]))


def _spread(values: Array, p: int, tol: float) -> tuple[Array, Array]:
    """Standard deviations, descending, from ascending eigenvalues, and which of them count."""
    spread = np.sqrt(np.maximum(values[::-1], 0.0))
    rounding = np.sqrt(ROUNDING * p * np.finfo(np.float64).eps * max(values[-1], 0.0))
    return spread, spread > max(tol, rounding)


def count_spread(values: Array, p: int, tol: float) -> int:
    """How many of the eigenvalues of a correlation matrix of p features count as spread, as in `whiten`."""
    return int(_spread(values, p, tol)[1].sum())


def shrink(covariance: Array, amount: float) -> Array:
    """Pull C (..., p, p) towards the multiple of the identity that has the same trace."""
    p = covariance.shape[-1]
    mean_variance = np.trace(covariance, axis1=-2, axis2=-1) / p
    return (1.0 - amount) * covariance + amount * mean_variance[..., None, None] * np.eye(p)


def ledoit_wolf(covariance: Array, weight: float, fourth: float) -> Array:
    """Covariance shrunk by the Ledoit-Wolf amount on the scale of standardised features.

    `fourth` is Σ w_i |z_i|⁴ over the rows, z the standardised deviations from the mean.
    """
    p = len(covariance)
    if weight == 0:
        return covariance
    deviation = standard_deviations(covariance)
    R = covariance / deviation[:, None] / deviation
    mu = np.trace(R) / p
    distance = (np.sum(R**2) - p * mu**2) / p
    noise = min((fourth / weight - np.sum(R**2)) / (p * weight), distance)
    amount = noise / distance if p > 1 and noise > 0 else 0.0
    return shrink(R, amount) * deviation[:, None] * deviation


def fourth_moments(
    X: Array, codes: Array, w: Array | None, mean: Array, deviation: Array, n_jobs: int | None = None
) -> Array:
    """Σ w |z|⁴ (K,) by class, z = (x - mean_k) / deviation_k."""

    def block(start: int, stop: int) -> Array:
        rows = slice(start, stop)
        fourth = np.zeros(len(mean))
        add_fourth(X[rows], codes[rows], UNIT_WEIGHTS if w is None else w[rows], mean, deviation, fourth)
        return fourth

    return merge_tree(map_blocks(block, leaf_blocks(len(X), X.shape[1], BLOCK_ELEMENTS), n_jobs), np.add)


@kernel
def add_fourth(X: Array, codes: Array, w: Array, mean: Array, deviation: Array, out_fourth: Array) -> None:
    """Add w |z|⁴ of each row to its class."""
    n, p = X.shape
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        k = codes[i]
        square = 0.0
        for j in range(p):
            z = (X[i, j] - mean[k, j]) / deviation[k, j]
            square += z * z
        out_fourth[k] += weight * square * square
