"""Intervals: published values, scipy.stats as an independent witness, stated outcomes without spread."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from fenlei.errors import DataError, UsageError
from fenlei.evaluate import (
    accuracy_score,
    bootstrap_interval,
    corrected_resampled_t_test,
    mean_interval,
    roc_auc_score,
    wilson,
)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (score without correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_of_newcombe(successes: int, n: int, low: float, high: float) -> None:
    interval = wilson(successes, n)
    assert interval.estimate == successes / n
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("successes", "n"), [(0, 7), (3, 7), (7, 7), (111, 114)])
def test_wilson_equals_scipy(successes: int, n: int, level: float) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    assert wilson(successes, n, level)[1:] == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, 0), (math.nan, 5)])
def test_wilson_refuses_what_is_no_share(successes: float, n: int) -> None:
    with pytest.raises(UsageError, match="is not a share; give 0 <= successes <= n and n above 0"):
        wilson(successes, n)


FIRST = np.array([0.81, 0.79, 0.84, 0.80, 0.77, 0.83, 0.82, 0.78, 0.85, 0.80])
SECOND = np.array([0.78, 0.80, 0.80, 0.79, 0.74, 0.82, 0.79, 0.77, 0.80, 0.79])


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_mean_interval_equals_scipy(level: float) -> None:
    expected = stats.t.interval(level, 9, FIRST.mean(), stats.sem(FIRST))
    assert mean_interval(FIRST, level)[1:] == pytest.approx(expected, abs=1e-12)


def test_without_correction_it_is_the_paired_t_test_of_scipy() -> None:
    expected = stats.ttest_rel(FIRST, SECOND)
    test = corrected_resampled_t_test(FIRST, SECOND, test_train_ratio=0.0)
    assert test.statistic == pytest.approx(expected.statistic, abs=1e-12)
    assert test.p == pytest.approx(expected.pvalue, abs=1e-12)
    interval = expected.confidence_interval(0.95)
    assert (test.low, test.high) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_correction_of_nadeau_and_bengio_by_hand() -> None:
    # ten folds: t falls by the factor √(1/10) / √(1/10 + 1/9); the differences are in hundredths
    # 3 -1 4 1 3 1 3 1 5 1
    plain = stats.ttest_rel(FIRST, SECOND).statistic
    test = corrected_resampled_t_test(FIRST, SECOND, test_train_ratio=1 / 9)
    statistic = plain * math.sqrt((1 / 10) / (1 / 10 + 1 / 9))
    assert test.difference == pytest.approx(0.021, abs=1e-12)
    assert test.statistic == pytest.approx(statistic, abs=1e-12)
    assert test.p == pytest.approx(2 * stats.t.sf(statistic, 9), abs=1e-12)
    # mean 0.021, Σ(d - mean)² = 0.0073 - 10 · 0.021² = 0.00289, s² = 0.00289 / 9
    error = math.sqrt((1 / 10 + 1 / 9) * 0.00289 / 9)
    assert test.high - test.difference == pytest.approx(stats.t.ppf(0.975, 9) * error, abs=1e-12)


def test_the_interval_holds_zero_just_when_p_is_above_its_level() -> None:
    for shift in (-0.05, -0.02, 0.0, 0.02, 0.05):
        test = corrected_resampled_t_test(FIRST + shift, SECOND, test_train_ratio=1 / 9)
        assert (test.low <= 0 <= test.high) == (test.p >= 0.05)


def test_swapping_the_models_changes_the_sign() -> None:
    one = corrected_resampled_t_test(FIRST, SECOND, test_train_ratio=0.25)
    other = corrected_resampled_t_test(SECOND, FIRST, test_train_ratio=0.25)
    assert np.allclose(other[:4], (-one.difference, -one.high, -one.low, -one.statistic))
    assert other.p == one.p


def test_equal_differences_have_a_stated_outcome() -> None:
    assert corrected_resampled_t_test(FIRST, FIRST, test_train_ratio=0.1) == (0, 0, 0, 0, 1)
    always = corrected_resampled_t_test([0.75] * 3, [0.5] * 3, test_train_ratio=0.1)
    assert always == (0.25, 0.25, 0.25, math.inf, 0)


@pytest.mark.parametrize(
    ("first", "second", "options", "sentence"),
    [
        ([0.9], [0.8], {}, "first: 1 score has no spread; give the scores of at least 2 folds"),
        ([0.9, 0.8], [0.8], {}, "second: 1 score has no spread"),
        ([0.9, 0.8], [0.8, 0.7, 0.6], {}, "first has 2 rows but second has 3"),
        ([0.9, np.nan], [0.8, 0.7], {}, "first: nan in row 1 is not a finite number"),
        ([0.9, 0.8], [0.8, 0.7], {"level": 1.0}, "level=1.0 is not accepted; give a number between 0 and 1"),
        ([0.9, 0.8], [0.8, 0.7], {"test_train_ratio": -1}, "test_train_ratio=-1 is not accepted"),
    ],
)
def test_bad_folds_are_refused(first: Any, second: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises((DataError, UsageError), match=sentence):
        corrected_resampled_t_test(first, second, **{"test_train_ratio": 0.1, **options})


def test_bootstrap_of_a_mean_is_near_the_normal_interval() -> None:
    rng = np.random.default_rng(0)
    sample = rng.normal(size=400)
    low, high = bootstrap_interval(np.mean, sample, repeats=2000)[1:]
    expected = stats.norm.interval(0.95, sample.mean(), sample.std() / 20)
    assert (low, high) == pytest.approx(expected, abs=0.01)


def test_bootstrap_draws_rows_together_and_repeats_with_its_seed() -> None:
    rng = np.random.default_rng(1)
    true = rng.integers(0, 2, 100)
    pred = np.where(rng.random(100) < 0.9, true, 1 - true)
    first = bootstrap_interval(accuracy_score, true, pred, repeats=200, random_state=3)
    assert first == bootstrap_interval(accuracy_score, true, pred, repeats=200, random_state=3)
    assert first != bootstrap_interval(accuracy_score, true, pred, repeats=200, random_state=4)
    assert first.estimate == accuracy_score(true, pred)
    assert 0.8 < first.low < first.estimate < first.high <= 1.0


def test_bootstrap_within_classes_keeps_a_rare_class() -> None:
    true = np.repeat([0, 1], [40, 1])
    score = np.linspace(0, 1, 41)
    assert bootstrap_interval(roc_auc_score, true, score, stratify=true, repeats=50).low == 1.0
    with (
        pytest.warns(UserWarning, match="roc_auc_score is undefined"),
        pytest.raises(DataError, match="of 50 resamples; pass stratify=y_true"),
    ):
        bootstrap_interval(roc_auc_score, true, score, repeats=50)


def test_bootstrap_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(DataError, match="array 0 has 2 rows but array 1 has 3"):
        bootstrap_interval(accuracy_score, [0, 1], [0, 1, 1])
    with pytest.raises(DataError, match="stratify has 3 rows but rows has 2"):
        bootstrap_interval(np.mean, [0, 1], stratify=[0, 1, 1])
    with pytest.raises(UsageError, match="repeats=0 is not accepted"):
        bootstrap_interval(np.mean, [0, 1], repeats=0)
    with pytest.raises(UsageError, match="level=95 is not accepted"):
        bootstrap_interval(np.mean, [0, 1], level=95)
