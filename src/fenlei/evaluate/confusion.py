"""Confusion matrices of label vectors.

`tally` codes the labels once and counts every pair; matrices for chosen `labels`, and the totals of each
class that precision and recall need, are read from that one table.

Layout: rows are true classes, columns predicted ones, in the order of `labels`. Classes in ascending order
give [[TN, FP], [FN, TP]] for 0 and 1; the textbook's [[TP, FN], [FP, TN]] is `labels=[1, 0]`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fenlei.errors import UsageError, warn
from fenlei.evaluate.checks import option
from fenlei.evaluate.labels import code_pair, label_list, positions_of
from fenlei.kernels import Array
from fenlei.stats.confusion import summarise
from fenlei.weights import check_weights


class Tally(NamedTuple):
    classes: Array  # (K,) sorted labels that occur among the true or the predicted ones
    counts: Array  # (K, K)


class Totals(NamedTuple):
    tp: Array  # (K,) weight of the rows of a class that are predicted as such
    pred: Array  # (K,) weight of the rows predicted as the class: TP + FP
    true: Array  # (K,) weight of the rows of the class: TP + FN
    all: Any  # weight of all rows


def tally(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None = None,
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> Tally:
    """Count every pair of true and predicted label."""
    classes, true, pred = code_pair(y_true, y_pred, names)
    counts = summarise(true, pred, len(classes), check_weights(sample_weight, len(true))).counts
    # numbers of rows stay whole, as scikit-learn returns them
    return Tally(classes, counts.astype(np.int64) if sample_weight is None else counts)


def select(table: Tally, labels: ArrayLike) -> Array:
    """Counts for chosen `labels`, in their order; pairs with any other label are left out."""
    wanted = label_list(labels)
    position = positions_of(wanted, table.classes)
    known = position >= 0
    counts = np.zeros((len(wanted), len(wanted)), dtype=table.counts.dtype)
    counts[np.ix_(known, known)] = table.counts[np.ix_(position[known], position[known])]
    return counts


def class_totals(table: Tally, labels: ArrayLike | None = None) -> Totals:
    """Totals of the chosen `labels` (default: all) among all rows; a label that never occurs has zeros."""
    tp, pred, true = np.diagonal(table.counts), table.counts.sum(axis=0), table.counts.sum(axis=1)
    if labels is not None:
        position = positions_of(label_list(labels), table.classes)
        tp, pred, true = (np.where(position >= 0, total[position], 0) for total in (tp, pred, true))
    return Totals(tp, pred, true, table.counts.sum())


def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    normalize: str | None = None,
) -> Array:
    """Confusion matrix: rows true, columns predicted.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Labels of any type.
    labels : array-like of shape (K,), optional
        Order of rows and columns. Rows whose true or predicted label is not listed are left out.
        Default: all labels that occur, ascending. `[1, 0]` is the textbook's layout [[TP, FN], [FP, TN]].
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    normalize : {"true", "pred", "all"}, optional
        Divide by row totals, column totals or the grand total; 0/0 is 0.

    Returns
    -------
    ndarray of shape (K, K)
        Whole numbers unless weights are fractional or `normalize` is set.

    Examples
    --------
    >>> confusion_matrix([1, 0, 1, 1], [1, 0, 0, 1], labels=[1, 0])
    array([[2, 1],
           [0, 1]])
    """
    option("confusion_matrix", "normalize", normalize, (None, "true", "pred", "all"))
    table = tally(y_true, y_pred, sample_weight)
    counts = table.counts if labels is None else select(table, labels)
    if np.asarray(sample_weight).dtype.kind in "biu":
        counts = counts.astype(np.int64)
    if labels is not None and not class_totals(table, labels).true.any():
        raise UsageError("evaluation.labels_absent", labels=np.asarray(labels).tolist())
    if counts.shape == (1, 1):
        warn(
            "evaluation.one_label",
            label=(table.classes if labels is None else np.asarray(labels)).tolist()[0],
        )
    return counts if normalize is None else _normalised(counts, normalize)


def _normalised(counts: Array, normalize: str) -> Array:
    axis = {"true": 1, "pred": 0, "all": None}[normalize]
    total = np.broadcast_to(counts.sum(axis=axis, keepdims=True), counts.shape)
    return np.divide(counts, total, out=np.zeros(counts.shape), where=total != 0)


def multilabel_confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> Array:
    """One binary matrix [[TN, FP], [FN, TP]] for each class against the rest.

    Parameters as in `confusion_matrix`; a row is counted in every matrix, whether or not its labels are
    listed in `labels`.

    Returns
    -------
    ndarray of shape (K, 2, 2)

    Examples
    --------
    >>> from fenlei.evaluate import multilabel_confusion_matrix
    >>> multilabel_confusion_matrix(["a", "b", "b"], ["a", "b", "a"]).tolist()
    [[[1, 1], [0, 1]], [[1, 0], [1, 1]]]
    """
    tp, pred, true, total = class_totals(tally(y_true, y_pred, sample_weight), labels)
    fp, fn = pred - tp, true - tp
    return np.stack([total - tp - fp - fn, fp, fn, tp]).T.reshape(-1, 2, 2)
