"""One shared thread pool that maps nogil work over fixed blocks of rows.

Blocks depend on the shape of the data only, and results come back in block order; so a sum of block
summaries has the same bits whatever the number of threads. BLAS runs single-threaded meanwhile.

Rules that keep it safe: no task waits for another task; a call from inside a task runs inline; a
forked child starts with a pool of its own.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import numpy as np

Block = tuple[int, int]
R = TypeVar("R")

BLOCK_ELEMENTS = (
    1 << 21
)  # 16 MiB of float64: long enough to hide 50 µs of dispatch, small enough to share out

_inside = threading.local()
_lock = threading.Lock()
_pool: ThreadPoolExecutor | None = None
_blas_users = 0
_blas_before: list[tuple[Any, int]] = []  # libraries that are capped, and their threads without


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def effective_n_jobs(n_jobs: int | None) -> int:
    """Number of threads for `n_jobs`: None is all cores, negative counts from the end as in joblib."""
    cores = available_cores()
    if n_jobs is None:
        return cores
    return max(1, cores + 1 + n_jobs if n_jobs < 0 else n_jobs)


def inside_task() -> bool:
    """Whether this thread runs a task of the pool, which has no more than this thread."""
    return getattr(_inside, "task", False)


def row_blocks(n: int, p: int, elements: int = BLOCK_ELEMENTS) -> list[Block]:
    """Cut n rows of p values into blocks of a fixed number of rows; [(0, 0)] when there are none."""
    rows = max(256, elements // max(p, 1))
    return [(start, min(start + rows, n)) for start in range(0, max(n, 1), rows)]


def leaf_rows(p: int, elements: int = BLOCK_ELEMENTS) -> int:
    """Rows of p values in a leaf of the tree of sums: the largest power of two that fits, 256 at least."""
    return max(256, 1 << max(elements // max(p, 1), 1).bit_length() - 1)


def leaf_blocks(n: int, p: int, elements: int = BLOCK_ELEMENTS) -> list[Block]:
    """Cut n rows of p values into leaves, or whole parts of a leaf where `elements` are fewer."""
    rows = min(leaf_rows(p, elements), leaf_rows(p))
    return [(start, min(start + rows, n)) for start in range(0, max(n, 1), rows)]


def map_blocks(
    function: Callable[[int, int], R], blocks: Sequence[Block], n_jobs: int | None = None
) -> Iterator[R]:
    """Yield `function(start, stop)` for each block, in order; few results wait, so memory stays bounded."""
    workers = min(effective_n_jobs(n_jobs), len(blocks))
    with single_threaded_blas():
        if workers == 1 or inside_task():
            yield from (_run(function, start, stop) for start, stop in blocks)
        else:
            yield from _map_in_pool(function, blocks, workers)


def run_blocks(
    function: Callable[[int, int], None], blocks: Sequence[Block], n_jobs: int | None = None
) -> None:
    """Call `function(start, stop)` for each block; it writes its results where they belong."""
    if len(blocks) == 1:  # of a few rows, without what it takes to share them
        with single_threaded_blas():
            _run(function, *blocks[0])
        return
    for _ in map_blocks(function, blocks, n_jobs):
        pass


def _map_in_pool(function: Callable[[int, int], R], blocks: Sequence[Block], workers: int) -> Iterator[R]:
    cores = available_cores()
    window = 2 * workers if workers >= cores else workers  # the pool itself never runs more than `cores`
    waiting: deque[Future[R]] = deque()
    try:
        for start, stop in blocks:
            if len(waiting) == window:
                yield waiting.popleft().result()
            waiting.append(_shared_pool().submit(_task, function, start, stop))
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _task(function: Callable[[int, int], R], start: int, stop: int) -> R:
    _inside.task = True
    return _run(function, start, stop)


def inline(function: Callable[..., R], *arguments: object) -> R:
    """`function(*arguments)` in a thread of another pool, in which it has no more than this thread."""
    before, _inside.task = inside_task(), True
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return function(*arguments)
    finally:
        _inside.task = before


def _run(function: Callable[[int, int], R], start: int, stop: int) -> R:
    """One block. Overflow and NaN pass in silence, in every thread alike: who calls looks at the results."""
    with np.errstate(over="ignore", invalid="ignore"):
        return function(start, stop)


def _shared_pool() -> ThreadPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(available_cores(), thread_name_prefix="fenlei")
        return _pool


@cache
def _blas_libraries() -> list[Any]:
    """NumPy's BLAS and SciPy's, which is the one that kernels call: it has to be loaded to be capped."""
    import scipy.linalg.cython_blas  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)


@contextmanager
def single_threaded_blas() -> Iterator[None]:
    """Cap BLAS at one thread. The cap is process-wide, so it lasts from the first user to the last."""
    global _blas_users
    with _lock:
        if _blas_users == 0:
            _cap_blas()
        _blas_users += 1
    try:
        yield
    finally:
        with _lock:
            _blas_users -= 1
            if _blas_users == 0:
                _lift_cap()


def _cap_blas() -> None:
    """Library by library: threadpoolctl's own `limit` takes as long as a small model."""
    global _blas_before
    found = [(library, library.num_threads) for library in _blas_libraries()]
    _blas_before = [(library, count) for library, count in found if count != 1]
    if _blas_before:
        _take_control_of_blas()
    for library, _ in _blas_before:
        library.set_num_threads(1)


def _lift_cap() -> None:
    if _blas_before:
        _take_control_of_blas()
    for library, count in _blas_before:
        library.set_num_threads(count)


def _take_control_of_blas() -> None:
    """Let this thread set the cap, whichever set it last.

    From version 3.8 on, threadpoolctl ignores all threads but the one that set it first; here the first user
    of the cap and the last may be different threads, and the lock keeps them apart.
    """
    import threadpoolctl

    controller: Any = getattr(threadpoolctl, "OpenBLASController", None)
    if hasattr(controller, "clear_controlling_thread"):
        controller.clear_controlling_thread(force=True)


def _start_afresh_in_child() -> None:
    """A forked child has none of the parent's threads: drop the pool and the lock, lift the cap on BLAS."""
    global _pool, _lock, _blas_users
    if _blas_users:
        _lift_cap()
    _pool, _lock, _blas_users = None, threading.Lock(), 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh_in_child)
