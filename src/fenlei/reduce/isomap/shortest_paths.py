r"""Shortest paths along a graph from many of its rows.

The length of the shortest path from a source to v is the largest solution of

    d(source) = 0,      d(v) = min over edges (u, v) of  d(u) + length(u, v).

Dijkstra finds it for one source by settling the rows in order of distance. For many sources the order is
nearly the same if the sources are close together: `LANES` of them go along at once. One Dijkstra from the
first gives the order; then each row, in that order and back again, takes for all lanes the shortest way
over its neighbours, until none changes. A row is looked at only if a neighbour has changed since.

Rounded addition keeps order, so this ends at the minimum over all paths of the lengths summed from the
source on: the very bits that Dijkstra gives for each source alone, whatever the grouping.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import run_blocks
from fenlei.reduce.neighbor_graph import Graph

LANES = 64


@kernel
def push(value: float, row: int, size: int, out_value: Array, out_row: Array) -> None:
    """Put a row into the heap of `size` rows, smallest value on top."""
    position = size
    while position > 0:
        parent = (position - 1) >> 1
        if out_value[parent] <= value:
            break
        out_value[position], out_row[position] = out_value[parent], out_row[parent]
        position = parent
    out_value[position], out_row[position] = value, row


@kernel
def pop(size: int, out_value: Array, out_row: Array) -> None:
    """Take the top off the heap of `size` rows."""
    value, row = out_value[size - 1], out_row[size - 1]
    position = 0
    while True:
        child = 2 * position + 1
        if child >= size - 1:
            break
        if child + 1 < size - 1 and out_value[child + 1] < out_value[child]:
            child += 1
        if value <= out_value[child]:
            break
        out_value[position], out_row[position] = out_value[child], out_row[child]
        position = child
    out_value[position], out_row[position] = value, row


@kernel
def dijkstra(graph: Graph, source: int, out_length: Array, out_order: Array) -> int:
    """Path lengths (n,) from one row; the rows reached, in order of distance, and their number."""
    out_length[:] = np.inf
    out_length[source] = 0.0
    values = np.empty(graph.end.shape[0] + 1)
    rows = np.empty(graph.end.shape[0] + 1, dtype=np.int64)
    values[0], rows[0], size = 0.0, source, 1
    reached = 0
    while size > 0:
        value, row = values[0], rows[0]
        pop(size, values, rows)
        size -= 1
        if value > out_length[row]:
            continue  # came in again on a longer way
        out_order[reached] = row
        reached += 1
        for e in range(graph.start[row], graph.start[row + 1]):
            end = graph.end[e]
            length = value + graph.length[e]
            if length < out_length[end]:
                out_length[end] = length
                push(length, end, size, values, rows)
                size += 1
    return reached


@kernel
def close_together(graph: Graph, sources: Array, lanes: int) -> Array:
    """The sources in an order in which each `lanes` of them are near one another: pieces grown breadth
    first.
    """
    n = graph.start.shape[0] - 1
    free = np.zeros(n, dtype=np.bool_)
    free[sources] = True
    order = np.empty(sources.shape[0], dtype=np.int64)
    seen = np.full(n, -1, dtype=np.int64)
    queue = np.empty(n, dtype=np.int64)
    count = 0
    for source in sources:
        if not free[source]:
            continue
        room = lanes - count % lanes
        queue[0], head, tail = source, 0, 1
        seen[source] = source
        while head < tail and room > 0:
            row = queue[head]
            head += 1
            if free[row]:
                free[row] = False
                order[count] = row
                count += 1
                room -= 1
            for e in range(graph.start[row], graph.start[row + 1]):
                end = graph.end[e]
                if seen[end] != source and (free[end] or tail < 8 * lanes):
                    seen[end] = source
                    queue[tail] = end
                    tail += 1
    return order


@kernel
def relax(graph: Graph, row: int, out_T: Array, out_best: Array) -> bool:
    """Take the shortest way to a row over its neighbours, in all lanes of T (n, lanes); whether one
    changed.

    `out_best` (lanes,) is room to work in, apart from T: so the loops over lanes vectorise.
    """
    lanes = out_best.shape[0]
    own = out_T[row]
    for s in range(lanes):
        out_best[s] = own[s]
    for e in range(graph.start[row], graph.start[row + 1]):
        through, length = out_T[graph.end[e]], graph.length[e]
        for s in range(lanes):
            way, best = through[s] + length, out_best[s]
            out_best[s] = way if way < best else best
    shorter = 0
    for s in range(lanes):
        shorter += out_best[s] < own[s]
        own[s] = out_best[s]
    return shorter > 0


@kernel
def paths_of_group(graph: Graph, sources: Array, out_D: Array) -> None:
    """Path lengths (lanes, n) from a few sources that are close together."""
    n, lanes = graph.start.shape[0] - 1, sources.shape[0]
    length, order = np.empty(n), np.empty(n, dtype=np.int64)
    reached = dijkstra(graph, sources[0], length, order)
    for i in range(n):
        if length[i] == np.inf:  # in another part of the graph, where other sources may be
            order[reached] = i
            reached += 1
    T, best = np.full((n, lanes), np.inf), np.empty(lanes)
    stale = np.zeros(n, dtype=np.bool_)
    for s in range(lanes):
        T[sources[s], s] = 0.0
        for e in range(graph.start[sources[s]], graph.start[sources[s] + 1]):
            stale[graph.end[e]] = True
    waiting, step = True, 1
    while waiting:
        waiting = False
        for i in range(n):
            row = order[i] if step > 0 else order[n - 1 - i]
            if stale[row]:
                stale[row] = False
                if relax(graph, row, T, best):
                    waiting = True
                    for e in range(graph.start[row], graph.start[row + 1]):
                        stale[graph.end[e]] = True
        step = -step
    for s in range(lanes):
        for i in range(n):
            out_D[s, i] = T[i, s]


def path_lengths(graph: Graph, sources: Array, n_jobs: int | None = None) -> Array:
    """Lengths (L, n) of the shortest paths from each source to every row; infinite where there is none."""
    n = len(graph.start) - 1
    order = close_together(graph, sources, LANES)
    position = np.empty(n, dtype=np.int64)
    position[sources] = np.arange(len(sources))
    D = np.empty((len(sources), n))

    def group(start: int, stop: int) -> None:
        rows = order[start:stop]
        lanes = np.empty((len(rows), n))
        paths_of_group(graph, rows, lanes)
        D[position[rows]] = lanes

    groups = [(s, min(s + LANES, len(order))) for s in range(0, len(order), LANES)]
    run_blocks(group, groups, n_jobs)
    return D


def spread_out(graph: Graph, count: int) -> Array:
    """That many rows, each the farthest along the graph from those before; the first is row 0."""
    n = len(graph.start) - 1
    chosen, nearest = np.zeros(count, dtype=np.int64), np.full(n, np.inf)
    length, order = np.empty(n), np.empty(n, dtype=np.int64)
    for i in range(1, count):
        dijkstra(graph, chosen[i - 1], length, order)
        nearest = np.minimum(nearest, length)
        chosen[i] = np.argmax(nearest)
    return chosen


def predecessors(graph: Graph, source: int) -> Array:
    """The row (n,) before each on its shortest path from the source; -1 for the source and rows not reached.

    Of several paths of one length, the one over the row that is settled first.
    """
    n = len(graph.start) - 1
    length, order = np.empty(n), np.empty(n, dtype=np.int64)
    reached = dijkstra(graph, source, length, order)
    rank = np.full(n, n)
    rank[order[:reached]] = np.arange(reached)
    row, end = np.repeat(np.arange(n), np.diff(graph.start)), graph.end
    leads = (rank[row] < rank[end]) & (length[row] + graph.length == length[end])
    first = np.full(n, n)
    np.minimum.at(first, end[leads], rank[row[leads]])
    return np.where(first < n, order[np.minimum(first, max(reached - 1, 0))], -1)
