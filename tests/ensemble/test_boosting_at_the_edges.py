"""Boosting at the edges of the range of numbers, and with no rows to hold out: an answer or a sentence."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from fenlei import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from fenlei.errors import DataError
from fenlei.kernels import Array


def rows() -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    return X, X[:, 0] - 0.5 * X[:, 1] + 0.1 * rng.normal(size=200)


@pytest.mark.parametrize("power", [-900, -600, 600, 1000])
def test_importances_do_not_depend_on_the_unit_of_the_target(power: int) -> None:
    X, y = rows()
    plain = HistGradientBoostingRegressor(max_iter=5).fit(X, np.ldexp(y, 400))
    far = HistGradientBoostingRegressor(max_iter=5).fit(X, np.ldexp(y, power))
    assert_array_equal(far.feature_importances_, plain.feature_importances_)
    assert plain.feature_importances_[0] > plain.feature_importances_[1] > 0
    assert all(np.isfinite(each.gain) and each.gain > 0 for each in far.rounds_)


def test_predictions_beyond_the_range_are_refused() -> None:
    X, y = rows()
    model = HistGradientBoostingRegressor(max_iter=5).fit(X, np.where(y > 0, 1.7e308, -1.7e308))
    model.model_ = model.model_._replace(baseline=np.array([1.7e308]))
    with pytest.raises(DataError, match="leaves the range of floating-point numbers; rescale y"):
        model.predict(X)


def test_the_smallest_weights_are_no_division_by_zero() -> None:
    X, y = rows()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = HistGradientBoostingRegressor(max_iter=3).fit(X, y, sample_weight=np.full(200, 5e-324))
    assert np.isfinite(model.predict(X)).all()


def test_scores_that_were_not_taken_are_none() -> None:
    X, y = rows()
    last = HistGradientBoostingRegressor(max_iter=3).fit(X, y).rounds_[-1]
    assert last.train_score is None
    assert last.validation_score is None


def test_classes_that_cannot_be_held_out_are_one_sentence() -> None:
    X, _ = rows()
    model = HistGradientBoostingClassifier(early_stopping=True, validation_fraction=0.1)
    with pytest.raises(DataError, match=r"validation_fraction=0.1 of 200 rows cannot be held out"):
        model.fit(X, np.arange(200) % 100)
