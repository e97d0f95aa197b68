"""Regressions: the path to a leaf and its mean, and the mean of the members of an ensemble.

A linear regression is coefficient times value, added up, as in `linear`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.explanation.prediction.voting import forest_leaves
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import TreeNames, branch_condition
from fenlei.trees.tree import branch_of, heaviest

MOST_MEMBERS = 10  # that are shown one by one


def path(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Answer of the row, training rows and their mean (or median) target at each node."""
    tree, names = model._fitted(), TreeNames(model, terms.features, terms.categories)
    rows: list[tuple[object, ...]] = []
    node = 0
    while tree.kind[node] != LEAF:
        b = int(branch_of(x[tree.feature[node]], node, tree))
        b = int(heaviest(tree, node)) if b < 0 else b
        condition = branch_condition(tree, node, b, names).say(terms.lang)
        rows.append((len(rows) + 1, condition, tree.weight[node], *tree.value[node]))
        node = int(tree.child[tree.first[node] + b])
    rows.append((len(rows) + 1, terms.say("end"), tree.weight[node], *tree.value[node]))
    middle = "node_median" if model.criterion == "absolute_error" else "node_mean"
    return [terms.grid("path", terms.words("step", "condition", "rows", middle), rows)]


def members(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Predictions of the first members of an ensemble, the smallest and largest of all, and their mean."""
    predicted = _predictions(model, x)
    rows: list[tuple[object, ...]] = [
        (terms.say("member", number=t + 1), value) for t, value in enumerate(predicted[:MOST_MEMBERS])
    ]
    if len(predicted) > MOST_MEMBERS:
        rows.append((terms.say("smallest", count=len(predicted)), predicted.min()))
        rows.append((terms.say("largest", count=len(predicted)), predicted.max()))
    rows.append((terms.say("mean_of_all", count=len(predicted)), predicted.mean()))
    return [terms.grid("members", terms.words("model", "prediction"), rows)]


def _predictions(model: Any, x: Array) -> Array:
    """The prediction of each member, (T,); those of a forest at once."""
    leaves = forest_leaves(model, x)
    if leaves is not None:
        return leaves[:, 0]
    chosen = getattr(model, "estimators_features_", None)
    answers = (
        np.ravel(member.predict(x[None] if chosen is None else x[None, chosen[t]]))[0]
        for t, member in enumerate(model.estimators_)
    )
    return np.array(list(answers))


def is_ensemble(model: object) -> bool:
    """Whether the prediction is the mean of the members' predictions."""
    return hasattr(model, "estimators_")
