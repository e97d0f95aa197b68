"""Areas under curves: ROC AUC, average precision, and their averages over classes.

    AUC = P(score of a positive > score of a negative) + ½ P(equal)

Without weights this is counted exactly, pair by pair, while two sorted lists are merged.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import Label, MatrixLike
from fenlei.errors import DataError, UnsupportedError, UsageError, warn
from fenlei.evaluate.checks import finite_scores, option, same_length, vector, warn_undefined
from fenlei.evaluate.labels import code_true, positive_mask
from fenlei.evaluate.multilabel import indicator, is_table
from fenlei.evaluate.thresholds.curves import average_precision, roc_points
from fenlei.evaluate.thresholds.sweep import sorted_apart, threshold_sweep, won_half_pairs
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.weights import check_weights

BinaryScore = Callable[[Array, Array, Array | None], float]
LABEL_AVERAGES = (None, "micro", "macro", "weighted", "samples")


def auc(x: ArrayLike, y: ArrayLike) -> float:
    """Area under the points (x, y) by trapezoids; x ascends or descends.

    >>> from fenlei.evaluate import auc
    >>> auc([0.0, 0.5, 1.0], [0.0, 1.0, 1.0])
    0.75
    """
    x, y = vector(x, "x"), vector(y, "y")
    same_length(x=x, y=y)
    if len(x) < 2:
        raise DataError("evaluation.too_few_points", n=len(x))
    steps = np.diff(x)
    descends = bool((steps < 0).any())
    if descends and (steps > 0).any():
        raise DataError("evaluation.not_monotone")
    return float(np.trapezoid(y, x)) * (-1 if descends else 1)


def roc_auc_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None = "macro",
    sample_weight: ArrayLike | None = None,
    max_fpr: float | None = None,
    multi_class: str = "raise",
    labels: ArrayLike | None = None,
) -> float | Array:
    """Area under the ROC curve.

    Parameters
    ----------
    y_true : array-like of shape (n,), or indicators (n, L) of several labels
        Of two classes the larger label is positive.
    y_score : array-like of shape (n,), (n, K) probabilities for more than two classes, or (n, L)
        The larger, the more likely the class.
    average : {"macro", "weighted", "micro", "samples"} or None
        How to average over classes (or pairs of classes), or labels; None gives one value per class. "micro"
        and None are for `multi_class="ovr"` and labels only, "samples" (over rows) for labels.
    sample_weight : array-like of shape (n,), optional
        Not with `multi_class="ovo"`.
    max_fpr : float in (0, 1], optional
        For two classes: only the part up to this false positive rate, standardised by McClish's formula.
    multi_class : {"raise", "ovr", "ovo"}
        For more than two classes: each against the rest, or the mean over all pairs (Hand and Till, 2001).
    labels : array-like of shape (K,), optional
        Classes of the columns, ascending, where `y_true` lacks some.

    Returns
    -------
    float or ndarray of shape (K,)
        NaN, with a warning, where a class (or all others) has no rows.

    Examples
    --------
    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])  # 3 of 4 pairs in the right order
    0.75
    """
    scores = finite_scores(y_score)
    if is_table(y_true):
        part = binary_auc if max_fpr in (None, 1) else partial(_partial_auc, max_fpr=max_fpr)
        return _label_by_label(part, y_true, scores, sample_weight, average, "roc_auc_score")
    classes, codes = code_true(y_true)
    w = check_weights(sample_weight, same_length(y_true=codes, y_score=scores))
    if len(classes) > 2 or (scores.ndim == 2 and scores.shape[1] > 2):
        option("roc_auc_score", "multi_class", multi_class, ("ovr", "ovo"))
        if max_fpr not in (None, 1):
            raise UsageError("evaluation.max_fpr_multiclass", max_fpr=max_fpr)
        if labels is not None:
            classes, codes = code_true(y_true, labels)
            if not np.array_equal(classes, np.asarray(labels)):
                raise UsageError("evaluation.labels_sorted", labels=classes.tolist())
        return _multiclass_auc(codes, _class_columns(scores, len(classes)), w, average, multi_class)
    positive, scores = codes == len(classes) - 1, vector(scores, "y_score")
    if len(classes) < 2:
        return _undefined_auc()
    if max_fpr is None or max_fpr == 1:
        return binary_auc(positive, scores, w)
    return _partial_auc(positive, scores, w, max_fpr)


def average_precision_score(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str | None = "macro",
    pos_label: Label | None = 1,
    sample_weight: ArrayLike | None = None,
) -> float | Array:
    """Area under the steps of the precision-recall curve: Σ (R_t − R_{t−1}) P_t.

    Parameters
    ----------
    y_true : array-like of shape (n,), or indicators (n, L) of several labels
        True labels.
    y_score : array-like of shape (n,), (n, K) for more than two classes, or (n, L)
        The larger, the more likely the class.
    average : {"macro", "weighted", "micro", "samples"} or None
        How to average over more than two classes, or over labels; "samples" averages over rows.
    pos_label : label
        The positive one of two classes.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.

    Returns
    -------
    float or ndarray of shape (K,)
        0 for a class without rows, with a warning.

    Examples
    --------
    >>> from fenlei.evaluate import average_precision_score
    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    option("average_precision_score", "average", average, LABEL_AVERAGES)
    scores = finite_scores(y_score)
    if is_table(y_true):
        if pos_label != 1:
            raise UsageError("evaluation.pos_label_multiclass", pos_label=pos_label)
        return _label_by_label(_binary_ap, y_true, scores, sample_weight, average, "average_precision_score")
    classes, codes = code_true(y_true)
    w = check_weights(sample_weight, same_length(y_true=codes, y_score=scores))
    if len(classes) > 2:
        if pos_label != 1:
            raise UsageError("evaluation.pos_label_multiclass", pos_label=pos_label)
        return _one_vs_rest(_binary_ap, codes, _class_columns(scores, len(classes)), w, average)
    if len(classes) == 2 and pos_label not in classes.tolist():
        raise UsageError("evaluation.pos_label_unknown", pos_label=pos_label, classes=classes.tolist())
    return _binary_ap(positive_mask(y_true, pos_label), vector(scores, "y_score"), w)


