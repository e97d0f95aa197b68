"""Models made of others: bagging, voting, pairs and rests, decisions by cost or by a margin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.export.answers import Answer, Estimator, majority, one_hot
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array
from fenlei.priors import log_prior
from fenlei.stats.coupling import pairs

PartAnswer = Callable[[Any, FeatureRows], Answer]


def mean_of(values: list[Value], weights: Array | None = None) -> Value:
    """The weighted mean of values of one form."""
    w = np.ones(len(values)) if weights is None else np.asarray(weights, np.float64)
    total: Value | None = None
    for value, weight in zip(values, w, strict=True):
        term = value if weight == 1.0 else value * np.float64(weight)
        total = term if total is None else total + term
    assert total is not None
    return total / np.float64(w.sum())


def shares_of(part: Estimator, answer: Answer, K: int) -> Value:
    """Probabilities (n, K) of a part that was fitted to codes, or its vote."""
    assert answer.winner is not None
    codes = np.asarray(part.classes_, np.int64)
    spread = np.eye(K)[codes]
    if answer.probabilities is None:
        return answer.winner.graph.constant(spread).take(answer.winner, axis=0)
    return answer.probabilities if len(codes) == K else answer.probabilities @ spread


def some_features(rows: FeatureRows, features: Array) -> FeatureRows:
    """The features that a part takes."""
    p = np.asarray(features, np.int64)
    return FeatureRows(rows.X.take(p), None if rows.narrow is None else rows.narrow.take(p))


def bagging(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The mean of the probabilities of the parts, or of their votes."""
    K = len(model.classes_)
    found = []
    for each, features in zip(model.parts_, model.estimators_features_, strict=True):
        found.append(shares_of(each, part(each, some_features(rows, features)), K))
    mean = mean_of(found)
    return Answer(majority(mean), mean)


def bagging_regressor(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The mean of the parts."""
    pairs_of = zip(model.parts_, model.estimators_features_, strict=True)
    return Answer(number=mean_of([_number(part(each, some_features(rows, own))) for each, own in pairs_of]))


def _number(answer: Answer) -> Value:
    assert answer.number is not None
    return answer.number


def adaboost_regressor(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The weighted median of the parts."""
    alpha = np.asarray(model.model_.alpha, np.float64)
    graph = rows.X.graph
    values = graph.side_by_side([_number(part(each, rows)).as_column() for each in model.parts_])
    T = len(alpha)
    ordered, order = graph.do_several("TopK", 2, values, np.array([T]), axis=1, largest=0, sorted=1)
    reached = graph.do("CumSum", graph.constant(alpha).take(order, axis=0), np.int64(1))
    total = reached.take(np.array([T - 1]))
    at = (reached >= total * np.float64(0.5)).cast(np.int64).argmax()
    picked = ordered * one_hot(at, T)
    return Answer(number=picked.sum(1))


def voting(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The weighted mean of probabilities, or shares of the votes."""
    K, found = len(model.classes_), [part(each, rows) for each in model.parts_]
    w = model._weight()
    if model.voting == "soft":
        mean = mean_of([_probabilities(each) for each in found], w)
        return Answer(majority(mean), mean)
    votes = mean_of([one_hot(_winner(each), K) for each in found], w)
    scores = votes.take(np.array([1])) - votes.take(np.array([0])) if K == 2 else votes
    return Answer(majority(votes), scores=scores)


def _winner(answer: Answer) -> Value:
    assert answer.winner is not None
    return answer.winner


def _probabilities(answer: Answer) -> Value:
    assert answer.probabilities is not None
    return answer.probabilities


def confidence(part: Estimator, answer: Answer) -> Value:
    """Confidence (n, 1) of a part in its second class."""
    if answer.number is not None:
        return answer.number.as_column() - np.float64(0.5)
    if answer.scores is not None:
        return answer.scores
    return _probabilities(answer).take(np.array([1])) - np.float64(0.5)


def one_vs_one(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """A vote for each pair, and the confidences, which never outweigh a vote."""
    if model.model_.rows or any(not hasattr(each, "model_") for each in model.parts_):
        raise UsageError("export.parts", model=type(model).__name__)
    graph, K = rows.X.graph, len(model.classes_)
    found = [part(each, rows) for each in model.parts_]
    scores = graph.side_by_side([confidence(p, a) for p, a in zip(model.parts_, found, strict=True)])
    wins = [
        (scores.take(np.array([m])) > np.float64(0.0)).cast(np.float64)
        if a.winner is None
        else a.winner.as_column().cast(np.float64)
        for m, a in enumerate(found)
    ]
    second = graph.side_by_side(wins)
    i, j = np.eye(K)[pairs(K)[:, 0]], np.eye(K)[pairs(K)[:, 1]]
    sums = scores @ (j - i)
    votes = (np.float64(1.0) - second) @ i + second @ j
    Y = votes + sums / ((abs(sums) + np.float64(1.0)) * np.float64(3.0))
    if K == 2:
        value = Y.take(np.array([1]))
        return Answer((value > np.float64(0.0)).cast(np.int64).column(0), scores=value)
    return Answer(Y.argmax(), scores=Y)


def one_vs_rest(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """A score for each class against the others."""
    if model.multilabel_ or any(not hasattr(each, "model_") for each in model.parts_):
        raise UsageError("export.parts", model=type(model).__name__)
    graph, K = rows.X.graph, len(model.classes_)
    found = [part(each, rows) for each in model.parts_]
    scores = graph.side_by_side([confidence(p, a) for p, a in zip(model.parts_, found, strict=True)])
    several = all(a.probabilities is not None for a in found)
    P = graph.side_by_side([_probabilities(a).take(np.array([1])) for a in found]) if several else None
    if K == 2:
        winner = (scores > np.float64(0.0)).cast(np.int64).column(0)
        both = None if P is None else graph.side_by_side([np.float64(1.0) - P, P])
        return Answer(winner, both, scores)
    if P is not None:
        total = P.sum(1).as_column()
        P = (total > np.float64(0.0)).where(P / total, np.float64(1.0 / K))
    return Answer(scores.argmax(), P, scores)


def minimum_risk(model: Estimator, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The action of least expected cost, and the probabilities it rests on."""
    P = part(model.estimator_, rows).probabilities
    if P is None:
        raise UsageError("export.parts", model=type(model).__name__)
    if model.priors is not None:
        old, new = model.training_priors_, model._priors()
        log_ratio = log_prior(new) - np.where(old > 0, log_prior(old), 0.0)
        shifted = P * np.exp(log_ratio - log_ratio.max())[None, :]
        P = shifted / shifted.sum(1).as_column()
    costs, _ = model._actions()
    relative = costs - costs.max(axis=0)
    return Answer((P @ relative.T).argmin(), P)
