r"""In which order the perceptron meets the rows.

As they come, in a given order, or at random. The random order is drawn from the rows themselves: a hash of
each row, seeded by `random_state`, sorts them, and rows that are equal in every respect become one row
with the sum of their weights. So the result does not depend on the order of the rows, and weight 2 is the
row twice. Every pass then visits up to 1024 blocks of neighbours in that order in a new random sequence;
the rows were copied in the hashed order, so memory is read in stretches.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.linear.perceptron.passes import gather, hash_dense, hash_sparse

BLOCKS = 1024


class Visit(NamedTuple):
    """Rows in the order of the visit."""

    X: Any  # (n, p) dense or CSR
    codes: Array  # (n,)
    w: Array  # (n,)
    place: Array  # (n,) where each row stood
    size: int  # rows of a block
    n: int  # rows there were before equal ones were merged

    @property
    def blocks(self) -> int:
        return -(-self.X.shape[0] // self.size)


def as_given(X: Any, codes: Array, w: Array, order: Array | None) -> Visit:
    """Rows as they come, or in the given order."""
    if order is None:
        return Visit(X, codes, w, np.arange(len(codes)), max(len(codes), 1), len(codes))
    return Visit(X[order], codes[order], w[order], order, len(codes), len(codes))


def hashed(X: Any, codes: Array, w: Array, seed: int, n_jobs: int | None) -> Visit:
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
    place = np.argsort(keys, kind="stable")
    repeated = keys[place[1:]] == keys[place[:-1]]
    if repeated.any():
        place, w = _merge_equal(X, codes, w, place, repeated)
    else:
        w = w[place]
    n = len(place)
    return Visit(in_order(X, place, n_jobs), codes[place], w, place, max(1, -(-n // BLOCKS)), len(codes))


def in_order(X: Any, place: Array, n_jobs: int | None) -> Any:
    """X[place], by several threads."""
    if is_sparse(X):
        return X[place]
    rows = np.empty((len(place), X.shape[1]), X.dtype)
    blocks = row_blocks(len(place), X.shape[1], 1 << 20)
    run_blocks(lambda s, e: gather(X, place[s:e], rows[s:e]), blocks, n_jobs)
    return rows


def _merge_equal(X: Any, codes: Array, w: Array, place: Array, repeated: Array) -> tuple[Array, Array]:
    """Leave out rows equal to the one before them, whose weight grows by theirs."""
    first = np.ones(len(place), bool)
    suspects = np.flatnonzero(repeated) + 1
    a, b = X[place[suspects]], X[place[suspects - 1]]
    differ = abs(a - b).max(axis=1).toarray().ravel() > 0 if is_sparse(X) else (a != b).any(axis=1)
    first[suspects] = differ | (codes[place[suspects]] != codes[place[suspects - 1]])
    total = np.add.reduceat(w[place], np.flatnonzero(first))
    return place[first], total
