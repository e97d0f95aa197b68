"""Rows of weight zero: removed here and nowhere else, as a row of weight zero is no row."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from sklearn.utils import check_consistent_length

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.kernels import Array
from fenlei.table.rows import count_rows, take_rows
from fenlei.weights import check_weights

R = TypeVar("R")
T = TypeVar("T")


def with_weight(X: MatrixLike, y: Any, sample_weight: ArrayLike | None) -> tuple[Any, Any, Array | None]:
    """X and y as they are given, without the rows of weight zero, and the checked weights of the others.

    Before anything is learned from the rows, so that a row of weight zero brings no class and no category.

    Examples
    --------
    >>> with_weight([[1], [2], [3]], ["a", "b", "a"], [1, 0, 2])
    ([[1], [3]], ['a', 'a'], array([1., 2.]))
    """
    if sample_weight is None:
        return X, y, None
    check_consistent_length(X, y)
    return positive(X, y, check_weights(sample_weight, count_rows(X)))


def positive(X: R, y: T, w: Array | None) -> tuple[R, T, Array | None]:
    """The rows of X and y whose weight (n,) is above zero; all of them if none is, as in a block of a
    stream.
    """
    if w is None or w.all() or not w.any():
        return X, y, w
    rows = np.flatnonzero(w)
    return take_rows(X, rows), take_rows(y, rows), w[rows]
