"""Scores of all tested rows together, where there is no spread over folds: leave-one-out, and one hold-out.

The accuracy has Wilson's interval. Two models are compared by McNemar's exact test on the rows that one of
them gets right and the other wrong; the interval of the difference is Student's over the rows. The log-loss
is a mean over rows, and compared by Student's paired test.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.comparison import mcnemar_of_counts
from fenlei.evaluate.intervals import corrected_resampled_t_test, mean_interval, wilson
from fenlei.evaluate.probability import clipped
from fenlei.study.facts.schema import MeanInterval, PairedFacts
from fenlei.study.facts.scores import ClassScores, headline


def pooled_summary(
    codes: NDArray[np.int64], scores: ClassScores, decided: NDArray[np.int64], level: float
) -> dict[str, MeanInterval]:
    """Every score of the tested rows, with an interval of the accuracy.

    Parameters
    ----------
    codes : ndarray of shape (n,)
        True classes.
    scores : ClassScores of shape (n, K)
    decided : ndarray of shape (n,)
        Predicted classes.
    level : float
        Of the interval.
    """
    found = headline(codes, scores, scores.values.shape[1], decided)
    summary: dict[str, MeanInterval] = {
        name: {"mean": value, "low": None, "high": None} for name, value in found.items()
    }
    right = decided == codes
    share = wilson(int(right.sum()), len(right), level)
    summary["accuracy"] = {"mean": share.estimate, "low": share.low, "high": share.high}
    return summary


def pooled_test(first: NDArray[np.bool_], second: NDArray[np.bool_], level: float) -> PairedFacts | None:
    """The difference of two accuracies on the same rows, `first` minus `second`; None for a single row.

    Examples
    --------
    >>> test = pooled_test(np.array([True, False, False, False]), np.array([True, True, True, True]), 0.95)
    >>> test["difference"], test["p"]
    (-0.75, 0.25)
    """
    if len(first) < 2:
        return None
    difference, low, high = mean_interval(first.astype(float) - second.astype(float), level)
    p = mcnemar_of_counts(int((first & ~second).sum()), int((second & ~first).sum())).p
    return {"difference": difference, "low": max(-1.0, low), "high": min(1.0, high), "p": p}


def pooled_loss_test(
    codes: NDArray[np.int64], first: NDArray[np.float64], second: NDArray[np.float64], level: float
) -> PairedFacts | None:
    """The difference of two log-losses on the same rows, `first` minus `second`, of probabilities (n, K)."""
    if len(codes) < 2:
        return None
    at = np.arange(len(codes)), codes
    losses = [-np.log(clipped(proba[at])) for proba in (first, second)]
    test = corrected_resampled_t_test(*losses, test_train_ratio=0.0, level=level)
    return {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}
