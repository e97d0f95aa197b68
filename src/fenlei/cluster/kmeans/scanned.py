"""Lloyd's iteration over a scan: one pass over the files for each round.

A leaf is assigned by the code of memory, and its sums are taken afresh. In memory they are changed by the
rows that changed their cluster, and taken afresh after the last round; so both give the same centres, to the
last bit, unless a row lies on the border of two clusters to the last bit.

The start is drawn from all rows, or from a sample by the hash of their numbers where there are more than
`rows.sampling.MOST_ROWS`. Labels are not kept: they are as many as the rows.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.cluster.kmeans.lloyd import Passes, Points, farthest_first
from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS

if TYPE_CHECKING:
    from fenlei.contract.clusterer import ClusterRows
    from fenlei.contract.scanned_rows import ScannedRows


class ClusterSums(NamedTuple):
    """The sums of the clusters of a leaf."""

    weight: Array  # (K,)
    total: Array  # (K, p) of the rows less the origin
    inertia: float  # W of these rows and the centres that they were assigned to


class FarRows(NamedTuple):
    """The rows that lie farthest from their centres, the farthest first."""

    square: Array  # (m,)
    number: Array  # (m,) of the row
    label: Array  # (m,)
    weight: Array  # (m,)
    row: Array  # (m, p)


def points_of(rows: ClusterRows, origin: Array, scale: float) -> Points:
    """The rows of a leaf, and where all rows lie."""
    return Points(rows.X, UNIT_WEIGHTS if rows.w is None else rows.w, origin, scale, 1)


def sums_of(origin: Array, scale: float, centres: Array, rows: ClusterRows) -> ClusterSums:
    """Assign the rows of a leaf to the centres, and sum them up."""
    passes = Passes(points_of(rows, origin, scale), len(centres))
    passes.assign(centres)
    return ClusterSums(*passes.sums(), passes.inertia(centres))


def merge_sums(a: ClusterSums, b: ClusterSums) -> ClusterSums:
    """The sums of both sets of rows."""
    return ClusterSums(a.weight + b.weight, a.total + b.total, a.inertia + b.inertia)


def far_rows(
    origin: Array, scale: float, centres: Array, most: int, rows: ClusterRows, first: int
) -> FarRows:
    """The farthest rows of a leaf; rows of weight 0 lie nowhere."""
    passes = Passes(points_of(rows, origin, scale), len(centres))
    passes.assign(centres, sums=False)
    squares = passes.squares(centres)
    far = farthest_first(squares, most)
    w = np.ones(len(far)) if rows.w is None else rows.w[far]
    X = rows.X[far].astype(np.float64)
    return FarRows(squares[far], first + far, passes.bounds.labels[far], w, X)


def merge_far(most: int, a: FarRows, b: FarRows) -> FarRows:
    """The farthest of both; of equals the first."""
    both = FarRows(*(np.concatenate(pair) for pair in zip(a, b, strict=True)))
    kept = np.lexsort((both.number, -both.square))[:most]
    return FarRows(*(field[kept] for field in both))


class ScannedPasses:
    """The rounds of Lloyd's iteration over files; stands in for `Passes`."""

    labels = np.empty(0, np.int32)  # they are not kept

    def __init__(self, rows: ScannedRows, origin: Array, scale: float, n_jobs: int | None) -> None:
        self.rows, self.origin, self.scale, self.n_jobs = rows, origin, scale, n_jobs
        self.last: ClusterSums | None = None

    def assign(self, centres: Array, *, sums: bool = True) -> int:
        """One pass. It is not known how many labels changed: if none did, no centre moves."""
        work = partial(sums_of, self.origin, self.scale, centres)
        self.last = self.rows.total(work, merge_sums, self.n_jobs)
        return 1

    def means(self, centres: Array, *, afresh: bool) -> Array:
        """Mean of each cluster; `centres` are those that the rows were assigned to."""
        assert self.last is not None
        weight, total = self.last.weight.copy(), self.last.total.copy()
        empty = np.flatnonzero(weight <= 0)
        if len(empty):
            self._fill_empty(centres, empty, weight, total)
        means = self.origin + total / np.where(weight > 0, weight, 1.0)[:, None]
        means[weight <= 0] = means[weight.argmax()]
        return np.asarray(means)

    def _fill_empty(self, centres: Array, empty: Array, weight: Array, total: Array) -> None:
        work = partial(far_rows, self.origin, self.scale, centres, len(empty))
        far = self.rows.numbered_total(work, partial(merge_far, len(empty)), self.n_jobs)
        if not far.square.any():
            return
        for k, own, share, x in zip(empty, far.label, far.weight, far.row, strict=False):
            row = x - self.origin
            weight[own], weight[k] = weight[own] - share, share
            total[own], total[k] = total[own] - share * row, share * row

    def class_weight(self, K: int) -> Array:
        """Weight of the rows of each cluster."""
        assert self.last is not None
        return self.last.weight

    def inertia(self, centres: Array) -> float:
        """W of the labels and the centres that they were assigned to."""
        assert self.last is not None
        return self.last.inertia
