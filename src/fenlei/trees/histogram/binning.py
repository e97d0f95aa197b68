"""Columns cut into at most 255 bins, one byte a value: what histogram splits are searched on.

A feature with no more distinct values than bins keeps them apart, so that nothing is lost; otherwise the bins
hold about equal weight: value v goes to bin floor(B (weight below v + half its own) / weight). A category is
its own bin; a missing value has the last. Bins depend on the order of the values and on their weights only,
so a weight of 2 is the row twice, and a monotone change of a feature changes no code.

A threshold between two bins lies halfway between the largest value of the one and the smallest of the other.
Memory: one byte a value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, exact_kernel, kernel
from fenlei.kernels.threads import run_blocks

MISSING_BIN = 255
MOST_BINS = 255


class Bins(NamedTuple):
    """Binned rows."""

    codes: Array  # (n, p) uint8
    lower: Array  # (p, 256) smallest and
    upper: Array  # (p, 256) largest value of each bin
    sizes: Array  # (p,) int64, number of categories; 0 for a number


def bin_columns(X: Array, sizes: Array, w: Array | None, most: int, n_jobs: int | None = None) -> Bins:
    """X (n, p) in at most `most` bins a column; `sizes` (p,) tells which columns are nominal."""
    n, p = X.shape
    codes = np.empty((n, p), np.uint8)
    lower, upper = np.full((2, p, MOST_BINS + 1), np.inf)

    def column(j: int, _: int) -> None:
        x = np.ascontiguousarray(X[:, j])
        if sizes[j]:
            codes[:, j] = np.where(np.isnan(x), MISSING_BIN, x)
            return
        values, mass = _in_order(x, w)
        cut_bins(values, mass, most, lower[j], upper[j])
        code_values(x, upper[j], codes[:, j])

    run_blocks(column, [(j, j + 1) for j in range(p)], n_jobs)
    return Bins(codes, lower, upper, sizes)


def _in_order(x: Array, w: Array | None) -> tuple[Array, Array]:
    """Known values in ascending order, and their weights; empty for weight one."""
    known = ~np.isnan(x)
    if w is None:
        return np.sort(x if known.all() else x[known]), np.empty(0)
    order = np.argsort(x, kind="stable")[: np.count_nonzero(known)]
    return x[order], w[order]


@exact_kernel
def cut_bins(values: Array, mass: Array, most: int, out_lower: Array, out_upper: Array) -> int:
    """Smallest and largest value of each bin of the sorted values; the number of bins.

    Exact: with whole weights the product is, so a place that is a whole number is not missed by a rounding.
    """
    n = values.shape[0]
    total, distinct = 0.0, 0
    for i in range(n):
        total += mass[i] if mass.shape[0] else 1.0
        distinct += i == 0 or values[i] != values[i - 1]
    bins, last, below, i = 0, -1, 0.0, 0
    place: Any = 0
    while i < n:
        own, behind = 0.0, i
        while behind < n and values[behind] == values[i]:
            own += mass[behind] if mass.shape[0] else 1.0
            behind += 1
        place = last + 1
        if distinct > most:  # the last value may weigh less than a rounding of the whole
            place = min(np.int64((below + 0.5 * own) * most / total), most - 1)
        if place > last or bins == 0:
            out_lower[bins] = values[i]
            bins += 1
            last = place
        out_upper[bins - 1] = values[i]
        below += own
        i = behind
    return bins


@kernel
def code_values(x: Array, upper: Array, out_code: Array) -> None:
    """The first bin whose largest value is not below x."""
    for i in range(x.shape[0]):
        value, place, step = x[i], 0, 128
        while step > 0:
            place += step if upper[place + step - 1] < value else 0
            step >>= 1
        out_code[i] = place if value == value else MISSING_BIN
