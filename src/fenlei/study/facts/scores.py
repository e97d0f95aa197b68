"""Class scores of any classifier: probabilities, or decision values where it has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.evaluate.headline import headline_scores
from fenlei.kernels.exponential import softmax
from fenlei.study.facts.schema import Scores

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.annotations import MatrixLike
    from fenlei.table.table import Table


class ClassScores(NamedTuple):
    """Scores of n rows for K classes; the class of the largest is predicted."""

    values: NDArray[np.float64]  # (n, K)
    are_probabilities: bool  # else only their order means something


def class_scores(classifier: BaseEstimator, X: MatrixLike | Table) -> ClassScores:
    """Probabilities of X, or decision values squeezed between 0 and 1 with their order kept."""
    if hasattr(classifier, "predict_proba"):
        return ClassScores(classifier.predict_proba(X), True)
    values = np.asarray(classifier.decision_function(X), dtype=np.float64)
    if values.ndim == 1:
        values = np.column_stack([-values, values]) / 2
    return ClassScores(softmax(values), False)


def headline(codes: NDArray[np.int64], scores: ClassScores, K: int) -> Scores:
    """The headline metrics; a log-loss needs probabilities."""
    found = headline_scores(codes, scores.values, K)
    return found if scores.are_probabilities else found | {"log_loss": None}
