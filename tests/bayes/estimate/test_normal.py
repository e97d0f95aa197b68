"""Normal distributions: density, moments, likelihood and its maximum."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import optimize, stats

from fenlei.bayes.estimate import (
    MultivariateNormal,
    Normal,
    merge_moments,
    moments,
    multivariate_normal_ml,
    normal_ml,
)
from fenlei.errors import DataError, UsageError

# Watermelon 3.0 alpha: density and sugar of the 8 good melons and the 9 bad ones
GOOD = np.array(
    [
        *[(0.697, 0.460), (0.774, 0.376), (0.634, 0.264), (0.608, 0.318)],
        *[(0.556, 0.215), (0.403, 0.237), (0.481, 0.149), (0.437, 0.211)],
    ]
)
BAD = np.array(
    [
        *[(0.666, 0.091), (0.243, 0.267), (0.245, 0.057), (0.343, 0.099), (0.639, 0.161)],
        *[(0.657, 0.198), (0.360, 0.370), (0.593, 0.042), (0.719, 0.103)],
    ]
)


@pytest.mark.parametrize(
    ("melons", "mean", "covariance", "log_likelihood"),
    [
        (
            GOOD,
            [0.57375, 0.27875],
            [[0.0146084375, 0.0089785625], [0.0089785625, 0.0089124375]],
            16.944497976,
        ),
        (
            BAD,
            [0.4961111, 0.1542222],
            [[0.0337025432, -0.0055628025], [-0.0055628025, 0.0103286173]],
            10.711633397,
        ),
    ],
    ids=["good", "bad"],
)
def test_case_b5_of_source_004_watermelons(
    melons: np.ndarray, mean: list[float], covariance: list[list[float]], log_likelihood: float
) -> None:
    summary = moments(melons)
    best = multivariate_normal_ml(summary)
    assert_allclose(best.mean, mean, atol=5e-8)
    assert_allclose(best.covariance, covariance, atol=5e-11)
    assert best.log_likelihood(summary) == pytest.approx(log_likelihood, abs=1e-9)


@pytest.mark.parametrize(
    ("weights", "mean", "variance"),
    [
        ([190, 200, 180], 190, 66.66666666666667),
        ([260, 150, 210, 170, 200, 230, 240], 208.57142857142858, 1297.9591836734694),
        ([190, 200], 195, 25),
        ([180], 180, 0),
        ([150, 210, 170], 176.66666666666666, 622.2222222222223),
    ],
)
def test_case_a3_of_source_000_weights_of_apples(weights: list[float], mean: float, variance: float) -> None:
    assert_allclose(normal_ml(moments(weights)), (mean, variance), rtol=1e-14)


def test_example_3_2_of_source_000_no_other_parameters_have_a_greater_likelihood() -> None:
    summary = moments([190.0, 260, 200, 200, 230, 240])
    best = normal_ml(summary)
    found = optimize.minimize(
        lambda t: -Normal(t[0], np.exp(t[1])).log_likelihood(summary), [200.0, 6.0], method="BFGS"
    )
    assert_allclose([found.x[0], np.exp(found.x[1])], best, rtol=1e-4)
    assert best.log_likelihood(summary) >= -found.fun


def test_densities_and_likelihoods_equal_scipy() -> None:
    rng = np.random.default_rng(0)
    x, X = rng.normal(3, 2, 9), rng.normal(size=(9, 3))
    A = rng.normal(size=(3, 3))
    normal, many = Normal(2.5, 1.7), MultivariateNormal(rng.normal(size=3), A @ A.T + np.eye(3))
    expected = stats.norm(2.5, np.sqrt(1.7)).logpdf(x)
    assert_allclose(normal.log_density(x), expected, rtol=1e-13)
    assert normal.log_likelihood(moments(x)) == pytest.approx(expected.sum(), rel=1e-13)
    expected = stats.multivariate_normal(many.mean, many.covariance).logpdf(X)
    assert_allclose(many.log_density(X), expected, rtol=1e-12)
    assert many.log_likelihood(moments(X)) == pytest.approx(expected.sum(), rel=1e-12)


def test_summaries_merge_and_weights_repeat_rows() -> None:
    rng = np.random.default_rng(1)
    X, w = rng.normal(size=(11, 2)) + 1e6, rng.integers(0, 4, 11)
    merged = merge_moments(moments(X[:4], w[:4]), moments(X[4:], w[4:]))
    for summary in (moments(X, w), merged):
        for ours, repeated in zip(summary, moments(np.repeat(X, w, axis=0)), strict=True):
            assert_allclose(ours, repeated, rtol=1e-9, atol=1e-8)


def test_a_spread_of_one_at_a_hundred_million_survives() -> None:
    x = np.random.default_rng(2).normal(size=1000)
    assert normal_ml(moments(x + 1e8)).variance == pytest.approx(x.var(), rel=1e-7)


def test_what_makes_no_normal_is_refused_in_one_sentence() -> None:
    with pytest.raises(DataError, match="The sample has the value nan in row 1"):
        moments([1.0, np.nan])
    with pytest.raises(DataError, match="The sample holds values that are not numbers"):
        moments(["a"])
    with pytest.raises(
        DataError, match=r"The sample has shape \(1, 1, 1\); give an array of 1 or 2 dimension"
    ):
        moments(np.ones((1, 1, 1)))
    with pytest.raises(DataError, match="no rows, so no likelihood has a maximum"):
        normal_ml(moments([]))
    with pytest.raises(DataError, match="The sample has 2 columns and the distribution 1"):
        normal_ml(moments([[1.0, 2.0]]))
    with pytest.raises(DataError, match="The sample has 3 columns and the distribution 2"):
        MultivariateNormal(np.zeros(2), np.eye(2)).log_density([[1.0, 2.0, 3.0]])
    with pytest.raises(UsageError, match="needs a variance above 0"):
        Normal(0.0, 0.0).log_density([1.0])
    with pytest.raises(UsageError, match="covariance is not a symmetric positive definite matrix"):
        MultivariateNormal(np.zeros(2), np.array([[1.0, 2.0], [0.0, 1.0]])).log_density([[0.0, 0.0]])
