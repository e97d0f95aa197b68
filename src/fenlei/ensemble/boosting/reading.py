"""The rounds of a fitted model to read: how large its trees are, what they gained, and by which columns.

The score of a row is the baseline plus, for every split on its ways, the change from the value of the node
to that of the branch; added up by column these are its moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.boosting.record import BoostedTrees, depths
from fenlei.kernels import Array


class BoostingRound(NamedTuple):
    """One round: the trees of all classes together."""

    leaves: int
    depth: int  # of the deepest
    gain: float  # sum over the splits
    feature: int  # column of the largest gain; -1 if no tree was split
    train_score: float | None  # after it; None without early stopping
    validation_score: float | None  # None without held-out rows


def read_rounds(model: BoostedTrees) -> list[BoostingRound]:
    """What each round did."""
    deep, p, trees = depths(model), len(model.sizes), model.trees
    rounds = []
    for r in range(model.rounds):
        nodes = slice(model.start[r * trees], model.start[(r + 1) * trees])
        feature, gain = model.feature[nodes], model.gain[nodes]
        by_column = np.bincount(feature[feature >= 0], gain[feature >= 0], p)
        rounds.append(
            BoostingRound(
                leaves=int(np.count_nonzero(feature < 0)),
                depth=int(deep[r * trees : (r + 1) * trees].max()),
                gain=float(gain.sum()),
                feature=int(by_column.argmax()) if by_column.any() else -1,
                train_score=_at(model.train_score, r + 1),
                validation_score=_at(model.validation_score, r + 1),
            )
        )
    return rounds


def _at(scores: Array, r: int) -> float | None:
    return float(scores[r]) if r < len(scores) else None


def gain_shares(model: BoostedTrees) -> Array:
    """Share (p,) of each column in the sum of all gains; 0 if there are no splits."""
    inner = model.feature >= 0
    total = np.bincount(model.feature[inner], model.gain[inner], len(model.sizes))
    return total / total.sum() if total.any() else total


def path_moves(model: BoostedTrees, x: Array) -> Array:
    """By how much each column moves the scores of one row (p,) from the baseline, (p, trees)."""
    moved = np.zeros((len(model.sizes), model.trees))
    for t, root in enumerate(model.start[:-1]):
        here, value = root, 0.0
        while model.feature[here] >= 0:
            j = model.feature[here]
            here = root + model.child[here] + second_branch(model, here, float(x[j]))
            moved[j, t % model.trees] += model.value[here] - value
            value = model.value[here]
    return moved


def second_branch(model: BoostedTrees, i: int, x: float) -> int:
    """Whether a value goes to the second branch of node i."""
    size, aside = int(model.sizes[model.feature[i]]), 1 - int(model.missing_left[i])
    if np.isnan(x) or (size and not 0 <= x < size):
        return aside
    return 1 - int(model.sets[model.subset[i] + int(x)]) if size else int(x > model.threshold[i])
