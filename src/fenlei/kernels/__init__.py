"""Shared compiled primitives: threads over fixed row blocks, class-wise sums, exp and log-sum-exp."""

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


def step_of_kernel(function: Any) -> Any:
    """Compile a step of one long kernel, written into it before that is compiled.

    What the step calls is then called, and optimised, as if the kernel were one function: each level of calls
    is optimised once more, and that can change the last bits of sums.
    """
    return njit(cache=True, nogil=True, fastmath=FAST, error_model="numpy", inline="always")(function)


def part_of_kernel(function: Any) -> Any:
    """Compile a part of kernels, always inlined.

    Of a part that is called, Numba keeps several versions, and which of them runs depends on whether the
    caller was compiled just now or came from the disk; so do the last bits of its sums.
    """
    return njit(cache=True, nogil=True, fastmath=FAST, error_model="numpy", forceinline=True)(function)


BORROWING: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "fastmath": FAST,
    "error_model": "numpy",
    "_nrt": False,
}


def borrowing_kernel(function: Any) -> Any:
    """Compile a kernel that owns no array, only looks into those of its caller: it counts no references.

    Counting takes an atomic addition for every array and view of every call, more than a node of a few rows
    costs: a tree of a forest takes a tenth to a fifth longer with it, a regression tree more. Where one
    side counts and the other does not, memory is freed twice; so three rules:

    1. It makes no array. (Numba refuses to compile one that does. Views of its arguments are free.)
    2. It returns numbers, or tuples of them; no array, no view, no record that holds one.
    3. What it calls is of its kind, or takes and returns numbers only.

    `tests/trees/test_borrowing.py` reads the second and the third off every one of them. Any kernel may call
    it, as the caller's references outlive the call. Numba does not document `_nrt`; without it the kernels
    do the same, slower.
    """
    return njit(**BORROWING)(function)


def part_of_borrowing_kernel(function: Any) -> Any:
    """Compile a part of kernels that counts no references, always inlined."""
    return njit(**BORROWING, forceinline=True)(function)
