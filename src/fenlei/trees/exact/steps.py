"""The steps before a split: describe a node, decide whether it is searched, search features, choose one.

`subtree` takes these steps, and those of `splitting`, one after another for all that is below a node, in one
thread; `grower` takes them for large nodes, feature by feature on all threads. Nothing depends on the order
in which nodes are split: a node's random numbers come from its position in the tree.

Cost: O(n p) per level, after O(n p log n) sorting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.absolute_error import absolute_error, insert, remove_all
from fenlei.trees.exact.growth_rules import (
    ABSOLUTE,
    ENTROPY,
    QUINLAN_SLACK,
    SQUARED,
    TIE,
    GrowthRules,
    Node,
    Work,
)
from fenlei.trees.exact.nominal_split import search_multiway, search_subset
from fenlei.trees.exact.numeric_split import ASIDE, CUT, GAIN, SPLIT_INFO, class_of, search_threshold
from fenlei.trees.exact.presorted_columns import PresortedColumns, row_of
from fenlei.trees.impurity import class_impurity, draws_among_equals, weight_of, worth
from fenlei.trees.random_numbers import drawn_before, uniform

EPSILON = float(np.finfo(np.float64).eps)


class PendingNode(NamedTuple):
    """A node before it is split."""

    start: int  # its entries
    stop: int
    depth: int
    parent: int
    slot: int  # which branch of the parent
    lower: float  # bounds of its value under monotonic constraints
    upper: float
    seed: np.uint64


@kernel
def describe(
    words: Array, columns: PresortedColumns, rules: GrowthRules, w: Array, work: Work, out_value: Array
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
        weight = weight_of(sums, rules.criterion)
        f = worth(sums, rules.criterion, rules.table)
        impurity = class_impurity(f, weight, rules.criterion, 1)
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
    words: Array,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    sums: Array,
    work: Work,
    out_value: Array,
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
            insert(work.fenwick, rules.y_rank[row], v, y)
        elif y > 0.0:
            error += v * y * np.log(y / mean)
    if rules.criterion == ABSOLUTE:
        error, out_value[0] = absolute_error(work.fenwick, rules.y_sorted, sums[0], sums[1])
        remove_all(work.fenwick, words, rules)
    return error


@kernel
def is_leaf(pending: PendingNode, sums: Array, weight: float, impurity: float, rules: GrowthRules) -> bool:
    """Whether the node need not be searched: too deep, too small or pure."""
    rows = pending.stop - pending.start
    largest = 0.0
    if rules.criterion <= ENTROPY:
        for k in range(sums.shape[0]):
            largest = max(largest, sums[k])
    return (
        pending.depth >= rules.max_depth
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
def search_features(
    words: Array,
    features: Array,
    enough: int,
    pending: PendingNode,
    node: Node,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
    out_found: Array,
) -> None:
    """Search features until `enough` are seen and one of them can split; gain -inf where one cannot."""
    splits = False
    for t in range(features.shape[0]):
        if t >= enough and splits:
            break
        j = features[t]
        entries, found = words[j, pending.start : pending.stop], out_found[j]
        found[GAIN], found[SPLIT_INFO] = -np.inf, 0.0
        found[CUT], found[ASIDE] = -1.0, 0.0
        if columns.sizes[j] == 0:
            search_threshold(entries, j, node, columns, rules, w, work, found)
        elif rules.multiway:
            search_multiway(entries, node, columns, rules, w, work, found)
        else:
            search_subset(entries, j, node, columns, rules, w, work, found)
        splits |= found[GAIN] > -np.inf


@kernel
def choose(found: Array, node: Node, slack: float, rules: GrowthRules) -> int:
    """The feature with the largest gain or ratio in found (p, 4), the first of equals; -1 if none will do.

    Gains are equal that differ by at most `slack`.
    """
    mean, valid = 0.0, 0
    for j in range(found.shape[0]):
        if found[j, GAIN] > -np.inf:
            mean += found[j, GAIN]
            valid += 1
    if valid == 0:
        return -1
    best, chosen = -np.inf, -1
    floor = mean / valid - QUINLAN_SLACK if rules.ratio and rules.guard else -np.inf
    draws = draws_among_equals(rules.criterion, rules.max_features)
    for j in range(found.shape[0]):
        score = found[j, GAIN]
        if score == -np.inf or score < floor:
            continue
        if rules.ratio:
            score = score / found[j, SPLIT_INFO] if found[j, SPLIT_INFO] > TIE and score > TIE else -np.inf
        equal = draws and score >= best - slack and drawn_before(j, chosen, node.seed)
        if score > best + slack or equal:
            best, chosen = score, j
    if chosen < 0:
        return -1
    gain = found[chosen, GAIN]
    if gain < rules.min_gain - slack or gain * node.weight / rules.total + EPSILON < rules.min_decrease:
        return -1
    return chosen
