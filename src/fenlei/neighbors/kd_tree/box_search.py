r"""Search in a kd-tree by leaving out boxes.

Depth first, the nearer child first, leaving out boxes whose bound (see `distances`) is above the k-th
distance so far. A box at exactly that distance is visited only if it has a smaller row number than the
k-th, so that copies of one row do not make a query look at all of them. Queries are taken in the order of
the leaf they fall into, so that neighbours in turn use the same memory. Reference: source 004, section
6.2.2 (backtracking); Friedman, Bentley and Finkel, ACM TOMS 3 (1977).
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, part_of_plain_kernel, plain_kernel
from fenlei.kernels.threads import Block, run_blocks
from fenlei.neighbors.kd_tree.boxes import FAN, Boxes, Measure
from fenlei.neighbors.search.distances import (
    LP,
    SLACK,
    box_distances,
    leaf_distances,
    pair_distance,
    square_distance,
    squares_of_leaf,
)
from fenlei.neighbors.search.k_smallest import offer, settle, worst, worst_row

QUERIES = 2048  # in one task
STACK = 16 * FAN  # more than one path with all its children
U32 = 2.0**-24


def nearest(
    boxes: Boxes,
    measure: Measure,
    Q: Array,
    own: Array,
    k: int,
    n_jobs: int | None = None,
    prune: bool = True,
) -> tuple[Array, Array]:
    """Core distances and row numbers (m, k) of the k nearest rows to each of Q (m, p), ties by row number.

    own (m,) is a row that the query does not count as its neighbour, or -1. `prune=False` looks at every
    leaf.
    """
    values, index = np.empty((len(Q), k)), np.empty((len(Q), k), dtype=np.int64)
    turn = turns(boxes, measure, Q, n_jobs) if prune else np.arange(len(Q))
    search = search_boxes if prune else search_all
    run_blocks(
        lambda s, e: search(boxes, measure, Q, own, turn[s:e], values, index),
        query_blocks(len(Q)),
        n_jobs,
    )
    return values, index


def within(
    boxes: Boxes, measure: Measure, Q: Array, own: Array, limit: Array, n_jobs: int | None = None
) -> tuple[Array, Array, Array]:
    """Rows whose core distance is at most limit (m,): start (m + 1,), core distances and row numbers."""
    count = np.empty(len(Q), dtype=np.int64)
    nothing, no_rows = np.empty(0), np.empty(0, dtype=np.int64)
    blocks = query_blocks(len(Q))
    run_blocks(
        lambda s, e: collect_boxes(
            boxes, measure, Q[s:e], own[s:e], limit[s:e], count[s:e], nothing, no_rows
        ),
        blocks,
        n_jobs,
    )
    start = np.append(0, np.cumsum(count))
    values, index = np.empty(start[-1]), np.empty(start[-1], dtype=np.int64)

    def fill(s: int, e: int) -> None:
        part = slice(start[s], start[e])
        collect_boxes(boxes, measure, Q[s:e], own[s:e], limit[s:e], count[s:e], values[part], index[part])

    run_blocks(fill, blocks, n_jobs)
    return start, values, index


def turns(boxes: Boxes, measure: Measure, Q: Array, n_jobs: int | None) -> Array:
    """The order in which queries use the same memory as the one before."""
    leaf = np.empty(len(Q), dtype=np.int64)
    run_blocks(lambda s, e: home_leaves(boxes, measure, Q[s:e], leaf[s:e]), query_blocks(len(Q)), n_jobs)
    return np.argsort(leaf, kind="stable")


def query_blocks(m: int, rows: int = QUERIES) -> list[Block]:
    """Blocks of queries, smaller ones if there are few."""
    rows = max(32, min(rows, -(-m // 16)))
    return [(s, min(s + rows, m)) for s in range(0, m, rows)]


@part_of_plain_kernel
def children_of(first: Array, B: int, level: int) -> int:
    """How many nodes, or leaves, there are below a level."""
    return first[level + 2] - first[level + 1] if level + 2 < first.shape[0] else B


@plain_kernel
def home_leaves(boxes: Boxes, measure: Measure, Q: Array, out_leaf: Array) -> None:
    """The leaf that a descent to the nearest box ends in."""
    core, exponent, nominal = measure
    lo, hi, gaps, first = boxes.lo, boxes.hi, boxes.gaps, boxes.first
    B = boxes.rows.shape[0]
    bounds = np.empty((2, FAN))
    for i in range(Q.shape[0]):
        number = 0
        for level in range(first.shape[0] - 1):
            box_distances(core, exponent, nominal, Q[i], lo, hi, gaps, first[level] + number, bounds)
            best = number * FAN
            for child in range(number * FAN, min((number + 1) * FAN, children_of(first, B, level))):
                if bounds[0, child - number * FAN] < bounds[0, best - number * FAN]:
                    best = child
            number = best
        out_leaf[i] = number


@plain_kernel
def search_boxes(
    boxes: Boxes,
    measure: Measure,
    Q: Array,
    own: Array,
    turn: Array,
    out_values: Array,
    out_index: Array,
) -> None:
    """The k nearest rows of queries turn[0], turn[1], ...

    One function: the record is taken apart once and the stack stays in scratch for all queries of a block.
    """
    core, exponent, nominal = measure
    X, slots, coarse, rows, centre, reach, lo, hi, gaps, least, first = boxes  # records are slow to hand on
    B, S = rows.shape
    numbers, levels, bounds = np.empty(STACK, np.int64), np.empty(STACK, np.int64), np.empty(STACK)
    below = np.empty((2, FAN))
    leaf_level = first.shape[0] - 1
    scratch, scratch32 = np.empty((2, S)), np.empty(S, np.float32)
    q32 = np.empty(Q.shape[1], np.float32)
    for t in range(turn.shape[0]):
        i = turn[t]
        q, values, index = Q[i], out_values[i], out_index[i]
        away = centred(centre, reach, q, q32)
        values[:] = np.inf
        index[:] = np.iinfo(np.int64).max
        numbers[0], levels[0], bounds[0], top = 0, 0, 0.0, 1
        while top > 0:
            top -= 1
            number, level = numbers[top], levels[top]
            limit = worst(values) * SLACK
            if bounds[top] > limit or (
                level > 0
                and only_later_ties(core, bounds[top], least, first[level - 1], number, values, index)
            ):
                continue
            if level < leaf_level:
                box_distances(core, exponent, nominal, q, lo, hi, gaps, first[level] + number, below)
                children = children_of(first, B, level)
                top = push(
                    below, least, first[level], number, level, children, limit, top, numbers, levels, bounds
                )
            elif coarse.shape[0] > 0:
                filter_leaf(X, coarse, rows, number, q, q32, away, own[i], scratch32, values, index)
            else:
                leaf_distances(core, exponent, nominal, q, slots, number, scratch)
                scan_leaf(scratch[0], rows[number], own[i], X.shape[0], values, index)
        settle(values, index)


@part_of_plain_kernel
def only_later_ties(
    core: int, bound: float, least: Array, parents: int, number: int, values: Array, index: Array
) -> bool:
    """Whether a box holds at best rows as far as the k-th so far, and later ones.

    The bound of an exponent is not exact to the last bit, unless it is 0. The number of the earliest row is
    far away in memory, hence looked at last.
    """
    last = worst(values)
    return (
        bound >= last
        and (core != LP or last == 0.0)
        and least[parents + number // FAN, number % FAN] > worst_row(index)
    )


@plain_kernel
def search_all(
    boxes: Boxes,
    measure: Measure,
    Q: Array,
    own: Array,
    turn: Array,
    out_values: Array,
    out_index: Array,
) -> None:
    """The same by the rows of all leaves, without a look at the boxes."""
    core, exponent, nominal = measure
    X, slots, coarse, rows, centre, reach, _, _, _, _, _ = boxes
    B, S = rows.shape
    scratch, scratch32 = np.empty((2, S)), np.empty(S, np.float32)
    q32 = np.empty(Q.shape[1], np.float32)
    for t in range(turn.shape[0]):
        i = turn[t]
        q, values, index = Q[i], out_values[i], out_index[i]
        away = centred(centre, reach, q, q32)
        values[:] = np.inf
        index[:] = np.iinfo(np.int64).max
        for b in range(B):
            if coarse.shape[0] > 0:
                filter_leaf(X, coarse, rows, b, q, q32, away, own[i], scratch32, values, index)
            else:
                leaf_distances(core, exponent, nominal, q, slots, b, scratch)
                scan_leaf(scratch[0], rows[b], own[i], X.shape[0], values, index)
        settle(values, index)


@part_of_plain_kernel
def push(
    below: Array,
    least: Array,
    base: int,
    number: int,
    level: int,
    children: int,
    limit: float,
    top: int,
    out_numbers: Array,
    out_levels: Array,
    out_bounds: Array,
) -> int:
    """Put the children of a node that come near enough on the stack; the new top.

    The nearest one is on top, of equal ones that with the smallest row number.
    """
    start = top
    node = base + number
    for child in range(number * FAN, min((number + 1) * FAN, children)):
        bound = below[0, child - number * FAN]
        if bound <= limit:
            position = top
            while position > start and (
                out_bounds[position - 1] < bound
                or (
                    out_bounds[position - 1] == bound
                    and least[node, out_numbers[position - 1] % FAN] < least[node, child % FAN]
                )
            ):
                out_numbers[position] = out_numbers[position - 1]
                out_bounds[position] = out_bounds[position - 1]
                position -= 1
            out_numbers[position], out_bounds[position] = child, bound
            out_levels[top] = level + 1
            top += 1
    return top


@part_of_plain_kernel
def centred(centre: Array, reach: float, q: Array, out_q32: Array) -> float:
    """The query as float32 from the centre; and how far the farthest row and the query are from it
    together.
    """
    square = 0.0
    for j in range(q.shape[0]):
        offset = q[j] - centre[j]
        out_q32[j] = offset
        square += offset * offset
    return reach + np.sqrt(square)


@part_of_plain_kernel
def coarse_limit(limit: float, away: float, p: int) -> float:
    """What a float32 distance is at most if the float64 one is at most `limit`.

    Rounding moves a coordinate by u times its size, so a difference vector by 2u·away; the sum adds (p + 8)
    u.
    """
    edge = np.sqrt(limit) + 2.0 * U32 * away
    return edge * edge * (1.0 + (p + 16) * U32) + 1e-37


@part_of_plain_kernel
def scan_leaf(distances: Array, rows: Array, own: int, n: int, out_values: Array, out_index: Array) -> None:
    """Offer the rows of a leaf that come near enough."""
    if count_below(distances, worst(out_values)) > 0:
        for s in range(rows.shape[0]):
            if distances[s] <= worst(out_values) and rows[s] != own and rows[s] < n:
                offer(distances[s], rows[s], out_values, out_index)


@part_of_plain_kernel
def filter_leaf(
    X: Array,
    coarse: Array,
    rows: Array,
    b: int,
    q: Array,
    q32: Array,
    away: float,
    own: int,
    scratch32: Array,
    out_values: Array,
    out_index: Array,
) -> None:
    """The same by float32 first: only rows that may come near enough are measured in float64."""
    p = q.shape[0]
    limit = np.float32(coarse_limit(worst(out_values), away, p))
    squares_of_leaf(q32, coarse, b, scratch32)
    if count_below(scratch32, limit) > 0:
        for s in range(rows.shape[1]):
            row = rows[b, s]
            if scratch32[s] <= limit and row != own and row < X.shape[0]:
                offer(square_distance(q, X, row), row, out_values, out_index)
                limit = np.float32(coarse_limit(worst(out_values), away, p))


@part_of_plain_kernel
def count_below(distances: Array, limit: float) -> int:
    """How many are at most `limit`."""
    near = np.int32(0)
    for s in range(distances.shape[0]):
        near += np.int32(distances[s] <= limit)
    return int(near)


@plain_kernel
def collect_leaf(
    boxes: Boxes,
    measure: Measure,
    leaf: int,
    q: Array,
    own: int,
    limit: float,
    out_values: Array,
    out_index: Array,
) -> int:
    """Count the rows of a leaf within the limit; write them if there is room."""
    core, exponent, nominal = measure
    X, rows = boxes.X, boxes.rows
    found = 0
    for s in range(rows.shape[1]):
        row = rows[leaf, s]
        if row < X.shape[0] and row != own:
            value = pair_distance(core, exponent, nominal, q, X[row])
            if value <= limit:
                if out_values.shape[0] > 0:
                    out_values[found] = value
                    out_index[found] = row
                found += 1
    return found


@plain_kernel
def collect_boxes(
    boxes: Boxes,
    measure: Measure,
    Q: Array,
    own: Array,
    limit: Array,
    out_count: Array,
    out_values: Array,
    out_index: Array,
) -> None:
    """Count the rows within the limit of each query; write them, query after query, if there is room."""
    core, exponent, nominal = measure
    first, least = boxes.first, boxes.least
    numbers, levels, bounds = np.empty(STACK, np.int64), np.empty(STACK, np.int64), np.empty(STACK)
    below = np.empty((2, FAN))
    position = 0
    for i in range(Q.shape[0]):
        q, edge, found = Q[i], limit[i] * SLACK, 0
        numbers[0], levels[0], top = 0, 0, 1
        while top > 0:
            top -= 1
            number, level = numbers[top], levels[top]
            if level < first.shape[0] - 1:
                base = first[level]
                box_distances(
                    core, exponent, nominal, q, boxes.lo, boxes.hi, boxes.gaps, base + number, below
                )
                children = children_of(first, boxes.rows.shape[0], level)
                top = push(below, least, base, number, level, children, edge, top, numbers, levels, bounds)
            else:
                room = position + found
                found += collect_leaf(
                    boxes, measure, number, q, own[i], limit[i], out_values[room:], out_index[room:]
                )
        out_count[i] = found
        position += found
