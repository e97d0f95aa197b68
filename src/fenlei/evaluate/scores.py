"""Scores of predicted labels that see all classes at once, read from the confusion matrix.

    accuracy = Σ_k TP_k / n          balanced accuracy = mean of TP_k / (TP_k + FN_k) over the K classes

Accuracy misleads where one class dominates (a constant classifier scores 0.99 if 99 % of the rows are of one
class); balanced accuracy, Matthews' correlation and kappa then show 0.5, 0 and 0.

For indicator matrices of several labels, a row is right where all its labels are (subset accuracy).
Differences from scikit-learn: negative weights are refused.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from fenlei.errors import UsageError, warn
from fenlei.evaluate.checks import option, warn_undefined
from fenlei.evaluate.confusion import class_totals, select, tally
from fenlei.evaluate.multilabel import equal_rows, indicator_pair
from fenlei.messages import phrase
from fenlei.weights import check_weights


def accuracy_score(
    y_true: ArrayLike, y_pred: ArrayLike, *, normalize: bool = True, sample_weight: ArrayLike | None = None
) -> float:
    """Share (or, with normalize=False, weight) of the rows whose label is predicted.

    Examples
    --------
    >>> accuracy_score(["好瓜", "坏瓜", "坏瓜", "好瓜"], ["好瓜", "坏瓜", "好瓜", "好瓜"])
    0.75
    """
    right, total = _right_of_all(y_true, y_pred, sample_weight)
    return float(right / total if normalize else right)


def zero_one_loss(
    y_true: ArrayLike, y_pred: ArrayLike, *, normalize: bool = True, sample_weight: ArrayLike | None = None
) -> float:
    """Share (or weight) of the rows whose label is not predicted: the error rate.

    >>> from fenlei.evaluate import zero_one_loss
    >>> zero_one_loss([0, 1, 1, 0], [0, 1, 0, 0])
    0.25
    """
    right, total = _right_of_all(y_true, y_pred, sample_weight)
    return float(1 - right / total if normalize else total - right)


def _right_of_all(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[float, float]:
    """Weight of the rows predicted right, and of all rows."""
    pair = indicator_pair(y_true, y_pred)
    if pair is None:
        counts = tally(y_true, y_pred, sample_weight).counts
        return np.trace(counts), counts.sum()
    right, w = equal_rows(pair), check_weights(sample_weight, pair.true.shape[0])
    return (right.sum(), len(right)) if w is None else (w[right].sum(), w.sum())


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
        warn_undefined(phrase("kind.adjusted_accuracy"), phrase("reason.one_class"), math.nan)
        return math.nan
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
    if labels is not None and not class_totals(table, labels).true.any():
        raise UsageError("evaluation.labels_absent_in", labels=np.asarray(labels).tolist(), name="y1")
    distance = np.abs(np.subtract.outer(np.arange(len(counts)), np.arange(len(counts)))).astype(float)
    penalty = {None: np.minimum(distance, 1), "linear": distance, "quadratic": distance**2}[weights]
    total = counts.sum()
    expected = np.outer(counts.sum(axis=0), counts.sum(axis=1)) / total if total else counts
    chance = (penalty * expected).sum()
    if chance == 0:
        warn_undefined("cohen_kappa_score", phrase("reason.one_shared_label"), replace_undefined_by)
        return replace_undefined_by
    return float(1 - (penalty * counts).sum() / chance)
