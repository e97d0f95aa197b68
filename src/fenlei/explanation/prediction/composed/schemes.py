"""Predictions of classifiers that are made of others: decisions of the parts, and what is made of them.

one-vs-one, one-vs-rest, rejection near the boundary
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula.building import (
    chain,
    function,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    probability,
    summed,
    times,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.given_row import on_codes
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW
from fenlei.explanation.prediction.linear import dense_coefficients, is_linear, probabilities
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

    from fenlei.linear import RejectNearBoundary
    from fenlei.multiclass import OneVsOneClassifier, OneVsRestClassifier

MOST_PARTS = 3  # whose own prediction is shown
MOST_SUMS = 15
CLOSE = 1e-10


def part_steps(part: BaseEstimator, x: Array, terms: ModelTerms, name: str) -> list[WorkingStep]:
    """The working of a part's own prediction, its titles with the part's name."""
    from fenlei.explanation.one_row import working_of  # which has this module in it

    bare = on_codes(part)
    steps = [
        step if isinstance(step, WorkingStep) else WorkingStep("table", step.title, grids=(step,))
        for step in working_of(bare, x)(bare, x, terms)
    ]
    return [replace(step, title=f"{name}: {step.title}") for step in steps]


def _decision_chain(left: Formula, part: BaseEstimator, x: Array, own: float) -> Chain:
    """b + Σ w x of a linear part, P - ½ of one with probabilities alone, else its own number."""
    if not hasattr(part, "classes_"):  # a regressor
        return chain(left, plus(letter("ŷ"), minus(0.5)), plus(own + 0.5, minus(0.5)), own)
    if not hasattr(part, "decision_function"):
        p = float(part.predict_proba(x[None])[0, 1])
        return chain(left, plus(letter("P"), minus(0.5)), plus(p, minus(0.5)), own)
    if is_linear(part, x) and len(dense_coefficients(part)) == 1:
        terms = [float(np.ravel(part.intercept_)[0]), *(dense_coefficients(part)[0] * x)]
        if abs(np.sum(terms) - own) <= CLOSE * max(1.0, abs(own)):
            letters = plus(letter("b"), total("j", times(letter("w", "j"), letter("x", "j"))))
            return chain(left, letters, summed(terms), own)
    return chain(left, own)


def largest_step(scores: Array, k: int, name: str, terms: ModelTerms) -> WorkingStep:
    shown = function("max", *map(float, scores)) if len(scores) <= MOST_CLASSES else number(scores[k])
    tied = np.sum(scores == scores[k]) > 1
    return terms.step(
        "score_tie" if tied else "largest_score", [chain(letter(name, terms.classes[k]), shown, scores[k])]
    )


# --- one against one


def one_vs_one(model: OneVsOneClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Every pair's decision, the votes, the confidences that break ties, the coupled probabilities."""
    from fenlei.stats.coupling import pairs

    both, scores = pairs(len(terms.classes)), model._scores(x[None])
    second = np.array([bool(model._decided(x[None], scores, m)[0]) for m in range(len(both))])
    own = np.ravel(model.decision_function(x[None])).astype(float)
    steps = [
        *_closest(model, x, both, scores[0], terms),
        _pair_step(model, x, both, scores[0], second, terms),
        _vote_step(both, second, terms),
        _score_step(both, scores[0], second, own, terms),
    ]
    if hasattr(model, "predict_proba"):
        steps.append(_coupling_step(model, x, both, terms))
    if len(own) == 1:
        first, last = terms.classes
        side = chain(function("sign", letter("z")), function("sign", own[0]), 1.0 if own[0] > 0 else -1.0)
        return [*steps, terms.step("sign", [side], first=first, second=last)]
    return [*steps, largest_step(own, int(np.argmax(own)), "z", terms)]


def _closest(
    model: OneVsOneClassifier, x: Array, both: Array, scores: Array, terms: ModelTerms
) -> list[WorkingStep]:
    """The prediction of the part that is least sure."""
    if model.model_.rows:
        return []
    m = int(np.argmin(np.abs(scores)))
    names = tuple(terms.classes[k] for k in both[m])
    return part_steps(model.estimators_[m], x, terms._replace(classes=names), " | ".join(names))


