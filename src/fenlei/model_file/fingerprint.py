"""The fingerprint of training rows, which a model file keeps: whether other rows are the same."""

from __future__ import annotations

import hashlib

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import leaf_rows


def rows_fingerprint(X: Array, y: Array | None = None) -> str:
    """SHA-256 of coded rows X (n, p) and labels or numbers y (n,), in their order; of large tables by leaves.

    Examples
    --------
    >>> rows_fingerprint(np.array([[1.0, 2.0]]))[:8]
    'd87d3878'
    >>> rows_fingerprint(np.array([[1.0, 2.0]]), np.array(["a"]))[:8]
    '09e47bd6'
    """
    n, size = len(X), leaf_rows(np.shape(X)[1])
    if n > size:
        leaves = [(start, min(start + size, n)) for start in range(0, n, size)]
        parts = (rows_fingerprint(X[a:b], None if y is None else y[a:b]) for a, b in leaves)
        return merge_tree(parts, merged_fingerprint)
    rows = np.ascontiguousarray(X, dtype=np.float64)
    digest = hashlib.sha256(str(rows.shape).encode())
    digest.update(np.where(np.isnan(rows), np.nan, rows + 0.0).data)  # one NaN, one zero
    if y is not None:
        y = np.asarray(y)
        numbers = y.dtype.kind in "biuf"
        digest.update(y.astype(np.float64).tobytes() if numbers else "\0".join(map(str, y)).encode())
    return digest.hexdigest()


def merged_fingerprint(a: str, b: str) -> str:
    """The fingerprint of two runs of rows, one after the other."""
    return hashlib.sha256((a + b).encode()).hexdigest()
