"""The report of a comparison of regressions, in both languages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from fenlei.report.charts import axis_of_numbers
from fenlei.report.facts import facts
from fenlei.report.numbers import quantity, signed
from fenlei.report.page import render
from fenlei.report.texts import TEXTS
from fenlei.study import compare

RNG = np.random.default_rng(1)
X = RNG.normal(size=(90, 3))
FRAME = pd.DataFrame(X, columns=list("abc")).assign(price=2000 + 300 * X[:, 0] + 50 * RNG.normal(size=90))


@pytest.fixture(scope="module")
def result() -> Any:
    return compare(FRAME, "price", models=["ridge", "decision_tree_regressor"], folds=3, repeats=2)


@pytest.fixture(scope="module", params=["en", "zh"])
def page(request: pytest.FixtureRequest, result: Any) -> dict[str, Any]:
    found = facts(result, request.param)
    return found | {"page": render(found), "code": request.param}


def test_every_section_is_there(page: dict[str, Any]) -> None:
    ids = [section["id"] for section in page["sections"]]
    assert ids == [
        "summary", "leaderboard", "details", "matters", "readable", "fitting", "folds", "data", "repeat",
    ]  # fmt: skip


def test_the_lead_has_the_error_in_the_unit_of_the_target(page: dict[str, Any], result: Any) -> None:
    ridge = next(model for model in result["models"] if model["name"] == "ridge")
    written = quantity(ridge["summary"]["rmse"]["mean"])
    assert written in page["summary"]["lead"]
    assert written in page["page"]
    assert ("RMSE" if page["code"] == "en" else "均方根误差") in page["summary"]["lead"]
    assert "%" not in page["summary"]["lead"].replace("95%", "")


def test_nothing_is_said_of_classes_and_accuracy(page: dict[str, Any]) -> None:
    shown = page["page"].partition("<main>")[2].lower()
    words = (
        ("accuracy", "class balance", "confusion") if page["code"] == "en" else ("准确率", "类别分布", "混淆")
    )
    assert not [word for word in words if word in shown]


def test_a_dot_for_every_row_around_the_line_of_no_error(page: dict[str, Any]) -> None:
    plot, held = page["details"]["panels"][0]["plots"]
    assert plot["kind"] == "residual"
    assert len(held["lines"][0]["marks"]) == 19  # intervals of the best model, level by level
    (line,) = plot["lines"]
    assert len(line["marks"]) == 90
    zero = float(plot["guide"].split()[1].split("H")[0])
    downs = [mark["down"] for mark in line["marks"]]
    assert min(downs) < zero < max(downs)
    assert len(page["details"]["panels"][0]["worst"]) == 8
    assert len(plot["ticks"]) > 2 < len(plot["ticks_up"])


def test_the_leaderboard_is_in_the_order_of_the_error(page: dict[str, Any]) -> None:
    values = [float(row["cells"][0]["value"]) for row in page["leaderboard"]["rows"]]
    assert values == sorted(values)
    assert page["leaderboard"]["columns"][1]["has_bar"]
    assert not page["leaderboard"]["columns"][1]["descending"]
    assert 'aria-sort="ascending"' in page["page"]


def test_the_bars_of_the_target_are_all_rows(page: dict[str, Any]) -> None:
    assert sum(int(bar["count"]) for bar in page["data"]["balance"]["bars"]) == 90


@pytest.mark.parametrize("how", [{"folds": "loo"}, {"test_size": 0.3}])
def test_pooled_rows_have_a_page(how: dict[str, Any]) -> None:
    made = compare(FRAME[:40], "price", models=["ridge"], **how)
    words = " ".join(facts(made, "en")["repeat"]["method"])
    assert "Student's paired t-test" in words
    assert "McNemar" not in words
    assert "accuracy" not in words


def test_a_perfect_prediction_is_noted() -> None:
    made = compare(FRAME.assign(price=FRAME["a"] * 2), "price", models=["linear_regression"], folds=3)
    assert TEXTS["note.perfect_numbers"][0] in facts(made, "en")["summary"]["notes"]


def test_numbers_of_any_size() -> None:
    assert [quantity(value) for value in (1e20, 1e-20, 12345678.9, None, -0.5)] == [
        "1.000e+20",
        "1.000e−20",
        "12,345,679",
        "–",
        "−0.5",
    ]
    assert (signed(2.5), signed(0.0), signed(-1e3)) == ("+2.5", "0", "−1,000")


@pytest.mark.parametrize("values", [[3.0], [1e-9, 2e-9], [1e12, 1.5e12], [-5.0, 5.0], []])
def test_axes_hold_their_values(values: list[float]) -> None:
    axis = axis_of_numbers(values, 100.0)
    assert all(axis.low <= value <= axis.high for value in values)
    assert 2 <= len(axis.ticks()) < 20
