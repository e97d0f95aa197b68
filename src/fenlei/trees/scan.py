r"""The best split of one node by one feature.

Let f be a node's contribution to the sum that every criterion minimises, up to a constant of the node; larger is
better, and a split is worth  Σ_children f(child) - f(node), divided by the node's weight:

    gini            f = Σ_k c_k² / c                 (c_k class weights, c their sum)
    entropy         f = Σ_k c_k log2 c_k - c log2 c
    squared error   f = s² / c                       (s sum of the weighted deviations from the node's mean)
    Poisson         f = s log(s / c)                 (s weighted sum of the targets)
    absolute error  f = -Σ w |y - median|

A numeric feature is scanned once in its sorted order: each row moves from right to left, and every change of value
is a candidate. Missing values go right as a block, then left as a block, or, with fractional rows, are left out and
the gain is multiplied by the known share of the weight (source 002, B-M25). The categories of a nominal feature are
either all branches, or ordered by the share of a class (the mean target) and cut in two: with two classes, or one
target, the best of all subsets is among these cuts (Breiman et al. 1984, theorem 4.5); with more classes each
class's order is tried.

Ties go to the lowest threshold. Cost: O(rows of the node) a numeric feature, without sorting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.columns import MISSING, MOST_PACKED, ROW_BITS, Columns, known_part, rank_of, row_of
from fenlei.trees.rules import ABSOLUTE, ENTROPY, GINI, POISSON, SQUARED, TIE, Rules

GAIN, SPLIT_INFO, CUT, ASIDE = range(4)  # what `search` finds for a feature
# CUT: number of known rows to the left, or of categories in the left set
# ASIDE: 1 if missing values go left; for subsets the class whose share orders the categories


class Work(NamedTuple):
    """Scratch of one thread."""

    left: Array  # (L,) sums of the rows moved to the left
    right: Array  # (L,)
    group: Array  # (m + 1, L) sums of each category that occurs
    group_code: Array  # (m + 1,) int64
    group_rows: Array  # (m + 1,) int64
    key: Array  # (m + 1,)
    fenwick: Array  # (2, R + 1) weights and weighted targets by rank, for medians
    error: Array  # absolute errors of the first i rows


class Limits(NamedTuple):
    """Which cuts of a scan are allowed."""

    rows_left: int  # missing rows that are on the left from the start
    rows_right: int
    weight: float  # least weight of a side
    sign: int  # of the monotonic constraint
    only: int  # the one place that is allowed; -1: all
    last: int  # 1 if the place behind the last known entry is a candidate


class Node(NamedTuple):
    """What a scan must know of the node besides its rows."""

    sums: Array  # (L,) class weights; or weight, weighted sum of targets, f of the node
    weight: float
    lower: float  # bounds of the value under monotonic constraints
    upper: float
    seed: np.uint64


def make_work(columns: Columns, rules: Rules, L: int) -> Work:
    most = int(columns.sizes.max(initial=0)) + 2
    R = len(rules.y_sorted) + 1 if rules.criterion == ABSOLUTE else 1
    longest = len(columns.X) + 1 if rules.criterion == ABSOLUTE else 1
    return Work(
        np.zeros(L),
        np.zeros(L),
        np.zeros((most, L)),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros((2, R)),
        np.zeros(longest),
    )


@kernel
def xlogx(x: float, table: Array) -> float:
    if x <= 0.0:
        return 0.0
    return table[np.int64(x)] if table.shape[0] else x * np.log2(x)


@kernel
def worth(sums: Array, criterion: int, table: Array) -> float:
    """The f of a group of rows."""
    if criterion == GINI or criterion == ENTROPY:
        total, inner = 0.0, 0.0
        for k in range(sums.shape[0]):
            c = sums[k]
            total += c
            inner += c * c if criterion == GINI else xlogx(c, table)
        if total <= 0.0:
            return 0.0
        return inner / total if criterion == GINI else inner - xlogx(total, table)
    if criterion == SQUARED:
        return sums[1] * sums[1] / sums[0]
    return sums[1] * np.log(sums[1] / sums[0]) if sums[1] > 0.0 else 0.0


@kernel
def class_of(word: np.uint64, codes: Array, K: int) -> int:
    if K > MOST_PACKED:
        return codes[row_of(word)]
    return np.int64((word >> np.uint64(ROW_BITS)) & np.uint64(MOST_PACKED - 1))


@kernel
def add_rows(words: Array, columns: Columns, rules: Rules, w: Array, center: float, out_sums: Array) -> None:
    """Sums over the entries, added to out_sums."""
    L = out_sums.shape[0]
    for i in range(words.shape[0]):
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
def cut_classes(
    words: Array, limits: Limits, node: Node, columns: Columns, rules: Rules, w: Array, work: Work
) -> tuple[float, int, int]:
    """Best cut of known entries into first and rest, with the sums in work.left and work.right to begin with.

    Returns Σ f, the number of entries to the left (-1: none is allowed) and the number of candidates.
    """
    left, right, table = work.left, work.right, rules.table
    K, m = left.shape[0], words.shape[0]
    gini, unit = rules.criterion == GINI, w.shape[0] == 0
    wl, wr, fl, fr = 0.0, 0.0, 0.0, 0.0
    for k in range(K):
        wl += left[k]
        wr += right[k]
        fl += left[k] * left[k] if gini else xlogx(left[k], table)
        fr += right[k] * right[k] if gini else xlogx(right[k], table)
    best, cut, tries = -np.inf, -1, 0
    margin, sign = tie_margin(node, rules), limits.sign
    rank = rank_of(words[0])
    for i in range(m + limits.last):
        if i == m or rank_of(words[i]) != rank:
            if allowed(i, m, wl, wr, limits, rules):
                if sign == 0 or in_order(left[1] / wl, right[1] / wr, sign, node):
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
    words: Array, limits: Limits, node: Node, columns: Columns, rules: Rules, w: Array, work: Work
) -> tuple[float, int, int]:
    """As `cut_classes`, for the squared error and the Poisson deviance."""
    m = words.shape[0]
    unit, squared = w.shape[0] == 0, rules.criterion == SQUARED
    mean = node.sums[1] / node.sums[0]
    center = mean if squared else 0.0
    wl, sl, wr, sr = work.left[0], work.left[1], work.right[0], work.right[1]
    best, cut, tries = -np.inf, -1, 0
    margin, sign = tie_margin(node, rules), limits.sign
    rank = rank_of(words[0])
    for i in range(m + limits.last):
        if i == m or rank_of(words[i]) != rank:
            if allowed(i, m, wl, wr, limits, rules):
                if (squared or min(sl, sr) > 1e-12 * mean) and (
                    sign == 0 or in_order(sl / wl + center, sr / wr + center, sign, node)
                ):
                    tries += 1
                    if squared:
                        f = sl * sl / wl + sr * sr / wr
                    else:
                        f = sl * np.log(sl / wl) + sr * np.log(sr / wr)
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
def fenwick_add(tree: Array, rank: int, weight: float, value: float) -> None:
    place = rank + 1
    while place < tree.shape[1]:
        tree[0, place] += weight
        tree[1, place] += weight * value
        place += place & -place


@kernel
def fenwick_clear(tree: Array, rank: int) -> None:
    place = rank + 1
    while place < tree.shape[1]:
        tree[:, place] = 0.0
        place += place & -place


@kernel
def fenwick_find(tree: Array, weight: float) -> tuple[int, float, float]:
    """The first rank whose cumulative weight reaches `weight`; weight and weighted sum of the ranks below it."""
    step = 1
    while 2 * step < tree.shape[1]:
        step *= 2
    place, below, sum_below = 0, 0.0, 0.0
    while step > 0:
        if place + step < tree.shape[1] and below + tree[0, place + step] < weight:
            place += step
            below += tree[0, place]
            sum_below += tree[1, place]
        step //= 2
    return place, below, sum_below


@kernel
def absolute_error(tree: Array, y_sorted: Array, weight: float, total: float) -> tuple[float, float]:
    """Σ w |y - median| of the rows in the tree, of given weight and weighted sum; and the median."""
    last = y_sorted.shape[0] - 1
    low, below, sum_below = fenwick_find(tree, 0.5 * weight * (1.0 - 1e-14))
    high, _, _ = fenwick_find(tree, 0.5 * weight * (1.0 + 1e-14))
    median = y_sorted[min(low, last)]
    error = (total - sum_below) - median * (weight - below) + median * below - sum_below
    return max(error, 0.0), 0.5 * (median + y_sorted[min(high, last)])


@kernel
def running_errors(
    words: Array, columns: Columns, rules: Rules, w: Array, tree: Array, backward: bool, out_error: Array
) -> None:
    """out_error[i]: absolute error of the first i entries; backward: the error of the rest is added to it."""
    m = words.shape[0]
    weight, total = 0.0, 0.0
    for step in range(m):
        row = row_of(words[m - 1 - step if backward else step])
        v = w[row] if w.shape[0] else 1.0
        fenwick_add(tree, rules.y_rank[row], v, columns.y[row])
        weight += v
        total += v * columns.y[row]
        error, _ = absolute_error(tree, rules.y_sorted, weight, total)
        if backward:
            out_error[m - 1 - step] += error
        else:
            out_error[step + 1] = error
    for i in range(m):
        fenwick_clear(tree, rules.y_rank[row_of(words[i])])


@kernel
def cut_medians(
    words: Array, limits: Limits, node: Node, columns: Columns, rules: Rules, w: Array, work: Work
) -> tuple[float, int, int]:
    """As `cut_classes`, for the absolute error; all entries known."""
    m = words.shape[0]
    running_errors(words, columns, rules, w, work.fenwick, False, work.error)
    work.error[0] = 0.0
    running_errors(words, columns, rules, w, work.fenwick, True, work.error)
    best, cut, tries, wl = -np.inf, -1, 0, 0.0
    margin = tie_margin(node, rules)
    for i in range(1, m):
        wl += w[row_of(words[i - 1])] if w.shape[0] else 1.0
        if rank_of(words[i]) == rank_of(words[i - 1]) or not allowed(
            i, m, wl, node.weight - wl, limits, rules
        ):
            continue
        tries += 1
        if -work.error[i] > best + margin:
            best, cut = -work.error[i], i
    return best, cut, tries


@kernel
def split_info(parts: Array, weight: float) -> float:
    """Entropy of the branches' weights, bits."""
    info = 0.0
    for part in parts:
        if part > 0.0:
            info -= part / weight * np.log2(part / weight)
    return info


