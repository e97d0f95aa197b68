"""The sums of a node on binned columns, and what follows: value, impurity, whether it stays a leaf."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, borrowing_kernel
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, SQUARED, TIE, GrowthRules
from fenlei.trees.exact.numeric_split import class_of
from fenlei.trees.exact.presorted_columns import row_of
from fenlei.trees.exact.steps import EPSILON
from fenlei.trees.histogram.prefix_sums import NodeFacts, NodeScratch, Target, take_lines, weight_at
from fenlei.trees.impurity import xlogx

TINY = float(np.finfo(np.float64).tiny)


@borrowing_kernel
def sum_rows(
    items: Array, start: int, stop: int, target: Target, rules: GrowthRules, s: NodeScratch, out: Array
) -> tuple[float, float]:
    """Sums of the items; their weight and impurity; `out` gets the class weights or the mean."""
    sums, y, w, criterion = s.node, target.y, target.w, rules.criterion
    for k in range(sums.shape[0]):
        sums[k] = 0.0
    if criterion <= ENTROPY:
        for q in range(start, stop):
            sums[class_of(items[q], target.codes, sums.shape[0])] += np.float64(weight_at(items[q], w))
        return class_impurity(sums, criterion, rules.table, out)
    for q in range(start, stop):
        v = weight_at(items[q], w)
        sums[0] += v
        sums[1] += v * y[row_of(items[q])]
    mean, error = sums[1] / sums[0], 0.0
    out[0] = mean
    for q in range(start, stop):
        v, t = weight_at(items[q], w), y[row_of(items[q])]
        if criterion == SQUARED:
            error += v * (t - mean) ** 2
        elif t > 0.0:
            error += v * t * np.log(t / mean)
    sums[2] = error
    return sums[0], max(error / sums[0], 0.0)


@borrowing_kernel
def copy_sums(sums: Array, rules: GrowthRules, s: NodeScratch, out: Array) -> tuple[float, float]:
    """As `sum_rows`, where the sums are known from the split of the parent."""
    for k in range(sums.shape[0]):
        s.node[k] = sums[k]
    return class_impurity(s.node, rules.criterion, rules.table, out)


@borrowing_kernel
def class_impurity(sums: Array, criterion: int, table: Array, out_value: Array) -> tuple[float, float]:
    """Weight and impurity of the class weights, which are copied to out_value."""
    weight, largest, inner = 0.0, 0.0, 0.0
    for k in range(sums.shape[0]):
        c = sums[k]
        out_value[k] = c
        weight += c
        largest = max(largest, c)
        inner += c * c if criterion == GINI else xlogx(c, table)
    if largest >= weight:
        return weight, 0.0
    if criterion == GINI:
        return weight, max(1.0 - inner / weight / weight, 0.0)
    return weight, max((xlogx(weight, table) - inner) / weight, 0.0)


@borrowing_kernel
def worth_before(sums: Array, weight: float, impurity: float, criterion: int) -> float:
    """f of the node."""
    if criterion <= ENTROPY:
        return weight * (1.0 - impurity if criterion == GINI else -impurity)
    if criterion == SQUARED:
        return 0.0  # deviations are from the node's mean
    return sums[1] * np.log(sums[1] / sums[0]) if sums[1] > 0.0 else 0.0


@borrowing_kernel
def facts_of(
    start: int,
    stop: int,
    seed: np.uint64,
    weight: float,
    impurity: float,
    target: Target,
    rules: GrowthRules,
    s: NodeScratch,
) -> NodeFacts:
    """What the search for a split needs to know of the node."""
    criterion, sums, min_rows = rules.criterion, s.node, rules.min_samples_leaf
    center = sums[1] / sums[0] if criterion == SQUARED else 0.0
    margin = TIE * (weight if criterion <= ENTROPY else abs(sums[2]))
    min_weight = max(rules.min_weight_leaf * (1.0 - TIE), TINY)
    lines = take_lines(s) if criterion <= ENTROPY else 2
    plain = criterion <= ENTROPY and target.w.shape[0] + target.codes.shape[0] == 0 and min_rows <= 1.0
    before = worth_before(sums, weight, impurity, criterion)
    return NodeFacts(
        start, stop, seed, before, criterion, min_rows, min_weight,
        margin, weight, center, lines, plain,
    )  # fmt: skip


@borrowing_kernel
def stays_leaf(rows: int, depth: int, weight: float, impurity: float, rules: GrowthRules) -> bool:
    """Whether no split is searched: the node is too deep, too small or pure."""
    return (
        depth >= rules.max_depth
        or rows < rules.min_samples_split
        or rows < 2 * rules.min_samples_leaf
        or weight < 2.0 * rules.min_weight_leaf * (1.0 - TIE)
        or impurity <= EPSILON
    )
