"""The team: every block once, the same bits for any number of threads, and nobody waits for ever."""

from __future__ import annotations

import ast
import gc
import inspect
import os
import pkgutil
import textwrap
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from operator import add
from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.kernels import Array, kernel, team, threads
from fenlei.kernels.recipe import walk
from fenlei.kernels.team import SharedPass, Team, block_done, next_pair, share_blocks, take_block
from fenlei.kernels.threads import map_blocks
from tests.oracles.sums import joined

JOBS = [1, 2, 3, 16]
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # forks with threads


@kernel
def count_visits(work: int, out_visits: Array, counters: Array) -> None:
    """Add one to each block, after some work."""
    b = take_block(counters)
    while b >= 0:
        slow = 0.0
        for i in range(work):
            slow = 0.5 * slow + i
        out_visits[b] += 1.0 if slow >= 0.0 else 0.0
        block_done(counters)
        b = take_block(counters)


@kernel
def add_all(values: Array, out_sums: Array, out_marks: Array, counters: Array) -> None:
    """out_sums[0] = the sum of the values in the fixed tree; one value is a block."""
    b = take_block(counters)
    while b >= 0:
        out_sums[b] = values[b]
        left, right, step = next_pair(b, 1, out_marks)
        while right > 0:
            out_sums[left] += out_sums[right]
            left, right, step = next_pair(left, step, out_marks)
        block_done(counters)
        b = take_block(counters)


@kernel
def fail_at(bad: int, out_visits: Array, counters: Array) -> None:
    """Raise in one of the blocks, as a kernel for the team must not."""
    b = take_block(counters)
    while b >= 0:
        if b == bad:
            raise ZeroDivisionError("in a block")
        out_visits[b] += 1.0
        block_done(counters)
        b = take_block(counters)


@pytest.fixture(autouse=True)
def sixteen_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new team that may have sixteen threads, on any machine."""
    monkeypatch.setattr(threads, "available_cores", lambda: 16)
    pool = ThreadPoolExecutor(4)
    monkeypatch.setattr(threads, "_pool", pool)
    monkeypatch.setattr(team, "_team", Team())
    yield
    pool.shutdown()


def visits(count: int = 200, n_jobs: int | None = None, work: int = 200) -> list[float]:
    found = np.zeros(count)
    share_blocks(count_visits, count, work, found, n_jobs=n_jobs)
    return found.tolist()


def tree_sum(values: Array, n_jobs: int | None = None) -> float:
    sums, marks = np.empty(len(values)), np.zeros(len(values), np.int64)
    share_blocks(add_all, len(values), values, sums, marks, n_jobs=n_jobs)
    return float(sums[0])


@pytest.mark.parametrize("n_jobs", [*JOBS, None, -1])
@pytest.mark.parametrize("count", [0, 1, 2, 17, 1000])
def test_every_block_is_done_once(count: int, n_jobs: int | None) -> None:
    assert visits(count, n_jobs) == [1.0] * count


@pytest.mark.parametrize("count", [*range(1, 34), 127, 128, 1000])
def test_sums_are_joined_in_the_fixed_tree(count: int) -> None:
    values = np.random.default_rng(count).normal(size=count) * 10.0 ** np.arange(count).clip(0, 12)
    expected = joined(values.tolist(), add)
    for n_jobs in JOBS:
        assert tree_sum(values, n_jobs) == expected


def test_many_callers_at_once() -> None:
    values = np.random.default_rng(0).normal(size=1000)
    alone = tree_sum(values, 1)
    start = threading.Barrier(8)

    def call(_: int) -> set[float]:
        start.wait()
        return {tree_sum(values, n_jobs) for n_jobs in JOBS * 25}

    with ThreadPoolExecutor(8) as callers:
        assert list(callers.map(call, range(8))) == [{alone}] * 8


def test_a_call_from_inside_a_task_of_the_pool_has_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("helpers were asked")

    monkeypatch.setattr(Team, "ask", never)
    nested = map_blocks(lambda s, e: visits(50, 16), [(i, i + 1) for i in range(12)], 4)
    assert list(nested) == [[1.0] * 50] * 12


def test_threads_that_never_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert visits(n_jobs=16) == [1.0] * 200


def test_threads_that_are_all_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller does every block by itself, and what waits in the queue is nothing when its turn comes."""
    free, all_busy = threading.Event(), threading.Barrier(4)

    class Busy(SharedPass):
        def help(self) -> None:
            all_busy.wait()
            free.wait()

    busy = Team()
    monkeypatch.setattr(team, "_team", busy)
    busy.ask(Busy(count_visits, 1, ()), 3)
    all_busy.wait()
    assert visits(n_jobs=4) == [1.0] * 200
    assert busy.asked.qsize() == (0 if team.config.DISABLE_JIT else 3)
    free.set()
    assert visits(n_jobs=4) == [1.0] * 200


