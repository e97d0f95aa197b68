"""Models of different kinds together, each with the preparation of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.ensemble.pooled.weights import LOWEST
from fenlei.export.answers import Answer
from fenlei.export.composed import PartAnswer, mean_of
from fenlei.export.graph import Value
from fenlei.export.inputs import prepared_values
from fenlei.export.tree_routes import FeatureRows


def pooled(model: Any, rows: FeatureRows, part: PartAnswer) -> Answer:
    """The weighted mean of probabilities or numbers, or the sum of weighted logarithms."""
    record, found = model.model_, []
    for member in model.members_:
        taken = member.preparation
        own = rows if taken is None else FeatureRows(prepared_values(rows.X, taken))
        found.append(part(member.estimator, own))
    if not hasattr(model, "classes_"):
        return Answer(number=mean_of([_number(answer) for answer in found], record.weights))
    proba = [_probabilities(answer) for answer in found]
    if not record.by_logarithms:
        mean = mean_of(proba, record.weights)
        return Answer(mean.argmax(), mean)
    least = np.float64(np.exp(LOWEST))
    scores: Value | None = None
    for P, weight in zip(proba, record.weights, strict=True):
        floored = P.graph.do("Max", P, least).log() * np.float64(weight)
        scores = floored if scores is None else scores + floored
    assert scores is not None
    return Answer(scores.argmax(), scores.softmax(), exponents=scores)


def _number(answer: Answer) -> Value:
    assert answer.number is not None
    return answer.number


def _probabilities(answer: Answer) -> Value:
    assert answer.probabilities is not None
    return answer.probabilities
