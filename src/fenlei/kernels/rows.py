"""Small reductions along rows: the winner of each row, and the k smallest values of each row."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks


@kernel
def first_largest(scores: Array, out_index: Array) -> None:
    """Index of the largest value of each row; the first of equal ones; a NaN only where all are NaN."""
    n, K = scores.shape
    for i in range(n):
        best = 0
        largest = scores[i, 0]
        for k in range(1, K):
            value = scores[i, k]
            if value > largest or largest != largest:
                best, largest = k, value
        out_index[i] = best


def argmax_rows(scores: Array, n_jobs: int | None = None) -> Array:
    """Index (n,) of the largest value in each row of scores (n, K); ties go to the first."""
    index = np.empty(len(scores), np.int64)
    run_blocks(lambda s, e: first_largest(scores[s:e], index[s:e]), row_blocks(*scores.shape), n_jobs)
    return index


@kernel
def before(a: float, b: float) -> bool:
    """Whether a sorts before b; NaN sorts last."""
    return a < b or (b != b and a == a)


@kernel
def smallest(values: Array, k: int, out_values: Array, out_index: Array) -> None:
    """The k smallest values of each row in ascending order with their indices; ties by index, NaN last."""
    n, m = values.shape
    for i in range(n):
        size = 0
        for j in range(m):
            value = values[i, j]
            if size == k and not before(value, out_values[i, k - 1]):
                continue
            position = size if size < k else k - 1
            size = min(size + 1, k)
            while position > 0 and before(value, out_values[i, position - 1]):
                out_values[i, position] = out_values[i, position - 1]
                out_index[i, position] = out_index[i, position - 1]
                position -= 1
            out_values[i, position] = value
            out_index[i, position] = j


def writable(points: Array) -> Array:
    """Rows by rows, and not read-only: that would be another type, and every kernel compiled once more."""
    points = np.ascontiguousarray(points)
    return points if points.flags.writeable else points.copy()
