"""Naive Bayes: prior times likelihood, feature by feature, and the posterior.

A generative classifier that leaves missing values out of its product gives each factor by itself:

    p(x_j | k) = p(x_j, k) / P(k),    p(x_j, k) of a row with every other value missing
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import chain, number, probability
from fenlei.explanation.prediction.bayes_rule import (
    MOST_CLASSES,
    class_count,
    decision_step,
    joint_step,
    posterior_step,
    prior_step,
)
from fenlei.explanation.prediction.factors import factor
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.explanation.prediction.factors import NaiveBayes

MOST_FEATURES = 20  # of a grid; the others are one line
MOST_FORMULAS = 24  # of the factors


def naive(model: NaiveBayes, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, p(x_j | k) of each feature, their product, and the posterior."""
    log_prior, log_factors = _factors(model, x)
    P = model.predict_proba(x[None])[0]
    log_joint = log_prior + log_factors.sum(axis=0)
    told = [j for j in range(len(x)) if not np.isnan(x[j])]
    return [
        prior_step(log_prior, class_count(model), terms),
        _factor_step(model, x, log_factors, told, terms),
        joint_step(log_prior, [log_factors[j] for j in told], terms),
        posterior_step(log_joint, P, [_grid(log_prior, log_factors, P, x, terms)], terms),
        decision_step(P, terms),
    ]


def _factor_step(
    model: NaiveBayes, x: Array, log_factors: Array, told: list[int], terms: ModelTerms
) -> WorkingStep:
    """The factors as formulas, of those that differ most between the classes."""
    classes = range(len(terms.classes[:MOST_CLASSES]))
    most = max(1, MOST_FORMULAS // max(len(classes), 1))
    first = [
        told[i] for i in largest_first(np.ptp(np.nan_to_num(log_factors[told], neginf=-1e9), axis=1), most)[0]
    ]
    chains = []
    for j in sorted(first):
        for k in classes:
            left = probability(terms.event(j, x[j]), given=terms.classes[k], name="p")
            numbers = factor(model, j, float(x[j]), k)
            result = number(np.exp(log_factors[j, k]))
            chains.append(chain(left, result) if numbers is None else chain(left, numbers, result))
    return terms.step("factors", chains, shown=len(first), features=len(x), missing=len(x) - len(told))


def _grid(log_prior: Array, log_factors: Array, P: Array, x: Array, terms: ModelTerms) -> Grid:
    """Prior, p(x_j | k) of each feature, joint and posterior, one column per class."""
    with np.errstate(invalid="ignore"):
        spread = np.ptp(log_factors, axis=1)
    first, others = largest_first(spread, MOST_FEATURES)
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
    lines = by_bayes_formula(log_prior + log_factors.sum(axis=0), P, terms)
    rows += [(line[0], *empty, *line[1:]) for line in lines]
    return terms.grid("bayes", headings, rows)


def _factors(model: NaiveBayes, x: Array) -> tuple[Array, Array]:
    """log P(k), (K,), and log p(x_j | k), (p, K)."""
    if hasattr(model, "feature_log_prob_") and not model._allow_nan:
        return model.class_log_prior_, _counted(model, x)
    alone = np.full((len(x) + 1, len(x)), np.nan)
    np.fill_diagonal(alone, x)
    log_joint = model.log_joint(alone)
    return log_joint[-1], log_joint[:-1] - log_joint[-1]


def _counted(model: NaiveBayes, x: Array) -> Array:
    """Factors (p, K) of the classifiers of counts: presence of each word, or its count times log p."""
    with np.errstate(divide="ignore", invalid="ignore"):
        log_p = model.feature_log_prob_
        if not hasattr(model, "binarize"):
            return np.where(x == 0, 0.0, x * log_p).T
        present = x > (0 if model.binarize is None else model.binarize)
        return np.where(present, log_p, np.log1p(-np.exp(log_p))).T


def by_bayes_formula(log_joint: Array, P: Array, terms: ModelTerms) -> list[tuple[object, ...]]:
    """Lines of the joint probabilities and of the posterior; logarithms where the first are too small."""
    small = not np.exp(log_joint).any()
    joint = (terms.say("log_joint"), *log_joint) if small else (terms.say("joint"), *np.exp(log_joint))
    return [joint, (terms.say("posterior"), *P)]