def _pair_step(
    model: OneVsOneClassifier, x: Array, both: Array, scores: Array, second: Array, terms: ModelTerms
) -> WorkingStep:
    names = [f"{terms.classes[i]} | {terms.classes[j]}" for i, j in both]
    kernel = bool(model.model_.rows)
    chains = [
        chain(letter("f", name), float(f))
        if kernel
        else _decision_chain(letter("f", name), part, x, float(f))
        for name, part, f in zip(names[:MOST_SUMS], model.estimators_, scores, strict=False)
    ]
    lines = [
        (name, f, terms.classes[pair[int(wins)]])
        for name, f, pair, wins in zip(names, scores, both, second, strict=True)
    ]
    grid = terms.grid("pairs", terms.words("pair", "decision", "vote"), lines[:60])
    facts: dict[str, Any] = {"shown": len(chains), "count": len(both)}
    return terms.step("pair_decisions", chains, [grid], source="000, 3.3.1", **facts)


def _won(both: Array, second: Array, k: int) -> Array:
    """1 for each pair of class k that it wins, 0 for one that it loses."""
    return np.array(
        [float((pair[1] == k) == wins) for pair, wins in zip(both, second, strict=True) if k in pair]
    )


def _vote_step(both: Array, second: Array, terms: ModelTerms) -> WorkingStep:
    """V_k, the pairs that class k wins."""
    won = [_won(both, second, k) for k in range(len(terms.classes))]
    chains = [
        chain(letter("V", label), summed(won[k]), won[k].sum())
        for k, label in enumerate(terms.classes[:MOST_CLASSES])
    ]
    rows = [(label, int(won[k].sum())) for k, label in enumerate(terms.classes)]
    grid = terms.grid("votes", terms.words("class", "votes"), rows)
    return terms.step("pair_votes", chains, [grid], source="000, 3.3.1")


def _score_step(both: Array, scores: Array, second: Array, own: Array, terms: ModelTerms) -> WorkingStep:
    """z_k = V_k + S_k / (3 (|S_k| + 1))."""
    S = letter("S", "k")
    letters = plus(letter("V", "k"), over(S, times(3.0, plus(function("abs", S), 1.0))))
    chains = []
    for k, label in list(enumerate(terms.classes))[1 if len(own) == 1 else 0 :][:MOST_CLASSES]:
        signed = [float(f if pair[1] == k else -f) for pair, f in zip(both, scores, strict=True) if k in pair]
        s, votes = float(np.sum(signed)), float(_won(both, second, k).sum())
        chains.append(chain(letter("S", label), total("j", letter("f", "kj")), summed(signed), s))
        squashed = over(s, times(3.0, plus(function("abs", s), 1.0)))
        result = own[0] if len(own) == 1 else own[k]
        chains.append(chain(letter("z", label), letters, plus(votes, squashed), result))
    return terms.step("confidences", chains)


def _coupling_step(model: OneVsOneClassifier, x: Array, both: Array, terms: ModelTerms) -> WorkingStep:
    """Q p = λ e: the probabilities that agree best with those of the pairs."""
    from fenlei.stats.coupling import LEAST

    K, P = len(terms.classes), model.predict_proba(x[None])[0]
    given = [
        float(part.predict_proba(model._input(x[None], m))[0, 1]) for m, part in enumerate(model.estimators_)
    ]
    r = np.clip(given, LEAST, 1.0 - LEAST)
    chains = [
        chain(letter("r", f"{terms.classes[j]} | {terms.classes[i]}"), _clipped(p, LEAST), float(c))
        for (i, j), p, c in list(zip(both, given, r, strict=True))[:MOST_SUMS]
    ]
    R = np.zeros((K, K))
    for (i, j), c in zip(both, r, strict=True):
        R[j, i], R[i, j] = c, 1.0 - c
    Q = -R * R.T
    Q[np.arange(K), np.arange(K)] = np.sum(R**2, axis=0)
    level = Q @ P
    if K <= MOST_CLASSES and (P > 0).all() and np.ptp(level) < 1e-10:
        product = times(matrix(Q), vector(P))
        letters = times(letter("Q"), letter("p"))
        chains.append(chain(letters, product, vector(np.full(K, level.mean()))))
    chains.append(chain(total("k", letter("p", "k")), summed(P), 1.0))
    chains += [
        chain(probability(label, given=ROW), P[k]) for k, label in enumerate(terms.classes[:MOST_CLASSES])
    ]
    return terms.step("coupling", chains, probabilities(model, x, terms))