def _label_by_label(
    score: BinaryScore,
    y_true: MatrixLike,
    scores: Array,
    sample_weight: ArrayLike | None,
    average: str | None,
    function: str,
) -> float | Array:
    """Score of each label (or each row, over its labels) of an indicator matrix, averaged."""
    option(function, "average", average, LABEL_AVERAGES)
    truth = indicator(y_true, "y_true").toarray().astype(bool)
    w = check_weights(sample_weight, same_length(y_true=truth, y_score=scores))
    scores = _class_columns(scores, truth.shape[1])
    if average == "micro":
        return score(truth.ravel(), scores.ravel(), None if w is None else np.repeat(w, truth.shape[1]))
    if average == "samples":
        truth, scores = truth.T, scores.T
    columns = zip(truth.T, np.ascontiguousarray(scores.T), strict=True)
    values = np.array([score(t, s, None if average == "samples" else w) for t, s in columns])
    if average is None:
        return values
    weights = w if average == "samples" else None
    if average == "weighted":
        weights = truth.T @ (np.ones(len(truth)) if w is None else w)
    if weights is None:
        return float(values.mean())
    return float(np.average(np.where(weights > 0, values, 0.0), weights=weights)) if weights.any() else 0.0


def binary_auc(positive: Array, scores: Array, w: Array | None = None) -> float:
    """AUC of scores (n,) for a mask of positives; NaN, with a warning, if either class is empty."""
    if w is None:
        apart, P = sorted_apart(positive, scores)
        pairs = P * (len(apart) - P)
        return won_half_pairs(apart, P) / (2 * pairs) if pairs else _undefined_auc()
    fpr, tpr, _ = roc_points(threshold_sweep(positive, scores, w))
    return _undefined_auc() if math.isnan(fpr[-1] + tpr[-1]) else float(np.trapezoid(tpr, fpr))


