"""The table of losses at a node of a regression tree: every cut, and what is lost on both sides of it.

    m(s) = min_c1 Σ_{x <= s} w (y - c1)² + min_c2 Σ_{x > s} w (y - c2)²      source 004, equation 105

c1 and c2 are the means of the sides; for the absolute error their medians, and Σ w |y - c|; for the Poisson
criterion the means, and half the deviance Σ w y log(y / c).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.passing_rows import branches_taken, parts_at
from fenlei.trees.reading.candidates import Candidates, sets_of_categories, thresholds
from fenlei.trees.reading.conditions import (
    Categories,
    Condition,
    FeatureNames,
    TreeNames,
    category_condition,
)
from fenlei.trees.settings import count_of, least_weight
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import fitted_tree
from fenlei.weights import check_weights


class LossRow(NamedTuple):
    """One cut of a node of a regression tree."""

    feature: int
    name: str
    threshold: float | None  # None: categories
    condition: Condition  # of the first branch
    loss: float  # of both branches
    values: tuple[float, float]  # what the branches predict
    allowed: bool  # whether both sides are large enough
    chosen: bool  # whether the node is split so


class TargetsAt(NamedTuple):
    """The training rows at a node."""

    X: Array  # (n, p)
    y: Array
    w: Array


def loss_table(
    model: DecisionTreeRegressor,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int = 0,
    every_threshold: bool = True,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    sample_weight: ArrayLike | None = None,
) -> list[LossRow]:
    """The losses of the cuts of one node of a regression tree, feature by feature.

    Parameters
    ----------
    model : fitted DecisionTreeRegressor
    X, y : training rows (n, p) and targets (n,)
    node : int, default=0
        The rows that pass this node are counted.
    every_threshold : bool, default=True
        List every threshold and every two sets of categories, not only the best of each feature.
    feature_names, categories : default=None
        Names; by default those that the model knows.
    sample_weight : array-like of shape (n,), default=None
        As it was given to `fit`.

    Examples
    --------
    The first cuts of source 004, section 7.4.2; the fifth is the least, and the tree's:

    >>> from fenlei import load
    >>> from fenlei.trees import DecisionTreeRegressor, loss_table
    >>> series = load("cart_series_1")
    >>> tree = DecisionTreeRegressor(max_depth=1).fit(series.X, series.y)
    >>> [round(row.loss, 3) for row in loss_table(tree, series.X, series.y)][:6]
    [22.648, 17.702, 12.193, 7.379, 3.359, 5.074]
    """
    tree, names = (
        fitted_tree(model, "loss_table", DecisionTreeRegressor),
        TreeNames(model, feature_names, categories),
    )
    if not isinstance(node, int | np.integer) or not 0 <= node < len(tree.kind):
        accepted = phrase("limit.integers", low=0, high=len(tree.kind) - 1)
        facts = {"estimator": "loss_table", "name": "node", "value": node, "accepted": accepted}
        raise UsageError("estimator.parameter", **facts)
    rows = _rows_at(model, tree, X, y, sample_weight, int(node))
    table = []
    for j in range(len(tree.sizes)):
        found = _feature_rows(j, rows, model, tree, names)
        best = min(found, key=lambda row: (not row.allowed, round(row.loss, 12)), default=None)
        table += found if every_threshold or best is None else [best]
    return [row._replace(chosen=_is_made(row, tree, int(node), rows.X)) for row in table]


def _rows_at(
    model: DecisionTreeRegressor,
    tree: Tree,
    X: MatrixLike,
    y: ArrayLike,
    weights: ArrayLike | None,
    node: int,
) -> TargetsAt:
    coded, targets = model._check_X(X), column_or_1d(y).astype(np.float64)
    check_consistent_length(coded, targets)
    w = check_weights(weights, len(coded))
    w = np.ones(len(coded)) if w is None else w
    here = (parts_at(tree, coded, node) > 0) & (w > 0)
    return TargetsAt(coded[here], targets[here], w[here])


def _feature_rows(
    j: int, rows: TargetsAt, model: DecisionTreeRegressor, tree: Tree, names: TreeNames
) -> list[LossRow]:
    """Every cut by one feature."""
    x, size, center = rows.X[:, j], int(tree.sizes[j]), np.average(rows.y, weights=rows.w)
    S = rows.w[:, None] * np.stack([np.ones(len(x)), rows.y - center], axis=1)
    found = sets_of_categories(x, S, size) if size else thresholds(x, S, sides=True)
    least = least_weight(model.min_weight_fraction_leaf, tree.weight[tree.kind == LEAF], 0)
    count = count_of(model.min_samples_leaf, int(tree.rows[0]))
    table = []
    for i, threshold in enumerate(found.threshold.tolist()):
        sides = [
            side_loss(rows.y[side], rows.w[side], model.criterion) for side in _sides(found, i, x, bool(size))
        ]
        condition = (
            category_condition(j, list(found.first[i]), names)
            if size
            else Condition(j, "<=", threshold, names.features[j], f"{threshold:.10g}")
        )
        allowed = found.rows[i].min() >= count and min(found.left[i, 0], found.right[i, 0]) >= least
        loss, values = sides[0][0] + sides[1][0], (sides[0][1], sides[1][1])
        cut = None if size else threshold
        table.append(LossRow(j, names.features[j], cut, condition, loss, values, bool(allowed), False))
    return table


def _sides(found: Candidates, i: int, x: Array, nominal: bool) -> tuple[Array, Array]:
    """Masks (n,) of the rows on both sides of a cut."""
    left = np.isin(x, found.first[i]) if nominal else x <= found.threshold[i]
    left = left | (np.isnan(x) & (found.missing[i] == 0))
    return left, ~left


def side_loss(y: Array, w: Array, criterion: str) -> tuple[float, float]:
    """Loss of targets about their mean or median, and that value.

    >>> side_loss(np.array([1.0, 2.0, 6.0]), np.ones(3), "squared_error")
    (14.0, 3.0)
    """
    if criterion == "absolute_error":
        order = np.argsort(y, kind="stable")
        below = np.cumsum(w[order])
        at = int(np.searchsorted(below, 0.5 * below[-1]))
        value = float(y[order][at])
        if below[at] == 0.5 * below[-1] and at + 1 < len(y):
            value = 0.5 * (value + float(y[order][at + 1]))
        return float(w @ np.abs(y - value)), value
    value = float(np.average(y, weights=w))
    if criterion == "poisson":
        logs = np.log(np.where(y > 0, y, 1.0)) - (np.log(value) if value > 0 else 0.0)
        return float(w @ np.where(y > 0, y * logs, 0.0)), value
    return float(w @ (y - value) ** 2), value


def _is_made(row: LossRow, tree: Tree, node: int, X: Array) -> bool:
    """Whether a cut divides the rows as the node does."""
    if tree.kind[node] == LEAF or int(tree.feature[node]) != row.feature:
        return False
    x = X[:, row.feature]
    known = ~np.isnan(x)
    branch = branches_taken(tree, node, x)
    operand: Any = row.condition.operand
    first = x <= row.threshold if row.threshold is not None else np.isin(x, operand)
    same = first[known] == (branch[known] == 0)
    return bool(same.all() or (row.threshold is None and not same.any()))
