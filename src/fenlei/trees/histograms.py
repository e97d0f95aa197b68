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
    NEXT,
    PRESENT,
    Scratch,
    Terms,
    add_classes,
    add_values,
    best_class_cut,
    best_value_cut,
    borrowing,
    clear,
    list_bins,
    weight_at,
)
from fenlei.trees.binning import MISSING_BIN, Bins
from fenlei.trees.categories import best_subset, order_groups
from fenlei.trees.columns import CLASS_BITS, RANK_SHIFT, ROW_BITS, rank_of, row_of
from fenlei.trees.grow import EPSILON
from fenlei.trees.random_numbers import splitmix, uniform
from fenlei.trees.rules import ENTROPY, GINI, SQUARED, TIE, Node, Rules, Work
from fenlei.trees.scan import ASIDE, CUT, GAIN, class_of, weight_of, xlogx

FEATURE, RIGHT, MISSING_TO, ROWS, SET = range(5)  # columns of `whole`
CUT_AT, WEIGHT, IMPURITY = range(3)  # columns of `real`
NEAR = 4096  # rows; the codes of a smaller node are brought together, so that all below it finds them near
TINY = float(np.finfo(np.float64).tiny)


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


@borrowing
def sum_up(
    items: Array,
    start: int,
    stop: int,
    criterion: int,
    w: Array,
    labels: Array,
    y: Array,
    table: Array,
    out_sums: Array,
    out_value: Array,
) -> tuple[float, float]:
    """Sums of the items; their weight and impurity; out_value gets the class weights or the mean."""
    for k in range(out_sums.shape[0]):
        out_sums[k] = 0.0
    if criterion <= ENTROPY:
        sum_classes(items, start, stop, w, labels, out_sums)
        return class_impurity(out_sums, criterion, table, out_value)
    for q in range(start, stop):
        v = weight_at(items[q], w)
        out_sums[0] += v
        out_sums[1] += v * y[row_of(items[q])]
    mean, error = out_sums[1] / out_sums[0], 0.0
    out_value[0] = mean
    for q in range(start, stop):
        v, target = weight_at(items[q], w), y[row_of(items[q])]
        if criterion == SQUARED:
            error += v * (target - mean) ** 2
        elif target > 0.0:
            error += v * target * np.log(target / mean)
    out_sums[2] = error
    return out_sums[0], max(error / out_sums[0], 0.0)


@borrowing
def sum_classes(items: Array, start: int, stop: int, w: Array, labels: Array, out_sums: Array) -> None:
    """Weight of each class, added to out_sums."""
    K = out_sums.shape[0]
    if w.shape[0] == 0 and labels.shape[0] == 0:
        for q in range(start, stop):
            out_sums[class_of(items[q], labels, 1)] += np.float64(rank_of(items[q]))
        return
    for q in range(start, stop):
        out_sums[class_of(items[q], labels, K)] += weight_at(items[q], w)


@borrowing
def class_impurity(sums: Array, criterion: int, table: Array, out_value: Array) -> tuple[float, float]:
    """Weight and impurity of the class weights, which are copied to out_value."""
    weight, largest, inner = 0.0, 0.0, 0.0
    for k in range(sums.shape[0]):
        c = sums[k]
        out_value[k] = c
        weight += c
        largest = max(largest, c)
        inner += c * c if criterion == GINI else xlogx(c, table)
    if largest >= weight:
        return weight, 0.0
    if criterion == GINI:
        return weight, max(1.0 - inner / weight / weight, 0.0)
    return weight, max((xlogx(weight, table) - inner) / weight, 0.0)


@borrowing
def worth_before(sums: Array, weight: float, impurity: float, criterion: int) -> float:
    """The f of the node."""
    if criterion <= ENTROPY:
        return weight * (1.0 - impurity if criterion == GINI else -impurity)
    if criterion == SQUARED:
        return 0.0  # deviations are from the node's mean
    return sums[1] * np.log(sums[1] / sums[0]) if sums[1] > 0.0 else 0.0


@borrowing
def terms_of(sums: Array, weight: float, criterion: int, least: float, least_weight: float) -> Any:
    """What a scan must know of the node."""
    center = sums[1] / sums[0] if criterion == SQUARED else 0.0
    margin = TIE * (weight if criterion <= ENTROPY else abs(sums[2]))
    return Terms(criterion, least, max(least_weight * (1.0 - TIE), TINY), margin, weight, center)


