"""Columns cut into at most 255 bins, one byte per value: what histogram splits are searched on.

A feature with no more distinct values than bins has one bin per value, so that nothing is lost; otherwise the
bins hold about equal weight: value v goes to bin floor(B (weight below v + half its own) / weight). A
category is its own bin; missing values have the last. Bins depend on the order of the values and on their
weights only, so a weight of 2 is the row twice, and a monotone change of a feature changes no code.

A threshold between two bins lies halfway between the largest value of the one and the smallest of the other:

    values of column j    1.0  1.5  |  2.0  2.0  |  3.5  7.0  |        ...        |  nan
    codes[:, j]            0    0   |   1    1   |   2    2   |                   |  255
                          ----------+------------+------------+-------------------+------
    lower[j]              1.0       |  2.0       |  3.5       |  inf  (bins that  |  inf
    upper[j]                   1.5  |       2.0  |       7.0  |  inf   are empty) |  inf
    threshold                     1.75         2.75

Memory: one byte per value.
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

    codes: Array  # (n, p) uint8, bin of each value
    lower: Array  # (p, 256) smallest value of each bin; inf for an empty one
    upper: Array  # (p, 256) largest value of each bin
    sizes: Array  # (p,) int64, number of categories; 0 for a number


class StoredBins:
    """Stands for the rows X (n, p) of a scan, of which only the bins are in memory (`stored_bins`)."""

    def __init__(self, bins: Bins) -> None:
        self.bins, self.shape = bins, bins.codes.shape

    def __len__(self) -> int:
        return len(self.bins.codes)


def bin_columns(
    X: Array | StoredBins, sizes: Array, w: Array | None, most: int, n_jobs: int | None = None
) -> Bins:
    """X (n, p) in at most `most` bins per column; `sizes` (p,) are numbers of categories, or 0."""
    if isinstance(X, StoredBins):
        return X.bins
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

    An exact kernel: with whole weights the product has no rounding, so a bin number that is a whole number is
    not missed.
    """
    n = values.shape[0]
    total, distinct = 0.0, 0
    for i in range(n):
        total += mass[i] if mass.shape[0] else 1.0
        distinct += i == 0 or values[i] != values[i - 1]
    bins, last, below, i = 0, -1, 0.0, 0
    number: Any = 0
    while i < n:
        own, stop = 0.0, i
        while stop < n and values[stop] == values[i]:
            own += mass[stop] if mass.shape[0] else 1.0
            stop += 1
        number = last + 1
        if distinct > most:  # the last value may weigh less than a rounding of the whole
            number = min(np.int64((below + 0.5 * own) * most / total), most - 1)
        if number > last or bins == 0:
            out_lower[bins] = values[i]
            bins += 1
            last = number
        out_upper[bins - 1] = values[i]
        below += own
        i = stop
    return bins


@kernel
def code_values(x: Array, upper: Array, out_code: Array) -> None:
    """The first bin whose largest value is not below x."""
    for i in range(x.shape[0]):
        value, code, step = x[i], 0, 128
        while step > 0:
            code += step if upper[code + step - 1] < value else 0
            step >>= 1
        out_code[i] = code if value == value else MISSING_BIN
