r"""Moments of every occupied cell of a table of nominal columns, class by class.

A cell is one combination of categories of the q nominal columns. Of the product of all their categories,
which may be astronomically large, only the pairs (cell, class) that hold rows are kept, in lexicographic
order:

    weight = Σ w_i,   and over the rows with all g numeric values   complete = Σ w_i,
    mean = Σ w_i z_i / complete,   scatter = Σ w_i (z_i - mean)(z_i - mean)ᵀ   (or its diagonal alone).

A missing category has the code -1 and is a category like the others (see `stats.cell_pairs`). Merging joins
the sorted pairs, with the update of Chan, Golub and LeVeque (see `stats.moments`) where both have a pair. A
pair's sums are formed by one thread in the order of the rows, so results do not depend on threads.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.threads import Block, row_blocks, run_blocks
from fenlei.records import Field
from fenlei.stats.cell_pairs import ColumnKinds, Pairs, find_pairs, long_keys
from fenlei.stats.moments import merged_weight

CHUNK = 512  # rows of a pair that are centred at a time, in cache


class CellMoments(NamedTuple):
    cells: Annotated[Array, Field("r q", "i", low=-1)]  # category codes, -1 for missing
    label: Annotated[Array, Field("r", "i", low=0)]  # class codes
    weight: Annotated[Array, Field("r", low=0.0)]  # sums of weights
    complete: Annotated[Array, Field("r", low=0.0)]  # of the rows without missing numbers
    mean: Annotated[Array, Field("r g")]
    scatter: Annotated[Array, Field("r g h")]  # h = g, or h = 1 for the diagonal alone


def summarise(
    X: Array,
    codes: Array,
    columns: ColumnKinds,
    m: Array,
    w: Array | None = None,
    K: int = 1,
    *,
    full: bool = True,
    n_jobs: int | None = None,
) -> CellMoments:
    """Moments of the cells of X (n, p) by class codes (n,) in 0..K-1, weighted by w (n,).

    Nominal column j holds 0..m[j]-1 or NaN. `full` keeps covariances, otherwise variances only.
    """
    sizes = [int(size) + 1 for size in m] + [K]
    if w is not None and not w.any():  # rows without weight, as in a block of a stream, occupy no cell
        X, codes, w = X[:0], codes[:0], w[:0]
    pairs = find_pairs(X, codes, columns, sizes, w, n_jobs)
    r, g = len(pairs.label), len(columns.numeric)
    moments = np.zeros(r), np.zeros((r, g)), np.zeros((r, g, g if full else min(g, 1)))
    if g:
        _add_moments(X, columns.numeric, pairs, w, moments, n_jobs)
    else:
        moments[0][:] = pairs.weight
    return CellMoments(pairs.cells, pairs.label, pairs.weight, *moments)


# --- moments of the pairs


def _add_moments(
    X: Array,
    numeric: Array,
    pairs: Pairs,
    w: Array | None,
    moments: tuple[Array, Array, Array],
    n_jobs: int | None,
) -> None:
    """Fill in complete, mean and scatter of each pair."""
    r = len(pairs.label)
    start, order = np.empty(r + 1, np.int64), np.empty(len(X), np.int64)
    sort_into_pairs(pairs.pair, start, order)
    weights = UNIT_WEIGHTS if w is None else w
    run_blocks(
        lambda first, last: pair_moments(X, numeric, weights, order, start, (first, last), *moments),
        _pair_blocks(start, len(numeric)),
        n_jobs,
    )


def _pair_blocks(start: Array, g: int) -> list[Block]:
    """Ranges of pairs with about as many rows each; the sums of a pair are never divided."""
    cuts = np.searchsorted(start, [stop for _, stop in row_blocks(start[-1], g, 1 << 18)])
    edges = np.unique([0, *np.minimum(cuts, len(start) - 1)])
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))


@kernel
def sort_into_pairs(pair: Array, out_start: Array, out_order: Array) -> None:
    """Rows sorted by pair (stable): pair r has the rows out_order[out_start[r] : out_start[r + 1]]."""
    out_start[:] = 0
    for i in range(pair.shape[0]):
        out_start[pair[i] + 1] += 1
    for r in range(out_start.shape[0] - 1):
        out_start[r + 1] += out_start[r]
    position = out_start[:-1].copy()
    for i in range(pair.shape[0]):
        out_order[position[pair[i]]] = i
        position[pair[i]] += 1


@kernel
def pair_moments(
    X: Array,
    numeric: Array,
    w: Array,
    order: Array,
    start: Array,
    pairs: tuple[int, int],
    out_complete: Array,
    out_mean: Array,
    out_scatter: Array,
) -> None:
    """Moments of the pairs in a range, chunk by chunk of their rows."""
    g, h = out_scatter.shape[1], out_scatter.shape[2]
    Z, weights = np.empty((CHUNK, g)), np.empty(CHUNK)
    mean, scatter = np.empty(g), np.empty((g, h))
    for r in range(pairs[0], pairs[1]):
        for begin in range(start[r], start[r + 1], CHUNK):
            rows = order[begin : min(begin + CHUNK, start[r + 1])]
            n = take_complete(X, numeric, w, rows, Z, weights)
            if n > 0:
                weight = chunk_moments(Z[:n], weights[:n], mean, scatter)
                share = weight / (out_complete[r] + weight)
                join_moments(out_complete[r], share, mean, scatter, out_mean[r], out_scatter[r])
                out_complete[r] += weight


@kernel
def take_complete(X: Array, numeric: Array, w: Array, rows: Array, out_Z: Array, out_w: Array) -> int:
    """The numeric values of the rows that have them all, with their weights; how many they are."""
    taken = 0
    for i in rows:
        row, z = X[i], out_Z[taken]
        missing = False
        for j in range(numeric.shape[0]):
            z[j] = row[numeric[j]]
            missing = missing or z[j] != z[j]
        if not missing:
            out_w[taken] = w[i] if w.shape[0] > 0 else 1.0
            taken += 1
    return taken


@part_of_kernel
def chunk_moments(Z: Array, w: Array, out_mean: Array, out_scatter: Array) -> float:
    """Weight, mean and scatter of a few rows, which are centred in place; a constant column has scatter 0."""
    n, g = Z.shape
    full = out_scatter.shape[1] == g
    out_mean[:] = 0.0
    out_scatter[:] = 0.0
    weight = w.sum()
    for i in range(1, n):
        for a in range(g):
            out_mean[a] += w[i] * (Z[i, a] - Z[0, a])
    for a in range(g):
        out_mean[a] = Z[0, a] + out_mean[a] / weight
    for i in range(n):
        z = Z[i]
        for a in range(g):
            z[a] -= out_mean[a]
        for a in range(g):
            scatter, factor = out_scatter[a], w[i] * z[a]
            if full:
                for b in range(g):
                    scatter[b] += factor * z[b]
            else:
                scatter[0] += factor * z[a]
    return weight


@part_of_kernel
def join_moments(
    weight: float, share: float, mean: Array, scatter: Array, out_mean: Array, out_scatter: Array
) -> None:
    """Chan's update of moments of that weight by others; share is the others' share of the sum."""
    g, h = scatter.shape
    for a in range(g):
        for b in range(h):
            other = b if h == g else a
            product = (mean[a] - out_mean[a]) * (mean[other] - out_mean[other])
            out_scatter[a, b] += scatter[a, b] + weight * share * product
    for a in range(g):
        out_mean[a] += share * (mean[a] - out_mean[a])


# --- two summaries, and the same summary in other terms


def merge(a: CellMoments, b: CellMoments) -> CellMoments:
    """The summary of both sets of rows."""
    both = CellMoments(*(np.concatenate(pair) for pair in zip(a, b, strict=True)))
    keys = _own_keys(both)
    order = np.argsort(keys, kind="stable")  # two sorted runs: one pass
    repeated = keys[order[1:]] == keys[order[:-1]]
    is_first = np.concatenate([[True], ~repeated])
    merged = _take(both, order[is_first])
    second = order[1:][repeated]
    position = np.cumsum(is_first)[1:][repeated] - 1
    return _joined(merged, position, _take(both, second))


def _joined(merged: CellMoments, position: Array, other: CellMoments) -> CellMoments:
    """Chan's update of the pairs at `position` by `other`, in place."""
    complete, share = merged_weight(merged.complete[position], other.complete)
    delta = other.mean - merged.mean[position]
    across = delta[:, None, :] if merged.scatter.shape[2] == delta.shape[1] else delta[:, :, None]
    between = (merged.complete[position] * share)[:, None, None] * delta[:, :, None] * across
    merged.weight[position] += other.weight
    merged.complete[position] = complete
    merged.mean[position] += share[:, None] * delta
    merged.scatter[position] += other.scatter + between
    return merged


def recode(summary: CellMoments, codes: list[Array]) -> CellMoments:
    """Move category v of nominal column j to codes[j][v]."""
    cells = summary.cells.copy()
    for column, new in zip(cells.T, codes, strict=True):
        column[column >= 0] = new[column[column >= 0]].astype(cells.dtype)
    return _in_order(summary._replace(cells=cells))


def align(summary: CellMoments, index: Array, K: int) -> CellMoments:
    """Rename class k to index[k] among K classes."""
    return _in_order(summary._replace(label=np.asarray(index, np.int64)[summary.label]))


def _in_order(summary: CellMoments) -> CellMoments:
    return _take(summary, np.argsort(_own_keys(summary), kind="stable"))


def _own_keys(summary: CellMoments) -> Array:
    largest = [int(size) for size in summary.cells.max(axis=0, initial=-1) + 2]
    return long_keys(summary.cells, summary.label, [*largest, int(summary.label.max(initial=0)) + 1])


def _take(summary: CellMoments, order: Array) -> CellMoments:
    return CellMoments(*(field[order] for field in summary))
