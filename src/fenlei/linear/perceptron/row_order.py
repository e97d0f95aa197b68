r"""The order in which the perceptron visits the rows.

As they come, in a given order, or at random. The random order is drawn from the rows themselves: a hash of
each row, seeded by `random_state`, sorts them, and rows that are equal in every respect become one row
with the sum of their weights. So the result does not depend on the order of the rows, and weight 2 is the
row twice. Every pass then visits up to 1024 blocks of neighbours in that order in a new random sequence;
the rows were copied in the hashed order, so memory is read contiguously.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, Matrix
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.linear.perceptron.passes import gather, hash_dense, hash_sparse

BLOCKS = 1024


class OrderedRows(NamedTuple):
    """Rows in the order of the visit."""

    X: Any  # (n, p) dense or CSR
    codes: Array  # (n,)
    w: Array  # (n,)
    position: Array  # (n,) of each row as given
    size: int  # rows of a block
    n: int  # number of rows before equal ones were merged

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.X.shape[0] // self.size)


def as_they_come(X: Matrix, codes: Array, w: Array) -> OrderedRows:
    """Rows as they come."""
    return OrderedRows(X, codes, w, np.arange(len(codes)), max(len(codes), 1), len(codes))


def in_given_order(X: Matrix, codes: Array, w: Array, order: ArrayLike, estimator: str) -> OrderedRows:
    """Rows in the user's order, which must be a permutation."""
    order, n = np.asarray(order), len(codes)
    if not np.array_equal(np.sort(order), np.arange(n)):
        raise UsageError("linear.order", estimator=estimator, n=n, last=n - 1)
    return OrderedRows(X[order], codes[order], w[order], order, n, n)


def hashed(X: Any, codes: Array, w: Array, seed: int, n_jobs: int | None) -> OrderedRows:
    """Rows in the order of their hash, equal ones merged."""
    keys = np.empty(len(codes), np.uint64)

    def block(start: int, stop: int) -> None:
        with np.errstate(over="ignore"):  # hashes wrap around, which plain Python warns of
            if is_sparse(X):
                hash_sparse(X.indptr[start : stop + 1], X.indices, X.data, np.uint64(seed), keys[start:stop])
            else:
                hash_dense(X[start:stop], np.uint64(seed), keys[start:stop])

    run_blocks(block, row_blocks(*X.shape), n_jobs)
    keys += codes.astype(np.uint64) * np.uint64(0xD1342543DE82EF95)
    order = np.argsort(keys, kind="stable")
    repeated = keys[order[1:]] == keys[order[:-1]]
    if repeated.any():
        order, w = _merge_equal(X, codes, w, order, repeated)
    else:
        w = w[order]
    n = len(order)
    return OrderedRows(
        in_order(X, order, n_jobs), codes[order], w, order, max(1, -(-n // BLOCKS)), len(codes)
    )


def in_order(X: Matrix, order: Array, n_jobs: int | None) -> Matrix:
    """X[order], by several threads."""
    if is_sparse(X):
        return X[order]
    rows = np.empty((len(order), X.shape[1]), X.dtype)
    blocks = row_blocks(len(order), X.shape[1], 1 << 20)
    run_blocks(lambda s, e: gather(X, order[s:e], rows[s:e]), blocks, n_jobs)
    return rows


def _merge_equal(X: Any, codes: Array, w: Array, order: Array, repeated: Array) -> tuple[Array, Array]:
    """Leave out rows equal to the one before them, whose weight grows by theirs."""
    first = np.ones(len(order), bool)
    suspects = np.flatnonzero(repeated) + 1
    a, b = X[order[suspects]], X[order[suspects - 1]]
    differ = abs(a - b).max(axis=1).toarray().ravel() > 0 if is_sparse(X) else (a != b).any(axis=1)
    first[suspects] = differ | (codes[order[suspects]] != codes[order[suspects - 1]])
    total = np.add.reduceat(w[order], np.flatnonzero(first))
    return order[first], total
