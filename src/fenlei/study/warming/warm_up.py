"""All kernels compiled ahead of time, in as many processes as there are cores.

A kernel is compiled at its first call, which takes seconds for a tree. `warm_up` makes these first calls for
every estimator, and the store keeps the result for all processes that follow.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import zip_longest
from typing import NamedTuple

from fenlei.errors import UsageError
from fenlei.registry import REGISTRY, Entry, entries

COMPARE = "compare"  # the kernels of a comparison beside those of its models


class Warmed(NamedTuple):
    """What was compiled for one estimator."""

    name: str
    compiled: int
    seconds: float
    done: int
    total: int


def warm_up(
    models: Sequence[str] | None = None,
    *,
    jobs: int | None = None,
    progress: Callable[[Warmed], object] | None = None,
) -> list[Warmed]:
    """Compile the kernels of the estimators named, or of all.

    Parameters
    ----------
    models : sequence of str, optional
        Names of the registry, or "compare" for the scores of a comparison; default: all.
    jobs : int, optional
        Number of processes; default: one per core.
    progress : callable, optional
        Called with a `Warmed` after each estimator.

    Returns
    -------
    list of Warmed
        In the order in which they were finished.

    Examples
    --------
    >>> [warmed.name for warmed in warm_up(["linear_regression"], jobs=1)]
    ['linear_regression']
    """
    chosen = _chosen(models)
    processes = min(jobs or os.cpu_count() or 1, len(chosen))
    warmed: list[Warmed] = []
    for name, compiled, seconds in _results(chosen, processes):
        warmed.append(Warmed(name, compiled, seconds, len(warmed) + 1, len(chosen)))
        if progress is not None:
            progress(warmed[-1])
    return warmed


def _chosen(models: Sequence[str] | None) -> list[str]:
    for name in models or ():
        if name not in (*REGISTRY, COMPARE):
            raise UsageError("study.model", name=name, accepted=", ".join((*REGISTRY, COMPARE)))
    return [*spread(entries()), COMPARE] if models is None else list(models)


def spread(found: list[Entry]) -> list[str]:
    """Estimators of one family apart from each other: what they share is then compiled once, not at once."""
    families: dict[str, list[Entry]] = {}
    for entry in found:
        families.setdefault(entry.path.split(".")[1], []).append(entry)
    rounds = zip_longest(*sorted(families.values(), key=len, reverse=True))
    return [entry.name for each in rounds for entry in each if entry is not None]


def _results(chosen: list[str], processes: int) -> Iterator[tuple[str, int, float]]:
    if processes <= 1:
        yield from (compile_for(name) for name in chosen)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        for future in as_completed([pool.submit(compile_for, name) for name in chosen]):
            yield future.result()


def compile_for(name: str) -> tuple[str, int, float]:
    """Compile what one estimator needs: its name, the number of kernels, and the seconds it took."""
    from numba.core import event

    from fenlei.study.warming.small_fits import reach_kernels

    begin = time.perf_counter()
    with event.install_recorder("numba:compile") as compiling:
        reach_kernels(name)
    return name, len(compiling.buffer) // 2, time.perf_counter() - begin
