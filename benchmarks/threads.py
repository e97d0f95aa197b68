"""What threads bring, row by row, and what more of them would: `python -m benchmarks.threads [--rows gnb]`.

Every row whose estimator of ours has `n_jobs` runs at 1 and 2 threads, and at more where there are cores, in
turn: wall and CPU time, voluntary switches of context, page faults. One more run with one thread is recorded:
which passes are shared (`kernels.threads`, `kernels.team`), in how many tasks, and what is left serial. From
that the time at N threads is predicted,

    T(N) = serial + Σ over passes max(CPU / min(N, tasks), longest task) + 0.1 ms × switches at two threads,

an alarm rather than a promise: the last term was fitted to rows measured on 16 cores. CPU times are used
wherever possible, as they depend less than wall times on what else the machine does.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.harness import Data, Make, Row, Task, machine, scaled
from benchmarks.suite import select
from fenlei.kernels import team, threads

RESULTS = Path(__file__).parent / "results" / "threads.md"
SMALLER = Path("build/benchmarks/threads.md")  # a smoke test never replaces the real figures
SWITCH = 1e-4  # seconds that a switch at two threads costs at sixteen
SHORT = 0.05  # seconds of a row that is too short for alarms
PAUSE = 0.3  # seconds after which threads of a peer's BLAS have stopped to wait busily
REASONS: dict[str, str] = {}  # "row: alarm" that stays, and why


class Usage(NamedTuple):
    """What one run took."""

    wall: float
    cpu: float
    switches: int
    faults: int


class SharedWork(NamedTuple):
    """One pass over blocks, recorded at one thread."""

    tasks: int
    cpu: float
    longest: float
    by_team: bool


class ThreadResult(NamedTuple):
    """Everything known about a row."""

    row: str
    runs: dict[int, Usage]  # by number of threads, the best of each field
    passes: list[SharedWork]
    cpu: float  # of the recorded run
    reading: float  # seconds to read X once

    @property
    def serial(self) -> float:
        """Seconds outside of passes."""
        return max(self.cpu - sum(work.cpu for work in self.passes), 0.0)

    def predicted(self, n_threads: int) -> float:
        shared = sum(max(work.cpu / min(n_threads, work.tasks), work.longest) for work in self.passes)
        return self.serial + shared + SWITCH * self.runs[2].switches


def with_threads(make: Make, n_jobs: int) -> Make | None:
    """The same estimator with so many threads; None if it has no such parameter."""
    try:
        known = make().get_params()
    except (AttributeError, TypeError):  # a function, or a class of the benchmarks
        return None
    any_make: Any = make
    return partial(any_make, n_jobs=n_jobs) if "n_jobs" in known else None


def used(task: Task) -> Usage:
    gc.collect()
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    task()
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Usage(wall, cpu, after.ru_nvcsw - before.ru_nvcsw, after.ru_minflt - before.ru_minflt)


def in_turn(tasks: Mapping[int, Task], repeats: int) -> dict[int, Usage]:
    """The best of each field over the repeats."""
    runs: dict[int, list[Usage]] = {n_jobs: [] for n_jobs in tasks}
    for _ in range(repeats):
        for n_jobs, task in tasks.items():
            runs[n_jobs].append(used(task))
    return {n_jobs: Usage(*map(min, zip(*found, strict=True))) for n_jobs, found in runs.items()}


@contextmanager
def recording() -> Iterator[list[SharedWork]]:
    """Collects the passes that run meanwhile in this thread; those inside a task belong to it."""
    found: list[SharedWork] = []
    run, lead = threads._run, team.SharedPass.lead
    last: list[Any] = [None]  # the function of the latest pass of the pool: its tasks come one after another
    depth = [0]

    def timed(work: Callable[[], Any]) -> tuple[Any, float]:
        depth[0] += 1
        start = time.thread_time()
        try:
            return work(), time.thread_time() - start
        finally:
            depth[0] -= 1

    def task(function: Any, start: int, stop: int) -> Any:
        if depth[0]:
            return run(function, start, stop)
        result, cpu = timed(partial(run, function, start, stop))
        if last[0] is function:
            found[-1] = grown(found[-1], cpu)
        else:
            found.append(SharedWork(1, cpu, cpu, by_team=False))
        last[0] = function
        return result

    def shared(work: team.SharedPass) -> None:
        if depth[0]:
            return lead(work)
        count = max(int(work.counters[team.COUNT]), 1)
        cpu = timed(partial(lead, work))[1]
        found.append(SharedWork(count, cpu, cpu / count, by_team=True))
        last[0] = None

    threads._run, team.SharedPass.lead = task, shared  # type: ignore[method-assign, assignment]
    try:
        yield found
    finally:
        threads._run, team.SharedPass.lead = run, lead  # type: ignore[method-assign]


def grown(work: SharedWork, cpu: float) -> SharedWork:
    """The pass with one more task."""
    return work._replace(tasks=work.tasks + 1, cpu=work.cpu + cpu, longest=max(work.longest, cpu))


def measure(row: Row, scale: float, repeats: int) -> ThreadResult | None:
    """None if the row's estimator has no threads."""
    make = row.contenders["fenlei"].load()
    counts = [1, 2, *(n for n in (4, 8, 16) if n <= threads.available_cores())]
    makes = {n_jobs: with_threads(make, n_jobs) for n_jobs in counts}
    data = scaled(row, scale)
    tasks = {n_jobs: row.start(each, data) for n_jobs, each in makes.items() if each is not None}
    if not tasks:
        return None
    for task in tasks.values():  # the warm-up
        task()
    time.sleep(PAUSE)
    runs = in_turn(tasks, repeats)
    with recording() as passes:
        start = time.thread_time()
        tasks[1]()
        cpu = time.thread_time() - start
    return ThreadResult(row.name, runs, passes, cpu, reading_time(data))


