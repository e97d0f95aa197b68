"""Categories: counts, maximum likelihood, Beta and Dirichlet against formulas, integrals and the sources."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import integrate, special, stats

from fenlei.bayes.estimate import (
    Beta,
    Counts,
    Dirichlet,
    categorical_log_likelihood,
    categorical_ml,
    count,
    likelihood,
    merge_counts,
)
from fenlei.errors import DataError, DegenerateDataWarning, UsageError

COUNTS = st.lists(st.integers(0, 20), min_size=2, max_size=5).map(lambda c: Counts(np.array(c, dtype=float)))


def test_case_g004_a1_likelihood_of_a_histogram() -> None:
    x = [[1, 4, 10, 20, 10, 4, 1, 0], [0, 1, 2, 6, 9, 12, 6, 4]]
    expected = [[0.02, 0.08, 0.2, 0.4, 0.2, 0.08, 0.02, 0], [0, 0.025, 0.05, 0.15, 0.225, 0.3, 0.15, 0.1]]
    assert_allclose(likelihood(x), expected, rtol=1e-15)


def test_case_g004_a1_a_class_without_rows_is_uniform_with_a_warning() -> None:
    with pytest.warns(DegenerateDataWarning, match=r"1 row has no counts in the histogram \(first: row 1\)"):
        assert_array_equal(likelihood([[1, 3], [0, 0]]), [[0.25, 0.75], [0.5, 0.5]])
    assert_array_equal(likelihood([[1, 3], [0, 0]], alpha=1.0), [[2 / 6, 4 / 6], [0.5, 0.5]])


def test_example_3_1_of_source_000_the_share_has_the_greatest_likelihood() -> None:
    summary = count([1, 0, 1, 1, 0, 1, 1, 0, 1, 1], 2)
    best = categorical_ml(summary)
    assert_array_equal(best, [0.3, 0.7])
    grid = np.linspace(0.001, 0.999, 999)
    assert grid[np.argmax([categorical_log_likelihood(summary, [1 - p, p]) for p in grid])] == pytest.approx(
        0.7
    )


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([2, 4, 0], [3 / 9, 5 / 9, 1 / 9]),  # colour of Fuji: yellow, yellow-green, green
        ([0, 1, 3], [1 / 7, 2 / 7, 4 / 7]),  # colour of Guoguang
        ([0, 4], [1 / 6, 5 / 6]),  # shape of Guoguang: round, oblate
        ([2, 4], [3 / 8, 5 / 8]),  # taste of Fuji: sweet, sour-sweet
    ],
)
def test_case_a4_of_source_000_laplace_is_the_posterior_mean_of_a_flat_prior(
    counts: list[float], expected: list[float]
) -> None:
    summary = Counts(np.array(counts, dtype=float))
    posterior = Dirichlet(np.ones(len(counts))).update(summary)
    assert_allclose(posterior.mean, expected, rtol=1e-15)
    assert_allclose(posterior.mode, categorical_ml(summary), rtol=1e-15)
    assert_allclose(likelihood([counts], alpha=1.0), [expected], rtol=1e-15)


def test_case_b8_of_source_004_smoothed_tables_sum_to_one() -> None:
    # x2 in {S, M, L} given +: 1, 4, 4 of 9; given -: 3, 2, 1 of 6. Equation 39 as printed sums to 6/5.
    for counts in ([1.0, 4.0, 4.0], [3.0, 2.0, 1.0]):
        mean = Dirichlet(np.ones(3)).update(Counts(np.array(counts))).mean
        assert_allclose(mean, (np.array(counts) + 1) / (sum(counts) + 3), rtol=1e-15)
        assert mean.sum() == pytest.approx(1.0)


@settings(max_examples=40)
@given(COUNTS, COUNTS)
def test_updating_twice_equals_updating_by_the_merged_counts(a: Counts, b: Counts) -> None:
    K = min(len(a.counts), len(b.counts))
    a, b = Counts(a.counts[:K]), Counts(b.counts[:K])
    prior = Dirichlet(np.linspace(0.5, 2.0, K))
    merged = merge_counts(a, b)
    assert_allclose(prior.update(a).update(b).alpha, prior.update(merged).alpha, rtol=1e-15)
    chained = prior.log_evidence(a) + prior.update(a).log_evidence(b)
    assert prior.log_evidence(merged) == pytest.approx(chained, abs=1e-10)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2), min_size=1, max_size=12))
def test_evidence_is_the_product_of_one_step_predictions(x: list[int]) -> None:
    prior = belief = Dirichlet(np.array([0.5, 1.0, 3.0]))
    total = 0.0
    for value in x:
        total += belief.log_predictive([value]).item()
        belief = belief.update(count([value], 3))
    assert prior.log_evidence(count(x, 3)) == pytest.approx(total, abs=1e-11)


def test_beta_against_integrals_over_the_parameter() -> None:
    prior, summary = Beta(2.0, 3.5), Counts(np.array([3.0, 7.0]))
    posterior = prior.update(summary)
    density = stats.beta(2.0, 3.5).pdf
    evidence, _ = integrate.quad(lambda p: p**7 * (1 - p) ** 3 * density(p), 0, 1)
    mean, _ = integrate.quad(lambda p: p * p**7 * (1 - p) ** 3 * density(p) / evidence, 0, 1)
    assert math.exp(prior.log_evidence(summary)) == pytest.approx(evidence, rel=1e-9)
    assert posterior.mean == pytest.approx(mean, rel=1e-9)
    assert_allclose(posterior.log_predictive([1, 0]), np.log([mean, 1 - mean]), rtol=1e-9)
    grid = np.linspace(0, 1, 100_001)
    assert posterior.mode == pytest.approx(
        grid[stats.beta(posterior.a, posterior.b).pdf(grid).argmax()], abs=1e-5
    )


def test_binomial_evidence_has_the_number_of_orders_as_a_factor() -> None:
    log_evidence = Beta(2.0, 3.5).log_evidence(Counts(np.array([3.0, 7.0])))
    expected = stats.betabinom(10, 2.0, 3.5).logpmf(7)
    assert log_evidence + math.log(special.comb(10, 7)) == pytest.approx(expected, rel=1e-12)


def test_dirichlet_evidence_against_scipy() -> None:
    alpha, counts = np.array([0.5, 1.0, 3.0]), np.array([2.0, 0.0, 4.0])
    orders = math.lgamma(7) - math.lgamma(3) - math.lgamma(5)
    expected = stats.dirichlet_multinomial(alpha, 6).logpmf(counts.astype(int))
    assert Dirichlet(alpha).log_evidence(Counts(counts)) + orders == pytest.approx(expected, rel=1e-12)


def test_a_weak_prior_gives_maximum_likelihood_and_much_data_wins() -> None:
    summary = Counts(np.array([3.0, 7.0, 10.0]))
    assert_allclose(Dirichlet(np.full(3, 1e-9)).update(summary).mean, categorical_ml(summary), rtol=1e-8)
    many = Counts(1e9 * summary.counts)
    assert_allclose(Dirichlet(np.array([9.0, 1.0, 1.0])).update(many).mean, categorical_ml(many), rtol=1e-8)


def test_a_weight_of_two_is_the_row_twice() -> None:
    assert_array_equal(count([0, 1, 1], 3, [2, 1, 0]).counts, count([0, 0, 1], 3).counts)
    assert_array_equal(count([], 2).counts, [0, 0])


def test_what_makes_no_estimate_is_refused_in_one_sentence() -> None:
    with pytest.raises(DataError, match="Row 1 has the category 3; categories are the whole numbers 0 to 2"):
        count([0, 3], 3)
    with pytest.raises(DataError, match=r"Row 0 has the category 0.5"):
        count([0.5], 3)
    with pytest.raises(DataError, match="no rows, so no likelihood has a maximum"):
        categorical_ml(count([], 2))
    with pytest.raises(UsageError, match="needs every alpha above 0"):
        _ = Dirichlet(np.array([0.0, 1.0])).mean
    for alpha in ([1.0, 1.0], [0.5, 2.0]):
        with pytest.raises(UsageError, match="every alpha at least 1, and one above 1"):
            _ = Dirichlet(np.array(alpha)).mode
    with pytest.raises(UsageError, match="counts and alpha of at least 0"):
        likelihood([[1, -1]])
    with pytest.raises(DataError, match="give an array of 2 dimension"):
        likelihood([1, 2])
