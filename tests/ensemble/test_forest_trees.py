"""The trees of a forest one by one: grown again on their rows, pruned as single trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris, make_multilabel_classification

from fenlei import (
    DecisionTreeRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    load_model,
    save_model,
)

TABLES = {
    "iris": load_iris(return_X_y=True),
    "diabetes": load_diabetes(return_X_y=True),
    "labels": make_multilabel_classification(100, random_state=0),
}


@pytest.mark.parametrize(
    "drawing", [{}, {"bootstrap": False}, {"max_samples": 0.5}, {"max_samples": 300}], ids=str
)
@pytest.mark.parametrize(
    ("table", "forest"),
    [
        ("iris", RandomForestClassifier(3, max_features=0.5)),
        ("iris", RandomForestClassifier(3, criterion="entropy", max_bins=None)),
        ("iris", RandomForestClassifier(3, max_leaf_nodes=5, ccp_alpha=0.01)),
        ("labels", RandomForestClassifier(3, max_features=0.3)),
        ("diabetes", RandomForestRegressor(3, max_features=0.4)),
        ("diabetes", RandomForestRegressor(3, criterion="poisson", max_features=3, max_depth=5)),
    ],
    ids=str,
)
def test_a_tree_grown_again_on_its_rows_is_the_same(table: str, forest: Any, drawing: dict[str, Any]) -> None:
    X, y = TABLES[table]
    fitted = clone(forest).set_params(random_state=7, **drawing).fit(X, y)
    for tree, rows in zip(fitted.estimators_, fitted.estimators_samples_, strict=True):
        again = clone(tree).fit(X[rows], y[rows])
        assert_array_equal(again.tree_.feature, tree.tree_.feature)
        assert_allclose(again.tree_.value, tree.tree_.value, rtol=1e-12, atol=1e-12)
    assert len({tree.random_state for tree in fitted}) == len(fitted)


def test_a_loaded_forest_does_not_know_the_seeds_of_its_trees(tmp_path: Any) -> None:
    save_model(RandomForestClassifier(2, random_state=0).fit(*TABLES["iris"]), tmp_path / "forest.fenlei")
    assert [tree.random_state for tree in load_model(tmp_path / "forest.fenlei")] == [None, None]


@pytest.mark.parametrize(
    "settings",
    [
        {"criterion": "absolute_error", "ccp_alpha": 0.3},
        {"criterion": "poisson", "ccp_alpha": 0.1},
        {"ccp_alpha": 30.0, "max_bins": 255},
        {"ccp_alpha": 30.0, "monotonic_cst": [0, 0, 1, 0, 0, 0, 0, 0, 1, 0]},
    ],
    ids=str,
)
def test_a_forest_of_one_tree_of_all_rows_is_pruned_as_the_tree(settings: dict[str, Any]) -> None:
    X, y = TABLES["diabetes"]
    forest = RandomForestRegressor(1, bootstrap=False, **settings).fit(X, y)
    tree = DecisionTreeRegressor(**settings).fit(X, y)
    assert 2 < tree.get_n_leaves() < 100
    assert_allclose(forest.predict(X), tree.predict(X), rtol=1e-12)


def test_whole_numbers_of_several_targets_out_of_bag_by_loops() -> None:
    X, Y = TABLES["iris"][0], np.random.default_rng(0).integers(0, 10, (150, 2))
    forest = RandomForestRegressor(30, oob_score=True, random_state=0).fit(X, Y)
    drawn = list(zip(forest.estimators_, map(set, forest.estimators_samples_), strict=True))
    for i in range(0, 150, 4):
        answers = [tree.predict(X[[i]])[0] for tree, rows in drawn if i not in rows]
        assert_allclose(np.mean(answers, axis=0), forest.oob_prediction_[i], rtol=1e-12)


@pytest.mark.parametrize("bootstrap", [True, False])
def test_class_weights_act_as_weights_of_rows(bootstrap: bool) -> None:
    """What scikit-learn's tests ask of private attributes: classes of equal size are balanced already."""
    (X, y), forest = TABLES["iris"], RandomForestClassifier(10, bootstrap=bootstrap, random_state=3)
    balancing = [{0: 2.0, 1: 2.0, 2: 1.0}, {0: 2.0, 1: 1.0, 2: 2.0}, {0: 1.0, 1: 2.0, 2: 2.0}]
    three, ones = np.stack([y, y, y], axis=1), np.ones(150)
    plain = clone(forest).fit(X, y, sample_weight=ones).feature_importances_
    for weights, targets in (("balanced", y), ("balanced", three), (balancing, three)):
        other = clone(forest).set_params(class_weight=weights).fit(X, targets)
        assert_allclose(other.feature_importances_, plain, rtol=1e-12)


def test_balancing_the_rows_of_each_tree_is_balancing_all_if_each_has_all() -> None:
    X, y = TABLES["iris"]
    X, y, w = X[40:], y[40:], 1.0 + np.arange(110) % 3
    once, each = (
        RandomForestClassifier(5, bootstrap=False, class_weight=kind, random_state=0).fit(X, y, w)
        for kind in ("balanced", "balanced_subsample")
    )
    assert_allclose(once.predict_proba(X), each.predict_proba(X), rtol=1e-12)


def test_a_share_of_draws_above_one() -> None:
    X, y = TABLES["iris"]
    share, number = (RandomForestClassifier(5, max_samples=m, random_state=0).fit(X, y) for m in (1.5, 225))
    assert_array_equal(share.predict_proba(X), number.predict_proba(X))


@pytest.mark.parametrize("forest", [RandomForestClassifier(max_depth=3), RandomForestRegressor(max_depth=3)])
def test_the_tree_before_it_is_grown(forest: Any) -> None:
    assert forest.estimator.max_depth == 3
    assert forest.estimator.splitter == "best"
    assert "estimator" not in forest.get_params()


@pytest.mark.parametrize("parameters", [{}, {"max_bins": None}, {"criterion": "absolute_error"}], ids=str)
@pytest.mark.parametrize("targets", [1, 2])
def test_equal_columns_share_the_importance(parameters: dict[str, Any], targets: int) -> None:
    rng = np.random.default_rng(0)
    x, other = rng.normal(size=(2, 120))
    Y = np.column_stack([np.sin(3 * x)] * targets)
    X = np.column_stack([x, other, x, x])
    forest = RandomForestRegressor(60, random_state=0, **parameters).fit(X, Y if targets > 1 else Y[:, 0])
    assert_allclose(forest.feature_importances_[[0, 2, 3]], 0.33, atol=0.08)
    first = RandomForestRegressor(5, max_features=None, random_state=0, **parameters).fit(X, Y[:, 0])
    assert first.feature_importances_[[2, 3]].max() == 0.0
