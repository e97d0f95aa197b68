"""Random numbers from a counter: a node's depend on its place in the tree, not on when it is grown."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import kernel


@kernel
def splitmix(state: np.uint64) -> np.uint64:
    """A random number of 64 bits from a counter (Steele, Lea, Flood 2014)."""
    z = state + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def uniform(state: np.uint64) -> float:
    """A number from 0 up to 1, without it."""
    return np.float64(splitmix(state) >> np.uint64(11)) / 9007199254740992.0
