"""The table of gains at a node of a fitted tree: the splits that the tree can make, and what each is worth.

ID3, C4.5 and `nominal_split="multiway"` have a branch for each category, CART two sets of categories; all cut
a number at a threshold. A tree compares features by the `score` of their best split:

    ID3     the gain
    C4.5    corrected gain / SplitInfo, among features whose corrected gain is at least average, less 0.001;
            a threshold pays for having been chosen among many: gain - log2(number of thresholds) / weight
    CART    the decrease of the Gini index, or the gain

A split that the tree may not make, because a side is too small, has the score -inf. The table is computed
from the definitions, apart from the growers.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast, overload

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.errors import UsageError
from fenlei.functions.information import gini
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.table.coding import code_labels
from fenlei.trees.c45 import C45Classifier
from fenlei.trees.criteria import SplitWorth, SplitWorths, split_worths
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.exact.growth_rules import LEAF, QUINLAN_SLACK, TIE
from fenlei.trees.passing_rows import branches_taken, parts_at
from fenlei.trees.reading.candidates import Candidates, sets_of_categories, thresholds
from fenlei.trees.reading.conditions import (
    Categories,
    Condition,
    FeatureNames,
    TreeNames,
    category_condition,
)
from fenlei.trees.reading.loss_table import LossRow, loss_table
from fenlei.trees.settings import count_of, least_weight
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading, fitted_tree
from fenlei.weights import check_weights


class GainRow(NamedTuple):
    """One candidate split of a node, and what it is worth."""

    feature: int
    name: str
    threshold: float | None  # None: categories
    worth: SplitWorth
    condition: Condition | None = None  # of the first of two branches; None: one branch per category
    corrected_gain: float = np.nan  # gain less the price of a threshold; of CART the decrease of the impurity
    score: float = -np.inf  # by which the tree compares features; -inf: it may not split so
    chosen: bool = False  # whether the node is split so
    allowed: bool = False  # whether the tree may split so
    penalty: float = 0.0  # of C4.5: log2(number of thresholds) / weight, what a threshold pays
    floor: float = (
        -np.inf
    )  # of C4.5: average corrected gain less 0.001, below which a feature is not compared


class TableRules(NamedTuple):
    """How a tree chooses splits."""

    multiway: bool
    by_gini: bool
    quinlan: bool  # C4.5's limits
    ratio: bool
    guard: bool  # at least average gain
    mdl: bool
    min_weight: float
    min_rows: float


class FeatureSplits(NamedTuple):
    """The c candidate splits of a node by one feature."""

    feature: int
    found: Candidates | None  # None: one branch per category, c = 1
    worths: SplitWorths
    price: float  # of a threshold
    gain: Array  # (c,) decrease of the impurity less the price
    allowed: Array  # (c,) whether the tree may split so

    def best(self) -> int:
        """Allowed splits first, then by gain; the first of equals up to rounding; -1: there is none."""
        if not len(self.gain):
            return -1
        rank = np.where(self.allowed | ~self.allowed.any(), np.round(self.gain, 12), -np.inf)
        return int(np.argmax(rank))

    def row(self, i: int, score: float, floor: float, names: TreeNames) -> GainRow:
        """Split i as a row of the table."""
        j, found = self.feature, self.found
        cut, condition = None, None
        if found is not None and np.isnan(found.threshold[i]):
            condition = category_condition(j, list(found.first[i]), names)
        elif found is not None:
            cut = float(found.threshold[i])
            condition = Condition(j, "<=", cut, names.features[j], f"{cut:.10g}")
        facts = (self.worths.of(i), condition, float(self.gain[i]), score)
        allowed = bool(self.allowed[i])
        return GainRow(j, names.features[j], cut, *facts, allowed=allowed, penalty=self.price, floor=floor)


class NodeRows(NamedTuple):
    """The training rows, or parts of them, at a node."""

    X: Array  # (n, p)
    S: Array  # (n, K) class weights
    weight: float


@overload
def gain_table(
    model: TreeClassifier,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int = 0,
    every_threshold: bool = False,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    sample_weight: ArrayLike | None = None,
) -> list[GainRow]: ...
@overload
def gain_table(
    model: DecisionTreeRegressor,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int = 0,
    every_threshold: bool = False,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    sample_weight: ArrayLike | None = None,
) -> list[LossRow]: ...
def gain_table(
    model: TreeReading,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int = 0,
    every_threshold: bool = False,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    sample_weight: ArrayLike | None = None,
) -> list[GainRow] | list[LossRow]:
    """The table of the book: conditional entropy, gain, split information, ratio and Gini of each feature.

    Parameters
    ----------
    model : fitted tree
        Of a regression tree the table is that of `loss_table`.
    X, y : training rows (n, p) and labels (n,)
    node : int, default=0
        The rows that pass this node are counted; in parts, where they were divided.
    every_threshold : bool, default=False
        List every threshold and every two sets of categories, not only the best of each feature.
    feature_names, categories : default=None
        Names; by default those that the model knows.
    sample_weight : array-like of shape (n,), default=None
        As it was given to `fit`.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, gain_table
    >>> apples = load("apples")
    >>> model = ID3Classifier().fit(apples.X[:, :3], apples.y)
    >>> [(row.name, round(row.worth.gain, 4)) for row in gain_table(model, apples.X[:, :3], apples.y)]
    [('x0', 0.61), ('x1', 0.2813), ('x2', 0.0058)]
    """
    if isinstance(model, DecisionTreeRegressor):
        options: dict[str, Any] = {"every_threshold": every_threshold, "sample_weight": sample_weight}
        return loss_table(
            model, X, y, node=node, feature_names=feature_names, categories=categories, **options
        )
    tree = fitted_tree(model, "gain_table", TreeClassifier)
    model = cast(TreeClassifier, model)
    names = TreeNames(model, feature_names, categories)
    rows, rules = rows_at(model, tree, X, y, sample_weight, check_node(tree, node)), _rules_of(model, tree)
    splits_of = [_feature_splits(j, rows, rules, tree) for j in range(len(tree.sizes))]
    table = _listed(splits_of, rules, every_threshold, names)
    made = _split_of(tree, node, rows.X)
    same = [_is_made(row, made, rows.X) for row in table]
    best = [each and row.score > -np.inf for each, row in zip(same, table, strict=True)]
    marks = best if any(best) else same  # a split by hand need not be the best of its feature
    return [row._replace(chosen=mark) for row, mark in zip(table, marks, strict=True)]


def check_node(tree: Tree, node: int) -> int:
    """The node, if the tree has it; UsageError if not."""
    if not isinstance(node, int | np.integer) or not 0 <= node < len(tree.kind):
        accepted = phrase("limit.integers", low=0, high=len(tree.kind) - 1)
        raise UsageError(
            "estimator.parameter", estimator="gain_table", name="node", value=node, accepted=accepted
        )
    return int(node)


def _rules_of(model: TreeClassifier, tree: Tree) -> TableRules:
    if isinstance(model, C45Classifier):
        cases = float(model.min_cases)
        return TableRules(True, False, True, True, model.average_gain, model.mdl_correction, cases, 0.0)
    if isinstance(model, DecisionTreeClassifier):
        rows = float(count_of(model.min_samples_leaf, int(tree.rows[0])))
        weight = least_weight(model.min_weight_fraction_leaf, tree.weight[tree.kind == LEAF], 0)
        by_gini, multiway = model.criterion == "gini", model.nominal_split == "multiway"
        return TableRules(multiway, by_gini, False, False, False, False, weight, rows)
    return TableRules(True, False, False, False, False, False, 0.0, 1.0)


def rows_at(
    model: TreeClassifier, tree: Tree, X: MatrixLike, y: ArrayLike, weights: ArrayLike | None, node: int
) -> NodeRows:
    """The training rows, or parts of them, at a node."""
    coded, codes = model._check_X(X), code_labels(np.asarray(y), model.classes_)
    rows: Rows = model._weighted(coded, codes, check_weights(weights, len(coded)))
    part = parts_at(tree, rows.X, node) * (1.0 if rows.w is None else rows.w)
    here = part > 0
    S = np.zeros((int(here.sum()), len(model.classes_)))
    S[np.arange(len(S)), rows.codes[here]] = part[here]
    return NodeRows(rows.X[here], S, float(S.sum()))


def _feature_splits(j: int, rows: NodeRows, rules: TableRules, tree: Tree) -> FeatureSplits:
    """Every candidate split by one feature, from one sort of its values."""
    x, size = rows.X[:, j], int(tree.sizes[j])
    if size and rules.multiway:
        return _multiway_split(j, x, rows, rules, size)
    fractional = rules.multiway
    found = sets_of_categories(x, rows.S, size) if size else thresholds(x, rows.S, sides=not fractional)
    allowed = _allowed(found, rows, rules)
    branches = np.stack([found.left, found.right], axis=1)
    worths = split_worths(branches, rows.weight if fractional and np.isnan(x).any() else None)
    price = float(np.log2(max(int(allowed.sum()), 1))) / rows.weight if rules.mdl and not size else 0.0
    gain = _decreases(branches, rows, rules, worths) - price
    allowed &= (gain > TIE) | (not rules.quinlan)
    return FeatureSplits(j, found, worths, price, gain, allowed)


def _multiway_split(j: int, x: Array, rows: NodeRows, rules: TableRules, size: int) -> FeatureSplits:
    """One branch per category; at least two of them must be large enough."""
    known = ~np.isnan(x)
    branches, count = np.zeros((size, rows.S.shape[1])), np.bincount(x[known].astype(int), minlength=size)
    np.add.at(branches, x[known].astype(int), rows.S[known])
    part = branches.sum(axis=1)
    large = (part >= rules.min_weight * (1 - TIE)) & (count >= max(rules.min_rows, 1))
    if not known.any():
        return FeatureSplits(j, None, SplitWorths(*np.zeros((5, 1))), 0.0, np.zeros(1), np.zeros(1, bool))
    worths = split_worths(branches[None], None if known.all() else rows.weight)
    gain = _decreases(branches[None], rows, rules, worths)
    return FeatureSplits(j, None, worths, 0.0, gain, np.array([np.count_nonzero(large) > 1]))


def _decreases(branches: Array, rows: NodeRows, rules: TableRules, worths: SplitWorths) -> Array:
    """Decrease (c,) of the impurity over the rows whose value is known, times their share."""
    if not rules.by_gini:
        return worths.gain
    known = branches.sum(axis=(1, 2))
    return known / rows.weight * (gini(branches.sum(axis=1)) - worths.gini)


def _allowed(found: Candidates, rows: NodeRows, rules: TableRules) -> Array:
    """Which splits (c,) leave enough rows and weight on both sides."""
    weights = np.stack([found.left.sum(axis=1), found.right.sum(axis=1)], axis=1)
    least = rules.min_weight * (1 - TIE)
    if rules.quinlan and len(weights):
        known = weights[0].sum()
        least = min(max(0.1 * known / rows.S.shape[1], least), max(25.0, least))
    return (weights.min(axis=1) >= least) & (found.rows.min(axis=1) >= rules.min_rows)


def _listed(
    splits_of: list[FeatureSplits], rules: TableRules, every: bool, names: TreeNames
) -> list[GainRow]:
    """The rows of the table, with the scores by which the tree compares features."""
    best = [splits.best() for splits in splits_of]
    gains = [
        splits.gain[i] for splits, i in zip(splits_of, best, strict=True) if i >= 0 and splits.allowed[i]
    ]
    floor = float(np.mean(gains)) - QUINLAN_SLACK if rules.guard and gains else -np.inf
    table = []
    for splits, first in zip(splits_of, best, strict=True):
        for i in range(len(splits.gain)) if every else [first] if first >= 0 else []:
            score = _score(splits, i, rules, floor) if i == first else -np.inf
            table.append(splits.row(i, score, floor, names))
    return table


def _score(splits: FeatureSplits, i: int, rules: TableRules, floor: float) -> float:
    """By what the best split of a feature is compared with those of others; -inf: it is not."""
    gain, info = float(splits.gain[i]), float(splits.worths.split_info[i])
    if not splits.allowed[i]:
        return -np.inf
    if not rules.ratio:
        return gain
    return gain / info if gain >= floor and gain > TIE and info > TIE else -np.inf


def _split_of(tree: Tree, node: int, X: Array) -> tuple[int, Array] | None:
    """The feature of a node and the branch (n,) of each row; None for a leaf."""
    if tree.kind[node] == LEAF:
        return None
    j = int(tree.feature[node])
    return j, branches_taken(tree, node, X[:, j])


def _is_made(row: GainRow, made: tuple[int, Array] | None, X: Array) -> bool:
    """Whether a split divides the rows as the node does."""
    if made is None or made[0] != row.feature:
        return False
    if row.condition is None:
        return True
    x, branch = X[:, row.feature], made[1]
    known = ~np.isnan(x)
    if row.threshold is not None:
        first = x <= row.threshold
    else:
        first = np.isin(x, cast(list[int], row.condition.operand))
    same = first[known] == (branch[known] == 0)
    return bool(same.all() or (row.threshold is None and not same.any()))
