"""The budget of time: cheapest first, nothing begun that will not be finished, nothing lost."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fenlei.errors import UsageError
from fenlei.study import budget as budgeting
from fenlei.study import run as running
from fenlei.study.budget import Budget, foreseen_seconds, seconds
from fenlei.study.comparison import compare
from fenlei.study.data import study_data
from fenlei.study.plan import Plan
from fenlei.study.run import run
from fenlei.study.source import read_labelled
from fenlei.study.store import FoldStore


@pytest.mark.parametrize("value", ["", "ten minutes", "-5", "0", "5d", "inf", "nan"])
def test_durations_that_are_none(value: str) -> None:
    with pytest.raises(UsageError, match=r"such as 90s, 10m or 2h"):
        seconds(value)


@pytest.mark.parametrize(("exponent", "foreseen"), [(2.0, 1.6e9), (1.0, 4e4), (0.5, 4e4 / 4e3 * 4e3**0.5)])
def test_a_power_of_the_rows_is_foreseen(
    exponent: float, foreseen: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(budgeting, "perf_counter", lambda: clock[0])

    def attempt(rows: Any) -> None:
        clock[0] += len(rows) ** exponent

    assert foreseen_seconds(attempt, np.arange(40_000)) == pytest.approx(foreseen)


def test_few_rows_need_no_forecast_and_a_failure_costs_nothing() -> None:
    def fail(rows: Any) -> None:
        raise ValueError

    assert foreseen_seconds(fail, np.arange(4000)) == 0.0
    assert foreseen_seconds(fail, np.arange(9000)) == 0.0


def test_what_does_not_fit_is_skipped_and_the_others_run(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {"lda": 50.0, "qda": 5.0, "gaussian_nb": 1e6}
    monkeypatch.setattr(running, "foreseen_cost", lambda entry, task: costs.get(entry.name, 0.0))
    plan = Plan(folds=3, repeats=1, seed=0, models=("dummy", "gaussian_nb", "lda", "qda"))
    order: list[str] = []
    runs = run(
        plan,
        study_data(read_labelled("iris"), "iris"),
        FoldStore(None, ""),
        budget=Budget(1000.0),
        progress=lambda progress: order.append(progress.model),
    )
    assert [one.status for one in runs] == ["done", "skipped", "done", "done"]
    assert runs[1].reason is not None
    assert "1.67e+04 min" in runs[1].reason
    assert list(dict.fromkeys(order)) == ["", "dummy", "qda", "lda", "gaussian_nb"]


def test_a_budget_that_ends_keeps_the_folds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class TwoFolds(Budget):
        """Time for two questions about what is left, and no more."""

        asked = 0

        @property
        def left(self) -> float:
            self.asked += 1
            return math.inf if self.asked <= 2 else 0.0

    data = study_data(read_labelled("iris"), "iris")
    plan = Plan(folds=4, repeats=1, seed=0, models=("lda",))
    store = FoldStore(tmp_path, "key")
    (first,) = run(plan, data, store, budget=TwoFolds(10.0))
    assert first.status == "skipped"
    assert first.reason is not None
    assert "after 2 of 4 folds" in first.reason
    (second,) = run(plan, data, store)
    assert second.status == "done"
    assert [outcome.record["fold"] for outcome in second.outcomes] == [0, 1, 2, 3]


def test_a_wide_budget_changes_nothing() -> None:
    plain = compare("iris", models=["lda"], folds=3)
    timed = compare("iris", models=["lda"], folds=3, budget="1h")
    assert plain["models"][1]["summary"] == timed["models"][1]["summary"]
    assert "--budget 1h" in timed["command"]
