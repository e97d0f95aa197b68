"""Sums of rows by class: the weight, mean and centred rows of each class inside one block.

A block is small enough to stay in cache, so two passes over it (mean, then deviations) cost one pass
over memory, and no sum of squares of uncentred values is ever formed. `w` of length 0 means that every
row weighs one; a row of weight zero is not there, so that its values cannot touch a sum.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel

UNIT_WEIGHTS = np.empty(0)


@kernel
def class_means(X: Array, codes: Array, w: Array, out_weight: Array, out_mean: Array) -> None:
    """Weight (K,) and mean (K, p) of each class; zero for an empty class.

    Sums are of deviations from the class's first row: a constant column has exactly that constant as its
    mean.
    """
    n, p = X.shape
    out_weight[:] = 0.0
    out_mean[:] = 0.0
    first = np.zeros(out_mean.shape)
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        if weight > 0.0:
            k = codes[i]
            if out_weight[k] == 0.0:
                for j in range(p):
                    first[k, j] = X[i, j]
            out_weight[k] += weight
            for j in range(p):
                out_mean[k, j] += weight * (X[i, j] - first[k, j])
    for k in range(out_weight.shape[0]):
        if out_weight[k] > 0.0:
            for j in range(p):
                out_mean[k, j] = first[k, j] + out_mean[k, j] / out_weight[k]


@kernel
def class_squares(X: Array, codes: Array, w: Array, mean: Array, out_scatter: Array) -> None:
    """Sum of w (x - mean of its class)² by class, (K, p)."""
    n, p = X.shape
    out_scatter[:] = 0.0
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        if weight > 0.0:
            k = codes[i]
            for j in range(p):
                deviation = X[i, j] - mean[k, j]
                out_scatter[k, j] += weight * deviation * deviation


@kernel
def centre_by_class(X: Array, codes: Array, w: Array, mean: Array, out_start: Array, out_Z: Array) -> None:
    """Rows sorted by class (stable), centred by their class mean and scaled by √w.

    Class k fills rows out_start[k] to out_start[k + 1] of out_Z (n, p).
    """
    n, p = X.shape
    K = out_start.shape[0] - 1
    out_start[:] = 0
    for i in range(n):
        out_start[codes[i] + 1] += 1
    for k in range(K):
        out_start[k + 1] += out_start[k]
    position = out_start[:K].copy()
    for i in range(n):
        k = codes[i]
        weight = w[i] if w.shape[0] > 0 else 1.0
        row = out_Z[position[k]]
        position[k] += 1
        if weight > 0.0:
            root = np.sqrt(weight)
            for j in range(p):
                row[j] = root * (X[i, j] - mean[k, j])
        else:
            row[:] = 0.0
