"""Boosting on a scan: rows are kept in bins, two bytes per value, and everything else is as in memory.

    targets   codes or numbers, and weights, of all rows                                      one pass
    edges     the rows that the edges of bins are made from, those of memory, drawn alike     one pass
    held out  the rows that early stopping is judged by, if there are any                     one pass
    codes     all rows in bins                                                                one pass

Memory: about n (3 p + 100) bytes; refused where that is more than is free.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.contract.scanned_rows import LeafWork, coding_of, open_rows
from fenlei.ensemble.boosting.growing.columns import (
    TILE,
    ColumnBins,
    Columns,
    bins_of_categories,
    find_bins,
    put_in_bins,
)
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.memory import free_memory

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.boosting import HistGradientBoosting
    from fenlei.rows.scanned import Scan
    from fenlei.table.scanning.recorded import KeptRows

VALUE_BYTES, ROW_BYTES = 3, 100  # codes in two layouts and the rows held out; targets, scores, gradients


class ScanColumns:
    """Rows of a scan that stand for X (n, p): read when they are wanted, in the order of `index`."""

    def __init__(self, scan: Scan, sizes: Array, index: Array, n_jobs: int | None) -> None:
        self.scan, self.sizes, self.index, self.n_jobs = scan, sizes, index, n_jobs
        self.shape = len(index), len(sizes)

    def __len__(self) -> int:
        return len(self.index)

    def __getitem__(self, chosen: Array) -> ScanColumns:
        return ScanColumns(self.scan, self.sizes, self.index[chosen], self.n_jobs)

    def values(self) -> Array:
        """The numbers (n, p) themselves, of few rows."""
        order = np.argsort(self.index, kind="stable")
        found = np.empty(self.shape)
        parts = list(self._each(partial(_rows_at, self.index[order])))
        found[order] = np.concatenate(parts)
        return found

    def cut_bins(self, w: Array | None, most: int, sample: Array | None) -> ColumnBins:
        """The bins that `find_bins` cuts in memory."""
        if sample is None:
            return find_bins(self.values(), self.sizes, w, most, None, self.n_jobs)
        every = np.arange(len(sample))
        bins = find_bins(self[sample].values(), self.sizes, None, most, every, self.n_jobs)
        if self.sizes.any():  # categories are counted in all rows
            self._count_categories(bins, w, most)
        return bins

    def _count_categories(self, bins: ColumnBins, w: Array | None, most: int) -> None:
        weight = np.zeros(self.scan.n_rows)
        weight[self.index] = 1.0 if w is None else w
        nominal, totals = np.flatnonzero(self.sizes), np.zeros(int(self.sizes.sum()))
        for part in self._each(partial(_category_weights, self.sizes, weight)):
            totals += part
        for j in nominal:
            first, size = bins.first[j], self.sizes[j]
            found = bins_of_categories(totals[first : first + size], most)
            bins.category_bin[first : first + size], bins.number[j] = found, found.max(initial=-1) + 1

    def in_bins(self, bins: ColumnBins) -> Columns:
        """The rows in bins."""
        n, p = self.shape
        position = np.full(self.scan.n_rows, -1, np.int64)
        position[self.index] = np.arange(n)
        words, codes = np.empty((n, -(-p // TILE)), np.uint64), np.empty((p, n), np.uint8)
        gaps, start, first = np.zeros(p, np.uint8), 0, None
        for part in self._each(partial(_in_bins, bins, position >= 0)):
            at = position[start : start + part.rows]
            at, start = at[at >= 0], start + part.rows
            words[at], codes[:, at] = part.columns.words.reshape(len(at), -1), part.columns.codes
            gaps |= part.columns.gaps
            first = first or part.columns
        assert first is not None
        return first._replace(words=words.ravel(), codes=codes, gaps=gaps)

    def _each(self, work: Callable[..., Any]) -> Any:
        return self.scan.each(LeafWork(_as_it_is, work, numbered=True), self.n_jobs)


class PartInBins(NamedTuple):
    """Those rows of a leaf that are wanted, in bins."""

    rows: int  # of the leaf
    columns: Columns


def open_columns(
    model: HistGradientBoosting, scan: Scan, y: object, sample_weight: object, factor: Array | None
) -> tuple[ScanColumns, Array, Array | None]:
    """The rows of a scan for boosting, their targets and weights; the estimator learns the columns.

    `factor` (K,) multiplies the weights of the rows of each class.
    """
    open_rows(model, scan, y, sample_weight)
    n, p = scan.shape
    need, free = n * (VALUE_BYTES * p + ROW_BYTES), free_memory()
    if need > free:
        facts = {"size": f"{need / 1e9:.3g}", "free": f"{free / 1e9:.3g}"}
        raise UsageError("scan.memory", estimator=type(model).__name__, n=n, **facts)
    model.coding_ = coding_of(scan)
    sizes = np.array([len(column.categories or ()) for column in scan.schema.features], np.int64)
    parts = list(scan.each(_targets, model.n_jobs))
    labels = np.concatenate([y for y, _ in parts])
    weights = None if parts[0][1] is None else np.concatenate([w for _, w in parts])
    if factor is not None:
        weights = factor[labels] * (1.0 if weights is None else weights)
    return ScanColumns(scan, sizes, np.arange(n), model.n_jobs), labels, weights


def setting_for_memory(model: HistGradientBoosting) -> str | None:
    """The parameter for which bins are not enough, with its value."""
    if model.warm_start:
        return "warm_start=True"
    if model.scoring != "loss":
        return f"scoring={model.scoring!r}" if isinstance(model.scoring, str | None) else "scoring"
    chosen = model.categorical_features
    return None if chosen is None or isinstance(chosen, str) else "categorical_features"


# --- work on leaves


def _as_it_is(leaf: KeptRows) -> KeptRows:
    return leaf


def _targets(leaf: KeptRows) -> tuple[Any, Any]:
    return leaf.y, leaf.w


def _rows_at(index: Array, leaf: KeptRows, first: int) -> Array:
    """The rows with these numbers, ascending, as often as they are named."""
    start, stop = np.searchsorted(index, [first, first + len(leaf.X)])
    return np.asarray(leaf.X[index[start:stop] - first])


def _category_weights(sizes: Array, weight: Array, leaf: KeptRows, first: int) -> Array:
    w, found = weight[first : first + len(leaf.X)], []
    for j in np.flatnonzero(sizes):
        known = ~np.isnan(leaf.X[:, j])
        found.append(np.bincount(leaf.X[known, j].astype(np.int64), w[known], sizes[j]))
    return np.concatenate(found)


def _in_bins(bins: ColumnBins, wanted: Array, leaf: KeptRows, first: int) -> PartInBins:
    X = leaf.X[wanted[first : first + len(leaf.X)]]
    return PartInBins(len(leaf.X), put_in_bins(np.ascontiguousarray(X), bins, 1))
