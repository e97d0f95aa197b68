"""Scores of predicted labels that see all classes at once, read from the confusion matrix.

    accuracy = Σ_k TP_k / n          balanced accuracy = mean of TP_k / (TP_k + FN_k) over the K classes

Accuracy misleads where one class dominates (a constant classifier scores 0.99 if 99 % of the rows are of one
class); balanced accuracy, Matthews' correlation and kappa then show 0.5, 0 and 0.

Differences from scikit-learn: indicator matrices and negative weights are refused.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from fenlei.errors import DataError, warn
from fenlei.evaluate.checks import option, warn_undefined
from fenlei.evaluate.confusion import class_totals, select, tally
from fenlei.messages import phrase


def accuracy_score(
    y_true: ArrayLike, y_pred: ArrayLike, *, normalize: bool = True, sample_weight: ArrayLike | None = None
) -> float:
    """Share (or, with normalize=False, weight) of the rows whose label is predicted.

    Examples
    --------
    >>> accuracy_score(["好瓜", "坏瓜", "坏瓜", "好瓜"], ["好瓜", "坏瓜", "好瓜", "好瓜"])
    0.75
    """
    counts = tally(y_true, y_pred, sample_weight).counts
    return float(np.trace(counts) / counts.sum() if normalize else np.trace(counts))


def zero_one_loss(
    y_true: ArrayLike, y_pred: ArrayLike, *, normalize: bool = True, sample_weight: ArrayLike | None = None
) -> float:
    """Share (or weight) of the rows whose label is not predicted: the error rate.

    >>> from fenlei.evaluate import zero_one_loss
    >>> zero_one_loss([0, 1, 1, 0], [0, 1, 0, 0])
    0.25
    """
    counts = tally(y_true, y_pred, sample_weight).counts
    correct, total = np.trace(counts), counts.sum()
    return float(1 - correct / total if normalize else total - correct)


def balanced_accuracy_score(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None, adjusted: bool = False
) -> float:
    """Mean recall of the classes that occur in `y_true`.

    With `adjusted`, 0 is the score of guessing and 1 is perfect. Predicted classes that never occur are
    left out with a warning.

    >>> from fenlei.evaluate import balanced_accuracy_score
    >>> round(balanced_accuracy_score([0, 0, 0, 1, 1], [0, 0, 1, 1, 0]), 4)
    0.5833
    """
    tp, _, true, _ = class_totals(tally(y_true, y_pred, sample_weight))
    if (true == 0).any():
        warn("evaluation.extra_classes")
    recall = tp[true > 0] / true[true > 0]
    if not adjusted:
        return float(recall.mean())
    if len(recall) == 1:
        raise DataError("evaluation.one_class", metric=phrase("kind.adjusted_accuracy"))
    chance = 1 / len(recall)
    return float((recall.mean() - chance) / (1 - chance))


def matthews_corrcoef(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> float:
    """Matthews' correlation of true and predicted classes (Gorodkin's R_K); 0 if either is constant.

    >>> from fenlei.evaluate import matthews_corrcoef
    >>> round(matthews_corrcoef([0, 1, 1, 0], [0, 1, 0, 0]), 4)
    0.5774
    """
    tp, pred, true, total = (np.asarray(t, float) for t in class_totals(tally(y_true, y_pred, sample_weight)))
    spread = (total**2 - pred @ pred) * (total**2 - true @ true)
    return 0.0 if spread == 0 else float((tp.sum() * total - true @ pred) / math.sqrt(spread))


def cohen_kappa_score(
    y1: ArrayLike,
    y2: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: str | None = None,
    sample_weight: ArrayLike | None = None,
    replace_undefined_by: float = np.nan,
) -> float:
    """Cohen's kappa: agreement of two labellings beyond chance.

    Parameters
    ----------
    y1, y2 : array-like of shape (n,)
        Labels of the same rows by two judges.
    labels : array-like, optional
        Restrict to these labels.
    weights : {"linear", "quadratic"}, optional
        Let a disagreement count by the distance of the classes in `labels`; default: all count one.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    replace_undefined_by : float
        Value, given with a warning, where chance agreement is total.

    Examples
    --------
    >>> from fenlei.evaluate import cohen_kappa_score
    >>> cohen_kappa_score([0, 1, 1, 0], [0, 1, 0, 0])
    0.5
    """
    option("cohen_kappa_score", "weights", weights, (None, "linear", "quadratic"))
    table = tally(y1, y2, sample_weight, ("y1", "y2"))
    counts = np.asarray(table.counts if labels is None else select(table, labels), dtype=float)
    distance = np.abs(np.subtract.outer(np.arange(len(counts)), np.arange(len(counts)))).astype(float)
    penalty = {None: np.minimum(distance, 1), "linear": distance, "quadratic": distance**2}[weights]
    total = counts.sum()
    expected = np.outer(counts.sum(axis=0), counts.sum(axis=1)) / total if total else counts
    chance = (penalty * expected).sum()
    if chance == 0:
        warn_undefined("cohen_kappa_score", phrase("reason.one_shared_label"), replace_undefined_by)
        return replace_undefined_by
    return float(1 - (penalty * counts).sum() / chance)