@kernel
def splitmix(state: np.uint64) -> np.uint64:
    """A random number of 64 bits from a counter (Steele, Lea, Flood 2014)."""
    z = state + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def uniform(state: np.uint64) -> float:
    return np.float64(splitmix(state) >> np.uint64(11)) / 9007199254740992.0


@kernel
def drawn_cut(words: Array, X: Array, j: int, state: np.uint64) -> int:
    """Number of entries below a threshold drawn between the smallest and the largest value."""
    m = words.shape[0]
    low, high = X[row_of(words[0]), j], X[row_of(words[m - 1]), j]
    threshold = low + uniform(state) * (high - low)
    if threshold == high:
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
    """Best threshold of numeric feature j, written to out (4,)."""
    n, m = words.shape[0], known_part(words)
    if m == 0 or (m == n or rules.fractional) and rank_of(words[0]) == rank_of(words[m - 1]):
        return
    classes, known = rules.criterion <= ENTROPY, node.weight
    center = node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    aside = np.zeros(node.sums.shape[0])
    add_rows(words[m:], columns, rules, w, center, aside)
    whole = node.sums.copy()
    if not classes:
        whole[1] -= center * whole[0]
    if rules.fractional:
        whole -= aside
        known -= aside.sum()
    need = rules.min_weight_leaf * (1.0 - TIE)
    if rules.quinlan:
        need = min(max(0.1 * known / whole.shape[0], need), max(25.0, need))
    sign = rules.monotone[j] if rules.monotone.shape[0] else 0
    only = drawn_cut(words[:m], columns.X, j, splitmix(node.seed + np.uint64(j))) if rules.random else -1
    missing = 0 if rules.fractional else n - m
    best, cut, tries, side = -np.inf, -1, 0, 0
    for left in range(2 if missing and rules.criterion != ABSOLUTE else 1):
        work.left[:] = aside * left
        work.right[:] = whole - work.left
        last = 1 if missing and not left and not rules.random else 0
        limits = Limits(missing * left, missing * (1 - left), need, sign, only, last)
        if rules.criterion == ABSOLUTE:
            f, i, t = cut_medians(words, Limits(0, 0, need, sign, only, 0), node, columns, rules, w, work)
        elif classes:
            f, i, t = cut_classes(words[:m], limits, node, columns, rules, w, work)
        else:
            f, i, t = cut_values(words[:m], limits, node, columns, rules, w, work)
        tries += t
        if i >= 0 and f > best + tie_margin(node, rules):
            best, cut, side = f, i, left
    if cut < 0:
        return
    before = node.sums[2] if rules.criterion == ABSOLUTE else worth(whole, rules.criterion, rules.table)
    gain = (best - before - (np.log2(tries) if rules.mdl else 0.0)) / node.weight
    if rules.quinlan and gain <= TIE:
        return
    out[GAIN], out[CUT], out[ASIDE] = gain, cut, side
    if rules.ratio:
        parts = np.zeros(3)
        for i in range(m):
            parts[0 if i < cut else 1] += w[row_of(words[i])] if w.shape[0] else 1.0
        parts[2] = node.weight - parts[0] - parts[1]
        out[SPLIT_INFO] = split_info(parts if parts[2] > TIE * node.weight else parts[:2], node.weight)


