"""Data that break trees: nothing to split, very deep, very many categories, very large numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.errors import DataError, UsageError
from fenlei.trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier
from fenlei.trees.pruning.cost_complexity import pruning_path


def test_a_million_identical_rows() -> None:
    X, y = np.ones((1_000_000, 1)), np.arange(1_000_000) % 2
    model = DecisionTreeClassifier().fit(X, y)
    assert model.get_n_leaves() == 1
    assert model.predict([[1.0]]).tolist() == [0]


@pytest.mark.slow
def test_a_chain_ten_thousand_deep() -> None:
    """No cut of rows that come in pairs of both classes gains, so the lowest takes one pair off each time."""
    X, y = np.repeat(np.arange(10_001.0), 2)[:, None], np.tile([0, 1], 10_001)
    model = DecisionTreeClassifier().fit(X, y)
    assert (model.get_depth(), model.get_n_leaves()) == (10_000, 10_001)
    assert_array_equal(model.predict_proba(X), np.full((20_002, 2), 0.5))
    assert model.cost_complexity_pruning_path(X, y).ccp_alphas.max() <= 1e-12


def test_a_tree_more_than_a_thousand_deep() -> None:
    n = 10_001
    X = np.arange(n, dtype=float)[:, None]
    w = np.geomspace(1e-150, 1e150, n)  # every split takes a few rows off the end
    model = DecisionTreeClassifier().fit(X, np.arange(n) % 2, w)
    assert model.get_n_leaves() == n
    assert model.get_depth() > 1000
    assert_array_equal(model.predict(X), np.arange(n) % 2)
    assert len(pruning_path(model.model_).alpha) > 1000


def test_ten_thousand_categories() -> None:
    rng = np.random.default_rng(0)
    X = np.column_stack([np.arange(20_000) % 10_000, rng.random(20_000)]).astype(float)
    y = (X[:, 0] % 7 > 3).astype(int)
    model = DecisionTreeClassifier(categorical_features=[0]).fit(X, y)
    assert (model.score(X, y), model.get_n_leaves()) == (1.0, 2)
    wide = ID3Classifier().fit(X[:, :1], y)
    assert (wide.score(X[:, :1], y), wide.tree_.node_count) == (1.0, 10_001)


def test_one_row_a_label() -> None:
    X = np.random.default_rng(0).random((600, 2))
    y = np.arange(600)
    model = DecisionTreeClassifier().fit(X, y)  # more classes than a word has room for
    assert_array_equal(model.predict(X), y)
    assert DecisionTreeClassifier(criterion="entropy", max_depth=3).fit(X, y).get_n_leaves() == 8


def test_a_column_that_is_all_missing() -> None:
    X = np.column_stack([np.full(20, np.nan), np.arange(20.0)])
    y = np.arange(20) // 10
    for model in (DecisionTreeClassifier(), C45Classifier()):
        fitted = model.fit(X, y)
        assert fitted.tree_.feature[0] == 1
        assert_array_equal(fitted.predict(X), y)
    assert DecisionTreeClassifier().fit(X[:, :1], y).get_n_leaves() == 1
    assert ID3Classifier().fit(X[:, :1], y).get_n_leaves() == 1


def test_missing_or_not_can_be_what_matters() -> None:
    X = np.where(np.arange(20) < 10, np.nan, 1.0)[:, None]
    y = (np.arange(20) < 10).astype(int)
    model = DecisionTreeClassifier().fit(X, y)
    assert model.score(X, y) == 1.0
    assert model.tree_.threshold[0] == np.inf


def test_values_that_are_next_to_each_other() -> None:
    low = 1.0
    high = np.nextafter(low, 2.0)
    model = DecisionTreeClassifier().fit([[low], [high]], [0, 1])
    assert model.predict([[low], [high]]).tolist() == [0, 1]
    big = np.finfo(float).max
    model = DecisionTreeClassifier().fit([[-big], [big]], [0, 1])
    assert model.tree_.threshold[0] == 0.0


def test_large_offsets_of_the_targets_cost_no_digits() -> None:
    x = np.arange(40.0)[:, None]
    y = np.sin(x[:, 0])
    near, far = (DecisionTreeRegressor(max_depth=4).fit(x, y + offset) for offset in (0.0, 1e8))
    assert_array_equal(near.tree_.threshold, far.tree_.threshold)
    assert_allclose(far.tree_.impurity, near.tree_.impurity, atol=1e-7)


def test_infinite_values_are_refused() -> None:
    with pytest.raises(ValueError, match="infinity"):
        DecisionTreeClassifier().fit([[np.inf], [1.0]], [0, 1])


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (DecisionTreeClassifier(criterion="mse"), "criterion='mse'"),
        (DecisionTreeClassifier(max_depth=0), "max_depth=0"),
        (DecisionTreeClassifier(min_samples_split=1), "min_samples_split=1"),
        (DecisionTreeClassifier(max_features="all"), "max_features='all'"),
        (DecisionTreeClassifier(monotonic_cst=[2]), "monotonic_cst="),
        (
            DecisionTreeClassifier(nominal_split="multiway", max_leaf_nodes=3),
            "does not go with max_leaf_nodes",
        ),
        (C45Classifier(confidence=0.7), "confidence=0.7"),
        (ID3Classifier(epsilon=-1), "epsilon=-1"),
    ],
    ids=str,
)
def test_parameters_that_cannot_be(model: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        model.fit([[0.0], [1.0]], [0, 1])


def test_poisson_needs_counts() -> None:
    with pytest.raises(DataError, match="Poisson"):
        DecisionTreeRegressor(criterion="poisson").fit([[0.0], [1.0]], [-1.0, 1.0])


def test_a_regression_needs_targets() -> None:
    with pytest.raises(UsageError, match="DecisionTreeRegressor requires y to be passed"):
        DecisionTreeRegressor().fit([[0.0], [1.0]], None)
