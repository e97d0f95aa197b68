r"""The joint distribution of nominal and numeric columns, class by class: from the summary to log scores.

With count_k(c) rows of class k in cell c, n_k in the class and C cells in all (the product of the numbers of
categories, the missing value being one where the rows show it):

    P(c | k) = (count_k(c) + α) / (n_k + α C),     p(x | k) = P(c | k) N(z | μ_kc, Σ_kc),

z the numeric values. A row with missing numbers has the marginal distribution of the others: the same formula
with the parts of μ and Σ that belong to them. A cell that no class shows backs off to the product of the
columns,

    Π_j P(c_j | k),   P(v | k) = (count_kj(v) + α) / (n_k + α m_j),

a category that the column does not know being left out, and to the class's normal distribution over all its
cells.

π_k P(c | k) with π_k = n_k / n is computed as one fraction (count + α) n_k / (n_k + α C) / n, whose
numerator and denominator are whole numbers when the counts are: two classes that tie exactly have the same
bits.
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

import numpy as np

from fenlei.bayes.joint.cell_gaussians import CellGaussians
from fenlei.kernels import Array, kernel
from fenlei.records import Field
from fenlei.stats.cells import CellMoments

LARGEST_LOG = 600.0  # of a number of cells that is formed as such


class JointModel(NamedTuple):
    prior: Annotated[Array, Field("K", low=0.0, high=1.0)]  # π
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    n_categories: Annotated[Array, Field("q", "i", low=0)]  # m of each nominal column
    has_missing: Annotated[Array, Field("q", "b")]  # whether the missing value is one more category
    cells: Annotated[Array, Field("c q", "i", low=-1)]  # codes of the occupied cells, -1 for missing
    start: Annotated[Array, Field("*", "i", low=0)]  # cell i has the pairs start[i] to start[i + 1]
    label: Annotated[Array, Field("r", "i", low=0)]  # class of each pair
    log_seen: Annotated[Array, Field("r", low=-np.inf)]  # log π_k P(c | k) of each pair
    log_absent: Annotated[Array, Field("K", low=-np.inf)]  # and of a class in a cell that it does not show
    log_column: Annotated[Array, Field("M K", low=-np.inf)]  # log P(v | k), missing first, column by column
    centre: Annotated[Array, Field("t g")]  # μ of the pairs, then of the classes: t = r + K
    spread: Annotated[Array, Field("t", "i", low=0)]  # the position of their Σ
    covariance: Annotated[Array, Field("s g h")]  # h = g, or h = 1 for variances alone


class Domain(NamedTuple):
    """All combinations of categories."""

    n_categories: Array  # (q,)
    has_missing: Array  # (q,)

    @property
    def sizes(self) -> list[int]:
        """Number of categories of each column, the missing value included where it is one."""
        return [int(size) for size in self.n_categories + self.has_missing]


def solve(
    summary: CellMoments,
    prior: Array,
    alpha: float,
    domain: Domain,
    gaussians: CellGaussians,
    *,
    naive: bool,
    estimated: bool,
) -> JointModel:
    """The model. `estimated`: priors are the classes' shares; `naive`: back off to the product of columns."""
    K = len(prior)
    count = np.bincount(summary.label, summary.weight, K)
    first, start = distinct_cells(summary.cells)
    mass = count if estimated else prior * count.sum()
    log_seen = log_cell(summary.weight, summary.label, count, mass, alpha, domain)
    log_absent = log_cell(np.zeros(K), np.arange(K), count, mass, alpha, domain)
    column = log_columns(summary, count, alpha, domain)
    return JointModel(
        *(prior, count, *domain, summary.cells[first], start, summary.label, log_seen, log_absent),
        column if naive else np.zeros_like(column),
        *gaussians,
    )


def distinct_cells(cells: Array) -> tuple[Array, Array]:
    """First pair of each cell, and the same with the number of pairs at the end; cells are in order."""
    is_first = np.empty(len(cells), np.bool_)
    mark_first(cells, is_first)
    first = np.flatnonzero(is_first)
    return first, np.concatenate([first, [len(cells)]]).astype(np.int64)


def log_cell(n_cell: Array, label: Array, count: Array, mass: Array, alpha: float, domain: Domain) -> Array:
    """log of (n_cell + α) mass_k / (n_k + α C) / n, with mass_k = n π_k."""
    log_C = math.fsum(math.log(size) for size in domain.sizes if size)
    scale = max(log_C - LARGEST_LOG, 0.0)
    C = float(math.prod(domain.sizes)) if scale == 0.0 else math.exp(LARGEST_LOG)
    denominator = count * math.exp(-scale) + alpha * C
    return logarithm(quotient((n_cell + alpha) * mass[label], denominator[label]) / count.sum()) - scale


def log_columns(summary: CellMoments, count: Array, alpha: float, domain: Domain) -> Array:
    """log P(v | k) of each column (M, K), M = Σ (m_j + 1): the missing value first, 0 where it is none."""
    offset = np.concatenate([[0], np.cumsum(domain.n_categories + 1)]).astype(np.int64)
    table = np.zeros((offset[-1], len(count)))
    add_categories(summary.cells, summary.label, summary.weight, offset, table)
    denominator = count + alpha * np.repeat(domain.sizes, domain.n_categories + 1)[:, None]
    log_p = logarithm(quotient(table + alpha, denominator))
    log_p[offset[:-1][~domain.has_missing]] = 0.0
    return log_p


@kernel
def mark_first(cells: Array, out_first: Array) -> None:
    """Whether a cell differs from the one before."""
    for i in range(cells.shape[0]):
        new = i == 0
        for j in range(cells.shape[1]):
            new = new or cells[i, j] != cells[i - 1, j]
        out_first[i] = new


@kernel
def add_categories(cells: Array, label: Array, weight: Array, offset: Array, out_table: Array) -> None:
    """Add each pair's weight to its categories and class; column j begins at offset[j] with missing."""
    for i in range(cells.shape[0]):
        cell, k = cells[i], label[i]
        for j in range(cell.shape[0]):
            out_table[offset[j] + cell[j] + 1, k] += weight[i]


@kernel
def code_ranges(cells: Array, out_largest: Array, out_missing: Array) -> None:
    """Largest code of each column, -1 if it has none, and whether a code is missing."""
    out_largest[:] = -1
    out_missing[:] = False
    for i in range(cells.shape[0]):
        for j in range(cells.shape[1]):
            out_largest[j] = max(out_largest[j], cells[i, j])
            out_missing[j] = out_missing[j] or cells[i, j] < 0


def quotient(a: Array, b: Array) -> Array:
    """a / b, and 0 for 0 / 0: a class without rows has no probability anywhere if α = 0."""
    a, b = np.broadcast_arrays(a, b)
    return np.divide(a, b, out=np.zeros(a.shape), where=b > 0)


def logarithm(p: Array) -> Array:
    return np.log(p, out=np.full(p.shape, -np.inf), where=p > 0)
