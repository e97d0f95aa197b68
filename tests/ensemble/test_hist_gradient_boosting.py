"""HistGradientBoosting: against loops and against scikit-learn, and what must not change it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.metrics import log_loss

from fenlei import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from fenlei.ensemble.boosting.growing.edges import cut_edges
from fenlei.ensemble.boosting.reading import path_moves
from fenlei.errors import DataError, UsageError
from tests.oracles import boosting as oracle

FEW: dict[str, Any] = {"max_iter": 5, "min_samples_leaf": 2, "max_leaf_nodes": 4}


def rows(n: int = 60, p: int = 3, seed: int = 0, missing: float = 0.0) -> tuple[Any, Any]:
    """X (n, p) of few distinct values, some missing, and a target that depends on it."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, p)) * 4) / 4
    y = X[:, 0] - X[:, 1] * X[:, -1] + 0.3 * rng.normal(size=n)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


# --- loops


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("loss", ["squared_error", "poisson", "gamma", "log_loss"])
@pytest.mark.parametrize("weighted", [False, True])
def test_scores_are_those_of_loops(loss: str, weighted: bool, missing: float) -> None:
    X, y = rows(40, missing=missing)
    w = np.random.default_rng(1).integers(1, 4, 40).astype(float) if weighted else np.ones(40)
    given_w = w if weighted else None
    options = {**FEW, "l2_regularization": 0.5}
    if loss == "log_loss":
        y = (y > 0).astype(float)
        found = HistGradientBoostingClassifier(**options).fit(X, y, given_w).decision_function(X)
    else:
        y = y if loss == "squared_error" else np.exp(y)
        model = HistGradientBoostingRegressor(loss, **options).fit(X, y, given_w)
        found = model.predict(X) if loss == "squared_error" else np.log(model.predict(X))
    expected = oracle.boost(X, y, w, loss, 5, 0.1, 4, 2, 0.5)
    assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


# --- scikit-learn


def pair(X: Any, y: Any, *weights: Any, **options: Any) -> tuple[Any, Any]:
    """Our regressor and scikit-learn's."""
    return (
        HistGradientBoostingRegressor(**options).fit(X, y, *weights),
        sklearn.ensemble.HistGradientBoostingRegressor(**options).fit(X, y, *weights),
    )


def diabetes() -> tuple[Any, Any]:
    """Columns of fewer values than bins, so that both have the same bins."""
    X, y = load_diabetes(return_X_y=True)
    return np.round(X * 600) / 600, y


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"loss": "poisson"},
        {"loss": "gamma"},
        {"loss": "absolute_error"},
        {"learning_rate": 0.5, "l2_regularization": 3.0, "max_depth": 3},
        {"max_leaf_nodes": None, "min_samples_leaf": 7},
        {"monotonic_cst": [-1, 0, 1, 0, 0, 0, 0, 0, 1, 0]},
        {"interaction_cst": "pairwise"},
        {"interaction_cst": "no_interactions"},
        {"interaction_cst": [{0, 1}, (2, 3, 8)]},
        {"early_stopping": True, "random_state": 3, "n_iter_no_change": 4},
        {"early_stopping": True, "validation_fraction": None, "tol": 30.0},
    ],
    ids=str,
)
def test_predictions_are_scikit_learns(options: dict[str, Any]) -> None:
    X, y = diabetes()
    ours, theirs = pair(X, y, **{"max_iter": 15, **options})
    assert ours.n_iter_ == theirs.n_iter_
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6)
    assert_allclose(ours.train_score_, theirs.train_score_, rtol=1e-6)
    assert_allclose(ours.validation_score_, theirs.validation_score_, rtol=1e-6)


