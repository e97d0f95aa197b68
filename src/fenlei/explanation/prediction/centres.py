"""The nearest centre: distances from the centroid, or the prototypes, of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.distances import euclid_chain, gaps_chain, squares_chain, sum_of_gaps, sum_of_squares
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
    squared,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW
from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.neighbors import NearestCentroid, NearestPrototype

MOST_PROTOTYPES = 24
MOST_COORDINATES = 8


# --- one centroid per class


def centroids(model: NearestCentroid, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The distances, the discriminants that priors and deviations make of them, and the decision."""
    distances = model.class_distances(x[None])[0]
    scores = model._discriminants(x[None])[0]
    with_priors = not np.isclose(model.class_prior_, 1 / len(terms.classes)).all()
    chosen = int(np.argmax(scores if with_priors else -distances))
    steps = [_distance_step(model, x, distances, terms), _score_step(model, x, scores, terms)]
    if hasattr(model, "predict_proba"):
        steps.append(_softmax_step(model, x, scores, terms))
    return [*steps, _nearest_step(distances, scores if with_priors else None, chosen, terms)]


def _near(model: NearestCentroid, terms: ModelTerms) -> list[int]:
    """Classes that have a centre."""
    return [k for k in range(len(terms.classes)) if np.isfinite(model.centroids_[k]).all()][:MOST_CLASSES]


def _distance_step(model: NearestCentroid, x: Array, distances: Array, terms: ModelTerms) -> WorkingStep:
    chains = []
    for k in _near(model, terms):
        left, m = letter("d", terms.classes[k]), model.centroids_[k]
        if model.metric == "manhattan":
            chains.append(gaps_chain(left, x, m, distances[k], "μ"))
        elif model.metric == "euclidean":
            chains.append(euclid_chain(left, x, m, distances[k], "μ"))
        else:
            chains.append(_mahalanobis(model, left, x, m, distances[k]))
    rows = zip(terms.classes, distances, strict=True)
    grid: Grid = terms.grid("centroids", terms.words("class", "distance"), rows)
    key = "centre_mahalanobis" if model.metric == "mahalanobis" else "centre_distances"
    return terms.step(key, chains, [grid], source="002, 5.1")


def _mahalanobis(model: NearestCentroid, left: Formula, x: Array, m: Array, result: float) -> Chain:
    """‖Wᵀ(x - μ)‖ with W Wᵀ = Σ⁻¹."""
    W = model.model_.whitening
    letters = function("norm", times(transposed(letter("W")), plus(letter("x"), minus(letter("μ")))))
    away = (x - m) @ W
    put_in = [function("norm", vector(away))] if 0 < len(away) <= MOST_COORDINATES else []
    return chain(left, letters, *put_in, result)


def _score_step(model: NearestCentroid, x: Array, scores: Array, terms: ModelTerms) -> WorkingStep:
    """g_k = -D² + 2 ln π_k, D measured in units of the deviations s_j."""
    s = np.where(model.model_.deviation > 0, model.model_.deviation, 1.0)
    s = np.ones_like(s) if model.metric == "mahalanobis" else s
    letters = plus(minus(letter("D", "k", "2")), times(2.0, function("ln", letter("π", "k"))))
    chains: list[Chain] = []
    for k in _near(model, terms):
        if not model.class_prior_[k]:
            continue
        log = times(2.0, function("ln", float(model.class_prior_[k])))
        m = model.centroids_[k]
        if model.metric == "mahalanobis":
            away: Formula = squared(float(model.class_distances(x[None])[0, k]))
        elif model.metric == "manhattan":
            away = squared(sum_of_gaps(x / s, m / s))
        else:
            away = sum_of_squares(x / s, m / s)
        chains.append(chain(letter("g", terms.classes[k]), letters, plus(minus(away), log), scores[k]))
    if len(terms.classes) == 2 and len(chains) == 2:
        both = plus(float(scores[1]), minus(float(scores[0])))
        difference = plus(letter("g", terms.classes[1]), minus(letter("g", terms.classes[0])))
        chains.append(chain(difference, both, float(scores[1] - scores[0])))
    return terms.step("centre_scores", chains, source="002, 5.1")


