r"""Weighted first and second centred moments of each class over the present values.

As `stats.moments`, but each feature has a weight of its own: NaN is a missing value and counts nowhere.

    present_kj = Σ w_i [x_ij is there],   mean_kj, scatter_kj over those values   (rows of class k)

Rows without missing values take the faster kernels of `stats.moments`.
"""

from __future__ import annotations

from functools import reduce
from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.threads import map_blocks, row_blocks
from fenlei.records import Field
from fenlei.stats import moments
from fenlei.stats.moments import merged_weight


class PresentMoments(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    present: Annotated[Array, Field("K p", low=0.0)]  # sums of weights of the present values
    mean: Annotated[Array, Field("K p")]  # zero where there is none
    scatter: Annotated[Array, Field("K p", low=0.0)]  # centred sum of squares, not divided


def summarise(
    X: Array, codes: Array, w: Array | None = None, K: int = 1, n_jobs: int | None = None
) -> PresentMoments:
    """Moments of the values of X (n, p) that are not NaN, by class codes (n,) in 0..K-1."""
    complete = moments.summarise(X, codes, w, K, n_jobs)
    if np.isfinite(complete.scatter).all():
        present = np.repeat(complete.weight[:, None], X.shape[1], axis=1)
        return PresentMoments(complete.weight, present, complete.mean, complete.scatter)
    return _with_gaps(X, codes, w, K, n_jobs)


def _with_gaps(X: Array, codes: Array, w: Array | None, K: int, n_jobs: int | None) -> PresentMoments:
    p = X.shape[1]

    def block(start: int, stop: int) -> PresentMoments:
        rows = slice(start, stop)
        weights = UNIT_WEIGHTS if w is None else w[rows]
        summary = PresentMoments(np.zeros(K), np.zeros((K, p)), np.zeros((K, p)), np.zeros((K, p)))
        add_present(X[rows], codes[rows], weights, *summary)
        return summary

    return reduce(merge, map_blocks(block, row_blocks(len(X), p), n_jobs))


@kernel
def add_present(
    X: Array,
    codes: Array,
    w: Array,
    out_weight: Array,
    out_present: Array,
    out_mean: Array,
    out_scatter: Array,
) -> None:
    """Add rows one by one (West 1979): with δ = x - mean and r = w / W, mean += r δ, scatter += (W - w) r δ².

    Neither factor is negative, and equal values have a scatter of exactly 0.
    """
    n, p = X.shape
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        k = codes[i]
        out_weight[k] += weight
        present, mean, scatter = out_present[k], out_mean[k], out_scatter[k]
        for j in range(p):
            x = X[i, j]
            if x == x and weight > 0.0:
                before = present[j]
                present[j] = before + weight
                if before == 0.0:
                    mean[j] = x
                    continue
                delta = x - mean[j]
                share = weight / present[j]
                mean[j] += share * delta
                scatter[j] += before * share * delta * delta


def merge(a: PresentMoments, b: PresentMoments) -> PresentMoments:
    """The summary of both sets of rows."""
    present, share = merged_weight(a.present, b.present)
    delta = b.mean - a.mean
    scatter = a.scatter + b.scatter + a.present * share * delta**2
    return PresentMoments(a.weight + b.weight, present, a.mean + share * delta, scatter)


def total(summary: PresentMoments) -> PresentMoments:
    """The same rows with the classes thrown together: K = 1."""
    classes = (PresentMoments(*(field[k : k + 1] for field in summary)) for k in range(len(summary.weight)))
    return reduce(merge, classes)


def align(summary: PresentMoments, index: Array, K: int) -> PresentMoments:
    """Rename class k to index[k] among K classes; the others are empty."""
    aligned = PresentMoments(*(np.zeros((K, *field.shape[1:])) for field in summary))
    for old, new in zip(summary, aligned, strict=True):
        new[index] = old
    return aligned
