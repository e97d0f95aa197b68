"""Numba's cache of compiled kernels, shared by several processes.

Numba writes a new entry in two steps, the index and then the code, without a lock: of two processes that add
to one index the later drops what the earlier added, and a number can end up with the code of another
signature (numba issue 4807). Here every reading and writing of an entry holds a lock on a file beside it; the
system frees the lock of a process that is killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from numba.core.caching import IndexDataCacheFile

LOCK_FILE = ".fenlei.lock"


def share_compiled_kernels() -> None:
    """Make this process hold the lock whenever it reads or writes a compiled kernel."""
    from numba.core.caching import IndexDataCacheFile

    for name in ("load", "save"):
        method = getattr(IndexDataCacheFile, name)
        if not hasattr(method, "__wrapped__"):
            setattr(IndexDataCacheFile, name, _locked(method))


def _locked(method: Callable[..., object]) -> Callable[..., object]:
    @wraps(method)
    def with_lock(cache: IndexDataCacheFile, *arguments: object) -> object:
        with lock(Path(cache._cache_path) / LOCK_FILE):
            return method(cache, *arguments)

    return with_lock


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold the lock; where the file cannot be made (a cache that is not there, or only read) go without."""
    try:
        file = path.open("ab")
    except OSError:
        yield
        return
    with file:  # closing frees the lock
        _wait_for(file)
        yield


def _wait_for(file: IO[bytes]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX)
