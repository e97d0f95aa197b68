"""The paired differences: signs, places and the baseline."""

from __future__ import annotations

import pytest

from fenlei.report.charts import axis_around_zero
from fenlei.report.differences import differences
from tests.report import results


def test_every_model_but_the_best_has_a_row() -> None:
    result = results.three()
    told = differences(result, "en")
    labels = {
        m["label_en"] for m in result["models"] if m["status"] == "done" and m["name"] != result["best"]
    }
    assert {row["label"] for row in told["rows"]} == labels


def test_a_difference_lies_inside_its_interval_and_left_of_zero_if_it_is_worse() -> None:
    result = results.binary()
    told = differences(result, "en")
    for row in told["rows"]:
        assert row["low"] <= row["mean"] <= row["high"]
        if row["difference"].startswith("\N{MINUS SIGN}"):
            assert row["mean"] <= told["zero"]


def test_the_wording_is_that_of_the_result() -> None:
    result = results.three()
    other = next(model for model in result["models"] if model["paired"] and model["name"] != "dummy")
    other["paired"] = {"difference": -0.027, "low": -0.06, "high": 0.006, "p": 0.09}
    row = next(row for row in differences(result, "en")["rows"] if row["label"] == other["label_en"])
    assert (row["difference"], row["interval"], row["p"]) == ("−2.7", "−6.0 to +0.6", "p\xa0=\xa00.090")
    assert row["title"] == f"{other['label_en']}: −2.7 points, 95% interval −6.0 to +0.6"


def test_a_baseline_far_off_does_not_stretch_the_axis() -> None:
    result = results.three()
    for model in result["models"]:
        if model["paired"]:
            far = model["name"] == "dummy"
            model["paired"] = {
                "difference": -0.6 if far else -0.02,
                "low": -0.7 if far else -0.05,
                "high": 0.0,
                "p": 0.1,
            }
    told = differences(result, "en")
    outside = [row["label"] for row in told["rows"] if row["is_outside"]]
    assert outside == ["Baseline (class frequencies)"]
    assert [row["label"] for row in told["rows"] if row["is_cut"]] == outside  # marked by an arrow


def test_unknown_intervals_and_a_lone_best_model_are_left_out() -> None:
    result = results.three()
    for model in result["models"]:
        if model["paired"]:
            model["paired"]["low"] = None
    assert differences(result, "en")["rows"] == []
    assert differences(results.nothing_done(), "zh")["rows"] == []


@pytest.mark.parametrize("values", [[], [0.0], [-0.3, 0.1], [0.2, 0.4], [1e-9]])
def test_the_axis_holds_zero_and_every_value(values: list[float]) -> None:
    axis = axis_around_zero(values, 100.0)
    assert axis.holds(0.0)
    assert all(axis.holds(value) for value in values)
    assert axis.low < axis.high
