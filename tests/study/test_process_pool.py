"""Workers: the same results as here, whatever happens to them, and none left running."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from fenlei.registry import REGISTRY
from fenlei.study import Progress, compare
from fenlei.study.data import study_data
from fenlei.study.facts.result import without_times
from fenlei.study.running import process_pool
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.plan import Plan, splits
from fenlei.study.running.process_pool import ProcessPool
from fenlei.study.running.run import run
from fenlei.study.running.task import Job, Task
from fenlei.study.running.time_budget import Budget
from fenlei.study.running.worker import JobResult
from fenlei.study.source import read_labelled
from tests.study import calls

LDA, QDA = REGISTRY["lda"], REGISTRY["qda"]


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Workers from the first call on; all of them are gone in the end."""
    started: list[Any] = []

    class Noted(process_pool.WorkerProcess):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            started.append(self.process)

    monkeypatch.setattr(process_pool, "GROW_AFTER", -1.0)
    monkeypatch.setattr(process_pool, "WorkerProcess", Noted)
    yield started
    assert all(process.poll() is not None for process in started)


@pytest.fixture(scope="module")
def task() -> Task:
    data, plan = study_data(read_labelled("iris"), "iris"), Plan(3, 1, 0, ("lda",))
    return Task(data, plan, list(splits(data.codes, plan)), FoldStore(None, ""), Budget(), 4, "en")


def results(pool: ProcessPool, *wanted: Job) -> list[tuple[Job, JobResult]]:
    """Start all jobs, as there is room, and collect all results."""
    waiting, finished = list(wanted), []
    pool.grow_if_worth_it(len(waiting))
    while waiting or pool.running:
        while waiting and pool.has_room:
            pool.start(waiting.pop(0), len(waiting))
        found = pool.next(0.1)
        finished += [] if found is None else [found]
    return finished


def test_values_and_failures_come_back(task: Task, processes: list[Any]) -> None:
    announced: list[Any] = []
    listener = type(
        "Listener", (event.Listener,), {"on_start": announced.append, "on_end": lambda *_: None}
    )()
    with ProcessPool(task, 2, 2**31) as pool, event.install_listener("numba:compile", listener):
        found = results(
            pool,
            *(calls.Double(LDA, number) for number in range(4)),
            calls.Fail(QDA),
            calls.Chatter(QDA),
            calls.Compile(QDA),
        )
        ((_, alone),) = results(pool, calls.Double(LDA, 5))
    values = {job.number: result.value for job, result in found if isinstance(job, calls.Double)}
    assert values == {number: ("lda", 2 * number, 2) for number in range(4)}  # four cores for two workers
    assert alone.value == ("lda", 10, 4)  # all of them for the last job
    others = {type(job): result for job, result in found if job.entry is QDA}
    assert others[calls.Fail] == JobResult(None, "ValueError: it broke")
    assert others[calls.Chatter] == JobResult("well")
    assert others[calls.Compile] == JobResult(2)
    assert announced  # the line about compiling is for workers, too
    assert len(processes) == 2


def test_a_worker_that_is_ended_fails_its_job_only(task: Task, processes: list[Any]) -> None:
    with ProcessPool(task, 2, 2**31) as pool:
        doubles = [calls.Double(LDA, number) for number in range(3)]
        found = results(pool, calls.Die(QDA), calls.Crash(QDA), *doubles)
    errors = {type(job): str(result.error) for job, result in found if job.entry is QDA}
    assert "ended from outside" in errors[calls.Die]
    assert "crashed (exit code" in errors[calls.Crash]
    assert sorted(result.value[1] for job, result in found if job.entry is LDA) == [0, 2, 4]
    assert len(processes) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process allocates")
def test_memory_is_limited_by_the_system(task: Task, processes: list[Any]) -> None:
    with ProcessPool(task, 2, 2**29) as pool:
        small, large = (calls.Allocate(LDA, size) for size in (2**26, 2**29))
        found = {job.size: result for job, result in results(pool, small, large)}
    assert found[small.size] == JobResult(2.0**23)
    assert "more than the 256 MB of memory" in str(found[large.size].error)


