"""Tests of which classifier is better: McNemar, 5×2cv F, Friedman with Nemenyi's critical difference.

*McNemar* (1947), one test set: of the b + c rows that exactly one of two models gets right, half should fall
on each side. Exact: 2 P(Binomial(b + c, ½) ≤ min(b, c)); χ² (Edwards): (|b − c| − 1)² / (b + c).

*5×2cv F* (Alpaydın, Neural Computation 11, 1999), five repeats of two folds with differences d_ij:
Σ_ij d_ij² / (2 Σ_i s_i²) is nearly F(10, 5), s_i² = (d_i1 − d_i2)² / 2.

*Friedman* with Iman and Davenport's F (Demšar, JMLR 7, 2006), K models on N data sets, mean ranks R_k:
χ² = 12N / (K(K+1)) [Σ R_k² − K(K+1)²/4],  F = (N−1)χ² / (N(K−1) − χ²). Two models differ (*Nemenyi*) if
their mean ranks are apart by q √(K(K+1) / 6N), q the studentised range over √2.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, chdtrc, fdtrc

from fenlei.errors import DataError
from fenlei.evaluate.checks import check_level, finite_scores
from fenlei.evaluate.labels import code_pair
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase


class McNemar(NamedTuple):
    first_only: int  # b: rows that only the first model gets right
    second_only: int  # c
    statistic: float  # min(b, c) if exact, else chi-square
    p: float


class FTest(NamedTuple):
    statistic: float
    p: float


class Friedman(NamedTuple):
    ranks: Array  # (K,) mean rank of each model, 1 is best
    chi_square: float
    p: float  # of chi_square
    f: float  # Iman and Davenport's
    f_p: float
    critical_difference: float  # Nemenyi's


def mcnemar(
    y_true: ArrayLike, first: ArrayLike, second: ArrayLike, *, exact: bool = True, correction: bool = True
) -> McNemar:
    """McNemar's test of two label vectors predicted for the same rows.

    Parameters
    ----------
    y_true, first, second : array-like of shape (n,)
        True labels, and those predicted by the two models.
    exact : bool
        Binomial test; else chi-square with one degree of freedom.
    correction : bool
        Edwards' continuity correction of chi-square.

    Examples
    --------
    >>> from fenlei.evaluate import mcnemar
    >>> test = mcnemar([0, 0, 1, 1, 1, 0], [0, 0, 1, 1, 1, 0], [0, 1, 0, 0, 1, 1])
    >>> test.p
    0.125
    """
    right = [_correct(y_true, first, "first"), _correct(y_true, second, "second")]
    b = int(np.count_nonzero(right[0] & ~right[1]))
    c = int(np.count_nonzero(right[1] & ~right[0]))
    return mcnemar_of_counts(b, c, exact=exact, correction=correction)


def mcnemar_of_counts(b: int, c: int, *, exact: bool = True, correction: bool = True) -> McNemar:
    """McNemar's test of the two numbers of rows that exactly one model gets right.

    Examples
    --------
    >>> round(mcnemar_of_counts(11, 1).p, 6)  # 2 (1 + 12) / 2¹²
    0.006348
    """
    if min(b, c) < 0:
        raise refused("mcnemar_of_counts", "(b, c)", (b, c), phrase("limit.row_counts"))
    if b + c == 0:
        return McNemar(b, c, 0.0, 1.0)
    if exact:
        return McNemar(b, c, float(min(b, c)), min(1.0, 2 * float(bdtr(min(b, c), b + c, 0.5))))
    distance = max(0.0, abs(b - c) - 1.0) if correction else abs(b - c)
    chi_square = distance**2 / (b + c)
    return McNemar(b, c, chi_square, float(chdtrc(1, chi_square)))


def five_by_two_cv_f_test(differences: ArrayLike) -> FTest:
    """Alpaydın's combined F test of five repeats of two-fold cross-validation.

    Parameters
    ----------
    differences : array-like of shape (5, 2)
        Score of the first model minus that of the second, repeat by fold.

    Returns
    -------
    FTest
        p is 1 where all differences are 0, and 0 where they vary in no repeat.

    Examples
    --------
    >>> from fenlei.evaluate import five_by_two_cv_f_test
    >>> test = five_by_two_cv_f_test([[0.02, 0.03], [0.01, 0.03], [0.02, 0.02], [0.04, 0.01], [0.02, 0.03]])
    >>> round(test.p, 4)
    0.0675
    """
    d = finite_scores(differences, "differences").astype(np.float64)
    if d.shape != (5, 2):
        raise DataError("evaluation.shape", name="differences", shape=d.shape, accepted="(5, 2)")
    above, below = float((d**2).sum()), float(((d[:, 0] - d[:, 1]) ** 2).sum())  # 2 Σ s² = Σ (d_1 − d_2)²
    if below == 0:
        return FTest(0.0, 1.0) if above == 0 else FTest(math.inf, 0.0)
    return FTest(above / below, float(fdtrc(10, 5, above / below)))


def friedman_nemenyi(scores: ArrayLike, *, level: float = 0.95) -> Friedman:
    """Friedman's test of several models on several data sets, with Nemenyi's critical difference.

    Parameters
    ----------
    scores : array-like of shape (N, K)
        Score of each model (column) on each data set (row), the larger the better; ties share a mean rank.
    level : float
        Of the critical difference.

    Examples
    --------
    >>> from fenlei.evaluate import friedman_nemenyi
    >>> found = friedman_nemenyi([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.7, 0.8], [0.6, 0.5, 0.4]])
    >>> found.ranks.tolist(), round(found.chi_square, 3), round(found.critical_difference, 3)
    ([1.0, 2.25, 2.75], 6.5, 1.657)
    """
    check_level("friedman_nemenyi", level)
    table = finite_scores(scores, "scores")
    if table.ndim != 2 or min(table.shape) < 2:
        accepted = phrase("limit.models_and_sets")
        raise DataError("evaluation.shape", name="scores", shape=table.shape, accepted=accepted)
    N, K = table.shape
    ranks = _mean_ranks(table)
    chi_square = float(12 * N / (K * (K + 1)) * ((ranks**2).sum() - K * (K + 1) ** 2 / 4))
    left = N * (K - 1) - chi_square  # 0 when all data sets give the same order
    f = (N - 1) * chi_square / left if left > 1e-12 * N * K else math.inf
    f_p = 0.0 if math.isinf(f) else float(fdtrc(K - 1, (K - 1) * (N - 1), f))
    return Friedman(
        ranks, chi_square, float(chdtrc(K - 1, chi_square)), f, f_p, critical_difference(K, N, level)
    )


def critical_difference(K: int, N: int, level: float = 0.95) -> float:
    """Nemenyi's critical difference of mean ranks of K models on N data sets.

    Examples
    --------
    >>> round(critical_difference(4, 14), 2)  # Demšar (2006), section 3.2.4
    1.25
    """
    from scipy.stats import studentized_range

    q = studentized_range.ppf(level, K, np.inf) / math.sqrt(2)
    return float(q * math.sqrt(K * (K + 1) / (6 * N)))


def _mean_ranks(table: Array) -> Array:
    """Mean over the rows of each column's rank, 1 for the largest; equal values share their mean rank."""
    better = (table[:, None, :] > table[:, :, None]).sum(axis=2)
    equal = (table[:, None, :] == table[:, :, None]).sum(axis=2)
    return np.asarray((better + (equal + 1) / 2).mean(axis=0))


def _correct(y_true: ArrayLike, y_pred: ArrayLike, name: str) -> Array:
    _, true, pred = code_pair(y_true, y_pred, ("y_true", name))
    return np.asarray(true == pred)
