r"""Weighted counts of category by class: one contingency table for each nominal column.

    count_k[j, v] = Σ w_i [x_ij = v]   over rows of class k

The tables of all p columns stand side by side in one array (K, M): column j has m_j categories at
positions offset_j to offset_{j+1}. A missing value (NaN or a negative code) is counted nowhere.
"""

from __future__ import annotations

from functools import reduce
from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.threads import map_blocks, row_blocks
from fenlei.records import Field

MOST_CATEGORIES = 1 << 24  # a larger code is taken for a number that is no category


class Contingency(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    counts: Annotated[Array, Field("K M", low=0.0)]
    offset: Annotated[Array, Field("*", "i", low=0)]  # p + 1 positions; M = offset[p]


def summarise(
    X: Array, codes: Array, m: Array, w: Array | None = None, K: int = 1, n_jobs: int | None = None
) -> Contingency:
    """Count the categories 0..m[j]-1 of each column of X (n, p), by class codes (n,) in 0..K-1."""
    offset = np.concatenate([[0], np.cumsum(m)]).astype(np.int64)

    def block(start: int, stop: int) -> Contingency:
        rows = slice(start, stop)
        weight, count = np.zeros(K), np.zeros((offset[-1], K))
        count_categories(X[rows], codes[rows], UNIT_WEIGHTS if w is None else w[rows], offset, weight, count)
        return Contingency(weight, np.ascontiguousarray(count.T), offset)

    return reduce(merge, map_blocks(block, row_blocks(*X.shape), n_jobs))


@kernel
def count_categories(
    X: Array, codes: Array, w: Array, offset: Array, out_weight: Array, out_count: Array
) -> None:
    """Add each row's weight to its class, and to the cell (category, class) of every column."""
    n, p = X.shape
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        k = codes[i]
        out_weight[k] += weight
        for j in range(p):
            if X[i, j] >= 0:
                out_count[offset[j] + np.int64(X[i, j]), k] += weight


@kernel
def largest_categories(X: Array, out_largest: Array) -> bool:
    """Largest code of each column, -1 if it has none; False if a value is neither a code nor missing."""
    n, p = X.shape
    out_largest[:] = -1
    sound = True
    for i in range(n):
        for j in range(p):
            value = X[i, j]
            if 0 <= value < MOST_CATEGORIES:
                out_largest[j] = max(out_largest[j], np.int64(value))
            else:
                sound = sound and value != value
    return sound


def merge(a: Contingency, b: Contingency) -> Contingency:
    """The summary of both sets of rows; a column has the larger of the two numbers of categories."""
    m = np.maximum(np.diff(a.offset), np.diff(b.offset))
    a, b = widen(a, m), widen(b, m)
    return Contingency(a.weight + b.weight, a.counts + b.counts, a.offset)


def widen(table: Contingency, m: Array) -> Contingency:
    """Give column j room for m[j] categories; the new ones have count 0."""
    return recode(table, [np.arange(size) for size in np.diff(table.offset)], m)


def recode(table: Contingency, codes: list[Array], m: Array) -> Contingency:
    """Move category v of column j to codes[j][v] among m[j]; the others have count 0."""
    offset = np.concatenate([[0], np.cumsum(m)]).astype(np.int64)
    counts = np.zeros((len(table.weight), offset[-1]))
    for j, positions in enumerate(codes):
        known = min(len(positions), int(table.offset[j + 1] - table.offset[j]))
        old = table.counts[:, table.offset[j] : table.offset[j] + known]
        counts[:, offset[j] + positions[:known]] = old
    return Contingency(table.weight, counts, offset)


def align(summary: Contingency, index: Array, K: int) -> Contingency:
    """Rename class k to index[k] among K classes; the others are empty."""
    weight, count = np.zeros(K), np.zeros((K, summary.counts.shape[1]))
    weight[index], count[index] = summary.weight, summary.counts
    return Contingency(weight, count, summary.offset)
