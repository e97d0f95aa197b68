r"""Scores of predicted numbers: n rows, t targets, weights w.

    MSE = Σ w (y - ŷ)² / Σ w        RMSE = √MSE        MAE = Σ w |y - ŷ| / Σ w
    R² = 1 - Σ w (y - ŷ)² / Σ w (y - ȳ)²

The mean squared error is the empirical risk of least squares (source 004, equations 5 and 40). R² is 1 for
exact predictions, 0 for those that are the mean, and negative for worse ones.

Differences from scikit-learn: negative weights are refused.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fenlei.errors import DataError
from fenlei.evaluate.checks import finite_scores, same_length, warn_undefined
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import any_of, code, phrase
from fenlei.weights import check_weights

AVERAGES = ("raw_values", "uniform_average")


class PredictedNumbers(NamedTuple):
    """Checked true and predicted numbers."""

    y: Array  # (n, t)
    predicted: Array  # (n, t)
    w: Array | None  # (n,)


def mean_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
) -> float | NDArray[np.float64]:
    """Mean of the squared errors.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,) or (n, t)
    sample_weight : array-like of shape (n,), default=None
    multioutput : {"raw_values", "uniform_average"} or array-like of shape (t,), default="uniform_average"
        The score of each target, their mean, or their mean with these weights.

    Returns
    -------
    float or ndarray of shape (t,)

    Examples
    --------
    >>> from fenlei.evaluate import mean_squared_error
    >>> mean_squared_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.375
    """
    rows = _targets(y_true, y_pred, sample_weight)
    errors = np.average((rows.y - rows.predicted) ** 2, axis=0, weights=rows.w)
    return _combined("mean_squared_error", errors, multioutput)


def root_mean_squared_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
) -> float | NDArray[np.float64]:
    """Root of the mean squared error, in the unit of the target; parameters as in `mean_squared_error`.

    Examples
    --------
    >>> from fenlei.evaluate import root_mean_squared_error
    >>> root_mean_squared_error([1, 2, 3, 4], [3, 4, 5, 6])
    2.0
    """
    errors = mean_squared_error(y_true, y_pred, sample_weight=sample_weight, multioutput="raw_values")
    return _combined("root_mean_squared_error", np.sqrt(errors), multioutput)


def mean_absolute_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike = "uniform_average",
) -> float | NDArray[np.float64]:
    """Mean of the absolute errors; parameters as in `mean_squared_error`.

    Examples
    --------
    >>> from fenlei.evaluate import mean_absolute_error
    >>> mean_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5
    """
    rows = _targets(y_true, y_pred, sample_weight)
    errors = np.average(np.abs(rows.y - rows.predicted), axis=0, weights=rows.w)
    return _combined("mean_absolute_error", errors, multioutput)


def r2_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: str | ArrayLike | None = "uniform_average",
    force_finite: bool = True,
) -> float | NDArray[np.float64]:
    """Coefficient of determination, the share of the target's variation that the predictions explain.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_squared_error`.
    multioutput : {"raw_values", "uniform_average", "variance_weighted"}, array-like of shape (t,) or None
        As in `mean_squared_error`; "variance_weighted" weights the targets by their variation.
    force_finite : bool, default=True
        Where a target does not vary: 1 for exact predictions and 0 for others, instead of nan and -inf.

    Returns
    -------
    float or ndarray of shape (t,)
        nan, with a warning, for a single row.

    Examples
    --------
    >>> from fenlei.evaluate import r2_score
    >>> round(r2_score([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]), 4)
    0.9486
    """
    rows = _targets(y_true, y_pred, sample_weight)
    if len(rows.y) < 2:
        warn_undefined("R²", phrase("reason.one_row"), np.nan)
        return float("nan")
    w = np.ones(len(rows.y)) if rows.w is None else rows.w
    left = w @ (rows.y - rows.predicted) ** 2
    varies = w @ (rows.y - np.average(rows.y, axis=0, weights=w)) ** 2
    scores = _determination(left, varies, force_finite)
    if isinstance(multioutput, str) and multioutput == "variance_weighted":
        multioutput = varies if varies.any() else "uniform_average"
    return _combined("r2_score", scores, "uniform_average" if multioutput is None else multioutput)


def _determination(left: Array, varies: Array, force_finite: bool) -> Array:
    """1 - left / varies of each target, (t,)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = 1.0 - left / varies
    if force_finite:
        scores = np.where(varies == 0, np.where(left == 0, 1.0, 0.0), scores)
    return scores


def _targets(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None) -> PredictedNumbers:
    y, predicted = finite_scores(y_true, "y_true"), finite_scores(y_pred, "y_pred")
    n = same_length(y_true=y, y_pred=predicted)
    y, predicted = (values.reshape(n, -1).astype(np.float64) for values in (y, predicted))
    if y.shape != predicted.shape:
        raise DataError("evaluation.targets", t=y.shape[1], found=predicted.shape[1])
    return PredictedNumbers(y, predicted, check_weights(sample_weight, n))


def _combined(function: str, scores: Array, multioutput: str | ArrayLike) -> float | NDArray[np.float64]:
    """One number of the scores (t,), or the scores themselves."""
    if isinstance(multioutput, str):
        if multioutput not in AVERAGES:
            choices = (*AVERAGES, "variance_weighted") if function == "r2_score" else AVERAGES
            accepted = any_of(*(code(repr(name)) for name in choices), phrase("limit.target_weights"))
            raise refused(function, "multioutput", multioutput, accepted)
        return scores if multioutput == "raw_values" else float(scores.mean())
    weights = np.asarray(multioutput, dtype=np.float64)
    if weights.shape != scores.shape or not np.isfinite(weights).all() or not weights.sum():
        raise refused(function, "multioutput", weights.tolist(), phrase("limit.target_weights"))
    return float(np.average(scores, weights=weights))
