"""Hard votes, strength and correlation of the trees of a forest; features drawn, by error out of bag."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris

from fenlei import load_model, save_model
from fenlei.ensemble import RandomForestClassifier, RandomForestRegressor, choose_max_features
from fenlei.errors import UsageError
from tests.oracles import ensemble as oracle


@pytest.fixture(scope="module")
def iris() -> tuple[np.ndarray, np.ndarray]:
    X, y = load_iris(return_X_y=True)
    return X, y


def test_each_tree_has_one_vote_002_section_5_4_1(iris: Any, tmp_path: Any) -> None:
    X, y = iris
    soft = RandomForestClassifier(40, max_depth=1, random_state=0).fit(X, y)
    hard = RandomForestClassifier(40, max_depth=1, random_state=0, voting="hard").fit(X, y)
    ballots = np.array([tree.predict(X) for tree in hard.estimators_])
    shares = np.stack([(ballots == k).mean(axis=0) for k in range(3)], axis=1)
    assert_allclose(hard.predict_proba(X), shares, atol=1e-15)
    assert_array_equal(hard.predict(X), shares.argmax(axis=1))
    assert (hard.predict_proba(X) != soft.predict_proba(X)).any()
    assert_array_equal(soft.set_params(voting="hard").predict_proba(X), hard.predict_proba(X))
    save_model(hard, tmp_path / "votes.fenlei")
    assert_array_equal(load_model(tmp_path / "votes.fenlei").predict_proba(X), hard.predict_proba(X))


def test_votes_out_of_bag(iris: Any) -> None:
    X, y = iris
    forest = RandomForestClassifier(50, min_samples_leaf=10, random_state=1, voting="hard", oob_score=True)
    forest.fit(X, y)
    votes = out_of_bag_votes(forest, X)
    count = [[row.count(k) for k in range(3)] for row in map(list, zip(*votes, strict=True))]
    expected = np.array(count) / np.sum(count, axis=1, keepdims=True)
    assert_allclose(forest.oob_decision_function_, expected, atol=1e-15)
    assert_allclose(forest.oob_score_, (expected.argmax(axis=1) == y).mean())


def out_of_bag_votes(forest: RandomForestClassifier, X: np.ndarray) -> list[list[int | None]]:
    votes = []
    for tree, sample in zip(forest.estimators_, forest.estimators_samples_, strict=True):
        seen = set(sample.tolist())
        votes.append([None if i in seen else int(k) for i, k in enumerate(tree.predict(X))])
    return votes


@pytest.mark.parametrize("depth", [1, 3, None])
def test_strength_and_correlation_by_loops_002_section_5_4_2(iris: Any, depth: int | None) -> None:
    X, y = iris
    X = X[:, :2]
    forest = RandomForestClassifier(25, max_depth=depth, random_state=2).fit(X, y)
    found = forest.strength_and_correlation(X, y)
    s, rho, _ = oracle.strength_and_correlation(out_of_bag_votes(forest, X), y.tolist(), 3)
    assert_allclose([found.strength, found.correlation], [s, rho], rtol=1e-12)
    assert_allclose(found.bound, rho * (1 - s**2) / s**2)
    assert_allclose(found.ratio, rho / s**2)


def test_fewer_features_are_less_correlated_and_weaker() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 8))
    y = (X[:, :2].sum(axis=1) + 0.3 * rng.normal(size=400) > 0).astype(int)
    few, all_ = (
        RandomForestClassifier(60, max_features=k, random_state=0).fit(X, y).strength_and_correlation(X, y)
        for k in (1, 8)
    )
    assert few.correlation < all_.correlation
    assert few.strength < all_.strength


def test_strength_is_refused_without_rows_out_of_bag(iris: Any, tmp_path: Any) -> None:
    X, y = iris
    forest = RandomForestClassifier(5, bootstrap=False, random_state=0).fit(X, y)
    with pytest.raises(UsageError, match="bootstrap=True"):
        forest.strength_and_correlation(X, y)
    fitted = RandomForestClassifier(5, random_state=0).fit(X, y)
    with pytest.raises(UsageError, match="rows of fit"):
        fitted.strength_and_correlation(X[:10], y[:10])
    save_model(fitted, tmp_path / "forest.fenlei")
    with pytest.raises(UsageError, match="rows of fit"):
        load_model(tmp_path / "forest.fenlei").strength_and_correlation(X, y)


def test_the_number_of_features_by_error_out_of_bag(iris: Any) -> None:
    X, y = iris
    model = RandomForestClassifier(20, random_state=3)
    found = choose_max_features(model, X, y, values=[4, 1])
    seed = found.model.random_state
    for k, error in zip(found.max_features, found.oob_error, strict=True):
        alone = RandomForestClassifier(20, random_state=seed, max_features=int(k), oob_score=True).fit(X, y)
        assert_allclose(error, 1 - alone.oob_score_)
    assert found.best == found.max_features[found.oob_error.argmin()] == found.model.max_features
    assert model.max_features == "sqrt"
    X, y = load_diabetes(return_X_y=True)
    few = choose_max_features(RandomForestRegressor(20, random_state=0), X, y)
    assert few.max_features.tolist() == list(range(1, 11))
    answer = few.model.oob_prediction_
    assert_allclose(few.oob_error.min(), np.nanmean((answer - y) ** 2))


@pytest.mark.parametrize("values", [[], [0], [5], [1.5], [-1]])
def test_numbers_of_features_that_are_not_accepted(iris: Any, values: Any) -> None:
    with pytest.raises(UsageError, match="1 to the 4 features"):
        choose_max_features(RandomForestClassifier(2), *iris, values=values)
