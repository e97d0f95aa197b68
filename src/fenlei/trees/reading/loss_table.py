"""The table of losses at a node of a regression tree: every cut, and what is lost on both sides of it.

    m(s) = min_c1 Σ_{x <= s} w (y - c1)² + min_c2 Σ_{x > s} w (y - c2)²      source 004, equation 105

c1 and c2 are the means of the sides; for the absolute error their medians, and Σ w |y - c|; for the Poisson
criterion the means, and half the deviance Σ w y log(y / c).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.exact.absolute_error import absolute_error, insert
from fenlei.trees.exact.growth_rules import LEAF, THRESHOLD
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


class FeatureLosses(NamedTuple):
    """The c cuts of a node by one feature."""

    feature: int
    found: Candidates
    loss: Array  # (c,)
    values: Array  # (c, 2) what both sides predict
    allowed: Array  # (c,)

    def best(self) -> list[int]:
        """Allowed cuts first, then by loss; the first of equals up to rounding; [] if there is none."""
        if not len(self.loss):
            return []
        return [int(np.lexsort((np.round(self.loss, 12), ~self.allowed))[0])]

    def row(self, i: int, chosen: bool, names: TreeNames) -> LossRow:
        """Cut i as a row of the table."""
        j, cut = self.feature, float(self.found.threshold[i])
        nominal = bool(np.isnan(cut))
        condition = (
            category_condition(j, list(self.found.first[i]), names)
            if nominal
            else Condition(j, "<=", cut, names.features[j], f"{cut:.10g}")
        )
        first, second = self.values[i].tolist()
        facts = (float(self.loss[i]), (first, second), bool(self.allowed[i]), chosen)
        return LossRow(j, names.features[j], None if nominal else cut, condition, *facts)


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
    rows = targets_at(model, tree, X, y, sample_weight, int(node))
    table = []
    for j in range(len(tree.sizes)):
        losses = _feature_losses(j, rows, model, tree)
        made = _made(losses.found, tree, int(node), rows.X[:, j]) if j == tree.feature[node] else None
        listed = range(len(losses.loss)) if every_threshold else losses.best()
        table += [losses.row(i, made is not None and bool(made[i]), names) for i in listed]
    return table


def targets_at(
    model: DecisionTreeRegressor,
    tree: Tree,
    X: MatrixLike,
    y: ArrayLike,
    weights: ArrayLike | None,
    node: int,
) -> TargetsAt:
    """The training rows at a node."""
    coded, targets = model._check_X(X), column_or_1d(y).astype(np.float64)
    check_consistent_length(coded, targets)
    w = check_weights(weights, len(coded))
    w = np.ones(len(coded)) if w is None else w
    here = (parts_at(tree, coded, node) > 0) & (w > 0)
    return TargetsAt(coded[here], targets[here], w[here])


def _feature_losses(j: int, rows: TargetsAt, model: DecisionTreeRegressor, tree: Tree) -> FeatureLosses:
    """Every cut by one feature, from one sort of its values."""
    x, size = rows.X[:, j], int(tree.sizes[j])
    S, center = _sums(rows, model.criterion)
    found = sets_of_categories(x, S, size) if size else thresholds(x, S, sides=True)
    if model.criterion == "absolute_error":
        loss, values = _absolute_losses(found, x, rows)
    else:
        loss, values = _losses(found, center, model.criterion)
    least = least_weight(model.min_weight_fraction_leaf, tree.weight[tree.kind == LEAF], 0)
    count = count_of(model.min_samples_leaf, int(tree.rows[0]))
    lighter = np.minimum(found.left[:, 0], found.right[:, 0])
    return FeatureLosses(j, found, loss, values, (found.rows.min(axis=1) >= count) & (lighter >= least))


def _sums(rows: TargetsAt, criterion: str) -> tuple[Array, float]:
    """Sums (n, 3) of which a side's loss is made: weight, target from a centre, and its square or y log y."""
    y, w = rows.y, rows.w
    center = 0.0 if criterion == "poisson" else float(np.average(y, weights=w))
    last = y * np.log(np.where(y > 0, y, 1.0)) if criterion == "poisson" else (y - center) ** 2
    return w[:, None] * np.stack([np.ones(len(y)), y - center, last], axis=1), center


def _losses(found: Candidates, center: float, criterion: str) -> tuple[Array, Array]:
    """Loss (c,) and means (c, 2) of both sides of every cut, from their sums."""
    sides = np.stack([found.left, found.right], axis=1)
    mean = sides[..., 1] / sides[..., 0]
    if criterion == "poisson":
        lost = sides[..., 2] - sides[..., 1] * np.log(np.where(mean > 0, mean, 1.0))
    else:
        lost = sides[..., 2] - sides[..., 1] * mean
    return np.maximum(lost, 0.0).sum(axis=1), mean + center


def _absolute_losses(found: Candidates, x: Array, rows: TargetsAt) -> tuple[Array, Array]:
    """The same about medians: rows join a side one by one, in the order of their values."""
    missing, known = np.flatnonzero(np.isnan(x)), np.flatnonzero(~np.isnan(x))
    upward = known[np.argsort(x[known], kind="stable")]
    loss, values = np.zeros((len(found.rows), 2)), np.zeros((len(found.rows), 2))
    for side, order in enumerate((upward, upward[::-1])):
        for aside in (False, True):
            with_missing = found.missing == side
            chosen = with_missing if aside else ~with_missing
            if chosen.any():
                joined = np.concatenate([missing, order]) if aside else order
                error, median = running_errors(rows.y[joined], rows.w[joined])
                count = found.rows[chosen, side]
                loss[chosen, side], values[chosen, side] = error[count], median[count]
    return loss.sum(axis=1), values


def running_errors(y: Array, w: Array) -> tuple[Array, Array]:
    """Σ w |y - median| of the first k targets, for k = 0 .. n, and the medians; (n + 1,) each."""
    values, rank = np.unique(y, return_inverse=True)
    fenwick, error, median = np.zeros((2, len(values) + 1)), np.zeros(len(y) + 1), np.zeros(len(y) + 1)
    weights, sums = np.cumsum(w), np.cumsum(w * y)
    for k in range(len(y)):
        insert(fenwick, rank[k], w[k], y[k])
        error[k + 1], median[k + 1] = absolute_error(fenwick, values, weights[k], sums[k])
    return error, median


def value_and_loss(y: Array, w: Array, criterion: str) -> tuple[float, float]:
    """Mean or median of targets, and the loss about it.

    >>> value_and_loss(np.array([1.0, 2.0, 6.0]), np.ones(3), "squared_error")
    (3.0, 14.0)
    """
    if criterion == "absolute_error":
        error, median = running_errors(y, w)
        return float(median[-1]), float(error[-1])
    mean = float(np.average(y, weights=w))
    if criterion == "poisson":
        logs = np.log(np.where(y > 0, y, 1.0)) - (np.log(mean) if mean > 0 else 0.0)
        return mean, float(w @ np.where(y > 0, y * logs, 0.0))
    return mean, float(w @ (y - mean) ** 2)


def _made(found: Candidates, tree: Tree, node: int, x: Array) -> Array:
    """Which cuts (c,) of a node's feature divide its rows as the node does."""
    known = ~np.isnan(x)
    first = branches_taken(tree, node, x[known]) == 0
    if tree.kind[node] == THRESHOLD:
        below = np.searchsorted(np.sort(x[known]), found.threshold, side="right")
        return np.asarray(below == first.sum())
    sides = [np.isin(x[known], codes) == first for codes in found.first]
    return np.array([bool(side.all() or not side.any()) for side in sides], dtype=bool)
