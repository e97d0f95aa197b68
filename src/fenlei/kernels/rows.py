"""The winner of each row, and rows as kernels want them."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.team import block_done, share_blocks, take_block
from fenlei.kernels.threads import leaf_rows

BLOCK_SCORES = 1 << 15  # of a block of rows: some 30 µs


@part_of_kernel
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


@part_of_kernel
def finite_winners(scores: Array, out_index: Array) -> bool:
    """Index of the largest value of each row, the first of equal ones; False if a value is not finite.

    The index of such a row means nothing.
    """
    n, K = scores.shape
    finite = True
    for i in range(n):
        best, largest = 0, scores[i, 0]
        finite &= abs(largest) < np.inf
        for k in range(1, K):
            value = scores[i, k]
            finite &= abs(value) < np.inf
            if value > largest:
                best, largest = k, value
        out_index[i] = best
    return finite


@part_of_kernel
def copy_values(values: Array, out: Array) -> None:
    """out[:n] = values (n,): with a slice the compiler would add the text of an error about shapes, 0.5 s."""
    for i in range(values.shape[0]):
        out[i] = values[i]


def argmax_rows(scores: Array, n_jobs: int | None = None) -> Array:
    """Index (n,) of the largest value in each row of scores (n, K); ties go to the first."""
    index, rows = np.empty(len(scores), np.int64), leaf_rows(scores.shape[1], BLOCK_SCORES)
    share_blocks(winner_blocks, -(-len(scores) // rows), scores, rows, index, n_jobs=n_jobs)
    return index


@kernel
def winner_blocks(scores: Array, rows: int, out_index: Array, counters: Array) -> None:
    """`first_largest` in blocks of `rows` rows."""
    b = take_block(counters)
    while b >= 0:
        start, stop = b * rows, min((b + 1) * rows, scores.shape[0])
        first_largest(scores[start:stop], out_index[start:stop])
        block_done(counters)
        b = take_block(counters)


EXTREME = 400  # exponents of values beyond which squares leave the range of numbers


def unit_shifts(X: Array, axis: int | None = None, power: float = 2.0) -> Array:
    """The s, of all values or along an axis, with the largest |2^s X| about 1; 0 unless X is extreme.

    Multiplying by a power of two is exact: what does not depend on the unit of measurement is computed on
    2^s X where the squares of X, or another power, would overflow or vanish.

    Examples
    --------
    >>> unit_shifts(np.array([[1.0, 2e-200], [3.0, 1e-200]]), axis=0).tolist()
    [0, 663]
    """
    largest = np.fmax.reduce(np.abs(X), axis=axis, initial=0.0)
    exponent = np.frexp(np.where(np.isfinite(largest), largest, 0.0))[1]
    return np.where((largest > 0) & (np.abs(exponent) > EXTREME * 2.0 / power), -exponent, 0)


def writable(points: Array) -> Array:
    """Rows by rows, and not read-only: that would be another type, and every kernel compiled once more."""
    points = np.ascontiguousarray(points)
    return points if points.flags.writeable else points.copy()


def take_rows(X: Array, index: Array, n_jobs: int | None = None) -> Array:
    """X[index] of rows in C order, copied by several threads.

    Examples
    --------
    >>> take_rows(np.eye(3), np.array([2, 0])).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    taken = np.empty((len(index), X.shape[1]), X.dtype)
    rows = leaf_rows(X.shape[1], BLOCK_SCORES)
    share_blocks(copy_rows, -(-len(index) // rows), X, index, rows, taken, n_jobs=n_jobs)
    return taken


@kernel
def copy_rows(X: Array, index: Array, rows: int, out: Array, counters: Array) -> None:
    """out = X[index], in blocks of `rows` rows."""
    b = take_block(counters)
    while b >= 0:
        for i in range(b * rows, min((b + 1) * rows, index.shape[0])):
            r = index[i]
            for j in range(X.shape[1]):
                out[i, j] = X[r, j]
        block_done(counters)
        b = take_block(counters)
