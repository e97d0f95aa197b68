"""Growing a tree on columns of entries (`entries.py`): sparse rows, and several targets at once.

A node is a range of `places`, the rows in the order in which nodes part them, and a list of the columns in
which it has entries, with their ranges. Of two branches the smaller is split first, so that few lists wait;
nodes are numbered in preorder afterwards. With a limit on the leaves, the largest decrease is split first.

Cost: O(rows + entries) a level, in one thread. Memory: the entries, and 24 bytes for each column of each
node that waits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, LEAF, SQUARED, THRESHOLD, TIE
from fenlei.trees.exact.steps import EPSILON, draw_features
from fenlei.trees.exact.subtree import (
    CUT_AT,
    FEATURE,
    IMPURITY,
    KIND,
    MISSING_TO,
    PARENT,
    ROWS,
    SET,
    SLOT,
    WEIGHT,
    Emitted,
    more,
)
from fenlei.trees.random_numbers import splitmix
from fenlei.trees.sparse.cuts import (
    Found,
    Group,
    Growth,
    Targets,
    add_row,
    best_threshold,
    weight_at,
    worth_of,
)
from fenlei.trees.sparse.entries import Entries, part_entries

NO_LIMIT = np.iinfo(np.int64).max
NODE, START, STOP, DEPTH, BY, ASIDE, FIRST_RANGE, LAST_RANGE = range(8)  # columns of `Leaves.whole`
THRESHOLD_AT, DECREASE = range(2)  # columns of `Leaves.real`


class Leaves(NamedTuple):
    """Leaves that can be split, with their splits."""

    whole: Array  # (leaves, 8) int64: node, rows, depth, feature, branch of missing values, ranges
    real: Array  # (leaves, 2): threshold, decrease of the impurity
    seed: Array  # (leaves, 1) uint64
    ranges: Array  # (r, 3) int64: column, first entry, behind the last entry; of one leaf behind another


class Branch(NamedTuple):
    """A node that is to be made."""

    start: int
    stop: int
    depth: int
    parent: int
    slot: int
    seed: np.uint64
    ranges: Array  # (columns, 3)


class Scratch(NamedTuple):
    """What one growth writes on."""

    side: Array  # (4, cells)
    branch: Array  # (n,) uint8, of each row of the node
    places: Array  # (n,) int64
    values: Array  # (longest column,)
    rows: Array  # (longest column,) int32
    range_of: Array  # (p,) int64, where a column stands among the node's ranges; -1: it has no entries


def make_scratch(entries: Entries, n: int, cells: int) -> Scratch:
    longest = int(np.diff(entries.start).max(initial=0))
    return Scratch(
        np.zeros((4, cells)),
        np.zeros(n, np.uint8),
        np.zeros(n, np.int64),
        np.zeros(longest),
        np.zeros(longest, np.int32),
        np.full(len(entries.start) - 1, -1),
    )


@kernel
def describe_rows(
    rows: Array, targets: Targets, growth: Growth, seed: np.uint64, out_value: Array
) -> tuple[Group, float]:
    """Sums and impurity of the rows; out_value gets the class weights, or the mean targets."""
    L, weight = out_value.shape[0], 0.0
    sums, center = np.zeros(L), np.zeros(L)
    cells, y, w = targets.cells, targets.y, targets.w
    for i in rows:
        weight += add_row(i, 1.0, cells, y, w, center, sums)
    if growth.criterion <= ENTROPY:
        classes = 0
        for m in range(L):
            out_value[m] = sums[m]
            classes += sums[m] > 0.0
        f = worth_of(sums, weight, growth)
        share = f / weight / growth.outputs
        impurity = 1.0 - share if growth.criterion == GINI else -share
        group = Group(sums, center, weight, rows.shape[0], TIE * weight, f, seed)
        return group, 0.0 if classes == growth.outputs else max(impurity, 0.0)
    error = 0.0
    for m in range(L):
        out_value[m] = sums[m] / weight
    for i in rows:
        for m in range(L):
            mean = out_value[m]
            if growth.criterion == SQUARED:
                error += weight_at(i, w) * (y[i, m] - mean) ** 2
            elif y[i, m] > 0.0:
                error += weight_at(i, w) * y[i, m] * np.log(y[i, m] / mean)
    if growth.criterion == SQUARED:
        for m in range(L):
            sums[m], center[m] = 0.0, out_value[m]
    f = worth_of(sums, weight, growth)
    group = Group(sums, center, weight, rows.shape[0], TIE * abs(error), f, seed)
    return group, max(error / weight / growth.outputs, 0.0)


@kernel
def best_split(
    entries: Entries, ranges: Array, node: Group, targets: Targets, growth: Growth, scratch: Scratch
) -> tuple[float, int, Found]:
    """Decrease of the mean impurity, feature and threshold of the best split; feature -1 if there is none.

    A column without entries in the node is constant there, and is drawn in vain.
    """
    p, enough, range_of = entries.start.shape[0] - 1, growth.max_features, scratch.range_of
    for a in range(ranges.shape[0]):
        range_of[ranges[a, 0]] = a
    features = ranges[:, 0]
    if enough < p:
        features = draw_features(node.seed, p, False)
        features[:enough] = np.sort(features[:enough])  # of equally good ones the first is taken
    best, feature, chosen = -np.inf, -1, Found(-np.inf, 0.0, -1)
    for t in range(features.shape[0]):
        if t >= enough and feature >= 0:
            break
        a = range_of[features[t]]
        if a < 0:
            continue
        found = best_threshold(
            entries, ranges[a, 0], ranges[a, 1], ranges[a, 2], node, targets, growth, scratch.side
        )
        gain = (found.worth - node.before) / node.weight
        if gain > best + TIE:
            best, feature, chosen = gain, ranges[a, 0], found
    for a in range(ranges.shape[0]):
        range_of[ranges[a, 0]] = -1
    return best / growth.outputs, feature, chosen


@kernel
def mark_rows(
    start: int,
    stop: int,
    feature: int,
    found: Found,
    ranges: Array,
    entries: Entries,
    places: Array,
    out: Array,
) -> None:
    """Branch of each row of a node, to out."""
    a = 0
    while ranges[a, 0] != feature:
        a += 1
    of_zero = 0 if found.threshold >= 0.0 else 1
    for k in range(start, stop):
        out[places[k]] = of_zero
    for e in range(ranges[a, 1], ranges[a, 2]):
        x = entries.value[e]
        right = x > found.threshold or (x != x and found.missing == 1)
        out[entries.row[e]] = 1 if right else 0


@kernel
def part_rows(start: int, stop: int, places: Array, branch: Array, buffer: Array) -> int:
    """The rows of a node, in order, to its branches; the place where the second begins."""
    middle, above = start, 0
    for k in range(start, stop):
        if branch[places[k]]:
            buffer[above] = places[k]
            above += 1
        else:
            places[middle] = places[k]
            middle += 1
    for k in range(above):
        places[middle + k] = buffer[k]
    return middle


@kernel
def part_columns(ranges: Array, entries: Entries, scratch: Scratch) -> tuple[Array, Array]:
    """The entries of a node to its branches; the ranges of both."""
    count = ranges.shape[0]
    first, second, left, right = np.empty((count, 3), np.int64), np.empty((count, 3), np.int64), 0, 0
    for a in range(count):
        j, start, stop = ranges[a, 0], ranges[a, 1], ranges[a, 2]
        middle = part_entries(
            entries.value, entries.row, start, stop, scratch.branch, scratch.values, scratch.rows
        )
        if middle > start:
            first[left, 0], first[left, 1], first[left, 2] = j, start, middle
            left += 1
        if stop > middle:
            second[right, 0], second[right, 1], second[right, 2] = j, middle, stop
            right += 1
    return first[:left].copy(), second[:right].copy()


@kernel
def heavier(places: Array, start: int, middle: int, stop: int, w: Array) -> int:
    """The branch with more than half of the weight: there go missing values if none was missing."""
    first, whole = 0.0, 0.0
    for k in range(start, stop):
        v = weight_at(places[k], w)
        whole += v
        first += v if k < middle else 0.0
    return 0 if 2.0 * first > whole else 1


@kernel
def next_leaf(leaves: Leaves, size: int, best_first: bool) -> int:
    """The last leaf, or the one with the largest decrease, the first of equals; -1 if there is none."""
    if not best_first:
        return size - 1
    chosen, best = -1, -np.inf
    for k in range(size):
        if leaves.real[k, DECREASE] > best:
            chosen, best = k, leaves.real[k, DECREASE]
    return chosen


@kernel
def push(
    leaves: Leaves, size: int, top: int, i: int, branch: Branch, j: int, found: Found, decrease: float
) -> Leaves:
    """The leaves and node i, whose best split is known, behind them; its ranges begin at `top`."""
    many = branch.ranges.shape[0]
    leaves = Leaves(
        more(leaves.whole, size + 1),
        more(leaves.real, size + 1),
        more(leaves.seed, size + 1),
        more(leaves.ranges, top + many),
    )
    whole = leaves.whole[size]
    whole[NODE], whole[START], whole[STOP], whole[DEPTH] = i, branch.start, branch.stop, branch.depth
    whole[BY], whole[ASIDE], whole[FIRST_RANGE], whole[LAST_RANGE] = j, found.missing, top, top + many
    leaves.real[size, THRESHOLD_AT], leaves.real[size, DECREASE] = found.threshold, decrease
    leaves.seed[size, 0] = branch.seed
    leaves.ranges[top : top + many] = branch.ranges
    return leaves


@kernel
def emit_leaf(i: int, branch: Branch, weight: float, impurity: float, whole: Array, real: Array) -> None:
    """Node i as a leaf; a split may change that."""
    whole[i, PARENT], whole[i, SLOT], whole[i, KIND], whole[i, FEATURE] = branch.parent, branch.slot, LEAF, -2
    whole[i, MISSING_TO], whole[i, ROWS], whole[i, SET] = 0, branch.stop - branch.start, -1
    real[i, CUT_AT], real[i, WEIGHT], real[i, IMPURITY] = -2.0, weight, impurity


@kernel
def grow_entries(entries: Entries, targets: Targets, growth: Growth, width: int, scratch: Scratch) -> Emitted:
    """The nodes of all rows; the entries are moved about. `width` is the number of cells."""
    n, p, best_first = scratch.places.shape[0], entries.start.shape[0] - 1, growth.max_leaves < NO_LIMIT
    places = np.arange(n)
    whole, real, value = np.empty((64, 7), np.int64), np.empty((64, 3)), np.empty((64, width))
    every, none = np.empty((p, 3), np.int64), np.empty((0, 3), np.int64)
    for j in range(p):
        every[j, 0], every[j, 1], every[j, 2] = j, entries.start[j], entries.start[j + 1]
    leaves = Leaves(np.empty((64, 8), np.int64), np.empty((64, 2)), np.empty((64, 1), np.uint64), none)
    one = Branch(0, n, 0, -1, 0, growth.seed, every)
    two = Branch(0, 0, 0, -1, 0, growth.seed, none)
    count, size, top, born, least = 0, 0, 0, 1, growth.min_samples_split
    while True:
        for b in range(born):
            branch, i = one if b == 0 else two, count
            count += 1
            whole, real, value = more(whole, count), more(real, count), more(value, count)
            rows = places[branch.start : branch.stop]
            node, impurity = describe_rows(rows, targets, growth, branch.seed, value[i])
            emit_leaf(i, branch, node.weight, impurity, whole, real)
            light = node.weight < 2.0 * growth.min_weight_leaf * (1.0 - TIE)
            if branch.depth >= growth.max_depth or node.rows < least or light or impurity <= EPSILON:
                continue
            gain, j, found = best_split(entries, branch.ranges, node, targets, growth, scratch)
            decrease = gain * node.weight / growth.total
            if j >= 0 and decrease + EPSILON >= growth.min_decrease:
                leaves = push(leaves, size, top, i, branch, j, found, decrease)
                size, top = size + 1, top + branch.ranges.shape[0]
        k = next_leaf(leaves, size, best_first)
        if k < 0 or count // 2 + 1 >= growth.max_leaves:
            break
        leaf, ranges = (
            leaves.whole[k],
            leaves.ranges[leaves.whole[k, FIRST_RANGE] : leaves.whole[k, LAST_RANGE]],
        )
        i, start, stop, depth, seed = leaf[NODE], leaf[START], leaf[STOP], leaf[DEPTH] + 1, leaves.seed[k, 0]
        found = Found(0.0, leaves.real[k, THRESHOLD_AT], leaf[ASIDE])
        mark_rows(start, stop, leaf[BY], found, ranges, entries, places, scratch.branch)
        middle = part_rows(start, stop, places, scratch.branch, scratch.places)
        first, second = part_columns(ranges, entries, scratch)
        missing = found.missing
        if missing < 0:
            missing = heavier(places, start, middle, stop, targets.w)
        whole[i, KIND], whole[i, FEATURE], whole[i, MISSING_TO] = THRESHOLD, leaf[BY], missing
        real[i, CUT_AT] = found.threshold
        one = Branch(start, middle, depth, i, 0, splitmix(seed ^ np.uint64(1)), first)
        two = Branch(middle, stop, depth, i, 1, splitmix(seed ^ np.uint64(2)), second)
        born = 2
        if best_first:
            leaves.real[k, DECREASE] = -np.inf
        else:  # the last leaf is gone; the larger branch first, so that the smaller is split next
            size, top = k, leaf[FIRST_RANGE]
            if middle - start < stop - middle:
                one, two = two, one
    return Emitted(whole[:count].copy(), real[:count].copy(), value[:count].copy(), np.empty(0, np.uint8))
