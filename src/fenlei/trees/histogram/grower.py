r"""A tree grown on binned columns: the splits of a node are read from histograms of its rows.

    histogram of a feature:  sums[b] = class weights (weight and weighted targets) of the rows in bin b

A node is a range of items, one word a row:

    item = times drawn (28 bits) | class (8 bits) | row (28 bits)

For each feature that is drawn, the sums left of every cut are found (`left_sums.py`) and judged
(`bin_scan.py`). A split moves the items, in order, to the ranges of the branches; where the sums are whole
numbers, those of the branches come with the split and no row is visited for them. Nothing is sorted but the
categories of a nominal feature. With no more distinct values than bins the tree is the one that `top.grow`
gives.

Cost: O(rows · features drawn) a level; memory: 16 bytes a row besides the bins. One thread: a forest grows
one tree a task. Reference: Breiman (2001).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, borrowing_kernel, kernel
from fenlei.trees.exact.growth_rules import Rules, Work
from fenlei.trees.exact.nominal_split import order_groups
from fenlei.trees.exact.numeric_split import ASIDE, CUT, GAIN, class_of, weight_of
from fenlei.trees.exact.presorted_columns import (
    CLASS_BITS,
    MOST_PACKED,
    RANK_SHIFT,
    ROW_BITS,
    Columns,
    row_of,
)
from fenlei.trees.exact.steps import EPSILON
from fenlei.trees.exact.subtree import more
from fenlei.trees.histogram.binning import MISSING_BIN, Bins
from fenlei.trees.histogram.cuts import SUMS
from fenlei.trees.histogram.node import stays_leaf, sum_up, take_up, terms_of
from fenlei.trees.histogram.prefix_sums import BINS, Scratch, Target, Terms, make_scratch, weight_at
from fenlei.trees.histogram.search import BY, Search, gather_bins, search_numbers, try_subset
from fenlei.trees.random_numbers import splitmix

FEATURE, RIGHT, MISSING_TO, ROWS, SET = range(5)  # columns of `whole`
CUT_AT, WEIGHT, IMPURITY = range(3)  # columns of `real`


class Nodes(NamedTuple):
    """Nodes in preorder: the first branch of node i is i + 1."""

    whole: Array  # (m, 5) int64: feature (-1: leaf), second branch, branch of missing values, rows, set
    real: Array  # (m, 3): threshold, weight, impurity
    value: Array  # (m, K) class weights, or (m, 1) the mean
    sets: Array  # uint8: 1 for each category that goes to the first branch


def make_items(times: Array, codes: Array) -> Array:
    """Items of the rows that were drawn."""
    rows = np.flatnonzero(times).astype(np.uint64)
    words = rows | (times[rows].astype(np.uint64) << np.uint64(RANK_SHIFT))
    if codes.size and codes.max(initial=0) < 1 << CLASS_BITS:
        words |= codes[rows].astype(np.uint64) << np.uint64(ROW_BITS)
    return words


def make_groups(sizes: Array, L: int) -> Work:
    """Scratch for nominal features."""
    most = int(sizes.max(initial=0)) + 2
    groups = np.zeros((most, L)), np.zeros((most, 3), np.int64), np.zeros(most)
    return Work(np.zeros((4, L)), *groups, np.zeros((2, 1)), np.zeros(1))


def grow_nodes(bins: Bins, times: Array, columns: Columns, w: Array, rules: Rules, K: int) -> Nodes:
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
    terms: Terms,
    target: Target,
    rules: Rules,
    s: Scratch,
    work: Work,
    out_side: Array,
) -> None:
    """Branch of each bin of a subset split; what the node has not seen goes with the heavier branch."""
    size, cut = bins.sizes[j], np.int64(found[CUT])
    count = gather_bins(items, j, bins, terms, target, s, work)
    order_groups(count, np.int64(found[ASIDE]), rules, splitmix(terms.seed + np.uint64(j)), work)
    first = 0.0
    for t in range(cut):
        first += weight_of(work.group[work.group_info[t, 2]], rules)
    for b in range(MISSING_BIN + 1):
        out_side[b] = 0 if 2.0 * first > terms.weight else 1
    for t in range(count):
        code = work.group_info[work.group_info[t, 2], 0]
        out_side[code if code < size else MISSING_BIN] = t >= cut


@borrowing_kernel
def part(
    items: Array, start: int, stop: int, codes: Array, j: int, side: Array, buffer: Array
) -> tuple[int, int]:
    """The items, in order, to their sides; the place where the right side begins, and its lowest bin."""
    left: Any = start
    right: Any = 0
    lowest: Any = MISSING_BIN
    for q in range(start, stop):
        item = items[q]
        b = np.int64(codes[row_of(item), j])
        goes_right = np.int64(side[b])
        items[left] = item
        buffer[right] = item
        right += goes_right
        left += 1 - goes_right
        lowest = min(lowest, b if goes_right else MISSING_BIN)
    for q in range(right):
        items[left + q] = buffer[q]
    return left, lowest


@borrowing_kernel
def emit(whole: Array, real: Array, i: int, rows: int, weight: float, impurity: float) -> None:
    """Node i as a leaf; a split may change that."""
    whole[i, FEATURE], whole[i, RIGHT], whole[i, MISSING_TO], whole[i, SET] = -1, 0, 0, -1
    whole[i, ROWS] = rows
    real[i, CUT_AT], real[i, WEIGHT], real[i, IMPURITY] = -2.0, weight, impurity


@borrowing_kernel
def sum_branches(
    items: Array,
    start: int,
    middle: int,
    j: int,
    bins: Bins,
    target: Target,
    s: Scratch,
    found: Array,
    held: Array,
    at: int,
) -> float:
    """Weight of the left branch; if sums are whole numbers, those of the branches into held, from `at` on."""
    L, first = s.node.shape[0], 0.0
    known = target.y.shape[0] + target.w.shape[0] == 0
    if known and bins.sizes[j] == 0:
        for k in range(L):
            first += found[SUMS + k]
    else:
        for k in range(L):
            found[SUMS + k] = 0.0
        for q in range(start, middle):
            v = np.float64(weight_at(items[q], target.w))
            first += v
            if known:
                found[SUMS + class_of(items[q], target.codes, L)] += v
    for k in range(L):
        held[at + 1, k] = found[SUMS + k]
        held[at, k] = s.node[k] - found[SUMS + k]
    return first


@kernel
def grow_binned(
    items: Array, bins: Bins, target: Target, rules: Rules, width: int, s: Scratch, work: Work
) -> Nodes:
    """The tree of the rows among `items`, which are moved about; `width` is K, or 1 for regression."""
    sizes, p, L = bins.sizes, bins.codes.shape[1], s.node.shape[0]
    order, side = np.empty(p, np.int64), np.zeros(BINS, np.uint8)
    found = np.empty(SUMS + L)
    search = Search(order, np.empty(SUMS + L), found)
    buffer = np.empty(items.shape[0], np.uint64)
    whole, real, value = np.empty((64, 5), np.int64), np.empty((64, 3)), np.empty((64, width))
    sets, used, count = np.empty((64, 1), np.uint8), 0, 0
    known = target.y.shape[0] + target.w.shape[0] == 0  # the sums of branches come with the split
    stack, seeds, held, size = np.empty((64, 4), np.int64), np.empty((64, 1), np.uint64), np.empty((64, L)), 1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], seeds[0, 0] = 0, items.shape[0], 0, -1, rules.seed
    while size > 0:
        size -= 1
        start, stop, depth, parent = stack[size, 0], stack[size, 1], stack[size, 2], stack[size, 3]
        seed, i = seeds[size, 0], count
        count += 1
        if count > whole.shape[0]:
            whole, real, value = more(whole, count), more(real, count), more(value, count)
        if parent >= 0:
            whole[parent, RIGHT] = i
        if known and i > 0:
            weight, impurity = take_up(held[size], rules, s, value[i])
        else:
            weight, impurity = sum_up(items, start, stop, target, rules, s, value[i])
        emit(whole, real, i, stop - start, weight, impurity)
        if stays_leaf(stop - start, depth, weight, impurity, rules):
            continue
        terms = terms_of(start, stop, seed, weight, impurity, target, rules, s)
        t = search_numbers(items, bins, terms, target, rules, s, 0, search)
        while t < p:
            try_subset(items, order[t], bins, terms, target, rules, s, work, search)
            t = search_numbers(items, bins, terms, target, rules, s, t + 1, search)
        j = np.int64(found[BY])
        if j < 0 or found[GAIN] * weight / rules.total + EPSILON < rules.min_decrease:
            continue
        whole[i, FEATURE] = j
        if sizes[j] > 0:
            side_subset(items, j, found, bins, terms, target, rules, s, work, side)
            whole[i, SET] = used
            sets = more(sets, used + sizes[j])
            for code in range(sizes[j]):
                sets[used + code, 0] = 1 - side[code]
            used += sizes[j]
        else:
            side_threshold(np.int64(found[CUT]), found[ASIDE], side)
        middle, lowest = part(items, start, stop, bins.codes, j, side, buffer)
        if sizes[j] == 0:
            real[i, CUT_AT] = halfway(j, np.int64(found[CUT]), lowest, bins)
        if size + 2 > stack.shape[0]:
            stack, seeds, held = more(stack, size + 2), more(seeds, size + 2), more(held, size + 2)
        first = sum_branches(items, start, middle, j, bins, target, s, found, held, size)
        whole[i, MISSING_TO] = side[MISSING_BIN]
        if sizes[j] == 0 and found[ASIDE] < 0.0:  # none was missing: with the majority
            whole[i, MISSING_TO] = 0 if 2.0 * first > weight else 1
        for branch in range(1, -1, -1):
            stack[size, 0] = middle if branch else start
            stack[size, 1] = stop if branch else middle
            stack[size, 2], stack[size, 3] = depth + 1, i if branch else -1
            seeds[size, 0] = splitmix(seed ^ np.uint64(branch + 1))
            size += 1
    flat = np.empty(used, np.uint8)
    for c in range(used):
        flat[c] = sets[c, 0]
    return Nodes(whole[:count].copy(), real[:count].copy(), value[:count].copy(), flat)
