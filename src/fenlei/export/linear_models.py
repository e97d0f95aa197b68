"""Models whose scores or values are linear in the features: X coefᵀ + intercept."""

from __future__ import annotations

import numpy as np

from fenlei.contract.linear_classifier import SignRule
from fenlei.errors import UsageError
from fenlei.export.answers import Answer, Estimator, softmax_answer, two_scores
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array


def linear(X: Value, coef: Array, intercept: Array) -> Value:
    """X coefᵀ + intercept, (n, r)."""
    return X @ np.asarray(coef, np.float64).T + np.asarray(intercept, np.float64)[None, :]


def refuse_basis(model: Estimator) -> None:
    """Refuse a model of functions of the features."""
    if getattr(model, "basis", None) is not None:
        raise UsageError("export.basis", model=type(model).__name__)


def lda(model: Estimator, rows: FeatureRows) -> Answer:
    """Linear discriminants of the rows from the mean of the classes."""
    record = model.model_
    scores = linear(rows.X - record.xbar[None, :], record.coef, record.intercept)
    return softmax_answer(scores, len(model.classes_))


def logistic(model: Estimator, rows: FeatureRows) -> Answer:
    """The softmax of the linear scores; of two classes the first scores 0."""
    refuse_basis(model)
    values = linear(rows.X, model.model_.coef, model.model_.intercept)
    K = len(model.classes_)
    return softmax_answer(two_scores(values) if K == 2 else values, K)


def discriminant(model: Estimator, rows: FeatureRows) -> Answer:
    """Linear scores without probabilities; of two classes one, whose sign decides."""
    refuse_basis(model)
    record = model.model_
    if not np.isfinite(record.intercept).all():
        raise UsageError("export.lost_class", model=type(model).__name__)
    values = linear(rows.X, record.coef, record.intercept)
    if len(model.classes_) != 2:
        return Answer(values.argmax(), scores=values)
    at_zero = isinstance(model, SignRule) and model._second_at_zero()
    second = values >= np.float64(0.0) if at_zero else values > np.float64(0.0)
    return Answer(second.cast(np.int64).column(0), scores=values)


def reject_near_boundary(model: Estimator, rows: FeatureRows, answer: Answer) -> Answer:
    """The answer of the classifier; a last code for rows near the boundary."""
    assert answer.scores is not None
    assert answer.winner is not None
    K, scores = len(model.classes_), answer.scores
    if K == 2:
        gap, winner = abs(scores).column(0), (scores > np.float64(0.0)).cast(np.int64).column(0)
    else:
        top = scores.graph.do_several("TopK", 2, scores, np.array([2]), axis=1)[0]
        gap, winner = top.column(0) - top.column(1), answer.winner
    near = gap <= np.float64(model.margin)
    return answer._replace(winner=near.where(np.int64(K), winner))


def regression(model: Estimator, rows: FeatureRows) -> Answer:
    """The linear value."""
    refuse_basis(model)
    record = model.model_
    if len(record.coef) != 1:
        raise UsageError("export.several_targets", outputs=len(record.coef))
    return Answer(number=linear(rows.X, record.coef, record.intercept).column(0))
