"""Isomap: neighbours, the shortest path along them, classical scaling of path lengths; and one row.

z_k = ½ Σ_j v_jk (δ̄_j - δ_j²) / √λ_k,   δ_j the shortest way to row j
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.figures import Plane, PlaneArrow, PlanePoint
from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Letter
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.classical_scaling import scaling_steps, unit_columns
from fenlei.explanation.reduction.distances import distance_chain, is_euclidean
from fenlei.explanation.reduction.eigenpairs import CLEAR, MOST_COMPONENTS
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.reduce.isomap.isomap import IsomapModel, roots
from fenlei.reduce.isomap.shortest_paths import predecessors

if TYPE_CHECKING:
    from fenlei.annotations import Matrix
    from fenlei.neighbors.search.search import Neighbours
    from fenlei.reduce import Isomap

MOST_LINKS, MOST_WAYS, MOST_POINTS = 8, 4, 1000
SOURCE = "000, 62"


def fit(model: Isomap, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Neighbours of the first row, its longest path, then classical scaling of the path lengths."""
    landmarks, D = model.landmarks_, np.asarray(model.dist_matrix_, float)
    square = D if len(landmarks) == D.shape[1] else D[:, landmarks]
    Z = np.asarray(model.embedding_, float)
    values = np.asarray(model.eigenvalues_, float)
    found = model._nearest.links(rows.X[:1], model.n_neighbors, model.radius, own=True)
    known = None if model._pairwise() else rows.X
    chains = _link_chains(model, rows.X[0], known, found.rows, found.distance)
    steps = [
        terms.step("isomap_neighbours", chains, source=SOURCE, shown=len(chains), count=len(found.rows)),
        _path_step(model, rows.X, D, terms),
    ]
    return [*steps, *scaling_steps(square, values, unit_columns(values, Z[landmarks]), Z[landmarks], terms)]


def position(model: Isomap, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The row's neighbours, the ways over them, and the coordinates by the ways."""
    x, z, record = placed.x, placed.coordinates(model), model.model_
    found = model._nearest.links(x[None], model.n_neighbors, model.radius)
    D = np.asarray(record.D, float)
    ways = (D[:, found.rows] + found.distance).min(axis=1)  # (L,)
    shown = np.argsort(ways, kind="stable")[:MOST_WAYS]
    links = _link_chains(model, x, None if record.X is None else model._nearest.X, found.rows, found.distance)
    mean = np.square(D[:, record.landmarks]).mean(axis=1)
    return [
        terms.step("isomap_row_neighbours", links, source=SOURCE, shown=len(links), count=len(found.rows)),
        terms.step(
            "isomap_ways", [_way_chain(D, found, int(j), ways) for j in shown], shown=len(shown), n=len(ways)
        ),
        terms.step("isomap_coordinates", _coordinate_chains(record, mean - ways**2, z), source=SOURCE),
    ]


def _link_chains(model: Isomap, x: Array, rows: Matrix | None, index: Array, distance: Array) -> list[Chain]:
    return [
        distance_chain(
            letter("d", i + 1),
            x,
            x if rows is None else _dense(rows, i),
            d,
            rows is not None and is_euclidean(model),
        )
        for i, d in zip(index[:MOST_LINKS].tolist(), distance[:MOST_LINKS], strict=True)
    ]


def _dense(rows: Matrix, i: int) -> Array:
    row = rows[[i]]
    return np.ravel(row.toarray() if hasattr(row, "toarray") else row).astype(float)


def _path_step(model: Isomap, X: Array, D: Array, terms: ModelTerms) -> WorkingStep:
    """The shortest path from the first landmark to the row that is farthest from it."""
    start, end = int(model.landmarks_[0]), int(np.argmax(D[0]))
    if model._pairwise():
        return terms.step(
            "isomap_path", [chain(_path_letter(start, end), float(D[0, end]))], source=SOURCE, rows=""
        )
    before, path = predecessors(model.neighbor_graph(), start), [end]
    while before[path[-1]] >= 0:
        path.append(int(before[path[-1]]))
    path.reverse()
    steps = np.diff(D[0, path])
    if is_euclidean(model):
        steps = np.array([np.linalg.norm(X[a] - X[b]) for a, b in pairwise(path)])
    chains = [chain(_path_letter(start, end), summed(steps), float(D[0, end]))]
    words = " → ".join(str(i + 1) for i in path)
    return terms.step("isomap_path", chains, figure=_path_picture(X, path, terms), source=SOURCE, rows=words)


def _path_letter(start: int, end: int) -> Letter:
    return letter("δ", f"{start + 1},{end + 1}")


def _path_picture(X: Array, path: list[int], terms: ModelTerms) -> Plane | None:
    if X.shape[1] != 2:
        return None
    points = tuple(
        PlanePoint(float(a), float(b), ringed=i in path) for i, (a, b) in enumerate(X[:MOST_POINTS])
    )
    arrows = tuple(
        PlaneArrow(float(X[a, 0]), float(X[a, 1]), float(X[b, 0]), float(X[b, 1])) for a, b in pairwise(path)
    )
    sentence = terms.say("path_sentence", n=len(points), steps=len(path) - 1)
    return Plane(sentence, terms.features[0], terms.features[1], (), points, arrows=arrows)


def _way_chain(D: Array, found: Neighbours, j: int, ways: Array) -> Chain:
    """δ_j = min over the neighbours i of d_i + δ_ij."""
    order = np.argsort(D[j, found.rows] + found.distance, kind="stable")[:MOST_LINKS]
    sums = [plus(float(found.distance[e]), float(D[j, found.rows[e]])) for e in order]
    letters = function("min", plus(letter("d", "i"), letter("δ", f"i,{j + 1}")))
    return chain(letter("δ", j + 1), letters, function("min", *sums) if len(sums) > 1 else sums[0], ways[j])


def _coordinate_chains(record: IsomapModel, away: Array, z: Array) -> list[Chain]:
    values, root, chains = np.asarray(record.values, float), roots(np.asarray(record.values, float)), []
    for k in range(min(len(z), MOST_COMPONENTS)):
        v = np.asarray(record.V[:, k], float)
        inner = plus(letter("δ̄", "j"), minus(squared(letter("δ", "j"))))
        letters = over(
            total("j", times(letter("v", f"j,{k + 1}"), inner)),
            times(2.0, function("sqrt", letter("λ", k + 1))),
        )
        parts = added(
            [times(float(a), float(b)) for a, b in zip(v[: MOST_TERMS + 1], away, strict=False)], v * away
        )
        clear = values[k] > CLEAR * values[0] and root[k] > 0
        put_in = [over(parts, times(2.0, function("sqrt", float(values[k]))))] if clear else []
        chains.append(chain(letter("z", k + 1), letters, *put_in, number(z[k])))
    return chains
