"""Linear models: coefficient times value, added up; and where those are the working, distances.

score_k = b_k + Σ_j w_kj x_j
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.explanation.working import Grid, Terms, largest_first
from fenlei.kernels import Array

MOST_FEATURES = 20  # of a grid; the others are one line


def contributions(model: Any, x: Array, terms: Terms) -> list[Grid]:
    """Contribution of each feature to each class's score; to the second class if there are two."""
    coef, intercept = np.atleast_2d(model.coef_), np.atleast_1d(model.intercept_)
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
    return grids + probabilities(model, x, terms)


def probabilities(model: Any, x: Array, terms: Terms) -> list[Grid]:
    """Probability of each class, of a model that has it."""
    if not hasattr(model, "predict_proba"):
        return []
    P = model.predict_proba(x[None])[0]
    return [
        terms.grid("probabilities", terms.words("class", "probability"), zip(terms.classes, P, strict=True))
    ]


def centroids(model: Any, x: Array, terms: Terms) -> list[Grid]:
    """Distance to each class's centroid."""
    distances = model.class_distances(x[None])[0]
    return [
        terms.grid("centroids", terms.words("class", "distance"), zip(terms.classes, distances, strict=True))
    ]


def scores(model: Any, x: Array, terms: Terms) -> list[Grid]:
    """Whatever scores or probabilities a model gives: the working of last resort."""
    if hasattr(model, "predict_proba"):
        return probabilities(model, x, terms)
    values = np.ravel(model.decision_function(x[None]))
    labels = terms.classes[1:] if len(values) == 1 else terms.classes
    return [terms.grid("scores", terms.words("class", "score"), zip(labels, values, strict=True))]
