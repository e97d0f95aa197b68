r"""Conformal prediction: from the scores of m rows that a model had not seen to an interval for the next row.

A score says how unusual a row is, |y - ŷ| or |y - ŷ| / s(x). If the next row comes like the m rows before it,
its score is equally likely to take any rank among all m + 1, so with

    q = the k-th smallest of the m scores,     k = ⌈(m + 1) (1 - α)⌉,

it is at most q with probability at least 1 - α (k > m: q is infinite, no interval is wide enough). This is an
average over rows to come, not a promise for each of them.

CV+: every row i has the residual of the model that was fitted without its fold; the interval for x runs

    from the ⌊α (m + 1)⌋-th smallest of ŷ_{-i}(x) - |r_i|
    to the ⌈(1 - α) (m + 1)⌉-th smallest of ŷ_{-i}(x) + |r_i|

and covers with probability at least 1 - 2α.
Reference: Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World (2005), chapter 4; Lei et al.,
JASA 113 (2018); Barber, Candès, Ramdas and Tibshirani, Annals of Statistics 49 (2021), theorem 4.
"""

from __future__ import annotations

import math

import numpy as np

from fenlei.kernels import Array

MOST_SCORES = 10_000  # that are kept
ROUNDING = 1e-9  # (m + 1) 0.9 is 9.000000000000002 for m = 9


def rank_of(rows: int, level: float) -> int:
    """k, the rank of the score that covers; above `rows` if none does.

    Examples
    --------
    >>> rank_of(99, 0.9), rank_of(9, 0.9), rank_of(8, 0.9)
    (90, 9, 9)
    """
    return max(1, math.ceil((rows + 1) * level - ROUNDING))


def covering_score(scores: Array, rows: int, level: float) -> float:
    """q from ascending scores, all of the rows or every so many of them; infinite where no score covers.

    Examples
    --------
    >>> import numpy as np
    >>> covering_score(np.arange(1.0, 100.0), 99, 0.9), covering_score(np.arange(1.0, 9.0), 8, 0.9)
    (90.0, inf)
    """
    k = rank_of(rows, level)
    if k > rows:
        return math.inf
    ranks = kept_ranks(rows, len(scores))
    return float(scores[np.searchsorted(ranks, k)])


def kept_ranks(rows: int, kept: int) -> Array:
    """The ranks, from 1, of the scores that are kept of so many rows; the largest is among them."""
    return np.ceil(np.arange(1, kept + 1) * (rows / max(kept, 1)) - ROUNDING).astype(np.int64)


def thinned(scores: Array) -> Array:
    """The scores in ascending order, at most `MOST_SCORES` of them; a rank between two takes the larger."""
    ordered = np.sort(scores)
    return ordered[kept_ranks(len(ordered), min(len(ordered), MOST_SCORES)) - 1]


def cross_bounds(by_fold: Array, fold: Array, residuals: Array, level: float) -> Array:
    """CV+ bounds (n, 2) from predictions (n, folds), and fold and |residual| (m,) of the training rows."""
    m = len(residuals)
    k = rank_of(m, level)
    if k > m:
        return np.broadcast_to([-np.inf, np.inf], (len(by_fold), 2)).copy()
    out = np.empty((len(by_fold), 2))
    for start in range(0, len(by_fold), block := max(1, (1 << 20) // m)):
        centre = by_fold[start : start + block][:, fold]
        out[start : start + block, 0] = np.partition(centre - residuals, m - k, axis=1)[:, m - k]
        out[start : start + block, 1] = np.partition(centre + residuals, k - 1, axis=1)[:, k - 1]
    empty = out[:, 0] > out[:, 1]  # at a low level: the point between is within any promise
    out[empty] = 0.5 * out[empty].sum(axis=1, keepdims=True)
    return out
