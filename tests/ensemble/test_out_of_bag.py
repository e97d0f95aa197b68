"""Errors out of bag by number of members, and one row in all trees at once."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.ensemble.forest.one_row import follow_row
from fenlei.errors import UsageError

MODELS: list[Any] = [
    fenlei.RandomForestClassifier(15, oob_score=True, random_state=1),
    fenlei.RandomForestClassifier(15, oob_score=True, random_state=1, voting="hard"),
    fenlei.BaggingClassifier(n_estimators=15, oob_score=True, random_state=1),
    fenlei.BaggingClassifier(n_estimators=15, max_features=2, oob_score=True, random_state=1),
]
NUMBERS: list[Any] = [
    fenlei.RandomForestRegressor(15, oob_score=True, random_state=1),
    fenlei.BaggingRegressor(n_estimators=15, oob_score=True, random_state=1),
]


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 4)).round(1)
    return X, np.where(X[:, 0] + rng.normal(size=60) > 0, "yes", "no")


@pytest.mark.parametrize("number", range(4))
@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")
def test_the_error_of_the_first_members_is_that_of_a_loop(rows: Any, number: int) -> None:
    X, y = rows
    model = MODELS[number].fit(X, y)
    errors = model.oob_errors(X, y)
    features = getattr(model, "estimators_features_", [np.arange(4)] * 15)
    votes = np.zeros((60, 2))
    for t, (member, sample, columns) in enumerate(
        zip(model.estimators_, model.estimators_samples_, features, strict=True)
    ):
        free = np.setdiff1d(np.arange(60), sample)
        shares = member.predict_proba(X[free][:, columns])
        votes[free] += np.eye(2)[shares.argmax(axis=1)] if number == 1 else shares
        judged = votes.sum(axis=1) > 0
        wrong = model.classes_[votes[judged].argmax(axis=1)] != y[judged]
        assert errors[t] == pytest.approx(wrong.mean(), abs=1e-12)
    assert errors[-1] == pytest.approx(1 - model.oob_score_, abs=1e-12)
    found = model.strength_and_correlation(X, y)
    assert found.strength == pytest.approx(found.margins.mean())
    assert len(found.deviations) == 15


@pytest.mark.parametrize("number", range(2))
@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")
def test_the_squared_error_out_of_bag(rows: Any, number: int) -> None:
    X = rows[0]
    y = X[:, 0] + X[:, 1] ** 2
    model = NUMBERS[number].fit(X, y)
    errors, known = model.oob_errors(X, y), ~np.isnan(model.oob_prediction_)
    assert_allclose(errors[-1], np.mean((model.oob_prediction_ - y)[known] ** 2), rtol=1e-12)
    assert len(errors) == 15


def test_errors_need_rows_out_of_bag_and_the_rows_of_fit(rows: Any) -> None:
    X, y = rows
    whole = fenlei.RandomForestClassifier(3, bootstrap=False, random_state=0).fit(X, y)
    with pytest.raises(UsageError, match="bootstrap=True"):
        whole.oob_errors(X, y)
    for model in (MODELS[0].fit(X, y), MODELS[2].fit(X, y)):
        with pytest.raises(UsageError, match="rows of fit"):
            model.oob_errors(X[:30], y[:30])


@pytest.mark.parametrize("nominal", [None, [1, 2]])
@pytest.mark.parametrize("holes", [0.0, 0.2])
def test_a_row_in_all_trees_is_the_row_in_each(nominal: Any, holes: float) -> None:
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.normal(size=80), rng.integers(0, 4, (80, 2))])
    y = rng.integers(0, 3, 80) + (X[:, 0] > 0)
    X[rng.random(X.shape) < holes] = np.nan
    forest = fenlei.RandomForestClassifier(7, categorical_features=nominal, random_state=0).fit(X, y)
    trees = fenlei.RandomForestRegressor(7, categorical_features=nominal, random_state=0).fit(X, y * 1.5)
    for x in (*X[:10], np.array([np.nan, 9.0, -1.0])):
        for model, classes in ((forest, True), (trees, False)):
            found = follow_row(model.model_, x, classes)
            start, moved = _one_by_one(model, x, classes)
            assert_allclose(found.start, start, atol=1e-12)
            assert_allclose(found.moved, moved, atol=1e-12)
            own = model.predict_proba(x[None])[0] if classes else model.predict(x[None])
            assert_allclose(found.start + found.moved.sum(axis=0), own, atol=1e-12)


def _one_by_one(model: Any, x: Any, classes: bool) -> tuple[Any, Any]:
    """Answers of the roots, and the differences along the paths, tree by tree."""
    width = len(model.classes_) if classes else 1
    start, moved = np.zeros(width), np.zeros((len(x), width))
    for tree in model.estimators_:
        answer = tree.tree_.value[:, 0]
        passed = np.sort(tree.decision_path(x[None]).indices)
        start += answer[0]
        for here, there in pairwise(passed):
            moved[tree.tree_.feature[here]] += answer[there] - answer[here]
    return start / len(model), moved / len(model)
