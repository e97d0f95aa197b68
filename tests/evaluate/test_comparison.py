"""Tests between classifiers: published worked examples, scipy.stats as an independent witness."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from fenlei.errors import DataError, UsageError
from fenlei.evaluate import (
    critical_difference,
    five_by_two_cv_f_test,
    friedman_nemenyi,
    mcnemar,
    mcnemar_of_counts,
)


@pytest.mark.parametrize(("b", "c"), [(0, 1), (6, 16), (11, 1), (25, 15), (121, 59), (7, 7)])
def test_exact_mcnemar_is_the_binomial_test_of_scipy(b: int, c: int) -> None:
    assert mcnemar_of_counts(b, c).p == pytest.approx(stats.binomtest(b, b + c).pvalue, abs=1e-12)


@pytest.mark.parametrize(
    ("b", "c", "correction", "statistic"),
    [  # by hand: (59 - 121)² / 180 and 61² / 180; 10² / 22 and 9² / 22; |b - c| < 1 is not made larger
        (121, 59, False, 3844 / 180),
        (121, 59, True, 3721 / 180),
        (6, 16, False, 100 / 22),
        (6, 16, True, 81 / 22),
        (7, 7, True, 0.0),
    ],
)
def test_chi_square_mcnemar(b: int, c: int, correction: bool, statistic: float) -> None:
    test = mcnemar_of_counts(b, c, exact=False, correction=correction)
    assert test.statistic == pytest.approx(statistic, abs=1e-12)
    assert test.p == pytest.approx(stats.chi2.sf(statistic, 1), abs=1e-12)


def test_mcnemar_counts_the_rows_that_one_model_gets_right() -> None:
    true, first, second = ["a", "b", "a", "b", "a"], ["a", "b", "a", "a", "b"], ["b", "b", "b", "b", "b"]
    assert mcnemar(true, first, second)[:2] == (2, 1)
    assert mcnemar(true, first, first) == (0, 0, 0.0, 1.0)
    with pytest.raises(DataError, match="y_true has 5 rows but second has 4"):
        mcnemar(true, first, second[:4])
    with pytest.raises(UsageError, match=r"\(b, c\)=\(-1, 2\) is not accepted"):
        mcnemar_of_counts(-1, 2)


def test_five_by_two_f_by_hand() -> None:
    # Σ d² = 1+9+4+4+0+4+1+1+9+1 = 34; Σ (d1 - d2)² = 4+0+4+0+4 = 12, so f = 34 / 12
    differences = np.array([[1, 3], [2, 2], [0, 2], [1, 1], [3, 1]]) / 100
    test = five_by_two_cv_f_test(differences)
    assert test.statistic == pytest.approx(34 / 12, abs=1e-12)
    assert test.p == pytest.approx(stats.f.sf(34 / 12, 10, 5), abs=1e-12)
    assert five_by_two_cv_f_test(-differences[:, ::-1]) == pytest.approx(test)


def test_five_by_two_f_without_spread() -> None:
    assert five_by_two_cv_f_test(np.zeros((5, 2))) == (0.0, 1.0)
    assert five_by_two_cv_f_test(np.full((5, 2), 0.1)) == (math.inf, 0.0)
    with pytest.raises(DataError, match=r"differences has shape \(2, 5\); give \(5, 2\)"):
        five_by_two_cv_f_test(np.zeros((2, 5)))


# Demšar, JMLR 7 (2006), table 5 (a): critical values for the two-tailed Nemenyi test
Q_05 = {2: 1.960, 3: 2.343, 4: 2.569, 5: 2.728, 6: 2.850, 7: 2.949, 8: 3.031, 9: 3.102, 10: 3.164}
Q_10 = {2: 1.645, 3: 2.052, 4: 2.291, 5: 2.459, 6: 2.589, 7: 2.693, 8: 2.780, 9: 2.855, 10: 2.920}


@pytest.mark.parametrize("K", Q_05)
def test_critical_values_of_demsar(K: int) -> None:
    unit = math.sqrt(K * (K + 1) / (6 * 14))
    assert critical_difference(K, 14) / unit == pytest.approx(Q_05[K], abs=1e-3)
    assert critical_difference(K, 14, 0.90) / unit == pytest.approx(Q_10[K], abs=1e-3)


# Demšar (2006), table 6: ranks of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf by AUC on 14 data sets
# (taken as printed: the AUCs beside them are rounded, and two equal ones are ranked 2 and 3)
DEMSAR_RANKS = np.array(
    [
        [4, 3, 2, 1],
        [1, 2, 3, 4],
        [4, 1, 2, 3],
        [4, 1, 3, 2],
        [4, 2, 3, 1],
        [1, 2.5, 4, 2.5],
        [3, 2, 4, 1],
        [2.5, 2.5, 4, 1],
        [4, 3, 2, 1],
        [2.5, 2.5, 2.5, 2.5],
        [4, 2.5, 1, 2.5],
        [3, 2, 4, 1],
        [4, 1, 2, 3],
        [3, 1, 4, 2],
    ]
)


def test_worked_example_of_demsar() -> None:
    test = friedman_nemenyi(-DEMSAR_RANKS)
    assert test.ranks == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    assert test.chi_square == pytest.approx(9.28, abs=5e-3)
    assert test.f == pytest.approx(3.69, abs=5e-3)
    assert test.critical_difference == pytest.approx(1.25, abs=5e-3)
    assert friedman_nemenyi(-DEMSAR_RANKS, level=0.90).critical_difference == pytest.approx(1.12, abs=5e-3)


def test_ranks_published_with_r() -> None:
    # nine models on two data sets, R's scmamp: chi-squared 11.733, p 0.1635; Iman-Davenport 2.75, p 0.08697
    # (techutils.in/blog/2018/03/07, "Statistical Test Evaluation?")
    ranks = [[1, 8, 6, 4, 7, 2, 5, 3, 9], [1, 6, 3, 9, 7, 2, 8, 4, 5]]
    test = friedman_nemenyi(-np.array(ranks))
    assert (round(test.chi_square, 3), round(test.p, 4)) == (11.733, 0.1635)
    assert (round(test.f, 2), round(test.f_p, 5)) == (2.75, 0.08697)


def test_friedman_equals_scipy_without_ties() -> None:
    scores = np.random.default_rng(2).random((8, 5))
    expected = stats.friedmanchisquare(*scores.T)
    test = friedman_nemenyi(scores)
    assert (test.chi_square, test.p) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-12)
    assert test.ranks == pytest.approx(stats.rankdata(-scores, axis=1).mean(axis=0))


def test_the_same_order_everywhere_is_certain() -> None:
    test = friedman_nemenyi([[0.9, 0.8, 0.7]] * 4)
    assert test.ranks.tolist() == [1, 2, 3]
    assert (test.f, test.f_p) == (math.inf, 0.0)


def test_friedman_needs_a_table() -> None:
    with pytest.raises(DataError, match="at least two data sets"):
        friedman_nemenyi([[0.9, 0.8]])
    with pytest.raises(DataError, match="nan in row 1"):
        friedman_nemenyi([[0.9, 0.8], [np.nan, 0.7]])
