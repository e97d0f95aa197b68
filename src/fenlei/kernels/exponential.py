"""exp that vectorises inside a kernel, and the stable log-sum-exp of score rows built on it.

`exp` writes x = k ln 2 + r with |r| ≤ ln 2 / 2 (ln 2 in two parts, after Cody and Waite), sums the Taylor
series of e^r to degree 13 and builds 2^k from its bits; the largest error seen is 1 unit in the last place.
Results below the smallest normal number are 0, above the largest infinity, and NaN stays NaN.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, exact_kernel
from fenlei.kernels.team import block_done, share_blocks, take_block
from fenlei.kernels.threads import leaf_rows

BLOCK_SCORES = 1 << 13  # of a block of rows: some 50 µs

_LOG2_E = 1.4426950408889634
_LN2_HIGH = 0.6931471803691238  # the leading 33 bits of ln 2: k * _LN2_HIGH is exact
_LN2_LOW = 1.9082149292705877e-10
_SMALLEST = -708.3964185322641  # ln of the smallest normal number
_LARGEST = 709.782712893384  # ln of the largest number


@exact_kernel  # reassociation would undo the two-part reduction
def exp(x: float) -> float:
    """e^x, in straight-line code."""
    clipped = min(max(_SMALLEST, x), _LARGEST)  # in this order NaN is clipped too
    k = np.floor(clipped * _LOG2_E + 0.5)
    r = (clipped - k * _LN2_HIGH) - k * _LN2_LOW
    series = 1.6059043836821613e-10  # 1 / 13!
    series = series * r + 2.08767569878681e-09
    series = series * r + 2.505210838544172e-08
    series = series * r + 2.755731922398589e-07
    series = series * r + 2.7557319223985893e-06
    series = series * r + 2.48015873015873e-05
    series = series * r + 1.984126984126984e-04
    series = series * r + 1.388888888888889e-03
    series = series * r + 8.333333333333333e-03
    series = series * r + 4.1666666666666664e-02
    series = series * r + 1.6666666666666666e-01
    series = series * r + 0.5
    value = 1.0 + (r + r * r * series)
    # 2^k in two factors, because 2^1024 is not a number though e^709.78 is one
    half = np.int64(k) >> 1
    low = np.int64((half + 1023) << 52).view(np.float64)
    high = np.int64((np.int64(k) - half + 1023) << 52).view(np.float64)
    result: float = value * low * high
    result = 0.0 if x < _SMALLEST else result
    result = np.inf if x > _LARGEST else result
    return result if x == x else x


@exact_kernel  # the largest score leaves before the logarithm comes: it may be huge
def log_normalise_rows(scores: Array, out_log_p: Array) -> None:
    """Subtract the log-sum-exp of each row; a row of all -inf (p(x) = 0) becomes the uniform -log K,
    one with NaN is NaN.
    """
    n, K = scores.shape
    for i in range(n):
        largest = -np.inf
        known = True
        for k in range(K):
            largest = max(largest, scores[i, k])
            known = known and scores[i, k] == scores[i, k]
        if largest == -np.inf or not known:
            out_log_p[i] = -np.log(K) if known else np.nan
            continue
        total = 0.0
        for k in range(K):
            total += exp(scores[i, k] - largest)
        log_total = np.log(total)
        for k in range(K):
            out_log_p[i, k] = (scores[i, k] - largest) - log_total


@exact_kernel
def softmax_blocks(scores: Array, rows: int, logarithms: bool, out_p: Array, counters: Array) -> None:
    """`log_normalise_rows` in blocks of `rows` rows, and unless `logarithms` are wanted e^x of the result."""
    b = take_block(counters)
    while b >= 0:
        start, stop = b * rows, min((b + 1) * rows, scores.shape[0])
        block = out_p[start:stop]
        log_normalise_rows(scores[start:stop], block)
        if not logarithms:
            values = block.reshape(-1)
            for i in range(values.shape[0]):
                values[i] = exp(values[i])
        block_done(counters)
        b = take_block(counters)


def log_softmax(scores: Array, n_jobs: int | None = None) -> Array:
    """log p_k = s_k - log Σ_j exp s_j for each row of scores (n, K)."""
    return _shares(scores, True, n_jobs)


def softmax(scores: Array, n_jobs: int | None = None) -> Array:
    """p_k = exp s_k / Σ_j exp s_j for each row of scores (n, K)."""
    return _shares(scores, False, n_jobs)


def _shares(scores: Array, logarithms: bool, n_jobs: int | None) -> Array:
    p, rows = np.empty(scores.shape), leaf_rows(scores.shape[1], BLOCK_SCORES)
    share_blocks(softmax_blocks, -(-len(scores) // rows), scores, rows, logarithms, p, n_jobs=n_jobs)
    return p