@pytest.mark.parametrize("weighted", [False, True])
def test_more_values_than_bins_are_cut_as_scikit_learns(weighted: bool) -> None:
    """Rows that no edge was made from tell whether the edges themselves are the same.

    The total weight has no divisor in common with 255 bins: where a quantile falls between two values, the
    percentiles of NumPy miss it by a rounding and take one of them.
    """
    rng = np.random.default_rng(2)
    X = np.round(rng.normal(size=(5503, 6)), 4)
    X[:, 0] = np.round(X[:, 0] ** 3, 2)  # many ties in the middle
    y = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=len(X))
    w = rng.integers(1, 4, 3001).astype(float)  # rows of weight 0 count for its smallest leaf, not for ours
    w[0] += next(more for more in range(255) if math.gcd(int(w.sum()) + more, 255) == 1)
    ours, theirs = pair(X[:3001], y[:3001], *([w] if weighted else []), max_iter=20)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_rounded_gradients_predict_as_scikit_learns(seed: int) -> None:
    """From 8,192 rows on gradients have 16 bits; held-out log-losses differ by far less than 0.2 %."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(26_003, 10))
    y = rng.random(len(X)) < 1 / (1 + np.exp(-np.sin(2 * X[:, 0]) - X[:, 1] * X[:, 2] - X[:, 3] ** 2 / 2))
    train, held = slice(0, 9001), slice(9001, None)
    options: dict[str, Any] = {"max_iter": 30, "early_stopping": False}
    losses = [
        log_loss(y[held], model(**options).fit(X[train], y[train]).predict_proba(X[held]))
        for model in (HistGradientBoostingClassifier, sklearn.ensemble.HistGradientBoostingClassifier)
    ]
    assert abs(losses[0] / losses[1] - 1) < 0.002


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-9, 9), max_size=60), st.integers(2, 12))
def test_edges_are_those_of_loops(values: list[int], most: int) -> None:
    repeated, weights = np.unique(np.array(values, float), return_counts=True)
    for x, w in ((np.sort(np.array(values, float)), np.empty(0)), (repeated, weights.astype(float))):
        found = np.full(256, np.inf)
        count = cut_edges(x, w, most, found)
        assert count == (len(oracle.edges(values, most)) + 1 if values else 0)
        assert_array_equal(found[: max(count - 1, 0)], oracle.edges(values, most))
        assert np.isinf(found[max(count - 1, 0) :]).all()


def test_missing_weighted_and_nominal_are_scikit_learns() -> None:
    X, y = diabetes()
    rng = np.random.default_rng(0)
    X[rng.random(X.shape) < 0.1] = np.nan
    X[:, 0] = rng.integers(0, 8, len(X))
    X[rng.random(len(X)) < 0.1, 0] = np.nan
    ours, theirs = pair(X, y + 20 * np.sin(7 * np.nan_to_num(X[:, 0])), categorical_features=[0], max_iter=15)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6)
    assert_array_equal(ours.is_categorical_, theirs.is_categorical_)
    ours, theirs = pair(X, y, rng.random(len(y)), max_iter=15)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6)


@pytest.mark.parametrize("load", [load_iris, load_breast_cancer])
def test_probabilities_are_scikit_learns(load: Any) -> None:
    X, y = load(return_X_y=True)
    X = np.round(X, 1) if load is load_iris else np.round(20 * X / X.max(axis=0), 0)
    ours = HistGradientBoostingClassifier(max_iter=15, class_weight="balanced").fit(X, y)
    theirs = sklearn.ensemble.HistGradientBoostingClassifier(max_iter=15, class_weight="balanced").fit(X, y)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-3)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    for mine, other in zip(ours.staged_predict_proba(X), theirs.staged_predict_proba(X), strict=True):
        assert_allclose(mine, other, atol=1e-4)  # whose gradients are float32


def test_quantiles_cover_their_share() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 2))
    y = X[:, 0] + rng.normal(size=2000)
    model = HistGradientBoostingRegressor("quantile", quantile=0.8, max_iter=60).fit(X, y)
    assert 0.75 < np.mean(y <= model.predict(X)) < 0.85


@pytest.mark.parametrize("scoring", [None, "neg_mean_absolute_error", lambda e, X, y: e.score(X, y)])
def test_early_stopping_by_a_metric_is_scikit_learns(scoring: Any) -> None:
    X, y = diabetes()
    ours, theirs = pair(X, y, early_stopping=True, scoring=scoring, random_state=1, n_iter_no_change=3)
    n = min(len(ours.validation_score_), len(theirs.validation_score_), 15)
    assert_allclose(ours.validation_score_[:n], theirs.validation_score_[:n], rtol=1e-5, atol=1e-7)


def test_given_held_out_rows_stop_the_rounds() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    model = HistGradientBoostingClassifier(learning_rate=1.0, early_stopping=True)
    model.fit(X[:300], y[:300], X_val=X[300:], y_val=y[300:])
    assert model.n_iter_ < 100
    assert len(model.validation_score_) == model.n_iter_ + 1


# --- what must not change it


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_rows_in_any_order_have_the_same_model(seed: int, missing: bool) -> None:
    X, y = rows(50, seed=seed, missing=0.2 * missing)
    order = np.random.default_rng(seed).permutation(50)
    for model, target in (
        (HistGradientBoostingRegressor(**FEW), y),
        (HistGradientBoostingClassifier(**FEW), y > 0),
    ):
        first = model.fit(X, target).predict(X)
        assert_array_equal(model.fit(X[order], target[order]).predict(X), first)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_a_weight_is_a_repetition(seed: int) -> None:
    X, y = rows(30, seed=seed)
    w = np.random.default_rng(seed).integers(0, 4, 30)
    w[0] = 1
    options = {**FEW, "min_samples_leaf": 1}
    for loss in ("squared_error", "absolute_error"):
        weighted = HistGradientBoostingRegressor(loss, **options).fit(X, y, w)
        repeated = HistGradientBoostingRegressor(loss, **options).fit(
            np.repeat(X, w, axis=0), np.repeat(y, w)
        )
        assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("wide", [False, True])
def test_any_number_of_threads_has_the_same_bits(wide: bool) -> None:
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(40_000, 9)), 1)
    X[rng.random(X.shape) < 0.02] = np.nan
    y = np.nan_to_num(X[:, 0] * X[:, 1] + X[:, 2]) + rng.normal(size=len(X))
    w = np.where(rng.random(len(X)) < 0.01, 1e7, 1.0) if wide else None
    first: Any = None
    for n_jobs in (1, 2, 3, 4):
        model = HistGradientBoostingClassifier(max_iter=3, early_stopping=False, n_jobs=n_jobs).fit(
            X, y > 0, w
        )
        raw = model.decision_function(X)
        first = raw if first is None else first
        assert_array_equal(raw, first)
    order = rng.permutation(len(X))
    again = HistGradientBoostingClassifier(max_iter=3, early_stopping=False)
    again.fit(X[order], y[order] > 0, None if w is None else w[order])
    assert_array_equal(again.decision_function(X), first)


def test_a_warm_start_continues() -> None:
    X, y = rows(80, missing=0.1)
    whole = HistGradientBoostingRegressor(max_iter=9, min_samples_leaf=3, max_features=0.5, random_state=0)
    parts = HistGradientBoostingRegressor(
        max_iter=4, min_samples_leaf=3, max_features=0.5, random_state=0, warm_start=True
    ).fit(X, y)
    parts.set_params(max_iter=9).fit(X, y)
    assert_array_equal(parts.predict(X), whole.fit(X, y).predict(X))
    with pytest.raises(UsageError, match="max_iter=3 is less than the 9 rounds"):
        parts.set_params(max_iter=3).fit(X, y)


def test_targets_in_any_unit() -> None:
    X, y = rows(80)
    model = HistGradientBoostingRegressor(**FEW)
    usual = model.fit(X, y).predict(X)
    for unit in (2.0**-900, 2.0**500):
        assert_array_equal(model.fit(X, unit * y).predict(X), unit * usual)


# --- constraints hold, and what can be read


def test_monotonic_predictions() -> None:
    X, y = rows(300, seed=4)
    model = HistGradientBoostingRegressor(monotonic_cst=[1, -1, 0], min_samples_leaf=3).fit(X, y)
    for j, sign in ((0, 1), (1, -1)):
        grid = np.tile(X[:20, None], (1, 30, 1))
        grid[:, :, j] = np.linspace(-3, 3, 30)
        answers = model.predict(grid.reshape(-1, 3)).reshape(20, 30)
        assert (sign * np.diff(answers, axis=1) >= 0).all()
    named = HistGradientBoostingRegressor(monotonic_cst={"a": 1, "b": -1}, min_samples_leaf=3)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    assert_array_equal(named.fit(frame, y).predict(frame), model.predict(X))


def test_more_categories_than_bins() -> None:
    rng = np.random.default_rng(0)
    codes = np.minimum(rng.geometric(0.05, 4000), 600) - 1
    y = np.where(codes % 2, 1.0, -1.0) + 0.1 * rng.normal(size=4000)
    frame = pd.DataFrame({"town": [f"t{c:03}" for c in codes]})
    model = HistGradientBoostingRegressor(max_bins=20).fit(frame, y)
    assert model.score(frame[codes < 12], y[codes < 12]) > 0.9
    unseen = pd.DataFrame({"town": ["nowhere"]})
    assert np.isfinite(model.predict(unseen)).all()


def test_the_rounds_can_be_read() -> None:
    X, y = rows(200, missing=0.1)
    model = HistGradientBoostingRegressor(max_iter=4, early_stopping=True, validation_fraction=None).fit(X, y)
    assert len(model.rounds_) == 4
    assert model.rounds_[0].leaves == np.count_nonzero(model.model_.feature[: model.model_.start[1]] < 0)
    assert_allclose([r.train_score for r in model.rounds_], model.train_score_[1:])
    assert_allclose(model.feature_importances_.sum(), 1.0)
    moved = path_moves(model.model_, X[5])
    assert_allclose(model.model_.baseline + moved.sum(axis=0), model.predict(X[5:6]), rtol=1e-12)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (np.zeros((50, 2)), np.arange(50.0)),
        (np.full((50, 2), np.nan), np.arange(50.0)),
        (np.arange(100.0).reshape(50, 2), np.ones(50)),
        (np.zeros((1, 1)), np.ones(1)),
    ],
    ids=["constant columns", "no value", "constant target", "one row"],
)
def test_degenerate_rows(X: Any, y: Any) -> None:
    model = HistGradientBoostingRegressor(max_iter=30, learning_rate=0.5).fit(X, y)
    if len(np.unique(X[:, 0])) < 50:
        assert_allclose(model.predict(X), np.full(len(y), y.mean()), atol=1e-6)


@pytest.mark.parametrize("estimator", [HistGradientBoostingClassifier, HistGradientBoostingRegressor])
def test_infinite_values_are_refused(estimator: Any) -> None:
    X, y = rows()
    y = (y > 0).astype(int)
    infinite = np.where(np.arange(60)[:, None] == 7, np.inf, X)
    with pytest.raises(ValueError, match="infinity"):
        estimator(**FEW).fit(infinite, y)
    with pytest.raises(ValueError, match="infinity"):
        estimator(**FEW).fit(X, y).predict(infinite)
    frame = pd.DataFrame({"a": infinite[:, 0], "b": ["u", "v"] * 30})
    with pytest.raises(DataError, match="infinite"):
        estimator(**FEW).fit(frame, y)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"loss": "quantile"}, "needs to know which"),
        ({"loss": "gamma"}, "smallest value of y is"),
        ({"monotonic_cst": [2, 0, 0]}, "one of -1, 0 and 1"),
        ({"monotonic_cst": {"a": 1}}, "column names and directions"),
        ({"monotonic_cst": [1, 0, 0], "categorical_features": [0]}, "0 for nominal columns"),
        ({"interaction_cst": [[0, 7]]}, "column indices from 0 to 2"),
        ({"max_bins": 256}, "max_bins"),
    ],
)
def test_what_is_refused(options: dict[str, Any], match: str) -> None:
    X, y = rows()
    with pytest.raises((UsageError, DataError), match=match):
        HistGradientBoostingRegressor(**options).fit(np.abs(np.round(X)), y)
