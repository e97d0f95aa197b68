"""How sure a score is: intervals for a share, for a mean over folds, for any statistic, for a difference.

Wilson's score interval for k successes of n, z the normal quantile (Wilson, 1927; Newcombe, 1998):

    (k + z²/2) / (n + z²)  ±  z √(k(n − k)/n + z²/4) / (n + z²)

Folds share most of their training rows, so their scores vary less than scores of fresh data sets would.
Nadeau and Bengio (Machine Learning 52, 2003) widen the variance of a mean over J folds from s²/J to
(1/J + r) s², r the number of test rows over training rows of a fold: 1/(k−1) for k folds, repeated or not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtr, stdtrit

from fenlei.errors import DataError, UsageError
from fenlei.evaluate.checks import check_level, finite_scores, same_length, vector
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.table.coding import encode_labels


class Interval(NamedTuple):
    estimate: float
    low: float
    high: float


class PairedTest(NamedTuple):
    difference: float  # mean of first minus second
    low: float
    high: float
    statistic: float  # t with J - 1 degrees of freedom
    p: float  # two-sided


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval for a share.

    Examples
    --------
    >>> share, low, high = wilson(81, 263)  # Newcombe (1998), table I: 0.2553 to 0.3662
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    """
    check_level("wilson", level)
    if not (n > 0 and 0 <= successes <= n):
        raise UsageError("evaluation.successes", successes=successes, n=n)
    z = float(ndtri((1 + level) / 2))
    centre = (successes + z * z / 2) / (n + z * z)
    reach = z * math.sqrt(successes * (n - successes) / n + z * z / 4) / (n + z * z)
    low = 0.0 if successes == 0 else centre - reach
    high = 1.0 if successes == n else centre + reach
    return Interval(successes / n, low, high)


def mean_interval(scores: ArrayLike, level: float = 0.95, test_train_ratio: float = 0.0) -> Interval:
    """Student's interval for the mean of fold scores.

    Parameters
    ----------
    scores : array-like of shape (J,)
        Scores, fold by fold.
    level : float
        Confidence level.
    test_train_ratio : float
        Test rows over training rows of a fold, 1/(k−1) for k folds: Nadeau and Bengio's correction.
        0 treats the scores as independent.

    Examples
    --------
    >>> from fenlei.evaluate import mean_interval
    >>> interval = mean_interval([0.90, 0.92, 0.94])
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.87, 0.97)
    """
    check_level("mean_interval", level)
    values = _fold_scores(scores, "scores")
    mean, error = float(values.mean()), _standard_error(values, test_train_ratio)
    reach = float(stdtrit(len(values) - 1, (1 + level) / 2)) * error
    return Interval(mean, mean - reach, mean + reach)


def corrected_resampled_t_test(
    first: ArrayLike, second: ArrayLike, *, test_train_ratio: float, level: float = 0.95
) -> PairedTest:
    """Nadeau and Bengio's corrected t-test of two models scored on the same folds.

    Parameters
    ----------
    first, second : array-like of shape (J,)
        Scores of the two models, fold by fold.
    test_train_ratio : float
        Test rows over training rows of a fold: 1/(k−1) for k folds, repeated or not. 0 is the ordinary
        paired t-test.
    level : float
        Of the interval of the difference.

    Returns
    -------
    PairedTest
        Where all differences are equal, p is 1 if they are 0 and else 0, and the interval is a point.

    Examples
    --------
    >>> from fenlei.evaluate import corrected_resampled_t_test
    >>> test = corrected_resampled_t_test([0.90, 0.92, 0.94], [0.88, 0.91, 0.91], test_train_ratio=0.5)
    >>> round(test.p, 3)
    0.16
    """
    check_level("corrected_resampled_t_test", level)
    a, b = _fold_scores(first, "first"), _fold_scores(second, "second")
    same_length(first=a, second=b)
    error = _standard_error(a - b, test_train_ratio)
    difference, _, _ = interval = mean_interval(a - b, level, test_train_ratio)
    if error == 0:
        statistic = 0.0 if difference == 0 else math.copysign(math.inf, difference)
        return PairedTest(*interval, statistic, 1.0 if difference == 0 else 0.0)
    statistic = difference / error
    return PairedTest(*interval, statistic, float(2 * stdtr(len(a) - 1, -abs(statistic))))


def bootstrap_interval(
    statistic: Callable[..., float],
    *arrays: ArrayLike,
    level: float = 0.95,
    repeats: int = 1000,
    stratify: ArrayLike | None = None,
    random_state: int = 0,
) -> Interval:
    """Percentile bootstrap interval of any statistic of rows (Efron, 1979).

    Parameters
    ----------
    statistic : callable
        `statistic(*arrays)` gives a number, as every score of this package does.
    *arrays : array-like with n rows each
        Rows are drawn together, with replacement.
    level : float
        Confidence level.
    repeats : int
        Number of resamples.
    stratify : array-like of shape (n,), optional
        Draw within each of these classes, so that a rare class is in every resample.
    random_state : int
        Seed of the draws.

    Examples
    --------
    >>> share, low, high = bootstrap_interval(np.mean, [0, 1, 1, 1, 0, 1, 1, 0, 1, 1], random_state=1)
    >>> share, bool(low < share < high)
    (0.7, True)
    """
    check_level("bootstrap_interval", level)
    if repeats < 1 or not arrays:
        raise refused("bootstrap_interval", "repeats", repeats, phrase("limit.repeats"))
    columns = [np.asarray(array) for array in arrays]
    same_length(**{f"array {i}": column for i, column in enumerate(columns)})
    strata = _strata(len(columns[0]), stratify)
    rng = np.random.default_rng(random_state)
    values = np.array([statistic(*_resample(columns, strata, rng)) for _ in range(repeats)])
    if not np.isfinite(values).all():
        raise DataError("evaluation.bootstrap", undefined=int((~np.isfinite(values)).sum()), repeats=repeats)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(statistic(*columns)), float(low), float(high))


def _strata(n: int, stratify: ArrayLike | None) -> list[Array]:
    """Row numbers of each stratum."""
    if stratify is None:
        return [np.arange(n)]
    classes, codes = encode_labels(vector(stratify, "stratify"))
    same_length(stratify=codes, rows=np.arange(n))
    return [np.flatnonzero(codes == k) for k in range(len(classes))]


def _resample(columns: list[Array], strata: list[Array], rng: np.random.Generator) -> list[Array]:
    rows = np.concatenate([rows[rng.integers(len(rows), size=len(rows))] for rows in strata])
    return [column[rows] for column in columns]


def _fold_scores(scores: ArrayLike, name: str) -> Array:
    values = vector(finite_scores(scores, name), name).astype(np.float64)
    if len(values) < 2:
        raise DataError("evaluation.too_few_folds", name=name, n=len(values))
    return values


def _standard_error(values: Array, test_train_ratio: float) -> float:
    if not 0 <= test_train_ratio < math.inf:
        accepted = phrase("limit.test_train_ratio")
        raise refused("corrected_resampled_t_test", "test_train_ratio", test_train_ratio, accepted)
    # equal scores have no spread, whatever rounding leaves of it
    spread = 0.0 if np.ptp(values) == 0 else float(values.var(ddof=1))
    return math.sqrt((1 / len(values) + test_train_ratio) * spread)
