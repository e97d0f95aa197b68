"""Bayes: prior times likelihood, feature by feature, and the posterior.

A generative classifier that leaves missing values out of its product gives each factor by itself:

    p(x_j | k) = p(x_j, k) / P(k),    p(x_j, k) of a row with every other value missing
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.working import Grid, ModelTerms, largest_first
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import BayesClassifier, MinimumRiskClassifier, QuadraticDiscriminantAnalysis

MOST_FEATURES = 20  # of a grid; the others are one line


def naive(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Prior, p(x_j | k) of each feature, joint and posterior, one column per class."""
    log_prior, log_factors = _factors(model, x)
    first, others = largest_first(np.ptp(log_factors, axis=1), MOST_FEATURES)
    empty = terms.no_value()
    rows = [(terms.say("prior"), *empty, *np.exp(log_prior))]
    rows += [
        (terms.features[j], *terms.value_cells(j, x[j]), *np.exp(log_factors[j])) for j in np.sort(first)
    ]
    if len(others):
        rest = np.exp(log_factors[others].sum(axis=0))
        rows.append((terms.say("others", count=len(others)), *empty, *rest))
    headings = (
        *terms.words("feature"),
        *terms.value_headings(),
        *(terms.say("given", label=label) for label in terms.classes),
    )
    lines = _by_bayes_formula(model, x, log_prior + log_factors.sum(axis=0), terms)
    rows += [(line[0], *empty, *line[1:]) for line in lines]
    return [terms.grid("bayes", headings, rows)]


def _factors(model: Any, x: Array) -> tuple[Array, Array]:
    """log P(k), (K,), and log p(x_j | k), (p, K)."""
    if hasattr(model, "feature_log_prob_") and not model._allow_nan:
        return model.class_log_prior_, _counted(model, x)
    alone = np.full((len(x) + 1, len(x)), np.nan)
    np.fill_diagonal(alone, x)
    log_joint = model.log_joint(alone)
    return log_joint[-1], log_joint[:-1] - log_joint[-1]


def _counted(model: Any, x: Array) -> Array:
    """Factors (p, K) of the classifiers of counts: presence of each word, or its count times log p."""
    with np.errstate(divide="ignore", invalid="ignore"):
        log_p = model.feature_log_prob_
        if not hasattr(model, "binarize"):
            return np.where(x == 0, 0.0, x * log_p).T
        present = x > (0 if model.binarize is None else model.binarize)
        return np.where(present, log_p, np.log1p(-np.exp(log_p))).T


def _by_bayes_formula(model: Any, x: Array, log_joint: Array, terms: ModelTerms) -> list[tuple[object, ...]]:
    """Lines of the joint probabilities and of the posterior; logarithms where the first are too small."""
    small = not np.exp(log_joint).any()
    joint = (terms.say("log_joint"), *log_joint) if small else (terms.say("joint"), *np.exp(log_joint))
    return [joint, (terms.say("posterior"), *model.predict_proba(x[None])[0])]


def joint(model: BayesClassifier, x: Array, terms: ModelTerms) -> list[Grid]:
    """The joint classifier: prior, probability of the nominal values, density of the numbers given them."""
    numbers = ~np.array(model.coding_.categorical)
    names_only = np.where(numbers, np.nan, x)
    log_prior, log_cell, log_joint = model.log_joint(np.stack([np.full_like(x, np.nan), names_only, x]))
    rows = [(terms.say("prior"), *np.exp(log_prior))]
    if not numbers.all():
        rows.append((terms.say("cell"), *np.exp(log_cell - log_prior)))
    if numbers.any():
        with np.errstate(invalid="ignore"):
            density = np.where(np.isfinite(log_cell), np.exp(log_joint - log_cell), 0.0)
        rows.append((terms.say("density"), *density))
    rows += _by_bayes_formula(model, x, log_joint, terms)
    return [terms.grid("joint", ("", *terms.classes), rows)]


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
