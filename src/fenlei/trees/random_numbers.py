"""Random numbers from a counter: a node's depend on its position in the tree, not on when it is grown.

The product of 64 bits is put together from halves, so that it wraps without a warning also when kernels run
as plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.kernels import kernel


@kernel
def times(a: np.uint64, b: np.uint64) -> Any:
    """a b modulo 2^64."""
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    low = (a & mask) * (b & mask)
    high = (low >> half) + ((a >> half) * (b & mask) & mask) + ((a & mask) * (b >> half) & mask)
    return ((high & mask) << half) | (low & mask)


@kernel
def splitmix(state: np.uint64) -> Any:
    """A random number of 64 bits from a counter: the mixer of Steele, Lea, Flood (2014)."""
    z = state ^ np.uint64(0x9E3779B97F4A7C15)
    z = times(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = times(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    return z ^ (z >> np.uint64(31))


@kernel
def uniform(state: np.uint64) -> Any:
    """A number from 0 up to 1, without it."""
    return np.float64(splitmix(state) >> np.uint64(11)) / 9007199254740992.0


@kernel
def drawn_before(j: int, other: int, seed: np.uint64) -> bool:
    """Whether feature j wins a tie with another in the node of this seed; every order is equally likely."""
    high = np.uint64(40)  # far from the numbers by which features are drawn
    return splitmix(seed ^ (np.uint64(j + 1) << high)) < splitmix(seed ^ (np.uint64(other + 1) << high))
