"""What bootstrap ensembles draw: how many rows, which of them, and what is known of them afterwards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csr_array
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris, make_classification
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier as TheirNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from fenlei import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    GaussianNB,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingClassifier,
    load_model,
    save_model,
)
from fenlei.errors import UsageError

pytestmark = pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
ENSEMBLES: list[Any] = [
    BaggingClassifier(n_estimators=6, random_state=0),
    BaggingClassifier(TheirNeighbors(3), n_estimators=6, random_state=0),  # takes no weights
    BaggingRegressor(n_estimators=6, random_state=0),
    RandomForestClassifier(6, random_state=0),
    RandomForestClassifier(6, class_weight="balanced_subsample", max_bins=None, random_state=0),
    RandomForestRegressor(6, random_state=0),
]
IRIS, SPECIES = load_iris(return_X_y=True)


@pytest.mark.parametrize("model", ENSEMBLES, ids=str)
@pytest.mark.parametrize("factor", [0.5, 100.0, 100.5, 2.0**40])
def test_the_sum_of_the_weights_does_not_matter(model: Any, factor: float) -> None:
    w = np.random.default_rng(0).integers(1, 9, 150).astype(float)
    plain, other = (clone(model).fit(IRIS, SPECIES, c * w) for c in (1.0, factor))
    assert [len(rows) for rows in other.estimators_samples_] == [150] * 6
    assert_array_equal(plain.predict(IRIS), other.predict(IRIS))


@pytest.mark.parametrize("model", ENSEMBLES, ids=str)
@pytest.mark.parametrize(("max_samples", "draws"), [(None, 150), (40, 40), (400, 400), (0.5, 75), (1e-9, 1)])
def test_how_many_rows_are_drawn(model: Any, max_samples: Any, draws: int) -> None:
    for w in (None, np.full(150, 3.0)):
        found = clone(model).set_params(max_samples=max_samples).fit(IRIS, SPECIES, w)
        assert [len(rows) for rows in found.estimators_samples_] == [draws] * 6


@pytest.mark.parametrize("model", ENSEMBLES, ids=str)
def test_rows_of_weight_zero_are_never_drawn_and_rows_keep_their_numbers(model: Any) -> None:
    w = np.zeros(150)
    w[[3, 60, 61, 120, 121]] = [1, 2, 1, 1, 1]
    found = clone(model).set_params(oob_score=True).fit(IRIS, SPECIES, w)
    assert set(np.concatenate(found.estimators_samples_)) <= {3, 60, 61, 120, 121}
    alone = clone(model).fit(IRIS[w > 0], SPECIES[w > 0], w[w > 0])
    numbers = np.flatnonzero(w)
    for ours, theirs in zip(found.estimators_samples_, alone.estimators_samples_, strict=True):
        assert_array_equal(ours, numbers[theirs])
    free = found.oob_decision_function_ if hasattr(found, "classes_") else found.oob_prediction_
    assert len(free) == 150
    assert not np.isnan(free[w == 0]).any()
    every = found.predict_proba(IRIS) if hasattr(found, "classes_") else found.predict(IRIS)
    assert_allclose(free[w == 0], every[w == 0])


def test_out_of_bag_scores_like_scikit_learns_under_weights_of_a_survey() -> None:
    X, y = make_classification(600, n_informative=6, random_state=1)
    w = np.random.default_rng(0).integers(1, 10, 600)
    forest = RandomForestClassifier(60, oob_score=True, random_state=0).fit(X, y, w)
    assert not np.isnan(forest.oob_decision_function_).any()
    unseen = RandomForestClassifier(60, oob_score=True, random_state=0).fit(X, y)
    assert abs(forest.oob_score_ - unseen.oob_score_) < 0.04


@pytest.mark.parametrize("model", [m for m in ENSEMBLES if "Forest" in type(m).__name__], ids=str)
def test_permutation_importances_know_the_rows_of_fit(model: Any) -> None:
    w = (np.arange(150) % 3 > 0).astype(float)
    forest = clone(model).fit(IRIS, SPECIES, w)
    assert forest.permutation_importances(IRIS, SPECIES, random_state=0).argmax() in (2, 3)
    with pytest.raises(UsageError, match="rows of fit"):
        forest.permutation_importances(IRIS[w > 0], SPECIES[w > 0])


# --- what is kept between fits


@pytest.mark.parametrize("model", ENSEMBLES, ids=str)
def test_out_of_bag_scores_belong_to_the_last_fit(model: Any, tmp_path: Any) -> None:
    found = clone(model).set_params(warm_start=True, oob_score=True).fit(IRIS, SPECIES)
    score = found.oob_score_
    found.set_params(oob_score=False, n_estimators=8).fit(IRIS, SPECIES)
    assert not any(hasattr(found, f"oob_{name}_") for name in ("score", "decision_function", "prediction"))
    again = clone(model).set_params(warm_start=True).fit(IRIS, SPECIES)
    again.set_params(oob_score=True)
    with pytest.warns(UserWarning, match="fit adds none"):
        again.fit(IRIS, SPECIES)
    assert again.oob_score_ == score
    if not isinstance(getattr(model, "estimator", None), TheirNeighbors):
        save_model(again, tmp_path / "model.fenlei")
        with pytest.raises(UsageError, match="model file"):  # which rows its trees saw is not in it
            load_model(tmp_path / "model.fenlei").set_params(n_estimators=9).fit(IRIS, SPECIES)


def test_a_forest_has_the_tree_that_it_grows() -> None:
    forest = RandomForestClassifier(2, max_depth=3).fit(IRIS, SPECIES)
    assert isinstance(forest.estimator_, DecisionTreeClassifier)
    assert forest.estimator_.max_depth == 3
    assert not hasattr(forest.estimator_, "model_")
    assert not hasattr(RandomForestClassifier(), "estimator_")


# --- what the parts receive


class Recorder(ClassifierMixin, BaseEstimator):
    """Keeps what it receives."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Recorder:
        self.classes_, self.X_, self.y_, self.w_ = np.unique(y), X, y, sample_weight
        return self

    def predict(self, X: Any, sample_weight: Any = None, name: Any = None) -> Any:
        self.given_ = name
        return np.full(len(X), self.classes_[0])

    def predict_proba(self, X: Any, name: Any = None) -> Any:
        self.given_ = name
        return np.full((len(X), len(self.classes_)), 1 / len(self.classes_))


