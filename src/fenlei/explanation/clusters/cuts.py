"""Divisive clustering: the widest cluster is cut, row by row; and how one row came to its cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.cluster.hierarchy.divisive import splinter_group
from fenlei.explanation.clusters.dendrogram import (
    cluster_name,
    cut_step,
    members_of,
    merge_path_steps,
    tree_picture,
)
from fenlei.explanation.clusters.merges import distance_step, distances_of
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import (
    chain,
    function,
    letter,
    minus,
    over,
    plus,
    summed,
    total,
)
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.placed_row import PlacedRow
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.cluster import DivisiveClustering

MOST_PAIRS, MOST_MOVED = 6, 6
SOURCE = "004, 8.2"


def fit(model: DivisiveClustering, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Distances, the cuts from the top, the tree, and the divisive coefficient."""
    D = distances_of(model, rows.X, "divisive")
    heights, children = np.asarray(model.distances_, float), np.asarray(model.children_)
    shown = thinned(len(children))
    frames = [_frame(D, children, heights, len(children) - 1 - t, t, terms) for t in shown]
    return [
        distance_step(model, rows.X, D, terms),
        terms.step("divisive_cuts", frames=frames, source=SOURCE, cuts=len(children), shown=len(shown)),
        cut_step(model, heights, terms, tree_picture(children, heights, terms)),
        _coefficient_step(model, children, heights, terms),
    ]


def position(model: DivisiveClustering, placed: PlacedRow, terms: ModelTerms) -> list[WorkingStep]:
    """The cuts that are not made, below the cluster of the row."""
    return merge_path_steps(model, placed, np.asarray(model.distances_, float), "cut", terms)


def _frame(D: Array, children: Array, heights: Array, t: int, number: int, terms: ModelTerms) -> Frame:
    """The cluster of line t is cut: its diameter, and the rows that leave it one after another."""
    n = len(D)
    rows = members_of(n + t, children, n)
    inside = D[np.ix_(rows, rows)]
    widest = np.sort(inside[np.triu_indices(len(rows), 1)])[::-1][:MOST_PAIRS]
    chains = [chain(letter("h", t + 1), *([function("max", *widest)] if len(widest) > 1 else []), heights[t])]
    gone = splinter_group(inside) if heights[t] > 0 else np.arange(len(rows)) == 0
    chains += _moves(inside, rows, int(gone.sum())) if heights[t] > 0 else []
    facts = {"cut": number + 1, "whole": cluster_name(rows), "part": cluster_name(rows[gone])}
    return Frame(terms.say("cut_caption", **facts), tuple(chains))


def _moves(D: Array, rows: Array, count: int) -> list[Chain]:
    """The mean distance to those that stay, less that to those that left, of each row that leaves."""
    m, gone, chains = len(D), np.zeros(len(D), dtype=bool), []
    for moved in range(min(count, MOST_MOVED)):
        to_stay, to_gone = D[:, ~gone].sum(axis=1), D[:, gone].sum(axis=1)
        gain = to_stay / max(m - moved - 1, 1) - to_gone / max(moved, 1)
        gain[gone] = -np.inf
        i = int(np.argmax(gain))
        stay = np.delete(D[i], np.flatnonzero(gone | (np.arange(m) == i)))
        left = letter("g", int(rows[i]) + 1)
        first = over(summed(stay), float(max(len(stay), 1)))
        put_in = plus(first, minus(over(summed(D[i, gone]), float(moved)))) if moved else first
        chains.append(chain(left, put_in, float(gain[i])))
        gone[i] = True
    return chains


def _coefficient_step(
    model: DivisiveClustering, children: Array, heights: Array, terms: ModelTerms
) -> WorkingStep:
    """The mean over the rows of 1 - (diameter of the last cluster that it was cut from) / (that of all)."""
    n, widest = len(heights) + 1, float(heights[-1])
    left = np.zeros(n)
    for pair, width in zip(children, heights, strict=True):
        left[pair[pair < n]] = width
    letters = over(total("i", plus(1.0, minus(over(letter("w", "i"), letter("h"))))), letter("n"))
    put_in = [over(summed(1.0 - left / widest), float(n))] if widest > 0 else []
    chains = [chain(letter("DC"), letters, *put_in, float(model.divisive_coefficient_))]
    if widest > 0:
        chains.insert(0, chain(letter("w", 1), float(left[0])))
    return terms.step("divisive_coefficient", chains)
