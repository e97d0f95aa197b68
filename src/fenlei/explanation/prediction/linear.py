"""Linear models: coefficient times value, added up.

score_k = b_k + Σ_j w_kj x_j
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Protocol

import numpy as np

from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

MOST_FEATURES = 20  # of a grid; the others are one line
COEFFICIENT_DIGITS = 10


class Linear(Protocol):
    """A model with coefficients, of this library or another."""

    coef_: Array
    intercept_: Array

    def predict(self, X: Array, /) -> Array: ...


def is_linear(model: object, x: Array) -> bool:
    """Whether the coefficients of a model, of one class or of each, add up to its decision values."""
    if not hasattr(model, "coef_") or not hasattr(model, "intercept_"):
        return False
    if not hasattr(model, "decision_function"):
        return True
    sums = dense_coefficients(model) @ x + np.ravel(model.intercept_)
    values = np.ravel(model.decision_function(x[None]))
    return sums.shape == values.shape and bool(np.allclose(sums, values, rtol=1e-5, equal_nan=True))


def dense_coefficients(model: Any) -> Array:
    """Coefficients (1 or K, p), dense."""
    coef = model.coef_
    return np.atleast_2d(coef.toarray() if hasattr(coef, "toarray") else coef)


def coefficients(model: Linear, terms: ModelTerms) -> Grid:
    """The coefficients themselves, which are the same for every row, with ten digits; the largest of many."""
    coef, intercept = dense_coefficients(model), np.atleast_1d(model.intercept_)
    first = np.sort(largest_first(np.abs(coef).max(axis=0), MOST_FEATURES)[0])
    rows = [(terms.features[j], *coef[:, j]) for j in first] + [(terms.say("intercept"), *intercept)]
    alone = not terms.classes and len(coef) == 1
    names = terms.words("coefficient") if alone else score_names(len(coef), terms)
    headings = (terms.say("feature"), *names)
    return terms.grid("coefficients", headings, rows)._replace(digits=COEFFICIENT_DIGITS)


def score_names(K: int, terms: ModelTerms) -> tuple[str, ...]:
    """Headings of the contributions to K scores."""
    if not terms.classes:
        return (
            terms.words("product") if K == 1 else tuple(terms.say("target", number=k + 1) for k in range(K))
        )
    labels = terms.classes[1:] if K == 1 else terms.classes
    return tuple(terms.say("towards", label=label) for label in labels)


def added_up(
    key: str,
    coef: Array,
    intercept: Array | None,
    x: Array,
    names: tuple[str, ...],
    terms: ModelTerms,
    total: str = "sum",
) -> Grid:
    """Feature, value, coefficient if there is one score, coefficient times value (p, K); then the sums."""
    parts = (coef * x).T + 0.0  # (p, K)
    alone = len(coef) == 1
    first, others = largest_first(np.abs(parts).max(axis=1), MOST_FEATURES)
    first = np.sort(first) if not len(others) else first
    empty, rows = terms.no_value(), []
    if intercept is not None:
        rows.append((terms.say("intercept"), *empty, *(intercept if alone else ()), *intercept))
    for j in first:
        rows.append(
            (terms.features[j], *terms.value_cells(j, x[j]), *(coef[:, j] if alone else ()), *parts[j])
        )
    gap = (None,) if alone else ()
    if len(others):
        rest = parts[others].sum(axis=0)
        rows.append((terms.say("others", count=len(others)), *empty, *gap, *rest))
    sums = parts.sum(axis=0) + (0.0 if intercept is None else intercept)
    rows.append((terms.say(total), *empty, *gap, *sums))
    weight = (terms.say("w" if key == "fisher" else "coefficient"),) if alone else ()
    return terms.grid(key, (*terms.words("feature"), *terms.value_headings(), *weight, *names), rows)


def probabilities(model: object, x: Array, terms: ModelTerms) -> list[Grid]:
    """Probability of each class, of a model that has it."""
    if not hasattr(model, "predict_proba"):
        return []
    P = model.predict_proba(x[None])[0]
    return [
        terms.grid("probabilities", terms.words("class", "probability"), zip(terms.classes, P, strict=True))
    ]


def scores(model: object, x: Array, terms: ModelTerms) -> list[Grid]:
    """Whatever probabilities or decision values a model has: the working of last resort."""
    if hasattr(model, "predict_proba"):
        return probabilities(model, x, terms)
    if not hasattr(model, "decision_function"):
        return []
    values = np.ravel(model.decision_function(x[None]))
    labels: Sequence[str] = terms.classes[1:] if len(values) == 1 else terms.classes
    if getattr(model, "decision_function_shape", None) == "ovo" and len(values) > 1:
        labels = [f"{first} | {second}" for first, second in combinations(terms.classes, 2)]
    return [terms.grid("scores", terms.words("class", "score"), zip(labels, values, strict=True))]
