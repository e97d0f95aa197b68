"""Absolute errors of the first i and of the last rows of a sorted column, for every i.

The weights and weighted targets of the rows are kept in a Fenwick tree by the rank of the target, so that
adding one row, and finding the median, takes O(log n). After each use the tree is emptied along the paths
that were used.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import TIE, GrowthRules, Limits, Node, Work
from fenlei.trees.exact.presorted_columns import PresortedColumns, rank_of, row_of


@kernel
def insert(tree: Array, rank: int, weight: float, value: float) -> None:
    """Add a row to the Fenwick tree."""
    index = rank + 1
    while index < tree.shape[1]:
        tree[0, index] += weight
        tree[1, index] += weight * value
        index += index & -index


@kernel
def remove_all(tree: Array, words: Array, rules: GrowthRules) -> None:
    """Remove the rows again."""
    for i in range(words.shape[0]):
        index = rules.y_rank[row_of(words[i])] + 1
        while index < tree.shape[1]:
            tree[0, index] = 0.0
            tree[1, index] = 0.0
            index += index & -index


@kernel
def find(tree: Array, weight: float) -> tuple[int, float, float]:
    """The first rank whose cumulative weight reaches `weight`; weight and weighted sum of the ranks below."""
    step = 1
    while 2 * step < tree.shape[1]:
        step *= 2
    index = 0
    below, sum_below = 0.0, 0.0
    while step > 0:
        if index + step < tree.shape[1] and below + tree[0, index + step] < weight:
            index += step
            below += tree[0, index]
            sum_below += tree[1, index]
        step //= 2
    return index, below, sum_below


@kernel
def absolute_error(tree: Array, y_sorted: Array, weight: float, total: float) -> tuple[float, float]:
    """Σ w |y - median| of the rows in the tree, of given weight and weighted sum; and the median."""
    last = y_sorted.shape[0] - 1
    low, below, sum_below = find(tree, 0.5 * weight * (1.0 - 1e-14))
    high, _, _ = find(tree, 0.5 * weight * (1.0 + 1e-14))
    median = y_sorted[min(low, last)]
    error = (total - sum_below) - median * (weight - below) + median * below - sum_below
    return max(error, 0.0), 0.5 * (median + y_sorted[min(high, last)])


@kernel
def cut_medians(
    words: Array,
    limits: Limits,
    node: Node,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
) -> tuple[float, int, int]:
    """Best cut by the absolute error: -Σ errors, entries to the left (-1: none), number of candidates.

    Missing values are the largest.
    """
    m, error, tree = words.shape[0], work.error, work.fenwick
    error[0] = 0.0
    for backward in range(2):
        weight, total = 0.0, 0.0
        for step in range(m):
            row = row_of(words[m - 1 - step if backward else step])
            v = w[row] if w.shape[0] else 1.0
            insert(tree, rules.y_rank[row], v, columns.y[row])
            weight += v
            total += v * columns.y[row]
            here, _ = absolute_error(tree, rules.y_sorted, weight, total)
            if backward:
                error[m - 1 - step] += here
            else:
                error[step + 1] = here
        remove_all(tree, words, rules)
    best, cut, tries = -np.inf, -1, 0
    wl, least = 0.0, rules.min_samples_leaf
    for i in range(1, m):
        wl += w[row_of(words[i - 1])] if w.shape[0] else 1.0
        if rank_of(words[i]) == rank_of(words[i - 1]) or min(i, m - i) < least:
            continue
        if min(wl, node.weight - wl) < limits.weight or not (limits.only < 0 or limits.only == i):
            continue
        tries += 1
        if -error[i] > best + TIE * abs(node.sums[2]):
            best, cut = -error[i], i
    return best, cut, tries
