"""k-means: the start, every round (assign, then move), and W; and the nearest centre of one row.

l_i = argmin_k |x_i - c_k|²,   c_k = Σ_{l_i = k} x_i / n_k,   W = Σ_i |x_i - c_{l_i}|²
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.explanation.clusters.fitted_again import fitted_again
from fenlei.explanation.figures import Figure, Plane, PlaneArrow, PlanePoint
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    matrix,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.distances import squares_put_in
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.cluster import KMeans

MOST_CENTRES, MOST_FEATURES, MOST_MEMBERS, MOST_POINTS = 8, 8, 6, 1000
MOST_ROUNDS = 30  # that are shown, each in two frames
SOURCE = "004, 8.3, A2, B23"


def fit(model: KMeans, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Start, rounds, and the sum of squares; of many rows, or of an unknown start, the end alone.

    In place of the rounds stand the distances of the first row from the centres.
    """
    X, again = rows.X, fitted_again(model, rows, "cluster_centers_", keep_history=True)
    steps = position(model, PlacedRow(X[0], 0), terms)[:1]
    if again is not None:
        history = np.asarray(again.center_history_, float)
        steps = [_start_step(model, X, history[0], terms), _round_step(X, history, terms)]
    return [*steps, _size_step(model, X, terms), _end_step(model, X, terms)]


