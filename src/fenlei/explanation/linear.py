"""Linear models: coefficient times value, added up; and where those are the working, distances.

score_k = b_k + Σ_j w_kj x_j
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.working import Grid, ModelTerms, largest_first
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.neighbors import NearestCentroid

MOST_FEATURES = 20  # of a grid; the others are one line
COEFFICIENT_DIGITS = 10


def is_linear(model: object, x: Array) -> bool:
    """Whether the coefficients of a model, of one class or of each, add up to its decision values."""
    if not hasattr(model, "coef_") or not hasattr(model, "intercept_"):
        return False
    if not hasattr(model, "decision_function"):
        return True
    sums = _coefficients(model) @ x + np.ravel(model.intercept_)
    values = np.ravel(model.decision_function(x[None]))
    return sums.shape == values.shape and bool(np.allclose(sums, values, rtol=1e-5, equal_nan=True))


def _coefficients(model: Any) -> Array:
    """Coefficients (1 or K, p), dense."""
    coef = model.coef_
    return np.atleast_2d(coef.toarray() if hasattr(coef, "toarray") else coef)


def contributions(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Contribution of each feature to each class's score; to the second class if there are two."""
    coef, intercept = _coefficients(model), np.atleast_1d(model.intercept_)
    parts = (coef * x).T + 0.0  # (p, 1 or K)
    labels = terms.classes[1:] if len(coef) == 1 else terms.classes
    towards = tuple(terms.say("towards", label=label) for label in labels)
    first, others = largest_first(np.abs(parts).max(axis=1), MOST_FEATURES)
    rows = [(terms.say("intercept"), "", *intercept)]
    rows += [(terms.features[j], terms.value(j, x[j]), *parts[j]) for j in first]
    if len(others):
        rows.append((terms.say("others", count=len(others)), "", *parts[others].sum(axis=0)))
    rows.append((terms.say("sum"), "", *(intercept + parts.sum(axis=0))))
    grids = [terms.grid("contributions", (*terms.words("feature", "value"), *towards), rows)]
    return [*grids, *probabilities(model, x, terms), coefficients(model, terms)]


def coefficients(model: Any, terms: ModelTerms) -> Grid:
    """The coefficients themselves, which are the same for every row, with ten digits; the largest of many."""
    coef, intercept = _coefficients(model), np.atleast_1d(model.intercept_)
    labels = terms.classes[1:] if len(coef) == 1 else terms.classes
    first = np.sort(largest_first(np.abs(coef).max(axis=0), MOST_FEATURES)[0])
    rows = [(terms.features[j], *coef[:, j]) for j in first] + [(terms.say("intercept"), *intercept)]
    headings = (terms.say("feature"), *(terms.say("towards", label=label) for label in labels))
    return terms.grid("coefficients", headings, rows)._replace(digits=COEFFICIENT_DIGITS)


def probabilities(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Probability of each class, of a model that has it."""
    if not hasattr(model, "predict_proba"):
        return []
    P = model.predict_proba(x[None])[0]
    return [
        terms.grid("probabilities", terms.words("class", "probability"), zip(terms.classes, P, strict=True))
    ]


def centroids(model: NearestCentroid, x: Array, terms: ModelTerms) -> list[Grid]:
    """Distance to each class's centroid."""
    distances = model.class_distances(x[None])[0]
    return [
        terms.grid("centroids", terms.words("class", "distance"), zip(terms.classes, distances, strict=True))
    ]


def scores(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
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
