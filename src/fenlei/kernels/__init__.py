"""Compiled primitives that the families share, and the decorators that compile every kernel.

Which decorator to choose:

| decorator                  | for                                             | rounding                    |
|----------------------------|-------------------------------------------------|-----------------------------|
| `kernel`                   | most kernels: sums and products over rows       | sums reassociated, fused    |
| `exact_kernel`             | the order of operations is the method           | as written, a * b + c fused |
| `plain_kernel`             | ties decide: equal gains, equal distances       | each operation by itself    |
| `part_of_plain_kernel`     | a small function inside plain kernels           | as `plain_kernel`, inlined  |
| `part_of_kernel`           | a small function inside the loops of kernels    | as `kernel`, inlined        |
| `borrowing_kernel`         | called on views, once per node or row           | as `kernel`                 |
| `part_of_borrowing_kernel` | a small function inside such kernels            | as `kernel`, inlined        |

Start with `kernel`. Take `exact_kernel` or `plain_kernel` where a test shows that rounding decides, and
`borrowing_kernel` only where a profile shows that counting references costs time, since it has rules.
With `NUMBA_DISABLE_JIT=1` each of them returns the function unchanged.

================  =========================================================================================
`classwise`       sums of rows by class
`column_matrix`   a sparse matrix by columns (CSC), as compiled functions take it
`counters`        counters that several threads change at once, inside kernels
`exponential`     exp that vectorises inside a kernel, and the stable log-sum-exp of score rows built on it
`matrices`        matrices that may be dense or sparse (CSR)
`memory`          how much memory is free
`merge_tree`      the fixed binary tree in which summaries of blocks are merged
`notice`          one sentence when the first kernel of a process is compiled
`packed`          entries of the store as a wheel brings them, packed by module
`phases`          phases of one long kernel, whose pieces a team shares
`prefetch`        memory asked for before it is needed
`read_only`       read-only arrays run the machine code of arrays that can be written to
`recipe`          what a compiled kernel is made of, as a name
`rows`            the winner of each row; rows as kernels want them
`shipped`         the machine code that a wheel brings: processors, versions and settings
`soft_threshold`  the soft threshold S(v, a) = sign(v) max(|v| - a, 0)
`store`           compiled kernels on disk, named by what they are made of
`team`            threads that share the blocks of one pass: one kernel per thread, no Python in between
`threads`         one shared thread pool that maps nogil work over fixed blocks of rows
================  =========================================================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    keep: Any = import_module("fenlei.kernels.store").keep
except (ImportError, AttributeError):  # private names of Numba have moved: its own cache does
    keep = None

Array = np.ndarray[Any, np.dtype[Any]]

# Reassociation and contraction let loops vectorise; NaN and infinity keep their meaning.
FAST: set[str] = {"reassoc", "contract", "nsz", "arcp"}


def compiled(function: Callable[..., object], **options: Any) -> Any:
    """Compile a function with these options at its first call, unless the store has it."""
    if keep is None:
        return njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    dispatcher = njit(nogil=True, error_model="numpy", **options)(function)
    return dispatcher if dispatcher is function else keep(dispatcher)


def exact_kernel(function: Callable[..., object]) -> Any:
    """Compile a kernel in which the order of operations is part of the method: no reassociation."""
    return compiled(function, fastmath={"contract"})


def plain_kernel(function: Callable[..., object]) -> Any:
    """Compile a kernel whose every operation is rounded by itself: what ties on paper ties in the machine."""
    return compiled(function)


def kernel(function: Callable[..., object]) -> Any:
    """Compile a kernel: lazily, cached on disk, without the GIL, keeping NaN and infinity."""
    return compiled(function, fastmath=FAST)


def step_of_kernel(function: Callable[..., object]) -> Any:
    """Compile a step of one long kernel, written into it before that is compiled.

    What the step calls is then called, and optimised, as if the kernel were one function: each level of calls
    is optimised once more, and that can change the last bits of sums.
    """
    return compiled(function, fastmath=FAST, inline="always")


def part_of_kernel(function: Callable[..., object]) -> Any:
    """Compile a part of kernels, always inlined.

    Of a part that is called, Numba keeps several versions, and which of them runs depends on whether the
    caller was compiled just now or came from the disk; so do the last bits of its sums.
    """
    return compiled(function, fastmath=FAST, forceinline=True)


def takes_nrt_flag() -> bool:
    """Whether this Numba knows the flag `_nrt`, which it does not document.

    Numba checks flags when a kernel is first compiled; here they are parsed at once. In any doubt the answer
    is no: without the flag the same kernels count references, slower but never wrong.
    """
    try:
        flags: Any = import_module("numba.core.compiler").Flags()
        options: Any = import_module("numba.core.cpu").CPUTargetOptions
        return options.parse_as_flags(flags, {"_nrt": False}).nrt is False
    except Exception:  # private names may move, and options may be refused in any way
        return False


NO_COUNTING: dict[str, Any] = {"_nrt": False} if takes_nrt_flag() else {}


def part_of_plain_kernel(function: Callable[..., object]) -> Any:
    """Compile a part of plain kernels, always inlined."""
    return compiled(function, forceinline=True)


def borrowing_kernel(function: Callable[..., object]) -> Any:
    """Compile a kernel that owns no array, only looks into those of its caller: it counts no references.

    Counting takes an atomic addition for every array and view of every call, more than a node of a few rows
    costs: a tree of a forest takes a tenth to a fifth longer with it, a regression tree more. Where one
    side counts and the other does not, memory is freed twice; so three rules:

    1. It makes no array. (Numba refuses to compile one that does. Views of its arguments are free.)
    2. It returns numbers, or tuples of them; no array, no view, no record that holds one.
    3. What it calls is of its kind, or takes and returns numbers only.

    `tests/trees/test_borrowing.py` checks the second and the third for every one of them. Any kernel may call
    it, as the caller's references outlive the call. Where Numba does not take the flag (`takes_nrt_flag`),
    the kernels count references as all others do.
    """
    return compiled(function, fastmath=FAST, **NO_COUNTING)


def part_of_borrowing_kernel(function: Callable[..., object]) -> Any:
    """Compile a part of kernels that counts no references, always inlined."""
    return compiled(function, fastmath=FAST, forceinline=True, **NO_COUNTING)
