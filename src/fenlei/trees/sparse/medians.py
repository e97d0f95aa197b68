"""The best threshold of a node by the absolute errors of several targets, added up over the targets.

For each target the rows of a side are kept in the Fenwick tree of `exact.absolute_error`, by the rank of the
target, as they move from side to side. Dense columns only: there is no run of zeros.

Cost: O(O rows log rows) for a column of a node.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.absolute_error import absolute_error, insert
from fenlei.trees.exact.growth_rules import TIE
from fenlei.trees.sparse.cuts import Found, Group, Growth, Targets, drawn_threshold, weight_at
from fenlei.trees.sparse.entries import Entries, EntryScratch, first_missing


def with_ranks(targets: Targets) -> Targets:
    """Targets with the ranks of their numbers, and the distinct numbers in order."""
    n, outputs = targets.y.shape
    rank, in_order = np.empty((n, outputs), np.int64), np.zeros((outputs, n))
    for o in range(outputs):
        distinct, rank[:, o] = np.unique(targets.y[:, o], return_inverse=True)
        in_order[o, : len(distinct)] = distinct
        in_order[o, len(distinct) :] = distinct[-1]
    return targets._replace(rank=rank, in_order=in_order)


@kernel
def clear(tree: Array, rows: Array, rank: Array, o: int) -> None:
    """Empty the Fenwick tree of these rows."""
    for i in rows:
        index = rank[i, o] + 1
        while index < tree.shape[1]:
            tree[0, index] = 0.0
            tree[1, index] = 0.0
            index += index & -index


@kernel
def describe_medians(rows: Array, targets: Targets, tree: Array, out_value: Array) -> tuple[float, float]:
    """Weight and absolute error of the rows, added up over the targets; out_value gets the medians."""
    error, weight = 0.0, 0.0
    for o in range(out_value.shape[0]):
        weight, total = 0.0, 0.0
        for i in rows:
            v = weight_at(i, targets.w)
            insert(tree, targets.rank[i, o], v, targets.y[i, o])
            weight += v
            total += v * targets.y[i, o]
        own, out_value[o] = absolute_error(tree, targets.in_order[o], weight, total)
        error += own
        clear(tree, rows, targets.rank, o)
    return weight, error


@kernel
def add_side(
    rows: Array, m: int, o: int, backward: bool, aside: bool, targets: Targets, tree: Array, out_error: Array
) -> None:
    """Add the errors of target o on one side of every cut of the m known rows to out_error.

    The rows are in the order of the column, missing values last; with `aside` these are on the side.
    """
    n, weight, total = rows.shape[0], 0.0, 0.0
    for step in range(m - n if aside else 0, m + 1):
        if step >= 0:
            if weight > 0.0:
                here, _ = absolute_error(tree, targets.in_order[o], weight, total)
                out_error[m - step if backward else step] += here
            if step == m:
                break
        i = rows[n + step if step < 0 else m - 1 - step if backward else step]
        v = weight_at(i, targets.w)
        insert(tree, targets.rank[i, o], v, targets.y[i, o])
        weight += v
        total += v * targets.y[i, o]
    clear(tree, rows, targets.rank, o)


@kernel
def scan_medians(
    values: Array,
    rows: Array,
    m: int,
    on_left: int,
    drawn: float,
    best: Found,
    node: Group,
    w: Array,
    growth: Growth,
    error: Array,
) -> Found:
    """The better of `best` and of all thresholds with the missing values on one side; error (m + 1,)."""
    n, wl = rows.shape[0], 0.0
    for i in range(m, n if on_left else m):
        wl += weight_at(rows[i], w)
    only_missing = n > m and not on_left and not growth.random
    for i in range(1, m + 1 if only_missing else m):
        wl += weight_at(rows[i - 1], w)
        low, high = values[i - 1], values[i] if i < m else np.inf
        left = i + (n - m) * on_left
        if low == high or (growth.random and not low <= drawn < high):
            continue
        if min(left, n - left) < growth.min_samples_leaf:
            continue
        if min(wl, node.weight - wl) < growth.min_weight_leaf * (1.0 - TIE):
            continue
        if -error[i] > best.worth + node.margin:
            middle = 0.5 * low + 0.5 * high if i < m else np.inf
            to = (1 - on_left) if n > m else -1
            best = Found(-error[i], low if i < m and middle >= high else middle, to)
    return best


@kernel
def best_medians(
    entries: Entries,
    j: int,
    start: int,
    stop: int,
    node: Group,
    targets: Targets,
    growth: Growth,
    scratch: EntryScratch,
) -> Found:
    """Best threshold of column j, in which the node has the entries start to stop."""
    best, m = Found(-np.inf, 0.0, -1), first_missing(entries.value, start, stop) - start
    values, rows, missing = entries.value[start:stop], entries.row[start:stop], stop - start - m
    if m == 0 or (values[0] == values[m - 1] and missing == 0):
        return best
    drawn = drawn_threshold(values[0], values[m - 1], j, node) if growth.random else 0.0
    error, tree = scratch.error, scratch.fenwick
    for on_left in range(2 if missing else 1):
        for i in range(m + 1):
            error[i] = 0.0
        for o in range(growth.outputs):
            add_side(rows, m, o, False, missing > 0 and on_left == 1, targets, tree, error)
            add_side(rows, m, o, True, missing > 0 and on_left == 0, targets, tree, error)
        best = scan_medians(values, rows, m, on_left, drawn, best, node, targets.w, growth, error)
    return best
