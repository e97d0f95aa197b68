"""Curves over the threshold: ROC, precision-recall, risk-coverage; one shared sweep, thinned for drawing.

TPR = recall = TP / (TP + FN)      FPR = FP / (FP + TN)      precision = TP / (TP + FP)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import Label
from fenlei.errors import DataError, warn
from fenlei.evaluate.checks import finite_scores, same_length, vector, warn_undefined
from fenlei.evaluate.labels import code_pair, positive_mask
from fenlei.evaluate.thresholds.sweep import Sweep, corners, threshold_sweep
from fenlei.evaluate.thresholds.thinning import thin_curve
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.weights import check_weights


def roc_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = True,
) -> tuple[Array, Array, Array]:
    """False positive rate, true positive rate and thresholds of the ROC curve.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        True labels.
    y_score : array-like of shape (n,)
        The larger, the more likely positive: probability, log-odds or any score.
    pos_label : label, optional
        Default: 1 of {0, 1} or {-1, 1}.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    drop_intermediate : bool
        Leave out points on a straight line between their neighbours.

    Returns
    -------
    fpr, tpr, thresholds : ndarray of shape (m,)
        From (0, 0) with threshold infinity to (1, 1). A rate with no rows to count is NaN, with a warning.

    Examples
    --------
    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), tpr.tolist(), thresholds.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0], [inf, 0.8, 0.4, 0.35, 0.1])
    """
    sweep = sweep_of(y_true, y_score, pos_label, sample_weight)
    if sweep.fp[-1] <= 0:
        warn_undefined(phrase("kind.false_positive_rate"), phrase("reason.no_negatives"), np.nan)
    if sweep.tp[-1] <= 0:
        warn_undefined(phrase("kind.true_positive_rate"), phrase("reason.no_positives"), np.nan)
    return roc_points(sweep, drop_intermediate)


def precision_recall_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> tuple[Array, Array, Array]:
    """Precision, recall and thresholds of the precision-recall curve.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight : array-like
        As in `roc_curve`.
    drop_intermediate : bool
        Leave out points between two others of the same recall.

    Returns
    -------
    precision, recall : ndarray of shape (m + 1,)
        By ascending threshold; the last point is (1, 0) and has no threshold. Recall is 1 throughout, with
        a warning, if there are no positives.
    thresholds : ndarray of shape (m,)

    Examples
    --------
    >>> from fenlei.evaluate import precision_recall_curve
    >>> precision, recall, thresholds = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> precision.round(3).tolist(), recall.tolist()
    ([0.5, 0.667, 0.5, 1.0, 1.0], [1.0, 1.0, 0.5, 0.5, 0.0])
    """
    sweep = sweep_of(y_true, y_score, pos_label, sample_weight)
    if sweep.tp[-1] <= 0:
        warn("evaluation.no_positives")
    return precision_recall_points(sweep, drop_intermediate)


def risk_coverage_curve(
    y_true: ArrayLike, y_pred: ArrayLike, confidence: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> tuple[Array, Array, Array]:
    """Error rate among the rows that are answered, when the least confident are refused.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        True and predicted labels.
    confidence : array-like of shape (n,)
        A row is answered when its confidence is at least the threshold.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.

    Returns
    -------
    coverage : ndarray of shape (m,)
        Share of the rows answered, ascending to 1.
    risk : ndarray of shape (m,)
        Share of wrong labels among them; the last is the error rate.
    thresholds : ndarray of shape (m,)
        Descending.

    Examples
    --------
    >>> from fenlei.evaluate import risk_coverage_curve
    >>> coverage, risk, thresholds = risk_coverage_curve([0, 1, 1, 0], [0, 1, 0, 0], [0.9, 0.8, 0.6, 0.7])
    >>> coverage.tolist(), risk.tolist()
    ([0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.0, 0.25])
    """
    _, true, pred = code_pair(y_true, y_pred)
    scores = vector(finite_scores(confidence, "confidence"), "confidence")
    w = check_weights(sample_weight, same_length(y_true=true, confidence=scores))
    thresholds, wrong, right = threshold_sweep(true != pred, scores, w)
    answered = wrong + right
    return answered / answered[-1], wrong / answered, thresholds


def one_vs_rest_curves(
    codes: Array, scores: Array, names: list[str], *, w: Array | None = None, points: int = 200
) -> dict[str, dict[str, dict[str, Any]]]:
    """ROC and precision-recall curve of each class against the rest, thinned, as plain data.

    Parameters
    ----------
    codes : ndarray of shape (n,)
        True classes, 0..K-1.
    scores : ndarray of shape (n, K)
        The larger, the more likely the class.
    names : list of str
        Names of the K classes: the keys of the result.
    w : ndarray of shape (n,), optional
        Weight of each row.
    points : int
        Most points of a curve.

    Returns
    -------
    dict
        `{"roc": {name: {"x", "y", "auc"}}, "pr": {name: {"x", "y", "ap"}}}` with lists of floats; x is the
        false positive rate, or recall. A class that no row, or every row, belongs to has no curve.

    Examples
    --------
    >>> from fenlei.evaluate import one_vs_rest_curves
    >>> import numpy as np
    >>> scores = np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.3, 0.7]])
    >>> sorted(one_vs_rest_curves(np.array([0, 1, 0, 1]), scores, ["no", "yes"]))
    ['pr', 'roc']
    """
    scores = finite_scores(scores, "scores")
    w = check_weights(w, same_length(codes=codes, scores=scores))
    if scores.ndim != 2 or scores.shape[1] != len(names):
        raise DataError("evaluation.shape", name="scores", shape=scores.shape, accepted=f"(n, {len(names)})")
    curves: dict[str, dict[str, dict[str, Any]]] = {"roc": {}, "pr": {}}
    for k, name in enumerate(names):
        sweep = threshold_sweep(codes == k, np.ascontiguousarray(scores[:, k]), w)
        if sweep.tp[-1] > 0 and sweep.fp[-1] > 0:
            curves["roc"][name], curves["pr"][name] = _roc_facts(sweep, points), _pr_facts(sweep, points)
    return curves


def sweep_of(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Label | None, sample_weight: ArrayLike | None
) -> Sweep:
    """Check the input of a curve and sweep the threshold."""
    positive = positive_mask(y_true, pos_label)
    scores = vector(finite_scores(y_score), "y_score")
    w = check_weights(sample_weight, same_length(y_true=positive, y_score=scores))
    return threshold_sweep(positive, scores, w)


def roc_points(sweep: Sweep, drop_intermediate: bool = True) -> tuple[Array, Array, Array]:
    """FPR, TPR and thresholds, from (0, 0); NaN where a rate has no rows to count."""
    if drop_intermediate and len(sweep.tp) > 2:
        sweep = corners(sweep)
    thresholds, tp, fp = (
        np.concatenate([[start], a]) for start, a in zip((np.inf, 0, 0), sweep, strict=True)
    )
    return _rate(fp, np.nan), _rate(tp, np.nan), thresholds


def precision_recall_points(sweep: Sweep, drop_intermediate: bool = False) -> tuple[Array, Array, Array]:
    """Precision, recall and thresholds by ascending threshold, ending in (1, 0)."""
    if drop_intermediate and len(sweep.tp) > 2:
        sweep = _kept(sweep, (np.diff(sweep.tp[:-1]) != 0) | (np.diff(sweep.tp[1:]) != 0))
    thresholds, tp, fp = (a[::-1] for a in sweep)
    precision, recall = tp / (tp + fp), _rate(sweep.tp, 1.0)[::-1]
    return np.append(precision, 1.0), np.append(recall, 0.0), thresholds.copy()


def average_precision(sweep: Sweep) -> float:
    """Area under the steps of the precision-recall curve: Σ (R_t − R_{t−1}) P_t."""
    precision, recall, _ = precision_recall_points(sweep)
    return float(max(0.0, -np.sum(np.diff(recall) * precision[:-1])))


def _kept(sweep: Sweep, inner: Array) -> Sweep:
    """The points marked in `inner`, and both ends."""
    keep = np.concatenate([[True], inner, [True]])
    return Sweep(*(a[keep] for a in sweep))


def _rate(counts: Array, undefined: float) -> Array:
    return counts / counts[-1] if counts[-1] > 0 else np.full(counts.shape, undefined)


def _roc_facts(sweep: Sweep, points: int) -> dict[str, Any]:
    fpr, tpr, _ = roc_points(sweep)
    x, y = thin_curve(fpr, tpr, points)
    return {"x": x.tolist(), "y": y.tolist(), "auc": float(np.trapezoid(tpr, fpr))}


def _pr_facts(sweep: Sweep, points: int) -> dict[str, Any]:
    precision, recall, _ = precision_recall_points(sweep, drop_intermediate=True)
    x, y = thin_curve(recall[::-1], precision[::-1], points)
    return {"x": x.tolist(), "y": y.tolist(), "ap": average_precision(sweep)}
