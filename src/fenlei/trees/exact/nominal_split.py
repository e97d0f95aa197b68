"""The best split of one node by one nominal feature.

The categories have one branch each, or are ordered by the share of a class (the mean target) and cut in two:
with two classes, or one target, the best of all subsets is among these cuts (Breiman et al. 1984, theorem
4.5); with more classes every class's order is tried. The worth f of a group is that of `impurity`.

A column is sorted by its codes, so the rows of a category stand together: O(rows + categories of the node).
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import ENTROPY, SQUARED, TIE, GrowthRules, Node, Work
from fenlei.trees.exact.numeric_split import (
    ASIDE,
    CUT,
    GAIN,
    SPLIT_INFO,
    add_rows,
    in_order,
    is_free,
    node_margin,
)
from fenlei.trees.exact.presorted_columns import PresortedColumns, known_part, rank_of
from fenlei.trees.impurity import part_info, weight_of, worth
from fenlei.trees.random_numbers import splitmix, uniform


@kernel
def gather(
    words: Array, m: int, node: Node, columns: PresortedColumns, rules: GrowthRules, w: Array, work: Work
) -> int:
    """Sums, code and rows of each category among m entries; their number. Missing is a category, the last."""
    groups, start = 0, 0
    center = node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    for i in range(1, m + 1):
        if i == m or rank_of(words[i]) != rank_of(words[start]):
            add_rows(words, start, i, columns, rules, w, center, work.group[groups])
            work.group_info[groups, 0] = rank_of(words[start])
            work.group_info[groups, 1] = i - start
            groups += 1
            start = i
    return groups


@kernel
def search_multiway(
    words: Array, node: Node, columns: PresortedColumns, rules: GrowthRules, w: Array, work: Work, out: Array
) -> None:
    """Worth of one branch per category; at least two branches must be large enough."""
    groups = gather(words, known_part(words), node, columns, rules, w, work)
    whole, L = work.side[3], node.sums.shape[0]
    for k in range(L):
        whole[k] = 0.0
    large, f = 0, 0.0
    known, info = 0.0, 0.0
    for g in range(groups):
        part = weight_of(work.group[g], rules.criterion)
        if part >= rules.min_weight_leaf * (1.0 - TIE) and work.group_info[g, 1] >= rules.min_samples_leaf:
            large += 1
        f += worth(work.group[g], rules.criterion, rules.table)
        info += part_info(part, node.weight)
        known += part
        for k in range(L):
            whole[k] += work.group[g, k]
    if large < 2:
        return
    out[GAIN] = (f - worth(whole, rules.criterion, rules.table)) / node.weight
    out[SPLIT_INFO] = info + part_info(node.weight - known, node.weight)


@kernel
def order_groups(groups: int, order: int, rules: GrowthRules, seed: np.uint64, work: Work) -> None:
    """Categories by the share of a class, by the mean target, or at random, into work.group_info[:, 2]."""
    key, order_of = work.key, work.group_info[:, 2]
    for g in range(groups):
        order_of[g] = g
        share = work.group[g, order] / weight_of(work.group[g], rules.criterion)
        key[g] = uniform(seed + np.uint64(g)) if rules.random else share
    gap = groups // 2
    while gap > 0:  # Shell's sort; equal keys stay in the order of their codes
        for i in range(gap, groups):
            g, q = order_of[i], i
            while q >= gap and (
                key[order_of[q - gap]] > key[g]
                or (key[order_of[q - gap]] == key[g] and order_of[q - gap] > g)
            ):
                order_of[q] = order_of[q - gap]
                q -= gap
            order_of[q] = g
        gap = 1 if gap == 2 else gap * 5 // 11


@kernel
def search_subset(
    words: Array,
    j: int,
    node: Node,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
    out: Array,
) -> None:
    """Best cut of the categories in two sets; a missing value is a category."""
    groups = gather(words, words.shape[0], node, columns, rules, w, work)
    best_subset(groups, words.shape[0], j, node, rules, work, out)


@kernel
def side_value(sums: Array, center: float, rules: GrowthRules) -> float:
    """Share of the second class, or mean target, of one side."""
    return sums[1] / weight_of(sums, rules.criterion) + center


@kernel
def best_subset(groups: int, n: int, j: int, node: Node, rules: GrowthRules, work: Work, out: Array) -> None:
    """Best cut of the groups in `work`, which have n rows, in two sets."""
    if groups < 2:
        return
    left, right, whole = work.side[0], work.side[1], work.side[3]
    L, need = node.sums.shape[0], rules.min_weight_leaf * (1.0 - TIE)
    for k in range(L):
        whole[k] = node.sums[k]
    if rules.criterion == SQUARED:
        whole[1] = 0.0
    best, seed = -np.inf, splitmix(node.seed + np.uint64(j))
    free, center = is_free(node), node.sums[1] / node.sums[0] if rules.criterion == SQUARED else 0.0
    several = rules.criterion <= ENTROPY and L > 2 and not rules.random
    drawn = 1 + np.int64(uniform(seed + np.uint64(groups)) * (groups - 1)) if rules.random else -1
    for t in range(L if several else 1):
        order = t if several else min(1, L - 1)
        order_groups(groups, order, rules, seed, work)
        for k in range(L):
            left[k], right[k] = 0.0, whole[k]
        rows = 0
        for i in range(groups - 1):
            g = work.group_info[i, 2]
            for k in range(L):
                left[k] += work.group[g, k]
                right[k] -= work.group[g, k]
            rows += work.group_info[g, 1]
            if min(rows, n - rows) < rules.min_samples_leaf or (drawn >= 0 and drawn != i + 1):
                continue
            if min(weight_of(left, rules.criterion), weight_of(right, rules.criterion)) < need:
                continue
            values = side_value(left, center, rules), side_value(right, center, rules)
            if not free and not in_order(values[0], values[1], 0, node):
                continue
            f = worth(left, rules.criterion, rules.table) + worth(right, rules.criterion, rules.table)
            if f > best + node_margin(node, rules):
                best = f
                out[CUT], out[ASIDE] = i + 1, order
    if best > -np.inf:
        out[GAIN] = (best - worth(whole, rules.criterion, rules.table)) / node.weight