def test_where_no_process_can_be_started_the_work_is_done_here(
    task: Task, processes: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_pool, "PROGRAM", "raise SystemExit")
    with ProcessPool(task, 2, 2**31) as pool:
        found = results(pool, *(calls.Double(LDA, number) for number in range(3)))
    assert sorted(result.value[1] for _, result in found) == [0, 2, 4]


def test_small_work_starts_no_process(
    task: Task, processes: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_pool, "GROW_AFTER", 1000.0)
    with ProcessPool(task, 2, 2**31) as pool:
        results(pool, *(calls.Double(LDA, number) for number in range(3)))
    monkeypatch.setattr(process_pool, "GROW_AFTER", -1.0)
    with ProcessPool(task, 1, 2**31) as pool:
        results(pool, *(calls.Double(LDA, number) for number in range(3)))
    assert processes == []


def test_the_result_does_not_depend_on_who_works(
    processes: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = {"x": [1.0, 2.0, 3.0, 4.5] * 9, "twice": [2.0, 4.0, 6.0, 9.0] * 9, "y": list("aabb") * 9}
    options = {"models": ["lda", "qda", "id3", "decision_tree"], "folds": 3, "repeats": 2}
    written = []
    for n_jobs in (1, 2, 3):
        folder = tmp_path / str(n_jobs)
        compare(columns, "y", **options, out=folder, n_jobs=n_jobs)
        result = without_times(json.loads((folder / "result.json").read_text("utf-8")))
        written.append(json.dumps(result, ensure_ascii=False).encode())
    assert len(processes) == 5
    assert written[0] == written[1] == written[2]
    assert b"not of full rank" in written[0]  # what a worker warns about is noted
    models = [(tmp_path / str(n_jobs) / "best.fenlei").read_bytes() for n_jobs in (1, 2, 3)]
    assert models[0] == models[1] == models[2]


def test_a_stop_leaves_no_worker_and_no_fold_twice(processes: list[Any], tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done == 5:
            raise KeyboardInterrupt

    options: dict[str, Any] = {"models": ["lda", "qda"], "folds": 5, "out": tmp_path, "n_jobs": 2}
    with pytest.raises(KeyboardInterrupt):
        compare("iris", **options, progress=stop)
    assert len(processes) == 2
    assert all(process.poll() is not None for process in processes)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npz")}
    assert len(kept) == 5
    seen: list[Progress] = []
    again = compare("iris", **options, progress=seen.append)
    assert (seen[0].resumed, seen[-1].done) == (5, 15)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert without_times(again) == without_times(compare("iris", models=["lda", "qda"], folds=5, n_jobs=1))


def test_a_model_that_fails_in_a_worker(monkeypatch: pytest.MonkeyPatch, processes: list[Any]) -> None:
    data = study_data(read_labelled("iris"), "iris")
    broken = replace(REGISTRY["qda"], path="tests.study.calls:nothing")
    monkeypatch.setitem(REGISTRY, "qda", broken)
    plan = Plan(3, 1, 0, ("qda", "lda"))
    qda, lda = run(plan, data, FoldStore(None, ""), workers=2, n_jobs=2)
    assert (qda.status, lda.status) == ("failed", "done")
    assert qda.reason is not None
    assert qda.reason.startswith("AttributeError")


def test_a_fold_is_ended_when_time_is_up(processes: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    data, budget = study_data(read_labelled("iris"), "iris"), Budget(1e5)
    monkeypatch.setattr("fenlei.study.running.fold_queue.FoldJob", calls.SleepInQda)

    def time_flies(progress: Progress) -> None:
        if progress.done == 6:  # dummy and lda are done
            budget.deadline = 0.0

    plan = Plan(3, 1, 0, ("dummy", "lda", "qda"))
    runs = run(plan, data, FoldStore(None, ""), budget=budget, workers=2, n_jobs=2, progress=time_flies)
    assert [one.status for one in runs] == ["done", "done", "skipped"]
    assert runs[2].reason is not None
    assert "0 s of the budget are left" in runs[2].reason
