"""Sparse rows for trees: made dense, at once or one block of rows at a time.

Following a tree looks at a few values of each row, so rows to predict are made dense block by block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, Self

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array

MOST_CELLS = 1 << 28  # cells that are made dense at once: 2 GiB
BLOCK_CELLS = 1 << 22


class SparseRows(Protocol):
    """Rows (n, p) of a sparse matrix."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __getitem__(self, rows: slice, /) -> Self: ...

    def toarray(self, order: Literal["C", "F"] | None = None) -> Array: ...


def dense_rows(model: object, X: Array | SparseRows) -> Array:
    """X (n, p) as an array; DataError if a sparse matrix is too large for one."""
    if isinstance(X, np.ndarray):
        return X
    n, p = X.shape
    if n * p > MOST_CELLS:
        raise DataError("trees.dense", estimator=type(model).__name__, n=n, p=p, most=MOST_CELLS)
    return np.asarray(X.toarray(order="C"))


def over_rows(function: Callable[[Array], Array], X: Array | SparseRows) -> Array:
    """function(X) of rows X (n, p); of a sparse matrix, block by block."""
    if isinstance(X, np.ndarray):
        return function(X)
    n, p = X.shape
    step = max(1, BLOCK_CELLS // max(p, 1))
    return np.concatenate([function(X[i : i + step].toarray()) for i in range(0, n, step)])
