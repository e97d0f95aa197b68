"""The fit of the minimum-distance classifiers: means and deviations of the classes; Lloyd's rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError
from fenlei.explanation.distances import euclid_chain
from fenlei.explanation.figures import Plane, PlanePoint
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.fit.moments import mean_chain
from fenlei.explanation.formula.building import (
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    squared,
    summed,
    times,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.neighbors import NearestCentroid, NearestPrototype

MOST_FEATURES = 12
MOST_CHAINS = 36
MOST_ROUNDS, MOST_COORDINATES = 40, 6  # rounds of all classes, and coordinates of a round, that are shown
MOST_VALUES = 1_000_000  # of a class, times rounds, that are gone through again


# --- nearest centroid


def centroid(model: NearestCentroid, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, centres, deviations within the classes, and how far each centre is from the middle of all."""
    present = np.unique(rows.codes)
    if len(present) < len(terms.classes):
        raise DataError("explain.other_rows", model=type(model).__name__)
    centres = _centres(model, rows, len(terms.classes))
    return [
        _prior_step(model, rows, terms),
        _centre_step(model, centres, rows, terms),
        _deviation_step(model, centres, rows, terms),
        _shift_step(model, centres, rows, terms),
    ]


def _prior_step(model: NearestCentroid, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    K, counts = len(terms.classes), np.bincount(rows.codes, minlength=len(terms.classes))
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        prior = model.class_prior_[k]
        if isinstance(model.priors, str):
            share = counted(1, K) if model.priors == "uniform" else counted(counts[k], rows.n)
            chains.append(chain(probability(label), share, prior))
        else:
            chains.append(chain(probability(label), prior))
    return terms.step("fit_centre_priors", chains)


def _centre_step(model: NearestCentroid, centres: Array, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """μ_kj before shrinking: the mean of the class, or by Manhattan its median."""
    chains: list[Chain] = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        for j in range(min(rows.X.shape[1], MOST_FEATURES)):
            if len(chains) == MOST_CHAINS:
                break
            x = rows.column(j, k)
            left = letter("μ", f"{terms.features[j]}, {label}")
            own = centres[k, j] if model.shrink_threshold else model.centroids_[k, j]
            if model.metric == "manhattan":
                shown = [function("median", *map(float, x))] if len(x) <= 12 else []
                chains.append(chain(left, *shown, own))
            else:
                chains.append(mean_chain(left, x, own))
    figure = _plane(rows, model.centroids_, np.arange(len(terms.classes)), terms)
    facts: dict[str, Any] = {"shown": len(chains), "count": model.centroids_.size}
    key = "fit_medians" if model.metric == "manhattan" else "fit_means"
    return terms.step(key, chains, figure=figure, source="002, 5.1", **facts)


def _centres(model: NearestCentroid, rows: FittedRows, K: int) -> Array:
    from fenlei.contract.classifier import Rows
    from fenlei.neighbors.centre_sums import centre_sums

    return centre_sums(Rows(rows.X, rows.codes, None), K, model.metric, model.n_jobs).centres


def _deviation_step(
    model: NearestCentroid, centres: Array, rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    """s_j = √(Σ (x - μ_k)² / (n - K))."""
    K = len(terms.classes)
    inside = total("i", squared(plus(letter("x", "ij"), minus(letter("μ", "kj")))))
    letters = function("sqrt", over(inside, plus(letter("n"), minus(letter("K")))))
    chains = []
    for j in range(min(rows.X.shape[1], MOST_FEATURES)):
        own = model.within_class_std_dev_[j]
        below = plus(float(rows.n), minus(float(K)))
        away = (rows.X[:, j] - centres[rows.codes, j]) ** 2
        put_in = [function("sqrt", over(summed(away), below))] if rows.n > K else []
        chains.append(chain(letter("s", terms.features[j]), letters, *put_in, own))
    return terms.step("fit_within_deviations", chains, source="002, 5.1", n=rows.n, K=K)


def _shift_step(model: NearestCentroid, centres: Array, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """d_kj = (μ_kj - x̄_j) / (m_k (s_j + s_0)); with a threshold, pulled towards 0, and the centre with it."""
    K, s = len(terms.classes), model.within_class_std_dev_
    mean, middle = rows.X[:, :MOST_FEATURES].mean(axis=0), float(np.median(s))
    threshold = float(model.shrink_threshold or 0.0)
    counts = np.bincount(rows.codes, minlength=K)
    chains: list[Chain] = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        m = float(np.sqrt(1.0 / counts[k] - 1.0 / rows.n))
        put_in = function("sqrt", plus(over(1.0, float(counts[k])), minus(over(1.0, float(rows.n)))))
        chains.append(chain(letter("m", label), put_in, m))
        for j in range(min(rows.X.shape[1], MOST_FEATURES)):
            subscript, scale = f"{terms.features[j]}, {label}", m * (s[j] + middle)
            if scale > 0:
                away = plus(float(centres[k, j]), minus(float(mean[j])))
                parts = over(away, times(m, plus(float(s[j]), middle)))
                chains += _shrunk(model, parts, k, j, subscript, float(mean[j]), scale, threshold)
    shown = chains[:MOST_CHAINS]
    facts: dict[str, Any] = {
        "middle": f"{middle:.6g}",
        "threshold": f"{threshold:g}",
        "shown": len(shown),
        "count": len(chains),
    }
    return terms.step("fit_shrunken" if threshold else "fit_shifts", shown, source="002, 5.1", **facts)


def _shrunk(
    model: NearestCentroid,
    d: Formula,
    k: int,
    j: int,
    subscript: str,
    mean: float,
    scale: float,
    threshold: float,
) -> list[Chain]:
    own = model.deviations_[k, j]
    if not threshold:
        return [chain(letter("d", subscript), d, own)]
    left = times(function("sign", d), function("max", plus(function("abs", d), minus(threshold)), 0.0))
    centre = plus(mean, times(scale, float(own)))
    return [
        chain(letter("d", subscript), left, own),
        chain(letter("μ", subscript), centre, model.centroids_[k, j]),
    ]


# --- several prototypes per class


def prototypes(model: NearestPrototype, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The first prototypes of each class, Lloyd's rounds, and where they end."""
    K = len(terms.classes)
    if len(np.unique(rows.codes)) < K:
        raise DataError("explain.other_rows", model=type(model).__name__)
    counts = np.bincount(model.model_.owner, minlength=K)
    classes = range(min(K, MOST_CLASSES))
    starts = [_start(rows.of_class(k), int(counts[k]), k, terms) for k in classes]
    rounds = [_round_step(model, rows, k, int(counts[k]), terms) for k in classes]
    return [
        terms.step("fit_prototype_start", [each for chains in starts for each in chains][:MOST_CHAINS]),
        *rounds,
        _end_step(model, rows, terms),
    ]


def _start(X: Array, count: int, k: int, terms: ModelTerms) -> list[Chain]:
    """The row nearest to the mean of the class, then always the row farthest from those chosen."""
    from fenlei.neighbors.prototypes import spread

    mean = np.average(X, axis=0)
    chosen = spread(X, mean, count)
    first = np.sqrt(((X[chosen[0]] - mean) ** 2).sum())
    label, chains = terms.classes[k], []
    if X.shape[1] <= MOST_FEATURES:
        chains.append(chain(letter("x̄", label), vector(mean)))
    chains.append(euclid_chain(letter("d", f"1, {label}"), X[chosen[0]], mean, first, "x̄"))
    for t in range(1, count):
        away = np.sqrt(((X[chosen[:t]] - X[chosen[t]]) ** 2).sum(axis=1))
        put_in = [function("min", *map(float, away))] if t <= 8 else []
        chains.append(chain(letter("d", f"{t + 1}, {label}"), *put_in, away.min()))
    return chains


def _round_step(
    model: NearestPrototype, rows: FittedRows, k: int, count: int, terms: ModelTerms
) -> WorkingStep:
    X, turns = rows.of_class(k), int(model.model_.n_iter[k])
    own = model.prototypes_[model.model_.owner == k]
    most = max(3, MOST_ROUNDS // len(terms.classes))
    shown = thinned(turns, most, most // 2) if X.size * turns <= MOST_VALUES else []  # each is a fit up to it
    frames = [_round(X, count, turn + 1, own if turn + 1 == turns else None, terms) for turn in shown]
    facts: dict[str, Any] = {"label": terms.classes[k], "rounds": turns, "shown": len(shown)}
    return terms.step("fit_prototype_rounds", [], (), None, frames, source="002, 5.1", **facts)


def _round(X: Array, count: int, turn: int, own: Array | None, terms: ModelTerms) -> Frame:
    """Rows by their nearest prototype, whose means are the next ones: the fit itself with fewer rounds."""
    from fenlei.neighbors.prototypes import spread, subclasses

    w = np.ones(len(X))
    before = subclasses(X, w, count, turn - 1)[0] if turn > 1 else X[spread(X, np.average(X, axis=0), count)]
    after = subclasses(X, w, count, turn)[0] if own is None else own
    part = np.argmin(_squares(X, before), axis=1)
    chains: list[Chain] = []
    for c in range(count):
        for j in range(min(X.shape[1], MOST_FEATURES)):
            left = letter("m", f"{terms.features[j]}, {c + 1}")
            chains.append(mean_chain(left, X[part == c, j], after[c, j]))
    sizes = ", ".join(map(str, np.bincount(part, minlength=count)))
    return Frame(terms.say("prototype_caption", round=turn, sizes=sizes), tuple(chains[:MOST_COORDINATES]))


def _squares(X: Array, centres: Array) -> Array:
    """Squared distances (n, m) from the centres."""
    from fenlei.neighbors.nearest_centroid import centre_distances
    from fenlei.neighbors.search.distances import L2

    out = np.empty((len(X), len(centres)))
    centre_distances(L2, np.ascontiguousarray(X), np.ascontiguousarray(centres), out)
    return out


def _end_step(model: NearestPrototype, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    owner, found = model.model_.owner, model.prototypes_
    chains = [
        chain(letter("m", f"{i + 1}, {terms.classes[owner[i]]}"), vector(found[i]))
        for i in range(min(len(found), MOST_CHAINS))
    ]
    squares = _squares(rows.X, found)
    squares[rows.codes[:, None] != owner] = np.inf
    least = squares.min(axis=1)
    chains.append(chain(letter("W"), total("i", letter("d", "i", "2")), summed(least), number(least.sum())))
    return terms.step("fit_prototypes", chains, figure=_plane(rows, found, owner, terms), count=len(found))


def _plane(rows: FittedRows, centres: Array, owner: Array, terms: ModelTerms) -> Plane | None:
    """Rows and centres on two features."""
    if rows.X.shape[1] != 2 or not np.isfinite(centres).all():
        return None
    points = [
        PlanePoint(float(a), float(b), int(k))
        for (a, b), k in zip(rows.X[:2000], rows.codes[:2000], strict=True)
    ]
    points += [
        PlanePoint(float(a), float(b), int(k), 1.8, True) for (a, b), k in zip(centres, owner, strict=True)
    ]
    sentence = terms.say("centre_sentence", n=rows.n, count=len(centres))
    return Plane(sentence, terms.features[0], terms.features[1], terms.classes, tuple(points))
