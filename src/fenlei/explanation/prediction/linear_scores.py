"""Linear models: coefficient times value, added up, and what becomes of the sum.

z_k = b_k + Σ_j w_kj x_j;   P = 1/(1 + e^(-z)), or e^(z_k) / Σ_l e^(z_l);   or the sign, or the largest
"""

from __future__ import annotations

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW, decision_step
from fenlei.explanation.prediction.linear import (
    Linear,
    added_up,
    coefficients,
    dense_coefficients,
    probabilities,
    score_names,
)
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

MOST_PRODUCTS = 24
CLOSE = 1e-10


def contributions(model: Linear, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Each product, their sums, and the probabilities, the sign or the prediction that follow."""
    coef, intercept = dense_coefficients(model), np.ravel(np.atleast_1d(model.intercept_))
    intercept = np.broadcast_to(intercept, len(coef))
    grid = added_up("contributions", coef, intercept, x, score_names(len(coef), terms), terms)
    scores = _scores(model, x, len(coef))
    steps = [
        product_step(coef, x, terms),
        terms.step("scores", score_chains(coef, intercept, x, scores, terms), [grid]),
    ]
    steps += _outcome(model, x, scores, terms)
    table = coefficients(model, terms)
    return [*steps, WorkingStep("coefficients", table.title, grids=(table,))]


def _scores(model: Linear, x: Array, K: int) -> Array:
    """The model's own decision values, or its predictions."""
    if hasattr(model, "decision_function"):
        return np.ravel(model.decision_function(x[None])).astype(float)
    return np.ravel(model.predict(x[None])).astype(float)


def _names(K: int, terms: ModelTerms) -> list[str]:
    """What the scores are of: the second of two classes, each class, each target."""
    if not terms.classes:
        return [""] if K == 1 else [str(k + 1) for k in range(K)]
    return [*terms.classes[1:]] if K == 1 else [*terms.classes]


def product_step(coef: Array, x: Array, terms: ModelTerms) -> WorkingStep:
    parts, names = np.abs(coef * x).max(axis=0), _names(len(coef), terms)
    most = max(1, MOST_PRODUCTS // min(len(coef), MOST_CLASSES))
    first = np.sort(largest_first(parts, min(most, max(1, int(np.count_nonzero(parts)))))[0])
    chains = [
        chain(
            times(
                letter("w", f"{terms.features[j]}, {name}" if name else terms.features[j]),
                letter("x", terms.features[j]),
            ),
            times(float(coef[k, j]), float(x[j])),
            float(coef[k, j] * x[j]),
        )
        for k, name in enumerate(names[:MOST_CLASSES])
        for j in first
    ]
    return terms.step("products", chains, shown=len(first), features=len(x))


def score_chains(coef: Array, intercept: Array, x: Array, scores: Array, terms: ModelTerms) -> list[Chain]:
    chains = []
    for k, name in enumerate(_names(len(coef), terms)[:MOST_CLASSES]):
        parts = coef[k] * x
        letters = plus(letter("b", name), total("j", times(letter("w", "j"), letter("x", "j"))))
        put_in = added([number(intercept[k]), *map(number, parts)], [intercept[k], *parts])
        chains.append(chain(letter("z" if terms.classes else "ŷ", name), letters, put_in, scores[k]))
    return chains


def _outcome(model: object, x: Array, scores: Array, terms: ModelTerms) -> list[WorkingStep]:
    if not terms.classes:
        return [
            terms.step(
                "number",
                [chain(letter("ŷ"), *([function("max", *scores)] if len(scores) == 1 else []), scores[0])],
            )
        ]
    if hasattr(model, "predict_proba"):
        P = model.predict_proba(x[None])[0]
        return [_probability_step(model, x, scores, P, terms), decision_step(P, terms)]
    if len(scores) == 1:
        side = chain(
            function("sign", letter("z")), function("sign", float(scores[0])), 1.0 if scores[0] > 0 else -1.0
        )
        return [terms.step("sign", [side], first=terms.classes[0], second=terms.classes[1])]
    k = int(np.argmax(scores))
    shown = scores if len(scores) <= MOST_CLASSES else [np.max(scores)]
    largest = chain(letter("z", terms.classes[k]), function("max", *map(float, shown)), scores[k])
    return [terms.step("largest_score", [largest])]


def _probability_step(model: object, x: Array, scores: Array, P: Array, terms: ModelTerms) -> WorkingStep:
    """The logistic function of one score, or the softmax of several: whichever the model uses."""
    grids = probabilities(model, x, terms)
    chains, classes = [], terms.classes[:MOST_CLASSES]
    if len(scores) == 1:
        z = float(scores[0])
        for k, label in enumerate(classes):
            sign: Formula = minus(letter("z")) if k else letter("z")
            put_in = over(1.0, plus(1.0, function("exp", -z if k else z)))
            letters = over(1.0, plus(1.0, function("exp", sign)))
            chains.append(chain(probability(label, given=ROW), letters, put_in, P[k]))
        return terms.step("logistic", chains, grids, source="000, 3-10…3-26")
    highest = float(np.max(scores))
    lifted = np.exp(scores - highest)
    everything = added([function("exp", float(s - highest)) for s in scores], lifted)
    for k, label in enumerate(classes):
        letters = over(function("exp", letter("z", label)), total("k", function("exp", letter("z", "k"))))
        shares = [over(function("exp", float(scores[k] - highest)), everything)]
        if abs(lifted[k] / lifted.sum() - P[k]) > CLOSE:
            shares = []
        chains.append(chain(probability(label, given=ROW), letters, *shares, P[k]))
    return terms.step("softmax", chains, grids, highest=f"{highest:.6g}")
