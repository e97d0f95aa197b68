r"""The best threshold of one node by one numeric feature.

The worth f of a group of rows is that of `impurity`; for the absolute error see `absolute_error`.

A numeric feature is scanned once in its sorted order: each row moves from right to left, and every change of
value is a candidate. Missing values go right as a block, then left as a block; with fractional rows they are
left out and the gain is multiplied by the known share of the weight (source 002, B-M25).

Ties go to the lowest threshold. Cost: O(rows of the node), without sorting.

Kernels that call kernels are compiled with all that they call, so the calls are few levels deep, and loops
are used where NumPy's slices would each be compiled too.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, part_of_borrowing_kernel, part_of_kernel
from fenlei.trees.exact.absolute_error import side_errors
from fenlei.trees.exact.growth_rules import (
    ABSOLUTE,
    ENTROPY,
    GINI,
    SQUARED,
    TIE,
    GrowthRules,
    Limits,
    Node,
    Work,
)
from fenlei.trees.exact.presorted_columns import (
    MOST_PACKED,
    ROW_BITS,
    PresortedColumns,
    known_part,
    rank_of,
    row_of,
)
from fenlei.trees.impurity import part_info, tie_margin, weight_of, worth, xlogx
from fenlei.trees.random_numbers import splitmix, uniform

GAIN, SPLIT_INFO, CUT, ASIDE = range(4)  # what a search finds for a feature
# CUT: number of known rows to the left, or of categories in the left set
# ASIDE: 1 if missing values go left; for subsets the class whose share orders the categories


def make_work(columns: PresortedColumns, rules: GrowthRules, L: int) -> Work:
    """Scratch for one thread; L sums per group."""
    most = int(columns.sizes.max(initial=0)) + 2
    absolute = rules.criterion == ABSOLUTE
    return Work(
        np.zeros((4, L)),
        np.zeros((most, L)),
        np.zeros((most, 3), np.int64),
        np.zeros(most),
        np.zeros((2, len(rules.y_sorted) + 2 if absolute else 1)),
        np.zeros((4, len(columns.X) + 1 if absolute else 1)),
    )


@part_of_borrowing_kernel
def class_of(word: np.uint64, codes: Array, K: int) -> np.int64:
    """Class of an entry's row."""
    if K > MOST_PACKED:
        return np.int64(codes[row_of(word)])
    return np.int64((word >> np.uint64(ROW_BITS)) & np.uint64(MOST_PACKED - 1))


@kernel
def add_rows(
    words: Array,
    start: int,
    stop: int,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    center: float,
    out_sums: Array,
) -> None:
    """Sums over the entries start to stop."""
    L = out_sums.shape[0]
    for k in range(L):
        out_sums[k] = 0.0
    for i in range(start, stop):
        row = row_of(words[i])
        weight = w[row] if w.shape[0] else 1.0
        if rules.criterion <= ENTROPY:
            out_sums[class_of(words[i], columns.codes, L)] += weight
        else:
            out_sums[0] += weight
            out_sums[1] += weight * (columns.y[row] - center)


@kernel
def allowed(i: int, m: int, wl: float, wr: float, limits: Limits, rules: GrowthRules) -> bool:
    """Whether i of m entries may go left."""
    least = rules.min_samples_leaf
    return (
        limits.rows_left + i >= least
        and limits.rows_right + m - i >= least
        and wl >= limits.weight
        and wr >= limits.weight
        and (limits.only < 0 or limits.only == i)
    )


@kernel
def node_margin(node: Node, rules: GrowthRules) -> float:
    """Sums of f that differ by less are equal."""
    error = 0.0 if rules.criterion <= ENTROPY else node.sums[2]
    return tie_margin(node.weight, error, rules.criterion)


@kernel
def in_order(left: float, right: float, sign: int, node: Node) -> bool:
    """Whether the values of two branches obey a monotonic constraint and the bounds of the node."""
    return sign * (left - right) <= 0.0 and node.lower <= min(left, right) and max(left, right) <= node.upper


@kernel
def is_free(node: Node) -> bool:
    """Whether no monotonic constraint further up bounds the values of the node."""
    return node.lower == -np.inf and node.upper == np.inf


