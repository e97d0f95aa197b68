"""Sorting columns: the order of every column at once, and a stable partition of an order.

NaN sorts last. Equal values keep the order of their rows, so results do not depend on the number of threads.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import run_blocks


def argsort_columns(X: Array, n_jobs: int | None = None) -> Array:
    """Stable ascending order of each column of X (n, p), as rows of an array (p, n) int64."""
    order = np.empty((X.shape[1], len(X)), np.int64)

    def columns(start: int, stop: int) -> None:
        for j in range(start, stop):
            order[j] = np.argsort(X[:, j], kind="stable")

    run_blocks(columns, [(j, j + 1) for j in range(X.shape[1])], n_jobs)
    return order


@kernel
def stable_partition(order: Array, goes_left: Array, out_order: Array) -> int:
    """Rows with goes_left[row] first, the others behind, both in their old order; size of the first part."""
    n = order.shape[0]
    left = 0
    for i in range(n):
        left += goes_left[order[i]]
    first, second = 0, left
    for i in range(n):
        row = order[i]
        if goes_left[row]:
            out_order[first] = row
            first += 1
        else:
            out_order[second] = row
            second += 1
    return left