def _softmax_step(model: NearestCentroid, x: Array, scores: Array, terms: ModelTerms) -> WorkingStep:
    P, highest = model.predict_proba(x[None])[0], float(np.max(scores))
    lifted = np.exp(scores - highest)
    everything = added([function("exp", float(g - highest)) for g in scores if np.isfinite(g)], lifted)
    chains = []
    for k in _near(model, terms):
        letters = over(
            function("exp", letter("g", terms.classes[k])), total("k", function("exp", letter("g", "k")))
        )
        share = over(function("exp", float(scores[k] - highest)), everything)
        chains.append(chain(probability(terms.classes[k], given=ROW), letters, share, P[k]))
    return terms.step("softmax", chains, probabilities(model, x, terms), highest=f"{highest:.6g}")


def _nearest_step(distances: Array, scores: Array | None, k: int, terms: ModelTerms) -> WorkingStep:
    """The least distance, or with unequal priors the largest discriminant; of equal ones the first."""
    values, pick, name = (distances, "min", "d") if scores is None else (scores, "max", "g")
    shown = values[np.isfinite(values)]
    best = function(pick, *map(float, shown)) if len(shown) <= MOST_CLASSES else number(values[k])
    tied = np.sum(np.isclose(values, values[k], rtol=1e-12, atol=0.0)) > 1
    key = "nearest_tie" if tied and scores is None else "nearest" if scores is None else "largest_score"
    return terms.step(key, [chain(letter(name, terms.classes[k]), best, values[k])])


# --- several prototypes per class


def prototypes(model: NearestPrototype, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Squared distances from the prototypes, the least of each class, and the decision."""
    squares = ((model.prototypes_ - x) ** 2).sum(axis=1)
    owner, scores = model.model_.owner, model._class_scores(x[None])[0]
    return [
        _square_step(model, x, squares, terms),
        _least_step(model, squares, owner, scores, terms),
        _prototype_decision(model, x, scores, terms),
    ]


def _square_step(model: NearestPrototype, x: Array, squares: Array, terms: ModelTerms) -> WorkingStep:
    owner = model.model_.owner
    chains, lines = [], []
    for i, (m, k) in enumerate(zip(model.prototypes_, owner, strict=True)):
        lines.append((i + 1, terms.classes[k], float(np.sqrt(squares[i]))))
        if i < MOST_PROTOTYPES:
            chains.append(squares_chain(letter("d", i + 1, "2"), x, m, squares[i]))
    headings = terms.words("prototype", "class", "distance")
    grid = terms.grid("prototypes", headings, lines[: 2 * MOST_PROTOTYPES])
    facts: dict[str, Any] = {"count": len(squares), "shown": len(chains)}
    return terms.step("prototype_squares", chains, [grid], source="002, 5.1", **facts)


def _least_step(
    model: NearestPrototype, squares: Array, owner: Array, scores: Array, terms: ModelTerms
) -> WorkingStep:
    """g_k = min_l d_kl², the model's own."""
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        own = squares[owner == k]
        if len(own):
            put_in = [function("min", *map(float, own))] if len(own) <= MOST_PROTOTYPES else []
            letters = function("min", letter("d", "l", "2"))
            chains.append(chain(letter("g", label, "2"), letters, *put_in, -scores[k]))
    return terms.step("prototype_least", chains, source="002, 5.1")


def _prototype_decision(model: NearestPrototype, x: Array, scores: Array, terms: ModelTerms) -> WorkingStep:
    """The least g²; for two classes the decision function is the difference."""
    k = int(np.argmax(scores))
    away = -scores[np.isfinite(scores)]
    least = function("min", *map(float, away)) if len(away) <= MOST_CLASSES else number(-scores[k])
    chains = [chain(letter("g", terms.classes[k], "2"), least, -scores[k])]
    own = np.ravel(model.decision_function(x[None]))
    if len(own) == 1 and np.isfinite(scores).all():
        first, second = terms.classes
        letters = plus(letter("g", first, "2"), minus(letter("g", second, "2")))
        chains.append(chain(letter("f"), letters, plus(float(-scores[0]), minus(float(-scores[1]))), own[0]))
    else:
        own = own[: len(terms.classes)]
        for i, label in enumerate(terms.classes[:MOST_CLASSES]):
            chains.append(chain(letter("f", label), minus(letter("g", label, "2")), own[i]))
    tied = np.sum(np.isclose(away, -scores[k], rtol=1e-12, atol=0.0)) > 1
    return terms.step("nearest_tie" if tied else "nearest", chains)
