"""Scores of any classifier to be calibrated: logarithms of probabilities, or decision values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.ensemble.calibration.record import FARTHEST
from fenlei.kernels import Array

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.annotations import MatrixLike


def class_log_scores(classifier: BaseEstimator, X: MatrixLike) -> tuple[Array, bool]:
    """Scores (n, K) whose largest is the class predicted, and whether they are logarithms of probabilities.

    A probability of 0 has the score -inf. Decision values of two classes are halved: -d/2 and d/2.
    """
    if hasattr(classifier, "predict_proba"):
        with np.errstate(divide="ignore"):
            if hasattr(classifier, "predict_log_proba"):
                return np.asarray(classifier.predict_log_proba(X), dtype=np.float64), True
            return np.log(np.asarray(classifier.predict_proba(X), dtype=np.float64)), True
    values = np.asarray(classifier.decision_function(X), dtype=np.float64)
    if values.ndim == 1:
        values = np.column_stack([-values, values]) / 2
    return values, False


def lowest_score(scores: Array) -> float:
    """What takes the place of -inf: half the least probability that is not 0.

    Examples
    --------
    >>> round(float(np.exp(lowest_score(np.log([[0.9, 0.1], [1.0, 1e-3]])))), 6)
    0.0005
    """
    finite = scores[np.isfinite(scores)]
    return max(float(finite.min() - np.log(2.0)), -FARTHEST) if finite.size else 0.0


def finite_scores(scores: Array, floor: float) -> Array:
    """The scores with none below the floor."""
    return np.clip(scores, floor, FARTHEST)
