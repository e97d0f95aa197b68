"""Presorted columns: every column of the rows in ascending order, one 64-bit word per entry.

    63              36 35        28 27               0
    +-----------------+------------+------------------+
    |      rank       |   class    |       row        |      one word
    +-----------------+------------+------------------+
         28 bits          8 bits         28 bits

Equal values share a rank, so a boundary between two values is a change of the rank; the rank of a nominal
value is its code; a missing value has the largest rank and comes last. A scan reads the words one after
another and looks up nothing but, where rows are weighted, the weight.

A node is a range of entries, the same in every column. A split permutes the words of the node within its
range, in order, so that each branch again has one range that is sorted in every column:

    values       feature 0: 3 1 nan 2        feature 1: 5 8 6 5         of rows 0 to 3
    before       words[0]   | 1  3  0  2 |   the rows in ascending order, the missing value last
                 words[1]   | 0  3  2  1 |
    split by feature 1 <= 5.5: rows 0 and 3 go to the first branch, 1 and 2 to the second
    after        words[0]   | 3  0 | 1  2 |
                 words[1]   | 0  3 | 2  1 |
                             start  middle  stop

Sorting: the bits of a float, in the order of the numbers, are cut to what fits above the row and sorted as
one integer; values that the cut made equal are put in order afterwards. That is stable, and does not depend
on the processor.

Memory: 8 bytes per value, as the input. Reference: Mehta, Agrawal, Rissanen (SLIQ, 1996); Shafer, Agrawal,
Mehta (SPRINT, 1996).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import run_blocks

ROW_BITS = 28
CLASS_BITS = 8
RANK_SHIFT = ROW_BITS + CLASS_BITS
MISSING = (1 << 28) - 1  # rank of a missing value
MOST_ROWS = MISSING
FEW_VALUES = 1 << 14  # that are not worth a second thread
MOST_PACKED = 1 << CLASS_BITS  # more classes than that are looked up by row


class PresortedColumns(NamedTuple):
    """Rows prepared for growing. Classification has `codes`, regression has `y`; the other is empty."""

    X: Array  # (n, p) float64, C order
    words: Array  # (p, n) uint64
    sizes: Array  # (p,) int64, number of categories; 0 for a number
    codes: Array  # (n,) int64
    y: Array  # (n,) float64
    w: Array  # (n,) float64; empty for weight one


def presort(
    X: Array, codes: Array, sizes: Array, w: Array | None, y: Array | None = None, n_jobs: int | None = None
) -> PresortedColumns:
    """Columns of X (n, p) in ascending order; `sizes` (p,) tells which are nominal."""
    n, p = X.shape
    if n >= MOST_ROWS:
        raise DataError("trees.rows", n=n, most=MOST_ROWS - 1)
    X = np.require(X, requirements="W")  # kernels are compiled for arrays that can be written to
    words = np.empty((p, n), np.uint64)
    packed = codes if codes.max(initial=0) < MOST_PACKED else np.zeros_like(codes)

    def columns(start: int, stop: int) -> None:
        for j in range(start, stop):
            column = np.ascontiguousarray(X[:, j])
            words[j] = sort_words(column)
            pack(column, packed, sizes[j] > 0, words[j])

    if X.size < FEW_VALUES:
        columns(0, p)
    else:
        run_blocks(columns, [(j, j + 1) for j in range(p)], n_jobs)
    targets, weights = (np.empty(0) if A is None else np.require(A, requirements="W") for A in (y, w))
    return PresortedColumns(X, words, sizes, codes, targets, weights)


def sort_words(column: Array) -> Array:
    """Row numbers (n,) uint64 in the ascending order of their values, NaN last, equal values by row."""
    words = np.empty(len(column), np.uint64)
    cut_keys(column, words)
    words.sort()
    if not sort_equal_keys(column, words):
        return np.argsort(column, kind="stable").astype(np.uint64)
    return words


@kernel
def cut_keys(column: Array, out_words: Array) -> None:
    """The leading 36 bits of each value's key, which is ordered as the floats are, and the row."""
    bits = column.view(np.uint64)
    sign = np.uint64(1) << np.uint64(63)
    for i in range(column.shape[0]):
        if column[i] != column[i]:
            key = ~np.uint64(0)
        else:
            b = bits[i] if column[i] != 0.0 else np.uint64(0)  # -0 is 0
            key = ~b if b & sign else b | sign
        out_words[i] = (key >> np.uint64(ROW_BITS) << np.uint64(ROW_BITS)) | np.uint64(i)


@kernel
def sort_equal_keys(column: Array, out_words: Array) -> bool:
    """Keep the rows, sorted by whole values where leading bits are equal; False if that takes too long."""
    n = column.shape[0]
    row_mask = (np.uint64(1) << np.uint64(ROW_BITS)) - np.uint64(1)
    for i in range(n):
        out_words[i] &= row_mask
    moves = 0
    for i in range(1, n):
        row = out_words[i]
        value = column[row]
        index = i
        while index > 0 and column[out_words[index - 1]] > value:
            out_words[index] = out_words[index - 1]
            index -= 1
        out_words[index] = row
        moves += i - index
        if moves > 8 * n + 64:
            return False
    return True


@kernel
def pack(column: Array, codes: Array, nominal: bool, out_words: Array) -> None:
    """Rows become words: rank, class, row."""
    rank: Any = -1
    previous = 0.0
    for i in range(column.shape[0]):
        row = np.int64(out_words[i])
        value = column[row]
        if value != value:
            rank = MISSING
        elif nominal:
            rank = np.int64(value)
        elif rank < 0 or value != previous:
            rank += 1
            previous = value
        out_words[i] = (
            (np.uint64(rank) << np.uint64(RANK_SHIFT))
            | (np.uint64(codes[row]) << np.uint64(ROW_BITS))
            | np.uint64(row)
        )


@kernel
def row_of(word: np.uint64) -> Any:
    """Row of an entry."""
    return np.int64(word & ((np.uint64(1) << np.uint64(ROW_BITS)) - np.uint64(1)))


@kernel
def rank_of(word: np.uint64) -> Any:
    """Rank of an entry's value; MISSING without one."""
    return np.int64(word >> np.uint64(RANK_SHIFT))


@kernel
def known_part(words: Array) -> int:
    """Number of entries that are not missing; those come first."""
    low, high = 0, words.shape[0]
    while low < high:
        middle = (low + high) // 2
        if rank_of(words[middle]) == MISSING:
            high = middle
        else:
            low = middle + 1
    return low
