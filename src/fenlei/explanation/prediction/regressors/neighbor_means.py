"""Regression by nearest neighbours: their distances, their weights, and the mean of their targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.distances import distance_chain
from fenlei.explanation.formula.building import added, chain, letter, number, over, summed, times, total
from fenlei.explanation.prediction.neighbor_search import search_steps
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase

if TYPE_CHECKING:
    from fenlei.neighbors import KNeighborsRegressor

MOST_CHAINS = 12  # neighbours that are written out
MOST_LISTED = 50


def neighbours(model: KNeighborsRegressor, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """How the neighbours are found, how far they are, and the mean of their targets."""
    targets = model.model_.targets
    if targets.shape[1] > 1:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    row, distance, share = _shares(model, x)
    y, prediction = targets[row, 0].astype(float), float(model.predict(x[None])[0])
    search = [] if model._search.groups is not None else search_steps(model, x, len(row), terms)
    return [
        *search,
        _distance_step(model, x, row, distance, terms, _table(row, distance, share, y, prediction, terms)),
        _weight_step(model, row, distance, share, terms),
        _mean_step(share, y, prediction, terms),
    ]


def _shares(model: KNeighborsRegressor, x: Array) -> tuple[Array, Array, Array]:
    """Rows (m,), their distances, and how much each counts."""
    from fenlei.neighbors.voting import vote_weights

    k, w = model.n_neighbors, model.model_.w
    distance, row = (found[0] for found in model.kneighbors(x[None], model._needed(k, False)))
    votes = vote_weights(model.weights, distance[None])
    count = np.ones(len(row))
    if w is not None:
        before = np.concatenate([[0.0], np.cumsum(w[row])[:-1]])
        count = np.clip(k - before, 0.0, w[row])
    share = count if votes is None else count * np.asarray(votes[0], dtype=float)
    used = count > 0
    return row[used], distance[used], share[used]


def _table(row: Array, distance: Array, share: Array, y: Array, prediction: float, terms: ModelTerms) -> Grid:
    lines = list(zip(row + 1, distance, share, y, strict=True))[:MOST_LISTED]
    last = (terms.say("mean_of_all", count=len(row)), "", share.sum(), prediction)
    headings = terms.words("neighbour", "distance", "weight", "target_value")
    return terms.grid("neighbours", headings, [*lines, last], k=len(row))


def _distance_step(
    model: KNeighborsRegressor, x: Array, row: Array, distance: Array, terms: ModelTerms, grid: Grid
) -> WorkingStep:
    shown = row[:MOST_CHAINS]
    lefts = [letter("d", int(i) + 1) for i in shown]
    if model._search.space is None:
        chains = [chain(left, d) for left, d in zip(lefts, distance, strict=False)]
    else:
        found = model.distance_terms(x, shown)
        chains = [distance_chain(left, found, t, distance[t]) for t, left in enumerate(lefts)]
    facts: dict[str, Any] = {"k": len(row), "n": model.n_samples_fit_, "shown": len(chains)}
    return terms.step("nearest_targets", chains, [grid], source="004, 6", **facts)


def _weight_step(
    model: KNeighborsRegressor, row: Array, distance: Array, share: Array, terms: ModelTerms
) -> WorkingStep:
    """v_i: 1, 1/d_i, or what a function makes of it; times the rows that a neighbour stands for."""
    by_distance = model.weights == "distance" and model.model_.w is None and bool((distance > 0).all())
    chains = []
    for i, d, v in list(zip(row, distance, share, strict=True))[:MOST_CHAINS]:
        letters = [over(1.0, letter("d", int(i) + 1)), over(1.0, float(d))] if by_distance else []
        chains.append(chain(letter("v", int(i) + 1), *letters, v))
    return terms.step("target_weights_by_distance" if by_distance else "target_weights", chains)


def _mean_step(share: Array, y: Array, prediction: float, terms: ModelTerms) -> WorkingStep:
    letters = over(total("i", times(letter("v", "i"), letter("y", "i"))), total("i", letter("v", "i")))
    products = [times(float(v), float(t)) for v, t in zip(share[:9], y[:9], strict=True)]
    put_in = over(added(products, share * y), summed(share))
    mean = chain(letter("ŷ"), letters, put_in, number(prediction))
    return terms.step("mean_target", [mean], source="004, 6")
