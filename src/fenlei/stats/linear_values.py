"""Values X coefᵀ + intercept of a linear model, by matrix products over blocks of rows.

`totals.linear_scores` gives the same, to rounding, by a compiled loop that allows weights of -∞.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import run_blocks
from fenlei.stats.totals import blocks_of

if TYPE_CHECKING:
    from fenlei.annotations import Matrix


def linear_values(X: Matrix, coef: Array, intercept: Array, n_jobs: int | None = None) -> Array:
    """X coefᵀ + intercept (n, t) of X (n, p), dense or CSR, and coef (t, p).

    Examples
    --------
    >>> linear_values(np.eye(2), np.array([[1.0, 2.0]]), np.array([0.5])).tolist()
    [[1.5], [2.5]]
    """
    values, coef = np.empty((X.shape[0], len(coef))), np.asarray(coef, np.float64)

    def block(start: int, stop: int) -> None:
        if is_sparse(X):
            values[start:stop] = X[start:stop] @ coef.T
        else:
            np.matmul(X[start:stop], coef.T, out=values[start:stop])
        values[start:stop] += intercept

    run_blocks(block, blocks_of(X), n_jobs)
    return values
