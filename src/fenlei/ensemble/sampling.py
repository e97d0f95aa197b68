r"""Rows drawn with replacement, and the seeds of the members of an ensemble.

Bootstrap: a row is drawn `draws` times, row i with probability w_i / W, and a member weighs a row by the
times it was drawn. The draws depend on what the rows contain, not on their order: rows are first put in an
order of their own, by a hash, and a random number u in [0, 1) draws the row at which the running sum of the
weights exceeds u W:

    rows in their own order      7      2          5        0       3
    weights                   |--w7--|--w2------|--w5----|--w0---|--w3--|
    edges                            ^          ^        ^       ^      W
                                          u W -----^ draws row 5

So a permutation of the rows gives the same ensemble. Each draw takes a row of weight 2 as often as the row
twice. How many draws there are follows from the number of rows that have weight, never from W: by default one
per row, as in scikit-learn 1.9. So a weight is a repetition exactly where the number of draws is the same,
with a whole `max_samples`; elsewhere each draw has the same distribution, but there are as many as rows.

Member t has seed splitmix(splitmix(seed) xor t): members depend neither on threads nor on how many there are.
Reference: Breiman, Bagging predictors, Machine Learning 24 (1996).
"""

from __future__ import annotations

from numbers import Integral
from typing import NamedTuple, Protocol

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array, kernel
from fenlei.messages import phrase
from fenlei.trees.random_numbers import splitmix, uniform

MOST_TIMES = 1_000_000  # that as many rows may be drawn as there are
MIXER = np.uint64(0x9E3779B97F4A7C15)


class Sampling(NamedTuple):
    """How rows are drawn, in their own order; those of weight zero are not among them."""

    order: Array  # (n,) int64, the rows in that order
    edges: Array  # (n,) running sum of the weights; empty for weight one
    draws: int  # 0: every row is taken once


class DrawnRows:
    """The seeds of the members and the sampling of the rows; not part of a model file."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.seeds: list[np.uint64] = []
        self.sampling: Sampling | None = None  # None after loading
        self.rows = 0  # of `fit`, those of weight zero included

    def __repr__(self) -> str:
        return "DrawnRows()"


class Drawing(Protocol):
    """An ensemble that draws rows."""

    @property
    def max_samples(self) -> float | None: ...


def count_draws(n: int, max_samples: float | Integral | None) -> int:
    """Number of draws from n rows: n, or a given number, or a share of n.

    >>> [count_draws(10, given) for given in (None, 25, 0.75, 1e-9)]
    [10, 25, 7, 1]
    """
    if max_samples is None:
        return n
    return int(max_samples) if isinstance(max_samples, Integral) else max(1, int(max_samples * n))


def checked_draws(ensemble: Drawing, n: int) -> int:
    """The draws that an ensemble's `max_samples` asks for; at most a million times as many as rows."""
    draws = count_draws(n, ensemble.max_samples)
    if draws > MOST_TIMES * n:
        accepted = phrase("limit.integers", low=1, high=MOST_TIMES * n)
        facts = {"name": "max_samples", "value": ensemble.max_samples, "accepted": accepted}
        raise UsageError("estimator.parameter", estimator=type(ensemble).__name__, **facts)
    return draws


def forget_out_of_bag(model: object) -> None:
    """Delete what an earlier fit found out of bag."""
    for name in ("oob_score_", "oob_decision_function_", "oob_prediction_"):
        model.__dict__.pop(name, None)


@kernel
def draw_times(seed: np.uint64, draws: int, edges: Array, out_times: Array) -> None:
    """How often each row is drawn."""
    n = out_times.shape[0]
    total = edges[n - 1] if edges.shape[0] else np.float64(n)
    for d in range(draws):
        drawn = uniform(seed + np.uint64(d)) * total
        low, high = 0, n - 1
        if edges.shape[0]:
            while low < high:
                middle = (low + high) // 2
                if edges[middle] <= drawn:
                    low = middle + 1
                else:
                    high = middle
        else:
            low = min(np.int64(drawn), high)
        out_times[low] += 1


def times_drawn(sampling: Sampling, seed: np.uint64) -> Array:
    """How often each row (n,), in the rows' own order, is drawn for the member of this seed."""
    if sampling.draws == 0:
        return np.ones(len(sampling.order), np.int64)
    times = np.zeros(len(sampling.order), np.int64)
    draw_times(np.uint64(splitmix(seed)), sampling.draws, sampling.edges, times)
    return times


def member_seeds(seed: int, count: int) -> list[np.uint64]:
    """Seeds of the first `count` members."""
    mixed = np.uint64(splitmix(np.uint64(seed)))
    return [np.uint64(splitmix(mixed ^ np.uint64(t))) for t in range(count)]


def tree_state(seed: np.uint64) -> int:
    """The `random_state` of the tree of a member's seed: grown again on the same rows, it is the same."""
    return int(np.uint64(splitmix(seed ^ MIXER))) >> 33
