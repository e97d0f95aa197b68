"""The tree of merges: its clusters, its picture, where it is cut, and the way of one row through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.clusters.kmeans import cluster_chain
from fenlei.explanation.figures import GraphPicture
from fenlei.explanation.formula.building import chain, letter, minus, plus
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.reduction.distances import distance_chain, is_euclidean
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.cluster import AgglomerativeClustering, DivisiveClustering

MOST_ROWS, MOST_NAMED, MOST_MERGES = 30, 6, 12


def members_of(cluster: int, children: Array, n: int) -> Array:
    """Rows of a cluster of the tree, in order."""
    waiting, rows = [int(cluster)], []
    while waiting:
        at = waiting.pop()
        if at < n:
            rows.append(at)
        else:
            waiting.extend(int(child) for child in children[at - n])
    return np.sort(np.array(rows))


def cluster_name(rows: Array) -> str:
    """{1, 3, …}: the numbers of its rows, counted from 1."""
    rows = np.sort(rows)
    shown = ",".join(str(int(i) + 1) for i in rows[:MOST_NAMED])
    return "{" + shown + (f",…({len(rows)})" if len(rows) > MOST_NAMED else "") + "}"


def tree_picture(children: Array, heights: Array, terms: ModelTerms) -> GraphPicture | None:
    n = len(children) + 1
    if n > MOST_ROWS:
        return None
    merges = tuple((int(a), int(b), float(h)) for (a, b), h in zip(children, heights, strict=True))
    sentence = terms.say("tree_of_merges_sentence", n=n, height=f"{float(heights[-1]):.6g}")
    return GraphPicture(sentence, tuple(str(i + 1) for i in range(n)), merges)


def cut_step(
    model: AgglomerativeClustering | DivisiveClustering,
    heights: Array,
    terms: ModelTerms,
    figure: GraphPicture | None,
) -> WorkingStep:
    """The merges that are undone: all but n - K, or those at the threshold and above."""
    n, K = len(heights) + 1, int(model.n_clusters_)
    chains = [
        chain(
            letter("K"), plus(letter("n"), minus(letter("m"))), plus(float(n), minus(float(n - K))), float(K)
        )
    ]
    if n - K > 0:
        chains.append(chain(letter("h", n - K), float(heights[n - K - 1])))
    if K > 1:
        chains.append(chain(letter("h", n - K + 1), float(heights[n - K])))
    sizes = np.bincount(model.labels_, minlength=K)
    lines = [(k, int(sizes[k]), cluster_name(np.flatnonzero(model.labels_ == k))) for k in range(min(K, 20))]
    grid = terms.grid("clusters_found", terms.words("cluster", "rows", "members_of_cluster"), lines)
    threshold = getattr(model, "distance_threshold", None)
    key = "cut_by_number" if threshold is None else "cut_by_height"
    facts: dict[str, Any] = {
        "K": K,
        "merges": n - K,
        "threshold": "" if threshold is None else f"{threshold:g}",
    }
    return terms.step(key, chains, [grid], figure=figure, **facts)


def merge_path_steps(
    model: AgglomerativeClustering | DivisiveClustering,
    placed: PlacedRow,
    heights: Array,
    kind: str,
    terms: ModelTerms,
) -> list[WorkingStep]:
    """What the row was joined with, level by level, up to its cluster; `kind` is of the texts."""
    assert placed.rows is not None
    children, n, label = np.asarray(model.children_), len(heights) + 1, int(model.labels_[placed.number])
    kept, at, path = n - int(model.n_clusters_), placed.number, []
    for t, (a, b) in enumerate(children[:kept].tolist()):
        if at in (a, b):
            path.append((t, b if at == a else a))
            at = n + t
    joined, sizes = [], [chain(letter("n", 0), 1.0)]
    for t, other in path[:MOST_MERGES]:
        rows = members_of(other, children, n)
        joined.append(_joined_chain(model, placed, rows, t, float(heights[t])))
        size = len(members_of(n + t, children, n))
        sizes.append(chain(letter("n", t + 1), plus(float(size - len(rows)), float(len(rows))), float(size)))
    joined = joined or [chain(letter("m"), 0.0)]
    final = chain(letter("n", "k"), float(len(members_of(at, children, n))))
    return [
        terms.step(f"{kind}_path", joined, shown=len(path[:MOST_MERGES]), count=len(path)),
        terms.step("path_sizes", sizes),
        terms.step("path_cluster", [final, cluster_chain(label)], label=label),
    ]


def _joined_chain(
    model: AgglomerativeClustering | DivisiveClustering,
    placed: PlacedRow,
    others: Array,
    t: int,
    height: float,
) -> Chain:
    """The height of a merge; the first one with a single row is their distance."""
    assert placed.rows is not None
    left = letter("h", t + 1)
    a, X = placed.number, placed.rows
    single = len(others) == 1 and len(members_of(len(X) + t, np.asarray(model.children_), len(X))) == 2
    if not single:
        return chain(left, height)
    b = int(others[0])
    if isinstance(model.metric, str) and model.metric == "precomputed":
        return chain(letter("d", f"{a + 1},{b + 1}"), left, float(X[a, b]), height)
    return distance_chain(left, X[a], X[b], height, is_euclidean(model))
