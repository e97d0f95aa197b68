r"""Growing: search every feature, split by the best, go on with the branches. No recursion.

A node is a range of places in the presorted columns (`columns.py`). Splitting it marks the branch of each of
its rows and moves the words of every column, in order, to the branches' ranges. With fractional rows a row
with a missing value is in every branch, with its weight times the branch's share (source 002, B-M26), so that
the branches can be longer than their parent; they then go behind everything else, and the columns grow.

The steps are here; `below.py` takes them one after another for all that is below a node, in one thread;
`top.py` takes them for large nodes, feature by feature on all threads. Nothing depends on the order in which
nodes are split: a node's random numbers come from its place in the tree.

Cost: O(n p) a level, after O(n p log n) sorting.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.absolute_error import absolute_error, empty, enter
from fenlei.trees.exact.growth_rules import (
    ABSOLUTE,
    ENTROPY,
    GINI,
    MULTIWAY,
    QUINLAN_SLACK,
    SQUARED,
    SUBSET,
    THRESHOLD,
    TIE,
    Node,
    Rules,
    Work,
)
from fenlei.trees.exact.nominal_split import gather, order_groups, search_multiway, search_subset
from fenlei.trees.exact.numeric_split import (
    ASIDE,
    CUT,
    GAIN,
    SPLIT_INFO,
    class_of,
    search_threshold,
    weight_of,
    worth,
)
from fenlei.trees.exact.presorted_columns import Columns, known_part, rank_of, row_of
from fenlei.trees.random_numbers import splitmix, uniform

EPSILON = float(np.finfo(np.float64).eps)


class Place(NamedTuple):
    """A node that waits to be split."""

    start: int
    stop: int
    depth: int
    parent: int
    slot: int  # which branch of the parent
    lower: float
    upper: float
    seed: np.uint64


@kernel
def describe(
    words: Array, columns: Columns, rules: Rules, w: Array, work: Work, out_value: Array
) -> tuple[Array, float, float]:
    """Sums, weight and impurity of the rows; out_value gets the class weights, the mean or the median."""
    L, m = work.side.shape[1], words.shape[0]
    sums = np.zeros(L)
    for k in range(out_value.shape[0]):
        out_value[k] = 0.0
    if m == 0:
        return sums, 0.0, 0.0
    if rules.criterion <= ENTROPY:
        for i in range(m):
            sums[class_of(words[i], columns.codes, L)] += w[row_of(words[i])] if w.shape[0] else 1.0
        for k in range(L):
            out_value[k] = sums[k]
        weight = weight_of(sums, rules)
        f = worth(sums, rules) / weight
        impurity = 1.0 - f if rules.criterion == GINI else -f
        return sums, weight, impurity if impurity > 0.0 else 0.0
    for i in range(m):
        v = w[row_of(words[i])] if w.shape[0] else 1.0
        sums[0] += v
        sums[1] += v * columns.y[row_of(words[i])]
    error = target_error(words, columns, rules, w, sums, work, out_value)
    sums[2] = -error if rules.criterion == ABSOLUTE else error
    return sums, sums[0], max(error / sums[0], 0.0)


@kernel
def target_error(
    words: Array, columns: Columns, rules: Rules, w: Array, sums: Array, work: Work, out_value: Array
) -> float:
    """Squared, Poisson (half the deviance) or absolute error; out_value gets the mean or median."""
    mean = sums[1] / sums[0]
    out_value[0] = mean
    error = 0.0
    for i in range(words.shape[0]):
        row = row_of(words[i])
        v = w[row] if w.shape[0] else 1.0
        y = columns.y[row]
        if rules.criterion == SQUARED:
            error += v * (y - mean) ** 2
        elif rules.criterion == ABSOLUTE:
            enter(work.fenwick, rules.y_rank[row], v, y)
        elif y > 0.0:
            error += v * y * np.log(y / mean)
    if rules.criterion == ABSOLUTE:
        error, out_value[0] = absolute_error(work.fenwick, rules.y_sorted, sums[0], sums[1])
        empty(work.fenwick, words, rules)
    return error


@kernel
def is_leaf(place: Place, sums: Array, weight: float, impurity: float, rules: Rules) -> bool:
    """Whether the node need not be searched: too deep, too small or pure."""
    rows = place.stop - place.start
    largest = 0.0
    if rules.criterion <= ENTROPY:
        for k in range(sums.shape[0]):
            largest = max(largest, sums[k])
    return (
        place.depth >= rules.max_depth
        or rows < rules.min_samples_split
        or rows < 2 * rules.min_samples_leaf
        or weight < 2.0 * rules.min_weight_leaf * (1.0 - TIE)
        or impurity <= EPSILON
        or largest == weight
    )


@kernel
def draw_features(seed: np.uint64, p: int, every: bool) -> Array:
    """Features in the order in which they are searched."""
    order = np.arange(p)
    if not every:
        for j in range(p - 1):
            other = j + np.int64(uniform(seed + np.uint64(j)) * (p - j))
            order[j], order[other] = order[other], order[j]
    return order


@kernel
def search_some(
    words: Array,
    features: Array,
    enough: int,
    place: Place,
    node: Node,
    columns: Columns,
    rules: Rules,
    w: Array,
    work: Work,
    out_found: Array,
) -> None:
    """Search features until `enough` are seen and one of them can split; gain -inf where one cannot."""
    some = False
    for t in range(features.shape[0]):
        if t >= enough and some:
            break
        j = features[t]
        entries, found = words[j, place.start : place.stop], out_found[j]
        found[GAIN], found[SPLIT_INFO], found[CUT], found[ASIDE] = -np.inf, 0.0, -1.0, 0.0
        if columns.sizes[j] == 0:
            search_threshold(entries, j, node, columns, rules, w, work, found)
        elif rules.multiway:
            search_multiway(entries, node, columns, rules, w, work, found)
        else:
            search_subset(entries, j, node, columns, rules, w, work, found)
        some |= found[GAIN] > -np.inf


@kernel
def choose(found: Array, weight: float, rules: Rules) -> int:
    """The feature with the largest gain or ratio in found (p, 4), the first of equals; -1 if none will do."""
    best, chosen, mean, valid = -np.inf, -1, 0.0, 0
    for j in range(found.shape[0]):
        if found[j, GAIN] > -np.inf:
            mean += found[j, GAIN]
            valid += 1
    if valid == 0:
        return -1
    floor = mean / valid - QUINLAN_SLACK if rules.ratio and rules.guard else -np.inf
    for j in range(found.shape[0]):
        score = found[j, GAIN]
        if score == -np.inf or score < floor:
            continue
        if rules.ratio:
            score = score / found[j, SPLIT_INFO] if found[j, SPLIT_INFO] > TIE and score > TIE else -np.inf
        if score > best + TIE:
            best, chosen = score, j
    if chosen < 0:
        return -1
    gain = found[chosen, GAIN]
    if gain < rules.min_gain - TIE or gain * weight / rules.total + EPSILON < rules.min_decrease:
        return -1
    return chosen


@kernel
def mark_threshold(
    words: Array, j: int, found: Array, columns: Columns, rules: Rules, w: Array, out_branch: Array
) -> Any:
    """Branch of each row of a threshold split; the threshold and the branch of missing values."""
    n, m, cut = words.shape[0], known_part(words), np.int64(found[CUT])
    aside = -1 if rules.fractional else 1 - np.int64(found[ASIDE])
    for i in range(n):
        out_branch[row_of(words[i])] = (0 if i < cut else 1) if i < m else aside
    if cut == m:
        return np.inf, 1
    low, high = columns.X[row_of(words[cut - 1]), j], columns.X[row_of(words[cut]), j]
    middle = 0.5 * low + 0.5 * high
    if m == n and not rules.fractional:
        first, whole = 0.0, 0.0
        for i in range(n):
            v = w[row_of(words[i])] if w.shape[0] else 1.0
            whole += v
            first += v if i < cut else 0.0
        aside = 0 if 2.0 * first > whole else 1  # none was missing: with the majority
    return (low if middle >= high else middle), aside


@kernel
def mark_subset(
    words: Array,
    j: int,
    found: Array,
    node: Node,
    columns: Columns,
    rules: Rules,
    w: Array,
    work: Work,
    out_branch: Array,
    out_set: Array,
) -> int:
    """Branch of each row of a subset split, and the set of categories; the branch of missing values.

    Categories that the node has not seen go with the heavier branch, and missing values too if none was
    there.
    """
    groups, cut = gather(words, words.shape[0], node, columns, rules, w, work), np.int64(found[CUT])
    order_groups(groups, np.int64(found[ASIDE]), rules, splitmix(node.seed + np.uint64(j)), work)
    first = 0.0
    for i in range(cut):
        first += weight_of(work.group[work.group_info[i, 2]], rules)
    heavier = 0 if 2.0 * first > node.weight else 1
    missing, size = heavier, out_set.shape[0]
    for code in range(size):
        out_set[code] = 1 - heavier
    for i in range(groups):
        code = work.group_info[work.group_info[i, 2], 0]
        if code < size:
            out_set[code] = 1 if i < cut else 0
        else:
            missing = 0 if i < cut else 1
    for i in range(words.shape[0]):
        code = rank_of(words[i])
        out_branch[row_of(words[i])] = 1 - out_set[code] if code < size else missing
    return missing


@kernel
def mark(
    words: Array,
    j: int,
    found: Array,
    node: Node,
    columns: Columns,
    rules: Rules,
    w: Array,
    work: Work,
    out_branch: Array,
    out_set: Array,
) -> tuple[int, float, int, int]:
    """Branch of each of the node's rows: kind of split, threshold, branch of missing values, branches."""
    if columns.sizes[j] == 0:
        threshold, missing = mark_threshold(words, j, found, columns, rules, w, out_branch)
        return THRESHOLD, threshold, missing, 2
    if rules.multiway:
        m = known_part(words)
        for i in range(words.shape[0]):
            out_branch[row_of(words[i])] = rank_of(words[i]) if i < m else -1
        return MULTIWAY, -2.0, -1, columns.sizes[j]
    missing = mark_subset(words, j, found, node, columns, rules, w, work, out_branch, out_set)
    return SUBSET, -2.0, missing, 2


