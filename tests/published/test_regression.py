"""Source 004, case B9: linear, ridge and Bayesian regression by hand; source 001, A-M10."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei.linear.bayesian_linear import BayesianLinearRegression
from fenlei.linear.linear_regression import LinearRegression
from fenlei.linear.ridge import Ridge

X = np.arange(1.0, 6.0)[:, None]
Y = np.array([1.2, 1.9, 3.2, 3.8, 5.1])
WIDE, TWO = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([1.0, 2.0])


def test_b9_linear_regression() -> None:
    model = LinearRegression().fit(X, Y)
    assert_allclose([model.intercept_, *model.coef_], [0.13, 0.97], rtol=1e-12)
    assert_allclose(model.residual_sum_of_squares_, 0.123, rtol=1e-12)
    assert_allclose(model.noise_variance_, 0.0246, rtol=1e-12)
    assert_allclose(model.log_likelihood_, 2.167829424, atol=5e-10)


@pytest.mark.parametrize(
    ("alpha", "penalised", "free"),
    [
        (1.0, (0.1954954955, 0.9351351351), (0.3945454545, 0.8818181818)),
        (10.0, (0.2113333333, 0.802), (1.585, 0.485)),
    ],
)
def test_b9_ridge(alpha: float, penalised: tuple[float, float], free: tuple[float, float]) -> None:
    for switch, expected in ((True, penalised), (False, free)):
        model = Ridge(alpha, penalize_intercept=switch).fit(X, Y)
        assert_allclose([model.intercept_, *model.coef_], expected, atol=5e-11)


def test_b9_underdetermined() -> None:
    shortest = LinearRegression(fit_intercept=False).fit(WIDE, TWO)
    assert_allclose(shortest.coef_, [-0.0555556, 0.1111111, 0.2777778], atol=5e-8)
    assert_allclose(
        Ridge(1.0, fit_intercept=False).fit(WIDE, TWO).coef_, [0.0410959, 0.1232877, 0.2054795], atol=5e-8
    )


def test_b9_bayesian() -> None:
    model = BayesianLinearRegression(prior_precision=2.0, noise_variance=0.25).fit(X, Y)
    assert_allclose(model.posterior_mean_, [0.1757009346, 0.9489096573], atol=5e-11)
    ridge = Ridge(0.5, penalize_intercept=True).fit(X, Y)
    assert_allclose([ridge.intercept_, *ridge.coef_], model.posterior_mean_, rtol=1e-12)
    covariance = [[0.1728971963, -0.0467289720], [-0.0467289720, 0.0171339564]]
    assert_allclose(model.posterior_covariance_, covariance, atol=5e-11)
    mean, std = model.predict([[6.0]], return_std=True)
    assert_allclose([mean[0], std[0] ** 2], [5.8691588785, 0.4789719626], atol=5e-11)
