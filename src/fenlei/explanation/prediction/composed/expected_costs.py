"""Decisions by expected cost: R(a | x) = Σ_k λ_ak P(k | x)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    over,
    probability,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW
from fenlei.explanation.prediction.composed.schemes import part_steps
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import MinimumRiskClassifier

MOST_ACTIONS = 12


def risks(model: MinimumRiskClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The posterior of the classifier, other priors if they are given, and the expected costs."""
    part, P = model.estimator_, model.predict_proba(x[None])[0]
    inside = part_steps(part, x, terms, type(part).__name__)
    return [
        *inside,
        _posterior_step(model, x, P, terms),
        _risk_step(model, x, P, terms),
        _decision_step(model, x, terms),
    ]


def _posterior_step(model: MinimumRiskClassifier, x: Array, P: Array, terms: ModelTerms) -> WorkingStep:
    """P(k | x), under new priors P(k | x) π'_k / π_k divided by the sum of these."""
    grid = terms.grid("posterior", terms.words("class", "posterior"), zip(terms.classes, P, strict=True))
    chains: list[Chain] = []
    if model.priors is None:
        chains = [
            chain(probability(label, given=ROW), P[k]) for k, label in enumerate(terms.classes[:MOST_CLASSES])
        ]
        return terms.step("risk_posterior", chains, [grid], source="004, 2.2")
    before = np.asarray(model.estimator_.predict_proba(x[None])[0], dtype=float)
    old, new = np.asarray(model.training_priors_, dtype=float), np.asarray(model._priors(), dtype=float)
    kept = old > 0
    parts = [
        times(float(b), over(float(n), float(o)))
        for b, n, o in zip(before[kept], new[kept], old[kept], strict=True)
    ]
    worth = before[kept] * new[kept] / old[kept]
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        sides: list[Formula] = []
        if old[k] > 0 and worth.sum() > 0:
            sides = [
                over(times(float(before[k]), over(float(new[k]), float(old[k]))), added(list(parts), worth))
            ]
        chains.append(chain(probability(label, given=ROW), *sides, P[k]))
    return terms.step("shifted_posterior", chains, [grid], source="004, 2.2")


def _risk_step(model: MinimumRiskClassifier, x: Array, P: Array, terms: ModelTerms) -> WorkingStep:
    expected, costs = model.conditional_risk(x[None])[0], model.costs_
    actions = [str(action) for action in model.actions_]
    letters = total("k", times(letter("λ", "ak"), probability(letter("k"), given=ROW)))
    chains = []
    for a, action in enumerate(actions[:MOST_ACTIONS]):
        parts: list[Formula] = [times(float(c), float(p)) for c, p in zip(costs[a], P, strict=True)]
        chains.append(
            chain(probability(action, given=ROW, name="R"), letters, added(parts, costs[a] * P), expected[a])
        )
    lines = [(action, *row, risk) for action, row, risk in zip(actions, costs, expected, strict=True)]
    headings = (
        terms.say("action"),
        *(terms.say("cost", label=label) for label in terms.classes),
        terms.say("risk"),
    )
    grid = terms.grid("risks", headings, lines)
    return terms.step("risks", chains, [grid], source="004, 2.2, eq. 16")


def _decision_step(model: MinimumRiskClassifier, x: Array, terms: ModelTerms) -> WorkingStep:
    """The least expected cost; of equal ones the first action."""
    expected = np.asarray(model.conditional_risk(x[None])[0], dtype=float)
    a = int(np.argmin(expected))
    actions = [str(action) for action in model.actions_]
    least = [function("min", *map(float, expected))] if len(expected) <= MOST_ACTIONS else []
    tied = np.sum(np.isclose(expected, expected[a], rtol=1e-12, atol=0.0)) > 1
    found = chain(probability(actions[a], given=ROW, name="R"), *least, expected[a])
    return terms.step("risk_tie" if tied else "least_risk", [found])
