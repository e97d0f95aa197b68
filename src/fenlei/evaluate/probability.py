"""Scores of predicted probabilities: log-loss, Brier score and the calibration curve.

log-loss = −mean ln p_i(y_i)                  p clipped to [ε, 1 − ε], ε the machine epsilon of its type
Brier    = mean Σ_k (p_ik − [y_i = k])²       halved for two classes, so that it is (p_i1 − y_i)²
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import Label, MatrixLike
from fenlei.errors import DataError, UsageError, warn
from fenlei.evaluate.checks import option, probabilities, same_length, vector
from fenlei.evaluate.labels import are_usual, code_true, positive_mask
from fenlei.evaluate.multilabel import indicator, is_table
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.weights import check_weights


def log_loss(
    y_true: ArrayLike,
    y_proba: ArrayLike | None = None,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    y_pred: ArrayLike | None = None,
) -> float:
    """Mean (or, with normalize=False, sum) of −ln of the probability given to the true class.

    Parameters
    ----------
    y_true : array-like of shape (n,), or indicators (n, K)
        True labels.
    y_proba : array-like of shape (n, K), or (n,) for the probability of the second of two classes
        Columns in ascending order of the classes.
    normalize : bool
        Mean, or sum.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    labels : array-like of shape (K,), optional
        All classes, needed where `y_true` lacks some.
    y_pred : array-like, optional
        The former name of `y_proba`, taken with a warning.

    Examples
    --------
    >>> round(log_loss(["ham", "spam"], [[0.9, 0.1], [0.5, 0.5]]), 6)  # -(ln 0.9 + ln 0.5) / 2
    0.399254
    """
    given = _renamed(y_proba, y_pred)
    if is_table(y_true):
        truth, proba, w = _indicated(y_true, given, sample_weight)
        loss = -(truth * np.log(clipped(proba))).sum(axis=1)
    else:
        codes, proba, w = _coded(y_true, given, sample_weight, labels)
        loss = -np.log(clipped(proba[np.arange(len(codes)), codes]))
    if normalize:
        return float(np.average(loss, weights=w))
    return float(loss.sum() if w is None else loss @ w)


def _renamed(y_proba: ArrayLike | None, y_pred: ArrayLike | None) -> ArrayLike:
    """`y_proba`, or what a caller gave by its former name."""
    if y_pred is not None:
        if y_proba is not None:
            raise UsageError("evaluation.y_pred_twice")
        warn("evaluation.y_pred_renamed", FutureWarning)
        return y_pred
    if y_proba is None:
        raise TypeError("log_loss() missing 1 required positional argument: 'y_proba'")
    return y_proba


def _indicated(
    y_true: MatrixLike, y_proba: ArrayLike, sample_weight: ArrayLike | None
) -> tuple[Array, Array, Array | None]:
    """Indicators (n, K) of the true classes, probabilities (n, K), weights."""
    truth, proba = indicator(y_true, "y_true").toarray(), _two_columns(probabilities(y_proba))
    w = check_weights(sample_weight, same_length(y_true=truth, y_proba=proba))
    if proba.shape[1] != truth.shape[1]:
        raise DataError("evaluation.columns", name="y_proba", columns=proba.shape[1], K=truth.shape[1])
    _warn_not_normalised(proba)
    return truth, proba, w


def _warn_not_normalised(proba: Array) -> None:
    if not np.allclose(proba.sum(axis=1), 1.0, rtol=float(np.sqrt(np.finfo(proba.dtype).eps)), atol=0.0):
        warn("evaluation.not_normalised")


def clipped(p: Array) -> Array:
    """Probabilities moved into [ε, 1 − ε], as float64."""
    epsilon = np.finfo(p.dtype).eps
    return np.clip(p, epsilon, 1 - epsilon).astype(np.float64)


def brier_score_loss(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    labels: ArrayLike | None = None,
    scale_by_half: bool | Literal["auto"] = "auto",
) -> float:
    """Mean squared distance of the probabilities from the truth.

    Parameters
    ----------
    y_true : array-like of shape (n,), or indicators (n, K)
        True labels.
    y_proba : array-like of shape (n, K), or (n,) for the probability of `pos_label`
        Predicted probabilities.
    sample_weight : array-like of shape (n,), optional
        Weight of each row.
    pos_label : label, optional
        Default: 1 of {0, 1} or {-1, 1}, else the larger of two numbers.
    labels : array-like of shape (K,), optional
        All classes, needed where `y_true` lacks some.
    scale_by_half : bool or "auto"
        Halve the sum; "auto" does so for two classes, which brings the score into [0, 1].

    Examples
    --------
    >>> from fenlei.evaluate import brier_score_loss
    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    """
    option("brier_score_loss", "scale_by_half", scale_by_half, ("auto", True, False))
    proba = probabilities(y_proba)
    if is_table(y_true):
        truth, proba, w = _indicated(y_true, proba, sample_weight)
        miss = proba - truth
    elif proba.ndim == 1 or proba.shape[1] == 1:
        codes = _positive_of_two(y_true, pos_label).astype(np.int64)
        w = check_weights(sample_weight, same_length(y_true=codes, y_proba=proba))
        proba = _two_columns(proba)
        miss = _less_one(proba, codes)
    else:
        codes, proba, w = _coded(y_true, proba, sample_weight, labels)
        miss = _less_one(proba, codes)
    halve = proba.shape[1] < 3 if scale_by_half == "auto" else scale_by_half
    return float(np.average((miss**2).sum(axis=1), weights=w) * (0.5 if halve else 1.0))


def _less_one(proba: Array, codes: Array) -> Array:
    """Probabilities (n, K) less the indicators of the true classes."""
    miss = proba.astype(np.float64)
    miss[np.arange(len(codes)), codes] -= 1.0
    return miss


def calibration_curve(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    pos_label: Label | None = None,
    n_bins: int = 5,
    strategy: str = "uniform",
) -> tuple[Array, Array]:
    """Share of positives against the mean predicted probability, bin by bin.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes.
    y_prob : array-like of shape (n,)
        Probability of `pos_label`.
    pos_label : label, optional
        Default: 1 of {0, 1} or {-1, 1}.
    n_bins : int
        Number of bins.
    strategy : {"uniform", "quantile"}
        Bins of equal width, or of equal numbers of rows.

    Returns
    -------
    prob_true, prob_pred : ndarray of shape (bins that are not empty,)

    Examples
    --------
    >>> from fenlei.evaluate import calibration_curve
    >>> observed, predicted = calibration_curve([0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], n_bins=2)
    >>> observed.tolist(), predicted.round(2).tolist()
    ([0.0, 1.0], [0.15, 0.8])
    """
    option("calibration_curve", "strategy", strategy, ("uniform", "quantile"))
    if n_bins < 1:
        raise refused("calibration_curve", "n_bins", n_bins, phrase("limit.least", low=1))
    prob = vector(probabilities(y_prob, "y_prob"), "y_prob")
    positive = _positive_of_two(y_true, pos_label, guess=False)
    same_length(y_true=positive, y_prob=prob)
    edges = np.linspace(0.0, 1.0, n_bins + 1)
    if strategy == "quantile":
        edges = np.percentile(prob, edges * 100)
    bins = np.searchsorted(edges[1:-1], prob)
    rows, hits, mass = (np.bincount(bins, weights, n_bins) for weights in (None, positive, prob))
    kept = rows > 0
    return hits[kept] / rows[kept], mass[kept] / rows[kept]


def _positive_of_two(y_true: ArrayLike, pos_label: Label | None, guess: bool = True) -> Array:
    """Mask of the positive class of at most two; `guess` takes the larger of two unusual numbers."""
    classes, codes = code_true(y_true)
    if len(classes) > 2:
        raise DataError("evaluation.not_two_classes", K=len(classes))
    if pos_label is None and guess and not are_usual(classes) and classes.dtype.kind in "biuf":
        return codes == len(classes) - 1
    return positive_mask(y_true, pos_label)


def _coded(
    y_true: ArrayLike, y_proba: ArrayLike, sample_weight: ArrayLike | None, labels: ArrayLike | None
) -> tuple[Array, Array, Array | None]:
    """Codes of the true classes, probabilities (n, K), weights."""
    proba = _two_columns(probabilities(y_proba))
    classes, codes = code_true(y_true, labels)
    w = check_weights(sample_weight, same_length(y_true=codes, y_proba=proba))
    if len(classes) == 1:
        raise DataError("evaluation.one_label_only", label=classes.tolist()[0])
    if len(classes) != proba.shape[1]:
        raise DataError("evaluation.columns", name="y_proba", columns=proba.shape[1], K=len(classes))
    if labels is not None and not np.array_equal(np.asarray(labels), classes):
        warn("evaluation.labels_order", labels=classes.tolist())
    _warn_not_normalised(proba)
    return codes, proba, w


def _two_columns(proba: Array) -> Array:
    """Probabilities of both classes where only those of the second are given."""
    second = proba if proba.ndim == 1 else proba[:, 0]
    return np.stack([1 - second, second], axis=1) if proba.ndim == 1 or proba.shape[1] == 1 else proba
