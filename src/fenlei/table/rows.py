"""Rows of whatever a user hands in: arrays, sparse matrices, data frames, lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse


def count_rows(X: Any) -> int:
    """Number of rows."""
    if hasattr(X, "shape"):
        return int(X.shape[0])
    return len(X) if hasattr(X, "__len__") else len(np.asarray(X))


def take_rows(X: Any, rows: Array) -> Any:
    """The rows with the given indices, in the form X came in.

    Parameters
    ----------
    X : array, sparse matrix, data frame, series, Arrow table or column, list
        A tuple comes back as a list, anything else that is unknown as an array.
    rows : ndarray of int64
        Indices.

    Examples
    --------
    >>> take_rows(["a", "b", "c"], np.array([2, 0]))
    ['c', 'a']
    """
    if isinstance(X, np.ndarray):
        return X[rows]
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    if is_sparse(X):
        return X.tocsr()[rows]
    if isinstance(X, list | tuple):
        return [X[i] for i in rows]
    import narwhals as nw

    data = nw.from_native(X, allow_series=True, pass_through=True)
    return np.asarray(X)[rows] if data is X else data[rows.tolist()].to_native()
