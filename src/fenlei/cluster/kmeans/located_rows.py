"""Where the rows to cluster lie: their mean and scale, from which distances lose no digits."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from fenlei.cluster.kmeans.lloyd import Points
from fenlei.contract.clusterer import ClusterRows
from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import is_sparse
from fenlei.rows.leaves import total
from fenlei.stats import moments
from fenlei.stats.moments import ClassMoments


def locate(X: Array, w: Array | None, n_jobs: int | None) -> tuple[Points, Array]:
    """The rows with their mean (zero for sparse ones) and scale, and the variance (p,) of each feature."""
    if is_sparse(X):
        origin, variance = np.zeros(X.shape[1]), _sparse_variance(X, w)
    else:
        origin, variance = centre_and_variance(
            total(ClusterRows(X, w), partial(moments_of, n_jobs), moments.merge, n_jobs)
        )
    return Points(X, UNIT_WEIGHTS if w is None else w, origin, scale_of(variance), n_jobs), variance


def moments_of(n_jobs: int | None, rows: ClusterRows) -> ClassMoments:
    """Weight, mean and scatter of dense rows."""
    return moments.summarise(rows.X, np.zeros(len(rows.X), np.int64), rows.w, n_jobs=n_jobs)


def centre_and_variance(found: ClassMoments) -> tuple[Array, Array]:
    """Mean (p,) and variance (p,) of each feature."""
    return found.mean[0], found.scatter[0] / found.weight[0]


def scale_of(variance: Array) -> float:
    """Root of the mean square distance from the mean; 1 where all rows are equal."""
    return float(np.sqrt(variance.sum())) or 1.0


def _sparse_variance(X: Any, w: Array | None) -> Array:
    """Variance (p,) of the columns of a CSR matrix; its zeros enter by their number."""
    n, p = X.shape
    weight = np.repeat(np.ones(n) if w is None else w, np.diff(X.indptr))
    total = float(n if w is None else w.sum())
    mean = np.bincount(X.indices, weight * X.data, p) / total
    squares = np.bincount(X.indices, weight * (X.data - mean[X.indices]) ** 2, p)
    absent = total - np.bincount(X.indices, weight, p)
    return np.asarray((squares + absent * mean**2) / total)
