r"""The best threshold of one node by one numeric feature.

Let f be a group's contribution to the sum that a criterion minimises, up to constants of the node and with
the sign that makes larger better. A split is worth Σ_branches f - f(node), divided by the node's weight:

    gini            f = Σ_k c_k² / c                 (c_k class weights, c their sum)
    entropy         f = Σ_k c_k log2 c_k - c log2 c
    squared error   f = s² / c                       (s weighted deviations from the node's mean)
    Poisson         f = s log(s / c)                 (s weighted sum of the targets)
    absolute error  f = -Σ w |y - median|            (`medians.py`)

A numeric feature is scanned once in its sorted order: each row moves from right to left, and every change of
value is a candidate. Missing values go right as a block, then left as a block; with fractional rows they are
left out and the gain is multiplied by the known share of the weight (source 002, B-M25).

Ties go to the lowest threshold. Cost: O(rows of the node), without sorting.

Kernels that call kernels are compiled with all that they call, so the calls are few levels deep, and loops
stand where NumPy's slices would each be compiled too.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, part_of_borrowing_kernel
from fenlei.trees.exact.absolute_error import cut_medians
from fenlei.trees.exact.growth_rules import ABSOLUTE, ENTROPY, GINI, SQUARED, TIE, Limits, Node, Rules, Work
from fenlei.trees.exact.presorted_columns import MOST_PACKED, ROW_BITS, Columns, known_part, rank_of, row_of
from fenlei.trees.random_numbers import splitmix, uniform

GAIN, SPLIT_INFO, CUT, ASIDE = range(4)  # what a search finds for a feature
# CUT: number of known rows to the left, or of categories in the left set
# ASIDE: 1 if missing values go left; for subsets the class whose share orders the categories


def make_work(columns: Columns, rules: Rules, L: int) -> Work:
    """Scratch for one thread; L sums a group."""
    most = int(columns.sizes.max(initial=0)) + 2
    absolute = rules.criterion == ABSOLUTE
    return Work(
        np.zeros((4, L)),
        np.zeros((most, L)),
        np.zeros((most, 3), np.int64),
        np.zeros(most),
        np.zeros((2, len(rules.y_sorted) + 2 if absolute else 1)),
        np.zeros(len(columns.X) + 1 if absolute else 1),
    )


@part_of_borrowing_kernel
def xlogx(x: float, table: Array) -> float:
    if x <= 0.0:
        return 0.0
    return table[np.int64(x)] if table.shape[0] else x * np.log2(x)


@kernel
def worth(sums: Array, rules: Rules) -> float:
    """The f of a group of rows."""
    if rules.criterion > ENTROPY:
        if rules.criterion == SQUARED:
            return sums[1] * sums[1] / sums[0]
        return sums[1] * np.log(sums[1] / sums[0]) if sums[1] > 0.0 else 0.0
    total, inner = 0.0, 0.0
    for k in range(sums.shape[0]):
        c = sums[k]
        total += c
        inner += c * c if rules.criterion == GINI else xlogx(c, rules.table)
    if total <= 0.0:
        return 0.0
    return inner / total if rules.criterion == GINI else inner - xlogx(total, rules.table)


@kernel
def weight_of(sums: Array, rules: Rules) -> float:
    """Weight of a group of rows."""
    if rules.criterion > ENTROPY:
        return sums[0]
    total = 0.0
    for k in range(sums.shape[0]):
        total += sums[k]
    return total


@part_of_borrowing_kernel
def class_of(word: np.uint64, codes: Array, K: int) -> np.int64:
    if K > MOST_PACKED:
        return np.int64(codes[row_of(word)])
    return np.int64((word >> np.uint64(ROW_BITS)) & np.uint64(MOST_PACKED - 1))


@kernel
def add_rows(
    words: Array,
    first: int,
    behind: int,
    columns: Columns,
    rules: Rules,
    w: Array,
    center: float,
    out_sums: Array,
) -> None:
    """Sums over the entries first to behind."""
    L = out_sums.shape[0]
    for k in range(L):
        out_sums[k] = 0.0
    for i in range(first, behind):
        row = row_of(words[i])
        weight = w[row] if w.shape[0] else 1.0
        if rules.criterion <= ENTROPY:
            out_sums[class_of(words[i], columns.codes, L)] += weight
        else:
            out_sums[0] += weight
            out_sums[1] += weight * (columns.y[row] - center)


@kernel
def allowed(i: int, m: int, wl: float, wr: float, limits: Limits, rules: Rules) -> bool:
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
def tie_margin(node: Node, rules: Rules) -> float:
    """Sums f that differ by less are equal."""
    return TIE * (node.weight if rules.criterion <= ENTROPY else abs(node.sums[2]))


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
    words: Array, m: int, limits: Limits, node: Node, columns: Columns, rules: Rules, w: Array, work: Work
) -> tuple[float, int, int]:
    """Best cut of the m known entries in two; work.side holds what is left and right to begin with.

    Returns Σ f, the number of entries to the left (-1: none is allowed) and the number of candidates.
    """
    left, right, table = work.side[0], work.side[1], rules.table
    K = left.shape[0]
    gini, unit = rules.criterion == GINI, w.shape[0] == 0
    wl, wr, fl, fr = 0.0, 0.0, 0.0, 0.0
    for k in range(K):
        wl += left[k]
        wr += right[k]
        fl += left[k] * left[k] if gini else xlogx(left[k], table)
        fr += right[k] * right[k] if gini else xlogx(right[k], table)
    best, cut, tries = -np.inf, -1, 0
    margin, sign = tie_margin(node, rules), limits.sign
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
        word = words[i]
        weight = 1.0 if unit else w[row_of(word)]
        k = class_of(word, columns.codes, K)
        a, b = left[k], right[k]
        if gini:
            fl += weight * (2.0 * a + weight)
            fr -= weight * (2.0 * b - weight)
        else:
            fl += xlogx(a + weight, table) - xlogx(a, table)
            fr += xlogx(b - weight, table) - xlogx(b, table)
        left[k] = a + weight
        right[k] = b - weight
        wl += weight
        wr -= weight
    return best, cut, tries


@kernel
def cut_values(
    words: Array, m: int, limits: Limits, node: Node, columns: Columns, rules: Rules, w: Array, work: Work
) -> tuple[float, int, int]:
    """As `cut_classes`, for the squared error and the Poisson deviance."""
    unit, squared = w.shape[0] == 0, rules.criterion == SQUARED
    mean = node.sums[1] / node.sums[0]
    center = mean if squared else 0.0
    wl, sl, wr, sr = work.side[0, 0], work.side[0, 1], work.side[1, 0], work.side[1, 1]
    best, cut, tries = -np.inf, -1, 0
    margin, sign = tie_margin(node, rules), limits.sign
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
        moved = weight * (columns.y[row] - center)
        wl += weight
        wr -= weight
        sl += moved
        sr -= moved
    return best, cut, tries


@kernel
def part_info(part: float, whole: float) -> float:
    """Share of a branch in the split information, bits."""
    return -part / whole * np.log2(part / whole) if part > TIE * whole else 0.0


@kernel
def drawn_cut(words: Array, m: int, X: Array, j: int, state: np.uint64) -> int:
    """Number of entries up to a threshold drawn between the smallest and the largest value."""
    low, high = X[row_of(words[0]), j], X[row_of(words[m - 1]), j]
    threshold = low + uniform(state) * (high - low)
    if threshold >= high:
        threshold = low
    first, behind = 0, m
    while first < behind:
        middle = (first + behind) // 2
        if X[row_of(words[middle]), j] <= threshold:
            first = middle + 1
        else:
            behind = middle
    return first


@kernel
def search_threshold(
    words: Array, j: int, node: Node, columns: Columns, rules: Rules, w: Array, work: Work, out: Array
) -> None:
    """Best threshold of numeric feature j among the entries `words`, written to out (4,)."""
    n, m = words.shape[0], known_part(words)
    if m == 0 or ((m == n or rules.fractional) and rank_of(words[0]) == rank_of(words[m - 1])):
        return
    L, known, missing = node.sums.shape[0], node.weight, n - m
    center = node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    aside, whole = work.side[2], work.side[3]
    add_rows(words, m, n, columns, rules, w, center, aside)
    for k in range(L):
        whole[k] = node.sums[k] - (aside[k] if rules.fractional else 0.0)
    if rules.criterion > ENTROPY:
        whole[1] -= center * whole[0]
    if rules.fractional:
        known -= weight_of(aside, rules)
        missing = 0
    need = rules.min_weight_leaf * (1.0 - TIE)
    if rules.quinlan:
        need = min(max(0.1 * known / L, need), max(25.0, need))
    sign = rules.monotone[j] if rules.monotone.shape[0] else 0
    only = drawn_cut(words, m, columns.X, j, splitmix(node.seed + np.uint64(j))) if rules.random else -1
    best, cut, tries, side = -np.inf, -1, 0, 0
    for left in range(2 if missing and rules.criterion != ABSOLUTE else 1):
        for k in range(L):
            work.side[0, k] = aside[k] * left
            work.side[1, k] = whole[k] - aside[k] * left
        last = 1 if missing and not left and not rules.random else 0
        limits = Limits(missing * left, missing * (1 - left), need, sign, only, last)
        if rules.criterion == ABSOLUTE:
            f, i, t = cut_medians(words, limits, node, columns, rules, w, work)
        elif rules.criterion <= ENTROPY:
            f, i, t = cut_classes(words, m, limits, node, columns, rules, w, work)
        else:
            f, i, t = cut_values(words, m, limits, node, columns, rules, w, work)
        tries += t
        if i >= 0 and f > best + tie_margin(node, rules):
            best, cut, side = f, i, left
    if cut < 0:
        return
    before = node.sums[2] if rules.criterion == ABSOLUTE else worth(whole, rules)
    gain = (best - before - (np.log2(tries) if rules.mdl else 0.0)) / node.weight
    if rules.quinlan and gain <= TIE:
        return
    out[GAIN], out[CUT], out[ASIDE] = gain, cut, side
    if rules.ratio:
        part = 0.0
        for i in range(cut):
            part += w[row_of(words[i])] if w.shape[0] else 1.0
        whole_weight = node.weight
        out[SPLIT_INFO] = (
            part_info(part, whole_weight)
            + part_info(known - part, whole_weight)
            + part_info(whole_weight - known, whole_weight)
        )
