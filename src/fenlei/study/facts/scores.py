"""Class scores of any classifier: probabilities, or decision values where it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.bayes.decision.risk import minimum_risk_actions
from fenlei.evaluate.headline import headline_scores
from fenlei.kernels.exponential import softmax
from fenlei.study.facts.metrics import METRICS
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


def probabilities(log_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities (n, K) of their logarithms; decision values are squeezed between 0 and 1."""
    return softmax(log_scores)


def mean_cost(
    costs: Sequence[Sequence[float]], proba: NDArray[np.float64], codes: NDArray[np.int64]
) -> float:
    """The mean cost of the actions of least expected cost; `costs` (A, K) of an action where a class is true.

    Examples
    --------
    >>> mean_cost([[0, 5], [1, 0]], np.array([[0.9, 0.1], [0.7, 0.3]]), np.array([0, 0]))
    0.5
    """
    return float(np.asarray(costs)[minimum_risk_actions(proba, costs), codes].mean())


def headline(
    codes: NDArray[np.int64], scores: ClassScores, K: int, decided: NDArray[np.int64] | None = None
) -> Scores:
    """The headline metrics; a log-loss needs probabilities. `decided` (n,): other classes than the first."""
    found = headline_scores(codes, scores.values, K)
    if decided is not None:
        by_labels = headline_scores(codes, np.eye(K)[decided], K)
        found |= {name: by_labels[name] for name, metric in METRICS.items() if metric.of_labels}
    return found if scores.are_probabilities else found | {"log_loss": None}
