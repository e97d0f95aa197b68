"""Blocks and the shared pool: what is computed, how much waits, and what is left behind."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from fenlei.kernels import threads
from fenlei.kernels.threads import Block, effective_n_jobs, map_blocks, row_blocks, run_blocks


def blas_threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


@pytest.fixture
def four_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A pool of four threads, on any machine."""
    monkeypatch.setattr(threads, "available_cores", lambda: 4)
    pool = ThreadPoolExecutor(4)
    monkeypatch.setattr(threads, "_pool", pool)
    yield
    pool.shutdown()


@pytest.mark.parametrize(
    ("n", "p"), [(0, 3), (1, 1), (255, 1), (256, 10**9), (257, 10**9), (10**6, 50), (5, 0)]
)
def test_blocks_cover_the_rows_once_in_order(n: int, p: int) -> None:
    blocks = row_blocks(n, p)
    assert blocks[0][0] == 0
    assert blocks[-1][1] == n
    assert all(stop == start for (_, stop), (start, _) in pairwise(blocks))


@pytest.mark.parametrize(
    ("n_jobs", "expected"), [(None, 4), (1, 1), (3, 3), (9, 9), (-1, 4), (-2, 3), (-9, 1)]
)
def test_n_jobs_counts_as_in_joblib_and_none_is_all_cores(
    n_jobs: int | None, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "available_cores", lambda: 4)
    assert effective_n_jobs(n_jobs) == expected


@pytest.mark.parametrize("n_jobs", [1, 2, 4, 9, None])
def test_results_come_in_block_order(n_jobs: int | None, four_cores: None) -> None:
    blocks = [(i, i + 1) for i in range(50)]
    assert list(map_blocks(lambda s, e: (s, e), blocks, n_jobs)) == blocks


@pytest.mark.parametrize("n_jobs", [2, 4, 9])
def test_few_results_wait_for_a_slow_consumer(n_jobs: int, four_cores: None) -> None:
    started: list[int] = []
    results = map_blocks(lambda s, e: started.append(s), [(i, i + 1) for i in range(200)], n_jobs)
    for consumed in range(1, 100):
        next(results)
        assert len(started) <= consumed + 2 * n_jobs
    results.close()
    assert len(started) < 200


@pytest.mark.parametrize("n_jobs", [1, 2, 4])
def test_an_exception_reaches_the_caller_and_leaves_the_pool_usable(n_jobs: int, four_cores: None) -> None:
    before = blas_threads()

    def fail_at_three(start: int, stop: int) -> int:
        if start == 3:
            raise ZeroDivisionError("block three")
        return start

    blocks = [(i, i + 1) for i in range(20)]
    with pytest.raises(ZeroDivisionError, match="block three"):
        list(map_blocks(fail_at_three, blocks, n_jobs))
    assert blas_threads() == before
    assert list(map_blocks(lambda s, e: s, blocks, n_jobs)) == list(range(20))


def test_blas_has_one_thread_inside_and_its_own_number_again_after(four_cores: None) -> None:
    before = blas_threads()
    seen = list(map_blocks(lambda s, e: blas_threads(), [(0, 1), (1, 2)], 2))
    assert all(inside <= {1} for inside in seen)
    assert blas_threads() == before


def test_blas_is_released_when_the_consumer_stops_early(four_cores: None) -> None:
    before = blas_threads()
    results = map_blocks(lambda s, e: s, [(i, i + 1) for i in range(20)], 2)
    next(results)
    results.close()
    assert blas_threads() == before


def test_the_blas_cap_lasts_from_the_first_user_to_the_last() -> None:
    before = blas_threads()
    first, second = threads.single_threaded_blas(), threads.single_threaded_blas()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert blas_threads() <= {1}
    second.__exit__(None, None, None)
    assert blas_threads() == before


def test_a_call_from_inside_a_task_runs_inline_and_cannot_deadlock(four_cores: None) -> None:
    def inner(start: int, stop: int) -> str:
        return threading.current_thread().name

    def outer(start: int, stop: int) -> bool:
        here = threading.current_thread().name
        return set(map_blocks(inner, [(i, i + 1) for i in range(8)], 4)) == {here}

    assert all(map_blocks(outer, [(i, i + 1) for i in range(16)], 4))


def test_many_callers_share_the_pool(four_cores: None) -> None:
    blocks: list[Block] = [(i, i + 1) for i in range(40)]
    wrong: list[list[int]] = []

    def call() -> None:
        result = list(map_blocks(lambda s, e: s, blocks, 4))
        if result != list(range(40)):
            wrong.append(result)

    callers = [threading.Thread(target=call) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(timeout=60)
    assert not any(caller.is_alive() for caller in callers)
    assert not wrong


def test_run_blocks_writes_in_place() -> None:
    out = np.zeros(1000)
    run_blocks(lambda s, e: out.__setitem__(slice(s, e), s), row_blocks(1000, 10**9), 2)
    assert sorted(set(out)) == [0, 256, 512, 768]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # forking with threads is the point
def test_a_forked_child_has_a_pool_of_its_own(four_cores: None) -> None:
    blocks = [(i, i + 1) for i in range(20)]
    list(map_blocks(lambda s, e: s, blocks, 4))  # the parent's threads exist
    child = os.fork()
    if child == 0:
        os._exit(list(map_blocks(lambda s, e: s, blocks, 4)) != list(range(20)))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_forked_while_blas_is_capped_is_not_capped_for_ever(four_cores: None) -> None:
    before = blas_threads()
    if before <= {1}:
        pytest.skip("BLAS has one thread here anyway")
    with threads.single_threaded_blas():
        child = os.fork()
        if child == 0:
            list(map_blocks(lambda s, e: s, [(0, 1), (1, 2)], 2))
            os._exit(blas_threads() != before)
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_the_cap_holds_and_ends_whichever_threads_begin_and_end_it() -> None:
    """The main thread sets it first; then one thread enters, another enters, and they leave in that order."""
    before = blas_threads()
    with threads.single_threaded_blas():
        assert blas_threads() == {1}
    seen: list[set[int]] = []
    inside, leave_first, leave_second = (threading.Event() for _ in range(3))

    def first() -> None:
        with threads.single_threaded_blas():
            seen.append(blas_threads())
            inside.set()
            leave_first.wait()

    def second() -> None:
        with threads.single_threaded_blas():
            leave_first.set()
            leave_second.wait()
            seen.append(blas_threads())

    one, two = threading.Thread(target=first), threading.Thread(target=second)
    one.start()
    inside.wait()
    two.start()
    one.join()
    leave_second.set()
    two.join()
    assert seen == [{1}, {1}]
    assert blas_threads() == before
