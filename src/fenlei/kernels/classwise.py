"""Sums of rows by class: the weight, mean and spread of each class inside one block.

No sum of squares of uncentred values is ever formed: deviations are from the mean of the class, in a second
pass over a block that stays in cache, or from that of its first few rows, where that turns out to be near
enough (`class_moments`). `w` of length 0 means that every row weighs one; a row of weight zero is not there,
so that its values cannot touch a sum.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, part_of_kernel

UNIT_WEIGHTS = np.empty(0)
FEW = 4  # rows whose mean is near enough to that of their class
FAR = 0.9  # share of the squares that the distance of mean and origin may make up


@part_of_kernel
def class_origins(X: Array, codes: Array, w: Array, out_count: Array, out_origin: Array) -> None:
    """The mean (K, p) of the first `FEW` rows of each class; a constant column has exactly that constant."""
    K, p = out_origin.shape
    for k in range(K):
        out_count[k] = 0
    missing = K * FEW
    i = 0
    while i < X.shape[0] and missing > 0:
        k = codes[i]
        weight = w[i] if w.shape[0] > 0 else 1.0
        if weight > 0.0 and out_count[k] < FEW:
            out_count[k] += 1
            missing -= 1
            share = 1.0 / out_count[k]
            for j in range(p):
                before = out_origin[k, j] if share < 1.0 else X[i, j]
                out_origin[k, j] = before + share * (X[i, j] - before)
        i += 1


@part_of_kernel
def class_moments(
    X: Array,
    codes: Array,
    w: Array,
    out_count: Array,
    out_origin: Array,
    out_weight: Array,
    out_mean: Array,
    out_scatter: Array,
) -> None:
    """Weight (K,), mean (K, p) and sum of w (x - mean of its class)² (K, p) of each class in one pass.

    Sums are of deviations d from an origin near the rows: Σ w (x - mean)² = Σ w d² - (Σ w d)² / Σ w. Where
    the second term is nearly as large as the first, a second pass has the mean as origin. `out_count` (K,)
    and `out_origin` (K, p) are room to work in.
    """
    class_origins(X, codes, w, out_count, out_origin)
    is_near = False
    for _ in range(2):
        if not is_near:
            is_near = add_deviations(X, codes, w, out_origin, out_weight, out_mean, out_scatter)
            for k in range(out_weight.shape[0]):
                for j in range(X.shape[1]):
                    out_origin[k, j] = out_mean[k, j]


@part_of_kernel
def add_deviations(
    X: Array, codes: Array, w: Array, origin: Array, out_weight: Array, out_mean: Array, out_scatter: Array
) -> bool:
    """Moments from deviations from origins (K, p); whether these are near enough to the means."""
    n, p = X.shape
    out_weight[:] = 0.0
    out_mean[:] = 0.0
    out_scatter[:] = 0.0
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        if weight > 0.0:
            k = codes[i]
            out_weight[k] += weight
            for j in range(p):
                deviation = X[i, j] - origin[k, j]
                out_mean[k, j] += weight * deviation
                out_scatter[k, j] += weight * deviation * deviation
    is_near = True
    for k in range(out_weight.shape[0]):
        if out_weight[k] > 0.0:
            for j in range(p):
                distance, square = out_mean[k, j] / out_weight[k], out_scatter[k, j]
                excess = distance * out_mean[k, j]
                is_near &= excess <= FAR * square and square < np.inf
                out_mean[k, j] = origin[k, j] + distance
                out_scatter[k, j] = max(square - excess, 0.0) if square < np.inf else square
    return is_near
