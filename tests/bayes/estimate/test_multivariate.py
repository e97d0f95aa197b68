"""Bayesian estimation of several normal variables against SciPy, one dimension, products and limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from fenlei.bayes.estimate import (
    MultivariateNormalMean,
    NormalInverseGamma,
    NormalInverseWishart,
    NormalMean,
    merge_moments,
    moments,
    multivariate_normal_ml,
)
from fenlei.errors import DataError, UsageError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(9, 3)) @ RNG.normal(size=(3, 3))
V = np.array([[2.0, 0.3, 0.0], [0.3, 1.0, 0.2], [0.0, 0.2, 0.5]])
SIGMA = np.array([[1.0, -0.4, 0.1], [-0.4, 2.0, 0.0], [0.1, 0.0, 0.7]])
MEAN = np.array([0.5, -1.0, 0.2])
PRIORS: list[Any] = [MultivariateNormalMean(MEAN, V, SIGMA), NormalInverseWishart(MEAN, 0.7, 4.5, V)]
named = pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: type(prior).__name__)


def _assert_equal(a: Any, b: Any, rtol: float = 1e-10) -> None:
    for ours, theirs in zip(a, b, strict=True):
        assert_allclose(ours, theirs, rtol=rtol, atol=1e-12)


@named
def test_updating_twice_equals_updating_by_the_merged_moments(prior: Any) -> None:
    first, second = moments(X[:2]), moments(X[2:])
    merged = merge_moments(first, second)
    _assert_equal(prior.update(first).update(second), prior.update(merged))
    chained = prior.log_evidence(first) + prior.update(first).log_evidence(second)
    assert prior.log_evidence(merged) == pytest.approx(chained, rel=1e-11)


@named
def test_evidence_is_the_product_of_one_step_predictions(prior: Any) -> None:
    belief, total = prior, 0.0
    for x in X:
        total += belief.log_predictive(x[None]).item()
        belief = belief.update(moments(x[None]))
    assert prior.log_evidence(moments(X)) == pytest.approx(total, rel=1e-11)


@named
def test_nothing_seen_changes_nothing_and_weights_repeat_rows(prior: Any) -> None:
    empty = moments(np.empty((0, 3)))
    _assert_equal(prior.update(empty), prior, rtol=0)
    assert prior.log_evidence(empty) == 0.0
    w = np.array([2, 1, 0, 0, 3, 0, 1, 0, 0])
    _assert_equal(prior.update(moments(X, w)), prior.update(moments(np.repeat(X, w, axis=0))))


def test_known_covariance_against_the_formula_with_inverses() -> None:
    posterior = PRIORS[0].update(moments(X))
    precision = np.linalg.inv(V) + len(X) * np.linalg.inv(SIGMA)
    covariance = np.linalg.inv(precision)
    expected = covariance @ (np.linalg.inv(V) @ MEAN + np.linalg.inv(SIGMA) @ X.sum(axis=0))
    assert_allclose(posterior.mean, expected, rtol=1e-10)
    assert_allclose(posterior.mode, posterior.mean)
    assert_allclose(posterior.covariance, covariance, rtol=1e-10)
    density = stats.multivariate_normal(expected, covariance + SIGMA).logpdf(X)
    assert_allclose(posterior.log_predictive(X), density, rtol=1e-10)


def test_evidence_of_known_covariance_is_one_large_normal() -> None:
    # all rows together: mean repeated, covariance V between rows and V + SIGMA inside one
    n = len(X)
    joint = np.kron(np.ones((n, n)), V) + np.kron(np.eye(n), SIGMA)
    expected = stats.multivariate_normal(np.tile(MEAN, n), joint).logpdf(X.ravel())
    assert PRIORS[0].log_evidence(moments(X)) == pytest.approx(expected, rel=1e-10)


def test_the_predictive_of_unknown_covariance_is_a_multivariate_t() -> None:
    m, kappa, nu, psi = posterior = PRIORS[1].update(moments(X))
    d = nu - 3 + 1
    expected = stats.multivariate_t(m, psi * (kappa + 1) / (kappa * d), df=d).logpdf(X)
    assert_allclose(posterior.log_predictive(X), expected, rtol=1e-11)


def test_the_mode_is_the_largest_density() -> None:
    m, kappa, nu, psi = posterior = PRIORS[1].update(moments(X))
    mean, covariance = posterior.mode

    def log_density(mu: np.ndarray, sigma: np.ndarray) -> float:
        return stats.multivariate_normal.logpdf(mu, m, sigma / kappa) + stats.invwishart.logpdf(
            sigma, nu, psi
        )

    rng = np.random.default_rng(1)
    for _ in range(20):
        A = np.eye(3) + 0.05 * rng.normal(size=(3, 3))
        assert log_density(mean, covariance) > log_density(mean, A @ covariance @ A.T)
        assert log_density(mean, covariance) > log_density(mean + 0.05 * rng.normal(size=3), covariance)


def test_the_mean_covariance_is_that_of_the_inverse_wishart() -> None:
    posterior = PRIORS[1].update(moments(X))
    expected = stats.invwishart(posterior.dof, posterior.scale).mean()
    assert_allclose(posterior.mean.covariance, expected, rtol=1e-12)


def test_one_dimension_agrees_with_the_univariate_families() -> None:
    x = X[:, 0]
    m, kappa, a, b = 0.3, 0.7, 1.3, 2.0
    one = NormalInverseGamma(m, kappa, a, b)
    many = NormalInverseWishart(np.array([m]), kappa, 2 * a, np.array([[2 * b]]))
    assert many.log_evidence(moments(x)) == pytest.approx(one.log_evidence(moments(x)), rel=1e-12)
    assert_allclose(many.log_predictive(x[:, None]), one.log_predictive(x), rtol=1e-12)
    assert_allclose(
        np.concatenate([part.ravel() for part in many.update(moments(x)).mode]), one.update(moments(x)).mode
    )
    known = NormalMean(m, 2.0, 1.5)
    matrix = MultivariateNormalMean(np.array([m]), np.array([[2.0]]), np.array([[1.5]]))
    assert matrix.log_evidence(moments(x)) == pytest.approx(known.log_evidence(moments(x)), rel=1e-12)
    assert_allclose(matrix.update(moments(x)).mean, known.update(moments(x)).mean, rtol=1e-12)


def test_weak_priors_give_maximum_likelihood() -> None:
    summary = moments(X)
    best = multivariate_normal_ml(summary)
    flat = NormalInverseWishart(np.zeros(3), 0.0, -5.0, np.zeros((3, 3)))
    _assert_equal(flat.update(summary).mode, best)
    wide = MultivariateNormalMean(MEAN, 1e12 * V, SIGMA).update(summary)
    assert_allclose(wide.mean, best.mean, rtol=1e-9)
    assert_allclose(wide.covariance, SIGMA / len(X), rtol=1e-9, atol=1e-12)


def test_a_sure_direction_of_the_prior_stays_sure() -> None:
    posterior = MultivariateNormalMean(MEAN, np.diag([1.0, 0.0, 1.0]), SIGMA).update(moments(X))
    assert posterior.mean[1] == pytest.approx(MEAN[1], abs=1e-12)
    assert_allclose(posterior.covariance[1], 0.0, atol=1e-15)


def test_what_does_not_fit_is_refused_in_one_sentence() -> None:
    for prior in PRIORS:
        with pytest.raises(DataError, match="The sample has 2 columns and the distribution 3"):
            prior.update(moments(X[:, :2]))
    with pytest.raises(UsageError, match="strength above 0 and dof above p - 1"):
        NormalInverseWishart(MEAN, 1.0, 2.0, V).log_predictive(X)
    with pytest.raises(UsageError, match=r"needs dof above p \+ 1"):
        _ = NormalInverseWishart(MEAN, 1.0, 3.5, V).mean
    with pytest.raises(UsageError, match="scale is not a symmetric positive definite matrix"):
        NormalInverseWishart(MEAN, 1.0, 4.0, -V).log_predictive(X)
