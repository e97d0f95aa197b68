"""Measure one row: time in turn, agreement, peak memory, growth when n doubles."""

from __future__ import annotations

import ctypes
import gc
import importlib
import importlib.metadata
import os
import platform
import re
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.blas import dsyrk
from threadpoolctl import threadpool_limits

from fenlei.kernels.threads import available_cores

FLOOR = "BLAS syrk"
SMALLEST_N = 5000  # ten classes of a hundred features still have full rank
PACKAGES = ("fenlei", "numpy", "scipy", "numba", "scikit-learn")

Make = Callable[[], Any]  # an unfitted estimator
Task = Callable[[], Any]  # what is timed


class Data(NamedTuple):
    X: Any  # (n, p), dense or sparse
    y: NDArray[Any]  # (n,) codes of classes, or numbers


class Contender(NamedTuple):
    """A class or function by its path, "package.module:name": a peer that is not installed is skipped."""

    path: str
    params: Mapping[str, Any] = {}
    like: str = "fenlei"  # the contender of ours that estimates the same thing: the one to compare with
    needs: str = ""  # package that a class of the benchmarks themselves imports
    within: float = 0.0  # difference that is agreement, where this contender's is larger than the row's

    def load(self) -> Make:
        if self.needs:
            importlib.import_module(self.needs)
        module, name = self.path.split(":")
        return partial(getattr(importlib.import_module(module), name), **self.params)


@dataclass(frozen=True)
class Row:
    """One task on one data set. Made of module-level functions, so that it can go to another process."""

    name: str
    title: str
    n: int
    data: Callable[[int], Data]
    start: Callable[[Make, Data], Task]  # does the untimed part and returns the timed one
    answer: Callable[[Any, Data], NDArray[Any]]  # what the contenders' results must agree in
    contenders: Mapping[str, Contender]
    floor: bool = True  # also time one BLAS syrk over the same rows
    within: float = 1e-8  # difference of the answers that is agreement; what draws at random has more


def load(contenders: Mapping[str, Contender]) -> tuple[dict[str, Make], dict[str, str]]:
    """The contenders that are installed, and the reason for each that is not."""
    found: dict[str, Make] = {}
    skipped: dict[str, str] = {}
    for name, contender in contenders.items():
        try:
            found[name] = contender.load()
        except ImportError as missing:
            skipped[name] = str(missing)
    return found, skipped


def fitting(make: Make, data: Data) -> Task:
    return lambda: make().fit(data.X, data.y)


def predicting(make: Make, data: Data) -> Task:
    model = make().fit(data.X, data.y)
    return lambda: model.predict(data.X)


def syrk(data: Data) -> Task:
    """One pass of X'X: the cheapest way to read every row and use it with every other feature."""
    return lambda: dsyrk(1.0, data.X.T)


def race(tasks: Mapping[str, Task], repeats: int) -> dict[str, list[float]]:
    """Seconds of each task, taken in turn (ABAB...), so that a busy moment hits all of them alike."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(repeats):
        for name, task in tasks.items():
            gc.collect()
            begin = time.perf_counter()
            task()
            seconds[name].append(time.perf_counter() - begin)
    return seconds


def difference(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Largest absolute difference, relative to the largest value if that is above 1."""
    return float(np.max(np.abs(a - b)) / max(1.0, float(np.max(np.abs(b)))))


def peak_memory(row: Row, name: str, n: int) -> float | None:
    """MB that the task needs above its input, in a process of its own; None where Linux does not tell."""
    if not Path("/proc/self/clear_refs").exists():
        return None
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    fresh_process = spawn.Process(target=_tell_peak_memory, args=(row, name, n, there))
    fresh_process.start()
    there.close()
    try:
        return float(here.recv())
    except EOFError:
        raise RuntimeError(f"{row.name}: the process that measures the memory of {name} failed") from None
    finally:
        fresh_process.join()


def _tell_peak_memory(row: Row, name: str, n: int, there: Connection) -> None:
    os.setpgrp()
    there.send(_peak_memory(row, name, n))
    os.killpg(0, signal.SIGTERM)  # with the worker processes of a peer: an exit would wait for them for ever


def _peak_memory(row: Row, name: str, n: int) -> float:
    make = row.contenders[name].load()
    row.start(make, row.data(min(row.n, SMALLEST_N)))()  # the compiler's memory is not the task's
    task = row.start(make, row.data(n))
    gc.collect()
    if hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)  # freed memory that the C library kept would hide as much of the task's
    Path("/proc/self/clear_refs").write_text("5")  # sets the peak back to what is held now
    held = _status_megabytes("VmRSS")
    result = task()
    peak = _status_megabytes("VmHWM") - held
    del result  # was alive until here: it belongs to the peak
    return peak


def _status_megabytes(field: str) -> float:
    found = re.search(rf"{field}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    hardware = {"system": platform.system(), "processor": platform.machine(), "cores": available_cores()}
    return hardware | {package: importlib.metadata.version(package) for package in PACKAGES}


def scaled(row: Row, scale: float) -> Data:
    return row.data(max(int(row.n * scale), min(row.n, 2 * SMALLEST_N)))


def differences(row: Row, tasks: Mapping[str, Task], data: Data) -> dict[str, float]:
    """How far the answer of each contender is from that of its like among ours."""
    answers = {name: row.answer(task(), data) for name, task in tasks.items()}
    return {name: difference(answers[name], answers[row.contenders[name].like]) for name in answers}


def agreement(row: Row, scale: float) -> dict[str, float]:
    """The differences alone, nothing timed. Threads of OpenMP wait busily, on a busy machine for hours."""
    data = scaled(row, scale)
    with threadpool_limits(1):
        tasks = {name: row.start(make, data) for name, make in load(row.contenders)[0].items()}
        return differences(row, tasks, data)


def measure(row: Row, scale: float = 1.0, repeats: int = 5) -> dict[str, Any]:
    """Everything the table says about `row`, as plain values."""
    data = scaled(row, scale)
    half = Data(*(array[: len(data.y) // 2] for array in data))
    found, skipped = load(row.contenders)
    tasks = {name: row.start(make, data) for name, make in found.items()}
    apart = differences(row, tasks, data)  # this is the warm-up, too
    seconds = race(tasks | ({FLOOR: syrk(data)} if row.floor else {}), repeats)
    half_seconds = race({name: row.start(make, half) for name, make in found.items()}, repeats)

    def facts(name: str) -> dict[str, Any]:
        like, best = row.contenders[name].like, min(seconds[name])
        return {
            "like": like,
            "ratio": best / min(seconds[like]),
            "difference": apart[name],
            "times_floor": best / min(seconds[FLOOR]) if row.floor else None,
            "peak_megabytes": peak_memory(row, name, len(data.y)),
            "growth": best / min(half_seconds[name]),
            "seconds": seconds[name],
        }

    contenders = {name: facts(name) for name in tasks}
    n, p = data.X.shape
    head = {"row": row.name, "title": row.title, "n": n, "p": p, "machine": machine()}
    return head | {"contenders": contenders, "skipped": skipped}
