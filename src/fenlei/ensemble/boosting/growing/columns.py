"""Columns in bins, laid out for histograms: eight columns to a word of 64 bits, eight words to a cache line.

A number falls in the first bin whose edge is not below it, so that "in bin c or lower" is "x <= edge c",
for rows that the edges were not made from too. Edges are quantiles (`edges.py`), of a sample where there are
many rows. A category is a bin of its own; of more categories than bins the most frequent are, and the
others share the last. Missing values have the bin after the last that any column of the tile has.

    tile 0: columns 0 to 7                         tile 1: columns 8 to 15
    word of a row  | code of column 7 | ... | code of column 0 |      | 15 | ... | 8 |      one byte each

    cell of a histogram       start of the tile + 8 · code + column in the tile

The words (n, tiles) are read row by row for histograms, the same codes (p, n) column by column for splits.
Memory: two bytes per value.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.boosting.growing.edges import cut_edges
from fenlei.kernels import Array, kernel
from fenlei.kernels.team import block_done, share_blocks, take_block
from fenlei.kernels.threads import run_blocks

TILE = 8  # columns to a word
CODES = 256
SAMPLE = 200_000  # rows that edges are made from
BLOCK = 1024  # rows coded at a time


class ColumnBins(NamedTuple):
    """How values are put in bins."""

    edges: Array  # (p, 256) largest number of each bin, inf from the last on
    number: Array  # (p,) int64, of bins
    sizes: Array  # (p,) int64, number of categories; 0 for a number
    first: Array  # (p,) int64, where the bins of a column's categories start in `category_bin`
    category_bin: Array  # (sum of sizes,) int64, bin of each category; -1 if it has no rows


class Columns(NamedTuple):
    """Rows in bins."""

    words: Array  # (n tiles,) uint64, row after row
    codes: Array  # (p, n) uint8
    starts: Array  # (tiles + 1,) int64, first cell of each tile in a histogram
    number: Array  # (p,) int64, of bins
    gaps: Array  # (p,) uint8, whether a value is missing
    nominal: Array  # (p,) uint8


def find_bins(
    X: Array, sizes: Array, w: Array | None, most: int, sample: Array | None, n_jobs: int | None
) -> ColumnBins:
    """At most `most` bins of each column of X (n, p); those of numbers from the rows `sample` (s,) alone.

    A sample is drawn by the weights w (n,), so that its rows weigh the same.
    """
    p = X.shape[1]
    edges, count = np.full((p, CODES), np.inf), np.zeros(p, np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    category_bin = np.full(first[-1], -1, np.int64)

    def column(j: int, _: int) -> None:
        if sizes[j]:
            found = _category_bins(X[:, j], int(sizes[j]), w, most)
            category_bin[first[j] : first[j + 1]], count[j] = found, found.max(initial=-1) + 1
            return
        values, mass = _in_order(X[:, j], w) if sample is None else _in_order(X[sample, j], None)
        count[j] = cut_edges(values, mass, most, edges[j])

    run_blocks(column, [(j, j + 1) for j in range(p)], n_jobs)
    return ColumnBins(edges, count, sizes, first[:-1].copy(), category_bin)


def draw_sample(n: int, w: Array | None, random: np.random.RandomState) -> Array | None:
    """Rows that edges are made from, drawn by their weights; None for all."""
    if n <= SAMPLE:
        return None
    return np.sort(random.choice(n, SAMPLE, p=None if w is None else w / w.sum()))


def _in_order(x: Array, w: Array | None) -> tuple[Array, Array]:
    """Known values in ascending order, and their weights; empty for weight one."""
    if w is None:
        return np.sort(x[x == x]), np.empty(0)
    known = (x == x) & (w > 0.0)
    x, w = x[known], w[known]
    order = np.argsort(x, kind="stable")
    return x[order], w[order]


def _category_bins(codes: Array, size: int, w: Array | None, most: int) -> Array:
    """Bin (size,) of each category: in the order of the categories, the rare ones together in the last."""
    known = codes == codes
    weight = np.bincount(codes[known].astype(np.int64), None if w is None else w[known], size)
    return bins_of_categories(weight, most)


def bins_of_categories(weight: Array, most: int) -> Array:
    """Bin (size,) of each category, from the weights (size,) of their rows."""
    size, seen = len(weight), weight > 0
    bins = np.where(seen, np.cumsum(seen) - 1, -1)
    if np.count_nonzero(seen) > most:
        frequent = np.zeros(size, bool)
        frequent[np.argsort(-weight, kind="stable")[: most - 1]] = True
        bins = np.where(frequent, np.cumsum(frequent) - 1, np.where(seen, most - 1, -1))
    return bins


def put_in_bins(X: Array, bins: ColumnBins, n_jobs: int | None) -> Columns:
    """The rows of X (n, p) in bins."""
    n, p = X.shape
    tiles = -(-p // TILE)
    largest = [int(bins.number[TILE * t : TILE * (t + 1)].max(initial=0)) for t in range(tiles)]
    starts = np.concatenate([[0], np.cumsum([TILE * (each + 1) for each in largest])]).astype(np.int64)
    words, codes = np.empty((n, tiles), np.uint64), np.empty((p, n), np.uint8)
    gaps = np.zeros(p, np.uint8)
    missing = (np.diff(starts) // TILE - 1).astype(np.int64)
    share_blocks(code_rows, -(-n // BLOCK), X, bins, missing, words, codes, gaps, n_jobs=n_jobs)
    return Columns(words.ravel(), codes, starts, bins.number, gaps, (bins.sizes > 0).astype(np.uint8))


@kernel
def code_rows(
    X: Array,
    bins: ColumnBins,
    missing: Array,
    out_words: Array,
    out_codes: Array,
    out_gaps: Array,
    counters: Array,
) -> None:
    """Codes of blocks of rows, in both layouts."""
    n, p = X.shape
    b = take_block(counters)
    while b >= 0:
        start, stop = b * BLOCK, min((b + 1) * BLOCK, n)
        out_words[start:stop] = 0
        for j in range(p):
            tile, shift = j // TILE, np.uint64(8 * (j % TILE))
            for i in range(start, stop):
                x = X[i, j]
                code = missing[tile]
                if bins.sizes[j] == 0 and x == x:
                    code = bin_of(x, bins.edges[j])
                elif x == x and 0 <= x < bins.sizes[j]:
                    found = bins.category_bin[bins.first[j] + np.int64(x)]
                    code = found if found >= 0 else code
                if code == missing[tile]:
                    out_gaps[j] = 1
                out_codes[j, i] = code
                out_words[i, tile] |= np.uint64(code) << shift
        block_done(counters)
        b = take_block(counters)


@kernel
def bin_of(x: float, edges: Array) -> int:
    """The first bin whose edge is not below x."""
    code, step = 0, 128
    while step > 0:
        code += step if edges[code + step - 1] < x else 0
        step >>= 1
    return code
