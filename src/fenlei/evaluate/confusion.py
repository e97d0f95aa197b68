"""Confusion matrices of label vectors.

`tally` codes the labels once and counts every pair; matrices for chosen `labels`, and the totals of each
class that precision and recall need, are read from that one table.

Layout: rows are true classes, columns predicted ones, in the order of `labels`. Classes in ascending order
give [[TN, FP], [FN, TP]] for 0 and 1; the textbook's [[TP, FN], [FP, TN]] is `labels=[1, 0]`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fenlei.errors import DataError, UsageError, warn
from fenlei.evaluate.checks import option
from fenlei.evaluate.labels import LabelPair, code_pair, label_list, positions_of
from fenlei.evaluate.multilabel import Totals, indicator_pair, indicator_totals
from fenlei.kernels import Array
from fenlei.stats.confusion import summarise
from fenlei.weights import check_weights


class Tally(NamedTuple):
    classes: Array  # (K,) sorted labels that occur among the true or the predicted ones
    counts: Array  # (K, K)


def tally(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None = None,
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> Tally:
    """Count every pair of true and predicted label."""
    pair = code_pair(y_true, y_pred, names)
    return _counted(pair, check_weights(sample_weight, len(pair.true)), sample_weight)


def _counted(pair: LabelPair, w: Array | None, sample_weight: ArrayLike | None) -> Tally:
    classes, true, pred = pair
    counts = summarise(true, pred, len(classes), w).counts
    # numbers of rows stay whole, as scikit-learn returns them
    return Tally(classes, counts.astype(np.int64) if sample_weight is None else counts)


def totals(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    samplewise: bool = False,
) -> Totals:
    """Totals of each class, or label of an indicator matrix; `samplewise` of each row of the latter."""
    pair = indicator_pair(y_true, y_pred)
    if pair is not None:
        return indicator_totals(pair, check_weights(sample_weight, pair.true.shape[0]), labels, samplewise)
    if samplewise:
        raise DataError("evaluation.samplewise")
    return class_totals(tally(y_true, y_pred, sample_weight), labels)


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
        Whole numbers unless weights are fractional or `normalize` is set. Whole weights are added
        exactly; a sum beyond the largest int64 makes the matrix float64 (scikit-learn's sum wraps around).

    Examples
    --------
    >>> confusion_matrix([1, 0, 1, 1], [1, 0, 0, 1], labels=[1, 0])
    array([[2, 1],
           [0, 1]])
    """
    option("confusion_matrix", "normalize", normalize, (None, "true", "pred", "all"))
    pair = code_pair(y_true, y_pred)
    table = _counted(pair, check_weights(sample_weight, len(pair.true)), sample_weight)
    whole = np.asarray(sample_weight)
    if whole.dtype.kind in "biu":
        table = Tally(table.classes, _added(pair, np.broadcast_to(whole, pair.true.shape), table.counts))
    counts = table.counts if labels is None else select(table, labels)
    if labels is not None and not class_totals(table, labels).true.any():
        raise UsageError("evaluation.labels_absent", labels=np.asarray(labels).tolist())
    if counts.shape == (1, 1):
        warn(
            "evaluation.one_label",
            label=(table.classes if labels is None else np.asarray(labels)).tolist()[0],
        )
    return counts if normalize is None else _normalised(counts, normalize)


def _added(pair: LabelPair, w: Array, rounded: Array) -> Array:
    """Whole weights added exactly, (K, K) int64; the `rounded` sums where one is beyond int64."""
    large = rounded.max() >= 2.0**62
    counts = np.zeros(rounded.shape, object if large else np.int64)
    np.add.at(counts, (pair.true, pair.pred), w.astype(counts.dtype))
    return rounded if large and counts.max() > np.iinfo(np.int64).max else counts.astype(np.int64)


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
    samplewise: bool = False,
) -> Array:
    """One binary matrix [[TN, FP], [FN, TP]] for each class against the rest.

    Parameters as in `confusion_matrix`; a row is counted in every matrix, whether or not its labels are
    listed in `labels`. Indicator matrices (n, L), dense or sparse, are taken too: then `labels` are columns,
    and `samplewise` gives one matrix per row in place of one per label.

    Returns
    -------
    ndarray of shape (K, 2, 2), or (n, 2, 2) with `samplewise`

    Examples
    --------
    >>> from fenlei.evaluate import multilabel_confusion_matrix
    >>> multilabel_confusion_matrix(["a", "b", "b"], ["a", "b", "a"]).tolist()
    [[[1, 1], [0, 1]], [[1, 0], [1, 1]]]
    """
    tp, pred, true, total = totals(y_true, y_pred, sample_weight, labels, samplewise)
    fp, fn = pred - tp, true - tp
    return np.stack([total - tp - fp - fn, fp, fn, tp]).T.reshape(-1, 2, 2)
