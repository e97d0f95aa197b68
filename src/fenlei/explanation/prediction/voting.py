"""Ensembles: the votes of the members and the count."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.explanation.prediction.linear import scores
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array


def combination(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Different classifiers: the vote of each, or its probabilities; and the weighted count, or mean."""
    weight = model._weight()
    names = [name for name, part in model.named_estimators_.items() if not isinstance(part, str)]
    if model.voting == "soft":
        P = np.array([part.predict_proba(x[None])[0] for part in model.estimators_])
        mean = (terms.say("mean"), "", *np.average(P, axis=0, weights=weight))
        rows = [*((name, w, *p) for name, w, p in zip(names, weight, P, strict=True)), mean]
        given = (terms.say("given_row", label=label) for label in terms.classes)
        return [terms.grid("combination", (*terms.words("classifier", "weight"), *given), rows)]
    ballots = _votes_of_members(model, x).astype(np.int64)
    rows = [(name, w, terms.classes[k]) for name, w, k in zip(names, weight, ballots, strict=True)]
    headings = terms.words("classifier", "weight", "vote")
    return [terms.grid("combination", headings, rows), _count(ballots, weight, terms)]


def _votes_of_members(model: Any, x: Array) -> Array:
    """The vote of each member, (T,)."""
    chosen = getattr(model, "estimators_features_", None)
    answers = (
        np.ravel(member.predict(x[None] if chosen is None else x[None, chosen[t]]))[0]
        for t, member in enumerate(model.estimators_)
    )
    return np.array(list(answers))


def _count(ballots: Array, weight: Array, terms: ModelTerms) -> Grid:
    total = np.bincount(ballots, weights=weight, minlength=len(terms.classes))
    number = np.bincount(ballots, minlength=len(terms.classes))
    rows = zip(terms.classes, number, total, total / total.sum(), strict=True)
    return terms.grid("votes", terms.words("class", "votes", "weight", "share"), rows)


def pairs(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """One-vs-one and one-vs-rest: the decision of every member."""
    K = len(terms.classes)
    if len(model.estimators_) == K * (K - 1) // 2 and K > 2:
        names = [(terms.classes[i], terms.classes[j]) for i in range(K) for j in range(i + 1, K)]
    else:
        names = [("–", label) for label in terms.classes[-len(model.estimators_) :]]
    rows = []
    for (first, second), member in zip(names, model.estimators_, strict=True):
        value = float(np.ravel(_decision(member, x))[-1])
        on_it = value == 0 and np.ravel(member.predict(x[None]))[0] == 1  # the member's own rule of ties
        rows.append((f"{first} | {second}", value, second if value > 0 or on_it else first))
    headings = terms.words("pair", "decision", "vote")
    return [terms.grid("pairs", headings, rows), *scores(model, x, terms)]


def _decision(member: Any, x: Array) -> Array:
    if hasattr(member, "decision_function"):
        return np.asarray(member.decision_function(x[None]))
    return np.asarray(member.predict_proba(x[None])[:, 1] - 0.5)
