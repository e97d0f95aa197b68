"""Nearest neighbours: the search, the distances feature by feature, the votes, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.distances import distance_chain
from fenlei.explanation.figures import Plane, PlaneCircle, PlanePoint
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    number,
    over,
    probability,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW, decision_chain
from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.prediction.neighbor_search import search_steps
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.neighbors.search.metric_spaces import SAME

if TYPE_CHECKING:
    from fenlei.neighbors import KNeighborsClassifier

MOST_CHAINS = 12  # neighbours whose distances are written out
MOST_LISTED = 50
MOST_POINTS = 2000


class Ballot(NamedTuple):
    """The neighbours of a row, and their votes."""

    row: Array  # (m,) training rows, nearest first
    code: Array  # (m,) class codes
    distance: Array  # (m,)
    rows: Array  # (m,) rows that each stands for
    vote: Array  # (m,) votes of each of these

    @property
    def weight(self) -> Array:
        return self.rows * self.vote


def neighbours(model: KNeighborsClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """How the neighbours are found, how far they are, how they vote, and what follows."""
    if model.outputs_2d_:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    ballot, P = _ballot(model, x), model.predict_proba(x[None])[0]
    return [
        *search_steps(model, x, len(ballot.row), terms),
        _distance_step(model, x, ballot, terms),
        *_weight_steps(model, ballot, terms),
        _vote_step(ballot, terms),
        _share_step(model, x, ballot, P, terms),
        _decision_step(model, ballot, P, terms),
    ]


def _ballot(model: KNeighborsClassifier, x: Array) -> Ballot:
    from fenlei.neighbors.voting import vote_weights

    k, w = model.n_neighbors, model.model_.w
    distance, row = (found[0] for found in model.kneighbors(x[None], model._needed(k, False)))
    votes = vote_weights(model.weights, distance[None])
    missing, count = float(k), np.ones(len(row))
    if w is not None:
        for t, i in enumerate(row):
            count[t] = min(w[i], missing)
            missing -= count[t]
    used = count > 0
    vote = np.ones(len(row)) if votes is None else np.asarray(votes[0], dtype=float)
    return Ballot(row[used], np.ravel(model.model_.codes)[row][used], distance[used], count[used], vote[used])


def _distance_step(model: KNeighborsClassifier, x: Array, ballot: Ballot, terms: ModelTerms) -> WorkingStep:
    shown = ballot.row[:MOST_CHAINS]
    lefts = [letter("d", int(i) + 1) for i in shown]
    if model._search.space is None:
        chains = [chain(left, d) for left, d in zip(lefts, ballot.distance, strict=False)]
    else:
        found = model.distance_terms(x, shown)
        chains = [distance_chain(left, found, t, ballot.distance[t]) for t, left in enumerate(lefts)]
    lines = zip(ballot.row + 1, (terms.classes[c] for c in ballot.code), ballot.distance, strict=True)
    headings = terms.words("neighbour", "class", "distance")
    grid = terms.grid("neighbours", headings, list(lines)[:MOST_LISTED], k=len(ballot.row))
    figure = _figure(model, x, ballot, terms)
    own = model._search.space is not None and isinstance(model.effective_metric_, str)
    metric = terms.say(
        f"metric_{SAME.get(model.effective_metric_, model.effective_metric_)}" if own else "metric_given"
    )
    facts: dict[str, Any] = {
        "k": len(ballot.row),
        "n": model.n_samples_fit_,
        "shown": len(chains),
        "metric": metric,
    }
    return terms.step("knn_distances", chains, [grid], figure, source="002, 5.1; 000, 3.2.1", **facts)


def _figure(model: KNeighborsClassifier, x: Array, ballot: Ballot, terms: ModelTerms) -> Plane | None:
    """The rows on two features, the neighbours with rings, and the circle that just holds them."""
    X = model.model_.X
    if X is None or X.shape[1] != 2 or model.effective_metric_ != "euclidean":
        return None
    near, codes = set(ballot.row.tolist()), np.ravel(model.model_.codes)
    shown = sorted({*range(min(len(X), MOST_POINTS)), *near})
    points = [PlanePoint(float(X[i, 0]), float(X[i, 1]), int(codes[i]), 1.0, i in near) for i in shown]
    points.append(PlanePoint(float(x[0]), float(x[1]), len(terms.classes), 1.5, False, terms.say("the_row")))
    radius = float(ballot.distance[-1])
    sentence = terms.say("knn_sentence", k=len(near), n=len(X), radius=f"{radius:.6g}")
    circle = (PlaneCircle(float(x[0]), float(x[1]), radius, radius),) if radius > 0 else ()
    names = (*terms.classes, terms.say("the_row"))
    return Plane(sentence, terms.features[0], terms.features[1], names, tuple(points), circles=circle)


def _weight_steps(model: KNeighborsClassifier, ballot: Ballot, terms: ModelTerms) -> list[WorkingStep]:
    """1/d of each neighbour, where votes depend on the distance."""
    if model.weights in (None, "uniform"):
        return []
    shown = zip(ballot.row[:MOST_CHAINS], ballot.distance, ballot.vote, strict=False)
    by_distance = model.weights == "distance" and (ballot.distance > 0).all()
    chains = []
    for i, d, v in shown:
        letters = [over(1.0, letter("d", int(i) + 1)), over(1.0, float(d))] if by_distance else []
        chains.append(chain(letter("v", int(i) + 1), *letters, v))
    key = "knn_weights" if by_distance else "knn_weights_given"
    return [terms.step(key, chains, shown=len(chains), k=len(ballot.row))]


def _vote_step(ballot: Ballot, terms: ModelTerms) -> WorkingStep:
    """V_k = Σ v_i over the neighbours of the class."""
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        here = ballot.code == k
        weight = ballot.weight[here]
        parts: list[Formula] = [
            number(v) if c == 1.0 else times(float(c), float(v))
            for c, v in zip(ballot.rows[here], ballot.vote[here], strict=True)
        ]
        put_in = added(parts, weight) if parts else number(0.0)
        chains.append(chain(letter("V", label), total("i", letter("v", "i")), put_in, weight.sum()))
    return terms.step("knn_votes", chains, source="002, 5.1; 000, 3.2.1")


def _share_step(
    model: KNeighborsClassifier, x: Array, ballot: Ballot, P: Array, terms: ModelTerms
) -> WorkingStep:
    votes = np.bincount(ballot.code, ballot.weight, len(terms.classes))
    letters = over(letter("V", "k"), total("l", letter("V", "l")))
    whole = bool((votes == np.round(votes)).all())
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        sum_of = votes.sum()
        share = counted(votes[k], sum_of) if whole else over(float(votes[k]), float(sum_of))
        chains.append(chain(probability(label, given=ROW), letters, share, P[k]))
    return terms.step("knn_shares", chains, [*probabilities(model, x, terms), _votes(votes, terms)])


def _votes(votes: Array, terms: ModelTerms) -> Grid:
    rows = zip(terms.classes, votes, votes / votes.sum(), strict=True)
    return terms.grid("votes", terms.words("class", "votes", "share"), rows)


def _decision_step(model: KNeighborsClassifier, ballot: Ballot, P: Array, terms: ModelTerms) -> WorkingStep:
    """Most votes; of equal ones the first class, that of the nearest neighbour, or none."""
    from fenlei.neighbors.voting import EQUAL

    best = np.flatnonzero(P.max() * (1.0 - EQUAL) <= P)
    if len(best) == 1:
        return terms.step("knn_largest", [decision_chain(P, terms)])
    largest = function("max", *map(float, P)) if len(P) <= MOST_CLASSES else number(P.max())
    chains: list[Chain] = [
        chain(probability(terms.classes[k], given=ROW), largest, P[k]) for k in best[:MOST_CLASSES]
    ]
    return terms.step(f"knn_tie_{model.ties}", chains, count=len(best))
