r"""A tree grown on binned columns: the splits of a node are read from histograms of its rows.

    histogram of a feature:  sums[b] = class weights (weight and weighted targets) of the rows in bin b

Rows. A node is a range of items, one word of 64 bits per row. A split moves the items of its node, in order,
to the ranges of its branches:

    bits    63 ....... 36 35 ... 28 27 ...... 0          items  start         middle        stop
           +-------------+---------+-----------+               ---+-------------+-------------+---
    item   | times drawn |  class  |    row    |                  |first branch |second branch|
           +-------------+---------+-----------+               ---+-------------+-------------+---

Nodes. The table has one entry per node (`NODE`), in preorder: the first branch of node i is i + 1, the second
is `right`. A leaf has feature -1. Nodes that wait for their turn are on a stack (`PENDING`), the second
branch below the first:

            0                      table    0        1        2        3        4
           / \                            +--------+--------+--------+--------+--------+
          1   4                   feature |   3    |   0    |   -1   |   -1   |   -1   |
         / \                        right |   4    |   3    |        |        |        |
        2   3                             +--------+--------+--------+--------+--------+

        stack after the split of 0: [4, 1];  after the split of 1: [4, 3, 2]

For each feature that is drawn, the sums left of every cut are found (`prefix_sums.py`) and scored
(`cuts.py`). Where the sums are whole numbers, those of the branches follow from the split and no row is
visited for them. Nothing is sorted but the categories of a nominal feature. With no more distinct values than
bins the tree is the one that the exact grower gives.

Cost: O(rows · features drawn) per level; memory: 16 bytes per row besides the bins. One thread: a forest
grows one tree per task. Reference: Breiman (2001).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, borrowing_kernel, kernel, part_of_borrowing_kernel
from fenlei.trees.exact.growth_rules import GrowthRules, Work
from fenlei.trees.exact.nominal_split import order_groups
from fenlei.trees.exact.numeric_split import ASIDE, CUT, GAIN, class_of
from fenlei.trees.exact.presorted_columns import (
    CLASS_BITS,
    MOST_PACKED,
    RANK_SHIFT,
    ROW_BITS,
    PresortedColumns,
    row_of,
)
from fenlei.trees.exact.steps import EPSILON
from fenlei.trees.grown_nodes import more, more_records
from fenlei.trees.histogram.binning import MISSING_BIN, Bins
from fenlei.trees.histogram.cuts import SUMS
from fenlei.trees.histogram.node import copy_sums, facts_of, stays_leaf, sum_rows
from fenlei.trees.histogram.prefix_sums import (
    BINS,
    NodeFacts,
    NodeScratch,
    Target,
    make_scratch,
    weight_at,
)
from fenlei.trees.histogram.search import BY, FeatureSearch, gather_bins, search_numbers, try_subset
from fenlei.trees.impurity import weight_of
from fenlei.trees.random_numbers import splitmix

NODE = np.dtype(
    [
        ("feature", np.int64),  # -1: leaf
        ("right", np.int64),  # second branch; the first is the next node
        ("missing", np.int64),  # branch of missing values, 0 or 1
        ("rows", np.int64),
        ("subset", np.int64),  # where the node's set starts in `sets`; -1: it has none
        ("threshold", np.float64),
        ("weight", np.float64),
        ("impurity", np.float64),
    ]
)
PENDING = np.dtype(
    [
        ("start", np.int64),  # of the node's items
        ("stop", np.int64),
        ("depth", np.int64),
        ("parent", np.int64),  # of a second branch; -1 otherwise
        ("seed", np.uint64),
    ]
)
ROOM = 64  # nodes that a new buffer has room for


class Nodes(NamedTuple):
    """The nodes of a tree in preorder."""

    table: Array  # (m,) NODE
    value: Array  # (m, K) class weights, or (m, 1) the mean
    sets: Array  # uint8: 1 for each category that goes to the first branch


class TreeBuffer(NamedTuple):
    """Nodes so far, and the stack of those that wait; both have room for more."""

    table: Array  # NODE
    value: Array  # (room, K)
    pending: Array  # PENDING
    sums: Array  # (room, L) sums of the pending nodes, where they are whole numbers


def make_items(times: Array, codes: Array) -> Array:
    """Items of the rows that were drawn."""
    items = np.empty(len(times), np.uint64)
    packed = codes if codes.max(initial=0) < 1 << CLASS_BITS else np.empty(0, np.int64)
    return items[: pack_items(times, packed, items)]


@kernel
def pack_items(times: Array, codes: Array, out_items: Array) -> int:
    """Row, class and times of each row that was drawn, one word each; their number."""
    count = 0
    for i in range(times.shape[0]):
        word = np.uint64(i) | np.uint64(times[i]) << np.uint64(RANK_SHIFT)
        if codes.shape[0]:
            word |= np.uint64(codes[i]) << np.uint64(ROW_BITS)
        out_items[count] = word  # overwritten by the next row if this one was not drawn
        count += times[i] > 0
    return count


def make_groups(sizes: Array, L: int) -> Work:
    """Working arrays for nominal features."""
    most = int(sizes.max(initial=0)) + 2
    groups = np.zeros((most, L)), np.zeros((most, 3), np.int64), np.zeros(most)
    return Work(np.zeros((4, L)), *groups, np.zeros((2, 1)), np.zeros(1))


def grow_nodes(
    bins: Bins, times: Array, columns: PresortedColumns, w: Array, rules: GrowthRules, K: int
) -> Nodes:
    """The tree of the rows, each taken `times` (n,) times; K is 0 for regression.

    w (n,) are the weights; if it is empty, the times are.
    """
    items = make_items(times, columns.codes if K else np.empty(0, np.int64))
    kind = np.int32 if K and w.size == 0 else np.float64  # the times are whole numbers
    codes = columns.codes if K > MOST_PACKED else np.empty(0, np.int64)
    target, L = Target(codes, columns.y, w.astype(kind, copy=False)), K or 3
    return grow_binned(items, bins, target, rules, K or 1, make_scratch(L, kind), make_groups(bins.sizes, L))


@borrowing_kernel
def side_threshold(cut: int, aside: float, out_side: Array) -> None:
    """Branch of each bin of a threshold split."""
    for b in range(MISSING_BIN):
        out_side[b] = b > cut
    out_side[MISSING_BIN] = aside < 1.0


@borrowing_kernel
def halfway(j: int, cut: int, lowest: int, bins: Bins) -> float:
    """The threshold of feature j between bin `cut` and the lowest bin on the right."""
    if lowest == MISSING_BIN:
        return np.inf
    low, high = bins.upper[j, cut], bins.lower[j, lowest]
    middle = 0.5 * low + 0.5 * high
    return low if middle >= high else middle


@kernel
def side_subset(
    items: Array,
    j: int,
    found: Array,
    bins: Bins,
    facts: NodeFacts,
    target: Target,
    rules: GrowthRules,
    s: NodeScratch,
    work: Work,
    out_side: Array,
) -> None:
    """Branch of each bin of a subset split; categories unknown in the node go with the heavier branch."""
    size, cut = bins.sizes[j], np.int64(found[CUT])
    count = gather_bins(items, j, bins, facts, target, s, work)
    order_groups(count, np.int64(found[ASIDE]), rules, splitmix(facts.seed + np.uint64(j)), work)
    first = 0.0
    for t in range(cut):
        first += weight_of(work.group[work.group_info[t, 2]], rules.criterion)
    for b in range(MISSING_BIN + 1):
        out_side[b] = 0 if 2.0 * first > facts.weight else 1
    for t in range(count):
        code = work.group_info[work.group_info[t, 2], 0]
        out_side[code if code < size else MISSING_BIN] = t >= cut


@borrowing_kernel
def partition(
    items: Array, start: int, stop: int, codes: Array, j: int, side: Array, spare: Array
) -> tuple[int, int]:
    """Move the items, in order, to their sides; where the right side starts, and its lowest bin."""
    left: Any = start
    right: Any = 0
    lowest: Any = MISSING_BIN
    for q in range(start, stop):
        item = items[q]
        b = np.int64(codes[row_of(item), j])
        goes_right = np.int64(side[b])
        items[left] = item
        spare[right] = item
        right += goes_right
        left += 1 - goes_right
        lowest = min(lowest, b if goes_right else MISSING_BIN)
    for q in range(right):
        items[left + q] = spare[q]
    return left, lowest


@part_of_borrowing_kernel
def sums_follow(target: Target) -> bool:
    """Whether sums are whole numbers: those of the branches then follow from the split, without rounding."""
    return target.y.shape[0] + target.w.shape[0] == 0


@kernel
def make_buffer(width: int, L: int) -> TreeBuffer:
    """An empty buffer."""
    return TreeBuffer(
        np.empty(ROOM, NODE), np.empty((ROOM, width)), np.empty(ROOM, PENDING), np.empty((ROOM, L))
    )


@kernel
def enlarge(buffer: TreeBuffer, nodes: int, pending: int) -> TreeBuffer:
    """The buffer with room for at least so many nodes and pending nodes."""
    table, value = more_records(buffer.table, nodes), more(buffer.value, nodes)
    return TreeBuffer(table, value, more_records(buffer.pending, pending), more(buffer.sums, pending))


@part_of_borrowing_kernel
def push(pending: Array, top: int, start: int, stop: int, depth: int, parent: int, seed: np.uint64) -> None:
    """Put a node on the stack."""
    entry = pending[top]
    entry["start"], entry["stop"] = start, stop
    entry["depth"], entry["parent"], entry["seed"] = depth, parent, seed


@part_of_borrowing_kernel
def open_node(
    i: int, top: int, items: Array, target: Target, rules: GrowthRules, s: NodeScratch, buffer: TreeBuffer
) -> tuple[float, float]:
    """Node i, from the top of the stack, as a leaf, which a split may change; its weight and impurity."""
    entry, node, value = buffer.pending[top], buffer.table[i], buffer.value[i]
    if i > 0 and sums_follow(target):
        weight, impurity = copy_sums(buffer.sums[top], rules, s, value)
    else:
        weight, impurity = sum_rows(items, entry["start"], entry["stop"], target, rules, s, value)
    if entry["parent"] >= 0:
        buffer.table[entry["parent"]]["right"] = i
    node["feature"], node["right"], node["missing"], node["subset"] = -1, 0, 0, -1
    node["rows"] = entry["stop"] - entry["start"]
    node["threshold"], node["weight"], node["impurity"] = -2.0, weight, impurity
    return weight, impurity


@borrowing_kernel
def sum_first_branch(
    items: Array, start: int, middle: int, numeric: bool, target: Target, s: NodeScratch, found: Array
) -> float:
    """Weight of the first branch; where sums are whole numbers, `found` has its sums."""
    L, first = s.node.shape[0], 0.0
    if numeric and sums_follow(target):
        for k in range(L):
            first += found[SUMS + k]
        return first
    for k in range(L):
        found[SUMS + k] = 0.0
    for q in range(start, middle):
        v = np.float64(weight_at(items[q], target.w))
        first += v
        if sums_follow(target):
            found[SUMS + class_of(items[q], target.codes, L)] += v
    return first


@part_of_borrowing_kernel
def push_branches(
    i: int, top: int, middle: int, facts: NodeFacts, s: NodeScratch, found: Array, buffer: TreeBuffer
) -> None:
    """Put the branches of node i on the stack, the first one on top, with their sums."""
    depth = buffer.pending[top]["depth"] + 1
    first, second = splitmix(facts.seed ^ np.uint64(1)), splitmix(facts.seed ^ np.uint64(2))
    push(buffer.pending, top, middle, facts.stop, depth, i, second)
    push(buffer.pending, top + 1, facts.start, middle, depth, -1, first)
    for k in range(s.node.shape[0]):
        buffer.sums[top + 1, k] = found[SUMS + k]
        buffer.sums[top, k] = s.node[k] - found[SUMS + k]


@part_of_borrowing_kernel
def split_node(
    i: int, j: int, lowest: int, first: float, side: Array, bins: Bins, found: Array, table: Array
) -> None:
    """Write the split of node i by feature j; `first` is the weight of its first branch."""
    node = table[i]
    node["feature"], node["missing"] = j, side[MISSING_BIN]
    if bins.sizes[j] == 0:
        node["threshold"] = halfway(j, np.int64(found[CUT]), lowest, bins)
        if found[ASIDE] < 0.0:  # none was missing: with the majority
            node["missing"] = 0 if 2.0 * first > node["weight"] else 1


@borrowing_kernel
def keep_set(i: int, size: int, used: int, side: Array, table: Array, out_sets: Array) -> int:
    """Append the set of node i, 1 for each category that goes to the first branch; where the set stops."""
    table[i]["subset"] = used
    for code in range(size):
        out_sets[used + code] = 1 - side[code]
    return used + size


@kernel
def grow_binned(
    items: Array, bins: Bins, target: Target, rules: GrowthRules, width: int, s: NodeScratch, work: Work
) -> Nodes:
    """The tree of the rows among `items`, which are moved about; `width` is K, or 1 for regression."""
    p, L = bins.codes.shape[1], s.node.shape[0]
    side, spare = np.zeros(BINS, np.uint8), np.empty(items.shape[0], np.uint64)
    order, found = np.empty(p, np.int64), np.empty(SUMS + L)
    search = FeatureSearch(order, np.empty(SUMS + L), found)
    buffer, sets = make_buffer(width, L), np.empty(ROOM, np.uint8)
    push(buffer.pending, 0, 0, items.shape[0], 0, -1, rules.seed)
    count, top, used = 0, 1, 0
    while top > 0:
        i, count, top = count, count + 1, top - 1
        if count > buffer.table.shape[0] or top + 2 > buffer.pending.shape[0]:
            buffer = enlarge(buffer, count, top + 2)
        weight, impurity = open_node(i, top, items, target, rules, s, buffer)
        entry = buffer.pending[top]
        start, stop = entry["start"], entry["stop"]
        if stays_leaf(stop - start, entry["depth"], weight, impurity, rules):
            continue
        facts = facts_of(start, stop, entry["seed"], weight, impurity, target, rules, s)
        t = search_numbers(items, bins, facts, target, rules, s, 0, search)
        while t < p:
            try_subset(items, order[t], bins, facts, target, rules, s, work, search)
            t = search_numbers(items, bins, facts, target, rules, s, t + 1, search)
        j = np.int64(found[BY])
        if j < 0 or found[GAIN] * weight / rules.total + EPSILON < rules.min_decrease:
            continue
        if bins.sizes[j] > 0:
            side_subset(items, j, found, bins, facts, target, rules, s, work, side)
            sets = more_records(sets, used + bins.sizes[j])
            used = keep_set(i, bins.sizes[j], used, side, buffer.table, sets)
        else:
            side_threshold(np.int64(found[CUT]), found[ASIDE], side)
        middle, lowest = partition(items, start, stop, bins.codes, j, side, spare)
        first = sum_first_branch(items, start, middle, bins.sizes[j] == 0, target, s, found)
        split_node(i, j, lowest, first, side, bins, found, buffer.table)
        push_branches(i, top, middle, facts, s, found, buffer)
        top += 2
    return Nodes(buffer.table[:count].copy(), buffer.value[:count].copy(), sets[:used].copy())
