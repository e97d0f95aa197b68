"""Sparse rows for trees: kept sparse where they can be, walked through block by block, dense if they must.

Following a tree asks a row for a few of its values, so rows to predict are made dense a block at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError
from fenlei.kernels import Array

MOST_CELLS = 1 << 28  # cells that are made dense at once: 2 GiB
BLOCK_CELLS = 1 << 22


def dense_rows(model: Any, X: Any) -> Array:
    """X (n, p) as an array; DataError if a sparse matrix is too large for one."""
    if isinstance(X, np.ndarray):
        return X
    n, p = X.shape
    if n * p > MOST_CELLS:
        raise DataError("trees.dense", estimator=type(model).__name__, n=n, p=p, most=MOST_CELLS)
    return np.asarray(X.toarray(order="C"))


def over_rows(function: Callable[[Array], Array], X: Any) -> Array:
    """function(X) of rows X (n, p); of a sparse matrix, block by block."""
    if isinstance(X, np.ndarray):
        return function(X)
    n, p = X.shape
    step = max(1, BLOCK_CELLS // max(p, 1))
    return np.concatenate([function(X[i : i + step].toarray()) for i in range(0, n, step)])


class SparseRows:
    """Checks that keep a sparse matrix sparse; a mixin in front of `CodedRows`."""

    coding_: Any

    def _coded(self, X: MatrixLike, *, reset: bool) -> Any:
        """X as float64 (n, p) in C order, or as CSR."""
        if not hasattr(X, "toarray") or self.coding_ is not None:
            return super()._coded(X, reset=reset)  # type: ignore[misc]
        how = {"dtype": np.float64, "accept_sparse": "csr", "ensure_all_finite": "allow-nan"}
        return validate_data(self, X, reset=reset, **how)

    def _check_rows_of(self, X: MatrixLike) -> Any:
        """Rows to predict, CSR if they came sparse."""
        return super()._check_X(X)  # type: ignore[misc]

    def _check_X(self, X: MatrixLike) -> Array:
        """Rows to read, dense."""
        return dense_rows(self, self._check_rows_of(X))
