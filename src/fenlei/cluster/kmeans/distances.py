"""Distances of all rows from all centres."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.cluster.kmeans.assignment import squared_distance
from fenlei.kernels import Array, kernel

CANCELLED = 1e-6  # share of |x|² + |c|² below which a squared distance has lost digits


@kernel
def distances(X: Array, centres: Array, out: Array) -> None:
    """Euclidean distance (n, K) of each row from each centre."""
    for i in range(X.shape[0]):
        x, row = X[i], out[i]
        for k in range(centres.shape[0]):
            row[k] = np.sqrt(squared_distance(x, centres[k]))


def sparse_distances(X: Any, centres: Array) -> Array:
    """The same for a CSR matrix, by |x|² + |c|² - 2 cᵀx; where most of that cancels, by x - c."""
    X = X.astype(np.float64, copy=False)
    squared = type(X)((X.data**2, X.indices, X.indptr), shape=X.shape)
    sizes = (squared @ np.ones(X.shape[1]))[:, None] + (centres**2).sum(axis=1)
    squares = np.maximum(sizes - 2.0 * (X @ centres.T), 0.0)
    row, centre = np.nonzero(squares <= CANCELLED * sizes)
    step = max(1, (1 << 20) // X.shape[1])
    for start in range(0, len(row), step):
        i, k = row[start : start + step], centre[start : start + step]
        squares[i, k] = ((X[i].toarray() - centres[k]) ** 2).sum(axis=1)
    return np.sqrt(squares)
