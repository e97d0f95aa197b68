r"""The best threshold of one node by one column of entries, for one target or several.

A row belongs to a cell of every target: in classification the cell of its class, with the classes of all
targets concatenated; in regression the target itself. With c the weight of a group and s_m the sum of cell m,
weights of the rows or weighted targets, the worth f of a group is that of `impurity`, added up over the O
targets, and a split is worth Σ_branches f - f(node): the decrease of the impurity averaged over the targets,
times O c. With one target these are the sums of `exact.numeric_split`, and so are ties, limits and the side
of missing values. The run of zeros of a sparse column moves from right to left as a whole: its sums are what
the entries leave of the node.

Cost: O(entries of the node (O + cells)), without sorting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.trees.exact.growth_rules import POISSON, TIE
from fenlei.trees.impurity import worth_of_cells
from fenlei.trees.random_numbers import splitmix, uniform
from fenlei.trees.sparse.entries import Entries, first_missing, first_not_negative


class Targets(NamedTuple):
    """What is to be predicted. Classification has `cells`, regression has `y`; the other is empty."""

    cells: Array  # (n, O) int32, the cell of the class of each target
    y: Array  # (n, O)
    w: Array  # (n,); empty for weight one
    rank: Array  # (n, O) int64, dense rank of the targets; empty but for the absolute error
    in_order: Array  # (O, n) the distinct targets in order, the last one repeated; likewise


class Growth(NamedTuple):
    """Settings of one growth."""

    criterion: int
    outputs: int
    random: bool
    max_depth: int
    min_samples_split: int
    min_samples_leaf: int
    min_weight_leaf: float
    min_decrease: float
    max_features: int
    max_leaves: int
    seed: np.uint64
    total: float


class Group(NamedTuple):
    """The rows of a node, summed up."""

    sums: Array  # (cells,) from `center`
    center: Array  # (cells,) the mean targets for the squared error; else zeros
    weight: float
    rows: int
    margin: float  # sums of f that differ by less are equal
    before: float  # the f of the node
    seed: np.uint64


class ColumnPart(NamedTuple):
    """The values of a node in one column."""

    start: int  # its entries
    known: int  # stop of the known ones; missing values come after them
    turn: int  # first entry that is not negative: the run of zeros comes before it
    low: float  # smallest value
    zeros: int  # rows in the run of zeros
    zero_weight: float
    missing: int  # rows with a missing value
    missing_weight: float


class Found(NamedTuple):
    """The best threshold of a column."""

    worth: float  # Σ f of the branches; -inf: none is allowed
    threshold: float  # inf: only missing values go to the second branch
    missing: int  # branch of missing values; -1: none is missing


@part_of_kernel
def weight_at(i: int, w: Array) -> float:
    return w[i] if w.shape[0] else 1.0


@part_of_kernel
def add_row(i: int, sign: float, cells: Array, y: Array, w: Array, center: Array, out_sums: Array) -> float:
    """Add row i to the sums of a group, or take it away; its weight with the sign."""
    weight = sign * weight_at(i, w)
    if cells.shape[0]:
        for o in range(cells.shape[1]):
            out_sums[cells[i, o]] += weight
    else:
        for o in range(y.shape[1]):
            out_sums[o] += weight * (y[i, o] - center[o])
    return weight


@part_of_kernel
def cut_worth(side: Array, wl: float, rows: int, node: Group, growth: Growth) -> float:
    """Σ f of both sides, `rows` rows and the sums side[0] on the left; -inf if they are not allowed."""
    wr = node.weight - wl
    if min(rows, node.rows - rows) < growth.min_samples_leaf:
        return -np.inf
    if min(wl, wr) < growth.min_weight_leaf * (1.0 - TIE):
        return -np.inf
    for m in range(side.shape[1]):
        side[1, m] = node.sums[m] - side[0, m]
        if growth.criterion == POISSON and min(side[0, m], side[1, m]) <= TIE * node.sums[m]:
            return -np.inf
    left = worth_of_cells(side[0], wl, growth.criterion, growth.outputs)
    return left + worth_of_cells(side[1], wr, growth.criterion, growth.outputs)


@kernel
def begin_sides(
    entries: Entries, start: int, known: int, stop: int, node: Group, targets: Targets, out_side: Array
) -> tuple[float, float]:
    """Sums of the run of zeros, to out_side[2], and of missing values, to out_side[3]; their weights."""
    cells, y, w = targets.cells, targets.y, targets.w
    zero, apart, center = out_side[2], out_side[3], node.center
    weight, missing = node.weight, 0.0
    for m in range(zero.shape[0]):
        zero[m], apart[m] = node.sums[m], 0.0
    if stop - start < node.rows:
        for e in range(start, stop):
            weight += add_row(entries.row[e], -1.0, cells, y, w, center, zero)
    for e in range(known, stop):
        missing += add_row(entries.row[e], 1.0, cells, y, w, center, apart)
    return weight, missing


@kernel
def drawn_threshold(low: float, high: float, j: int, node: Group) -> float:
    """A threshold drawn between the smallest and the largest value."""
    threshold = low + uniform(splitmix(node.seed + np.uint64(j))) * (high - low)
    return low if threshold >= high else threshold


@part_of_kernel
def scan_values(
    entries: Entries,
    column: ColumnPart,
    on_left: int,
    drawn: float,
    best: Found,
    node: Group,
    targets: Targets,
    growth: Growth,
    side: Array,
) -> Found:
    """The better of `best` and of all thresholds with the missing values on one side."""
    cells, y, w = targets.cells, targets.y, targets.w
    left, zero, apart = side[0], side[2], side[3]
    for m in range(left.shape[0]):
        left[m] = apart[m] * on_left
    wl, rows = column.missing_weight * on_left, column.missing * on_left
    previous, e, zeros_wait = column.low, column.start, column.zeros > 0
    while zeros_wait or e < column.known:
        is_run = zeros_wait and e == column.turn
        x = 0.0 if is_run else entries.value[e]
        if x != previous and (not growth.random or previous <= drawn < x):
            f = cut_worth(side, wl, rows, node, growth)
            if f > best.worth + node.margin:
                middle = 0.5 * previous + 0.5 * x
                to = (1 - on_left) if column.missing else -1
                best = Found(f, previous if middle >= x else middle, to)
        previous = x
        if is_run:
            for m in range(left.shape[0]):
                left[m] += zero[m]
            wl, rows, zeros_wait = wl + column.zero_weight, rows + column.zeros, False
        else:
            wl += add_row(entries.row[e], 1.0, cells, y, w, node.center, left)
            rows, e = rows + 1, e + 1
    if column.missing and not on_left and not growth.random:
        f = cut_worth(side, wl, rows, node, growth)
        if f > best.worth + node.margin:
            best = Found(f, np.inf, 1)
    return best


@kernel
def best_threshold(
    entries: Entries,
    j: int,
    start: int,
    stop: int,
    node: Group,
    targets: Targets,
    growth: Growth,
    side: Array,
) -> Found:
    """Best threshold of column j, in which the node has the entries start to stop; `side` is scratch."""
    value, best = entries.value, Found(-np.inf, 0.0, -1)
    known, zeros = first_missing(value, start, stop), node.rows - (stop - start)
    if known == start and zeros == 0:
        return best
    turn, missing = first_not_negative(value, start, known), stop - known
    low = 0.0 if zeros and turn == start else value[start]
    high = 0.0 if zeros and turn == known else value[known - 1]
    if low == high and missing == 0:
        return best
    zero_weight, missing_weight = begin_sides(entries, start, known, stop, node, targets, side)
    column = ColumnPart(start, known, turn, low, zeros, zero_weight, missing, missing_weight)
    drawn = drawn_threshold(low, high, j, node) if growth.random else 0.0
    for on_left in range(2 if missing else 1):
        best = scan_values(entries, column, on_left, drawn, best, node, targets, growth, side)
    return best
