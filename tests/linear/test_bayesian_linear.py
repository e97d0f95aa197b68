"""Bayesian linear regression against the normal distribution itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import multivariate_normal

from fenlei.linear.bayesian_linear import BayesianLinearRegression
from fenlei.linear.ridge import Ridge
from tests.linear.regression_cases import case


def textbook(
    X: np.ndarray, y: np.ndarray, precision: float, s2: float, flat: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Mean and covariance of (b, w) by the formulas for x₀ = 1."""
    Phi = np.column_stack([np.ones(len(X)), X])
    prior = np.full(Phi.shape[1], precision)
    prior[0] = 0.0 if flat else precision
    covariance = np.linalg.inv(np.diag(prior) + Phi.T @ Phi / s2)
    return covariance @ Phi.T @ y / s2, covariance


@pytest.mark.parametrize("flat", [True, False])
@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 20),
    p=st.integers(1, 5),
    precision=st.floats(0.01, 100),
    s2=st.floats(0.01, 10),
)
def test_posterior_and_prediction(flat: bool, seed: int, n: int, p: int, precision: float, s2: float) -> None:
    X, y, _ = case(n, p, seed=seed, offset=1.0)
    model = BayesianLinearRegression(precision, s2, penalize_intercept=not flat).fit(X, y)
    mean, covariance = textbook(X, y, precision, s2, flat)
    scale = np.abs(covariance).max()
    assert_allclose(model.posterior_mean_, mean, rtol=1e-6, atol=1e-8)
    assert_allclose(model.posterior_covariance_, covariance, rtol=1e-6, atol=1e-8 * scale)
    predicted, std = model.predict(X, return_std=True)
    Phi = np.column_stack([np.ones(n), X])
    assert_allclose(predicted, Phi @ mean, rtol=1e-6, atol=1e-7)
    assert_allclose(std**2, s2 + np.sum((Phi @ covariance) * Phi, axis=1), rtol=1e-6)


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_evidence_is_the_density_of_the_targets(fit_intercept: bool) -> None:
    X, y, _ = case(12, 3)
    model = BayesianLinearRegression(2.0, 0.3, fit_intercept=fit_intercept).fit(X, y)
    Phi = np.column_stack([np.ones(12), X]) if fit_intercept else X
    covariance = 0.3 * np.eye(12) + Phi @ Phi.T / 2.0
    assert_allclose(model.log_evidence_, multivariate_normal(np.zeros(12), covariance).logpdf(y), rtol=1e-10)


def test_a_flat_prior_has_no_evidence() -> None:
    X, y, _ = case(12, 3)
    model = BayesianLinearRegression(penalize_intercept=False).fit(X, y)
    assert not hasattr(model, "log_evidence_")


@pytest.mark.parametrize("penalize", [True, False])
def test_the_mean_is_ridge(penalize: bool) -> None:
    X, y, w = case(30, 4)
    model = BayesianLinearRegression(3.0, 0.2, penalize_intercept=penalize).fit(X, y, w)
    ridge = Ridge(3.0 * 0.2, penalize_intercept=penalize).fit(X, y, w)
    assert_allclose(model.coef_, ridge.coef_, rtol=1e-10)
    assert_allclose(model.intercept_, ridge.intercept_, rtol=1e-10)


def test_yesterdays_posterior_is_todays_prior() -> None:
    X, y, _ = case(30, 2)
    model = BayesianLinearRegression(0.5, 0.25)
    for row in range(30):
        model.partial_fit(X[row : row + 1], y[row : row + 1])
    mean, covariance = textbook(X, y, 0.5, 0.25)
    assert_allclose(model.posterior_mean_, mean, rtol=1e-9)
    assert_allclose(model.posterior_covariance_, covariance, rtol=1e-9, atol=1e-12)


def test_draws_from_the_posterior() -> None:
    X, y, _ = case(30, 2)
    model = BayesianLinearRegression(1.0, 0.25).fit(X, y)
    draws = model.sample_weights(20000, random_state=0)
    assert_allclose(draws.mean(axis=0), model.posterior_mean_, atol=0.01)
    assert_allclose(np.cov(draws.T), model.posterior_covariance_, atol=0.001)


def test_evidence_of_residuals_that_are_tiny_beside_the_targets() -> None:
    """By sums alone the residuals, 1e-12 of the squares of the targets, were wrong in the third digit."""
    X = 1e6 + 1e6 * np.array([[0.0, 1], [2, 0], [1, 1], [0, 2], [2, 2], [1, 0]])
    y = 2.0 * X[:, 0] + np.array([0.0, 1, 0, 1, 0, 1])
    model = BayesianLinearRegression(fit_intercept=False).fit(X, y)
    residuals = y - X @ model.coef_
    A = X.T @ X + np.eye(2)
    inner = (
        6 * np.log(2 * np.pi) + residuals @ residuals + model.coef_ @ model.coef_ + np.linalg.slogdet(A)[1]
    )
    assert_allclose(model.log_evidence_, -0.5 * inner, rtol=1e-10)
