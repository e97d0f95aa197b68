"""Matrices of distances between rows: computed, or given and checked."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.messages import any_of, listed, phrase
from fenlei.parameters import DICT, NONE, Limit, either
from fenlei.reduce.kernel_pca.kernel_matrix import ASYMMETRY, check_symmetric

METRIC = Limit(
    lambda value: callable(value) or (isinstance(value, str) and value != ""),
    any_of(
        listed("'euclidean'", "'precomputed'", phrase("limit.pairwise_metric")),
        phrase("limit.function_of_rows"),
    ),
)
METRIC_PARAMS = either(NONE, DICT)
BLOCK = 1 << 17  # distances in one task


def distance_matrix(X: Array, metric: Any, params: dict[str, Any] | None, estimator: Any) -> Array:
    """Distances (n, n) of finite rows X in float64; for "precomputed", X itself, checked."""
    name = type(estimator).__name__
    if isinstance(metric, str) and metric == "precomputed":
        return check_distances(X, name)
    if isinstance(metric, str) and metric == "euclidean" and not params:
        D = euclidean(X, estimator.n_jobs)
    else:
        from sklearn.metrics import pairwise_distances

        D = check_distances(pairwise_distances(X, metric=metric, **(params or {})), name)
    if not np.isfinite(D).all():
        raise DataError("estimator.overflow", estimator=name, largest=np.abs(X).max())
    return D


def check_distances(D: Array, estimator: str) -> Array:
    """A symmetric matrix of distances in float64; anything else is refused."""
    D = np.array(D, dtype=np.float64)
    if D.shape[0] != D.shape[1]:
        raise DataError("reduce.square", estimator=estimator, shape=D.shape)
    if not np.isfinite(D).all():
        raise DataError("reduce.not_finite", estimator=estimator)
    if (D < 0).any():
        i, j = np.unravel_index(int(np.argmin(D)), D.shape)
        raise DataError("reduce.negative", estimator=estimator, i=i, j=j, value=D[i, j])
    check_symmetric(D, estimator)
    worst = int(np.argmax(np.diagonal(D)))
    if D[worst, worst] > ASYMMETRY * D.max():
        raise DataError("reduce.diagonal", estimator=estimator, i=worst, value=D[worst, worst])
    np.fill_diagonal(D, 0.0)
    return (D + D.T) / 2.0


def euclidean(X: Array, n_jobs: int | None = None) -> Array:
    """Euclidean distances (n, n) by differences, so that near rows keep their digits."""
    columns = np.ascontiguousarray(X.T, dtype=np.float64)
    n = len(X)
    D = np.empty((n, n))

    def block(start: int, stop: int) -> None:
        euclidean_rows(columns, start, stop, D[start:stop])

    run_blocks(block, row_blocks(n, n, BLOCK), n_jobs)
    return D


@kernel
def euclidean_rows(columns: Array, start: int, stop: int, out_distances: Array) -> None:
    """Distances of rows start … stop from all rows; columns (p, n), so that the inner loop is long."""
    p, n = columns.shape
    for i in range(start, stop):
        row = out_distances[i - start]
        row[:] = 0.0
        for k in range(p):
            column, x = columns[k], columns[k, i]
            for j in range(n):
                row[j] += (x - column[j]) * (x - column[j])
        for j in range(n):
            row[j] = np.sqrt(row[j])
