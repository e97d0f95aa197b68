"""Absolute errors and medians of the first i and of the other rows of a sorted column, for every i.

The weights and weighted targets of the rows are kept in a Fenwick tree by the rank of the target, so that
adding one row, and finding the median, takes O(log n). After each use the tree is emptied along the paths
that were used.
"""

from __future__ import annotations

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import GrowthRules, Work
from fenlei.trees.exact.presorted_columns import PresortedColumns, row_of


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
def side_errors(
    words: Array,
    m: int,
    backward: int,
    aside: bool,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
) -> None:
    """Absolute errors and medians of one side of every cut of the m known entries, to work.error.

    The side is the left one, to work.error[0] and [2] by the number of entries on the left; or, backward, the
    right one, to [1] and [3]. With `aside` the missing values, which are the entries from m on, are on it.
    """
    tree, out_errors, out_medians = work.fenwick, work.error[backward], work.error[2 + backward]
    weight, total = 0.0, 0.0
    n = words.shape[0]
    for step in range(m - n if aside else 0, m + 1):
        if step >= 0:
            cut = m - step if backward else step
            out_errors[cut], out_medians[cut] = 0.0, 0.0
            if weight > 0.0:
                out_errors[cut], out_medians[cut] = absolute_error(tree, rules.y_sorted, weight, total)
            if step == m:
                break
        row = row_of(words[n + step if step < 0 else m - 1 - step if backward else step])
        v = w[row] if w.shape[0] else 1.0
        insert(tree, rules.y_rank[row], v, columns.y[row])
        weight += v
        total += v * columns.y[row]
    remove_all(tree, words, rules)


@kernel
def branch_median(
    words: Array,
    branch: Array,
    b: int,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
) -> float:
    """Median of the targets of the rows in branch b."""
    weight, total = 0.0, 0.0
    for i in range(words.shape[0]):
        row = row_of(words[i])
        if branch[row] == b:
            v = w[row] if w.shape[0] else 1.0
            insert(work.fenwick, rules.y_rank[row], v, columns.y[row])
            weight += v
            total += v * columns.y[row]
    _, median = absolute_error(work.fenwick, rules.y_sorted, weight, total)
    remove_all(work.fenwick, words, rules)
    return median
