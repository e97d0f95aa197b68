"""Models of different kinds together: what each answers, and the weighted mean."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fenlei.ensemble.calibration.calibrated import uncalibrated
from fenlei.ensemble.pooled.weights import LOWEST
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    over,
    plus,
    probability,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW, decision_step
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble.pooled.models import PooledClassifier, PooledRegressor


def probabilities(model: PooledClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The probabilities by each model, and those of all together."""
    weights, names = model.model_.weights, _names(model)
    logs = np.array([each[0] for each in model.member_log_proba(x[None])])
    P = model.predict_proba(x[None])[0]
    lines = [(name, w, *np.exp(own)) for name, w, own in zip(names, weights, logs, strict=True)]
    given = (terms.say("given_row", label=label) for label in terms.classes)
    grid = terms.grid("combination", (*terms.words("classifier", "weight"), *given), lines)
    if model.model_.by_logarithms:
        floored = np.maximum(logs, LOWEST)
        steps = _by_logarithms(weights, floored, P, terms)
    else:
        steps = [terms.step("mean_probabilities", _means(weights, np.exp(logs), P, terms))]
    return [replace(steps[0], grids=(grid,)), *steps[1:], decision_step(P, terms)]


def numbers(model: PooledRegressor, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The number by each model, and the weighted mean."""
    weights, names = model.model_.weights, _names(model)
    each = np.array([float(values[0]) for values in model.member_values(x[None])])
    grid = terms.grid(
        "combination",
        terms.words("model", "weight", "prediction"),
        zip(names, weights, each, strict=True),
    )
    letters = over(total("t", times(letter("w", "t"), letter("ŷ", "t"))), total("t", letter("w", "t")))
    parts: list[Formula] = [times(float(w), float(value)) for w, value in zip(weights, each, strict=True)]
    mean = chain(
        letter("ŷ"), letters, over(added(parts, weights * each), summed(weights)), _dot(weights, each)
    )
    return [terms.step("pooled_mean", [mean], [grid])]


def _names(model: PooledClassifier | PooledRegressor) -> list[str]:
    """The classes of the models, without what calibrates them."""
    return [type(uncalibrated(member.estimator)).__name__ for member in model.members_]


def _dot(weights: Array, each: Array) -> float:
    return float(weights @ each / weights.sum())


def _means(weights: Array, each: Array, P: Array, terms: ModelTerms) -> list[Chain]:
    letters = over(total("t", times(letter("w", "t"), letter("P", "t"))), total("t", letter("w", "t")))
    found = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        parts: list[Formula] = [times(float(w), float(p)) for w, p in zip(weights, each[:, k], strict=True)]
        put_in = over(added(parts, weights * each[:, k]), summed(weights))
        found.append(chain(probability(label, given=ROW), letters, put_in, P[k]))
    return found


def _by_logarithms(weights: Array, logs: Array, P: Array, terms: ModelTerms) -> list[WorkingStep]:
    """u_k = Σ_t w_t log P_t(k), and P(k) = exp u_k / Σ_j exp u_j."""
    u = weights @ logs
    most = float(u.max())
    letters = total("t", times(letter("w", "t"), function("log", letter("P", "t"))))
    sums, chains = [], []
    powers: list[Formula] = [function("exp", plus(float(value), minus(most))) for value in u]
    worth = np.exp(u - most)
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        parts: list[Formula] = [
            times(float(w), float(log)) for w, log in zip(weights, logs[:, k], strict=True)
        ]
        sums.append(chain(letter("u", label), letters, added(parts, weights * logs[:, k]), u[k]))
        chains.append(chain(probability(label, given=ROW), over(powers[k], added(powers, worth)), P[k]))
    return [terms.step("pooled_logarithms", sums), terms.step("calibrated_probabilities", chains)]