@kernel
def gather_bins(
    items: Array,
    start: int,
    stop: int,
    codes: Array,
    j: int,
    bins: Bins,
    terms: Terms,
    target: Target,
    s: Scratch,
    work: Work,
) -> int:
    """The categories that occur as groups; their number. A missing value has the code behind the last."""
    if terms.criterion <= ENTROPY:
        add_classes(items, start, stop, codes, j, True, target.w, target.codes, s.real, s.whole)
    else:
        add_values(items, start, stop, codes, j, terms.center, target.w, target.y, s.real, s.whole)
    count, L = list_bins(s.real, s.whole), work.group.shape[1]
    for t in range(count):
        b = s.whole[PRESENT + t]
        work.group_info[t, 0] = min(b, bins.sizes[j])
        work.group_info[t, 1] = s.whole[b]
        for k in range(L):
            work.group[t, k] = s.real[b * L + k]
    clear(count, s.real, s.whole)
    return count


@borrowing
def side_threshold(j: int, found: Array, lower: Array, upper: Array, out_side: Array) -> float:
    """Branch of each bin of a threshold split, and the threshold."""
    cut, following = np.int64(found[CUT]), np.int64(found[NEXT])
    for b in range(MISSING_BIN):
        out_side[b] = b > cut
    out_side[MISSING_BIN] = found[ASIDE] < 1.0
    if following < 0:
        return np.inf
    low, high = upper[j, cut], lower[j, following]
    middle = 0.5 * low + 0.5 * high
    return low if middle >= high else middle


@kernel
def side_subset(
    items: Array,
    start: int,
    stop: int,
    codes: Array,
    j: int,
    found: Array,
    bins: Bins,
    seed: np.uint64,
    terms: Terms,
    target: Target,
    rules: Rules,
    s: Scratch,
    work: Work,
    out_side: Array,
) -> None:
    """Branch of each bin of a subset split; what the node has not seen goes with the heavier branch."""
    size, cut = bins.sizes[j], np.int64(found[CUT])
    count = gather_bins(items, start, stop, codes, j, bins, terms, target, s, work)
    order_groups(count, np.int64(found[ASIDE]), rules, splitmix(seed + np.uint64(j)), work)
    first = 0.0
    for t in range(cut):
        first += weight_of(work.group[work.group_info[t, 2]], rules)
    for b in range(MISSING_BIN + 1):
        out_side[b] = 0 if 2.0 * first > terms.weight else 1
    for t in range(count):
        code = work.group_info[work.group_info[t, 2], 0]
        out_side[code if code < size else MISSING_BIN] = t >= cut


@borrowing
def part(items: Array, start: int, stop: int, codes: Array, j: int, side: Array, buffer: Array) -> int:
    """The items, in order, to their sides; the place where the right side begins."""
    left: Any = start
    right: Any = 0
    for q in range(start, stop):
        item = items[q]
        goes_right = np.int64(side[codes[row_of(item), j]])
        items[left] = item
        buffer[right] = item
        right += goes_right
        left += 1 - goes_right
    for q in range(right):
        items[left + q] = buffer[q]
    return left


@borrowing
def stays_leaf(
    rows: int,
    depth: int,
    weight: float,
    impurity: float,
    deepest: int,
    least_split: float,
    least_leaf: float,
    least_weight: float,
) -> bool:
    """Whether the node need not be searched: too deep, too small or pure."""
    return (
        depth >= deepest
        or rows < least_split
        or rows < 2 * least_leaf
        or weight < 2.0 * least_weight * (1.0 - TIE)
        or impurity <= EPSILON
    )


@borrowing
def draw_first(seed: np.uint64, enough: int, order: Array) -> None:
    """The first `enough` places of `order` become features drawn at random, in ascending order for ties."""
    p = order.shape[0]
    for j in range(p):
        order[j] = j
    if enough == p:
        return
    for t in range(enough):
        draw_at(seed, t, order)
    for t in range(1, enough):
        j, place = order[t], t
        while place > 0 and order[place - 1] > j:
            order[place] = order[place - 1]
            place -= 1
        order[place] = j


@borrowing
def draw_at(seed: np.uint64, t: int, order: Array) -> None:
    """Place t of `order` becomes one of those from t on."""
    other = t + np.int64(uniform(seed + np.uint64(t)) * (order.shape[0] - t))
    order[t], order[other] = order[other], order[t]


@borrowing
def bring_near(items: Array, start: int, stop: int, codes: Array, out_near: Array) -> None:
    """The codes of the items' rows one after another; the items then name the places there."""
    for q in range(start, stop):
        row, near = codes[row_of(items[q])], out_near[q - start]
        for j in range(codes.shape[1]):
            near[j] = row[j]
        items[q] = (items[q] >> np.uint64(ROW_BITS) << np.uint64(ROW_BITS)) | np.uint64(q - start)


