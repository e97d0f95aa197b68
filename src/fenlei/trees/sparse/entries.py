"""Columns as lists of their entries: the values that are not zero, in ascending order, and their rows.

    start   0                       7              12       one per column, and the end
            |  column 0             |  column 1    | ...
    value   -4  -1  2  2  7 nan nan   1  3  3  8  9          ascending, missing values last
    row      5   0  9  3  8   1   6   ...                    the row of each value
                   ^ turn           the run of zeros (rows 2, 4 and 7) lies here, and takes no memory

A column of a sparse matrix has few entries; all other rows are one run of zeros between the negative and the
positive values. A dense column has an entry for every row and no such run. A node has a range of entries in
every column in which it has any. A split parts each range in two, in order:

    before  value   | -4  -1   2   2   7 nan nan |         one range of the node
    after   value   | -4   2   7 |  -1   2 nan nan |       one range of each branch
                     start        middle            stop

What a node costs depends on its entries and rows, not on the number of columns.

Memory: 12 bytes per entry.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import run_blocks
from fenlei.trees.exact.presorted_columns import MOST_ROWS

RANGE = np.dtype((np.record, [("column", np.int64), ("start", np.int64), ("stop", np.int64)]))


class Entries(NamedTuple):
    """Entries of all columns, concatenated."""

    start: Array  # (p + 1,) int64, where each column starts
    value: Array  # (e,) float64
    row: Array  # (e,) int32


def list_entries(X: Any, n_jobs: int | None = None) -> Entries:
    """Entries of X (n, p), an array or a sparse matrix."""
    n, p = X.shape
    if n >= MOST_ROWS:
        raise DataError("trees.rows", n=n, most=MOST_ROWS - 1)
    if isinstance(X, np.ndarray):
        start, value, row = np.arange(p + 1) * n, X.flatten(order="F"), None
    else:
        columns = X.tocsc(copy=True)
        columns.sum_duplicates()
        start, value, row = columns.indptr.astype(np.int64), columns.data, columns.indices
    order = np.empty(len(value), np.int32)

    def sort(j: int, _: int) -> None:
        here = slice(start[j], start[j + 1])
        ascending = np.argsort(value[here], kind="stable")
        value[here] = value[here][ascending]
        order[here] = ascending if row is None else row[here][ascending]

    run_blocks(sort, [(j, j + 1) for j in range(p)], n_jobs)
    return Entries(start, value, order)


class EntryScratch(NamedTuple):
    """What one growth writes on."""

    side: Array  # (4, cells) sums: left, right, run of zeros, missing
    branch: Array  # (n,) uint8, of each row of the node
    rows: Array  # (n,) int64, rows on their way to the second branch
    entry_values: Array  # (longest column,) entries on their way to the second branch
    entry_rows: Array  # (longest column,) int32
    range_of: Array  # (p,) int64, index of a column among the node's ranges; -1: it has no entries
    fenwick: Array  # (2, n + 2) weights and weighted targets by rank, for medians
    error: Array  # (longest column + 1,) absolute errors


def make_scratch(entries: Entries, n: int, cells: int, medians: bool = False) -> EntryScratch:
    """Scratch for growing on these entries of n rows."""
    longest = int(np.diff(entries.start).max(initial=0))
    return EntryScratch(
        np.zeros((4, cells)),
        np.zeros(n, np.uint8),
        np.zeros(n, np.int64),
        np.zeros(longest),
        np.zeros(longest, np.int32),
        np.full(len(entries.start) - 1, -1),
        np.zeros((2, n + 2 if medians else 1)),
        np.zeros(longest + 1 if medians else 1),
    )


@kernel
def first_missing(value: Array, start: int, stop: int) -> int:
    """Index of the first missing value; `stop` if there is none."""
    low, high = start, stop
    while low < high:
        middle = (low + high) // 2
        if value[middle] == value[middle]:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def first_not_negative(value: Array, start: int, stop: int) -> int:
    """Index of the first known value that is not below zero: the run of zeros comes before it."""
    low, high = start, stop
    while low < high:
        middle = (low + high) // 2
        if value[middle] < 0.0:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def part_entries(
    value: Array, row: Array, start: int, stop: int, side: Array, value_buffer: Array, row_buffer: Array
) -> int:
    """The entries, in order, to the first branch and the second; the index where the second starts."""
    left, right = start, 0
    for e in range(start, stop):
        if side[row[e]]:
            value_buffer[right], row_buffer[right] = value[e], row[e]
            right += 1
        else:
            value[left], row[left] = value[e], row[e]
            left += 1
    for e in range(right):
        value[left + e], row[left + e] = value_buffer[e], row_buffer[e]
    return left
