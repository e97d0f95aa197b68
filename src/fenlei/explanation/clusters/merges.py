"""Agglomerative clustering: distances, the merges one by one, the cut; and how one row came to its cluster.

d(k, i∪j) by the formula of Lance and Williams of the linkage
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.cluster.hierarchy.agglomerative import SCIPY_NAMES
from fenlei.cluster.hierarchy.linkage import distance_matrix
from fenlei.cluster.hierarchy.merging import METHODS, updated
from fenlei.errors import UsageError
from fenlei.explanation.clusters.dendrogram import (
    MOST_ROWS,
    cluster_name,
    cut_step,
    members_of,
    merge_path_steps,
    tree_picture,
)
from fenlei.explanation.figures import GraphPicture
from fenlei.explanation.fit.iterations import MOST_FRAMES, thinned
from fenlei.explanation.formula.building import chain, function, letter, minus, over, plus, squared, times
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.classical_scaling import distance_picture
from fenlei.explanation.reduction.distances import distance_chain, is_euclidean
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import code

if TYPE_CHECKING:
    from fenlei.cluster import AgglomerativeClustering, DivisiveClustering

MOST_PAIRS, MOST_CELLS, MOST_PLAYED = 6, 8, 300
MOST_MARKED = 60  # rows of a cluster that are named
SOURCE = "004, 8.2, B22"


def fit(model: AgglomerativeClustering, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Distances of the rows, every merge with the new distances, the tree and where it is cut."""
    if model.connectivity is not None:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=code("connectivity"))
    n = len(rows.X)
    D = distances_of(model, rows.X if n <= MOST_PLAYED else rows.X[: MOST_PAIRS + 1], model.linkage)
    heights, children = np.asarray(model.model_.distances, float), np.asarray(model.children_)
    steps = [distance_step(model, rows.X, D, terms)]
    if n <= MOST_PLAYED:
        frames = merge_frames(D, children, heights, model.linkage, terms)
    else:
        frames = pair_frames(model, rows.X, children, heights, terms)
    facts: dict[str, Any] = {"merges": len(children), "shown": len(frames), "linkage": model.linkage}
    key, name = f"merges_{model.linkage}", terms.say("merge_height")
    steps.append(terms.step(key, frames=frames, source=SOURCE, objective=name, **facts))
    steps.append(cut_step(model, heights, terms, tree_picture(children, heights, terms)))
    return steps