def position(model: KMeans, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """Squared distances from the centres, the distances, and the smallest."""
    x, centres, own = placed.x, np.asarray(model.cluster_centers_, float), placed.coordinates(model)
    near = np.sort(np.argsort(own, kind="stable")[:MOST_CENTRES])
    square = {int(k): float(np.sum((x - centres[k]) ** 2)) for k in near}
    squares = [chain(squared(letter("d", k)), squares_put_in(x, centres[k]), square[k]) for k in square]
    roots = [chain(letter("d", k), function("sqrt", square[k]), float(own[k])) for k in square]
    label = int(model.predict(x[None])[0])
    least = [chain(letter("d", label), function("min", *(float(own[k]) for k in near)), float(own[label]))]
    least = least if len(near) > 1 else [chain(letter("d", label), float(own[label]))]
    return [
        terms.step("kmeans_squares", squares, source=SOURCE, shown=len(near), count=len(centres)),
        terms.step("kmeans_distances", roots),
        terms.step("kmeans_nearest", [*least, cluster_chain(label)], source=SOURCE, label=label),
    ]


def cluster_chain(label: int) -> Chain:
    return chain(letter("k"), float(label))


# --- the fit


def nearest_labels(X: Array, centres: Array) -> tuple[Array, Array]:
    """The nearest centre of each row, the first of equals, and the squared distance to it."""
    squares = np.stack([((X - c) ** 2).sum(axis=1) for c in centres], axis=1)
    labels = squares.argmin(axis=1)
    return labels, squares[np.arange(len(X)), labels]


def _start_step(model: KMeans, X: Array, start: Array, terms: ModelTerms) -> WorkingStep:
    """The start centres; by k-means++ each is drawn with a probability by its squared distance."""
    chains: list[Chain] = []
    for k in range(min(len(start), MOST_CENTRES)):
        chains.append(chain(letter("c", k, "(0)"), vector(start[k, :MOST_FEATURES])))
        if k and isinstance(model.init, str) and model.init == "k-means++":
            squares = nearest_labels(X, start[:k])[1]
            whole, same = float(squares.sum()), (start[k] == X).all(axis=1)
            if whole > 0 and same.any():
                i, own = int(np.argmax(same)), float(squares[same].sum())
                letters = over(squared(letter("D", i + 1)), total("l", squared(letter("D", "l"))))
                chains.append(chain(letter("P", i + 1), letters, over(own, summed(squares)), own / whole))
    key = "kmeans_plusplus" if isinstance(model.init, str) and model.init == "k-means++" else "kmeans_start"
    return terms.step(key, chains, source=SOURCE, count=len(start), shown=min(len(start), MOST_CENTRES))


def _round_step(X: Array, history: Array, terms: ModelTerms) -> WorkingStep:
    shown = thinned(len(history) - 1, MOST_ROUNDS, MOST_ROUNDS // 3)
    full = in_full(shown)
    picture = RowPicture(X, np.zeros(len(X)), [str(k) for k in range(len(history[0]))], terms)
    drawn = picture if is_drawable(X, 2 * len(shown)) else None
    frames: list[Frame] = []
    for t in shown:
        frames += _frames(KMeansRound(X, history[t], history[t + 1], t), terms, t in full, drawn)
    facts: dict[str, Any] = {"rounds": len(history) - 1, "shown": len(shown)}
    return terms.step("kmeans_rounds", frames=frames, source=SOURCE, objective="W", **facts)


class KMeansRound(NamedTuple):
    """The centres before a round and after it."""

    X: Array
    old: Array
    new: Array
    t: int  # from 0


def _frames(at: KMeansRound, terms: ModelTerms, full: bool, picture: RowPicture | None) -> list[Frame]:
    """Assign: W of the nearest centres. Move: each centre as the mean of its rows, if written in full."""
    labels, squares = nearest_labels(at.X, at.old)
    counts, K = np.bincount(labels, minlength=len(at.old)), len(at.old)
    W, empty = float(squares.sum()), int((counts == 0).sum())
    moved = W if empty else float(((at.X - at.new[labels]) ** 2).sum())
    assigned = chain(letter("W", "", f"({at.t})"), summed(np.bincount(labels, squares, K)), W)
    chains = [chain(letter("W′", "", f"({at.t})"), moved)]
    for k in range(min(K, MOST_CENTRES) if full else 0):
        put_in = [] if empty else [_mean(at.X[labels == k][:, :MOST_FEATURES])]
        chains.append(chain(letter("c", k, f"({at.t + 1})"), *put_in, vector(at.new[k, :MOST_FEATURES])))
    first = terms.say("kmeans_assign", round=at.t + 1)
    then = terms.say("kmeans_move_empty" if empty else "kmeans_move", round=at.t + 1, empty=empty)
    pictures = _round_pictures(at, labels, (first, then), picture)
    return [
        Frame(first, (assigned,), None, pictures[0], 2 * at.t + 1, W),
        Frame(then, tuple(chains), None, pictures[1], 2 * at.t + 2, moved),
    ]


def _round_pictures(
    at: KMeansRound, labels: Array, captions: tuple[str, str], picture: RowPicture | None
) -> tuple[Figure | None, Figure | None]:
    if picture is None:
        return None, None
    flat = at.X.shape[1] == 1
    old, new = ([[*c, 0.0] if flat else list(c) for c in centres] for centres in (at.old, at.new))
    drawn = RowPicture(at.X, labels, picture.names, picture.terms)
    before, after = (
        [PlanePoint(float(a), float(b), k, 1.6, True) for k, (a, b) in enumerate(centres)]
        for centres in (old, new)
    )
    arrows = [PlaneArrow(*a, *b) for a, b in zip(old, new, strict=True)]
    return (
        drawn.figure(captions[0], extra=before),
        drawn.figure(captions[1], extra=after, arrows=arrows),
    )


def _mean(members: Array) -> Formula:
    if len(members) <= MOST_MEMBERS:
        return over(added([vector(x) for x in members]), float(len(members)))
    return over(matrix(members.sum(axis=0)[:, None]), float(len(members)))


def _picture(X: Array, labels: Array, old: Array, new: Array, terms: ModelTerms) -> Plane | None:
    if X.shape[1] != 2:
        return None
    points = [
        PlanePoint(float(a), float(b), int(k)) for (a, b), k in zip(X[:MOST_POINTS], labels, strict=False)
    ]
    points += [PlanePoint(float(a), float(b), k, 1.6, True) for k, (a, b) in enumerate(new)]
    arrows = tuple(PlaneArrow(a, b, c, d) for (a, b), (c, d) in zip(old.tolist(), new.tolist(), strict=True))
    groups = tuple(str(k) for k in range(len(old)))
    sentence = terms.say("kmeans_sentence", n=len(X), count=len(old))
    return Plane(sentence, terms.features[0], terms.features[1], groups, tuple(points), arrows=arrows)


def _size_step(model: KMeans, X: Array, terms: ModelTerms) -> WorkingStep:
    """How many rows each centre has, and all of them."""
    sizes = np.asarray(model.cluster_weight_, float)
    chains = [chain(letter("n", k), float(sizes[k])) for k in range(min(len(sizes), MOST_CENTRES))]
    whole = chain(letter("n"), total("k", letter("n", "k")), summed(sizes), float(len(X)))
    return terms.step("kmeans_sizes", [*chains, whole])


def _end_step(model: KMeans, X: Array, terms: ModelTerms) -> WorkingStep:
    """W of the final centres, cluster by cluster."""
    centres = np.asarray(model.cluster_centers_, float)
    labels = np.asarray(model.predict(X))
    squares = np.asarray(model.transform(X), float)[np.arange(len(X)), labels] ** 2
    parts = np.bincount(labels, squares, len(centres))
    away = squared(function("norm", plus(letter("x", "i"), minus(letter("c", "k")))))
    chains = []
    for k in range(min(len(centres), MOST_CENTRES)):
        own = squares[labels == k]
        chains.append(chain(letter("W", k), total("i", away), summed(own), float(parts[k])))
    whole = chain(letter("W"), total("k", letter("W", "k")), summed(parts), number(model.inertia_))
    return terms.step(
        "kmeans_end", [*chains, whole], figure=_picture(X, labels, centres, centres, terms), source=SOURCE
    )
