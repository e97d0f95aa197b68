"""A preparation fitted to a scan in two passes, to the bits that the same rows give in memory.

First pass: bounds, categories and missing values of all columns, a fingerprint of the rows, and a sample of
about 2^16 rows by a hash of their numbers. From the sample, bounds between which the median of a column lies
nearly always. Second pass: sums of the columns, and the values between these bounds, counted, among which the
median is found exactly; where it is not among them, a further pass widens the bounds.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.model_file.fingerprint import merged_fingerprint, rows_fingerprint
from fenlei.rows.scanned import Scan
from fenlei.stats import column_moments
from fenlei.stats.column_moments import ColumnBounds, ColumnMoments
from fenlei.table.preparation import Preparation

SAMPLE = 1 << 16  # rows
MARGIN = 0.01  # of the rank of the median on either side: five standard deviations of a sample's


class FirstLook(NamedTuple):
    """What the first pass finds."""

    bounds: ColumnBounds
    counts: tuple[Array, ...]  # rows of each category; empty for columns of numbers
    sample: Array  # (m, p)
    fingerprint: str


class Between(NamedTuple):
    """The values of columns between two bounds."""

    moments: ColumnMoments | None
    below: Array  # (p,) rows below the lower bound
    values: tuple[Array, ...]  # different values between the bounds, sorted
    rows: tuple[Array, ...]  # and how many rows have them


def fit_on_scan(preparation: Preparation, scan: Scan, labels: Array | None) -> tuple[Preparation, str]:
    """The fitted preparation and the fingerprint of coded rows and labels.

    `labels` are what codes of the target stand for; None if the rows have the targets themselves.
    """
    look = first_look(scan, labels)
    p = scan.shape[1]
    kinds = preparation._kinds(p)
    fill, exponent = np.zeros(p), column_moments.exponents(look.bounds)
    for j, counts in enumerate(look.counts):
        if counts.any():
            fill[j] = float(np.argmax(counts))
    by_order = [j for j in preparation._filled_by_order(kinds) if not len(look.counts[j])]
    needs_sums = preparation.scaling == "standard" or preparation.impute == "mean"
    moments = None
    if by_order or needs_sums:
        moments = _medians(scan, look, by_order, exponent if needs_sums else None, fill)
    preparation._rows(look.sample[:1], reset=True)
    preparation._keep(preparation._model_of(look.bounds, fill, moments))
    return preparation, look.fingerprint


def first_look(scan: Scan, labels: Array | None) -> FirstLook:
    """One pass over the codes of the columns."""
    sizes = [len(c.categories or ()) * (c.kind in ("nominal", "boolean")) for c in scan.schema.features]
    share = min(1.0, SAMPLE / scan.n_rows)
    return scan.total(partial(_look, sizes, share, labels), _merge_looks)


def _look(sizes: list[int], share: float, labels: Array | None, leaf: Any) -> FirstLook:
    counts = []
    for j, size in enumerate(sizes):
        codes = leaf.X[:, j]
        known = codes[~np.isnan(codes)].astype(np.int64) if size else np.empty(0, np.int64)
        counts.append(np.bincount(known, minlength=size) if size else known)
    y = leaf.y if labels is None or leaf.y is None else labels[leaf.y]
    chosen = drawn(leaf.first, len(leaf.X), share)
    found = column_moments.bounds(leaf.X)
    return FirstLook(found, tuple(counts), leaf.X[chosen], rows_fingerprint(leaf.X, y))


def _merge_looks(a: FirstLook, b: FirstLook) -> FirstLook:
    counts = tuple(one + other for one, other in zip(a.counts, b.counts, strict=True))
    bounds = column_moments.merge_bounds(a.bounds, b.bounds)
    fingerprint = merged_fingerprint(a.fingerprint, b.fingerprint)
    return FirstLook(bounds, counts, np.concatenate([a.sample, b.sample]), fingerprint)


def drawn(first: int, n: int, share: float, seed: int = 0) -> Array:
    """Which of the rows `first` to `first` + n are drawn: by a hash of their numbers, so no cut changes it.

    Examples
    --------
    >>> bool((drawn(0, 9, 0.5)[4:] == drawn(4, 5, 0.5)).all())
    True
    >>> round(float(drawn(0, 100_000, 0.25).mean()), 2)
    0.25
    """
    x = np.arange(first, first + n, dtype=np.uint64) + np.uint64(seed << 40)
    with np.errstate(over="ignore"):  # SplitMix64, whose products wrap around
        x = (x + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (x ^ (x >> np.uint64(31))) < np.uint64(min(share, 1.0) * (2.0**64 - 2048))


def _medians(
    scan: Scan, look: FirstLook, columns: list[int], exponent: Array | None, fill: Array
) -> ColumnMoments | None:
    """Put the medians of columns into `fill`; return the sums of all columns if they are asked for."""
    low, high = look.bounds.low.copy(), look.bounds.high.copy()
    for j in columns:
        x = look.sample[:, j]
        x = np.sort(x[~np.isnan(x)])
        if len(x) >= 100:
            at = np.array([0.5 - MARGIN, 0.5 + MARGIN]) * (len(x) - 1)
            low[j], high[j] = x[int(at[0])], x[int(np.ceil(at[1]))]
    moments, left = None, [j for j in columns if look.bounds.weight[j]]
    while left or (exponent is not None and moments is None):
        asked = partial(_between, left, low[left], high[left], exponent if moments is None else None)
        found = scan.total(asked, _merge_between)
        moments = moments if found.moments is None else found.moments
        wider = []
        for i, j in enumerate(left):
            value = _middle(found, i, int(look.bounds.weight[j]))
            if value is None:
                low[j], high[j] = look.bounds.low[j], look.bounds.high[j]
                wider.append(j)
            else:
                fill[j] = value
        left = wider
    return moments


def _between(columns: list[int], low: Array, high: Array, exponent: Array | None, leaf: Any) -> Between:
    values, rows, below = [], [], np.zeros(len(columns), np.int64)
    for i, j in enumerate(columns):
        x = leaf.X[:, j]
        below[i] = np.count_nonzero(x < low[i])
        found, count = np.unique(x[(x >= low[i]) & (x <= high[i])], return_counts=True)
        values.append(found)
        rows.append(count)
    moments = None if exponent is None else column_moments.summarise(leaf.X, exponent)
    return Between(moments, below, tuple(values), tuple(rows))


def _merge_between(a: Between, b: Between) -> Between:
    values, rows = [], []
    for i in range(len(a.values)):
        found, position = np.unique(np.concatenate([a.values[i], b.values[i]]), return_inverse=True)
        values.append(found)
        count = np.zeros(len(found), np.int64)
        np.add.at(count, position, np.concatenate([a.rows[i], b.rows[i]]))
        rows.append(count)
    moments = None
    if a.moments is not None and b.moments is not None:
        moments = column_moments.merge(a.moments, b.moments)
    return Between(moments, a.below + b.below, tuple(values), tuple(rows))


def _middle(found: Between, i: int, n: int) -> float | None:
    """The median of n values, as np.median gives it; None if it is not between the bounds."""
    ends = found.below[i] + np.cumsum(found.rows[i])
    ranks = (n - 1) // 2, n // 2
    if not len(ends) or ranks[0] < found.below[i] or ranks[1] >= ends[-1]:
        return None
    a, b = found.values[i][np.searchsorted(ends, ranks, side="right")]
    return float(np.median([a, b]))