@kernel
def gather(words: Array, node: Node, columns: Columns, rules: Rules, w: Array, work: Work) -> int:
    """Sums of each category among the entries, into work.group; their number. Missing is a category, the last."""
    groups, start = 0, 0
    center = node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    for i in range(1, words.shape[0] + 1):
        if i == words.shape[0] or rank_of(words[i]) != rank_of(words[start]):
            work.group[groups] = 0.0
            add_rows(words[start:i], columns, rules, w, center, work.group[groups])
            work.group_code[groups] = rank_of(words[start])
            work.group_rows[groups] = i - start
            groups += 1
            start = i
    return groups


@kernel
def group_weight(sums: Array, rules: Rules) -> float:
    return sums.sum() if rules.criterion <= ENTROPY else sums[0]


@kernel
def search_multiway(
    words: Array, node: Node, columns: Columns, rules: Rules, w: Array, work: Work, out: Array
) -> None:
    """Worth of one branch a category; at least two branches must be large enough."""
    groups = gather(words[: known_part(words)], node, columns, rules, w, work)
    work.left[:] = 0.0
    large, f = 0, 0.0
    parts = np.zeros(groups + 1)
    for g in range(groups):
        parts[g] = group_weight(work.group[g], rules)
        large += (
            parts[g] >= rules.min_weight_leaf * (1.0 - TIE) and work.group_rows[g] >= rules.min_samples_leaf
        )
        f += worth(work.group[g], rules.criterion, rules.table)
        work.left[:] += work.group[g]
    if groups < 2 or large < 2:
        return
    out[GAIN] = (f - worth(work.left, rules.criterion, rules.table)) / node.weight
    rest = node.weight - parts.sum()
    parts[groups] = rest if rest > TIE * node.weight else 0.0
    out[SPLIT_INFO] = split_info(parts, node.weight)


