"""Rows sorted into pairs (cell, class), a cell being one combination of categories of the q nominal columns.

The key of a row is the number whose digits are its category codes, counted from 1 with 0 for missing, and
its class code. Where few keys are possible they are counted in an array, otherwise sorted. Either way the
pairs come out in lexicographic order.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks

MOST_COUNTERS = 1 << 22  # with no more keys than this, one counter for each
LARGEST_KEY = 1 << 62


class ColumnKinds(NamedTuple):
    """Positions of the columns of either kind in a row."""

    nominal: Array  # (q,)
    numeric: Array  # (g,)


class Pairs(NamedTuple):
    """The pairs (cell, class) of some rows, in lexicographic order."""

    cells: Array  # (r, q)
    label: Array  # (r,)
    weight: Array  # (r,)
    pair: Array  # (n,) the pair of each row


def find_pairs(
    X: Array, codes: Array, columns: ColumnKinds, sizes: list[int], w: Array | None, n_jobs: int | None
) -> Pairs:
    """The pairs of the rows; sizes are the radices of the q codes and of the class."""
    few = math.prod(sizes) <= MOST_COUNTERS
    return (counted_pairs if few else sorted_pairs)(X, codes, columns, sizes, w, n_jobs)


def counted_pairs(
    X: Array, codes: Array, columns: ColumnKinds, sizes: list[int], w: Array | None, n_jobs: int | None
) -> Pairs:
    """The pairs by one counter for each possible key."""
    keys = np.empty(len(X), np.int64)
    radix = np.array(sizes, np.int64)
    run_blocks(
        lambda s, e: pack_rows(X[s:e], columns.nominal, codes[s:e], radix, keys[s:e]),
        row_blocks(len(X), len(sizes)),
        n_jobs,
    )
    counter = np.bincount(keys, w, math.prod(sizes))
    occupied = np.flatnonzero(counter > 0)
    cells, label = np.empty((len(occupied), len(sizes) - 1), np.int32), np.empty(len(occupied), np.int64)
    run_blocks(
        lambda s, e: unpack_keys(occupied[s:e], radix, cells[s:e], label[s:e]),
        row_blocks(len(occupied), len(sizes)),
        n_jobs,
    )
    if not len(columns.numeric):  # then the pair of a row is not needed
        return Pairs(cells, label, counter[occupied].astype(np.float64), keys[:0])
    position = np.cumsum(counter > 0) - 1
    return Pairs(cells, label, counter[occupied].astype(np.float64), position[keys])


def sorted_pairs(
    X: Array, codes: Array, columns: ColumnKinds, sizes: list[int], w: Array | None, n_jobs: int | None
) -> Pairs:
    """The pairs by sorting the keys of the rows."""
    cells = cells_of(X[:, columns.nominal])
    keys = long_keys(cells, codes, sizes)
    order = np.argsort(keys)
    is_first = np.concatenate([[True], keys[order[1:]] != keys[order[:-1]]])[: len(keys)]
    first, pair = order[is_first], np.empty(len(keys), np.int64)
    pair[order] = np.cumsum(is_first) - 1
    weight = np.bincount(pair, w, len(first)).astype(np.float64)
    return Pairs(cells[first], codes[first].astype(np.int64), weight, pair)


def cells_of(X: Array) -> Array:
    """Category codes as int32, -1 where missing."""
    return np.where(np.isnan(X), -1.0, X).astype(np.int32) if X.dtype.kind == "f" else X.astype(np.int32)


def long_keys(cells: Array, label: Array, sizes: list[int]) -> Array:
    """Keys (n,) in the order of (cell, class); the head of a key that would be too long becomes its rank."""
    key, longest = np.zeros(len(label), np.int64), 1
    for digit, size in zip([*(cells.T + 1), label], sizes, strict=True):
        if longest * size > LARGEST_KEY:
            heads, key = np.unique(key, return_inverse=True)
            longest = len(heads)
        key = key * size + digit
        longest *= size
    return key


@kernel
def pack_rows(X: Array, nominal: Array, codes: Array, radix: Array, out_keys: Array) -> None:
    """Key of each row: its codes, counted from 1 with 0 for missing, and its class as digits of a number."""
    n, q = X.shape[0], nominal.shape[0]
    for i in range(n):
        row = X[i]
        key = np.int64(0)
        for j in range(q):
            value = row[nominal[j]]
            key = key * radix[j] + (np.int64(value) + 1 if value >= 0 else 0)
        out_keys[i] = key * radix[q] + codes[i]


@kernel
def unpack_keys(keys: Array, radix: Array, out_cells: Array, out_label: Array) -> None:
    """The digits of each key."""
    q = out_cells.shape[1]
    for i in range(keys.shape[0]):
        rest = keys[i] // radix[q]
        out_label[i] = keys[i] - rest * radix[q]
        cell = out_cells[i]
        for j in range(q - 1, -1, -1):
            head = rest // radix[j]
            cell[j] = rest - head * radix[j] - 1
            rest = head
