"""What `make bench-threads` says about threads, on passes whose tasks are known."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from mmap import mmap

import numpy as np
import pytest

from benchmarks.harness import Contender, Row, fitting
from benchmarks.rows import class_moments, gaussian_classes
from benchmarks.threads import (
    SharedWork,
    ThreadResult,
    Usage,
    alarms,
    measure,
    page,
    recording,
    used,
    with_threads,
)
from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.kernels.threads import map_blocks, run_blocks
from fenlei.table.coding import BLOCK_LABELS, encode_labels

TOY = Row(
    name="toy",
    title="Toy fit",
    n=20_000,
    data=partial(gaussian_classes, p=4),
    start=fitting,
    answer=class_moments,
    contenders={"fenlei": Contender("fenlei.bayes.gaussian_nb:GaussianNB")},
)
GOOD = SharedWork(256, 1.0, 0.004, by_team=True)


def result(*passes: SharedWork, cpu: float = 1.0, two: Usage | None = None) -> ThreadResult:
    runs = {1: Usage(cpu, cpu, 0, 0), 2: two or Usage(0.5 * cpu, cpu, 4, 0)}
    return ThreadResult("toy", runs, list(passes), cpu, reading=0.01)


def test_passes_of_pool_and_team_are_recorded_with_their_tasks() -> None:
    blocks = [(i, i + 1) for i in range(7)]
    with recording() as found:
        run_blocks(lambda s, e: None, blocks, 1)
        list(map_blocks(lambda s, e: list(map_blocks(lambda s, e: s, blocks, 1)), blocks[:3], 1))
        encode_labels(np.arange(3 * BLOCK_LABELS) % 5)
    assert [(work.tasks, work.by_team) for work in found] == [(7, False), (3, False), (3, True), (3, True)]
    assert all(work.cpu >= work.longest >= 0 for work in found)


def test_nothing_is_recorded_afterwards() -> None:
    with recording() as found:
        pass
    encode_labels(np.arange(9))
    run_blocks(lambda s, e: None, [(0, 1)], 1)
    assert found == []


def test_the_prediction_has_serial_work_the_longest_task_and_switches() -> None:
    few = SharedWork(4, 0.8, 0.3, by_team=False)
    many = SharedWork(100, 1.6, 0.02, by_team=True)
    found = result(few, many, cpu=2.5)
    assert found.serial == pytest.approx(0.1)
    assert found.predicted(16) == pytest.approx(0.1 + 0.3 + 0.1 + 4e-4)
    assert found.predicted(2) == pytest.approx(0.1 + 0.4 + 0.8 + 4e-4)


def test_a_pass_without_faults_raises_no_alarm() -> None:
    assert list(alarms(result(GOOD))) == []


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (result(GOOD, two=Usage(0.5, 1.0, 260, 0)), ["switches"]),
        (result(GOOD, two=Usage(0.6, 1.25, 4, 0)), ["CPU"]),
        (result(GOOD._replace(tasks=40)), ["tasks"]),
        (result(SharedWork(9000, 1.0, 0.001, by_team=False)), ["short tasks"]),
        (result(GOOD._replace(cpu=0.97)), ["serial"]),
        (result(GOOD._replace(longest=0.2)), ["efficiency"]),
        (result(cpu=0.01), []),
    ],
)
def test_each_fault_raises_its_alarm(found: ThreadResult, expected: list[str]) -> None:
    assert [alarm.partition(":")[0] for alarm in alarms(found)] == expected


def test_the_page_has_a_line_for_the_row_and_one_for_each_alarm() -> None:
    text = page([result(GOOD), result(cpu=1.0)], repeats=5, load=0.1)
    assert "quiet" in text
    assert text.count("\n| toy |") == 2
    assert "- toy: serial: 100 % of the time at one thread" in text
    assert page([result(GOOD)], 5, 9e9).count("None.") == 1


def test_a_row_from_measurement_to_numbers() -> None:
    found = measure(TOY, scale=1.0, repeats=1)
    assert found is not None
    assert set(found.runs) >= {1, 2}
    assert len(found.passes) == 1  # moments are added; labels of one block need no pass
    assert found.cpu > 0


def test_an_estimator_without_threads_is_left_out() -> None:
    assert with_threads(GaussianNB, 2)().n_jobs == 2  # type: ignore[misc]
    contenders = {"fenlei": Contender("fenlei.evaluate:confusion_matrix")}
    assert measure(replace(TOY, contenders=contenders), 1.0, 1) is None


def test_what_a_run_used() -> None:
    usage = used(lambda: mmap(-1, 1 << 16).write(b"fresh"))  # arrays may get pages that are mapped
    assert usage.wall > 0
    assert usage.faults > 0
