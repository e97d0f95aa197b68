"""The neighbours of rows among themselves and of new rows, and the graph that they make.

`NearestRows` is what Isomap, LLE, SNE and t-SNE ask; `fenlei.neighbors` finds the answers. An edge of the
graph goes from a row to each of its k nearest rows, or to all within a radius, and is as long as their
distance; it is walked both ways. `connected` joins a graph that falls apart: between any two of its parts
it draws the shortest edge there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from fenlei.annotations import Matrix, Metric
from fenlei.errors import DataError, UnconnectedError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import code, listed, phrase
from fenlei.neighbors.search.metric_spaces import effective_metric
from fenlei.neighbors.search.search import (
    Neighbours,
    Search,
    among,
    build,
    in_range,
    method_for,
    nearest,
    within,
)
from fenlei.neighbors.stored_rows import METRICS, known_metric
from fenlei.parameters import DICT, NONE, Limit, either, one_of
from fenlei.records import refuse_record

NeighborsAlgorithm = Literal["auto", "brute", "kd_tree", "ball_tree"]
ALGORITHM = one_of(*get_args(NeighborsAlgorithm))
METRIC = Limit(known_metric, phrase("limit.metrics", names=listed(*METRICS)), tuple(METRICS))
LARGEST = 1e150  # of a value in rows: the square of a distance is still a number
METRIC_PARAMS = either(NONE, DICT)


class Graph(NamedTuple):
    """Edges in both directions: those of row i at start[i] to start[i + 1]."""

    start: Array  # (n + 1,) int64
    end: Array  # (e,) int64
    length: Array  # (e,) float64


class NearestRows:
    """Rows to search among, dense or CSR; of "precomputed" ones only the number is used.

    Attributes
    ----------
    n_samples_fit_ : int
    effective_metric_ : str or callable
    effective_metric_params_ : dict
    """

    def __init__(
        self,
        X: Matrix,
        metric: Metric = "euclidean",
        p: float = 2,
        metric_params: dict[str, Any] | None = None,
        algorithm: str = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.X, self.algorithm, self.n_jobs = X, algorithm, n_jobs
        self.effective_metric_, self.effective_metric_params_ = effective_metric(metric, p, metric_params)
        self.n_samples_fit_ = X.shape[0]
        self._search = self._build()

    def _build(self) -> Search:
        metric, params = self.effective_metric_, self.effective_metric_params_
        method = method_for(self.algorithm, metric, params, self.X, None)
        with np.errstate(over="ignore"):  # distances that are not finite are seen where they are used
            return build(method, metric, params, self.X, n_jobs=self.n_jobs)

    @property
    def precomputed(self) -> bool:
        return self._search.method == "precomputed"

    def kneighbors(self, X: Matrix, n_neighbors: int, own: bool = False) -> tuple[Array, Array]:
        """Distances and row numbers (m, k) of the rows nearest to each of X, nearest first, ties by number.

        With `own`, X are the rows themselves, and none is its own neighbour.
        """
        n, m = self.n_samples_fit_, X.shape[0]
        if n_neighbors > n - own:
            inequality = "n_neighbors < n_samples" if own else "n_neighbors <= n_samples_fit"
            raise UsageError("neighbors.too_many", inequality=inequality, k=n_neighbors, n=n, m=m)
        with np.errstate(over="ignore"):
            mine = np.arange(m) if own else None
            distance, index = nearest(self._search, X, n_neighbors, mine, self.n_jobs)
        self._refuse_negative(distance)
        return in_range(X, distance, index)

    def _refuse_negative(self, distance: Array) -> None:
        """A function that is given as the metric may return anything."""
        if callable(self.effective_metric_) and distance.min(initial=0.0) < 0:
            raise DataError("manifold.negative", least=float(distance.min()))

    def radius_neighbors(self, X: Array, radius: float, own: bool = False) -> Neighbours:
        """All rows within the radius of each of X, nearest first."""
        mine = np.arange(X.shape[0]) if own else None
        found = within(self._search, X, float(radius), mine, self.n_jobs)
        self._refuse_negative(found.distance)
        return found

    def links(self, X: Array, k: int | None, radius: float | None, own: bool = False) -> Neighbours:
        """The k nearest of each of X, or all within the radius."""
        if k is None:
            assert radius is not None
            return self.radius_neighbors(X, radius, own)
        distance, rows = self.kneighbors(X, k, own)
        return Neighbours(np.arange(0, rows.size + 1, k), distance.ravel(), rows.ravel())

    def shortest_between(self, X: Matrix, parts: list[Array]) -> Iterator[tuple[int, int, float]]:
        """The shortest edge between any two of the parts, as (row, row, distance) each."""
        metric = self.effective_metric_, self.effective_metric_params_
        for a, b in combinations(parts, 2):
            if self.precomputed:
                D = np.asarray(X[np.ix_(a, b)], dtype=np.float64)
                i, j = np.unravel_index(np.argmin(D), D.shape)
                yield a[i], b[j], D[i, j]
            else:
                search = among(self._search, X, a, 30, metric, self.n_jobs)
                distance, index = nearest(search, X[b], 1, None, self.n_jobs)
                position = int(np.argmin(distance[:, 0]))
                yield a[index[position, 0]], b[position], distance[position, 0]

    def __repr__(self) -> str:
        return f"NearestRows({self.n_samples_fit_} rows, metric={self.effective_metric_!r})"

    def __getstate__(self) -> dict[str, object]:
        """Without the search structure, which is made again from the rows."""
        return {key: value for key, value in self.__dict__.items() if key != "_search"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._search = self._build()


def both_ways(row: Array, end: Array, length: Array, n: int) -> Graph:
    """The graph of the edges and their reverses; of two edges between the same rows the shorter stays."""
    row, end, length = np.append(row, end), np.append(end, row), np.append(length, length)
    order = np.lexsort((length, end, row))
    row, end, length = row[order], end[order], length[order]
    first = np.append(True, (np.diff(row) != 0) | (np.diff(end) != 0))[: len(row)]
    start = np.append(0, np.cumsum(np.bincount(row[first], minlength=n)))
    return Graph(start, end[first].astype(np.int64), length[first])


def neighbour_graph(nearest_rows: NearestRows, X: Array, k: int | None, radius: float | None) -> Graph:
    """The graph of the rows, in one part: where it is not, parts are joined, with a warning."""
    n = X.shape[0]
    found = nearest_rows.links(X, k, radius, own=True)
    edges = np.repeat(np.arange(n), np.diff(found.start)), found.rows, found.distance
    graph = both_ways(*edges, n)
    parts, label = connected_components(sparse.csr_array((np.ones(len(graph.end)), *graph[1::-1]), (n, n)))
    if parts == 1:
        return graph
    if nearest_rows.precomputed and is_sparse(X):
        raise UnconnectedError("manifold.sparse_parts", parts=parts)
    warn("manifold.parts", parts=parts)
    members = [np.flatnonzero(label == part) for part in range(parts)]
    joins = np.array(list(nearest_rows.shortest_between(X, members)))
    joined = (np.append(old, new) for old, new in zip(edges, joins.T, strict=True))
    row, end, length = joined
    return both_ways(row.astype(np.int64), end.astype(np.int64), length, n)


# --- the rows in a record


def as_fields(X: Any, precomputed: bool = False) -> tuple[Array | None, tuple[Array, ...]]:
    """Rows as two fields of a record: the array, or the parts of a CSR matrix; neither if precomputed."""
    if precomputed:
        return None, ()
    return (None, (X.data, X.indices, X.indptr)) if is_sparse(X) else (X, ())


def from_fields(X: Array | None, parts: tuple[Array, ...], n: int, p: int) -> Any:
    """The rows again."""
    if X is not None:
        return X
    return sparse.csr_matrix(parts, shape=(n, p)) if parts else np.empty((n, 0))


def check_magnitudes(values: Array) -> None:
    """Refuse rows from a model file whose distances would overflow."""
    if values.size and np.abs(values).max() > LARGEST:
        raise refuse_record(
            "X", code(f"{np.abs(values).max():g}"), phrase("record.values_up_to", most=LARGEST)
        )


def check_fields(X: Array | None, parts: tuple[Array, ...], n: int, p: int, precomputed: bool) -> None:
    """Refuse rows from a model file that are not there, or of another number."""
    if precomputed != (X is None and not parts) or (X is not None and (parts or len(X) != n)):
        raise refuse_record("X", phrase("record.other_kind"), phrase("record.dense_or_sparse", n=n))
    check_magnitudes(X if X is not None else parts[0] if parts else np.empty(0))
    if parts:
        try:
            sparse.csr_matrix(parts, shape=(n, p)).check_format(full_check=True)
        except (ValueError, TypeError, IndexError):
            raise refuse_record("sparse", phrase("record.no_rows"), phrase("record.sparse_parts")) from None
