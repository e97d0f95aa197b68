"""Bayes classifiers beside the naive ones: quadratic discriminants, and decisions by expected cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import MinimumRiskClassifier, QuadraticDiscriminantAnalysis


def gaussians(model: QuadraticDiscriminantAnalysis, x: Array, terms: ModelTerms) -> list[Grid]:
    """Quadratic discriminant: log prior, distance from each mean, log determinant, posterior."""
    log_prior = np.log(model.priors_)
    log_density = model.log_joint(x[None])[0] - log_prior
    rows = zip(
        terms.classes,
        log_prior,
        log_density,
        log_prior + log_density,
        model.predict_proba(x[None])[0],
        strict=True,
    )
    headings = terms.words("class", "log_prior", "log_density", "score", "posterior")
    return [terms.grid("gaussians", headings, rows)]


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