def test_a_pass_leaves_no_rows_with_the_threads() -> None:
    rows = np.zeros(200)
    alive = weakref.ref(rows)
    share_blocks(count_visits, 200, 200, rows, n_jobs=4)
    del rows
    visits(n_jobs=4)  # threads that were late with the first pass have come to the second
    gc.collect()
    for _ in range(1000):
        if alive() is None:
            break
        threading.Event().wait(0.01)
    assert alive() is None


@pytest.mark.parametrize("n_jobs", JOBS)
@pytest.mark.parametrize("bad", [0, 7, 199])
def test_an_error_in_any_thread_reaches_the_caller(bad: int, n_jobs: int) -> None:
    for _ in range(20):
        with pytest.raises(ZeroDivisionError, match="in a block"):
            share_blocks(fail_at, 200, bad, np.zeros(200), n_jobs=n_jobs)
    assert visits(n_jobs=n_jobs) == [1.0] * 200


def test_an_error_in_a_helper_reaches_the_caller() -> None:
    """The caller waits until the helper has the block that fails."""
    taken = threading.Event()
    caller = threading.get_ident()

    def work(counters: Array) -> None:
        if threading.get_ident() == caller:
            taken.wait()
            return
        take_block_in_python(counters)
        taken.set()
        raise MemoryError("in a helper")

    if team.config.DISABLE_JIT:
        pytest.skip("plain Python has no helpers")
    with pytest.raises(MemoryError, match="in a helper"):
        share_blocks(work, 2, n_jobs=2)
    assert visits(n_jobs=2) == [1.0] * 200


def take_block_in_python(counters: Array) -> None:
    counters[team.TAKEN] += 1


@pytest.mark.compiled_only
def test_no_kernel_for_the_team_raises() -> None:
    """Nor does what it calls: the pass would end in the middle, its results half written."""
    reached = {each for work in team_kernels() for each in walk(work)[0]}
    assert {each.__name__ for each in reached} > {"take_block", "block_done"}
    for each in reached:
        source = ast.parse(textwrap.dedent(inspect.getsource(each.py_func)))
        assert not [node for node in ast.walk(source) if isinstance(node, ast.Raise | ast.Assert)], each


def team_kernels() -> Iterator[Any]:
    """The kernels of the package whose last argument is `counters`."""
    for module in pkgutil.walk_packages(fenlei.__path__, "fenlei."):
        if not module.name.startswith(("fenlei.cli", "fenlei.engines")) and not module.name.endswith(
            "__main__"
        ):
            for value in vars(import_module(module.name)).values():
                if hasattr(value, "py_func") and inspect.getfullargspec(value.py_func).args[-1] == "counters":
                    yield value


def run_in_child(child: int) -> int:
    """The exit code of a child; in the child, whether its passes go wrong."""
    if child == 0:
        os._exit(any(visits(n_jobs=n_jobs) != [1.0] * 200 for n_jobs in JOBS))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@forks
def test_a_forked_child_has_a_team_of_its_own() -> None:
    visits(n_jobs=4)
    assert run_in_child(os.fork()) == 0
    assert visits(n_jobs=4) == [1.0] * 200


@forks
def test_forks_during_passes() -> None:
    """One thread passes over blocks without a pause while another forks."""
    stop = threading.Event()
    wrong: list[list[float]] = []

    def pass_after_pass() -> None:
        while not stop.is_set():
            found = visits(n_jobs=4, work=2000)
            if found != [1.0] * 200:
                wrong.append(found)

    busy = [threading.Thread(target=pass_after_pass) for _ in range(2)]
    for each in busy:
        each.start()
    codes = [run_in_child(os.fork()) for _ in range(10)]
    stop.set()
    for each in busy:
        each.join(timeout=60)
    assert not any(each.is_alive() for each in busy)
    assert codes == [0] * 10
    assert not wrong
