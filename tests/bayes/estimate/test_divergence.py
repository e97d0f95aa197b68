"""Entropy and divergence against sums, integrals and the cases of the sources."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from fenlei.bayes.estimate import (
    Counts,
    MultivariateNormal,
    Normal,
    categorical_log_likelihood,
    categorical_ml,
    cross_entropy,
    kl_divergence,
)
from fenlei.errors import DataError, UsageError
from fenlei.functions import entropy

UNIFORM = [1 / 3, 1 / 3, 1 / 3]


def test_case_b6_of_source_004_kl_from_uniform() -> None:
    assert kl_divergence([0.5, 0.25, 0.25], UNIFORM) == pytest.approx(0.058891517828, abs=5e-13)


def test_item_22_of_source_000_cross_entropy_is_not_symmetric_and_zero_log_zero_is_zero() -> None:
    q, p = [1.0, 0.0], [0.8, 0.2]
    assert cross_entropy(q, p) == pytest.approx(-math.log(0.8), rel=1e-14)
    assert cross_entropy(p, q) == math.inf
    assert cross_entropy(q, q) == 0.0


def test_item_15_of_source_000_minus_the_log_likelihood_is_the_cross_entropy() -> None:
    summary = Counts(np.array([3.0, 5.0, 2.0]))
    model = [0.2, 0.5, 0.3]
    shares = categorical_ml(summary)
    assert cross_entropy(shares, model) == pytest.approx(-categorical_log_likelihood(summary, model) / 10)


def test_uniform_entropy_is_log_n() -> None:
    assert entropy(UNIFORM) == pytest.approx(math.log(3), rel=1e-14)
    assert entropy([1.0, 0.0]) == 0.0


@pytest.mark.parametrize(("p", "q", "expected"), [([0, 1], [0, 1], 0.0), ([0.5, 0.5], [1, 0], math.inf)])
def test_kl_at_the_edge_of_the_support(p: list[float], q: list[float], expected: float) -> None:
    assert kl_divergence(p, q) == expected


@settings(max_examples=50)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_kl_is_the_excess_of_cross_entropy_and_never_negative(K: int, seed: int) -> None:
    p, q = np.random.default_rng(seed).dirichlet(np.ones(K), 2)
    assert kl_divergence(p, q) == pytest.approx(cross_entropy(p, q) - entropy(p), abs=1e-12)
    assert kl_divergence(p, q) >= 0.0
    assert kl_divergence(p, p) == 0.0
    assert kl_divergence(p, q) == pytest.approx(stats.entropy(p, q), rel=1e-12)


def test_rows_of_distributions_give_an_array() -> None:
    P = np.random.default_rng(0).dirichlet(np.ones(3), 4)
    assert kl_divergence(P, UNIFORM).shape == (4,)
    assert entropy(P)[2] == pytest.approx(entropy(P[2]))


def test_kl_of_normals_is_the_integral() -> None:
    p, q = stats.norm(0.5, 1.5), stats.norm(-1.0, 2.0)
    expected, _ = integrate.quad(lambda x: p.pdf(x) * (p.logpdf(x) - q.logpdf(x)), -30, 30)
    assert kl_divergence(Normal(0.5, 2.25), Normal(-1.0, 4.0)) == pytest.approx(expected, rel=1e-9)
    assert kl_divergence(Normal(1.0, 3.0), Normal(1.0, 3.0)) == 0.0


def test_kl_of_multivariate_normals_is_the_integral() -> None:
    p = MultivariateNormal(np.array([0.5, 0.0]), np.array([[1.0, 0.3], [0.3, 0.5]]))
    q = MultivariateNormal(np.array([0.0, -0.5]), np.array([[2.0, -0.4], [-0.4, 1.0]]))
    f, g = (stats.multivariate_normal(d.mean, d.covariance) for d in (p, q))

    def integrand(y: float, x: float) -> float:
        return f.pdf([x, y]) * (f.logpdf([x, y]) - g.logpdf([x, y]))

    expected, _ = integrate.dblquad(integrand, -7, 8, -6, 6, epsabs=1e-6)
    assert kl_divergence(p, q) == pytest.approx(expected, abs=1e-5)


def test_one_dimension_agrees_with_the_univariate_formula() -> None:
    one = [Normal(0.3, 2.0), Normal(1.0, 0.7)]
    many = [MultivariateNormal(np.array([d.mean]), np.array([[d.variance]])) for d in one]
    assert kl_divergence(*many) == pytest.approx(kl_divergence(*one), rel=1e-13)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(DataError, match="q has 2 values for 3 classes"):
        kl_divergence(UNIFORM, [0.5, 0.5])
    with pytest.raises(DataError, match=r"p, row 0: .* is not a probability distribution"):
        kl_divergence([0.5, 0.6], [0.5, 0.5])
    with pytest.raises(UsageError, match="of a Normal from a MultivariateNormal is not defined"):
        kl_divergence(Normal(0.0, 1.0), MultivariateNormal(np.zeros(1), np.eye(1)))
    with pytest.raises(UsageError, match="needs a variance above 0"):
        kl_divergence(Normal(0.0, 1.0), Normal(0.0, 0.0))
    with pytest.raises(UsageError, match=r"q.covariance is not a symmetric positive definite matrix"):
        kl_divergence(
            MultivariateNormal(np.zeros(2), np.eye(2)), MultivariateNormal(np.zeros(2), np.ones((2, 2)))
        )
    with pytest.raises(DataError, match="The sample has 2 columns and the distribution 3"):
        kl_divergence(MultivariateNormal(np.zeros(2), np.eye(2)), MultivariateNormal(np.zeros(3), np.eye(3)))