@kernel
def cut_classes(
    words: Array, m: int, limits: Limits, node: Node, codes: Array, rules: GrowthRules, w: Array, work: Work
) -> tuple[float, int, int]:
    """Best cut of the m known entries in two; work.side holds what is left and right to begin with.

    Returns Σ f, the number of entries to the left (-1: none is allowed) and the number of candidates.
    """
    left, right, table = work.side[0], work.side[1], rules.table
    K, gini, unit = left.shape[0], rules.criterion == GINI, w.shape[0] == 0
    wl, wr = 0.0, 0.0
    fl, fr = 0.0, 0.0
    for k in range(K):
        wl += left[k]
        wr += right[k]
        fl += left[k] * left[k] if gini else xlogx(left[k], table)
        fr += right[k] * right[k] if gini else xlogx(right[k], table)
    best, cut, tries = -np.inf, -1, 0
    margin, sign = node_margin(node, rules), limits.sign
    free = sign == 0 and is_free(node)
    rank = rank_of(words[0])
    for i in range(m + limits.last):
        if i == m or rank_of(words[i]) != rank:
            bound = free or in_order(left[1] / wl, right[1] / wr, sign, node)
            if bound and allowed(i, m, wl, wr, limits, rules):
                tries += 1
                f = fl / wl + fr / wr if gini else fl - xlogx(wl, table) + fr - xlogx(wr, table)
                if f > best + margin:
                    best, cut = f, i
            if i == m:
                break
            rank = rank_of(words[i])
        weight, k = 1.0 if unit else w[row_of(words[i])], class_of(words[i], codes, K)
        a, b = left[k], right[k]
        if gini:
            fl += weight * (2.0 * a + weight)
            fr -= weight * (2.0 * b - weight)
        else:
            fl += xlogx(a + weight, table) - xlogx(a, table)
            fr += xlogx(b - weight, table) - xlogx(b, table)
        left[k], right[k] = a + weight, b - weight
        wl += weight
        wr -= weight
    return best, cut, tries


@kernel
def cut_values(
    words: Array, m: int, limits: Limits, node: Node, y: Array, rules: GrowthRules, w: Array, work: Work
) -> tuple[float, int, int]:
    """As `cut_classes`, for the squared error and the Poisson deviance."""
    unit, squared = w.shape[0] == 0, rules.criterion == SQUARED
    mean = node.sums[1] / node.sums[0]
    center = mean if squared else 0.0
    wl, sl = work.side[0, 0], work.side[0, 1]
    wr, sr = work.side[1, 0], work.side[1, 1]
    best, cut, tries = -np.inf, -1, 0
    margin, sign = node_margin(node, rules), limits.sign
    free = sign == 0 and is_free(node)
    rank = rank_of(words[0])
    for i in range(m + limits.last):
        if i == m or rank_of(words[i]) != rank:
            bound = free or in_order(sl / wl + center, sr / wr + center, sign, node)
            positive = squared or min(sl, sr) > 1e-12 * node.sums[1]
            if bound and positive and allowed(i, m, wl, wr, limits, rules):
                tries += 1
                f = sl * sl / wl + sr * sr / wr if squared else sl * np.log(sl / wl) + sr * np.log(sr / wr)
                if f > best + margin:
                    best, cut = f, i
            if i == m:
                break
            rank = rank_of(words[i])
        row = row_of(words[i])
        weight = 1.0 if unit else w[row]
        moved = weight * (y[row] - center)
        wl += weight
        wr -= weight
        sl += moved
        sr -= moved
    return best, cut, tries


@kernel
def cut_medians(
    words: Array,
    m: int,
    limits: Limits,
    node: Node,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
) -> tuple[float, int, int]:
    """As `cut_classes`, for the absolute error: f = -Σ errors of both sides."""
    side_errors(words, m, 0, limits.rows_left > 0, columns, rules, w, work)
    side_errors(words, m, 1, limits.rows_right > 0, columns, rules, w, work)
    error, wl = work.error, 0.0
    for i in range(m, words.shape[0] if limits.rows_left else m):
        wl += w[row_of(words[i])] if w.shape[0] else 1.0
    best, cut, tries = -np.inf, -1, 0
    margin, sign = node_margin(node, rules), limits.sign
    free = sign == 0 and is_free(node)
    for i in range(1, m + limits.last):
        wl += w[row_of(words[i - 1])] if w.shape[0] else 1.0
        if i < m and rank_of(words[i]) == rank_of(words[i - 1]):
            continue
        bound = free or in_order(error[2, i], error[3, i], sign, node)
        if bound and allowed(i, m, wl, node.weight - wl, limits, rules):
            tries += 1
            f = -(error[0, i] + error[1, i])
            if f > best + margin:
                best, cut = f, i
    return best, cut, tries


