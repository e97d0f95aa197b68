"""Least-squares classifier: as ridge on coded labels, as Fisher for two classes, blocks, degenerate rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import RidgeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError
from fenlei.linear.fisher import FisherDiscriminant
from fenlei.linear.least_squares_classifier import LeastSquaresClassifier, coded
from fenlei.linear.ridge import Ridge
from tests.kernels.blocks import block


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@parametrize_with_checks([LeastSquaresClassifier(), LeastSquaresClassifier(0.5, penalize_intercept=True)])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(8, 40),
    p=st.integers(1, 10),
    K=st.integers(2, 4),
    fit_intercept=st.booleans(),
    class_weight=st.sampled_from([None, "balanced"]),
)
def test_as_scikit_learns_ridge_classifier(
    seed: int, n: int, p: int, K: int, fit_intercept: bool, class_weight: Any
) -> None:
    X, y, *_ = block(n, p, K, seed=seed, codes=np.arange(n) % K)
    parameters = {"fit_intercept": fit_intercept, "class_weight": class_weight}
    ours, theirs = (
        LeastSquaresClassifier(1.0, **parameters).fit(X, y),
        RidgeClassifier(**parameters).fit(X, y),
    )
    assert_allclose(ours.coef_, np.atleast_2d(theirs.coef_), rtol=1e-7, atol=1e-9)
    assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-7, atol=1e-9)
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), rtol=1e-7, atol=1e-9)
    assert_array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize("penalize", [True, False])
def test_is_ridge_on_coded_labels(penalize: bool) -> None:
    X, y, *_ = block(40, 3, 3, seed=2)
    w = np.random.default_rng(0).integers(1, 4, 40).astype(float)
    ours = LeastSquaresClassifier(0.3, penalize_intercept=penalize).fit(X, y, w)
    ridge = Ridge(0.3, penalize_intercept=penalize).fit(X, coded(y, 3), w)
    assert_allclose(ours.coef_, ridge.coef_, rtol=1e-9, atol=1e-12)
    assert_allclose(ours.intercept_, ridge.intercept_, rtol=1e-9, atol=1e-12)


def test_two_classes_have_fishers_direction() -> None:
    X, y, *_ = block(50, 4, 2, seed=1)
    w = LeastSquaresClassifier().fit(X, y).coef_[0]
    fisher = FisherDiscriminant().fit(X, y).w_
    assert_allclose(w / np.linalg.norm(w), fisher / np.linalg.norm(fisher), rtol=1e-9)


def test_collinear_and_wide_rows_have_the_shortest_solution() -> None:
    X, y, *_ = block(10, 25, 2, seed=1)
    model = LeastSquaresClassifier().fit(X, y)
    centred = X - X.mean(axis=0)
    expected = np.linalg.pinv(centred) @ (2.0 * y - 1.0)
    assert_allclose(model.coef_[0], expected, rtol=1e-7, atol=1e-10)
    assert_array_equal(model.predict(X), y)


def test_blocks_and_merging_with_classes_apart() -> None:
    X, y, *_ = block(60, 3, 4, seed=5)
    whole = LeastSquaresClassifier(0.1).fit(X, y)
    low, high = y < 2, y >= 2
    merged = (
        LeastSquaresClassifier(0.1)
        .fit(X[low], y[low])
        .merge(LeastSquaresClassifier(0.1).fit(X[high], y[high]))
    )
    assert_allclose(merged.coef_, whole.coef_, rtol=1e-9, atol=1e-12)
    merged._check_model(merged.model_)
    merged._check_summary(merged.summary_)


def test_one_class_is_refused() -> None:
    with pytest.raises(DataError, match="only one class"):
        LeastSquaresClassifier().fit([[0.0], [1.0]], ["a", "a"])
