"""Rows of whatever a user hands in: arrays, sparse matrices, data frames, lists."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse

R = TypeVar("R")
T = TypeVar("T")


def count_rows(X: object) -> int:
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


def column_of(X: Any, j: int) -> Any:
    """Column j of an array or a data frame, as an array or a Narwhals series."""
    if isinstance(X, np.ndarray):
        return X[:, j]
    import narwhals as nw

    data = nw.from_native(X, eager_only=True)
    return data.get_column(data.columns[j])


def with_columns(X: Any, columns: dict[int, Any]) -> Any:
    """X with some columns replaced, in the form it came in: an array, or a data frame.

    Parameters
    ----------
    X : ndarray or data frame
    columns : dict
        New values (n,) by index: arrays, or series as `column_of` gives them.

    Examples
    --------
    >>> with_columns(np.zeros((2, 2)), {1: np.array([3.0, 4.0])}).tolist()
    [[0.0, 3.0], [0.0, 4.0]]
    """
    if isinstance(X, np.ndarray):
        changed = X.copy()
        for j, values in columns.items():
            changed[:, j] = values
        return changed
    import narwhals as nw

    data = nw.from_native(X, eager_only=True)
    new = []
    for j, values in columns.items():
        name, kind = data.columns[j], nw.get_native_namespace(data)
        found = values if isinstance(values, nw.Series) else nw.new_series(name, values, backend=kind)
        new.append(found.alias(name))
    return data.with_columns(*new).to_native()


def positive(X: R, y: T, w: Array | None) -> tuple[R, T, Array | None]:
    """The rows of X and y whose weight (n,) is above zero, as a row of weight zero is no row.

    All of them if none is, as in a block of a stream; then they add nothing to a sum.

    Examples
    --------
    >>> positive(["a", "b", "c"], [1, 2, 3], np.array([0.5, 0.0, 2.0]))
    (['a', 'c'], [1, 3], array([0.5, 2. ]))
    """
    if w is None or w.all() or not w.any():
        return X, y, w
    rows = np.flatnonzero(w)
    return take_rows(X, rows), take_rows(y, rows), w[rows]