def _clipped(p: float, least: float) -> Formula:
    return function("min", function("max", p, least), 1.0 - least)


# --- one against the rest


def one_vs_rest(model: OneVsRestClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Every class's decision, their probabilities divided by their sum, and the most confident."""
    labels = terms.classes[1:] if len(model.estimators_) == 1 else terms.classes
    scores = model._scores(x[None])[0]
    k = int(np.argmax(scores))
    names = (terms.say("the_rest"), labels[k])
    inside = part_steps(model.estimators_[k], x, terms._replace(classes=names), " | ".join(names))
    chains = [
        _decision_chain(letter("f", label), part, x, float(f))
        for label, part, f in list(zip(labels, model.estimators_, scores, strict=True))[:MOST_CLASSES]
    ]
    lines = list(zip(labels, map(float, scores), strict=True))
    grid = terms.grid("rest_decisions", terms.words("class", "decision"), lines)
    steps = [*inside, terms.step("rest_decisions", chains, [grid], source="000, 3.3.1")]
    if hasattr(model, "predict_proba"):
        steps.append(_rest_probabilities(model, x, terms))
    if len(scores) == 1:
        first, second = terms.classes
        f = float(scores[0])
        side = chain(function("sign", letter("f")), function("sign", f), 1.0 if f > 0 else -1.0)
        return [*steps, terms.step("sign", [side], first=first, second=second)]
    return [*steps, largest_step(scores.astype(float), k, "f", terms)]


def _rest_probabilities(model: OneVsRestClassifier, x: Array, terms: ModelTerms) -> WorkingStep:
    P = model.predict_proba(x[None])[0]
    own = np.array([float(part.predict_proba(x[None])[0, 1]) for part in model.estimators_])
    chains: list[Chain] = []
    if len(own) == 1:
        p = float(own[0])
        chains.append(chain(probability(terms.classes[0], given=ROW), plus(1.0, minus(p)), P[0]))
        chains.append(chain(probability(terms.classes[1], given=ROW), P[1]))
    else:
        letters = over(letter("p", "k"), total("l", letter("p", "l")))
        for k, label in enumerate(terms.classes[:MOST_CLASSES]):
            put_in = [over(float(own[k]), summed(own))] if own.sum() > 0 else []
            chains.append(chain(probability(label, given=ROW), letters, *put_in, P[k]))
    return terms.step("rest_probabilities", chains, probabilities(model, x, terms))


# --- no decision near the boundary


def rejection(model: RejectNearBoundary, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The classifier's own working, how far the row is from the boundary, and the margin."""
    part, margin = model.estimator_, float(model.margin)
    inside = part_steps(part, x, terms, type(part).__name__)
    scores = np.ravel(model.decision_function(x[None])).astype(float)
    if len(scores) == 1:
        gap = abs(float(scores[0]))
        found = chain(function("abs", letter("g")), function("abs", float(scores[0])), gap)
        values = [chain(letter("g"), float(scores[0]))]
    else:
        best, second = np.sort(scores)[::-1][:2]
        gap = float(best - second)
        letters = plus(letter("g", "(1)"), minus(letter("g", "(2)")))
        found = chain(letters, plus(float(best), minus(float(second))), gap)
        values = [
            chain(letter("g", label), scores[k]) for k, label in enumerate(terms.classes[:MOST_CLASSES])
        ]
    rejected = bool(model.rejected(x[None])[0])
    away = chain(plus(letter("d"), minus(letter("m"))), plus(gap, minus(margin)), gap - margin)
    key = "rejected" if rejected else "not_rejected"
    return [
        *inside,
        terms.step("boundary_gap", [*values, found], source="001, 5.2"),
        terms.step(key, [away], margin=f"{margin:g}"),
    ]
