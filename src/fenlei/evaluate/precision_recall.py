"""Precision, recall and F: scores of one class, and their averages, read from the confusion matrix.

    precision_k = TP_k / (TP_k + FP_k)        recall_k = TP_k / (TP_k + FN_k)
    F_β = (1 + β²) TP / (β² (TP + FN) + (TP + FP)),   which is 2PR / (P + R) for β = 1

*Macro* averages the scores of the classes (macro-F1 is the mean of the F1s), *micro* adds up TP, FP and FN
first, *weighted* averages by the weight of each class. Where a denominator is 0 the score is `zero_division`:
"warn" (0 and a warning), 0, 1, or NaN, which leaves the class out of averages.

Indicator matrices of several labels are scored label by label; *samples* scores each row over its labels and
averages over the rows. Differences from scikit-learn: negative weights are refused.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import Label
from fenlei.errors import DataError, FenleiWarning, UsageError, warn
from fenlei.evaluate.checks import option, warn_undefined
from fenlei.evaluate.confusion import Tally, class_totals, tally, totals
from fenlei.evaluate.multilabel import Totals, is_table
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.weights import check_weights

AVERAGES = (None, "binary", "micro", "macro", "weighted", "samples")


def precision_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: str | float = "warn",
) -> float | Array:
    """TP / (TP + FP): how many predicted positives are so. Parameters: `precision_recall_fscore_support`.

    >>> from fenlei.evaluate import precision_score
    >>> round(precision_score([0, 1, 1, 0], [1, 1, 1, 0]), 4)
    0.6667
    """
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=("precision",),
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[0]


def recall_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: str | float = "warn",
) -> float | Array:
    """TP / (TP + FN): how many of the positives are found. Parameters: `precision_recall_fscore_support`.

    >>> from fenlei.evaluate import recall_score
    >>> recall_score([0, 1, 1, 0], [0, 1, 0, 0])
    0.5
    """
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=("recall",),
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[1]


def fbeta_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: str | float = "warn",
) -> float | Array:
    """Weighted harmonic mean of precision and recall. Parameters: `precision_recall_fscore_support`.

    >>> from fenlei.evaluate import fbeta_score
    >>> round(fbeta_score([0, 1, 1, 0], [0, 1, 0, 0], beta=0.5), 4)
    0.8333
    """
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        beta=beta,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=("f-score",),
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[2]


def f1_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: str | None = "binary",
    sample_weight: ArrayLike | None = None,
    zero_division: str | float = "warn",
) -> float | Array:
    """Harmonic mean of precision and recall. Parameters: `precision_recall_fscore_support`.

    Examples
    --------
    >>> f1_score([0, 1, 1, 1], [0, 1, 1, 0])
    0.8
    """
    return fbeta_score(
        y_true,
        y_pred,
        beta=1.0,
        labels=labels,
        pos_label=pos_label,
        average=average,
        sample_weight=sample_weight,
        zero_division=zero_division,
    )


def precision_recall_fscore_support(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    pos_label: Label | None = 1,
    average: str | None = None,
    warn_for: Collection[str] = ("precision", "recall", "f-score"),
    sample_weight: ArrayLike | None = None,
    zero_division: str | float = "warn",
) -> tuple[Any, Any, Any, Any]:
    """Precision, recall, F-beta and support.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicators (n, L), dense or sparse
        True and predicted labels.
    beta : float
        Weight of recall against precision in F; 0 is precision, infinity is recall.
    labels : array-like, optional
        Classes to report or average; default all that occur.
    pos_label : label
        The positive class when `average="binary"`.
    average : {"binary", "micro", "macro", "weighted", "samples"} or None
        None gives one value per class; "samples" is for indicator matrices.
    warn_for : collection of {"precision", "recall", "f-score"}
        Which zero divisions to warn about.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    zero_division : {"warn", 0, 1, nan}
        Value of 0/0; "warn" is 0 with a warning.

    Returns
    -------
    precision, recall, fscore : float or ndarray of shape (K,)
    support : ndarray of shape (K,), or None when averaged

    Examples
    --------
    >>> from fenlei.evaluate import precision_recall_fscore_support
    >>> precision, recall, f, support = precision_recall_fscore_support([0, 1, 1, 0], [0, 1, 0, 0])
    >>> recall.tolist(), support.tolist()
    ([1.0, 0.5], [2, 2])
    """
    option("precision_recall_fscore_support", "average", average, AVERAGES)
    if is_table(y_true) or is_table(y_pred):
        if average == "binary":
            raise DataError("evaluation.indicators_binary")
        found = totals(y_true, y_pred, sample_weight, labels, average == "samples")
    elif average == "samples":
        raise DataError("evaluation.samplewise")
    else:
        table = tally(y_true, y_pred, sample_weight)
        found = class_totals(table, _labels_for(table, average, labels, pos_label))
    w = check_weights(sample_weight, len(found.tp)) if average == "samples" else None
    return _scores(found, beta, average, warn_for, zero_division, w)


def scores_of(
    table: Tally,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    average: str | None = None,
    warn_for: Collection[str] = (),
    zero_division: str | float = "warn",
) -> tuple[Any, Any, Any, Any]:
    """`precision_recall_fscore_support` of counted pairs."""
    return _scores(class_totals(table, labels), beta, average, warn_for, zero_division)


def _scores(
    found: Totals,
    beta: float,
    average: str | None,
    warn_for: Collection[str],
    zero_division: str | float,
    w: Array | None = None,
) -> tuple[float | Array, float | Array, float | Array, Array | None]:
    """Precision, recall, F and support of totals; `w` are the rows' weights where the totals are of rows."""
    fill = _fill_value(zero_division)
    tp, pred, true, _ = found
    if average == "micro":
        tp, pred, true = (np.array([total.sum()]) for total in (tp, pred, true))
    parts = {
        "precision": (tp, pred),
        "recall": (tp, true),
        "f-score": _f_parts(tp, pred, true, beta),
    }
    if zero_division == "warn":
        _warn_undefined({name: below for name, (_, below) in parts.items() if name in warn_for})
    precision, recall, f_score = (_divide(above, below, fill) for above, below in parts.values())
    if average is None:
        return precision, recall, f_score, true
    weights = true if average == "weighted" else w
    return _average(precision, weights), _average(recall, weights), _average(f_score, weights), None


