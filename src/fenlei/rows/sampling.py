"""A sample of rows by the hash of their numbers: the same rows, whatever the files and the number of threads.

Row i is taken if SplitMix64(i) is below a bound. So no generator has a state that would depend on the order
of reading, and a row's turn does not depend on other rows.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array

MOST_ROWS = 1 << 18  # of a sample; a table of no more is taken whole


def hashes(first: int, count: int) -> Array:
    """SplitMix64 (count,) uint64 of the numbers from `first` on.

    Examples
    --------
    >>> hashes(0, 2).tolist()
    [16294208416658607535, 7960286522194355700]
    """
    with np.errstate(over="ignore"):
        z = (np.arange(first, first + count, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def in_sample(first: int, count: int, n: int, most: int = MOST_ROWS) -> Array:
    """Which (count,) of the rows numbered from `first` are in a sample of about `most` of n rows."""
    if n <= most:
        return np.ones(count, bool)
    bound = int(most / n * 2.0**64)
    return np.asarray(hashes(first, count) < np.uint64(bound))
