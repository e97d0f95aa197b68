"""Calls for workers, in a module that a worker can import without the tests."""

from __future__ import annotations

import os
import signal
import time
import warnings
from typing import Any

import numpy as np


def double(entry: Any, task: Any, number: int) -> tuple[str, int, int | None]:
    return entry.name, 2 * number, task.n_jobs


def fail(entry: Any, task: Any) -> None:
    warnings.warn("nobody hears this", stacklevel=1)
    raise ValueError("it broke\nin two lines")


def die(entry: Any, task: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def crash(entry: Any, task: Any) -> None:
    os.abort()


def take(entry: Any, task: Any, size: int) -> float:
    return float(np.ones(size // 8).sum())


def chatter(entry: Any, task: Any) -> str:
    os.write(1, b"a library that prints must not disturb the answers\n")
    return "well"


def compile_something(entry: Any, task: Any) -> int:
    from numba import njit

    return int(njit(lambda x: x + 1)(1))


def sleep_in_qda(entry: Any, task: Any, split: Any) -> Any:
    """A fold; one of `qda` never ends."""
    from fenlei.study.running.run import run_fold

    if entry.name == "qda":
        time.sleep(600)
    return run_fold(entry, task, split)