@kernel
def drawn_cut(words: Array, m: int, X: Array, j: int, state: np.uint64) -> int:
    """Number of entries up to a threshold drawn between the smallest and the largest value."""
    low, high = X[row_of(words[0]), j], X[row_of(words[m - 1]), j]
    threshold = low + uniform(state) * (high - low)
    if threshold >= high:
        threshold = low
    low_end, high_end = 0, m
    while low_end < high_end:
        middle = (low_end + high_end) // 2
        if X[row_of(words[middle]), j] <= threshold:
            low_end = middle + 1
        else:
            high_end = middle
    return low_end


@part_of_kernel
def sum_known(node: Node, center: float, criterion: int, fractional: bool, out_side: Array) -> float:
    """Sums of the rows that count, to out_side[3], and their weight.

    The missing ones, whose sums are in out_side[2], do not count if rows are fractional.
    """
    aside, whole = out_side[2], out_side[3]
    for k in range(node.sums.shape[0]):
        whole[k] = node.sums[k] - (aside[k] if fractional else 0.0)
    if criterion > ENTROPY:
        whole[1] -= center * whole[0]
    return node.weight - weight_of(aside, criterion) if fractional else node.weight


@part_of_kernel
def least_weight(known: float, K: int, min_weight: float, quinlan: bool) -> float:
    """Least weight of a side of a cut, of rows of weight `known` in all."""
    need = min_weight * (1.0 - TIE)
    return min(max(0.1 * known / K, need), max(25.0, need)) if quinlan else need


@part_of_kernel
def side_limits(left: int, missing: int, need: float, sign: int, only: int, random: bool) -> Limits:
    """Which cuts are allowed with the missing rows on the left, or not."""
    last = 1 if missing and not left and not random else 0
    return Limits(missing * left, missing * (1 - left), need, sign, only, last)


@part_of_kernel
def start_sides(left: int, out_side: Array) -> None:
    """Sums of both sides, to out_side[0] and [1], before known rows move; with `left`, missing ones have."""
    for k in range(out_side.shape[1]):
        out_side[0, k] = out_side[2, k] * left
        out_side[1, k] = out_side[3, k] - out_side[2, k] * left


@kernel
def search_threshold(
    words: Array,
    j: int,
    node: Node,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
    out: Array,
) -> None:
    """Best threshold of numeric feature j among the entries `words`, written to out (4,)."""
    n, m = words.shape[0], known_part(words)
    if m == 0 or ((m == n or rules.fractional) and rank_of(words[0]) == rank_of(words[m - 1])):
        return
    side, tries, missing = work.side, 0, 0 if rules.fractional else n - m
    center = node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    add_rows(words, m, n, columns, rules, w, center, side[2])
    known = sum_known(node, center, rules.criterion, rules.fractional, side)
    need = least_weight(known, side.shape[1], rules.min_weight_leaf, rules.quinlan)
    sign = rules.monotone[j] if rules.monotone.shape[0] else 0
    only = drawn_cut(words, m, columns.X, j, splitmix(node.seed + np.uint64(j))) if rules.random else -1
    best, cut, aside = -np.inf, -1, 0
    for left in range(2 if missing else 1):
        start_sides(left, side)
        limits = side_limits(left, missing, need, sign, only, rules.random)
        if rules.criterion == ABSOLUTE:
            f, i, t = cut_medians(words, m, limits, node, columns, rules, w, work)
        elif rules.criterion <= ENTROPY:
            f, i, t = cut_classes(words, m, limits, node, columns.codes, rules, w, work)
        else:
            f, i, t = cut_values(words, m, limits, node, columns.y, rules, w, work)
        tries += t
        if i >= 0 and f > best + node_margin(node, rules):
            best, cut, aside = f, i, left
    if cut < 0:
        return
    before = node.sums[2] if rules.criterion == ABSOLUTE else worth(side[3], rules.criterion, rules.table)
    gain = (best - before - (np.log2(tries) if rules.mdl else 0.0)) / node.weight
    if not rules.quinlan or gain > TIE:
        out[GAIN], out[CUT], out[ASIDE] = gain, cut, aside
        out[SPLIT_INFO] = split_info(words, cut, known, node.weight, w) if rules.ratio else 0.0


@kernel
def split_info(words: Array, cut: int, known: float, whole: float, w: Array) -> float:
    """Split information, in bits, of the first `cut` entries, the other known ones, and the missing ones."""
    part = 0.0
    for i in range(cut):
        part += w[row_of(words[i])] if w.shape[0] else 1.0
    return part_info(part, whole) + part_info(known - part, whole) + part_info(whole - known, whole)
