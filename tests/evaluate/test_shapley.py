"""Shapley values: against the definition over all sets of features, and what must hold for any of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, load_wine

import fenlei
from fenlei.errors import UsageError
from fenlei.evaluate import shapley_values
from fenlei.trees.tree import class_shares
from tests.oracles.shapley import boosted_answer, expected_answer, shapley_of_game

rng = np.random.default_rng(3)
IRIS = load_iris(return_X_y=True)
ROWS = rng.normal(size=(120, 10))
TARGET = ROWS[:, 0] * ROWS[:, 1] + np.abs(ROWS[:, 2:]).sum(axis=1)
HOLES = np.where(rng.random((120, 5)) < 0.15, np.nan, ROWS[:, :5])
CODES = np.column_stack([rng.integers(0, 4, (120, 3)).astype(float), ROWS[:, :2]])
CLASSES = (CODES[:, 0] + CODES[:, 1] * (ROWS[:, 0] > 0)).astype(int) % 3


def brute_force(tree: Any, answer: Any, X: Any) -> Any:
    return np.array([shapley_of_game(partial(expected_answer, tree, answer, x), X.shape[1]) for x in X])


@pytest.mark.parametrize(
    ("model", "X", "y"),
    [
        (fenlei.DecisionTreeClassifier(max_depth=6), HOLES, TARGET > 6),
        (fenlei.DecisionTreeClassifier(categorical_features=[0, 1, 2]), CODES, CLASSES),
        (fenlei.C45Classifier(categorical_features=[0, 1, 2]), CODES, CLASSES),
        (fenlei.C45Classifier(), HOLES, TARGET > 6),
        (fenlei.ID3Classifier(), CODES[:, :3].astype(int).astype(str), CLASSES),
    ],
)
def test_trees_of_every_kind_agree_with_all_sets_of_features(model: Any, X: Any, y: Any) -> None:
    """Thresholds, sets of categories, one branch per category, rows that go to several branches."""
    model = model.fit(X, y)
    coded, shares = model._check_X(X[:15]), class_shares(model.model_)
    found = shapley_values(model, X[:15])
    assert_allclose(found.values, brute_force(model.model_, shares, coded), rtol=0, atol=1e-12)
    assert_allclose(found.baseline, expected_answer(model.model_, shares, coded[0], frozenset()), atol=1e-12)


def test_ten_features_of_a_deep_regression_tree_agree_with_all_1024_sets() -> None:
    model = fenlei.DecisionTreeRegressor().fit(ROWS, TARGET)
    found = shapley_values(model, ROWS[:2])
    assert_allclose(
        found.values[:, :, None], brute_force(model.model_, model.model_.value, ROWS[:2]), atol=1e-12
    )


@pytest.mark.parametrize(
    ("model", "X", "y"),
    [
        (fenlei.HistGradientBoostingRegressor(max_iter=3), ROWS, TARGET),
        (fenlei.HistGradientBoostingClassifier(max_iter=3, min_samples_leaf=3), HOLES, TARGET > 6),
        (
            fenlei.HistGradientBoostingClassifier(
                max_iter=2, min_samples_leaf=3, categorical_features=[0, 1, 2]
            ),
            CODES,
            CLASSES,
        ),
    ],
)
def test_boosting_agrees_with_all_sets_of_features(model: Any, X: Any, y: Any) -> None:
    """Ten features; missing values; three classes and sets of categories, with one that was never seen."""
    model = model.fit(X, y)
    record, rows = model.model_, X[:3].copy()
    rows[0, 0] = 9.0
    found, p, K = shapley_values(model, rows), X.shape[1], record.trees
    for k in range(K):
        trees = range(k, len(record.start) - 1, K)

        def worth(S: frozenset[int], x: Any, trees: Any = trees) -> float:
            return sum(boosted_answer(record, t, x, S) for t in trees)

        values = found.values if K == 1 else found.values[:, :, k]
        expected = [shapley_of_game(partial(worth, x=x), p) for x in rows]
        assert_allclose(values, expected, rtol=0, atol=1e-12)
        start = record.baseline[k] + worth(frozenset(), rows[0])
        assert_allclose(np.atleast_1d(found.baseline)[k], start, atol=1e-12)


MODELS = [
    (fenlei.DecisionTreeClassifier(), *IRIS, "predict_proba"),
    (fenlei.C45Classifier(), HOLES, TARGET > 6, "predict_proba"),
    (fenlei.RandomForestClassifier(15, random_state=0), *IRIS, "predict_proba"),
    (fenlei.RandomForestClassifier(15, random_state=0, voting="hard"), *IRIS, "predict_proba"),
    (fenlei.RandomForestRegressor(15, random_state=0), ROWS, TARGET, "predict"),
    (fenlei.DecisionTreeRegressor(), ROWS, ROWS[:, :3], "predict"),
    (fenlei.AdaBoostClassifier(), *IRIS, "decision_function"),
    (fenlei.AdaBoostClassifier(), HOLES, TARGET > 6, "decision_function"),
    (fenlei.AdaBoostClassifier(fenlei.DecisionTreeClassifier(max_depth=3)), *IRIS, "decision_function"),
    (fenlei.HistGradientBoostingClassifier(), *IRIS, "decision_function"),
    (fenlei.HistGradientBoostingClassifier(), HOLES, TARGET > 6, "decision_function"),
    (fenlei.HistGradientBoostingRegressor(loss="absolute_error"), ROWS, TARGET, "predict"),
    (fenlei.LogisticRegression(), *IRIS, "decision_function"),
    (fenlei.LogisticRegression(), ROWS, TARGET > 6, "decision_function"),
    (fenlei.LinearDiscriminantAnalysis(), *IRIS, "decision_function"),
    (fenlei.LinearSVC(), *IRIS, "decision_function"),
    (fenlei.Perceptron(), *IRIS, "decision_function"),
    (fenlei.LeastSquaresClassifier(), *IRIS, "decision_function"),
    (fenlei.LinearRegression(), ROWS, TARGET, "predict"),
    (fenlei.Ridge(), ROWS, ROWS[:, :3], "predict"),
    (fenlei.Lasso(alpha=0.1), ROWS, TARGET, "predict"),
]


@pytest.mark.parametrize(("model", "X", "y", "method"), MODELS)
def test_values_sum_to_the_prediction(model: Any, X: Any, y: Any, method: str) -> None:
    model = model.fit(X, y)
    found = shapley_values(model, X, background=X)
    sums = found.values.sum(axis=1) + found.baseline
    assert_allclose(sums, getattr(model, method)(X), rtol=0, atol=1e-10)
    assert found.values.shape[:2] == X.shape


def test_values_of_a_logarithmic_link_sum_to_the_logarithm() -> None:
    model = fenlei.HistGradientBoostingRegressor(loss="poisson").fit(ROWS, TARGET**2)
    found = shapley_values(model, ROWS)
    assert_allclose(found.values.sum(axis=1) + found.baseline, np.log(model.predict(ROWS)), atol=1e-10)


def test_linear_values_are_those_of_the_game_of_independent_features() -> None:
    X, y = ROWS[:, :4], TARGET
    model = fenlei.LinearRegression().fit(X, y)

    def worth(S: frozenset[int], x: Any) -> Any:
        """Mean prediction over the background rows with the features of S set to those of the row."""
        rows = X.copy()
        rows[:, list(S)] = x[list(S)]
        return model.predict(rows).mean()

    found = shapley_values(model, X[:3], background=X)
    expected = [shapley_of_game(partial(worth, x=x), 4) for x in X[:3]]
    assert_allclose(found.values, expected, atol=1e-12)


def test_deep_trees_keep_their_sums() -> None:
    """A tree of one leaf per row, 40 and more levels deep."""
    X = np.column_stack([np.arange(400.0), rng.normal(size=(400, 30))])
    y = np.cumsum(rng.exponential(size=400)) ** 2 * np.where(X[:, 1] > 0, 1, -1)
    model = fenlei.DecisionTreeRegressor(max_features=1, random_state=0).fit(X, y)
    found = shapley_values(model, X)
    assert model.get_depth() > 15
    assert_allclose(found.values.sum(axis=1) + found.baseline, model.predict(X), rtol=1e-10, atol=1e-10)


def test_bits_do_not_depend_on_threads_or_on_the_rows_beside() -> None:
    X, y = load_wine(return_X_y=True)
    model = fenlei.RandomForestClassifier(10, random_state=0).fit(X, y)
    X = np.tile(X, (3, 1))
    one = shapley_values(model, X, n_jobs=1).values
    for n_jobs in (2, 3, 4):
        assert_array_equal(one, shapley_values(model, X, n_jobs=n_jobs).values)
    assert_array_equal(one[37:41], shapley_values(model, X[37:41]).values)
    assert_array_equal(one[:178], one[178:356])


def test_a_feature_that_no_tree_asks_for_has_value_zero() -> None:
    X = np.column_stack([IRIS[0], np.zeros(150)])
    found = shapley_values(fenlei.RandomForestClassifier(5, random_state=0).fit(X, IRIS[1]), X)
    assert not found.values[:, 4].any()


def test_a_tree_of_one_leaf_and_no_rows() -> None:
    model = fenlei.DecisionTreeRegressor().fit([[1.0], [2.0]], [3.0, 3.0])
    found = shapley_values(model, [[1.5]])
    assert found.baseline == 3.0
    assert found.values.tolist() == [[0.0]]


def test_other_models_are_refused() -> None:
    with pytest.raises(UsageError, match="no exact values for GaussianNB"):
        shapley_values(fenlei.GaussianNB().fit(*IRIS), IRIS[0])
    with pytest.raises(UsageError, match="give background"):
        shapley_values(fenlei.LogisticRegression().fit(*IRIS), IRIS[0])
    weights = (IRIS[1] > 0).astype(float)
    without = fenlei.HistGradientBoostingClassifier(max_iter=2).fit(*IRIS, sample_weight=weights)
    with pytest.raises(UsageError, match="HistGradientBoostingClassifier"):
        shapley_values(without, IRIS[0])
    boosted = fenlei.AdaBoostClassifier(fenlei.GaussianNB()).fit(*IRIS)
    with pytest.raises(UsageError, match=r"AdaBoostClassifier\(GaussianNB\)"):
        shapley_values(boosted, IRIS[0])
