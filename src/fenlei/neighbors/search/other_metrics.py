"""Metrics that are not compiled here: functions, precomputed distances, sparse rows, and scikit-learn's
other metrics.

Distances are computed a block of queries at a time, so that memory does not grow with their number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import DistanceMetric, pairwise_distances

from fenlei.annotations import Matrix, MatrixLike, Metric
from fenlei.contract.given_functions import given_metric
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import Block, run_blocks
from fenlei.neighbors.search.k_smallest import smallest_of_rows

ELEMENTS = 1 << 21  # distances in memory for one task
# scikit-learn's neighbours measure by its DistanceMetric, whose Bray-Curtis is not that of pairwise_distances
DENSE = (
    *("braycurtis", "canberra", "dice", "hamming", "haversine", "jaccard", "mahalanobis", "minkowski"),
    *("rogerstanimoto", "russellrao", "seuclidean", "sokalsneath", "yule"),
)
Pairwise = Callable[[Any], Array]  # distances (m, n) of m queries to the n rows


def pairwise_to(X: MatrixLike, metric: Metric, params: dict[str, Any]) -> Pairwise:
    """Distances from queries to the rows X under a foreign metric."""
    if isinstance(metric, str) and metric == "precomputed":
        return lambda Q: np.asarray(Q, dtype=np.float64)
    if hasattr(metric, "pairwise"):  # scikit-learn's DistanceMetric
        return lambda Q: metric.pairwise(Q, X)
    if isinstance(metric, str) and not is_sparse(X) and metric in DENSE:
        rows, measure = np.asarray(X, dtype=np.float64), DistanceMetric.get_metric(metric, **params)
        return lambda Q: measure.pairwise(np.asarray(Q, dtype=np.float64), rows)
    function = given_metric(metric)
    return lambda Q: np.asarray(pairwise_distances(Q, X, metric=function, **params), dtype=np.float64)


def blocks_of(m: int, n: int) -> list[Block]:
    """Blocks of queries whose distances to n rows fit in memory."""
    rows = max(1, min(m, ELEMENTS // max(n, 1)))
    return [(s, min(s + rows, m)) for s in range(0, m, rows)]


def nearest_foreign(
    distances: Pairwise, n: int, Q: Matrix, own: Array, k: int, n_jobs: int | None = None
) -> tuple[Array, Array]:
    """The k nearest of n rows to each query, ties by row number; NaN counts as infinity."""
    m = Q.shape[0]
    values, index = np.empty((m, k)), np.empty((m, k), dtype=np.int64)

    def block(s: int, e: int) -> None:
        smallest_of_rows(np.ascontiguousarray(distances(Q[s:e])), own[s:e], values[s:e], index[s:e])

    run_blocks(block, blocks_of(m, n), n_jobs)
    return values, index


def within_foreign(
    distances: Pairwise, n: int, Q: Matrix, own: Array, radius: float
) -> tuple[Array, Array, Array]:
    """Rows within the radius: start (m + 1,), distances, row numbers."""
    counts, values, index = [], [], []
    for s, e in blocks_of(Q.shape[0], n):
        D = np.array(distances(Q[s:e]))
        near = radius >= D
        inside = own[s:e] >= 0
        near[np.flatnonzero(inside), own[s:e][inside]] = False
        counts.append(near.sum(axis=1))
        values.append(D[near])
        index.append(np.nonzero(near)[1])
    start = np.append(0, np.cumsum(np.concatenate(counts))).astype(np.int64)
    return start, np.concatenate(values), np.concatenate(index)


def nearest_in_graph(distances: Any, own: Array, k: int) -> tuple[Array, Array]:
    """The k nearest among the stored entries of each row of a sparse matrix of distances."""
    graph: Any = sparse.csr_array(distances)
    m = graph.shape[0]
    row = np.repeat(np.arange(m), np.diff(graph.indptr))
    kept = graph.indices != own[row]
    row, data, column = row[kept], graph.data[kept], graph.indices[kept]
    counts = np.bincount(row, minlength=m)
    if m and counts.min() < k:
        raise UsageError("neighbors.graph", k=k, fewest=int(counts.min()))
    order = np.lexsort((column, data, row))
    position = (np.append(0, np.cumsum(counts))[:-1, None] + np.arange(k)).astype(np.int64)
    return data[order][position].astype(np.float64), column[order][position].astype(np.int64)
