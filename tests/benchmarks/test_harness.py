"""The harness on a toy row: what it says must be right, however long things take."""

from __future__ import annotations

import json
import pickle
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.harness import (
    FLOOR,
    Contender,
    Data,
    Row,
    agreement,
    difference,
    fitting,
    load,
    measure,
    peak_memory,
    race,
)
from benchmarks.rows import category_codes, class_moments, gaussian_classes
from benchmarks.suite import ROWS, select
from benchmarks.table import save
from fenlei.registry import entries

NAIVE_BAYES = "sklearn.naive_bayes:GaussianNB"
TOY = Row(
    name="toy",
    title="Toy fit",
    n=1_000_000,
    data=partial(gaussian_classes, p=4),
    start=fitting,
    answer=class_moments,
    contenders={
        "fenlei": Contender(NAIVE_BAYES),
        "same": Contender(NAIVE_BAYES),
        "other": Contender(NAIVE_BAYES, {"var_smoothing": 0.1}),
        "absent": Contender("no_such_package:Estimator"),
    },
)
MEGABYTES = 80


class Hungry:
    """Needs a known amount of memory."""

    def fit(self, X: Any, y: Any) -> Hungry:
        np.ones(MEGABYTES * 2**17)
        return self


def test_tasks_are_timed_in_turn() -> None:
    order: list[str] = []
    seconds = race({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, repeats=3)
    assert order == ["a", "b"] * 3
    assert [len(times) for times in seconds.values()] == [3, 3]


def test_difference_is_absolute_below_one_and_relative_above() -> None:
    assert difference(np.array([0.1, 0.5]), np.array([0.1, 0.25])) == 0.25
    assert difference(np.array([90.0, 1.0]), np.array([100.0, 1.0])) == 0.1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of a process")
def test_peak_memory_is_what_the_task_allocates() -> None:
    row = replace(TOY, contenders={"fenlei": Contender(f"{__name__}:Hungry")})
    peak = peak_memory(row, "fenlei", n=10_000)
    assert peak == pytest.approx(MEGABYTES, rel=0.1)


def test_toy_row_from_measurement_to_table(tmp_path: Path) -> None:
    result = measure(TOY, scale=0.01, repeats=2)
    contenders = result["contenders"]
    assert list(contenders) == ["fenlei", "same", "other"]
    assert list(result["skipped"]) == ["absent"]
    assert contenders["fenlei"]["ratio"] == 1
    assert contenders["same"]["difference"] == 0
    assert contenders["other"]["difference"] > 0.01
    assert all(facts["growth"] > 0 and facts["times_floor"] > 0 for facts in contenders.values())
    assert FLOOR not in contenders

    save(result, tmp_path)
    assert json.loads((tmp_path / "toy.json").read_text()) == result
    lines = [line for line in (tmp_path / "README.md").read_text().splitlines() if line.startswith("| Toy")]
    assert [line.split(" | ")[1:3] for line in lines] == [["1e4 × 4", "same"], ["1e4 × 4", "other"]]
    assert "no absent (No module named 'no_such_package')" in (tmp_path / "README.md").read_text()


def test_rows_are_selected_by_the_beginning_of_their_names() -> None:
    assert [row.name for row in select("lda, gnb")] == ["gnb_fit", "gnb_predict", "lda_fit"]
    assert len(select("")) > len(select("gnb"))
    assert select("nothing") == []


def test_every_estimator_has_a_row() -> None:
    measured = {contender.path.split(":")[1] for row in ROWS for contender in row.contenders.values()}
    assert [entry.name for entry in entries() if entry.class_name not in measured] == []


def test_every_class_of_ours_is_where_its_row_says() -> None:
    ours = [
        contender
        for row in ROWS
        for contender in row.contenders.values()
        if contender.path.startswith("fenlei")
    ]
    assert len([contender.load() for contender in ours]) >= len(ROWS)


def test_a_peer_that_needs_what_is_not_installed_is_skipped() -> None:
    found, skipped = load(
        {"fenlei": Contender(NAIVE_BAYES), "wrapped": Contender(NAIVE_BAYES, needs="no_such")}
    )
    assert list(found) == ["fenlei"]
    assert list(skipped) == ["wrapped"]


class Workers:
    """Leaves worker processes behind, as joblib does."""

    def fit(self, X: Any, y: Any) -> Workers:
        from joblib import Parallel, delayed

        Parallel(n_jobs=2)(delayed(abs)(i) for i in range(4))
        return self


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of a process")
def test_the_memory_of_a_peer_with_worker_processes_is_measured_too() -> None:
    row = replace(TOY, contenders={"fenlei": Contender(f"{__name__}:Workers")})
    assert peak_memory(row, "fenlei", n=10_000) is not None


def test_category_codes_are_all_used() -> None:
    data: Data = category_codes(5000, p=3, categories=10)
    assert [np.unique(column).tolist() for column in data.X.T] == [list(range(10))] * 3


def test_rows_can_go_to_another_process() -> None:
    copies = pickle.loads(pickle.dumps(ROWS))
    assert [row.name for row in copies] == [row.name for row in ROWS]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # rows of a few passes
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_fenlei_agrees_with_its_peers(row: Row) -> None:
    apart = agreement(row, scale=0.01)
    assert "fenlei" in apart
    assert {
        name: value
        for name, value in apart.items()
        if not value < max(row.within, row.contenders[name].within)
    } == {}
