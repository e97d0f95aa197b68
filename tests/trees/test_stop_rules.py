"""Why a leaf was not split: each rule on a tree that is made for it, and one rule for every leaf."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fenlei.trees import (
    C45Classifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ID3Classifier,
    prune,
    row_fractions,
    stop_rule,
)

TWO = np.array([[0.0, 0], [0, 0], [1, 0], [1, 1], [2, 0], [2, 1]])
MIXED = np.array(["a", "b", "a", "b", "a", "a"])
LINE, SIGNS = np.arange(8.0)[:, None], np.array([0, 0, 1, 0, 1, 1, 0, 1])


def rules_of(model: Any, X: Any, y: Any) -> list[str]:
    leaves = np.flatnonzero(model.tree_.feature < 0).tolist()
    return [stop_rule(model, X, y, node=leaf).rule for leaf in leaves]


def test_the_four_rules_of_id3_000_item_38() -> None:
    model = ID3Classifier().fit(TWO, MIXED)
    assert set(rules_of(model, TWO, MIXED)) == {"one_class", "equal_rows"}
    lonely = ID3Classifier().fit([[0.0], [0], [2], [2]], ["a", "b", "a", "a"])
    found = [stop_rule(lonely, [[0.0], [0], [2], [2]], ["a", "b", "a", "a"], node=n) for n in (1, 2, 3)]
    assert [(each.rule, each.number) for each in found] == [
        ("no_features", 3),
        ("no_rows", 2),
        ("one_class", 1),
    ]
    same = DecisionTreeClassifier().fit([[1.0], [1.0]], ["a", "b"])
    assert stop_rule(same, [[1.0], [1.0]], ["a", "b"], node=0) == (0, "equal_rows", 4)


LIMITED: list[tuple[Any, str]] = [
    (DecisionTreeClassifier(max_depth=1), "max_depth"),
    (DecisionTreeClassifier(min_samples_split=9), "min_samples_split"),
    (DecisionTreeClassifier(min_samples_leaf=5), "min_samples_leaf"),
    (DecisionTreeClassifier(min_impurity_decrease=0.4), "no_gain"),
    (DecisionTreeClassifier(max_leaf_nodes=2), "max_leaf_nodes"),
    (DecisionTreeClassifier(ccp_alpha=0.3), "pruned"),
    (DecisionTreeRegressor(max_depth=1), "max_depth"),
    (DecisionTreeRegressor(min_samples_leaf=5), "min_samples_leaf"),
    (DecisionTreeRegressor(min_impurity_decrease=0.4), "no_gain"),
    (DecisionTreeRegressor(ccp_alpha=0.3), "pruned"),
    (C45Classifier(min_cases=5), "min_samples_leaf"),
]


@pytest.mark.parametrize("number", range(len(LIMITED)))
def test_limits_of_a_tree(number: int) -> None:
    model, rule = LIMITED[number]
    found = rules_of(model.fit(LINE, SIGNS), LINE, SIGNS)
    assert rule in found
    assert set(found) <= {rule, "one_class"}


def test_a_gain_below_epsilon_and_a_pruned_node() -> None:
    model = ID3Classifier(epsilon=0.9).fit(TWO, MIXED)
    assert rules_of(model, TWO, MIXED) == ["no_gain"]
    whole = DecisionTreeClassifier().fit(LINE, SIGNS)
    assert set(rules_of(whole, LINE, SIGNS)) == {"one_class"}
    assert rules_of(prune(whole, "cost_complexity", alpha=1.0), LINE, SIGNS) == ["pruned"]


def test_fractions_add_up_to_the_rows() -> None:
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (30, 3)).astype(float)
    X[rng.random(X.shape) < 0.2] = np.nan
    model = ID3Classifier(max_depth=2).fit(X, rng.integers(0, 2, 30))
    leaves = np.flatnonzero(model.tree_.feature < 0).tolist()
    parts = np.array([row_fractions(model, X, node=leaf) for leaf in leaves])
    np.testing.assert_allclose(parts.sum(axis=0), 1.0)
    np.testing.assert_allclose(parts.sum(axis=1), model.model_.weight[leaves])
    assert ((parts > 0) & (parts < 1)).any()
