"""Histograms of a node: the sums of gradients and hessians in each bin of each column, as whole numbers.

Gradients are rounded to whole numbers once per round (`rounding.py`), so no sum depends on its order: rows
in any order, cut in any way, by any number of threads, have the same histogram, and histograms of parts add
up to that of the whole. A row is one word, an item, and its gradient and hessian are added to a bin in one
addition:

    item     | row (32 bits)       | gradient (16, signed) | hessian (16) |
    value    | gradient (upper 32 bits, signed)            | hessian (lower 32 bits) |

A packed sum holds 65,536 rows; before more are added it is emptied into two sums of floats, which hold
whole numbers up to 2^53 exactly. Where 16 bits are too few, gradients and hessians of more digits are added
as floats at once (`wide`), which are whole numbers too.

A chunk of 512 rows is gathered tile by tile first, then each tile is added to its cells, which stay in the
cache.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.ensemble.boosting.growing.columns import TILE, Columns
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.prefetch import prefetch

CHUNK = 512  # rows gathered at a time
AHEAD = 16  # rows between asking for one and reading it
CAPACITY = 1 << 16  # rows of a packed sum
HALF = 1 << 32

# Unsigned, so that no index is tested for being negative.
ROW, BYTE, CELL, TILE_BITS = np.uint64(32), np.uint64(8), np.uint64(0x7F8), np.uint64(3)
CODE = np.uint64(0xFF)


class RowGradients(NamedTuple):
    """The rows of a tree, in the order of its nodes, and their gradients where items do not hold them."""

    items: Array  # (n,) uint64
    wide: bool  # whether gradients are in `g` and `h`
    g: Array  # (n,) float64, whole numbers by row; unused unless wide
    h: Array  # (n,)


class ThreadSums(NamedTuple):
    """What each of T threads sums up; zero between nodes."""

    packed: Array  # (T, cells) int64
    spilled: Array  # (T, 2, cells) float64, gradients and hessians
    held: Array  # (T, 16) int64, the first is the number of rows in the packed sums
    words: Array  # (T, tiles, 512) uint64, a chunk of rows
    values: Array  # (T, 512) int64
    exact: Array  # (T, 2, 512) float64


def thread_sums(threads: int, columns: Columns) -> ThreadSums:
    """Empty sums of that many threads."""
    cells, tiles = int(columns.starts[-1]), len(columns.starts) - 1
    return ThreadSums(
        np.zeros((threads, cells), np.int64),
        np.zeros((threads, 2, cells)),
        np.zeros((threads, 16), np.int64),
        np.zeros((threads, tiles, CHUNK), np.uint64),
        np.zeros((threads, CHUNK), np.int64),
        np.zeros((threads, 2, CHUNK)),
    )


@kernel
def add_rows(
    columns: Columns,
    rows: RowGradients,
    start: int,
    stop: int,
    first: int,
    last: int,
    me: int,
    sums: ThreadSums,
) -> None:
    """Add the items from start to stop to the sums of thread `me`, for the tiles from first to last."""
    if not rows.wide and sums.held[me, 0] + stop - start > CAPACITY:
        spill(columns, first, last, me, sums)
    for s in range(start, stop, CHUNK):
        m = min(CHUNK, stop - s)
        gather(columns, rows, s, m, first, last, sums.words[me], sums.values[me], sums.exact[me])
        for t in range(first, last):
            width = min(TILE, columns.codes.shape[0] - TILE * t)
            begin, end = columns.starts[t], columns.starts[t + 1]
            words = sums.words[me, t - first]
            if rows.wide:
                add_exact(words, sums.exact[me], m, width, sums.spilled[me, :, begin:end])
            else:
                add_packed(words, sums.values[me], m, width, sums.packed[me, begin:end])
    sums.held[me, 0] += stop - start


@kernel
def gather(
    columns: Columns,
    rows: RowGradients,
    start: int,
    m: int,
    first: int,
    last: int,
    out_words: Array,
    out_values: Array,
    out_exact: Array,
) -> None:
    """The words of m items from start on, by tile, and what is to be added for each."""
    tiles = np.uint64(columns.starts.shape[0] - 1)
    end = rows.items.shape[0] - 1
    for q in range(m):
        later = (rows.items[min(start + q + AHEAD, end)] >> ROW) * tiles + np.uint64(first)
        for line in range(0, last - first, 8):
            prefetch(columns.words, later + np.uint64(line))
        item = rows.items[start + q]
        at = (item >> ROW) * tiles
        for t in range(first, last):
            out_words[t - first, q] = columns.words[at + np.uint64(t)]
        if rows.wide:
            out_exact[0, q] = rows.g[item >> ROW]
            out_exact[1, q] = rows.h[item >> ROW]
        else:
            out_values[q] = packed_value(item)


@part_of_kernel
def packed_value(item: Any) -> Any:
    """What an item adds to a packed sum."""
    low = np.int64(item & np.uint64(0xFFFFFFFF))
    gradient = ((low >> 16) ^ 0x8000) - 0x8000
    return gradient * HALF + (low & 0xFFFF)


@kernel
def add_packed(words: Array, values: Array, m: int, width: int, out: Array) -> None:
    """Add m values to the cells of a tile of `width` columns."""
    if width == TILE:
        add_eight(words, values, m, out)
        return
    done = 0
    if width >= 4:
        add_four(words, values, m, out)
        done = 4
    for k in range(done, width):
        shift, lane = np.uint64(8 * k), np.uint64(k)
        for q in range(m):
            out[(((words[q] >> shift) & CODE) << TILE_BITS) + lane] += values[q]


@part_of_kernel
def add_four(words: Array, values: Array, m: int, out: Array) -> None:
    """Add m values to the cells of the first four columns of a tile."""
    for q in range(m):
        v, w = values[q], words[q]
        out[(w << np.uint64(3)) & CELL] += v
        out[((w >> np.uint64(5)) & CELL) + np.uint64(1)] += v
        out[((w >> np.uint64(13)) & CELL) + np.uint64(2)] += v
        out[((w >> np.uint64(21)) & CELL) + np.uint64(3)] += v


@part_of_kernel
def add_eight(words: Array, values: Array, m: int, out: Array) -> None:
    """Add m values to the cells of all columns of a full tile."""
    for q in range(m):
        v, w = values[q], words[q]
        out[(w << np.uint64(3)) & CELL] += v
        out[((w >> np.uint64(5)) & CELL) + np.uint64(1)] += v
        out[((w >> np.uint64(13)) & CELL) + np.uint64(2)] += v
        out[((w >> np.uint64(21)) & CELL) + np.uint64(3)] += v
        out[((w >> np.uint64(29)) & CELL) + np.uint64(4)] += v
        out[((w >> np.uint64(37)) & CELL) + np.uint64(5)] += v
        out[((w >> np.uint64(45)) & CELL) + np.uint64(6)] += v
        out[((w >> np.uint64(53)) & CELL) + np.uint64(7)] += v


@kernel
def add_exact(words: Array, exact: Array, m: int, width: int, out: Array) -> None:
    """The same for gradients and hessians that are floats."""
    for k in range(width):
        shift, lane = np.uint64(8 * k), np.uint64(k)
        for q in range(m):
            cell = (((words[q] >> shift) & CODE) << TILE_BITS) + lane
            out[0, cell] += exact[0, q]
            out[1, cell] += exact[1, q]


@kernel
def spill(columns: Columns, first: int, last: int, me: int, sums: ThreadSums) -> None:
    """Empty the packed sums of a thread into its sums of floats."""
    for i in range(columns.starts[first], columns.starts[last]):
        total = sums.packed[me, i]
        sums.spilled[me, 0, i] += np.float64(total >> 32)
        sums.spilled[me, 1, i] += np.float64(total & 0xFFFFFFFF)
        sums.packed[me, i] = 0
    sums.held[me, 0] = 0


@kernel
def collect(
    columns: Columns, tile: int, sums: ThreadSums, from_thread: int, to_thread: int, out: Array
) -> None:
    """The histogram of a tile in `out` (2, cells) from the sums of some threads, which are zero then."""
    begin, end = columns.starts[tile], columns.starts[tile + 1]
    for i in range(begin, end):
        out[0, i], out[1, i] = 0.0, 0.0
    for t in range(from_thread, to_thread):
        packed, spilled = sums.packed[t], sums.spilled[t]
        for i in range(begin, end):
            total = packed[i]
            out[0, i] += spilled[0, i] + np.float64(total >> 32)
            out[1, i] += spilled[1, i] + np.float64(total & 0xFFFFFFFF)
            packed[i], spilled[0, i], spilled[1, i] = 0, 0.0, 0.0


@kernel
def subtract(columns: Columns, tile: int, part: Array, out_whole: Array) -> None:
    """Turn the histogram of a tile of a node into that of the rows that are not in `part`."""
    for i in range(columns.starts[tile], columns.starts[tile + 1]):
        out_whole[0, i] -= part[0, i]
        out_whole[1, i] -= part[1, i]
