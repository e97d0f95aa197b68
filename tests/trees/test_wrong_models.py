"""Functions that read a tree, with models that are none, or trees of another kind: one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sklearn.tree
from numpy.testing import assert_allclose
from sklearn.datasets import load_diabetes, load_iris

from fenlei import GaussianNB, RandomForestClassifier
from fenlei.errors import DataError, UsageError
from fenlei.trees import (
    C45Classifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    complexity_table,
    explain_path,
    gain_table,
    loss_table,
    prune,
    rule_list,
    tree_layout,
    tree_rules,
    tree_text,
)

X, y = load_iris(return_X_y=True)
READERS: dict[str, Callable[[Any], object]] = {
    "complexity_table": complexity_table,
    "explain_path": lambda model: explain_path(model, X[:1]),
    "gain_table": lambda model: gain_table(model, X, y),
    "loss_table": lambda model: loss_table(model, X, y),
    "prune": lambda model: prune(model, "mdl"),
    "rule_list": lambda model: rule_list(model, X, y),
    "tree_layout": tree_layout,
    "tree_rules": tree_rules,
    "tree_text": tree_text,
}


@pytest.mark.parametrize("name", READERS)
def test_no_tree_of_ours(name: str) -> None:
    forest = RandomForestClassifier(2, random_state=0).fit(X, y)
    for model in (forest, GaussianNB().fit(X, y), sklearn.tree.DecisionTreeClassifier().fit(X, y), "a tree"):
        with pytest.raises(UsageError, match=f"{name}: {type(model).__name__} is not a .*tree of fenlei"):
            READERS[name](model)


@pytest.mark.parametrize("name", ["explain_path", "rule_list", "tree_rules"])
def test_a_regression_tree_has_no_classes(name: str) -> None:
    model = DecisionTreeRegressor(max_depth=2).fit(X, X[:, 0])
    with pytest.raises(UsageError, match=f"{name}: DecisionTreeRegressor is not a classification tree"):
        READERS[name](model)


def test_classes_have_no_table_of_losses() -> None:
    with pytest.raises(UsageError, match="C45Classifier is not a regression tree"):
        loss_table(C45Classifier().fit(X, y), X, y)  # type: ignore[arg-type]


@pytest.mark.parametrize("reader", [tree_text, tree_layout, tree_rules])
def test_a_name_for_each_feature(reader: Callable[..., object]) -> None:
    model = DecisionTreeClassifier(max_depth=1).fit(X, y)
    with pytest.raises(UsageError, match="There are 3 feature names, and the tree was fitted to 4 features"):
        reader(model, feature_names=["a", "b", "c"])


def test_the_path_of_one_row() -> None:
    with pytest.raises(DataError, match="3 rows were given"):
        explain_path(DecisionTreeClassifier().fit(X, y), X[:3])


def test_weights_of_a_rule_list_are_checked() -> None:
    model = C45Classifier().fit(X, y)
    with pytest.raises(DataError, match="sample_weight"):
        rule_list(model, X, y, np.ones(3))


def test_complexity_of_a_regression_tree_is_by_squares() -> None:
    """As rpart's "anova": the prices and errors are those of the weakest links, as shares of the root's."""
    rows, values = load_diabetes(return_X_y=True)
    tree = DecisionTreeRegressor(max_depth=4).fit(rows, values)
    table = complexity_table(tree, floor=0.0)
    theirs = sklearn.tree.DecisionTreeRegressor(max_depth=4, random_state=0)
    path = theirs.cost_complexity_pruning_path(rows, values)
    assert_allclose([row.cp for row in table], path.ccp_alphas[::-1] / np.var(values), atol=1e-9)
    assert_allclose([row.relative_error for row in table], path.impurities[::-1] / np.var(values), atol=1e-9)
    assert table[0] == (table[0].cp, 0, 1.0)
