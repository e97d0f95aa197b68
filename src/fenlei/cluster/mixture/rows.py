"""The rows that a mixture is fitted to, as EM sees them: expected sums, and a sample to start from.

Both kinds sum the same leaves in the same tree, so EM has the same bits from memory and from files, if it
starts at the same θ. The start is drawn from all rows, or from a sample by the hash of their numbers where a
scan has more than `rows.sampling.MOST_ROWS`.
"""

from __future__ import annotations

from functools import partial
from operator import add
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from fenlei.contract.clusterer import ClusterRows
from fenlei.contract.scanned_rows import ScannedRows, sample_of
from fenlei.kernels import Array
from fenlei.kernels.merge_tree import merge_tree
from fenlei.rows.leaves import total

if TYPE_CHECKING:
    from fenlei.cluster.mixture.mixture import HasWeights, Mixture


class MixtureRows(Protocol):
    """What EM asks of the rows."""

    weight: float  # Σ w

    def expect(self, theta: HasWeights) -> tuple[Any, float]:
        """Expected sums, and log-likelihood Σ w log p(x)."""

    def drawn(self) -> ClusterRows:
        """The rows to start from."""

    def largest(self) -> float:
        """The largest absolute value."""


def weight_of(rows: ClusterRows) -> float:
    """Σ w."""
    return float(len(rows.X) if rows.w is None else rows.w.sum())


class MemoryRows:
    """Rows in memory."""

    def __init__(self, mixture: Mixture, rows: ClusterRows) -> None:
        self.mixture, self.rows = mixture, rows
        self.weight = total(rows, weight_of, add)

    def expect(self, theta: HasWeights) -> tuple[Any, float]:
        """Expected sums, and log-likelihood Σ w log p(x)."""
        return self.mixture._expect(*self.rows, theta)

    def drawn(self) -> ClusterRows:
        """All rows."""
        return self.rows

    def largest(self) -> float:
        """The largest absolute value."""
        return float(np.abs(self.rows.X).max())


class FileRows:
    """Rows of a scan: one pass for each E step."""

    def __init__(self, mixture: Mixture, rows: ScannedRows) -> None:
        self.mixture, self.rows = mixture, rows
        weighted = rows.scan.table.wish.weight is not None
        self.weight = rows.total(weight_of, add, mixture.n_jobs) if weighted else float(len(rows))
        self.sample: ClusterRows | None = None

    def expect(self, theta: HasWeights) -> tuple[Any, float]:
        """Expected sums, and log-likelihood Σ w log p(x)."""
        work, merge = partial(_expected, self.mixture, theta), partial(_merged, self.mixture)
        return self.rows.total(work, merge, self.mixture.n_jobs)

    def drawn(self) -> ClusterRows:
        """A sample, in memory."""
        if self.sample is None:
            self.sample = sample_of(self.rows, self.mixture.n_jobs)
        return self.sample

    def largest(self) -> float:
        """The largest absolute value."""
        return self.rows.total(_largest, max, self.mixture.n_jobs)


def _expected(mixture: Mixture, theta: HasWeights, rows: ClusterRows) -> tuple[Any, float]:
    return mixture._expect(rows.X, rows.w, theta)


def _largest(rows: ClusterRows) -> float:
    return float(np.abs(rows.X).max())


def _merged(mixture: Mixture, a: tuple[Any, float], b: tuple[Any, float]) -> tuple[Any, float]:
    return mixture._merge_expected(a[0], b[0]), a[1] + b[1]


def merge_parts(parts: Any) -> tuple[tuple[Array, ...], float]:
    """The sums of blocks, each a tuple of arrays and a log-likelihood, in the fixed tree."""
    return merge_tree(parts, _added)


def _added(
    a: tuple[tuple[Array, ...], float], b: tuple[tuple[Array, ...], float]
) -> tuple[tuple[Array, ...], float]:
    return tuple(x + y for x, y in zip(a[0], b[0], strict=True)), a[1] + b[1]