@kernel
def measure_branches(
    words: Array, branch: Array, branches: int, columns: Columns, rules: Rules, w: Array
) -> tuple[Array, Array, Array]:
    """Rows, share of the known weight, and value (share of class 1, mean target) of each branch.

    A row with a missing value counts in every branch that has rows.
    """
    rows, share, value = np.zeros(branches, np.int64), np.zeros(branches), np.zeros(branches)
    missing, total = 0, 0.0
    for i in range(words.shape[0]):
        row = row_of(words[i])
        b, v = branch[row], w[row] if w.shape[0] else 1.0
        if b < 0:
            missing += 1
            continue
        rows[b] += 1
        share[b] += v
        total += v
        if rules.monotone.shape[0]:
            value[b] += v * (columns.codes[row] if rules.criterion <= ENTROPY else columns.y[row])
    for b in range(branches):
        if rows[b]:
            value[b] /= share[b]
            rows[b] += missing
        share[b] /= total
    return rows, share, value


@kernel
def move(column: Array, start: int, stop: int, branch: Array, rows: Array, base: int, buffer: Array) -> None:
    """The entries of a node, in order, to the ranges of its branches, which begin at `base`."""
    branches, total = rows.shape[0], 0
    for b in range(branches):
        total += rows[b]
    if branches == 2 and total == stop - start:
        left, right = start, 0
        for i in range(start, stop):
            word = column[i]
            goes_right = branch[row_of(word)]
            column[left] = word
            buffer[right] = word
            right += goes_right
            left += 1 - goes_right
        for i in range(right):
            column[left + i] = buffer[i]
        return
    place = np.zeros(branches, np.int64)
    for b in range(1, branches):
        place[b] = place[b - 1] + rows[b - 1]
    for i in range(start, stop):
        b = branch[row_of(column[i])]
        for c in range(0 if b < 0 else b, branches if b < 0 else b + 1):
            if rows[c]:
                buffer[place[c]] = column[i]
                place[c] += 1
    for i in range(total):
        column[base + i] = buffer[i]


@kernel
def bounds_of(value: Array, j: int, place: Place, rules: Rules, branch: int) -> tuple[float, float]:
    """Bounds of a branch under monotonic constraints; value (2,) of both branches."""
    lower, upper = place.lower, place.upper
    if rules.monotone.shape[0] and rules.monotone[j] != 0:
        between = 0.5 * (value[0] + value[1])
        if (rules.monotone[j] > 0) == (branch == 0):
            upper = between
        else:
            lower = between
    return lower, upper