def _partial_auc(positive: Array, scores: Array, w: Array | None, max_fpr: float) -> float:
    """Area up to `max_fpr`, rescaled so that guessing gives ½ and perfection 1 (McClish, 1989)."""
    if not 0 < max_fpr <= 1:
        raise refused("roc_auc_score", "max_fpr", max_fpr, phrase("limit.above_to", low=0, high=1))
    fpr, tpr, _ = roc_points(threshold_sweep(positive, scores, w))
    if math.isnan(fpr[-1] + tpr[-1]):
        return _undefined_auc()
    stop = np.searchsorted(fpr, max_fpr, side="right")
    cut = np.interp(max_fpr, fpr[stop - 1 : stop + 1], tpr[stop - 1 : stop + 1])
    area = np.trapezoid(np.append(tpr[:stop], cut), np.append(fpr[:stop], max_fpr))
    least = 0.5 * max_fpr**2
    return float(0.5 * (1 + (area - least) / (max_fpr - least)))


def _multiclass_auc(
    codes: Array, proba: Array, w: Array | None, average: str | None, scheme: str
) -> float | Array:
    one = np.isclose(1, proba.sum(axis=1))
    if not one.all():
        raise DataError("evaluation.rows_sum", row=int(one.argmin()), value=float(proba[one.argmin()].sum()))
    if scheme == "ovo" and average is None:
        raise UnsupportedError("evaluation.ovo_average")
    averages = ("macro", "weighted", "micro", None) if scheme == "ovr" else ("macro", "weighted")
    option("roc_auc_score", "average", average, averages)
    if scheme == "ovr":
        return _one_vs_rest(binary_auc, codes, proba, w, average)
    if w is not None:
        raise UsageError("evaluation.ovo_weights")
    return _one_vs_one(codes, proba, average)


def _one_vs_rest(
    score: BinaryScore, codes: Array, scores: Array, w: Array | None, average: str | None
) -> float | Array:
    """Score of each class against the rest, averaged."""
    K = scores.shape[1]
    if average == "micro":
        member = np.equal.outer(codes, np.arange(K)).ravel()
        return score(member, scores.ravel(), None if w is None else np.repeat(w, K))
    columns = np.ascontiguousarray(scores.T)
    values = np.array([score(codes == k, columns[k], w) for k in range(K)])
    if average is None:
        return values
    if average == "macro":
        return float(values.mean())
    weight = np.bincount(codes, w, K)
    return float(np.average(np.where(weight > 0, values, 0.0), weights=weight))


def _one_vs_one(codes: Array, scores: Array, average: str | None) -> float:
    """Mean over pairs of classes of the AUC among the rows of the two, each taken as positive in turn."""
    values, prevalence = [], []
    for a, b in combinations(np.unique(codes), 2):
        rows = (codes == a) | (codes == b)
        of_a, of_b = (np.ascontiguousarray(scores[rows, k]) for k in (a, b))
        is_a = codes[rows] == a
        values.append((binary_auc(is_a, of_a) + binary_auc(~is_a, of_b)) / 2)
        prevalence.append(rows.mean())
    return float(np.average(values, weights=prevalence if average == "weighted" else None))


def _binary_ap(positive: Array, scores: Array, w: Array | None) -> float:
    sweep = threshold_sweep(positive, scores, w)
    if sweep.tp[-1] <= 0:
        warn("evaluation.no_positives")
    return average_precision(sweep)


def _class_columns(scores: Array, K: int) -> Array:
    if scores.ndim != 2 or scores.shape[1] != K:
        columns = 1 if scores.ndim == 1 else scores.shape[1]
        raise DataError("evaluation.columns", name="y_score", columns=columns, K=K)
    return scores


def _undefined_auc() -> float:
    warn_undefined("roc_auc_score", phrase("reason.class_empty_or_full"), math.nan)
    return math.nan
