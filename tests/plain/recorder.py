"""Kernels as plain Python, with a record of which of them ran.

Importing this file changes nothing, since pytest imports it while it looks for examples. `install` takes the
place of the compiler, and is for a process of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

DEFINED: set[str] = set()  # every decorated function of the package that was imported, "module:name"
CALLED: set[str] = set()


def record(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, noting that it was called."""
    name = f"{function.__module__}:{function.__qualname__}"
    DEFINED.add(name)

    @wraps(function)
    def called(*arguments: Any) -> Any:
        CALLED.add(name)
        return function(*arguments)

    return called


def njit(*arguments: Any, **options: Any) -> Any:
    """Stands in for `numba.njit`, with or without options."""
    return record(arguments[0]) if arguments else record


def install() -> None:
    """Take the place of the compiler. Call it before anything of fenlei is imported."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    import numba

    numba.njit = njit
