"""The soft threshold S(v, a) = sign(v) max(|v| - a, 0): the minimum over u of ½ (u - v)² + a |u|."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, part_of_kernel


@part_of_kernel
def soft_threshold_of(v: float, amount: float) -> float:
    """S(v, amount) of one number, as a part of kernels."""
    return max(abs(v) - amount, 0.0) * (1.0 if v > 0.0 else -1.0)


def soft_threshold(v: Array, amount: Array | float) -> Array:
    """S(v, amount) of each element.

    Examples
    --------
    >>> soft_threshold(np.array([-3.0, 0.5, 2.0]), 1.0).tolist()
    [-2.0, 0.0, 1.0]
    """
    return np.sign(v) * np.maximum(np.abs(v) - amount, 0.0)
