r"""Weighted totals of each class, for counts and indicators: dense rows or sparse ones (CSR).

    weight_k = Σ w_i,   total_kj = Σ w_i x_ij   over rows of class k

Every stored value of a sparse matrix is visited once; zeros cost nothing.
"""

from __future__ import annotations

from functools import reduce
from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import Block, map_blocks, row_blocks
from fenlei.records import Field


class ClassTotals(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    total: Annotated[Array, Field("K p", low=0.0)]


def summarise(
    X: Any, codes: Array, w: Array | None = None, K: int = 1, n_jobs: int | None = None
) -> ClassTotals:
    """Totals of X (n, p), dense or CSR, by class codes (n,) in 0..K-1."""

    def block(start: int, stop: int) -> ClassTotals:
        rows = slice(start, stop)
        weights = UNIT_WEIGHTS if w is None else w[rows]
        weight, total = np.zeros(K), np.zeros((K, X.shape[1]))
        if is_sparse(X):
            pointers = X.indptr[start : stop + 1]
            add_sparse_rows(pointers, X.indices, X.data, codes[rows], weights, weight, total)
        else:
            add_rows(X[rows], codes[rows], weights, weight, total)
        return ClassTotals(weight, total)

    return reduce(merge, map_blocks(block, blocks_of(X), n_jobs))


def blocks_of(X: Any) -> list[Block]:
    """Row blocks of a dense or sparse matrix, by the number of values that are stored."""
    if not is_sparse(X):
        return row_blocks(*X.shape)
    stored = -(-X.nnz // max(X.shape[0], 1))
    # a block's table of totals is as wide as a row is long: do not make more of them than the work is worth
    return row_blocks(X.shape[0], max(stored, 1), max(1 << 21, 8 * X.shape[1]))


@kernel
def add_rows(X: Array, codes: Array, w: Array, out_weight: Array, out_total: Array) -> None:
    """Add w x of each dense row to its class."""
    n, p = X.shape
    for i in range(n):
        weight = w[i] if w.shape[0] > 0 else 1.0
        k = codes[i]
        out_weight[k] += weight
        for j in range(p):
            out_total[k, j] += weight * X[i, j]


@kernel
def add_sparse_rows(
    pointers: Array, indices: Array, data: Array, codes: Array, w: Array, out_weight: Array, out_total: Array
) -> None:
    """Add w x of each CSR row to its class; row i has values pointers[i] to pointers[i + 1]."""
    for i in range(codes.shape[0]):
        weight = w[i] if w.shape[0] > 0 else 1.0
        k = codes[i]
        out_weight[k] += weight
        for position in range(pointers[i], pointers[i + 1]):
            out_total[k, indices[position]] += weight * data[position]


def merge(a: ClassTotals, b: ClassTotals) -> ClassTotals:
    """The summary of both sets of rows."""
    return ClassTotals(a.weight + b.weight, a.total + b.total)


def align(summary: ClassTotals, index: Array, K: int) -> ClassTotals:
    """Rename class k to index[k] among K classes; the others are empty."""
    weight, total = np.zeros(K), np.zeros((K, summary.total.shape[1]))
    weight[index], total[index] = summary.weight, summary.total
    return ClassTotals(weight, total)
