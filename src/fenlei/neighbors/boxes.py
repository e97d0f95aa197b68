r"""The compiled kd-tree: medians, boxes, and search by pruning boxes.

Build: a node's rows are halved at the median of the feature with the widest spread, until a leaf has at
most S rows. The tree is complete, so it is only an *order* of the rows: leaf b holds rows start[b] to
start[b + 1] of it. Halving by count never fails, so identical rows cannot make it deep; a selection that
makes no headway is finished by sorting. Cost O(n p + n log n).

For the search, sixteen leaves in turn make a node, sixteen nodes the node above, and so on: node i of a
level has children 16 i to 16 i + 15 in the next. It keeps the tightest boxes around its children side by
side, so that all their bounds take one vector loop. Leaves lie in memory feature by feature, (B, p, S), so
that the distances of one query to a whole leaf are long vector operations; empty places hold infinity. For
Euclid they are float32 and only a filter with a proven margin: rows that pass it are measured in float64.

Search: depth first, the nearer child first, leaving out boxes whose bound (see `distances`) is above the
k-th distance so far. A box at exactly that distance is visited, since it may hold a smaller index. Queries
are taken in the order of the leaf they fall into, so that neighbours in turn use the same memory.
Reference: source 004, section 6.2 (median splits, backtracking); Friedman, Bentley and Finkel, ACM TOMS 3
(1977).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import Block, run_blocks
from fenlei.neighbors.distances import (
    L2,
    SLACK,
    box_distances,
    exact,
    inlined,
    leaf_distances,
    offer,
    pair_distance,
    settle,
    square_distance,
    squares_of_leaf,
    worst,
)

PARTS_LEVEL = 4  # subtrees of this level are built side by side
QUERIES = 2048  # in one task
FAN = 16  # children of an inner node
STACK = 16 * FAN  # more than one path with all its children
PAD = 32  # places of a leaf come in multiples of it: a vector loop leaves no rest
U32 = 2.0**-24
MOST_COARSE = 1e17  # float32 holds the squares of smaller numbers


class Measure(NamedTuple):
    """Which core, see `distances`."""

    core: int
    exponent: float
    nominal: Array  # (p,) bool: features that are names


class Boxes(NamedTuple):
    X: Array  # (n, p) coordinates, float64
    slots: Array  # (B, p, S) the same leaf by leaf, or (0, p, S) if `coarse` holds them
    coarse: Array  # (B, p, S) float32, taken from `centre`; (0, p, S) if `slots` holds them
    rows: Array  # (B, S) int64 row numbers, n in empty places
    centre: Array  # (p,)
    reach: float  # the largest Euclidean distance of a row from the centre
    lo: Array  # (N, p, F) boxes of the F children of each inner node; infinite where there is no child
    hi: Array  # (N, p, F)
    gaps: Array  # (N, p, F) bool: some value is missing
    first: Array  # (D + 1,) where the nodes of each of the D levels begin


def starts_of(n: int, S: int) -> Array:
    """Where the leaves begin, (B + 1,): segments are halved until none has more than S rows."""
    starts = np.array([0, n], dtype=np.int64)
    while np.diff(starts).max() > S:
        middle = starts[:-1] + (np.diff(starts) + 1) // 2
        starts = np.append(np.column_stack([starts[:-1], middle]).ravel(), n)
    return starts


def build_order(X: Array, nominal: Array, S: int, n_jobs: int | None = None) -> Array:
    """The order (n,) of the rows of X (n, p) along the leaves of the tree."""
    n = len(X)
    order = np.arange(n)
    leaves = len(starts_of(n, S)) - 1
    levels = leaves.bit_length() - 1
    keys = np.empty(n)
    top = min(levels, PARTS_LEVEL)
    parts = starts_of(n, -(-n // 2**top))

    def split_level(level: int) -> None:
        bounds = starts_of(n, -(-n // 2**level))
        run_blocks(
            lambda s, e: split_down(X, nominal, s, e, 1, order, keys),
            list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)),
            n_jobs,
        )

    for level in range(top):
        split_level(level)
    blocks: list[Block] = list(zip(parts[:-1].tolist(), parts[1:].tolist(), strict=True))
    run_blocks(lambda s, e: split_down(X, nominal, s, e, levels - top, order, keys), blocks, n_jobs)
    return order


@kernel
def split_down(
    X: Array, nominal: Array, start: int, stop: int, levels: int, out_order: Array, out_keys: Array
) -> None:
    """Halve the segment [start, stop) of the order `levels` times."""
    bounds = np.empty(2**levels + 1, np.int64)
    bounds[0], bounds[1] = start, stop
    count = 1
    for _ in range(levels):
        for i in range(count, 0, -1):  # from behind: the list grows in place
            bounds[2 * i] = bounds[i]
        for i in range(count):
            left, right = bounds[2 * i], bounds[2 * i + 2]
            middle = left + (right - left + 1) // 2
            bounds[2 * i + 1] = middle
            j = widest(X, nominal, out_order[left:right])
            if j >= 0:
                for t in range(left, right):
                    value = X[out_order[t], j]
                    out_keys[t] = value if value == value else np.inf
                select(out_keys[left:right], out_order[left:right], middle - left)
        count *= 2


@kernel
def widest(X: Array, nominal: Array, rows: Array) -> int:
    """The feature with the largest spread among the rows; -1 if none has any. Names have spread 1."""
    p = X.shape[1]
    lo = np.full(p, np.inf)
    hi = np.full(p, -np.inf)
    for t in range(rows.shape[0]):
        x = X[rows[t]]
        for j in range(p):
            value = x[j]
            lo[j] = value if value < lo[j] else lo[j]
            hi[j] = value if value > hi[j] else hi[j]
    best, feature = 0.0, -1
    for j in range(p):
        spread = hi[j] - lo[j]
        if spread > 0.0 and nominal[j]:
            spread = 1.0
        if spread > best:
            best, feature = spread, j
    return feature


@kernel
def select(out_keys: Array, out_rows: Array, nth: int) -> None:
    """Reorder so that no key before `nth` is larger than any from it on."""
    left, right = 0, out_keys.shape[0] - 1
    tries = 16 + 2 * int(np.log2(out_keys.shape[0] + 1))
    while left < right:
        tries -= 1
        if tries < 0:  # the pivots were unlucky: sort what is left
            order = np.argsort(out_keys[left : right + 1], kind="mergesort") + left
            keys, rows = out_keys[order], out_rows[order]
            out_keys[left : right + 1] = keys
            out_rows[left : right + 1] = rows
            return
        a, b, c = out_keys[left], out_keys[(left + right) // 2], out_keys[right]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = left, right
        while i <= j:
            while out_keys[i] < pivot:
                i += 1
            while pivot < out_keys[j]:
                j -= 1
            if i <= j:
                out_keys[i], out_keys[j] = out_keys[j], out_keys[i]
                out_rows[i], out_rows[j] = out_rows[j], out_rows[i]
                i += 1
                j -= 1
        if nth <= j:
            right = j
        elif nth >= i:
            left = i
        else:
            return


def make_boxes(X: Array, order: Array, S: int, measure: Measure, n_jobs: int | None = None) -> Boxes:
    """Slots and boxes of the rows in the given order."""
    n, p = X.shape
    starts = starts_of(n, S)
    B = len(starts) - 1
    S = -(-int(np.diff(starts).max()) // PAD) * PAD
    centre, reach = _middle(X) if measure.core == L2 else (np.zeros(p), np.inf)
    coarse = reach < MOST_COARSE
    first = levels_of(B)
    boxes = Boxes(
        X,
        np.full((0 if coarse else B, p, S), np.inf),
        np.full((B if coarse else 0, p, S), np.inf, dtype=np.float32),
        np.full((B, S), n, dtype=np.int64),
        centre,
        reach,
        np.full((first[-1], p, FAN), np.inf),
        np.full((first[-1], p, FAN), -np.inf),
        np.zeros((first[-1], p, FAN), dtype=bool),
        first,
    )
    step = max(1, 65536 // (S * max(p, 1)))
    blocks = [(b, min(b + step, B)) for b in range(0, B, step)]
    run_blocks(lambda s, e: fill_leaves(order, starts, s, e, boxes), blocks, n_jobs)
    join_boxes(boxes)
    return boxes


def _middle(X: Array) -> tuple[Array, float]:
    """A point amid the rows, and how far they reach from it."""
    lo, hi = X.min(axis=0), X.max(axis=0)
    centre = lo + 0.5 * (hi - lo)
    return centre, float(np.sqrt(np.sum(np.maximum(hi - centre, centre - lo) ** 2)))


@kernel
def fill_leaves(order: Array, starts: Array, first: int, last: int, out_boxes: Boxes) -> None:
    """Coordinates, row numbers and box of leaves `first` to `last`."""
    X = out_boxes.X
    p = X.shape[1]
    fine = out_boxes.slots.shape[0] > 0
    base = out_boxes.first[-2]
    for b in range(first, last):
        node, c = base + b // FAN, b % FAN
        lo, hi, gaps = out_boxes.lo[node, :, c], out_boxes.hi[node, :, c], out_boxes.gaps[node, :, c]
        for t in range(starts[b], starts[b + 1]):
            s = t - starts[b]
            row = order[t]
            out_boxes.rows[b, s] = row
            for j in range(p):
                value = X[row, j]
                if fine:
                    out_boxes.slots[b, j, s] = value
                else:
                    out_boxes.coarse[b, j, s] = value - out_boxes.centre[j]
                lo[j] = min(lo[j], value) if value == value else lo[j]
                hi[j] = max(hi[j], value) if value == value else hi[j]
                gaps[j] |= value != value


def levels_of(B: int) -> Array:
    """Where the levels of inner nodes begin above B leaves, (D + 1,): 1 node, then as many as it has
    children.
    """
    sizes = [max(1, -(-B // FAN))]
    while sizes[0] > 1:
        sizes.insert(0, -(-sizes[0] // FAN))
    return np.append(0, np.cumsum(sizes)).astype(np.int64)


@kernel
def join_boxes(out_boxes: Boxes) -> None:
    """The boxes of inner nodes, from those of their children, upwards."""
    first, lo, hi, gaps = out_boxes.first, out_boxes.lo, out_boxes.hi, out_boxes.gaps
    for level in range(first.shape[0] - 2, 0, -1):
        for node in range(first[level], first[level + 1]):
            number = node - first[level]
            parent, place = first[level - 1] + number // FAN, number % FAN
            for j in range(lo.shape[1]):
                for c in range(FAN):
                    lo[parent, j, place] = min(lo[parent, j, place], lo[node, j, c])
                    hi[parent, j, place] = max(hi[parent, j, place], hi[node, j, c])
                    gaps[parent, j, place] |= gaps[node, j, c]


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
    run_blocks(
        lambda s, e: search_boxes(boxes, measure, Q, own, turn[s:e], prune, values, index),
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


@inlined
def children_of(first: Array, B: int, level: int) -> int:
    """How many nodes, or leaves, there are below a level."""
    return first[level + 2] - first[level + 1] if level + 2 < first.shape[0] else B


@exact
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


@exact
def search_boxes(
    boxes: Boxes,
    measure: Measure,
    Q: Array,
    own: Array,
    turn: Array,
    prune: bool,
    out_values: Array,
    out_index: Array,
) -> None:
    """The k nearest rows of queries turn[0], turn[1], ..."""
    core, exponent, nominal = measure
    X, slots, coarse, rows, centre, reach, lo, hi, gaps, first = boxes  # records are slow to hand on
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
        if not prune:
            for b in range(B):
                if coarse.shape[0] > 0:
                    filter_leaf(X, coarse, rows, b, q, q32, away, own[i], scratch32, values, index)
                else:
                    leaf_distances(core, exponent, nominal, q, slots, b, scratch)
                    scan_leaf(scratch[0], rows[b], own[i], X.shape[0], values, index)
        numbers[0], levels[0], bounds[0], top = 0, 0, 0.0, 1 if prune else 0
        while top > 0:
            top -= 1
            number, level = numbers[top], levels[top]
            limit = worst(values) * SLACK
            if bounds[top] > limit:
                continue
            if level < leaf_level:
                box_distances(core, exponent, nominal, q, lo, hi, gaps, first[level] + number, below)
                top = push(
                    below, number, level, children_of(first, B, level), limit, top, numbers, levels, bounds
                )
            elif coarse.shape[0] > 0:
                filter_leaf(X, coarse, rows, number, q, q32, away, own[i], scratch32, values, index)
            else:
                leaf_distances(core, exponent, nominal, q, slots, number, scratch)
                scan_leaf(scratch[0], rows[number], own[i], X.shape[0], values, index)
        settle(values, index)


@inlined
def push(
    below: Array,
    number: int,
    level: int,
    children: int,
    limit: float,
    top: int,
    out_numbers: Array,
    out_levels: Array,
    out_bounds: Array,
) -> int:
    """Put the children of a node that come near enough on the stack, the nearest one on top; the new top."""
    start = top
    for child in range(number * FAN, min((number + 1) * FAN, children)):
        bound = below[0, child - number * FAN]
        if bound <= limit:
            place = top
            while place > start and out_bounds[place - 1] < bound:
                out_numbers[place], out_bounds[place] = out_numbers[place - 1], out_bounds[place - 1]
                place -= 1
            out_numbers[place], out_bounds[place] = child, bound
            out_levels[top] = level + 1
            top += 1
    return top


@inlined
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


@inlined
def coarse_limit(limit: float, away: float, p: int) -> float:
    """What a float32 distance is at most if the float64 one is at most `limit`.

    Rounding moves a coordinate by u times its size, so a difference vector by 2u·away; the sum adds (p + 8)
    u.
    """
    edge = np.sqrt(limit) + 2.0 * U32 * away
    return edge * edge * (1.0 + (p + 16) * U32) + 1e-37


@inlined
def scan_leaf(distances: Array, rows: Array, own: int, n: int, out_values: Array, out_index: Array) -> None:
    """Offer the rows of a leaf that come near enough."""
    if count_below(distances, worst(out_values)) > 0:
        for s in range(rows.shape[0]):
            if distances[s] <= worst(out_values) and rows[s] != own and rows[s] < n:
                offer(distances[s], rows[s], out_values, out_index)


@inlined
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


@inlined
def count_below(distances: Array, limit: float) -> int:
    """How many are at most `limit`."""
    near = np.int32(0)
    for s in range(distances.shape[0]):
        near += np.int32(distances[s] <= limit)
    return int(near)


@exact
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
    """Count the rows within the limit of each query; write them one query behind the other if there is
    room.
    """
    core, exponent, nominal = measure
    X, rows, first = boxes.X, boxes.rows, boxes.first
    B, S = rows.shape
    numbers, levels, bounds = np.empty(STACK, np.int64), np.empty(STACK, np.int64), np.empty(STACK)
    below = np.empty((2, FAN))
    place = 0
    for i in range(Q.shape[0]):
        q, found = Q[i], 0
        numbers[0], levels[0], top = 0, 0, 1
        while top > 0:
            top -= 1
            number, level = numbers[top], levels[top]
            if level < first.shape[0] - 1:
                node = first[level] + number
                box_distances(core, exponent, nominal, q, boxes.lo, boxes.hi, boxes.gaps, node, below)
                children = children_of(first, B, level)
                top = push(below, number, level, children, limit[i] * SLACK, top, numbers, levels, bounds)
                continue
            for s in range(S):
                row = rows[number, s]
                if row < X.shape[0] and row != own[i]:
                    value = pair_distance(core, exponent, nominal, q, X[row])
                    if value <= limit[i]:
                        if out_values.shape[0] > 0:
                            out_values[place + found] = value
                            out_index[place + found] = row
                        found += 1
        out_count[i] = found
        place += found
