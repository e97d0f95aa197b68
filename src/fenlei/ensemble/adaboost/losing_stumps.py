"""Every stump that a round could have taken, with its weighted error: the chosen one and those that lost.

Under the weights D of the round, a stump that cuts the rows in two and gives each side its heaviest class has

    e = Σ_sides (weight of the side - largest class weight in it) / Σ D.

The stump of the round is the one with the least Gini index of both sides; its error need not be the least.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.ensemble.adaboost.stumps import Stumps
from fenlei.functions.information import gini
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF, THRESHOLD
from fenlei.trees.reading.candidates import NOWHERE, Candidates, sets_of_categories, thresholds
from fenlei.trees.tree import majority


class StumpError(NamedTuple):
    """A stump that a round could have taken."""

    feature: int
    threshold: float | None  # None: categories
    categories: tuple[int, ...]  # codes in the first branch; () for a threshold
    labels: tuple[Any, Any]  # class of each branch
    error: float  # weighted
    gini: float  # weighted mean of the branches', by which the round chooses
    chosen: bool


def stump_errors(
    X: Array, codes: Array, D: Array, classes: Array, stumps: Stumps, t: int
) -> list[StumpError]:
    """The stumps of round t on coded rows X (n, p) with weights D (n,), feature by feature."""
    S = np.zeros((len(D), len(classes)))
    S[np.arange(len(D)), codes] = D / D.sum()
    table = []
    for j, size in enumerate(stumps.sizes.tolist()):
        x = X[:, j]
        found = sets_of_categories(x, S, size) if size else thresholds(x, S, sides=True)
        sides = np.stack([found.left, found.right], axis=1)
        error = 1.0 - sides.max(axis=2).sum(axis=1)
        after = (sides.sum(axis=2) * gini(sides)).sum(axis=1)
        label, made = classes[majority(sides)], _made(found, x, stumps, t, j)
        for i, cut in enumerate(found.threshold.tolist()):
            answers = (label[i, 0], label[i, 1])
            facts = (float(error[i]), float(after[i]), bool(made[i]))
            table.append(StumpError(j, None if size else cut, found.first[i], answers, *facts))
    return table


def _made(found: Candidates, x: Array, stumps: Stumps, t: int, j: int) -> Array:
    """Which of the cuts (c,) by feature j divide the rows as stump t does."""
    if stumps.kind[t] == LEAF or int(stumps.feature[t]) != j:
        return np.zeros(len(found.threshold), bool)
    same_side = (found.missing == NOWHERE) | (found.missing == stumps.missing[t])
    if stumps.kind[t] == THRESHOLD:
        values = np.sort(x[~np.isnan(x)])
        below = np.searchsorted(values, found.threshold, side="right")
        return same_side & (below == np.searchsorted(values, stumps.threshold[t], side="right"))
    start = int(stumps.subset[t])
    first = set(np.flatnonzero(stumps.sets[start : start + stumps.sizes[j]]).tolist())
    present = set(x[~np.isnan(x)].astype(int).tolist())
    own = np.array([set(codes) == first & present for codes in found.first], dtype=bool)
    turned = np.array([set(codes) == present - first for codes in found.first], dtype=bool)
    other_side = (found.missing == NOWHERE) | (found.missing != stumps.missing[t])
    return (own & same_side) | (turned & other_side)
