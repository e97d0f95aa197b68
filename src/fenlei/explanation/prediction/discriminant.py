"""Fisher's discriminant: projections and a threshold; the quadratic one: log densities and the posterior."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import (
    chain,
    function,
    inverse,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    summed,
    times,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, decision_step, posterior_step
from fenlei.explanation.prediction.linear import added_up, score_names
from fenlei.explanation.prediction.linear_scores import product_step, score_chains
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import QuadraticDiscriminantAnalysis
    from fenlei.linear import FisherDiscriminant

MOST_FEATURES = 8


def fisher(model: FisherDiscriminant, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """wᵀx term by term, compared with T; of more classes, projections on directions and scores."""
    if len(model.classes_) > 2:
        return _several(model, x, terms)
    w, (first, second) = model.w_, terms.classes
    parts = w * x
    letters = times(transposed(letter("w")), letter("x"))
    projection = chain(letters, summed(parts), number(parts.sum()))
    own = float(np.ravel(model.decision_function(x[None]))[0])
    away = chain(
        plus(letters, minus(letter("T"))), plus(float(parts.sum()), minus(float(model.threshold_))), own
    )
    term_grid = added_up("fisher", w[None], None, x, terms.words("w_times_value"), terms, "projection")
    side = chain(
        function("sign", plus(letters, minus(letter("T")))), function("sign", own), 1.0 if own > 0 else -1.0
    )
    key = "projection_side" if own else "projection_on_it"
    return [
        product_step(w[None], x, terms),
        terms.step("projection", [projection], [term_grid], source="000, 3-28…3-42"),
        terms.step("threshold", [away], [_projected(model, x, terms)], source="000, 3-28…3-42"),
        terms.step(
            key,
            [side] if own else [chain(plus(letters, minus(letter("T"))), own)],
            first=first,
            second=second,
        ),
    ]


def _projected(model: FisherDiscriminant, x: Array, terms: ModelTerms) -> Grid:
    means = [terms.say("mean_of_class", label=label) for label in terms.classes]
    rows = [(name, model.w_ @ mean) for name, mean in zip(means, model.means_, strict=True)]
    rows += [(terms.say("threshold"), model.threshold_), (terms.say("the_row"), model.w_ @ x)]
    first, second = terms.classes
    return terms.grid("projected", terms.words("point", "projection"), rows, first=first, second=second)


def _several(model: FisherDiscriminant, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    V, record = model.scalings_, model.model_
    means = [terms.say("mean_of_class", label=label) for label in terms.classes]
    points = zip(means, model.means_ @ V, strict=True)
    rows = [(terms.say("the_row"), *(x @ V)), *((name, *mean) for name, mean in points)]
    headings = (terms.say("point"), *(terms.say("direction", number=r + 1) for r in range(V.shape[1])))
    scores = np.ravel(model.decision_function(x[None]))
    chains = [
        chain(times(transposed(letter("v", r + 1)), letter("x")), summed(V[:, r] * x), number(V[:, r] @ x))
        for r in range(V.shape[1])
    ]
    names = score_names(len(record.coef), terms)
    sums = added_up("contributions", record.coef, record.intercept, x, names, terms)
    k = int(np.argmax(scores))
    shown = scores if len(scores) <= MOST_CLASSES else scores[[k]]
    largest = chain(letter("z", terms.classes[k]), function("max", *map(float, shown)), scores[k])
    return [
        terms.step("projections", chains, [terms.grid("projections", headings, rows)]),
        terms.step("scores", score_chains(record.coef, record.intercept, x, scores, terms), [sums]),
        terms.step("largest_score", [largest]),
    ]


def quadratic(model: QuadraticDiscriminantAnalysis, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Log prior, distance from each mean, log determinant, and the posterior."""
    log_prior = np.log(model.priors_)
    log_joint = model.log_joint(x[None])[0]
    P = model.predict_proba(x[None])[0]
    rows = zip(terms.classes, log_prior, log_joint - log_prior, log_joint, P, strict=True)
    headings = terms.words("class", "log_prior", "log_density", "score", "posterior")
    grid = terms.grid("gaussians", headings, rows)
    return [
        terms.step("distances_squared", _distances(model, x, terms)),
        terms.step("log_scores", _log_scores(model, x, log_joint, terms)),
        posterior_step(log_joint, P, [grid], terms),
        decision_step(P, terms),
    ]


def _squared(model: QuadraticDiscriminantAnalysis, x: Array, k: int) -> float:
    away = x - model.means_[k]
    return float(away @ np.linalg.solve(model.model_.covariance[k], away))


def _distances(model: QuadraticDiscriminantAnalysis, x: Array, terms: ModelTerms) -> list[Chain]:
    """(x - μ)ᵀ Σ⁻¹ (x - μ) of each class."""
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        Sigma, away = model.model_.covariance[k], vector(x - model.means_[k])
        from_mean = plus(letter("x"), minus(letter("μ", label)))
        letters = times(transposed(from_mean), inverse(letter("Σ", label)), from_mean)
        small = len(x) <= MOST_FEATURES and np.linalg.cond(Sigma) < 1e6
        put_in: list[Formula] = [times(transposed(away), inverse(matrix(Sigma)), away)] if small else []
        chains.append(chain(letter("d", label, "2"), letters, *put_in, _squared(model, x, k)))
    return chains


def _log_scores(
    model: QuadraticDiscriminantAnalysis, x: Array, log_joint: Array, terms: ModelTerms
) -> list[Chain]:
    """g_k = ln π_k - ½ (p ln 2π + ln|Σ_k| + d²)."""
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        half = plus(
            times(letter("p"), function("ln", times(2.0, np.pi))),
            function("ln", function("det", letter("Σ", label))),
            letter("d", label, "2"),
        )
        letters = plus(function("ln", letter("π", label)), minus(over(half, 2.0)))
        if model.model_.dof is not None or model.priors_[k] <= 0:
            chains.append(chain(letter("g", label), log_joint[k]))
            continue
        squares = plus(len(x) * np.log(2 * np.pi), float(model.model_.log_det[k]), _squared(model, x, k))
        put_in = plus(function("ln", float(model.priors_[k])), minus(over(squares, 2.0)))
        chains.append(chain(letter("g", label), letters, put_in, log_joint[k]))
    return chains
