r"""The best threshold of one node by one column of entries, for one target or several.

A row belongs to a cell of every target: of a classification the cell of its class, all classes of all targets
one behind the other; of a regression the target itself. With c the weight of a group and s_m the sum of cell
m, weights of the rows or weighted targets, a group is worth

    gini            f = Σ_m s_m² / c
    entropy         f = Σ_m s_m log2 s_m - O c log2 c
    squared error   f = Σ_m s_m² / c                       (s from the node's mean)
    Poisson         f = Σ_m s_m log(s_m / c)               (only groups whose sums are all positive)

and a split Σ_branches f - f(node), the decrease of the impurity averaged over the O targets, times O c. With
one target these are the sums of `scan.py`, and so are ties, limits and the place of missing values. The run
of zeros of a sparse column moves from right to left as a whole: its sums are what the entries leave of the
node.

Cost: O(entries of the node (O + cells)), without sorting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, POISSON, SQUARED, TIE
from fenlei.trees.random_numbers import splitmix, uniform
from fenlei.trees.sparse.entries import Entries, first_missing, first_not_negative


class Targets(NamedTuple):
    """What is to be predicted. Classification has `cells`, regression has `y`; the other is empty."""

    cells: Array  # (n, O) int32, the cell of the class of each target
    y: Array  # (n, O)
    w: Array  # (n,); empty for weight one


class Growth(NamedTuple):
    """What the grower is told."""

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
def worth_of(sums: Array, weight: float, growth: Growth) -> float:
    """The f of a group."""
    if weight <= 0.0:
        return 0.0
    f = 0.0
    for m in range(sums.shape[0]):
        s = sums[m]
        if growth.criterion == GINI or growth.criterion == SQUARED:
            f += s * s
        elif s > 0.0:
            f += s * np.log2(s) if growth.criterion == ENTROPY else s * np.log(s / weight)
    if growth.criterion == ENTROPY:
        return f - growth.outputs * weight * np.log2(weight)
    return f if growth.criterion == POISSON else f / weight


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
    return worth_of(side[0], wl, growth) + worth_of(side[1], wr, growth)


@kernel
def begin_sides(
    entries: Entries, start: int, known: int, stop: int, node: Group, targets: Targets, out_side: Array
) -> tuple[float, float]:
    """Sums of the run of zeros, to out_side[2], and of missing values, to out_side[3]; their weights."""
    cells, y, w, center = targets.cells, targets.y, targets.w, node.center
    zero, apart, weight, missing = out_side[2], out_side[3], node.weight, 0.0
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
    value, row, center = entries.value, entries.row, node.center
    cells, y, w = targets.cells, targets.y, targets.w
    known = first_missing(value, start, stop)
    turn, zeros, missing = first_not_negative(value, start, known), node.rows - (stop - start), stop - known
    best, cut, aside = -np.inf, 0.0, -1
    if known == start and zeros == 0:
        return Found(best, cut, aside)
    low = 0.0 if zeros and turn == start else value[start]
    high = 0.0 if zeros and turn == known else value[known - 1]
    if low == high and missing == 0:
        return Found(best, cut, aside)
    zero_weight, missing_weight = begin_sides(entries, start, known, stop, node, targets, side)
    drawn = drawn_threshold(low, high, j, node) if growth.random else 0.0
    left, zero, apart = side[0], side[2], side[3]
    for on_left in range(2 if missing else 1):
        for m in range(left.shape[0]):
            left[m] = apart[m] * on_left
        wl, rows = missing_weight * on_left, missing * on_left
        previous, e, run = low, start, zeros > 0
        while True:
            is_run = run and e == turn
            if e == known and not is_run:
                break
            x = 0.0 if is_run else value[e]
            if x != previous and (not growth.random or previous <= drawn < x):
                f = cut_worth(side, wl, rows, node, growth)
                if f > best + node.margin:
                    middle = 0.5 * previous + 0.5 * x
                    best, cut = f, previous if middle >= x else middle
                    aside = (1 - on_left) if missing else -1
            previous = x
            if is_run:
                for m in range(left.shape[0]):
                    left[m] += zero[m]
                wl, rows, run = wl + zero_weight, rows + zeros, False
            else:
                wl += add_row(row[e], 1.0, cells, y, w, center, left)
                rows, e = rows + 1, e + 1
        if missing and not on_left and not growth.random:
            f = cut_worth(side, wl, rows, node, growth)
            if f > best + node.margin:
                best, cut, aside = f, np.inf, 1
    return Found(best, cut, aside)
