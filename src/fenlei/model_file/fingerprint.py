"""The fingerprint of training rows, which a model file keeps: whether other rows are the same."""

from __future__ import annotations

import hashlib

import numpy as np

from fenlei.kernels import Array


def rows_fingerprint(X: Array, y: Array | None = None) -> str:
    """SHA-256 of coded rows X (n, p) and labels or numbers y (n,), in their order.

    Examples
    --------
    >>> rows_fingerprint(np.array([[1.0, 2.0]]))[:8]
    'd87d3878'
    >>> rows_fingerprint(np.array([[1.0, 2.0]]), np.array(["a"]))[:8]
    '09e47bd6'
    """
    rows = np.ascontiguousarray(X, dtype=np.float64)
    digest = hashlib.sha256(str(rows.shape).encode())
    digest.update(np.where(np.isnan(rows), np.nan, rows + 0.0).data)  # one NaN, one zero
    if y is not None:
        y = np.asarray(y)
        numbers = y.dtype.kind in "biuf"
        digest.update(y.astype(np.float64).tobytes() if numbers else "\0".join(map(str, y)).encode())
    return digest.hexdigest()
