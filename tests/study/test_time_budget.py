"""The budget of time: cheapest first, nothing started that will not finish, nothing lost."""

from __future__ import annotations

import math
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from fenlei.study.comparison import affordable, compare
from fenlei.study.data import study_data
from fenlei.study.running import fold
from fenlei.study.running import time_budget as budgeting
from fenlei.study.running.fold_queue import FoldQueue, ModelFolds
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.plan import Plan
from fenlei.study.running.run import run
from fenlei.study.running.task import Task
from fenlei.study.running.time_budget import Budget, predicted_seconds, seconds
from fenlei.study.source import read_labelled


@pytest.mark.parametrize("value", ["", "ten minutes", "-5", "0", "5d", "inf", "nan"])
def test_durations_that_are_none(value: str) -> None:
    with pytest.raises(UsageError, match=r"such as 90s, 10m or 2h"):
        seconds(value)


@pytest.mark.parametrize(("exponent", "predicted"), [(2.0, 1.6e9), (1.0, 4e4), (0.5, 4e4 / 4e3 * 4e3**0.5)])
def test_a_power_of_the_rows_is_predicted(
    exponent: float, predicted: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    for name in ("perf_counter", "process_time"):
        monkeypatch.setattr(budgeting, name, lambda: clock[0])

    def attempt(rows: Any) -> None:
        clock[0] += len(rows) ** exponent

    assert predicted_seconds(attempt, np.arange(40_000)) == pytest.approx(predicted)


def test_few_rows_need_no_forecast_and_a_failure_costs_nothing() -> None:
    def fail(rows: Any) -> None:
        raise ValueError

    assert predicted_seconds(fail, np.arange(4000)) == 0.0
    assert predicted_seconds(fail, np.arange(9000)) == 0.0


def test_what_does_not_fit_is_skipped_and_the_others_run(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {"lda": 50.0, "qda": 5.0, "gaussian_nb": 1e6}
    monkeypatch.setattr(fold, "predicted_cost", lambda entry, task: costs.get(entry.name, 0.0))
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


def run_with(costs: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, str], list[str]]:
    """Statuses, and the order of the models, on iris with a budget of 100 seconds and these forecasts."""
    monkeypatch.setattr(fold, "predicted_cost", lambda entry, task: costs.get(entry.name, 0.0))
    order: list[str] = []
    runs = run(
        Plan(folds=3, repeats=1, seed=0, models=("dummy", *costs)),
        study_data(read_labelled("iris"), "iris"),
        FoldStore(None, ""),
        budget=Budget(100.0),
        progress=lambda progress: order.append(progress.model),
    )
    return {one.entry.name: one.status for one in runs}, list(dict.fromkeys(order))


def test_a_forecast_may_be_too_high(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses, order = run_with({"gaussian_nb": 150.0, "qda": 1.0, "nearest_centroid": 1e4}, monkeypatch)
    assert statuses == {"dummy": "done", "gaussian_nb": "done", "qda": "done", "nearest_centroid": "skipped"}
    assert order == ["", "dummy", "qda", "gaussian_nb", "nearest_centroid"]


def test_the_fits_to_all_rows_are_part_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    # The best model, a tree and a linear model are fitted to all rows, which are 3 / 2 of a fold's.
    queue = FoldQueue(
        Task(None, Plan(3, 1, 0, ()), [], None, Budget(100.0), None, "en"),  # type: ignore[arg-type]
        [
            ModelFolds(REGISTRY[name], 30.0, deque(range(3)), is_open=True)
            for name in ("decision_tree", "lda")
        ],
        None,  # type: ignore[arg-type]
        lambda *_, **__: None,
    )
    monkeypatch.setattr(Task, "report_seconds", lambda self, models: 2.0 * models)
    assert queue.reserve() == pytest.approx(1.5 * (10.0 + 10.0 + 10.0) + 4.0)
    queue.models[0].stop("failed", "it broke")
    assert queue.reserve() == pytest.approx(1.5 * (10.0 + 10.0) + 2.0)


def test_the_report_takes_a_tenth_of_the_budget_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(None, Plan(3, 1, 0, ()), [], None, Budget(100.0), None, "en")  # type: ignore[arg-type]
    queue = FoldQueue(task, [], None, lambda *_, **__: None)  # type: ignore[arg-type]
    monkeypatch.setattr(Task, "report_seconds", lambda self, models: 70.0)
    assert queue.reserve() == pytest.approx(10.0)


def test_a_model_is_skipped_by_the_number_that_the_sentence_names(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(None, Plan(3, 1, 0, ()), [], None, Budget(100.0), None, "en")  # type: ignore[arg-type]
    pool = SimpleNamespace(free_worker=0, workers=[])
    model = ModelFolds(REGISTRY["lda"], 120.0, deque(range(3)), is_postponed=True)
    queue = FoldQueue(task, [model], pool, lambda *_, **__: None)  # type: ignore[arg-type]
    monkeypatch.setattr(FoldQueue, "left", lambda self: 20.0)
    assert not queue.opened(model)
    assert model.reason is not None
    assert "would take about 2 min" in model.reason
    assert "and 20 s of the budget are left for folds" in model.reason


def test_readable_models_are_those_that_time_is_left_for(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = {"dummy": 0.0, "lda": 1.0, "c45": 30.0, "decision_tree": 5.0, "svc": None}
    models = [{"name": name, "fit_seconds": fit} for name, fit in taken.items()]
    result = {"models": models, "best": "lda"}
    plan = Plan(3, 1, 0, tuple(taken))
    kept = [model["name"] for model in affordable(result, plan, Budget(20.0))]
    assert "decision_tree" in kept
    assert "c45" not in kept
    assert "lda" in [model["name"] for model in affordable(result, plan, Budget(0.001))]
    assert affordable(result, plan, Budget()) == models


def test_a_wide_budget_changes_nothing() -> None:
    plain = compare("iris", models=["lda"], folds=3)
    timed = compare("iris", models=["lda"], folds=3, budget="1h")
    assert plain["models"][1]["summary"] == timed["models"][1]["summary"]
    assert "--budget 1h" in timed["command"]
