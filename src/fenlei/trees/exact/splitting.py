"""Splitting a node: mark the branch of each row, measure the branches, move the words of every column.

With fractional rows a row with a missing value is in every branch, with its weight times the branch's share
(source 002, B-M26). For the layout before and after see `presorted_columns` and `subtree`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.absolute_error import branch_median
from fenlei.trees.exact.growth_rules import (
    ABSOLUTE,
    ENTROPY,
    MULTIWAY,
    SUBSET,
    THRESHOLD,
    GrowthRules,
    Node,
    Work,
)
from fenlei.trees.exact.nominal_split import gather, order_groups
from fenlei.trees.exact.numeric_split import ASIDE, CUT
from fenlei.trees.exact.presorted_columns import PresortedColumns, known_part, rank_of, row_of
from fenlei.trees.exact.steps import PendingNode
from fenlei.trees.impurity import weight_of
from fenlei.trees.random_numbers import splitmix


class MarkedSplit(NamedTuple):
    """A split whose rows know their branches."""

    kind: int
    threshold: float  # -2 without one
    missing: int  # branch of missing values; -1: every branch, in parts
    branches: int


class Branches(NamedTuple):
    """What is known of the branches of a split."""

    rows: Array  # (branches,) int64; a row that goes to every branch counts in each that has others
    share: Array  # (branches,) of the known weight
    value: Array  # (branches,) share of class 1, mean or median target; 0 without monotonic constraints


@kernel
def mark_threshold(
    words: Array,
    j: int,
    found: Array,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    out_branch: Array,
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
    columns: PresortedColumns,
    rules: GrowthRules,
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
        first += weight_of(work.group[work.group_info[i, 2]], rules.criterion)
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
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
    out_branch: Array,
    out_set: Array,
) -> MarkedSplit:
    """Branch of each of the node's rows; a set of categories is written to out_set."""
    kind, branches = THRESHOLD, 2
    threshold, missing = -2.0, -1
    if columns.sizes[j] == 0:
        threshold, missing = mark_threshold(words, j, found, columns, rules, w, out_branch)
    elif rules.multiway:
        kind, branches = MULTIWAY, columns.sizes[j]
        m = known_part(words)
        for i in range(words.shape[0]):
            out_branch[row_of(words[i])] = rank_of(words[i]) if i < m else -1
    else:
        kind = SUBSET
        missing = mark_subset(words, j, found, node, columns, rules, w, work, out_branch, out_set)
    return MarkedSplit(kind, threshold, missing, branches)


@kernel
def measure_branches(
    words: Array,
    branch: Array,
    branches: int,
    columns: PresortedColumns,
    rules: GrowthRules,
    w: Array,
    work: Work,
) -> Branches:
    """Rows, share of the weight and value of each branch of marked rows."""
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
            if rules.monotone.shape[0] and rules.criterion == ABSOLUTE:
                value[b] = branch_median(words, branch, b, columns, rules, w, work)
        share[b] /= total
    return Branches(rows, share, value)


@kernel
def move(column: Array, start: int, stop: int, branch: Array, rows: Array, base: int, buffer: Array) -> None:
    """The entries of a node, in order, to the ranges of its branches, which start at `base`."""
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
    following = np.zeros(branches, np.int64)  # where the next entry of each branch goes
    for b in range(1, branches):
        following[b] = following[b - 1] + rows[b - 1]
    for i in range(start, stop):
        b = branch[row_of(column[i])]
        for c in range(0 if b < 0 else b, branches if b < 0 else b + 1):
            if rows[c]:
                buffer[following[c]] = column[i]
                following[c] += 1
    for i in range(total):
        column[base + i] = buffer[i]


@kernel
def branch_node(
    i: int, b: int, j: int, pending: PendingNode, start: int, stop: int, value: Array, rules: GrowthRules
) -> PendingNode:
    """Branch b of node i, split by feature j; value (2,) of both branches under monotonic constraints."""
    lower, upper = pending.lower, pending.upper
    if rules.monotone.shape[0] and rules.monotone[j] != 0:
        between = 0.5 * (value[0] + value[1])
        if (rules.monotone[j] > 0) == (b == 0):
            upper = between
        else:
            lower = between
    seed = splitmix(pending.seed ^ np.uint64(b + 1))
    return PendingNode(start, stop, pending.depth + 1, i, b, lower, upper, seed)
