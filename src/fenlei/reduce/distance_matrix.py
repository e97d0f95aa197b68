"""Matrices of distances between rows: computed, or given and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.contract.given_functions import given_metric
from fenlei.errors import DataError
from fenlei.functions.pairwise_matrices import checked_distances
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.messages import any_of, listed, phrase
from fenlei.parameters import DICT, NONE, Limit, either

if TYPE_CHECKING:
    from fenlei.annotations import Metric
    from fenlei.contract.estimator import Estimator

METRIC = Limit(
    lambda value: callable(value) or (isinstance(value, str) and value != ""),
    any_of(
        listed("'euclidean'", "'precomputed'", phrase("limit.pairwise_metric")),
        phrase("limit.function_of_rows"),
    ),
)
METRIC_PARAMS = either(NONE, DICT)
BLOCK = 1 << 17  # distances in one task


def distance_matrix(
    X: Array, metric: Metric, params: dict[str, object] | None, estimator: Estimator
) -> Array:
    """Distances (n, n) of finite rows X in float64; for "precomputed", X itself, checked."""
    name = type(estimator).__name__
    if isinstance(metric, str) and metric == "precomputed":
        return checked_distances(X, name)
    if isinstance(metric, str) and metric == "euclidean" and not params:
        D = euclidean(X, estimator.n_jobs)
    else:
        from sklearn.metrics import pairwise_distances

        D = pairwise_distances(X, metric=given_metric(metric), **(params or {}))
        D = checked_distances(D, name)
    if not np.isfinite(D).all():
        raise DataError("estimator.overflow", estimator=name, largest=np.abs(X).max())
    return D


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
