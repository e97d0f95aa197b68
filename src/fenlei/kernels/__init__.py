"""Shared compiled primitives: threads over fixed row blocks, class-wise sums, exp and log-sum-exp,
sorting.
"""

from typing import Any

import numpy as np
from numba import njit

Array = np.ndarray[Any, np.dtype[Any]]

# Reassociation and contraction let loops vectorise; NaN and infinity keep their meaning.
FAST: set[str] = {"reassoc", "contract", "nsz", "arcp"}


def exact_kernel(function: Any) -> Any:
    """Compile a kernel in which the order of operations is part of the method: no reassociation."""
    return njit(cache=True, nogil=True, fastmath={"contract"}, error_model="numpy")(function)


def plain_kernel(function: Any) -> Any:
    """Compile a kernel whose every operation is rounded by itself: what ties on paper ties in the machine."""
    return njit(cache=True, nogil=True, error_model="numpy")(function)


def kernel(function: Any) -> Any:
    """Compile a kernel: lazily, cached on disk, without the GIL, keeping NaN and infinity."""
    return njit(cache=True, nogil=True, fastmath=FAST, error_model="numpy")(function)


def part_of_kernel(function: Any) -> Any:
    """Compile a part of kernels, always inlined.

    Of a part that is called, Numba keeps several versions, and which of them runs depends on whether the
    caller was compiled just now or came from the disk; so do the last bits of its sums.
    """
    return njit(cache=True, nogil=True, fastmath=FAST, error_model="numpy", forceinline=True)(function)