@kernel
def order_groups(groups: int, order: int, rules: Rules, seed: np.uint64, work: Work) -> Array:
    """Categories in the order of the share of a class, of the mean target, or at random."""
    for g in range(groups):
        if rules.random:
            work.key[g] = uniform(seed + np.uint64(g))
        else:
            work.key[g] = work.group[g, order] / group_weight(work.group[g], rules)
    return np.argsort(work.key[:groups], kind="mergesort")


@kernel
def search_subset(
    words: Array, j: int, node: Node, columns: Columns, rules: Rules, w: Array, work: Work, out: Array
) -> None:
    """Best cut of the categories in two sets; a missing value is a category."""
    groups = gather(words, node, columns, rules, w, work)
    if groups < 2:
        return
    L, need = node.sums.shape[0], rules.min_weight_leaf * (1.0 - TIE)
    whole = node.sums.copy()
    if rules.criterion == SQUARED:
        whole[1] = 0.0
    best, seed = -np.inf, splitmix(node.seed + np.uint64(j))
    several = rules.criterion <= ENTROPY and L > 2 and not rules.random
    drawn = 1 + np.int64(uniform(seed + np.uint64(groups)) * (groups - 1)) if rules.random else -1
    for order in range(0 if several else 1, L if several else 2):
        arranged = order_groups(groups, min(order, L - 1), rules, seed, work)
        work.left[:] = 0.0
        work.right[:] = whole
        rows = 0
        for i in range(groups - 1):
            work.left[:] += work.group[arranged[i]]
            work.right[:] -= work.group[arranged[i]]
            rows += work.group_rows[arranged[i]]
            if min(rows, words.shape[0] - rows) < rules.min_samples_leaf or (drawn >= 0 and drawn != i + 1):
                continue
            if min(group_weight(work.left, rules), group_weight(work.right, rules)) < need:
                continue
            f = worth(work.left, rules.criterion, rules.table) + worth(
                work.right, rules.criterion, rules.table
            )
            if f > best + tie_margin(node, rules):
                best = f
                out[CUT], out[ASIDE] = i + 1, min(order, L - 1)
    if best > -np.inf:
        out[GAIN] = (best - worth(whole, rules.criterion, rules.table)) / node.weight


@kernel
def search(
    words: Array, j: int, node: Node, columns: Columns, rules: Rules, w: Array, work: Work, out: Array
) -> None:
    """Best split of the node by feature j; words are its entries in column j. out (4,) has gain -inf if none."""
    out[GAIN], out[SPLIT_INFO], out[CUT], out[ASIDE] = -np.inf, 0.0, -1.0, 0.0
    if columns.sizes[j] == 0:
        search_threshold(words, j, node, columns, rules, w, work, out)
    elif rules.multiway:
        search_multiway(words, node, columns, rules, w, work, out)
    else:
        search_subset(words, j, node, columns, rules, w, work, out)
