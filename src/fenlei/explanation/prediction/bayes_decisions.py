"""Decisions by expected cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import MinimumRiskClassifier


def risks(model: MinimumRiskClassifier, x: Array, terms: ModelTerms) -> list[Grid]:
    """Expected cost of each action under the posterior."""
    P = model.predict_proba(x[None])[0]
    posterior = terms.grid("posterior", terms.words("class", "posterior"), zip(terms.classes, P, strict=True))
    expected = model.conditional_risk(x[None])[0]
    actions = [str(action) for action in model.actions_]
    rows = [
        (action, *costs, risk) for action, costs, risk in zip(actions, model.costs_, expected, strict=True)
    ]
    headings = (
        terms.say("action"),
        *(terms.say("cost", label=label) for label in terms.classes),
        terms.say("risk"),
    )
    return [posterior, terms.grid("risks", headings, rows)]
