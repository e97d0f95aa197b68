r"""From neighbours to classes: each neighbour votes for its class.

    uniform     one vote each (simple majority)
    distance    1/d each; a neighbour at distance 0 outvotes all that are not
    function    what it makes of the distances (m, k)

A row of weight w stands for w rows, so neighbours are counted by weight until there are k: the last one
counts only for what is missing. `neighbours_needed` bounds the number of rows that have to be looked at.
The class with most votes wins. Of classes with equally many, by `ties`: the first of `classes_`; that of the
neighbour nearest to the query; or none, the query is rejected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.contract.given_functions import given_numbers
from fenlei.errors import DataError
from fenlei.kernels import Array, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from fenlei.annotations import ArrayLike

EQUAL = 1e-12  # sums of votes that differ by less, relative, are equal
NO_WEIGHTS = np.empty(0)


def neighbours_needed(w: Array | None, k: int) -> int:
    """The number of rows that weigh at least k together, whichever they are; more than there are if none
    do.
    """
    if w is None:
        return k
    total = np.cumsum(np.sort(w))
    return int(np.searchsorted(total, k * (1 - 1e-12))) + 1


def vote_weights(weights: str | Callable[[Array], ArrayLike] | None, distances: Array) -> Array | None:
    """The vote (m, k) of each neighbour; None for one each."""
    if weights is None or (isinstance(weights, str) and weights == "uniform"):
        return None
    if callable(weights):
        votes = given_numbers(weights(distances), "weights")
        if votes.shape != distances.shape:
            raise DataError("neighbors.vote_shape", shape=votes.shape, expected=distances.shape)
    else:
        with np.errstate(divide="ignore"):
            votes = 1.0 / distances
        exact = np.isinf(votes)
        votes = np.where(exact.any(axis=1, keepdims=True), exact, votes)
    if (votes == 0).all(axis=1).any():
        raise DataError("neighbors.zero_weights")
    return votes


def count_votes(codes: Array, votes: Array | None, w: Array | None, index: Array, k: int, K: int) -> Array:
    """Votes (m, K) of the neighbours `index` (m, r) with classes codes (n,)."""
    out = np.zeros((len(index), K))
    votes = np.empty((0, 0)) if votes is None else np.ascontiguousarray(votes)
    add_votes(codes, votes, NO_WEIGHTS if w is None else w, index, k, out)
    return out


@kernel
def add_votes(codes: Array, votes: Array, w: Array, index: Array, k: int, out: Array) -> None:
    for i in range(index.shape[0]):
        missing = float(k)
        for t in range(index.shape[1]):
            row = index[i, t]
            count = min(w[row], missing) if w.shape[0] > 0 else 1.0
            missing -= count
            out[i, codes[row]] += count * votes[i, t] if votes.shape[0] > 0 else count


def decide(votes: Array, codes: Array, index: Array, ties: str) -> Array:
    """Code (m,) of the class that wins, from votes (m, K) and the neighbours (m, r), the nearest first; -1
    for a query that is rejected.
    """
    winners = np.empty(len(votes), np.int64)
    settle(votes, codes, index, ties == "nearest", ties == "reject", winners)
    return winners


@kernel
def settle(votes: Array, codes: Array, index: Array, nearest: bool, reject: bool, out_winner: Array) -> None:
    for i in range(votes.shape[0]):
        most, count, winner = votes[i].max(), 0, -1
        for c in range(votes.shape[1] - 1, -1, -1):
            if votes[i, c] >= most * (1.0 - EQUAL):
                winner, count = c, count + 1
        if count > 1 and reject:
            winner = -1
        elif count > 1 and nearest:
            for t in range(index.shape[1]):
                if votes[i, codes[index[i, t]]] >= most * (1.0 - EQUAL):
                    winner = codes[index[i, t]]
                    break
        out_winner[i] = winner


def shares(votes: Array) -> Array:
    """Votes (m, K) as shares of each row's sum."""
    return votes / votes.sum(axis=1, keepdims=True)