def test_parts_that_take_weights_receive_every_row() -> None:
    w = np.zeros(150)
    w[[4, 5, 90]] = 1
    bag = BaggingClassifier(Recorder(), n_estimators=3, max_samples=10, random_state=0).fit(IRIS, SPECIES, w)
    for part, rows in zip(bag.estimators_, bag.estimators_samples_, strict=True):
        assert_array_equal(part.X_, IRIS)
        assert_array_equal(part.w_, np.bincount(rows, minlength=150))
        assert_array_equal(part.classes_, [0, 1, 2])


@pytest.mark.parametrize("method", ["predict", "predict_proba", "predict_log_proba"])
def test_metadata_reaches_the_parts(method: str) -> None:
    with config_context(enable_metadata_routing=True):
        inner = Recorder().set_predict_proba_request(name=True)
        bag = BaggingClassifier(inner, n_estimators=3, random_state=0).fit(IRIS, SPECIES)
        getattr(bag, method)(IRIS, name="x")
        assert all(part.given_ == "x" for part in bag.estimators_)


def columns(kind: str) -> Any:
    """Rows that only a pipeline can read."""
    frame = pd.DataFrame(IRIS[:, 2:], columns=["length", "width"])
    if kind == "missing":
        X = IRIS.copy()
        X[::7, 1] = np.nan
        return X
    if kind == "text":
        return frame.astype(int).astype(str).to_numpy()
    if kind == "objects":
        return np.where(np.arange(150)[:, None] % 5 == 0, None, frame.astype(int).to_numpy())
    return frame.assign(day=pd.Timestamp("2026-01-01") + pd.to_timedelta(np.arange(150) % 7, unit="D"))


@pytest.mark.parametrize("kind", ["missing", "text", "objects", "dates"])
@pytest.mark.parametrize("around", [BaggingClassifier, VotingClassifier, AdaBoostClassifier])
def test_the_estimator_inside_checks_the_cells(around: Any, kind: str) -> None:
    step = SimpleImputer() if kind == "missing" else OneHotEncoder(handle_unknown="ignore")
    last = GaussianNB() if kind == "missing" else TheirNeighbors(5)
    inner = make_pipeline(step, last)
    if around is AdaBoostClassifier:
        if kind != "missing":
            pytest.skip("needs an estimator that takes weights")
        inner = DecisionTreeClassifier(max_depth=2)
    model = around([("inner", inner)] if around is VotingClassifier else inner)
    X = columns(kind)
    assert model.fit(X, SPECIES).score(X, SPECIES) > 0.5


def test_boosting_takes_rows_of_three_dimensions() -> None:
    class Flat(GaussianNB):
        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
            return super().fit(X.reshape(len(X), -1), y, sample_weight)

        def predict(self, X: Any) -> Any:
            return super().predict(X.reshape(len(X), -1))

    model = AdaBoostClassifier(Flat(), n_estimators=3).fit(IRIS.reshape(150, 2, 2), SPECIES)
    assert model.score(IRIS.reshape(150, 2, 2), SPECIES) > 0.9


def test_bagged_regressors_take_several_targets() -> None:
    Y = IRIS[:, 2:]
    for inner in (None, LinearRegression()):
        bag = BaggingRegressor(inner, n_estimators=30, oob_score=True, random_state=0).fit(IRIS[:, :2], Y)
        assert bag.predict(IRIS[:, :2]).shape == bag.oob_prediction_.shape == (150, 2)
        assert bag.oob_score_ > 0.7


@pytest.mark.parametrize("kind", [csc_array, csr_array])
@pytest.mark.parametrize("weighted", [False, True])
def test_sparse_rows_keep_their_format_and_parts_need_not_return_themselves(
    kind: Any, weighted: bool
) -> None:
    class Silent(Recorder):
        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
            super().fit(X, y, sample_weight)

        def __sklearn_tags__(self) -> Any:
            tags = super().__sklearn_tags__()
            tags.input_tags.sparse = True
            return tags

    class Unweighted(Silent):
        def fit(self, X: Any, y: Any) -> Any:
            super().fit(X, y)

    inner = Silent() if weighted else Unweighted()
    bag = BaggingClassifier(inner, n_estimators=2, max_features=2, random_state=0).fit(kind(IRIS), SPECIES)
    for part, rows, features in zip(
        bag.estimators_, bag.estimators_samples_, bag.estimators_features_, strict=True
    ):
        assert isinstance(part.X_, kind)
        expected = IRIS[:, features] if weighted else IRIS[rows][:, features]
        assert_array_equal(part.X_.toarray(), expected)
