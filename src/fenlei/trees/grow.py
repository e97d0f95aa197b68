r"""Growing a tree: search every feature, split by the best, go on with the branches. No recursion.

A node is a range of places in the presorted columns (`columns.py`). Splitting it marks the branch of each of its
rows and moves the words of every column, in order, to the branches' ranges. With fractional rows a row with a
missing value is in every branch, with its weight times the branch's share (source 002, B-M26), so the ranges of
the branches can be longer than their parent's and go to the end of the columns, which grow.

The whole runs in one thread by `grow_below`. Large nodes at the top are split first by `Top`, feature by feature
on all threads, and the rest, subtrees of less than a sixteenth of the rows, goes to `grow_below`, subtree by subtree
on all threads. Nothing depends on the order in which that happens: a node's random numbers come from its place in
the tree. `Top` with a heap instead of a stack grows best first.

Cost: O(n p) a level after O(n p log n) sorting.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.columns import Columns, known_part, rank_of, row_of
from fenlei.trees.rules import (
    ABSOLUTE,
    ENTROPY,
    GINI,
    LEAF,
    MULTIWAY,
    POISSON,
    QUINLAN_SLACK,
    SQUARED,
    SUBSET,
    THRESHOLD,
    TIE,
    Rules,
)
from fenlei.trees.scan import (
    ASIDE,
    CUT,
    GAIN,
    SPLIT_INFO,
    Node,
    Work,
    absolute_error,
    class_of,
    fenwick_add,
    fenwick_clear,
    gather,
    group_weight,
    order_groups,
    search,
    splitmix,
    uniform,
    worth,
)

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


class Emitted(NamedTuple):
    """Nodes in the order they were made; `parent` is a number in the same list, or -1 for its first node."""

    parent: Array  # (m,) int64
    slot: Array  # (m,) int64
    kind: Array  # (m,) int64
    feature: Array  # (m,) int64
    threshold: Array  # (m,) float64
    missing: Array  # (m,) int64, branch of missing values; -1: all, in parts
    rows: Array  # (m,) int64
    weight: Array  # (m,) float64
    impurity: Array  # (m,) float64
    value: Array  # (m, K) class weights, or (m, 1) the mean or median
    subset: Array  # (m,) int64, where the node's set begins in `sets`; -1 if it has none
    sets: Array  # uint8, 1 for each category that goes to the first branch


@kernel
def describe(words: Array, columns: Columns, rules: Rules, w: Array, work: Work, out_value: Array) -> Any:
    """Sums, weight and impurity of the rows; out_value gets the class weights, the mean or the median."""
    sums = np.zeros(work.left.shape[0])
    m = words.shape[0]
    if m == 0:
        out_value[:] = 0.0
        return sums, 0.0, 0.0
    if rules.criterion <= ENTROPY:
        for i in range(m):
            sums[class_of(words[i], columns.codes, sums.shape[0])] += (
                w[row_of(words[i])] if w.shape[0] else 1.0
            )
        weight = sums.sum()
        out_value[:] = sums
        f = worth(sums, rules.criterion, rules.table) / weight
        return sums, weight, max(1.0 - f if rules.criterion == GINI else -f, 0.0) + 0.0  # no -0
    for i in range(m):
        v = w[row_of(words[i])] if w.shape[0] else 1.0
        sums[0] += v
        sums[1] += v * columns.y[row_of(words[i])]
    mean = sums[1] / sums[0]
    error = total_error(words, columns, rules, w, sums, work, out_value)
    sums[2] = -error if rules.criterion == ABSOLUTE else error
    return sums, sums[0], max(error / sums[0], 0.0) if mean == mean else 0.0


@kernel
def total_error(
    words: Array, columns: Columns, rules: Rules, w: Array, sums: Array, work: Work, out_value: Array
) -> float:
    """Squared deviations, Poisson deviance (halved) or absolute deviations; the value that they are taken from."""
    mean = sums[1] / sums[0]
    out_value[0] = mean
    error = 0.0
    if rules.criterion == ABSOLUTE:
        for i in range(words.shape[0]):
            row = row_of(words[i])
            fenwick_add(work.fenwick, rules.y_rank[row], w[row] if w.shape[0] else 1.0, columns.y[row])
        error, out_value[0] = absolute_error(work.fenwick, rules.y_sorted, sums[0], sums[1])
        for i in range(words.shape[0]):
            fenwick_clear(work.fenwick, rules.y_rank[row_of(words[i])])
        return error
    for i in range(words.shape[0]):
        row = row_of(words[i])
        v = w[row] if w.shape[0] else 1.0
        if rules.criterion == SQUARED:
            error += v * (columns.y[row] - mean) ** 2
        elif columns.y[row] > 0.0:
            error += v * columns.y[row] * np.log(columns.y[row] / mean)
    return error


@kernel
def is_leaf(place: Place, node: Node, impurity: float, rules: Rules) -> bool:
    """Whether the node need not be searched: too deep, too small or pure."""
    rows = place.stop - place.start
    return (
        place.depth >= rules.max_depth
        or rows < rules.min_samples_split
        or rows < 2 * rules.min_samples_leaf
        or node.weight < 2.0 * rules.min_weight_leaf * (1.0 - TIE)
        or impurity <= EPSILON
        or (rules.criterion <= ENTROPY and node.sums.max() == node.weight)
    )


@kernel
def draw_features(seed: np.uint64, p: int, all_of_them: bool) -> Array:
    """Features in the order in which they are searched."""
    order = np.arange(p)
    if not all_of_them:
        for j in range(p - 1):
            other = j + np.int64(uniform(seed + np.uint64(j)) * (p - j))
            order[j], order[other] = order[other], order[j]
    return order


@kernel
def choose(found: Array, weight: float, rules: Rules) -> int:
    """The feature with the largest gain or gain ratio in found (p, 4), the first of equals; -1 if none will do."""
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
def middle(low: float, high: float) -> float:
    value = 0.5 * low + 0.5 * high
    return low if value >= high or not np.isfinite(value) else value


@kernel
def mark_threshold(
    words: Array, j: int, found: Array, columns: Columns, rules: Rules, out_branch: Array
) -> Any:
    """Branch of each row of a threshold split; the threshold and the branch of missing values."""
    n, m, cut = words.shape[0], known_part(words), np.int64(found[CUT])
    for i in range(m):
        out_branch[row_of(words[i])] = 0 if i < cut else 1
    aside = -1 if rules.fractional else 1 - np.int64(found[ASIDE])
    for i in range(m, n):
        out_branch[row_of(words[i])] = aside
    if cut == m:
        return np.inf, 1
    low, high = columns.X[row_of(words[cut - 1]), j], columns.X[row_of(words[cut]), j]
    if m == n and not rules.fractional:
        aside = 0 if 2 * cut > n else 1  # none was missing: with the majority
    return middle(low, high), aside


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

    Categories that the node has not seen go with the heavier branch, and so does a missing value if none was there.
    """
    groups = gather(words, node, columns, rules, w, work)
    seed = splitmix(node.seed + np.uint64(j))
    order = order_groups(groups, np.int64(found[ASIDE]), rules, seed, work)
    first = 0.0
    for i in range(np.int64(found[CUT])):
        first += group_weight(work.group[order[i]], rules)
    heavier = 0 if 2.0 * first > node.weight else 1
    out_set[:] = 1 - heavier
    missing = heavier
    size = out_set.shape[0]
    for i in range(groups):
        branch = 0 if i < np.int64(found[CUT]) else 1
        code = work.group_code[order[i]]
        if code < size:
            out_set[code] = 1 - branch
        else:
            missing = branch
    for i in range(words.shape[0]):
        code = rank_of(words[i])
        out_branch[row_of(words[i])] = 1 - out_set[code] if code < size else missing
    return missing


