r"""A tree grown on binned columns: the splits of a node are read from histograms of its rows.

    histogram of a feature:  sums[b] = class weights (weight and weighted targets) of the rows in bin b

A node is a range of items, one word a row:

    item = times drawn (28 bits) | class (8 bits) | row (28 bits)

For each feature that is drawn, its rows are added up by bins and the bins are scanned in order, as `scan.py`
scans single rows; small nodes note which bins they touch and visit only those. A split moves the items,
in order, to the ranges of the branches. Nothing is sorted but the categories of a nominal feature. With no
more distinct values than bins the tree is the one that `top.grow` gives.

Cost: O(rows · features drawn) a level; memory: 16 bytes a row besides the bins. One thread: a forest grows
one tree a task. Reference: performance.md, row 4; Breiman (2001).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.below import more
from fenlei.trees.bin_scan import (
    BINS,
    NEXT,
    PRESENT,
    Scratch,
    Terms,
    add_classes,
    add_values,
    best_class_cut,
    best_value_cut,
    clear,
    list_bins,
    weight_at,
)
from fenlei.trees.binning import MISSING_BIN, Bins
from fenlei.trees.categories import best_subset, order_groups
from fenlei.trees.columns import CLASS_BITS, RANK_SHIFT, ROW_BITS, row_of
from fenlei.trees.grow import EPSILON
from fenlei.trees.random_numbers import splitmix, uniform
from fenlei.trees.rules import ENTROPY, GINI, SQUARED, TIE, Node, Rules, Work
from fenlei.trees.scan import ASIDE, CUT, GAIN, class_of, tie_margin, weight_of, worth

FEATURE, RIGHT, MISSING_TO, ROWS, SET = range(5)  # columns of `whole`
CUT_AT, WEIGHT, IMPURITY = range(3)  # columns of `real`


class Target(NamedTuple):
    """What is to be predicted: `codes` for more than 256 classes, `y` for regression; else empty."""

    codes: Array  # (n,) int64
    y: Array  # (n,)
    w: Array  # (n,) weights; empty: the times drawn are the weights


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


@kernel
def sum_up(
    items: Array, target: Target, rules: Rules, out_sums: Array, out_value: Array
) -> tuple[float, float]:
    """Sums of the items; their weight and impurity; out_value gets the class weights or the mean."""
    L = out_sums.shape[0]
    for k in range(L):
        out_sums[k] = 0.0
    if rules.criterion <= ENTROPY:
        for q in range(items.shape[0]):
            out_sums[class_of(items[q], target.codes, L)] += weight_at(items[q], target.w)
        largest = 0.0
        for k in range(L):
            out_value[k] = out_sums[k]
            largest = max(largest, out_sums[k])
        weight = weight_of(out_sums, rules)
        f = worth(out_sums, rules) / weight
        impurity = 1.0 - f if rules.criterion == GINI else -f
        return weight, max(impurity, 0.0) if largest < weight else 0.0
    for q in range(items.shape[0]):
        v = weight_at(items[q], target.w)
        out_sums[0] += v
        out_sums[1] += v * target.y[row_of(items[q])]
    mean, error = out_sums[1] / out_sums[0], 0.0
    out_value[0] = mean
    for q in range(items.shape[0]):
        v, y = weight_at(items[q], target.w), target.y[row_of(items[q])]
        if rules.criterion == SQUARED:
            error += v * (y - mean) ** 2
        elif y > 0.0:
            error += v * y * np.log(y / mean)
    out_sums[2] = error
    return out_sums[0], max(error / out_sums[0], 0.0)


@kernel
def terms_of(node: Node, rules: Rules, s: Scratch) -> Any:
    """What a scan must know of the node; its sums go to the scratch."""
    L, need = node.sums.shape[0], rules.min_weight_leaf * (1.0 - TIE)
    for k in range(L):
        s.real[(BINS + 1) * L + k] = node.sums[k]
    center = node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    return Terms(rules.criterion, rules.min_samples_leaf, need, tie_margin(node, rules), node.weight, center)


@kernel
def search_subset_bins(
    items: Array,
    j: int,
    bins: Bins,
    node: Node,
    terms: Terms,
    target: Target,
    rules: Rules,
    s: Scratch,
    work: Work,
    out: Array,
) -> None:
    """Best two sets of categories of feature j, written to out (4,)."""
    count = gather_bins(items, j, bins, terms, target, node.sums.shape[0], s, work)
    best_subset(count, items.shape[0], j, node, rules, work, out)


@kernel
def gather_bins(
    items: Array, j: int, bins: Bins, terms: Terms, target: Target, L: int, s: Scratch, work: Work
) -> int:
    """The categories that occur as groups; their number. A missing value has the code behind the last."""
    if terms.criterion <= ENTROPY:
        add_classes(items, bins.codes, j, 2.0, target.w, target.codes, L, s)
    else:
        add_values(items, bins.codes, j, terms.center, target.w, target.y, s)
    count = list_bins(items.shape[0], L, s)
    for t in range(count):
        b = s.whole[PRESENT + t]
        work.group_info[t, 0] = min(b, bins.sizes[j])
        work.group_info[t, 1] = s.whole[b]
        for k in range(L):
            work.group[t, k] = s.real[b * L + k]
    clear(count, L, s)
    return count


@kernel
def side_threshold(j: int, found: Array, bins: Bins, out_side: Array) -> float:
    """Branch of each bin of a threshold split, and the threshold."""
    cut, following = np.int64(found[CUT]), np.int64(found[NEXT])
    for b in range(MISSING_BIN):
        out_side[b] = b > cut
    out_side[MISSING_BIN] = found[ASIDE] < 1.0
    if following < 0:
        return np.inf
    low, high = bins.upper[j, cut], bins.lower[j, following]
    middle = 0.5 * low + 0.5 * high
    return low if middle >= high else middle


@kernel
def side_subset(
    items: Array,
    j: int,
    found: Array,
    bins: Bins,
    node: Node,
    terms: Terms,
    target: Target,
    rules: Rules,
    s: Scratch,
    work: Work,
    out_side: Array,
) -> None:
    """Branch of each bin of a subset split; what the node has not seen goes with the heavier branch."""
    size, cut = bins.sizes[j], np.int64(found[CUT])
    count = gather_bins(items, j, bins, terms, target, node.sums.shape[0], s, work)
    order_groups(count, np.int64(found[ASIDE]), rules, splitmix(node.seed + np.uint64(j)), work)
    first = 0.0
    for t in range(cut):
        first += weight_of(work.group[work.group_info[t, 2]], rules)
    for b in range(MISSING_BIN + 1):
        out_side[b] = 0 if 2.0 * first > node.weight else 1
    for t in range(count):
        code = work.group_info[work.group_info[t, 2], 0]
        out_side[code if code < size else MISSING_BIN] = t >= cut


@kernel
def part(items: Array, codes: Array, j: int, side: Array, buffer: Array) -> int:
    """The items, in order, to their sides; the number on the left."""
    left: Any = 0
    right: Any = 0
    for q in range(items.shape[0]):
        item = items[q]
        goes_right = np.int64(side[codes[row_of(item), j]])
        items[left] = item
        buffer[right] = item
        right += goes_right
        left += 1 - goes_right
    for q in range(right):
        items[left + q] = buffer[q]
    return left


@kernel
def stays_leaf(rows: int, depth: int, weight: float, impurity: float, rules: Rules) -> bool:
    """Whether the node need not be searched: too deep, too small or pure."""
    return (
        depth >= rules.max_depth
        or rows < rules.min_samples_split
        or rows < 2 * rules.min_samples_leaf
        or weight < 2.0 * rules.min_weight_leaf * (1.0 - TIE)
        or impurity <= EPSILON
    )


@kernel
def best_feature(
    items: Array,
    bins: Bins,
    node: Node,
    terms: Terms,
    target: Target,
    rules: Rules,
    s: Scratch,
    work: Work,
    order: Array,
    trial: Array,
    out: Array,
) -> int:
    """The feature with the largest gain among those drawn, the first of equals; -1 if none can split.

    If none of `max_features` can, more are drawn until one can. out (4,) gets what was found.
    """
    p, enough = order.shape[0], min(rules.max_features, order.shape[0])
    for j in range(p):
        order[j] = j
    if enough < p:
        for t in range(p - 1):
            other = t + np.int64(uniform(node.seed + np.uint64(t)) * (p - t))
            order[t], order[other] = order[other], order[t]
            if t + 1 == enough:
                break
        for t in range(1, enough):  # in ascending order, for the sake of ties
            j, place = order[t], t
            while place > 0 and order[place - 1] > j:
                order[place] = order[place - 1]
                place -= 1
            order[place] = j
    chosen, best, L = -1, -np.inf, node.sums.shape[0]
    before = 0.0 if rules.criterion == SQUARED else worth(node.sums, rules)
    for t in range(p):
        if t >= enough:
            if chosen >= 0:
                break
            other = t + np.int64(uniform(node.seed + np.uint64(t)) * (p - t))
            order[t], order[other] = order[other], order[t]
        j = order[t]
        trial[GAIN] = -np.inf
        if bins.sizes[j] > 0:
            search_subset_bins(items, j, bins, node, terms, target, rules, s, work, trial)
        elif rules.criterion <= ENTROPY:
            f = best_class_cut(items, bins.codes, j, terms, target.w, target.codes, rules.table, L, s, trial)
            trial[GAIN] = (f - before) / node.weight
        else:
            f = best_value_cut(items, bins.codes, j, terms, target.w, target.y, s, trial)
            trial[GAIN] = (f - before) / node.weight
        if trial[GAIN] > best + TIE or (chosen < 0 and trial[GAIN] > -np.inf):
            best, chosen = trial[GAIN], order[t]
            for c in range(4):
                out[c] = trial[c]
    if best * node.weight / rules.total + EPSILON < rules.min_decrease:
        return -1
    return chosen


@kernel
def grow_binned(
    items: Array, bins: Bins, target: Target, rules: Rules, width: int, s: Scratch, work: Work
) -> Nodes:
    """The tree of the rows among `items`, which are moved about; `width` is K, or 1 for regression."""
    L, p = work.side.shape[1], bins.codes.shape[1]
    order, trial, found, side = np.empty(p, np.int64), np.empty(4), np.empty(4), np.zeros(256, np.uint8)
    buffer, sums = np.empty(items.shape[0], np.uint64), np.empty(L)
    whole, real, value = np.empty((64, 5), np.int64), np.empty((64, 3)), np.empty((64, width))
    sets, used, count = np.empty((64, 1), np.uint8), 0, 0
    stack, seeds, size = np.empty((64, 4), np.int64), np.empty((64, 1), np.uint64), 1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], seeds[0, 0] = 0, items.shape[0], 0, -1, rules.seed
    while size > 0:
        size -= 1
        start, stop, depth, parent = stack[size, 0], stack[size, 1], stack[size, 2], stack[size, 3]
        seed, here, i = seeds[size, 0], items[start:stop], count
        count += 1
        if count > whole.shape[0]:
            whole, real, value = more(whole, count), more(real, count), more(value, count)
        if parent >= 0:
            whole[parent, RIGHT] = i
        weight, impurity = sum_up(here, target, rules, sums, value[i])
        whole[i, FEATURE], whole[i, RIGHT], whole[i, MISSING_TO], whole[i, SET] = -1, 0, 0, -1
        whole[i, ROWS] = stop - start
        real[i, CUT_AT], real[i, WEIGHT], real[i, IMPURITY] = -2.0, weight, impurity
        if stays_leaf(stop - start, depth, weight, impurity, rules):
            continue
        node = Node(sums, weight, -np.inf, np.inf, seed)
        terms = terms_of(node, rules, s)
        j = best_feature(here, bins, node, terms, target, rules, s, work, order, trial, found)
        if j < 0:
            continue
        whole[i, FEATURE] = j
        if bins.sizes[j] > 0:
            side_subset(here, j, found, bins, node, terms, target, rules, s, work, side)
            whole[i, SET] = used
            sets = more(sets, used + bins.sizes[j])
            for code in range(bins.sizes[j]):
                sets[used + code, 0] = 1 - side[code]
            used += bins.sizes[j]
        else:
            real[i, CUT_AT] = side_threshold(j, found, bins, side)
        left = part(here, bins.codes, j, side, buffer)
        whole[i, MISSING_TO] = side[MISSING_BIN]
        if bins.sizes[j] == 0 and found[ASIDE] < 0.0:  # none was missing: with the majority
            first = 0.0
            for q in range(left):
                first += weight_at(here[q], target.w)
            whole[i, MISSING_TO] = 0 if 2.0 * first > weight else 1
        if size + 2 > stack.shape[0]:
            stack, seeds = more(stack, size + 2), more(seeds, size + 2)
        for branch in range(1, -1, -1):
            stack[size, 0] = start + left if branch else start
            stack[size, 1] = stop if branch else start + left
            stack[size, 2], stack[size, 3] = depth + 1, i if branch else -1
            seeds[size, 0] = splitmix(seed ^ np.uint64(branch + 1))
            size += 1
    flat = np.empty(used, np.uint8)
    for c in range(used):
        flat[c] = sets[c, 0]
    return Nodes(whole[:count].copy(), real[:count].copy(), value[:count].copy(), flat)