def position(model: AgglomerativeClustering, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The merges that brought the row to its cluster."""
    assert placed.rows is not None
    return merge_path_steps(model, placed, np.asarray(model.model_.distances, float), "merge", terms)


def distances_of(model: Any, X: Array, method: str) -> Array:
    """The matrix (n, n) that the fit began with."""
    metric = SCIPY_NAMES.get(model.metric, model.metric) if isinstance(model.metric, str) else model.metric
    if isinstance(metric, str) and metric == "precomputed":
        return np.array(X, dtype=float)
    return distance_matrix(np.ascontiguousarray(X, dtype=float), len(X), method, metric)


def distance_step(
    model: AgglomerativeClustering | DivisiveClustering, X: Array, D: Array, terms: ModelTerms
) -> WorkingStep:
    last = min(len(X), MOST_PAIRS + 1)
    chains = [
        distance_chain(letter("d", f"1,{j + 1}"), X[0], X[j], D[0, j], is_euclidean(model))
        for j in range(1, last)
    ]
    figure = distance_picture(D, terms)
    return terms.step("mds_distances", chains, figure=figure, source=SOURCE, shown=last - 1, n=len(X))


def pair_frames(
    model: AgglomerativeClustering, X: Array, children: Array, heights: Array, terms: ModelTerms
) -> list[Frame]:
    """Of many rows: the first merges of two single rows, at their distance."""
    frames = []
    for t in np.flatnonzero((children < len(X)).all(axis=1))[:MOST_FRAMES]:
        a, b = children[t].tolist()
        caption = terms.say("merge_caption", merge=int(t) + 1, first=f"{{{a + 1}}}", second=f"{{{b + 1}}}")
        distance = distance_chain(letter("h", int(t) + 1), X[a], X[b], heights[t], is_euclidean(model))
        value = float(heights[t])
        frames.append(Frame(caption, (distance,), iteration=int(t) + 1, objective=value, rows=(a, b)))
    return frames


class ClusterMatrix:
    """The distances of the clusters that are left, from merge to merge."""

    def __init__(self, D: Array, children: Array, linkage: str) -> None:
        self.D, self.children, self.linkage, self.n = D.copy(), children, linkage, len(D)
        self.position = {i: i for i in range(self.n)}  # of each cluster in the matrix
        self.sizes, self.alive = np.ones(self.n), np.ones(self.n, dtype=bool)

    def name(self, cluster: int) -> str:
        return cluster_name(members_of(cluster, self.children, self.n))

    def nearest(self) -> list[float]:
        """The smallest distances of two clusters."""
        left = self.D[np.ix_(self.alive, self.alive)]
        return np.sort(left[np.triu_indices(len(left), 1)])[:MOST_PAIRS].tolist()

    def merge(self, t: int) -> list[Chain]:
        """Merge t; the new distances to the two nearest clusters, with the numbers put in."""
        a, b = self.children[t].tolist()
        x, y = self.position.pop(a), self.position.pop(b)
        between, nx, ny = float(self.D[x, y]), float(self.sizes[x]), float(self.sizes[y])
        self.alive[x], self.position[self.n + t] = False, y
        put_in = {}
        for cluster, k in self.position.items():
            if k != y:
                known = float(self.D[x, k]), float(self.D[y, k]), between, nx, ny, float(self.sizes[k])
                self.D[y, k] = self.D[k, y] = updated(METHODS[self.linkage], *known)
                put_in[cluster] = known
        self.sizes[y] = nx + ny
        nearest = sorted(put_in, key=lambda cluster: float(self.D[y, self.position[cluster]]))[:2]
        return [
            chain(
                letter("d", f"{self.name(self.n + t)},{self.name(cluster)}"),
                linkage_formula(self.linkage, *put_in[cluster]),
                float(self.D[y, self.position[cluster]]),
            )
            for cluster in nearest
        ]

    def grid(self, terms: ModelTerms) -> Grid | None:
        """The matrix itself, if the clusters that are left are few."""
        if not 1 < len(self.position) <= MOST_CELLS or self.n > MOST_ROWS:
            return None
        names, spots = [self.name(cluster) for cluster in self.position], list(self.position.values())
        left = np.where(np.eye(len(spots), dtype=bool), 0.0, self.D[np.ix_(spots, spots)])
        lines = [(name, *map(float, line)) for name, line in zip(names, left, strict=True)]
        return terms.grid("cluster_distances", ("", *names), lines)


def merge_frames(D: Array, children: Array, heights: Array, linkage: str, terms: ModelTerms) -> list[Frame]:
    """Merge after merge, in the order that the model found."""
    left, shown, frames = ClusterMatrix(D, children, linkage), set(thinned(len(children))), []
    for t, (a, b) in enumerate(children.tolist()):
        nearest = left.nearest() if t in shown else []
        found = left.merge(t)
        if t in shown:
            least = [function("min", *nearest)] if len(nearest) > 1 else []
            height = chain(letter("h", t + 1), *least, float(heights[t]))
            caption = terms.say("merge_caption", merge=t + 1, first=left.name(a), second=left.name(b))
            rows = tuple(int(i) for i in members_of(left.n + t, children, left.n)[:MOST_MARKED])
            figure = _tree_so_far(children, heights, t, caption, terms)
            value = float(heights[t])
            frames.append(Frame(caption, (height, *found), left.grid(terms), figure, t + 1, value, rows))
    return frames


def _tree_so_far(
    children: Array, heights: Array, t: int, caption: str, terms: ModelTerms
) -> GraphPicture | None:
    """The tree of all merges, those after merge t pale."""
    whole = tree_picture(children, heights, terms)
    if whole is None:
        return None
    sentence = terms.say("frame_sentence", caption=caption, n=len(whole.names))
    return replace(whole, sentence=sentence, done=t + 1)


def linkage_formula(
    linkage: str, ki: float, kj: float, ij: float, ni: float, nj: float, nk: float
) -> Formula:
    """d(k, i∪j) of the distances of k from i and from j and of these two, with the numbers of rows."""
    if linkage in ("single", "complete"):
        return function("min" if linkage == "single" else "max", ki, kj)
    if linkage == "average":
        return over(plus(times(ni, ki), times(nj, kj)), plus(ni, nj))
    if linkage == "weighted":
        return over(plus(ki, kj), 2.0)
    if linkage == "ward":
        above = plus(
            times(plus(ni, nk), squared(ki)), times(plus(nj, nk), squared(kj)), minus(times(nk, squared(ij)))
        )
        return function("sqrt", over(above, plus(ni, nj, nk)))
    if linkage == "centroid":
        pulled = minus(over(times(ni, nj, squared(ij)), plus(ni, nj)))
        return function(
            "sqrt", over(plus(times(ni, squared(ki)), times(nj, squared(kj)), pulled), plus(ni, nj))
        )
    halves = over(plus(squared(ki), squared(kj)), 2.0)
    return function("sqrt", plus(halves, minus(over(squared(ij), 4.0))))
