"""Jobs for workers, in a module that a worker can import without the tests."""

from __future__ import annotations

import os
import signal
import time
import warnings
from typing import NamedTuple

import numpy as np

from fenlei.registry import Entry
from fenlei.study.running.fold import run_fold
from fenlei.study.running.fold_store import FoldOutcome
from fenlei.study.running.plan import FoldSplit
from fenlei.study.running.task import Task


class Double(NamedTuple):
    entry: Entry
    number: int

    def run(self, task: Task) -> tuple[str, int, int | None]:
        return self.entry.name, 2 * self.number, task.n_jobs


class Fail(NamedTuple):
    entry: Entry

    def run(self, task: Task) -> None:
        warnings.warn("nobody sees this", stacklevel=1)
        raise ValueError("it broke\nin two lines")


class Die(NamedTuple):
    entry: Entry

    def run(self, task: Task) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Crash(NamedTuple):
    entry: Entry

    def run(self, task: Task) -> None:
        os.abort()


class Allocate(NamedTuple):
    entry: Entry
    size: int

    def run(self, task: Task) -> float:
        return float(np.ones(self.size // 8).sum())


class Chatter(NamedTuple):
    entry: Entry

    def run(self, task: Task) -> str:
        os.write(1, b"a library that prints must not disturb the results\n")
        return "well"


class Compile(NamedTuple):
    entry: Entry

    def run(self, task: Task) -> int:
        from numba import njit

        return int(njit(lambda x: x + 1)(1))


class SleepInQda(NamedTuple):
    """A fold; one of `qda` never ends."""

    entry: Entry
    number: int
    split: FoldSplit

    def run(self, task: Task) -> FoldOutcome:
        if self.entry.name == "qda":
            time.sleep(600)
        return run_fold(self.entry, task, self.split)