def reading_time(data: Data) -> float:
    """Seconds of CPU to read the values of X once."""
    values = data.X.data if hasattr(data.X, "indptr") else data.X
    return min(used(values.sum).cpu for _ in range(3)) if isinstance(values, np.ndarray) else 0.0


def alarms(result: ThreadResult) -> Iterator[str]:
    """What stands in the way of more threads; nothing about short rows."""
    one, two = result.runs[1], result.runs[2]
    if one.cpu < SHORT:
        return
    if two.switches > 500 * two.wall:
        yield f"switches: {two.switches} at two threads, {two.switches / two.wall / 10:.0f} per 100 ms"
    limit = 1.3 if one.cpu < 4 * result.reading else 1.2
    if two.cpu > limit * one.cpu:
        yield f"CPU: {two.cpu / one.cpu:.2f} times as much at two threads as at one"
    few = [work for work in result.passes if work.tasks < 64 and work.cpu > 0.005]
    if few:
        yield f"tasks: {min(work.tasks for work in few)} in a pass of {1e3 * max(w.cpu for w in few):.0f} ms"
    tiny = [work for work in result.passes if not work.by_team and 1 < work.tasks > work.cpu / 2e-4]
    if tiny:
        yield f"short tasks: {len(tiny)} passes whose tasks take less than 0.2 ms"
    if result.serial > 0.02 * result.cpu:
        yield f"serial: {100 * result.serial / result.cpu:.0f} % of the time at one thread"
    if (efficiency := result.cpu / result.predicted(16) / 16) < 0.6:
        yield f"efficiency: {efficiency:.2f} predicted at 16 threads"


HEADER = """\
# Threads

Written by `make bench-threads`. Times in ms, the best of {repeats} runs with 1 and 2 threads in turn;
`switches` are voluntary ones at two threads, `faults` those of pages; `passes` are those of one run, `tasks`
the fewest and the most in one of them; `serial` is the share of the time outside of passes; the last columns
are what `benchmarks/threads.py` predicts.
The load of the machine was {load:.1f} at the start, {cores} cores: {state}.

"""
COLUMNS = (
    *("row", "wall 1", "wall 2", "CPU 1", "CPU 2", "switches", "faults"),
    *("passes", "tasks", "serial", "16 threads", "64 threads"),
)


def cells(result: ThreadResult) -> list[str]:
    one, two, tasks = result.runs[1], result.runs[2], [work.tasks for work in result.passes]
    times = [f"{1e3 * each:.3g}" for each in (one.wall, two.wall, one.cpu, two.cpu)]
    predicted = [f"{1e3 * result.predicted(n):.3g}" for n in (16, 64)]
    span = f"{min(tasks)} to {max(tasks)}" if tasks else "none"
    serial = f"{100 * result.serial / result.cpu:.1f} %" if result.cpu else ""
    return [result.row, *times, str(two.switches), str(two.faults), str(len(tasks)), span, serial, *predicted]


def page(results: list[ThreadResult], repeats: int, load: float) -> str:
    cores = threads.available_cores()
    state = "quiet" if load < 0.5 * cores else "not quiet, so wall times and switches say little"
    lines = [COLUMNS, ["---"] * len(COLUMNS), *(cells(result) for result in results)]
    table = ["| " + " | ".join(line) + " |" for line in lines]
    raised = [f"{result.row}: {alarm}" for result in results for alarm in alarms(result)]
    listed = [f"- {alarm}{reason(alarm)}" for alarm in raised] or ["None."]
    head = HEADER.format(repeats=repeats, load=load, cores=cores, state=state)
    with_machine = ", ".join(f"{key} {value}" for key, value in machine().items())
    return head + "\n".join([*table, "", "## Alarms", "", *listed, "", f"Measured with {with_machine}.", ""])


def reason(alarm: str) -> str:
    known = [why for start, why in REASONS.items() if alarm.startswith(start)]
    return f" ({known[0]})" if known else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("--rows", default="", help="comma-separated beginnings of row names; all if empty")
    parser.add_argument("--scale", type=float, default=1.0, help="fraction of the full number of samples")
    parser.add_argument("--repeats", type=int, default=5, help="runs with each number of threads")
    parser.add_argument("--out", type=Path, help="the file to write")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    results = []
    for row in select(options.rows):
        if "fenlei" in row.contenders:
            print(f"{row.name} ...", file=sys.stderr, flush=True)
            results.append(measure(row, options.scale, options.repeats))
    written = page([result for result in results if result is not None], options.repeats, load)
    out = options.out or (RESULTS if options.scale == 1 and not options.rows else SMALLER)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(written)
    print(written)
    print(f"Written to {out}")


if __name__ == "__main__":
    main()
