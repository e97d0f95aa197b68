"""Bayesian estimation of one normal variable against integrals, SciPy, and limits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import integrate, optimize, stats

from fenlei.bayes.estimate import NormalInverseGamma, NormalMean, merge_moments, moments, normal_ml
from fenlei.errors import UsageError

X = [1.2, -0.3, 2.5, 0.8]
FLAT = NormalInverseGamma(0.0, 0.0, -1.5, 0.0)
SAMPLES = st.lists(st.floats(-5, 5), min_size=1, max_size=6)
PRIORS = [NormalMean(0.5, 2.0, 1.5), NormalInverseGamma(0.5, 0.7, 1.3, 2.0)]


def test_case_b7_of_source_004_mean_with_known_variance() -> None:
    posterior = NormalMean(0.0, 1.0, known_variance=1.0).update(moments([1, 2, 3]))
    assert posterior == (1.5, 0.25, 1.0)
    assert posterior.predictive == (1.5, 1.25)
    expected = stats.norm(1.5, math.sqrt(1.25)).logpdf([0.0, 2.0])
    assert_allclose(posterior.log_predictive([0.0, 2.0]), expected, rtol=1e-14)


def test_normal_mean_against_integrals_over_the_mean() -> None:
    prior, summary = PRIORS[0], moments(X)

    def joint(mu: float) -> float:
        return stats.norm(0.5, math.sqrt(2.0)).pdf(mu) * np.prod(stats.norm(mu, math.sqrt(1.5)).pdf(X))

    evidence, _ = integrate.quad(joint, -15, 15, epsabs=1e-16)
    mean, _ = integrate.quad(lambda mu: mu * joint(mu) / evidence, -15, 15)
    square, _ = integrate.quad(lambda mu: (mu - mean) ** 2 * joint(mu) / evidence, -15, 15)
    posterior = prior.update(summary)
    assert_allclose([posterior.mean, posterior.mode, posterior.variance], [mean, mean, square], rtol=1e-8)
    assert math.exp(prior.log_evidence(summary)) == pytest.approx(evidence, rel=1e-8)


def test_normal_inverse_gamma_against_integrals_over_mean_and_variance() -> None:
    prior, summary = PRIORS[1], moments(X)

    def joint(mu: float, var: float) -> float:
        belief = stats.norm(0.5, math.sqrt(var / 0.7)).pdf(mu) * stats.invgamma(1.3, scale=2.0).pdf(var)
        return belief * np.prod(stats.norm(mu, math.sqrt(var)).pdf(X))

    def over(f: object) -> float:
        grid_mu, grid_log = np.linspace(-9, 11, 801), np.linspace(-4, 8, 601)
        mu, var = np.meshgrid(grid_mu, np.exp(grid_log))
        deviation = (np.array(X)[:, None, None] - mu) ** 2
        log_joint = (
            stats.norm.logpdf(mu, 0.5, np.sqrt(var / 0.7))
            + stats.invgamma.logpdf(var, 1.3, scale=2.0)
            - 0.5 * (np.log(2 * np.pi * var) + deviation / var).sum(axis=0)
            + np.log(var)  # of the substitution
        )
        inner = integrate.simpson(np.exp(log_joint) * f(mu, var), x=grid_mu, axis=1)
        return float(integrate.simpson(inner, x=grid_log))

    evidence = over(lambda mu, var: 1.0)
    posterior = prior.update(summary)
    assert joint(0.4, 1.1) > 0
    assert math.exp(prior.log_evidence(summary)) == pytest.approx(evidence, rel=1e-5)
    assert posterior.mean.mean == pytest.approx(over(lambda mu, var: mu) / evidence, rel=1e-4)
    assert posterior.mean.variance == pytest.approx(over(lambda mu, var: var) / evidence, rel=1e-3)
    best = optimize.minimize(
        lambda t: -math.log(joint(t[0], math.exp(t[1]))), [0.5, 0.5], method="Nelder-Mead", tol=1e-10
    )
    assert_allclose(posterior.mode, [best.x[0], math.exp(best.x[1])], rtol=1e-5)


def test_the_predictive_of_unknown_variance_is_students_t() -> None:
    m, kappa, a, b = posterior = PRIORS[1].update(moments(X))
    x = np.array([-3.0, 0.0, 2.2, 50.0])
    expected = stats.t(2 * a, m, math.sqrt(b * (kappa + 1) / (a * kappa))).logpdf(x)
    assert_allclose(posterior.log_predictive(x), expected, rtol=1e-13)


@pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: type(prior).__name__)
@settings(max_examples=40)
@given(a=SAMPLES, b=SAMPLES)
def test_updating_twice_equals_updating_by_the_merged_moments(
    prior: NormalMean, a: list[float], b: list[float]
) -> None:
    first, second = moments(a), moments(b)
    merged = merge_moments(first, second)
    assert_allclose(prior.update(first).update(second), prior.update(merged), rtol=1e-10, atol=1e-12)
    chained = prior.log_evidence(first) + prior.update(first).log_evidence(second)
    assert prior.log_evidence(merged) == pytest.approx(chained, abs=1e-9)


@pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: type(prior).__name__)
def test_evidence_is_the_product_of_one_step_predictions(prior: NormalMean) -> None:
    belief, total = prior, 0.0
    for x in X:
        total += belief.log_predictive([x]).item()
        belief = belief.update(moments([x]))
    assert prior.log_evidence(moments(X)) == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("prior", PRIORS, ids=lambda prior: type(prior).__name__)
def test_nothing_seen_changes_nothing_and_weights_repeat_rows(prior: NormalMean) -> None:
    assert prior.update(moments([])) == prior
    assert prior.log_evidence(moments([])) == 0.0
    repeated = moments([1.2, 1.2, -0.3])
    assert_allclose(prior.update(moments(X, [2, 1, 0, 0])), prior.update(repeated), rtol=1e-14)


def test_the_flat_priors_mode_is_maximum_likelihood() -> None:
    summary = moments(X)
    best = normal_ml(summary)
    assert_allclose(FLAT.update(summary).mode, best, rtol=1e-14)
    assert NormalMean(7.0, math.inf, 2.0).update(summary).mean == pytest.approx(best.mean, rel=1e-14)
    weak = NormalInverseGamma(50.0, 1e-12, -1.5 + 1e-12, 1e-12).update(summary).mode
    assert_allclose(weak, best, rtol=1e-8)


def test_much_data_wins_over_the_prior() -> None:
    many = moments(X, np.full(4, 1e9))
    best = normal_ml(many)
    assert_allclose(NormalInverseGamma(50.0, 3.0, 5.0, 9.0).update(many).mean, best, rtol=1e-5)
    assert NormalMean(50.0, 0.1, 2.0).update(many).mean == pytest.approx(best.mean, rel=1e-6)


def test_improper_priors_can_be_updated_but_say_that_they_are_no_distribution() -> None:
    for use in (lambda: FLAT.mean, lambda: FLAT.log_predictive([0.0]), lambda: FLAT.log_evidence(moments(X))):
        with pytest.raises(UsageError, match="needs strength, shape and scale above 0"):
            use()
    flat = NormalMean(0.0, math.inf, 1.0)
    for use in (lambda: flat.log_predictive([0.0]), lambda: flat.log_evidence(moments(X))):
        with pytest.raises(UsageError, match="a finite variance"):
            use()
    with pytest.raises(UsageError, match="needs variances above 0"):
        NormalMean(0.0, -1.0, 1.0).update(moments(X))
    assert NormalInverseGamma(0.0, 1.0, 0.9, 1.0).mean.variance == math.inf
