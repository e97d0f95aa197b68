"""Models that are sums of trees: what each leaf adds to the prediction.

===================  =======================================================================
single trees         the class shares of the leaf, or its value
forests              the same divided by the number of trees; with `voting="hard"` the vote
AdaBoost of trees    α_t for the class of the leaf, on the scale of `decision_function`
gradient boosting    the value of the leaf: log-odds, scores of the classes, the logarithm of a mean
===================  =======================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.ensemble.adaboost.adaboost import AdaBoostClassifier
from fenlei.ensemble.boosting.boosting import HistGradientBoosting
from fenlei.ensemble.forest.forest import ForestBase
from fenlei.errors import UsageError
from fenlei.evaluate.effects.boosted_trees import read_trees
from fenlei.kernels import Array
from fenlei.table.coding import code_labels
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.tree import Tree, class_shares, majority
from fenlei.trees.tree_classifier import TreeClassifier


class TreeSum(NamedTuple):
    """A prediction as a sum over trees."""

    rows: Array  # (n, p) as the trees take them
    terms: Iterator[tuple[Tree, Array]]  # trees, and what a leaf adds, (m, K)
    K: int  # answers per row
    flat: bool  # whether the prediction is one number per row
    start: Array | None = None  # (K,) what is added to the sum
    groups: int = 1  # terms t, t + groups, ... answer for their own K / groups columns


def tree_sum(model: object, X: MatrixLike) -> TreeSum | None:
    """The model as a sum of trees; None if it is none."""
    if isinstance(model, TreeClassifier):
        tree = model._fitted()
        return TreeSum(model._check_X(X), iter([(tree, class_shares(tree))]), len(model.classes_), False)
    if isinstance(model, DecisionTreeRegressor):
        tree = model._fitted()
        width = tree.value.shape[1]
        return TreeSum(model._check_X(X), iter([(tree, tree.value)]), width, width == 1)
    if isinstance(model, ForestBase):
        return _forest_sum(model, X)
    if isinstance(model, AdaBoostClassifier):
        return _adaboost_sum(model, X)
    if isinstance(model, HistGradientBoosting):
        return _boosting_sum(model, X)
    return None


def _forest_sum(model: Any, X: MatrixLike) -> TreeSum:
    rows = model._check_X(X)
    if model._widths():
        raise UsageError("evaluation.several_targets", estimator=type(model).__name__)
    width = model.model_.value.shape[1]

    def answer(tree: Tree) -> Array:
        if not model._counts_classes():
            return tree.value / len(model)
        shares = class_shares(tree)
        return (np.eye(width)[majority(shares)] if model._votes_hard() else shares) / len(model)

    trees = (model._tree(t) for t in range(len(model)))
    flat = not model._counts_classes() and width == 1
    return TreeSum(rows, ((tree, answer(tree)) for tree in trees), width, flat)


def _adaboost_sum(model: AdaBoostClassifier, X: MatrixLike) -> TreeSum:
    rows, parts, K = model._check_X(X), model.estimators_, len(model.classes_)
    for part in parts:
        if not isinstance(part, DecisionTreeClassifier):
            raise UsageError("evaluation.no_shapley", model=f"AdaBoostClassifier({type(part).__name__})")
    alpha = model.model_.alpha

    def answer(part: Any, a: float) -> Array:
        """The score (m, r) by this vote alone, of the scores by all of them."""
        code = code_labels(part.classes_[majority(part._shares)], model.classes_)
        scores = np.atleast_2d(model._decide(a * np.eye(K)[code], a).T).T
        return scores * (a / alpha.sum())

    terms = ((part._fitted(), answer(part, float(a))) for part, a in zip(parts, alpha, strict=True))
    coded = rows if model.model_.stumps is not None else parts[0]._check_X(rows)
    return TreeSum(coded, terms, 1 if K <= 2 else K, K == 2)


def _boosting_sum(model: HistGradientBoosting, X: MatrixLike) -> TreeSum:
    rows, fitted = model._check_X(X), model.model_
    classes = getattr(model, "classes_", fitted.present)
    if not fitted.trees or len(classes) != len(fitted.present):  # the score of a class without rows is -inf
        raise UsageError("evaluation.no_shapley", model=f"{type(model).__name__}({len(fitted.present)})")
    K = fitted.trees
    return TreeSum(rows, read_trees(fitted), K, K == 1, fitted.baseline, K)
