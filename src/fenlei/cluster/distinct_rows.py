r"""Rows to draw a random start from, such that a weight of 2 gives the same start as a duplicated row.

Rows that are all different and have weight one (or zero: those are not there) are drawn from as they come, as
scikit-learn does. If a row comes twice, or has an integer weight above one, equal rows are put together and
ordered by a hash of their values: an order that depends on the rows alone, whatever their number and order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks


class Distinct(NamedTuple):
    rows: Array  # (m,) a row of each kind
    weight: Array  # (m,) of all rows of the kind
    kind: Array  # (n,) where each row's kind stands among the m; -1 for a row of weight zero


def distinct_rows(X: Array, w: Array | None, n_jobs: int | None = None) -> Distinct:
    """The rows (n, p), dense or CSR, that a start is drawn from."""
    n = X.shape[0]
    present = np.arange(n) if w is None or w.all() else np.flatnonzero(w)
    weight = np.ones(len(present)) if w is None else w[present]
    hashes = row_hashes(X, n_jobs)[present]
    repeated = bool((weight % 1 == 0).all() and (weight > 1).any())
    found, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    kind = np.full(n, -1)
    if len(found) == len(present) and not repeated:
        kind[present] = np.arange(len(present))
        return Distinct(present, weight, kind)
    kind[present] = inverse
    return Distinct(present[first], np.bincount(inverse, weight), kind)


def row_hashes(X: Any, n_jobs: int | None = None) -> Array:
    """A number (n,) uint64 that equal rows share, dense or sparse."""
    hashes = np.zeros(X.shape[0], np.uint64)
    if is_sparse(X):
        with np.errstate(over="ignore"):  # on purpose, where nothing is compiled
            add_sparse_hashes(X.indptr, X.indices, X.data, hashes)
    else:
        run_blocks(lambda s, e: add_hashes(X[s:e], hashes[s:e]), row_blocks(*X.shape), n_jobs)
    return hashes


@kernel
def mixed(value: float, j: int) -> Any:
    """64 bits that depend on all bits of a value and its column (the finaliser of splitmix64); 0 for zero."""
    if value == 0.0:
        return np.uint64(0)
    bits = np.uint64(np.float64(value).view(np.int64)) + np.uint64(j + 1) * np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@kernel
def add_hashes(X: Array, out_hashes: Array) -> None:
    for i in range(X.shape[0]):
        row = X[i]
        for j in range(X.shape[1]):
            out_hashes[i] += mixed(row[j], j)


@kernel
def add_sparse_hashes(pointers: Array, indices: Array, data: Array, out_hashes: Array) -> None:
    for i in range(pointers.shape[0] - 1):
        for t in range(pointers[i], pointers[i + 1]):
            out_hashes[i] += mixed(data[t], indices[t])
