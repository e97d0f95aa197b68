r"""Weighted first and second centred moments of each class.

    weight_k = Σ w_i,   mean_k = Σ w_i x_i / weight_k,   scatter_k = Σ w_i (x_i - mean_k)²   over rows of
    class k

Two summaries merge exactly (Chan, Golub and LeVeque 1979): with δ = mean_b - mean_a and r = w_b / (w_a +
w_b),

    mean = mean_a + r δ,   scatter = scatter_a + scatter_b + w_a r δ².

The sum E[x²] - μ² is never formed: it has no correct digit left for values near 1e8 with unit spread.
"""

from __future__ import annotations

from functools import reduce
from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS, class_moments
from fenlei.kernels.team import block_done, next_pair, share_blocks, take_block
from fenlei.kernels.threads import leaf_rows
from fenlei.records import Field

BLOCK_ELEMENTS = 1 << 18  # 2 MiB of float64: many blocks, whose sums take little memory


class ClassMoments(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    mean: Annotated[Array, Field("K p")]  # zero for an empty class
    scatter: Annotated[Array, Field("K p", low=0.0)]  # centred sum of squares, not divided


def summarise(
    X: Array, codes: Array, w: Array | None = None, K: int = 1, n_jobs: int | None = None
) -> ClassMoments:
    """Moments of X (n, p) by class codes (n,) in 0..K-1, weighted by w (n,)."""
    n, p = X.shape
    rows = leaf_rows(p, max(BLOCK_ELEMENTS, 64 * K * p))  # sums of a block are few beside its rows
    blocks = max(-(-n // rows), 1)
    sums = np.empty((blocks, K)), np.empty((blocks, K, p)), np.empty((blocks, K, p))
    weights = UNIT_WEIGHTS if w is None else w
    marks = np.zeros(blocks, np.int64)
    share_blocks(add_moments, blocks, X, codes, weights, rows, *sums, marks, n_jobs=n_jobs)
    return ClassMoments(*(each[0].copy() for each in sums))


@kernel
def add_moments(
    X: Array,
    codes: Array,
    w: Array,
    rows: int,
    out_weight: Array,
    out_mean: Array,
    out_scatter: Array,
    out_marks: Array,
    counters: Array,
) -> None:
    """Moments of blocks of rows, (B, K) and (B, K, p), those of all rows in the end at 0."""
    K, p = out_mean.shape[1:]
    count, origin = np.empty(K, np.int64), np.empty((K, p))
    b = take_block(counters)
    while b >= 0:
        start, stop = b * rows, min((b + 1) * rows, X.shape[0])
        weights = w[start:stop] if w.shape[0] > 0 else w
        sums = out_weight[b], out_mean[b], out_scatter[b]
        class_moments(X[start:stop], codes[start:stop], weights, count, origin, *sums)
        left, right, step = next_pair(b, 1, out_marks)
        while right > 0:
            weight, mean, scatter = out_weight[right], out_mean[right], out_scatter[right]
            merge_into(weight, mean, scatter, out_weight[left], out_mean[left], out_scatter[left])
            left, right, step = next_pair(left, step, out_marks)
        block_done(counters)
        b = take_block(counters)


@part_of_kernel
def merge_into(
    weight: Array, mean: Array, scatter: Array, out_weight: Array, out_mean: Array, out_scatter: Array
) -> None:
    """`merge` into the moments of the rows that come before."""
    for k in range(weight.shape[0]):
        before = out_weight[k]
        out_weight[k] = before + weight[k]
        share = weight[k] / out_weight[k] if out_weight[k] > 0.0 else 0.0
        for j in range(mean.shape[1]):
            delta = mean[k, j] - out_mean[k, j]
            out_mean[k, j] += share * delta
            out_scatter[k, j] += scatter[k, j] + before * share * delta * delta


def merge(a: ClassMoments, b: ClassMoments) -> ClassMoments:
    """The summary of both sets of rows."""
    weight, share = merged_weight(a.weight, b.weight)
    delta = b.mean - a.mean
    return ClassMoments(
        weight,
        a.mean + share[:, None] * delta,
        a.scatter + b.scatter + (a.weight * share)[:, None] * delta**2,
    )


def merged_weight(a: Array, b: Array) -> tuple[Array, Array]:
    """Sum of two weights and the share of the second in it; an empty class has share 0."""
    weight = a + b
    return weight, np.divide(b, weight, out=np.zeros_like(weight), where=weight > 0)


def total(moments: ClassMoments) -> ClassMoments:
    """The same rows with the classes thrown together: K = 1."""
    classes = (ClassMoments(*(field[k : k + 1] for field in moments)) for k in range(len(moments.weight)))
    return reduce(merge, classes)


def align(summary: ClassMoments, index: Array, K: int) -> ClassMoments:
    """Rename class k to index[k] among K classes; the others are empty."""
    fields = (np.zeros((K, *field.shape[1:])) for field in summary)
    aligned = ClassMoments(*fields)
    for old, new in zip(summary, aligned, strict=True):
        new[index] = old
    return aligned
