r"""One entry to every search structure: rows in, neighbours out, whichever way they are found.

`algorithm`      structure
brute            Euclid: matrix products with a proven margin (`brute_force`); else every leaf of `boxes`
kd_tree          `boxes`
ball_tree        `boxes` too: it answers the same question for the same metrics
branch_bound     `branch_and_bound`
auto             kd_tree up to 15 features and k below n / 2, else brute

All give the same rows with the same distances, to the last bit, and ties go to the smaller row number.
Metrics that are not compiled are searched by brute force whatever is asked, as there is no bound on them.
Queries are taken in blocks, so memory does not grow with their number beyond the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import sparse

from fenlei.annotations import Matrix, Metric
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.neighbors.kd_tree import box_search
from fenlei.neighbors.kd_tree.boxes import Boxes, make_boxes
from fenlei.neighbors.kd_tree.median_splits import build_order
from fenlei.neighbors.search.branch_and_bound import (
    Groups,
    SearchStatistics,
    given_groups,
    make_groups,
    nearest_in_groups,
)
from fenlei.neighbors.search.brute_force import Factor, factor, nearest_by_products
from fenlei.neighbors.search.distances import L2
from fenlei.neighbors.search.metric_spaces import (
    MIXED,
    Space,
    coordinates,
    core_limit,
    is_own,
    make_space,
    reported,
)
from fenlei.neighbors.search.other_metrics import (
    Pairwise,
    nearest_foreign,
    nearest_in_graph,
    pairwise_to,
    within_foreign,
)
from fenlei.neighbors.search.traced_search import TracedSearch, trace

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW_FEATURES = 15  # up to which a tree is worth its while
BLOCK = 1 << 16  # queries turned into coordinates at a time


class Search(NamedTuple):
    """A structure ready to be asked; of the last four fields only what the method needs is there."""

    method: str  # "brute", "kd_tree", "branch_bound", "foreign" or "precomputed"
    n: int
    space: Space | None
    boxes: Boxes | None
    factor: Factor | None
    groups: Groups | None
    distances: Pairwise | None


class Neighbours(NamedTuple):
    """Rows within a radius of m queries, those of query i at start[i] to start[i + 1]."""

    start: Array  # (m + 1,)
    distance: Array
    rows: Array


def as_csr(matrix: Any) -> Any:
    """A sparse matrix of any format by rows."""
    return sparse.csr_array(matrix)


def method_for(algorithm: str, metric: Metric, params: dict[str, Any], X: Matrix, k: int | None) -> str:
    """The structure that serves the call."""
    n, p = X.shape
    if isinstance(metric, str) and metric == "precomputed":
        return "precomputed"
    if is_sparse(X) or not is_own(metric, params):
        return "foreign"
    if algorithm == "auto":
        tree = p <= FEW_FEATURES and (k is None or k < n // 2)
        return "kd_tree" if tree and not _bent(params) else "brute"
    return "kd_tree" if algorithm == "ball_tree" else algorithm


def _bent(params: dict[str, Any]) -> bool:
    """Minkowski with p < 1, which is no metric."""
    return params.get("p", 1) < 1


def build(
    method: str,
    metric: Any,
    params: dict[str, Any],
    X: Any,
    *,
    leaf_size: int = 30,
    categorical: Array | None = None,
    order: Array | None = None,
    groups: Sequence[object] | None = None,
    n_jobs: int | None = None,
) -> Search:
    """The structure over the rows X; `order` is that of a kd-tree built before, `groups` those given."""
    if groups is not None and method != "branch_bound":
        raise UsageError("neighbors.groups_algorithm", method=method, metric=metric)
    if method in ("foreign", "precomputed"):
        return Search(method, X.shape[0], None, None, None, None, pairwise_to(X, metric, params))
    categorical = np.zeros(X.shape[1], dtype=bool) if categorical is None else categorical
    space = make_space(metric, params, X, categorical)
    points = coordinates(space, X, queries=False)
    n, size = len(points), 2 * leaf_size
    empty = Search(method, n, space, None, None, None, None)
    if method == "branch_bound":
        if metric in MIXED or metric == "hamming" or _bent(params):
            raise UsageError("neighbors.no_triangle", metric=metric)
        if groups is not None:
            return empty._replace(groups=given_groups(points, space.measure, groups))
        return empty._replace(groups=make_groups(points, space.measure, size, n_jobs))
    if method == "kd_tree":
        if order is None:
            order = build_order(points, space.measure.nominal, size, n_jobs)
        return empty._replace(boxes=make_boxes(points, order, size, space.measure, n_jobs))
    boxes = make_boxes(points, np.arange(n), size, space.measure, n_jobs)
    ready = factor(points, boxes.centre, np.float32) if space.measure.core == L2 else None
    return empty._replace(boxes=boxes, factor=ready)


def tree_order(search: Search) -> Array:
    """The order of the rows along the leaves, all that is needed to build a kd-tree again."""
    if search.method != "kd_tree" or search.boxes is None:
        return np.empty(0, dtype=np.int64)
    rows = search.boxes.rows.ravel()
    return rows[rows < search.n]


def nearest(
    search: Search, Q: Matrix, k: int, own: Array | None = None, n_jobs: int | None = None
) -> tuple[Array, Array]:
    """Distances and row numbers (m, k) of the k nearest rows to the queries Q (m, p).

    own (m,) names the row that a query is itself, which is left out; -1 for none.
    """
    m = Q.shape[0]
    own = np.full(m, -1, dtype=np.int64) if own is None else own
    if search.method == "precomputed" and is_sparse(Q):
        return nearest_in_graph(Q, own, k)
    if search.distances is not None:
        return nearest_foreign(search.distances, search.n, Q, own, k, n_jobs)
    distance, index = np.empty((m, k)), np.empty((m, k), dtype=np.int64)
    for s in range(0, m, BLOCK):
        part = slice(s, min(s + BLOCK, m))
        distance[part], index[part], _ = _nearest_points(search, Q[part], k, own[part], n_jobs)
    return distance, index


def in_range(Q: Any, distance: Array, index: Array) -> tuple[Array, Array]:
    """What was found, unless a distance has overflowed: the nearest row is then not known."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = distance.sum()
    if not np.isfinite(total) and not np.isfinite(distance).all():
        raise DataError("neighbors.overflow", largest=float(abs(Q).max()))
    return distance, index