@kernel
def mark_multiway(words: Array, out_branch: Array) -> None:
    m = known_part(words)
    for i in range(words.shape[0]):
        out_branch[row_of(words[i])] = rank_of(words[i]) if i < m else -1


@kernel
def part_weights(words: Array, branch: Array, w: Array, branches: int) -> Any:
    """Rows and share of the known weight of each branch. A missing row counts in every branch that has rows."""
    rows, share = np.zeros(branches, np.int64), np.zeros(branches)
    missing = 0
    for i in range(words.shape[0]):
        row = row_of(words[i])
        if branch[row] < 0:
            missing += 1
        else:
            rows[branch[row]] += 1
            share[branch[row]] += w[row] if w.shape[0] else 1.0
    for b in range(branches):
        if rows[b]:
            rows[b] += missing
    return rows, share / share.sum()


@kernel
def partition(words: Array, branch: Array, buffer: Array) -> None:
    """Entries of branch 0 first, in order, then those of branch 1."""
    left, right = 0, 0
    for i in range(words.shape[0]):
        word = words[i]
        goes_right = branch[row_of(word)]
        words[left] = word
        buffer[right] = word
        right += goes_right
        left += 1 - goes_right
    words[left:] = buffer[:right]


@kernel
def spread(words: Array, branch: Array, rows: Array, out: Array) -> None:
    """Entries of each branch in order, one branch behind the other; a missing row in every branch that has rows."""
    place = np.cumsum(rows) - rows
    for i in range(words.shape[0]):
        b = branch[row_of(words[i])]
        if b >= 0:
            out[place[b]] = words[i]
            place[b] += 1
        else:
            for b in range(rows.shape[0]):
                if rows[b]:
                    out[place[b]] = words[i]
                    place[b] += 1


@kernel
def branch_bounds(value: Array, j: int, place: Place, rules: Rules, branch: int) -> Any:
    """Bounds of a branch under monotonic constraints; value (2,) of both branches."""
    lower, upper = place.lower, place.upper
    if rules.monotone.shape[0] and rules.monotone[j] != 0:
        between = 0.5 * (value[0] + value[1])
        if (rules.monotone[j] > 0) == (branch == 0):
            upper = between
        else:
            lower = between
    return lower, upper


@kernel
def side_values(words: Array, branch: Array, columns: Columns, rules: Rules, w: Array) -> Array:
    """Share of the second class, or mean target, of two branches."""
    weight, total = np.zeros(2), np.zeros(2)
    for i in range(words.shape[0]):
        row = row_of(words[i])
        v = w[row] if w.shape[0] else 1.0
        weight[branch[row]] += v
        total[branch[row]] += v * (columns.codes[row] if rules.criterion <= ENTROPY else columns.y[row])
    return total / weight


@kernel
def longer(array: Array, size: int) -> Array:
    """The array with room for `size` entries along its last axis."""
    if array.shape[-1] >= size:
        return array
    room = max(size, 2 * array.shape[-1])
    fresh = np.empty(array.shape[:-1] + (room,), array.dtype)
    fresh[..., : array.shape[-1]] = array
    return fresh
