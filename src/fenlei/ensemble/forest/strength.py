r"""Strength and correlation of the trees of a forest, from their votes out of bag.

Q(x, k) is the share of the trees not grown on x that vote for class k. With the margin of a training row,

    m(x) = Q(x, y) - Q(x, ĵ),     ĵ(x) the other class with the most votes,
    s    = mean m                                                     strength
    ρ    = var m / (mean over trees of sd_t)²                         mean correlation of the trees
    sd_t = √(p_1 + p_2 - (p_1 - p_2)²)                                of tree t's own margin, 1, -1 or 0

p_1 is the share of the rows out of bag that tree t classifies right, p_2 the share for which it votes ĵ. The
error of the forest is at most ρ (1 - s²) / s². Fewer features at each node lower ρ, and s with it; the best
number balances both (source 002, section 5.4.2).

Reference: Breiman, Random forests, Machine Learning 45 (2001), section 2 and appendix II; sd_t is printed
there with + (p_1 - p_2)², which is not the variance of 1, -1 and 0 with those shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array


class ForestStrength(NamedTuple):
    """How good the trees are, and how alike."""

    strength: float
    correlation: float
    bound: float  # of the error; NaN where the strength is not positive
    margins: Array = np.zeros(0)  # (n,) m of each row that is judged
    deviations: Array = np.zeros(0)  # (T,) sd of each tree that judges any

    @property
    def ratio(self) -> float:
        """c/s2: correlation / strength²; the smaller, the better the forest."""
        return self.correlation / self.strength**2


def margins(Q: Array, truth: Array) -> tuple[Array, Array]:
    """Margin (n,) of each row, and the other class with the most votes, from shares (n, K) of the votes."""
    rows = np.arange(len(Q))
    others = Q.copy()
    others[rows, truth] = -1.0
    other = others.argmax(axis=1)
    return Q[rows, truth] - np.maximum(others[rows, other], 0.0), other


def strength_of_votes(votes: Sequence[tuple[Array, Array]], truth: Array, K: int) -> ForestStrength:
    """Strength and correlation of trees; each gives the rows that it was not grown on and its votes there."""
    counts = np.zeros((len(truth), K))
    for rows, vote in votes:
        counts[rows, vote] += 1.0
    judged = counts.sum(axis=1) > 0
    Q = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    margin, other = margins(Q, truth)
    deviations = [
        _deviation(float(np.mean(vote == truth[rows])), float(np.mean(vote == other[rows])) if K > 1 else 0.0)
        for rows, vote in votes
        if len(rows)
    ]
    if not deviations:
        return ForestStrength(np.nan, np.nan, np.nan)
    s, spread = float(margin[judged].mean()), float(np.mean(deviations))
    correlation = float(margin[judged].var()) / spread**2 if spread > 0 else np.nan
    bound = correlation * (1 - s * s) / (s * s) if s > 0 else np.nan
    return ForestStrength(s, correlation, bound, margin[judged], np.array(deviations))


def _deviation(right: float, wrong: float) -> float:
    """Standard deviation of a tree's margin: 1 with share p_1, -1 with share p_2, else 0."""
    return float(np.sqrt(max(right + wrong - (right - wrong) ** 2, 0.0)))