@kernel
def grow_binned(
    items: Array, bins: Bins, target: Target, rules: Rules, width: int, s: Scratch, work: Work
) -> Nodes:
    """The tree of the rows among `items`, which are moved about; `width` is K, or 1 for regression.

    At a node the feature with the largest gain among those drawn is chosen, the first of equals; if none of
    `max_features` can split, more are drawn until one can.
    """
    codes, sizes, p = bins.codes, bins.sizes, bins.codes.shape[1]
    labels, y, w, table, criterion = target.codes, target.y, target.w, rules.table, rules.criterion
    scratch, lists, keys, enough = s.real, s.whole, s.keys, min(rules.max_features, p)
    sums = scratch[scratch.shape[0] - work.side.shape[1] :]  # of the node
    order, trial, found, side = np.empty(p, np.int64), np.empty(4), np.empty(4), np.zeros(256, np.uint8)
    buffer = np.empty(items.shape[0], np.uint64)
    near, near_stop = np.empty((NEAR, p), np.uint8), 0
    alone = w.shape[0] + labels.shape[0] + y.shape[0] == 0  # nothing but codes is looked up by row
    whole, real, value = np.empty((64, 5), np.int64), np.empty((64, 3)), np.empty((64, width))
    sets, used, count = np.empty((64, 1), np.uint8), 0, 0
    stack, seeds, size = np.empty((64, 4), np.int64), np.empty((64, 1), np.uint64), 1
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
        weight, impurity = sum_up(items, start, stop, criterion, w, labels, y, table, sums, value[i])
        whole[i, FEATURE], whole[i, RIGHT], whole[i, MISSING_TO], whole[i, SET] = -1, 0, 0, -1
        whole[i, ROWS] = stop - start
        real[i, CUT_AT], real[i, WEIGHT], real[i, IMPURITY] = -2.0, weight, impurity
        if stays_leaf(
            stop - start,
            depth,
            weight,
            impurity,
            rules.max_depth,
            rules.min_samples_split,
            rules.min_samples_leaf,
            rules.min_weight_leaf,
        ):
            continue
        if alone and start >= near_stop and stop - start <= NEAR:
            bring_near(items, start, stop, codes, near)
            near_stop = stop
        here = near if start < near_stop else codes
        terms = terms_of(sums, weight, criterion, rules.min_samples_leaf, rules.min_weight_leaf)
        before = worth_before(sums, weight, impurity, criterion)
        draw_first(seed, enough, order)
        chosen, best = -1, -np.inf
        for t in range(p):
            if t >= enough:
                if chosen >= 0:
                    break
                draw_at(seed, t, order)
            j = order[t]
            trial[GAIN] = -np.inf
            if sizes[j] > 0:
                groups = gather_bins(items, start, stop, here, j, bins, terms, target, s, work)
                node = Node(sums, weight, -np.inf, np.inf, seed)
                best_subset(groups, stop - start, j, node, rules, work, trial)
            elif criterion <= ENTROPY:
                f = best_class_cut(
                    items, start, stop, here, j, terms, w, labels, table, scratch, lists, keys, trial
                )
                trial[GAIN] = (f - before) / weight
            else:
                f = best_value_cut(items, start, stop, here, j, terms, w, y, scratch, lists, keys, trial)
                trial[GAIN] = (f - before) / weight
            if trial[GAIN] > best + TIE or (chosen < 0 and trial[GAIN] > -np.inf):
                best, chosen = trial[GAIN], j
                for c in range(4):
                    found[c] = trial[c]
        if chosen < 0 or best * weight / rules.total + EPSILON < rules.min_decrease:
            continue
        j = chosen
        whole[i, FEATURE] = j
        if sizes[j] > 0:
            side_subset(items, start, stop, here, j, found, bins, seed, terms, target, rules, s, work, side)
            whole[i, SET] = used
            sets = more(sets, used + sizes[j])
            for code in range(sizes[j]):
                sets[used + code, 0] = 1 - side[code]
            used += sizes[j]
        else:
            real[i, CUT_AT] = side_threshold(j, found, bins.lower, bins.upper, side)
        middle = part(items, start, stop, here, j, side, buffer)
        whole[i, MISSING_TO] = side[MISSING_BIN]
        if sizes[j] == 0 and found[ASIDE] < 0.0:  # none was missing: with the majority
            first = 0.0
            for q in range(start, middle):
                first += weight_at(items[q], w)
            whole[i, MISSING_TO] = 0 if 2.0 * first > weight else 1
        if size + 2 > stack.shape[0]:
            stack, seeds = more(stack, size + 2), more(seeds, size + 2)
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
