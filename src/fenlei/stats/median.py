"""Medians of weighted values."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array

ROUNDING = 1e-12  # of half the weight: sums of weights this near to it are equal to it


def weighted_median(values: Array, w: Array | None = None) -> Array:
    """Median of values (n,), or of each column of (n, p), as if row i were there w_i times.

    Midway between two values where half the weight is on either side.

    Examples
    --------
    >>> float(weighted_median(np.array([1.0, 2.0, 10.0]), np.array([1.0, 1.0, 2.0])))
    6.0
    """
    if w is None:
        return np.median(values, axis=0)
    if values.ndim == 2:
        return np.array([weighted_median(column, w) for column in values.T])
    order = np.argsort(values, kind="stable")
    below = np.cumsum(w[order])
    half = 0.5 * below[-1]
    low = order[np.searchsorted(below, half * (1 - ROUNDING))]
    high = order[min(np.searchsorted(below, half * (1 + ROUNDING), side="right"), len(order) - 1)]
    return 0.5 * (values[low] + values[high])
