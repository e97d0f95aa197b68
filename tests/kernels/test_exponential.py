"""exp and log-sum-exp against the C library and exact sums."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.kernels import threads
from fenlei.kernels.exponential import BLOCK_SCORES, exp, log_softmax, softmax
from tests.oracles import exponential as oracle

SCORES = {
    "small": [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]],
    "far apart": [[0.0, -800.0, 800.0], [-1e5, -1e5 - 1, -2e5]],
    "huge": [[1e300, 1e300, -1e300], [1e15, 1e15 + 1, 1e15]],
    "impossible classes": [[-np.inf, 0.0, -1.0], [-np.inf, -np.inf, -3.0]],
    "impossible row": [[-np.inf, -np.inf, -np.inf], [0.0, 1.0, 2.0]],
}


def test_exp_is_within_one_unit_in_the_last_place() -> None:
    x = np.random.default_rng(0).uniform(-708.3, 709.7, 2000)
    expected = np.array([math.exp(value) for value in x])
    assert np.all(np.abs(np.array([exp(value) for value in x]) - expected) <= np.spacing(expected))


@pytest.mark.parametrize(
    "x", [0.0, -0.0, 1.0, -1e-300, 709.78, 709.79, -708.39, -708.4, -745.0, -np.inf, np.inf]
)
def test_exp_at_the_ends_of_the_range(x: float) -> None:
    assert_allclose(exp(x), oracle.exp(x), rtol=3e-16)


def test_exp_of_nan_is_nan() -> None:
    assert math.isnan(exp(math.nan))


@pytest.mark.parametrize("scores", SCORES.values(), ids=SCORES)
def test_log_softmax_and_softmax_equal_the_exact_sums(scores: list[list[float]]) -> None:
    expected = oracle.log_softmax(scores)
    assert_allclose(log_softmax(np.array(scores)), expected, rtol=1e-14, atol=1e-15)
    assert_allclose(softmax(np.array(scores)), np.exp(expected), rtol=1e-13, atol=1e-300)


@settings(max_examples=25)
@given(st.lists(st.floats(-700, 700), min_size=1, max_size=6), st.floats(-1e3, 1e3))
def test_softmax_sums_to_one_and_does_not_see_a_common_shift(row: list[float], shift: float) -> None:
    scores = np.array([row])
    p = softmax(scores)
    assert_allclose(p.sum(), 1.0, rtol=1e-14)
    assert_allclose(softmax(scores + shift), p, rtol=1e-11, atol=1e-13)


def test_rows_of_nan_are_not_turned_into_probabilities() -> None:
    # they would hide faults upstream
    assert np.isnan(softmax(np.full((1, 3), np.nan))).all()


def test_strided_scores_and_an_empty_array() -> None:
    scores = np.arange(12.0).reshape(4, 3)
    assert_array_equal(softmax(np.asfortranarray(scores)), softmax(scores))
    assert softmax(np.empty((0, 3))).shape == (0, 3)


def test_blocks_of_rows_have_the_bits_of_single_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "available_cores", lambda: 16)
    scores = 5.0 * np.random.default_rng(0).normal(size=(9000, 3))
    assert -(-len(scores) // threads.leaf_rows(3, BLOCK_SCORES)) == 5
    for function in (softmax, log_softmax):
        alone = np.concatenate([function(row[None]) for row in scores[::1000]])
        for n_jobs in (1, 2, 3, 16):
            assert_array_equal(function(scores, n_jobs)[::1000], alone)
