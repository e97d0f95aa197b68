"""Minimum risk and its special cases against exact fractions and the histogram case of source 004."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.bayes.decision.risk import (
    CHUNK,
    conditional_risk,
    likelihood_ratio_threshold,
    maximum_likelihood,
    maximum_posterior,
    minimum_risk,
    minimum_risk_actions,
    shift_priors,
    total_risk,
)
from fenlei.bayes.estimate import likelihood
from fenlei.bayes.probabilities import posterior
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.oracles import decision as oracle

ZERO_ONE = [[0, 1], [1, 0]]
TRAIN = np.array([[1, 4, 10, 20, 10, 4, 1, 0], [0, 1, 2, 6, 9, 12, 6, 4]])  # source 004, case G004-A1
TEST = np.array([[0, 3, 9, 18, 12, 5, 2, 1], [1, 0, 3, 5, 8, 10, 9, 4]])
PRIORS = [5 / 9, 4 / 9]


def _log(values: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.log(values)


@pytest.fixture
def histogram() -> np.ndarray:
    """Posterior (8, 2) of each value of the feature."""
    return posterior(_log(likelihood(TRAIN)).T, PRIORS)


def errors(counts: np.ndarray, decided: np.ndarray) -> int:
    return int(sum(counts[1 - k, value] for value, k in enumerate(decided)))


class TestCaseB4OfSource004:
    def test_posterior_by_value(self, histogram: np.ndarray) -> None:
        expected = [1, 0.8, 0.8333333, 0.7692308, 0.5263158, 0.25, 0.1428571, 0]
        assert_allclose(histogram[:, 0], expected, atol=5e-8)

    def test_maximum_likelihood_rule(self) -> None:
        decided = maximum_likelihood(_log(likelihood(TRAIN)).T)
        assert_array_equal(decided, [0, 0, 0, 0, 1, 1, 1, 1])
        assert (errors(TRAIN, decided), errors(TEST, decided)) == (24, 29)

    def test_maximum_posterior_rule(self, histogram: np.ndarray) -> None:
        decided = maximum_posterior(histogram)
        assert_array_equal(decided, [0, 0, 0, 0, 0, 1, 1, 1])
        assert (errors(TRAIN, decided), errors(TEST, decided)) == (23, 25)

    @pytest.mark.parametrize(
        ("costs", "threshold", "decided", "risk"),
        [
            (ZERO_ONE, 0.8, [0, 0, 0, 0, 0, 1, 1, 1], 23 / 90),
            ([[0, 1], [2, 0]], 0.4, [0, 0, 0, 0, 0, 1, 1, 1], 0.311111),
            ([[0, 3], [1, 0]], 2.4, [0, 0, 0, 0, 1, 1, 1, 1], 0.466667),
        ],
    )
    def test_costs(
        self, histogram: np.ndarray, costs: list[list[int]], threshold: float, decided: list[int], risk: float
    ) -> None:
        weights = TRAIN.sum(axis=0) / 90  # P(x)
        assert_array_equal(minimum_risk(histogram, costs).actions, decided)
        assert total_risk(histogram, costs, weights) == pytest.approx(risk, abs=5e-7)
        assert likelihood_ratio_threshold(costs, PRIORS) == pytest.approx(threshold, rel=1e-14)

    def test_the_likelihood_ratio_test_decides_alike(self, histogram: np.ndarray) -> None:
        first, second = likelihood(TRAIN)
        ratio = np.divide(first, second, out=np.full(8, np.inf), where=second > 0)
        assert_allclose(ratio, [np.inf, 3.2, 4, 2.666667, 0.888889, 0.266667, 0.133333, 0], rtol=1e-5)
        for costs in (ZERO_ONE, [[0, 1], [2, 0]], [[0, 3], [1, 0]], [[-1, 4], [2, 1]]):
            theta = likelihood_ratio_threshold(costs, PRIORS)
            assert_array_equal(minimum_risk(histogram, costs).actions, np.where(ratio > theta, 0, 1))


# Eighths: probabilities, costs and risks are exact in floating point, so ties are ties.
def _eighths(K: int) -> st.SearchStrategy[list[float]]:
    cuts = st.lists(st.integers(0, 8), min_size=K - 1, max_size=K - 1).map(sorted)
    return cuts.map(lambda c: [(b - a) / 8 for a, b in zip([0, *c], [*c, 8], strict=True)])


@st.composite
def problems(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    K, A = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    P = draw(st.lists(_eighths(K), min_size=1, max_size=6))
    cost = st.integers(-16, 16).map(lambda c: c / 4)
    costs = draw(st.lists(st.lists(cost, min_size=K, max_size=K), min_size=A, max_size=A))
    return np.array(P), np.array(costs)


@settings(max_examples=60)
@given(problems(), st.sampled_from([np.float64, np.float32]), st.sampled_from([1, 2]))
def test_the_first_action_of_least_expected_cost_is_taken(
    problem: tuple[np.ndarray, np.ndarray], dtype: type, n_jobs: int
) -> None:
    P, costs = problem
    risks = oracle.risks(P, costs)
    decisions = minimum_risk(P.astype(dtype), costs, n_jobs)
    assert_array_equal(decisions.actions, [oracle.first_least(row) for row in risks])
    assert_array_equal(decisions.risks, [float(min(row)) for row in risks])
    assert_array_equal(minimum_risk_actions(P, costs), decisions.actions)
    assert_array_equal(conditional_risk(P, costs), np.array(risks, dtype=float))


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10**6))
def test_no_action_has_less_risk_than_the_one_taken(K: int, A: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    P, costs = rng.dirichlet(np.ones(K), 7), rng.normal(size=(A, K))
    for taken, row in zip(minimum_risk(P, costs).actions, oracle.risks(P, costs), strict=True):
        assert float(row[taken] - min(row)) <= 1e-14


@pytest.mark.parametrize("n", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
def test_rows_in_any_number_and_layout(n: int) -> None:
    rng = np.random.default_rng(n)
    P, costs = rng.dirichlet(np.ones(3), n), rng.normal(size=(4, 3))
    expected = (P @ costs.T).argmin(axis=1)
    for layout in (P, np.asfortranarray(P), np.repeat(P, 2, axis=0)[::2]):
        assert_array_equal(minimum_risk(layout, costs).actions, expected)


def test_blocks_and_threads_do_not_matter() -> None:
    rng = np.random.default_rng(3)
    P, costs = rng.dirichlet(np.ones(3), 200_000), rng.normal(size=(4, 3))
    one, two = minimum_risk(P, costs, 1), minimum_risk(P, costs, 2)
    assert_array_equal(one.actions, (P @ costs.T).argmin(axis=1))
    assert_array_equal(one.actions, two.actions)
    assert_array_equal(one.risks, two.risks)


@settings(max_examples=40)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_equal_probabilities_tie_under_zero_one_loss_to_the_last_bit(K: int, seed: int) -> None:
    P = np.random.default_rng(seed).dirichlet(np.ones(K), 5)
    P[:, -1] = P[:, 0] = P.max(axis=1)  # two largest, bitwise equal
    P /= P.sum(axis=1, keepdims=True)
    assert_array_equal(minimum_risk_actions(P, 1 - np.eye(K)), P.argmax(axis=1))
    assert_array_equal(maximum_posterior(P), P.argmax(axis=1))


def test_equal_priors_make_the_two_rules_one() -> None:
    log_likelihood = np.random.default_rng(0).normal(size=(50, 3))
    assert_array_equal(
        maximum_likelihood(log_likelihood), maximum_posterior(posterior(log_likelihood, np.full(3, 1 / 3)))
    )


def test_chow_rejects_exactly_below_one_minus_the_cost() -> None:
    P = [[0.75, 0.25], [0.5, 0.5], [0.7421875, 0.2578125], [0.0, 1.0]]
    costs = [[0, 1], [1, 0], [0.25, 0.25]]
    assert_array_equal(minimum_risk(P, costs).actions, [0, 2, 2, 1])  # a tie goes to the class


@settings(max_examples=40)
@given(_eighths(3), st.permutations([0.125, 0.25, 0.625]), st.permutations([0.125, 0.375, 0.5]))
def test_shifted_priors_equal_exact_fractions(row: list[float], old: list[float], new: list[float]) -> None:
    expected = np.array(oracle.shifted([row], old, new), dtype=float)
    assert_allclose(shift_priors([row], old, new), expected, rtol=1e-14)


def test_a_shift_equals_bayes_formula_under_the_new_priors() -> None:
    log_likelihood = np.random.default_rng(1).normal(size=(20, 3)) * 10
    old, new = [0.2, 0.3, 0.5], [0.9, 1e-9, 0.1 - 1e-9]
    shifted = shift_priors(posterior(log_likelihood, old), old, new)
    assert_allclose(shifted, posterior(log_likelihood, new), rtol=1e-9)
    assert_allclose(shift_priors(shifted, new, old), posterior(log_likelihood, old), rtol=1e-9)


def test_extreme_priors_do_not_overflow() -> None:
    assert_allclose(shift_priors([[0.5, 0.5]], [1e-200, 1.0], [1.0, 1e-200]), [[1.0, 0.0]], atol=1e-300)


def test_a_row_that_the_new_priors_rule_out_gets_them_with_a_warning() -> None:
    with pytest.warns(DegenerateDataWarning, match="1 row has probability 0"):
        P = shift_priors([[1.0, 0.0], [0.5, 0.5]], [0.5, 0.5], [0.0, 1.0])
    assert_array_equal(P, [[0.0, 1.0], [0.0, 1.0]])


def test_a_class_of_prior_zero_cannot_come_back() -> None:
    assert_array_equal(shift_priors([[1.0, 0.0]], [1.0, 0.0], [1.0, 0.0]), [[1.0, 0.0]])
    with pytest.raises(UsageError, match="Class number 1 had prior 0 in training"):
        shift_priors([[1.0, 0.0]], [1.0, 0.0], [0.5, 0.5])


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ([0, 1], r"costs has shape \(2,\) for 2 classes; give one row for each action"),
        ([[0, 1, 2]], r"costs has shape \(1, 3\) for 2 classes"),
        (np.empty((0, 2)), r"costs has shape \(0, 2\)"),
        ([[0, np.nan]], r"costs\[0, 1\] is nan; costs must be finite"),
        ([[0, 1], [-np.inf, 0]], r"costs\[1, 0\] is -inf"),
        ([["expensive", 0]], "costs holds values that are not numbers"),
        ([[0, 1], [1]], "costs holds values that are not numbers"),
    ],
)
def test_bad_costs_are_refused_in_one_sentence(costs: object, sentence: str) -> None:
    for rule in (conditional_risk, minimum_risk, total_risk):
        with pytest.raises(UsageError, match=sentence):
            rule([[0.5, 0.5]], costs)


@pytest.mark.parametrize("row", [[0.5, 0.6], [1.2, -0.2], [np.nan, 0.5], [np.inf, -np.inf]])
def test_bad_posteriors_are_refused_by_their_row(row: list[float]) -> None:
    P = np.full((100_000, 2), 0.5)
    P[77_777] = row
    for rule in (conditional_risk, minimum_risk, minimum_risk_actions, total_risk):
        # inf - inf, which only the uncompiled kernel warns of
        with (
            np.errstate(invalid="ignore"),
            pytest.raises(DataError, match=r"posterior, row 77777: .* is not a probability distribution"),
        ):
            rule(P, ZERO_ONE)


def test_the_threshold_says_when_there_is_none() -> None:
    with pytest.raises(UsageError, match="for two classes and two actions"):
        likelihood_ratio_threshold(1 - np.eye(3), [0.2, 0.3, 0.5])
    with pytest.raises(UsageError, match="an error on the first class must cost more than being right"):
        likelihood_ratio_threshold([[1, 1], [1, 0]], [0.5, 0.5])
    with pytest.raises(UsageError, match="needs priors above 0"):
        likelihood_ratio_threshold(ZERO_ONE, [0.0, 1.0])


def test_fractions_of_the_oracle_are_exact() -> None:
    assert oracle.risks([[0.5, 0.5]], [[0, 3]]) == [[Fraction(3, 2)]]