def _nearest_points(
    search: Search, Q: Array, k: int, own: Array, n_jobs: int | None
) -> tuple[Array, Array, SearchStatistics | None]:
    assert search.space is not None
    points = coordinates(search.space, Q, queries=True)
    measure, found = search.space.measure, None
    if search.groups is not None:
        core, index, found = nearest_in_groups(search.groups, measure, points, own, k, n_jobs)
    elif search.factor is not None and search.boxes is not None:
        core, index = nearest_by_products(search.boxes, measure, search.factor, points, own, k, n_jobs)
    else:
        assert search.boxes is not None
        prune = search.method == "kd_tree"
        core, index = box_search.nearest(search.boxes, measure, points, own, k, n_jobs, prune)
    return reported(search.space, core), index, found


def statistics(search: Search, Q: Array, k: int, n_jobs: int | None = None) -> SearchStatistics:
    """What branch and bound measured and left out for each query."""
    if search.groups is None:
        raise UsageError("neighbors.no_statistics")
    own = np.full(len(Q), -1, dtype=np.int64)
    found = _nearest_points(search, Q, k, own, n_jobs)[2]
    assert found is not None
    return found


def traced(search: Search, x: Array, k: int) -> TracedSearch:
    """Branch and bound for one query x (1, p), step by step."""
    if search.groups is None or search.space is None:
        raise UsageError("neighbors.no_statistics")
    point = coordinates(search.space, x, queries=True)[0]
    return trace(search.groups, search.space.measure, point, k)


def within(
    search: Search, Q: Array, radius: float, own: Array | None = None, n_jobs: int | None = None
) -> Neighbours:
    """All rows at most `radius` away from each query, nearest first, ties by row number."""
    m = Q.shape[0]
    own = np.full(m, -1, dtype=np.int64) if own is None else own
    if search.method == "precomputed" and is_sparse(Q):
        graph: Any = as_csr(Q)
        row = np.repeat(np.arange(m), np.diff(graph.indptr))
        kept = (graph.data <= radius) & (graph.indices != own[row])
        start = np.append(0, np.cumsum(np.bincount(row[kept], minlength=m)))
        return _in_order(Neighbours(start, graph.data[kept], graph.indices[kept].astype(np.int64)))
    if search.distances is not None:
        return _in_order(Neighbours(*within_foreign(search.distances, search.n, Q, own, radius)))
    assert search.space is not None
    points = coordinates(search.space, Q, queries=True)
    boxes = search.boxes
    if boxes is None:
        assert search.groups is not None
        boxes = make_boxes(search.groups.X, search.groups.order, 64, search.space.measure, n_jobs)
    limit = np.full(m, core_limit(search.space, radius))
    start, core, index = box_search.within(boxes, search.space.measure, points, own, limit, n_jobs)
    distance = reported(search.space, core)
    near = distance <= radius
    start = np.append(0, np.cumsum(near))[start]
    return _in_order(Neighbours(start, distance[near], index[near]))


def _in_order(found: Neighbours) -> Neighbours:
    query = np.repeat(np.arange(len(found.start) - 1), np.diff(found.start))
    order = np.lexsort((found.rows, found.distance, query))
    return found._replace(distance=found.distance[order], rows=found.rows[order])


def among(
    search: Search,
    rows: Matrix,
    members: Array,
    leaf_size: int,
    metric: tuple[Metric, dict[str, Any]],
    n_jobs: int | None = None,
) -> Search:
    """A structure over some of the rows, in the space of all of them."""
    if search.space is None:
        return Search("foreign", len(members), None, None, None, None, pairwise_to(rows[members], *metric))
    points = coordinates(search.space, rows[members], queries=False)
    measure, size = search.space.measure, 2 * leaf_size
    order = build_order(points, measure.nominal, size, n_jobs)
    boxes = make_boxes(points, order, size, measure, n_jobs)
    return Search("kd_tree", len(points), search.space, boxes, None, None, None)
