"""Merging only clusters that a graph connects.

Two clusters may merge if an edge joins them; the nearest such pair does, and what was joined to either is
joined to both. The distance of clusters without an edge is not known, so average linkage takes the mean over
the known halves; Ward's is exact, from centroids. A graph in several pieces is joined at the nearest rows of
its pieces first, with a warning.

Cost: O(m log m) for m edges, in plain Python.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Links = list[dict[int, float]]  # of each cluster: its neighbours and how far they are


def join_pieces(X: Array, graph: Any, metric: str) -> tuple[csr_array, int]:
    """The graph (n, n), symmetric and in one piece; and the number of pieces that it had."""
    from scipy.sparse import csr_array, lil_array
    from scipy.sparse.csgraph import connected_components

    try:
        graph = csr_array(graph)
    except (TypeError, ValueError):
        raise DataError("linkage.connectivity", shape=np.shape(graph), n=len(X)) from None
    if graph.shape != (len(X), len(X)):
        raise DataError("linkage.connectivity", shape=graph.shape, n=len(X))
    graph = lil_array(graph + graph.T)
    pieces, piece = connected_components(graph.tocsr())
    for a in range(pieces):
        for b in range(a):
            rows = np.flatnonzero(piece == a), np.flatnonzero(piece == b)
            D = between(X, *rows, metric)
            i, j = np.unravel_index(D.argmin(), D.shape)
            graph[rows[0][i], rows[1][j]] = graph[rows[1][j], rows[0][i]] = 1
    return graph.tocsr(), pieces


def between(X: Array, a: Array, b: Array, metric: str) -> Array:
    """Distances of the rows a from the rows b; of "precomputed" ones X is the matrix of all."""
    from scipy.spatial.distance import cdist

    if metric == "precomputed":
        return X[np.ix_(a, b)]
    return cdist(X[a], X[b], metric)  # type: ignore[call-overload]


def merge_connected(X: Array, graph: csr_array, method: str, metric: str) -> tuple[Array, Array]:
    """Children (n - 1, 2) and heights (n - 1,) of the merges along the edges of a connected graph."""
    n = len(X)
    size, centre = [1] * n, [*X]
    links, pairs = _links(X, graph, metric)
    heapq.heapify(pairs)
    alive, heights = [True] * n, list[float]()
    children = list[tuple[int, int]]()
    while len(children) < n - 1:
        height, i, j = heapq.heappop(pairs)
        if not (alive[i] and alive[j]):
            continue
        new, total = n + len(children), size[i] + size[j]
        children.append((i, j))
        heights.append(height)
        centre.append((size[i] * centre[i] + size[j] * centre[j]) / total)
        alive[i] = alive[j] = False
        joined = _JOINED[method](links[i], links[j], size[i], size[j])
        size.append(total)
        alive.append(True)
        links.append({})
        for k, d in joined.items():
            if k in (i, j) or not alive[k]:
                continue
            if method == "ward":
                square = ((centre[new] - centre[k]) ** 2).sum()
                d = float(np.sqrt(2.0 * total * size[k] / (total + size[k]) * square))
            links[new][k] = links[k][new] = d
            heapq.heappush(pairs, (d, k, new))
    return np.array(children), np.array(heights)


def _links(X: Array, graph: csr_array, metric: str) -> tuple[Links, list[tuple[float, int, int]]]:
    """The edges with their lengths: neighbours of each row, and pairs."""
    links: Links = [{} for _ in X]
    pairs = []
    for i in range(len(X)):
        others = graph.indices[graph.indptr[i] : graph.indptr[i + 1]]
        others = others[others != i]
        if not len(others):
            continue
        lengths = between(X, np.array([i]), others, metric)[0]
        links[i] = dict(zip(others.tolist(), lengths.tolist(), strict=True))
        pairs += [(d, i, j) for j, d in links[i].items() if i < j]
    return links, pairs


def _nearest(a: dict[int, float], b: dict[int, float], _i: int, _j: int) -> dict[int, float]:
    return {k: min(a.get(k, np.inf), b.get(k, np.inf)) for k in a.keys() | b.keys()}


def _farthest(a: dict[int, float], b: dict[int, float], _i: int, _j: int) -> dict[int, float]:
    return {k: max(a.get(k, -np.inf), b.get(k, -np.inf)) for k in a.keys() | b.keys()}


def _mean(a: dict[int, float], b: dict[int, float], i: int, j: int) -> dict[int, float]:
    both = {k: (i * a[k] + j * b[k]) / (i + j) for k in a.keys() & b.keys()}
    return {**a, **b, **both}


_JOINED: dict[str, Callable[[dict[int, float], dict[int, float], int, int], dict[int, float]]] = {
    "single": _nearest,
    "complete": _farthest,
    "average": _mean,
    "ward": _mean,
}
