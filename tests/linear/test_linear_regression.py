"""Linear regression against exact fractions, scikit-learn, and on degenerate rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import norm
from sklearn.linear_model import LinearRegression as Namesake

from fenlei.linear.linear_regression import LinearRegression
from tests.linear.regression_cases import DEGENERATE, case
from tests.oracles import regression as oracle


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("offset", [0.0, 100.0])
def test_equals_the_oracle(fit_intercept: bool, offset: float) -> None:
    X, y, w = case(25, 4, offset=offset)
    model = LinearRegression(fit_intercept=fit_intercept).fit(X, y, w)
    coef, intercept = oracle.ridge(X, y, w, 0.0, fit_intercept=fit_intercept)
    assert_allclose(model.coef_, coef, rtol=1e-10)
    assert_allclose(model.intercept_, intercept, rtol=1e-9)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),  # of one weighted row scikit-learn fits the rounding of its mean
    p=st.integers(1, 8),
    t=st.integers(0, 3),
    fit_intercept=st.booleans(),
    positive=st.booleans(),
    weighted=st.booleans(),
)
def test_as_scikit_learn(
    seed: int, n: int, p: int, t: int, fit_intercept: bool, positive: bool, weighted: bool
) -> None:
    X, y, w = case(n, p, t, seed, offset=1.0)
    ours, theirs = (
        cls(fit_intercept=fit_intercept, positive=positive).fit(X, y, w if weighted else None)
        for cls in (LinearRegression, Namesake)
    )
    assert ours.coef_.shape == theirs.coef_.shape
    assert np.shape(ours.intercept_) == np.shape(theirs.intercept_)
    scale = 1.0 + np.abs(theirs.coef_).max()
    if not positive or n > p + 1:  # else the minimum may not be unique
        assert_allclose(ours.coef_, theirs.coef_, rtol=1e-6, atol=1e-8 * scale)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6, atol=1e-6 * scale)
    if not positive:
        assert ours.rank_ == theirs.rank_
        assert_allclose(
            ours.singular_, theirs.singular_, rtol=1e-6, atol=1e-6 * theirs.singular_.max(initial=1)
        )


@pytest.mark.parametrize(("X", "y"), DEGENERATE.values(), ids=DEGENERATE)
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_degenerate_rows_as_scikit_learn(X: np.ndarray, y: np.ndarray, fit_intercept: bool) -> None:
    ours = LinearRegression(fit_intercept=fit_intercept).fit(X, y)
    theirs = Namesake(fit_intercept=fit_intercept).fit(X, y)
    assert ours.rank_ == theirs.rank_
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-6, atol=1e-7)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6, atol=1e-7)


def test_the_gradient_is_zero_at_the_solution() -> None:
    X, y, w = case(200, 6, offset=5.0)
    model = LinearRegression().fit(X, y, w)
    residual = w * (y - model.predict(X))
    assert_allclose(residual.sum(), 0.0, atol=1e-10)
    assert_allclose(X.T @ residual, 0.0, atol=1e-9)


def test_units_of_the_features_do_not_matter() -> None:
    """Scikit-learn 1.9 drops the third column here: its singular value is below tol times the largest."""
    X, y, _ = case(60, 3)
    units = np.array([1e6, 1.0, 1e-6])
    ours = LinearRegression().fit(X * units, y)
    assert ours.rank_ == 3
    assert_allclose(ours.coef_ * units, LinearRegression().fit(X, y).coef_, rtol=1e-9)


@pytest.mark.parametrize("unit", [1e-200, 1e-100, 1e140])
def test_units_whose_squares_are_near_the_limits_of_floats(unit: float) -> None:
    X, y, _ = case(60, 3)
    ours = LinearRegression().fit(X * unit, y)
    assert_allclose(ours.coef_ * unit, LinearRegression().fit(X, y).coef_, rtol=1e-9)


@pytest.mark.parametrize("gap", [1e-2, 1e-3, 1e-4, 1e-5])
def test_ill_conditioned_rows_are_solved_from_the_rows(gap: float) -> None:
    X, y, _ = case(100, 2)
    X = np.column_stack([X, X[:, 0] + gap * np.sin(7 * X[:, 1])])
    coef, intercept = oracle.ridge(X, y, None, 0.0)
    model = LinearRegression().fit(X, y)
    assert_allclose(model.coef_, coef, rtol=max(1e-10, 1e-14 / gap**1.5))
    assert_allclose(model.intercept_, intercept, rtol=1e-9)


def test_of_all_minimisers_the_shortest() -> None:
    X, y, _ = case(5, 12)
    model = LinearRegression(fit_intercept=False).fit(X * np.logspace(-2, 2, 12), y)
    assert_allclose(model.predict(X * np.logspace(-2, 2, 12)), y, rtol=1e-8)
    expected = np.linalg.pinv(X * np.logspace(-2, 2, 12)) @ y
    assert_allclose(model.coef_, expected, rtol=1e-8, atol=1e-12)


def test_residuals_noise_and_likelihood() -> None:
    X, y, w = case(40, 3)
    model = LinearRegression().fit(X, y, w)
    residual = y - model.predict(X)
    rss = w @ residual**2
    assert_allclose(model.residual_sum_of_squares_, rss, rtol=1e-10)
    assert_allclose(model.noise_variance_, rss / w.sum(), rtol=1e-10)
    likelihood = w @ norm.logpdf(residual, scale=np.sqrt(model.noise_variance_))
    assert_allclose(model.log_likelihood_, likelihood, rtol=1e-10)


def test_a_perfect_fit_has_no_residual_to_speak_of() -> None:
    X, y = DEGENERATE["perfect fit"]
    model = LinearRegression().fit(X, y)
    assert model.residual_sum_of_squares_ < 1e-25
    assert model.log_likelihood_ > 100
    several = LinearRegression().fit(X, np.column_stack([y, y + X[:, 0] ** 2]))
    assert several.residual_sum_of_squares_[0] < 1e-20 < 1e-3 < several.residual_sum_of_squares_[1]


def test_positive_weights_are_optimal() -> None:
    X, y, w = case(80, 5, seed=4)
    model = LinearRegression(positive=True).fit(X, y, w)
    assert (model.coef_ >= 0).all()
    gradient = -(X - np.average(X, axis=0, weights=w)).T @ (w * (y - model.predict(X)))
    assert_allclose(gradient[model.coef_ > 0], 0.0, atol=1e-8)
    assert (gradient[model.coef_ == 0] > -1e-8).all()
