"""Binned rows of a scan, a byte per value in memory: trees grow on them as on rows binned in memory.

The bins are those of `bin_columns`, exactly: three passes over the files find the values at which they begin
(`rows.sorted_columns`), and one more codes the rows. n rows of p values take n (p + 48) bytes while a tree
grows; a table for which that is more than is free is refused before it is read.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.contract.scanned_rows import ScannedRows, coding_of, numeric_targets, open_rows
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.memory import free_memory
from fenlei.rows.sorted_columns import sorted_columns
from fenlei.trees.histogram.binning import MISSING_BIN, MOST_BINS, Bins, StoredBins, code_values, cut_bins

if TYPE_CHECKING:
    from fenlei.rows.scanned import Scan
    from fenlei.table.scanning.recorded import KeptRows

ROW_BYTES = 48  # beside the codes: target, weight, and what a tree keeps of each row


class BinnedScan(NamedTuple):
    """The rows of a scan, ready for growing."""

    X: Any  # StoredBins (n, p)
    y: Array  # (n,) codes of labels, or numbers
    w: Array | None  # (n,)


def binned(
    estimator: Any, scan: Scan, y: object, sample_weight: object, most: int, factor: Array | None = None
) -> BinnedScan:
    """The rows of a scan in at most `most` bins per column; the estimator learns the columns.

    `factor` (K,) multiplies the weights of the rows of each class.
    """
    open_rows(estimator, scan, y, sample_weight)
    n, p = scan.shape
    need, free = n * (p + ROW_BYTES), free_memory()
    if need > free:
        facts = {"size": f"{need / 1e9:.3g}", "free": f"{free / 1e9:.3g}"}
        raise UsageError("scan.memory", estimator=type(estimator).__name__, n=n, **facts)
    estimator.coding_ = coding_of(scan)
    sizes = np.array([len(column.categories or ()) for column in scan.schema.features], np.int64)
    if sizes.max(initial=0) > MOST_BINS:
        column = scan.names[int(sizes.argmax())]
        counts = {"count": int(sizes.max()), "most": MOST_BINS}
        raise UsageError("scan.categories", estimator=type(estimator).__name__, column=column, **counts)
    rows = ScannedRows(scan, partial(_weighted, factor))
    lower, upper = np.full((2, p, MOST_BINS + 1), np.inf)
    numbers = [j for j in range(p) if not sizes[j]]
    for j, found in zip(numbers, sorted_columns(rows, numbers, most, estimator.n_jobs), strict=True):
        cut_bins(found.values, found.mass, most, lower[j], upper[j])
    codes, start = np.empty((n, p), np.uint8), 0
    targets, weights = [], []
    for part, target, weight in rows.each(partial(_coded, upper, sizes), estimator.n_jobs):
        codes[start : start + len(part)] = part
        start += len(part)
        targets.append(target)
        weights.append(weight)
    w = None if weights[0] is None else np.concatenate(weights)
    return BinnedScan(StoredBins(Bins(codes, lower, upper, sizes)), np.concatenate(targets), w)


def binned_targets(estimator: Any, scan: Scan, y: object, sample_weight: object, most: int) -> BinnedScan:
    """The same with targets that are numbers."""
    numbers = numeric_targets(estimator, scan)
    rows = binned(estimator, scan, y, sample_weight, most)
    found = rows.y if numbers is None else numbers[rows.y]
    return rows._replace(y=estimator._check_target(found, reset=True))


def setting_for_memory(estimator: object) -> str | None:
    """The parameter of a tree or a forest for which bins are not enough, with its value."""
    needed: dict[str, Any] = {"max_bins": None, "splitter": "random", "criterion": "absolute_error"}
    for name, value in needed.items():
        if hasattr(estimator, name) and getattr(estimator, name) == value:
            return f"{name}={value!r}"
    for name in ("max_leaf_nodes", "monotonic_cst", "categorical_features"):
        if getattr(estimator, name, None) is not None:
            return name
    return "oob_score=True" if getattr(estimator, "oob_score", False) else None


def _weighted(factor: Array | None, leaf: KeptRows) -> KeptRows:
    if factor is None:
        return leaf
    return leaf._replace(w=factor[leaf.y] * (1.0 if leaf.w is None else leaf.w))


def _coded(upper: Array, sizes: Array, leaf: KeptRows) -> tuple[Array, Any, Any]:
    codes = np.empty(leaf.X.shape, np.uint8)
    for j in range(len(sizes)):
        x = np.ascontiguousarray(leaf.X[:, j])
        if sizes[j]:
            codes[:, j] = np.where(np.isnan(x), MISSING_BIN, x)
        else:
            code_values(x, upper[j], codes[:, j])
    return codes, leaf.y, leaf.w
