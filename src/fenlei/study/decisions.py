"""Decisions by cost: a trained model that acts at the least expected cost, and the cost of its actions."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from fenlei.annotations import ArrayLike
from fenlei.bayes.decision.costs import read_costs
from fenlei.bayes.decision.minimum_risk_classifier import MinimumRiskClassifier
from fenlei.errors import UsageError
from fenlei.model_file import Model


def with_costs(model: Model, costs: ArrayLike | None = None, reject_cost: float | None = None) -> Model:
    """The model with decisions of minimum risk; as it is if there is neither a cost table nor a reject cost.

    Parameters
    ----------
    model : Model
    costs : path or table, optional
        First column: actions; other columns: cost of the action when the row is of that class.
    reject_cost : float, optional
        Cost of the further action "reject", whatever the class.

    Examples
    --------
    >>> from fenlei.study import train, with_costs
    >>> careful = with_costs(train("iris", "lda"), reject_cost=0.1)
    >>> type(careful.estimator).__name__
    'MinimumRiskClassifier'
    """
    if costs is None and reject_cost is None:
        return model
    if not hasattr(model.estimator, "classes_"):
        raise UsageError("study.no_classes", model=type(model.estimator).__name__)
    table = {} if costs is None else read_costs(costs, model.classes_)._asdict()
    decider = MinimumRiskClassifier.from_fitted(model.estimator, reject_cost=reject_cost, **table)
    decider.decide(
        np.full((1, len(model.classes_)), 1.0 / len(model.classes_))
    )  # costs are checked now, not later
    return replace(model, estimator=decider)


class DecisionFacts(TypedDict):
    """How often each action met each class, and its mean cost."""

    actions: list[str]
    counts: list[list[int]]  # one row per action, one column per class
    mean_cost: float


def decision_facts(
    model: Model, codes: NDArray[np.int64], proba: NDArray[np.float64]
) -> DecisionFacts | None:
    """How often each action met each class and what it cost on average; None without costs.

    Parameters
    ----------
    model : Model
    codes : ndarray of shape (n,)
        True classes; rows of classes that the model does not know are left out.
    proba : ndarray of shape (n, K or more)
    """
    decider = model.estimator
    if not isinstance(decider, MinimumRiskClassifier):
        return None
    K = len(model.classes_)
    known = codes < K
    chosen = decider.decide(proba[known, :K])
    actions, costs = decider.actions_, decider.costs_
    taken = [np.bincount(codes[known][chosen == action], minlength=K) for action in actions]
    counts = np.stack(taken)
    return {
        "actions": [str(action) for action in actions],
        "counts": counts.tolist(),
        "mean_cost": float((counts * costs).sum() / max(counts.sum(), 1)),
    }