def _labels_for(table: Tally, average: str | None, labels: ArrayLike | None, pos_label: Label | None) -> Any:
    """The classes to score: the positive one alone when the average is binary."""
    if average != "binary":
        if pos_label not in (None, 1):
            warn(
                "evaluation.pos_label_ignored",
                FenleiWarning,
                pos_label=pos_label,
                average=average,
            )
        return labels
    classes = table.classes.tolist()
    if len(classes) > 2:
        raise DataError("evaluation.not_binary", K=len(classes))
    if pos_label not in classes and len(classes) == 2:
        raise UsageError("evaluation.pos_label_unknown", pos_label=pos_label, classes=classes)
    return [pos_label]


def _f_parts(tp: Array, pred: Array, true: Array, beta: float) -> tuple[Array, Array]:
    if not beta >= 0:
        raise refused("fbeta_score", "beta", beta, phrase("limit.at_least", low=0))
    if math.isinf(beta):
        return tp, true
    return (1 + beta**2) * tp, beta**2 * true + pred


def _fill_value(zero_division: str | float) -> float:
    if isinstance(zero_division, str) and zero_division == "warn":
        return 0.0
    if isinstance(zero_division, int | float) and (zero_division in (0, 1) or math.isnan(zero_division)):
        return float(zero_division)
    raise refused(
        "precision_recall_fscore_support", "zero_division", zero_division, phrase("limit.zero_division")
    )


def _divide(above: Array, below: Array, fill: float) -> Array:
    return np.divide(above, below, out=np.full(above.shape, fill), where=below != 0)


def _warn_undefined(denominators: dict[str, Array]) -> None:
    reasons = {
        "precision": "reason.no_predicted",
        "recall": "reason.no_true",
        "f-score": "reason.no_true_or_predicted",
    }
    for name, below in denominators.items():
        if (below == 0).any():
            warn_undefined(name, phrase(reasons[name]), 0.0, "evaluation.zero_division")


def _average(values: Array, weights: Array | None) -> float:
    """Mean of the values that are defined, by weight if they have any."""
    kept = ~np.isnan(values)
    if not kept.any():
        return math.nan
    if weights is None or weights[kept].sum() == 0:
        return float(values[kept].mean())
    return float(np.average(values[kept], weights=weights[kept]))
