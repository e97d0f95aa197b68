"""Bagging of regressors: means by loops, scikit-learn's namesake, out of bag, weights, saving."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.ensemble
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import BaggingRegressor, DecisionTreeRegressor, LinearRegression, load_model, save_model
from fenlei.errors import UsageError
from tests.contract.samples import expected_failures


@pytest.fixture(scope="module")
def rows() -> tuple[np.ndarray, np.ndarray]:
    X, y = load_diabetes(return_X_y=True)
    return X, y


def test_the_mean_of_the_parts_by_loops(rows: Any) -> None:
    X, y = rows
    bag = BaggingRegressor(n_estimators=7, max_features=0.5, random_state=0).fit(X, y)
    for i in (0, 17, 300):
        answers = [
            part.predict(X[i : i + 1, columns])[0]
            for part, columns in zip(bag.estimators_, bag.estimators_features_, strict=True)
        ]
        assert_allclose(bag.predict(X[i : i + 1])[0], sum(answers) / 7)
    part, sample = bag.estimators_[3], bag.estimators_samples_[3]
    columns = bag.estimators_features_[3]
    again = DecisionTreeRegressor().fit(X[sample][:, columns], y[sample])
    assert_allclose(again.predict(X[:, columns]), part.predict(X[:, columns]))


def test_out_of_bag_by_loops(rows: Any) -> None:
    X, y = rows
    bag = BaggingRegressor(n_estimators=40, oob_score=True, random_state=1).fit(X, y)
    expected = np.empty(len(y))
    seen = [set(sample.tolist()) for sample in bag.estimators_samples_]
    answers = [part.predict(X) for part in bag.estimators_]
    for i in range(len(y)):
        own = [answer[i] for answer, rows in zip(answers, seen, strict=True) if i not in rows]
        expected[i] = sum(own) / len(own)
    assert_allclose(bag.oob_prediction_, expected)
    assert_allclose(bag.oob_score_, r2_score(y, expected))


def test_like_scikit_learns(rows: Any) -> None:
    """All rows and features: equal to the namesake's; drawn rows: as good, out of bag."""
    X, y = rows
    ours = BaggingRegressor(LinearRegression(), bootstrap=False, n_estimators=3).fit(X, y)
    theirs = sklearn.ensemble.BaggingRegressor(LinearRegression(), bootstrap=False, n_estimators=3).fit(X, y)
    assert_allclose(ours.predict(X), theirs.predict(X))
    scores = [
        cls(n_estimators=100, oob_score=True, random_state=0).fit(X, y).oob_score_
        for cls in (BaggingRegressor, sklearn.ensemble.BaggingRegressor)
    ]
    assert_allclose(*scores, atol=0.04)
    assert set(BaggingRegressor().get_params()) == set(sklearn.ensemble.BaggingRegressor().get_params())
    for name in (
        "estimator_",
        "estimators_",
        "estimators_features_",
        "estimators_samples_",
        "n_features_in_",
    ):
        assert hasattr(ours, name)
        assert hasattr(theirs, name)


def test_less_variance_than_one_tree_004_section_9_2() -> None:
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 6, (300, 1))
    y = np.sin(X[:, 0]) + 0.4 * rng.normal(size=300)
    grid = np.linspace(0.2, 5.8, 200)[:, None]
    truth = np.sin(grid[:, 0])
    one = DecisionTreeRegressor().fit(X, y).predict(grid)
    bag = BaggingRegressor(n_estimators=60, random_state=0).fit(X, y).predict(grid)
    assert np.mean((bag - truth) ** 2) < 0.6 * np.mean((one - truth) ** 2)


def test_weights_order_and_threads(rows: Any) -> None:
    X, y = (values[:80] for values in rows)
    rng = np.random.default_rng(0)
    w, order = rng.integers(0, 3, 80), rng.permutation(80)
    given = {"n_estimators": 4, "max_samples": 70, "random_state": 0}
    plain = BaggingRegressor(**given, n_jobs=1).fit(X, y, w)
    assert_array_equal(BaggingRegressor(**given, n_jobs=2).fit(X, y, w).predict(X), plain.predict(X))
    shuffled = BaggingRegressor(**given).fit(X[order], y[order], w[order])
    assert_allclose(shuffled.predict(X), plain.predict(X))
    repeated = BaggingRegressor(**given).fit(X.repeat(w, axis=0), y.repeat(w))
    assert_allclose(repeated.predict(X), plain.predict(X))


def test_a_warm_start_adds_parts(rows: Any) -> None:
    X, y = rows
    bag = BaggingRegressor(n_estimators=3, warm_start=True, random_state=0).fit(X, y)
    first = bag.estimators_
    bag.set_params(n_estimators=6).fit(X, y)
    assert bag.estimators_[:3] == first
    assert_array_equal(bag.predict(X), BaggingRegressor(n_estimators=6, random_state=0).fit(X, y).predict(X))
    with pytest.warns(UserWarning, match="fit adds none"):
        bag.fit(X, y)
    with pytest.raises(UsageError, match="must be larger"):
        bag.set_params(n_estimators=2).fit(X, y)


def test_saved(rows: Any, tmp_path: Any) -> None:
    X, y = rows
    bag = BaggingRegressor(n_estimators=5, max_features=4, random_state=0).fit(X, y)
    save_model(bag, tmp_path / "bag.fenlei")
    assert_array_equal(load_model(tmp_path / "bag.fenlei").predict(X), bag.predict(X))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"n_estimators": 0}, "n_estimators="),
        ({"max_samples": 9999, "bootstrap": False}, "max_samples="),
        ({"max_features": 99}, "max_features="),
        ({"bootstrap": False, "oob_score": True}, "bootstrap=True"),
        ({"estimator": "tree"}, "estimator="),
    ],
)
def test_what_is_not_accepted(rows: Any, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        BaggingRegressor(**given).fit(*rows)


def test_targets_that_are_not_finite(rows: Any) -> None:
    X, y = rows
    with pytest.raises(ValueError, match="y contains NaN"):
        BaggingRegressor().fit(X, np.where(y > 300, np.nan, y))


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    [
        BaggingRegressor(n_estimators=5),
        BaggingRegressor(
            LinearRegression(), n_estimators=3, max_features=0.8, max_samples=40, random_state=0
        ),  # the cell that is no number is drawn
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
