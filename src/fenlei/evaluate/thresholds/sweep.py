"""The threshold sweep that every curve is made of.

Rows are put in descending order of their score and the threshold T is lowered from one distinct score to
the next; a row counts as positive when its score is at least T, so equal scores form one threshold.

Without weights the scores of the positives and those of the negatives are sorted apart (plain sorts of
numbers, side by side on two threads) and merged; no index is sorted. With weights rows have to travel with
their score, so their order is sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, plain_kernel
from fenlei.kernels.threads import run_blocks

SMALL = 1 << 15  # rows whose sorting is too short to share out


class Sweep(NamedTuple):
    thresholds: Array  # (m,) distinct scores, descending
    tp: Array  # (m,) weight of the positives with a score of at least the threshold
    fp: Array  # (m,) the same of the negatives


def threshold_sweep(positive: Array, scores: Array, w: Array | None = None) -> Sweep:
    """Lower the threshold over all distinct scores; rows of weight 0 are not there."""
    if w is not None:
        return _weighted_sweep(positive, scores, w)
    apart, P = sorted_apart(positive, scores)
    room = Sweep(np.empty_like(apart), np.empty(len(apart)), np.empty(len(apart)))
    m = merge_down(apart, P, *room)
    return Sweep(*(values[:m] for values in room))


def sorted_apart(positive: Array, scores: Array) -> tuple[Array, int]:
    """Scores of the P positives, ascending, then those of the negatives, ascending; and P."""
    n, P = len(scores), int(np.count_nonzero(positive))
    apart = np.empty(n, dtype=scores.dtype)
    split_by_class(positive, np.ascontiguousarray(scores), P, apart)
    run_blocks(lambda start, stop: apart[start:stop].sort(), [(0, P), (P, n)], 1 if n < SMALL else None)
    return apart, P


@kernel
def split_by_class(positive: Array, scores: Array, P: int, out_apart: Array) -> None:
    """Positives to the front, negatives from position P on."""
    front, back = 0, P
    for i in range(scores.shape[0]):
        if positive[i]:
            out_apart[front] = scores[i]
            front += 1
        else:
            out_apart[back] = scores[i]
            back += 1


@kernel
def merge_down(apart: Array, P: int, out_thresholds: Array, out_tp: Array, out_fp: Array) -> int:
    """Merge two ascending runs from their upper ends, counting how many of each have passed each value."""
    n = apart.shape[0]
    i, j, m = P - 1, n - 1, 0
    while i >= 0 or j >= P:
        value = apart[i] if j < P or (i >= 0 and apart[i] > apart[j]) else apart[j]
        while i >= 0 and apart[i] == value:
            i -= 1
        while j >= P and apart[j] == value:
            j -= 1
        out_thresholds[m], out_tp[m], out_fp[m] = value, P - 1 - i, n - 1 - j
        m += 1
    return m


def corners(sweep: Sweep) -> Sweep:
    """Both ends, and the points where the curve over (fp, tp) bends or changes its pace."""
    room = Sweep(*(np.empty_like(values) for values in sweep))
    m = copy_corners(*sweep, *room)
    return Sweep(*(values[:m] for values in room))


@plain_kernel
def copy_corners(
    thresholds: Array, tp: Array, fp: Array, out_thresholds: Array, out_tp: Array, out_fp: Array
) -> int:
    """Copy the points at which a step differs from the one before it, and both ends; how many there are."""
    last, m = len(tp) - 1, 0
    for i in range(last + 1):
        straight = (
            0 < i < last and fp[i + 1] - fp[i] == fp[i] - fp[i - 1] and tp[i + 1] - tp[i] == tp[i] - tp[i - 1]
        )
        if not straight:
            out_thresholds[m], out_tp[m], out_fp[m] = thresholds[i], tp[i], fp[i]
            m += 1
    return m


@kernel
def won_half_pairs(apart: Array, P: int) -> int:
    """Over all pairs of a positive and a negative: 2 for each the positive wins, 1 for each tie."""
    n = apart.shape[0]
    won, below, i = 0, P, 0
    while i < P:
        value, first = apart[i], i
        while i < P and apart[i] == value:
            i += 1
        while below < n and apart[below] < value:
            below += 1
        above = below
        while above < n and apart[above] == value:
            above += 1
        won += (i - first) * (below - P + above - P)
        below = above
    return won


def _weighted_sweep(positive: Array, scores: Array, w: Array) -> Sweep:
    there = w > 0
    positive, scores, w = positive[there], scores[there], w[there]
    order = np.argsort(-scores, kind="stable")
    scores, w = scores[order], w[order]
    last = np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)
    tp = np.cumsum(np.where(positive[order], w, 0.0))
    fp = np.cumsum(np.where(positive[order], 0.0, w))
    return Sweep(scores[last], tp[last], fp[last])
