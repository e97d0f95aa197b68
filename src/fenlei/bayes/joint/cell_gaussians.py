r"""A normal distribution for the g numeric columns in every (cell, class), also where rows are few.

The maximum likelihood estimate of a pair with n complete rows is its mean and C = scatter / n. A single row
has C = 0, and fewer than g + 1 rows, constant or duplicate columns leave C without full rank: no density.
With small_cells="pooled" such a pair takes the covariance of its class, pooled inside the cells; with
"shrunken" every pair takes the mean of its own and the pooled one, with weights n and g + 1:

    pooled:    C ← P_k                        where C has not full rank
    shrunken:  C ← (n C + (g + 1) P_k) / (n + g + 1)
    P_k = Σ_cells scatter / n_k.

The ladder below: in a P_k that has not full rank, a column that is constant inside the cells takes its
variance from P, pooled over all classes; if it still has not full rank, it is mixed with P in the proportion
λ = (g + 1) / (n_k + g), at most 1, so that a class of one row takes P itself. P goes by the same rule with
the diagonal D of its own variances, where a variance of 0 is that of all rows, and 1 where this is 0 too.
A class in a cell where it has no complete row has its distribution over all its cells: the mean of the class
and its total covariance (P_k if that has not full rank); a class without any has the mean of all rows and P.

Ranks are judged on the correlation scale, where an eigenvalue below 1e-8 is none, so that units do not
matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.errors import DegenerateDataWarning, warn
from fenlei.kernels import Array
from fenlei.stats.cells import CellMoments

MANY_COLUMNS = 256  # from where a Cholesky factor is tried in place of all eigenvalues
SMALLEST_EIGENVALUE = 1e-8  # of a correlation matrix of full rank


class CellGaussians(NamedTuple):
    """Distributions of the r pairs, followed by those of the K classes over all their cells."""

    centre: Array  # (r + K, g) means
    spread: Array  # (r + K,) position of the covariance
    covariance: Array  # (s, g, h), h = g, or h = 1 for variances alone


class Pooled(NamedTuple):
    """Moments of the classes over their cells."""

    weight: Array  # (K,) of the complete rows
    mean: Array  # (K, g)
    within: Array  # (K, g, h) scatter inside the cells
    total: Array  # (K, g, h) scatter about the mean


def solve(summary: CellMoments, classes: Array, small_cells: str) -> CellGaussians:
    """The distributions of all pairs and classes."""
    K, g = len(classes), summary.mean.shape[1]
    pooled = pool(summary, K)
    P, of_class = class_covariances(pooled, classes)
    n_all = pooled.weight.sum()
    overall = pooled.weight @ pooled.mean / (n_all or 1.0)
    empty = pooled.weight == 0
    centre = np.where(empty[:, None], overall, pooled.mean)
    total = np.where(empty[:, None, None], P, divided(pooled.total, pooled.weight))
    total = np.where(full_rank(total)[:, None, None], total, of_class)

    own = divided(summary.scatter, summary.complete)
    seen = summary.complete > 0
    if small_cells == "shrunken":
        n = summary.complete[:, None, None]
        own = (n * own + (g + 1) * of_class[summary.label]) / (n + g + 1)
        kept = seen
    else:
        kept = seen & full_rank(own)
    # the table of covariances: those of single pairs, then P_k and the total of each class
    position = np.where(kept, np.cumsum(kept) - 1, kept.sum() + summary.label)
    spread = np.where(seen, position, kept.sum() + K + summary.label)
    centres = np.where(seen[:, None], summary.mean, centre[summary.label])
    return CellGaussians(
        np.concatenate([centres, centre]),
        np.concatenate([spread, kept.sum() + K + np.arange(K)]).astype(np.int64),
        np.concatenate([own[kept], of_class, total]),
    )


def pool(summary: CellMoments, K: int) -> Pooled:
    """The pairs of each class put together."""
    g, h = summary.scatter.shape[1:]
    pooled = Pooled(np.zeros(K), np.zeros((K, g)), np.zeros((K, g, h)), np.zeros((K, g, h)))
    order = np.argsort(summary.label, kind="stable")
    ends = np.searchsorted(summary.label[order], np.arange(K + 1))
    for k in range(K):
        pairs = order[ends[k] : ends[k + 1]]
        n, mean = summary.complete[pairs], summary.mean[pairs]
        pooled.weight[k] = n.sum()
        if pooled.weight[k] > 0:
            pooled.mean[k] = mean[0] + n @ (mean - mean[0]) / pooled.weight[k]
            pooled.within[k] = summary.scatter[pairs].sum(axis=0)
            pooled.total[k] = pooled.within[k] + _scatter_of(mean - pooled.mean[k], n, h)
    return pooled


def class_covariances(pooled: Pooled, classes: Array) -> tuple[Array, Array]:
    """P (g, h) over all classes and P_k (K, g, h), all of full rank."""
    n, K = pooled.weight.sum(), len(pooled.weight)
    g, h = pooled.within.shape[1:]
    P = divided(pooled.within.sum(axis=0)[None], n[None])
    P = mixed(P, n[None], _diagonal(floor_variances(pooled), h)[None])[0]
    own = divided(pooled.within, pooled.weight)
    deficient = ~full_rank(own) & (pooled.weight > 0)
    if deficient.any():
        k = int(np.flatnonzero(deficient)[0])
        facts = {"label": classes[k], "count": int(deficient.sum()), "K": K, "weight": pooled.weight[k]}
        warn("cells.rank", DegenerateDataWarning, g=g, **facts)
    return P, mixed(own, pooled.weight, P[None])


def floor_variances(pooled: Pooled) -> Array:
    """Variance (g,) inside the cells; over all rows where that is 0; 1 where it is 0 again."""
    n = pooled.weight.sum() or 1.0
    mean = pooled.weight @ pooled.mean / n
    inside = variances(pooled.within.sum(axis=0)) / n
    overall = (variances(pooled.total.sum(axis=0)) + pooled.weight @ (pooled.mean - mean) ** 2) / n
    return np.where(inside > 0, inside, np.where(overall > 0, overall, 1.0))


def mixed(covariance: Array, weight: Array, target: Array) -> Array:
    """Covariances (s, g, h), those without full rank filled up and mixed with the target, (1, g, h)."""
    g, h = covariance.shape[1:]
    constant = np.where(variances(covariance) == 0, variances(target), 0.0)
    filled = covariance + np.stack([_diagonal(variance, h) for variance in constant])
    most = np.minimum((g + 1) / (weight + g), 1.0)
    deficient = ~full_rank(filled) | (~full_rank(covariance) & (most == 1.0))
    share = np.where(deficient, most, 0.0)[:, None, None]
    return (1.0 - share) * filled + share * target


def is_definite(matrix: Array) -> bool:
    """Whether all eigenvalues of a matrix (g, g) are positive: a Cholesky factor exists."""
    return int(linalg.lapack.dpotrf(matrix, lower=True)[1]) == 0


def divided(scatter: Array, weight: Array) -> Array:
    """scatter / weight, 0 for an empty one."""
    return scatter / np.where(weight > 0, weight, 1.0)[:, None, None]


def full_rank(covariance: Array) -> Array:
    """Whether each covariance (s, g, h) has full rank, on the correlation scale."""
    variance = variances(covariance)
    varies: Array = np.all(variance > 0, axis=1)
    g, h = covariance.shape[1:]
    if h != g or g == 1 or not varies.any():
        return varies
    deviation = np.sqrt(variance[varies])
    correlation = covariance[varies] / deviation[:, :, None] / deviation[:, None, :]
    if g <= MANY_COLUMNS:
        varies[varies] = np.linalg.eigvalsh(correlation)[:, 0] > SMALLEST_EIGENVALUE
    else:
        varies[varies] = [is_definite(each - SMALLEST_EIGENVALUE * np.eye(g)) for each in correlation]
    return varies


def variances(covariance: Array) -> Array:
    """Diagonal (..., g) of covariances (..., g, h)."""
    if covariance.shape[-1] != covariance.shape[-2]:
        return covariance[..., 0]
    return np.diagonal(covariance, axis1=-2, axis2=-1)


def _diagonal(variance: Array, h: int) -> Array:
    return np.diag(variance) if h == len(variance) else variance[:, None]


def _scatter_of(deviation: Array, weight: Array, h: int) -> Array:
    if h == deviation.shape[1]:
        return (weight[:, None] * deviation).T @ deviation
    return (weight @ deviation**2)[:, None]
