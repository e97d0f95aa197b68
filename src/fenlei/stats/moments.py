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

from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS, class_means, class_squares
from fenlei.kernels.threads import map_blocks, row_blocks
from fenlei.records import Field

BLOCK_ELEMENTS = 1 << 17  # 1 MiB of float64: the second pass over a block finds it in cache


class ClassMoments(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    mean: Annotated[Array, Field("K p")]  # zero for an empty class
    scatter: Annotated[Array, Field("K p", low=0.0)]  # centred sum of squares, not divided


def summarise(
    X: Array, codes: Array, w: Array | None = None, K: int = 1, n_jobs: int | None = None
) -> ClassMoments:
    """Moments of X (n, p) by class codes (n,) in 0..K-1, weighted by w (n,)."""
    p = X.shape[1]

    def block(start: int, stop: int) -> ClassMoments:
        return reduce(
            merge, (_in_cache(s + start, e + start) for s, e in row_blocks(stop - start, p, BLOCK_ELEMENTS))
        )

    def _in_cache(start: int, stop: int) -> ClassMoments:
        rows = slice(start, stop)
        weights = UNIT_WEIGHTS if w is None else w[rows]
        weight, mean, scatter = np.empty(K), np.empty((K, p)), np.empty((K, p))
        class_means(X[rows], codes[rows], weights, weight, mean)
        class_squares(X[rows], codes[rows], weights, mean, scatter)
        return ClassMoments(weight, mean, scatter)

    return reduce(merge, map_blocks(block, row_blocks(len(X), p), n_jobs))


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
