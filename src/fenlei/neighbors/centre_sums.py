"""Centres of classes and what the rows leave over, from sums over the rows in memory or in files.

Means and scatters take one pass. Medians take three over files (`rows.sorted_columns`), for all classes
together, and one more for the squares around them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fenlei.contract.classifier import Rows
from fenlei.contract.scanned_rows import ScannedRows, one_pass
from fenlei.kernels import Array
from fenlei.rows.scanned import Scan
from fenlei.rows.sorted_columns import sorted_columns
from fenlei.rows.together import fit_together
from fenlei.stats import moments, scatter
from fenlei.stats.median import weighted_median
from fenlei.stats.moments import ClassMoments
from fenlei.stats.scatter import ClassScatter


class CentreSums(NamedTuple):
    weight: Array  # (K,) of the rows of each class
    centres: Array  # (K, p) means, or medians for "manhattan"
    mean: Array  # (p,) of all rows
    squares: Array  # (p,) Σ w (x - centre)²
    scatter: Array  # (p, p) S_w for "mahalanobis", else (0, 0)


def centre_sums(rows: Rows | ScannedRows, K: int, metric: str, n_jobs: int | None) -> CentreSums:
    """Centres of the K classes and what the rows leave over."""
    if metric == "manhattan":
        return around_medians(rows, K, n_jobs)
    if metric == "mahalanobis":
        work = partial(_scatter, K, n_jobs)
        sums = rows.total(work, scatter.merge, n_jobs) if isinstance(rows, ScannedRows) else work(rows)
        (S_w,) = sums.scatter
        return CentreSums(sums.weight, sums.mean, scatter.overall_mean(sums), np.diagonal(S_w), S_w)
    by_class = one_pass(rows, partial(_moments, K, n_jobs), moments.merge, n_jobs)
    mean, squares = moments.total(by_class).mean[0], by_class.scatter.sum(axis=0)
    return CentreSums(by_class.weight, by_class.mean, mean, squares, np.empty((0, 0)))


def _scatter(K: int, n_jobs: int | None, rows: Rows) -> ClassScatter:
    return scatter.summarise(rows.X, rows.codes, rows.w, K, pooled=True, n_jobs=n_jobs)


def _moments(K: int, n_jobs: int | None, rows: Rows) -> ClassMoments:
    return moments.summarise(rows.X, rows.codes, rows.w, K, n_jobs)


# --- medians


class SquaresAround(NamedTuple):
    """Means of the classes, and squares around other centres."""

    moments: ClassMoments
    squares: Array  # (p,)


def around_medians(rows: Rows | ScannedRows, K: int, n_jobs: int | None) -> CentreSums:
    """Centres that are the medians of each feature."""
    if isinstance(rows, ScannedRows):
        centres = np.stack(fit_together([partial(_scanned_medians, rows, k, n_jobs) for k in range(K)]))
    else:
        centres = _medians(rows, K)
    found = one_pass(rows, partial(_squares_around, centres, n_jobs), _merge_squares, n_jobs)
    mean = moments.total(found.moments).mean[0]
    return CentreSums(found.moments.weight, centres, mean, found.squares, np.empty((0, 0)))


def _medians(rows: Rows, K: int) -> Array:
    X, codes, w = rows
    order = np.argsort(codes, kind="stable")
    parts = np.split(order, np.searchsorted(codes[order], np.arange(1, K)))
    return np.stack([weighted_median(X[mine], None if w is None else w[mine]) for mine in parts])


def _scanned_medians(rows: ScannedRows, k: int, n_jobs: int | None) -> Array:
    columns = sorted_columns(RowsOfClass(rows.scan, k), list(range(rows.shape[1])), 2, n_jobs)
    return np.array([weighted_median(found.values, found.mass) for found in columns])


class RowsOfClass:
    """The rows of one class of a scan, in the leaves of all."""

    def __init__(self, scan: Scan, k: int) -> None:
        self.scan, self.k, self.n_rows = scan, k, scan.n_rows

    def total(
        self, work: Callable[[Any], Any], merge: Callable[[Any, Any], Any], n_jobs: int | None = None
    ) -> Any:
        """One pass."""
        return self.scan.total(partial(_of_class, self.k, work), merge, n_jobs)


def _of_class(k: int, work: Callable[[Any], Any], leaf: Any) -> Any:
    mine = leaf.y == k
    return work(leaf._replace(X=leaf.X[mine], y=leaf.y[mine], w=None if leaf.w is None else leaf.w[mine]))


def _squares_around(centres: Array, n_jobs: int | None, rows: Rows) -> SquaresAround:
    squares = (rows.X - centres[rows.codes]) ** 2
    found = squares.sum(axis=0) if rows.w is None else rows.w @ squares
    return SquaresAround(_moments(len(centres), n_jobs, rows), found)


def _merge_squares(a: SquaresAround, b: SquaresAround) -> SquaresAround:
    return SquaresAround(moments.merge(a.moments, b.moments), a.squares + b.squares)
