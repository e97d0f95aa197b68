"""The leaderboard, the absent models and the strips of fold scores."""

from __future__ import annotations

import math
from typing import Any

import pytest

from fenlei.report.leaderboard import BAR_WIDTH, absent, folds, leaderboard
from fenlei.report.models import ranked
from tests.report import results


@pytest.fixture
def result() -> dict[str, Any]:
    return results.three()


def test_models_come_by_their_rank(result: dict[str, Any]) -> None:
    models = ranked(result)
    assert [model["rank"] for model in models] == [1, 2, 3, 4, 5]
    assert models[0]["name"] == result["best"]
    means = [model["summary"]["accuracy"]["mean"] for model in models]
    assert means == sorted(means, reverse=True)
    assert models[-1]["name"] == "dummy"


def test_the_order_is_that_of_the_result_whatever_the_scores(result: dict[str, Any]) -> None:
    for model in ranked(result):
        model["summary"]["accuracy"]["mean"] = 0.9
        model["rank"] = 6 - model["rank"]
    assert ranked(result)[0]["name"] == "dummy"


def test_columns_and_cells_agree(result: dict[str, Any]) -> None:
    board = leaderboard(result, "en")
    assert [column["label"] for column in board["columns"]] == [
        "Model", "Accuracy", "Balanced accuracy", "Macro-F1", "AUC", "Log-loss",
        "Difference", "Fit", "Predict",
    ]  # fmt: skip
    assert [column["descending"] for column in board["columns"]] == [
        False, True, True, True, True, False, True, False, False
    ]  # fmt: skip
    assert all(len(row["cells"]) + 1 == len(board["columns"]) for row in board["rows"])


def test_a_row_shows_mean_interval_difference_and_times(result: dict[str, Any]) -> None:
    model = ranked(result)[1]
    model["summary"]["accuracy"] = {"mean": 0.9667, "low": 0.937, "high": 1.0}
    model["summary"]["log_loss"] = {"mean": 0.1162, "low": 0.0, "high": 0.149}
    model["paired"] = {"difference": -0.0266, "low": -0.06, "high": 0.01, "p": 0.12}
    model["fit_seconds"] = 0.0035
    cells = leaderboard(result, "en")["rows"][1]["cells"]
    assert (cells[0]["text"], cells[0]["detail"], cells[0]["value"]) == ("96.7%", "93.7–100.0%", "0.9667")
    assert (cells[4]["text"], cells[4]["detail"]) == ("0.116", "0.000–0.149")
    assert (cells[5]["text"], cells[5]["detail"]) == ("−2.7", "p\u00a0=\u00a00.12")
    assert (cells[6]["text"], cells[6]["value"]) == ("3.5 ms", "0.0035")


@pytest.mark.parametrize("missing", [None, math.nan])
def test_a_missing_score_is_a_dash_that_sorts_last(result: dict[str, Any], missing: float | None) -> None:
    ranked(result)[1]["summary"]["auc"] = {"mean": missing, "low": missing, "high": missing}
    cell = leaderboard(result, "en")["rows"][1]["cells"][3]
    assert (cell["text"], cell["detail"], cell["value"]) == ("–", "", "")


def test_the_interval_is_drawn_in_order_inside_its_axis(result: dict[str, Any]) -> None:
    for row in leaderboard(result, "en")["rows"]:
        bar = row["cells"][0]["bar"]
        assert 0 <= bar["low"] <= bar["mean"] <= bar["high"] <= BAR_WIDTH
        assert bar["is_outside"] == row["is_baseline"]  # a third is far off the others' axis


def test_preparation_is_worded_in_the_language_of_the_report(result: dict[str, Any]) -> None:
    preparations = {row["label"]: row["preparation"] for row in leaderboard(result, "zh")["rows"]}
    assert preparations["线性判别分析"] == "独热编码、缩放"
    assert preparations["类别型朴素贝叶斯"] == "各列原样"
    assert preparations["基线（类别频率）"] == ""
    ranked(result)[0]["preparation"] = "spline basis"
    assert leaderboard(result, "zh")["rows"][0]["preparation"] == "spline basis"


def test_absent_models_give_their_reason(result: dict[str, Any]) -> None:
    assert absent(result, "en") == [
        {"label": "Bernoulli naive Bayes", "status": "skipped", "reason": "no column is boolean"},
        {
            "label": "Support vector machine",
            "status": "failed",
            "reason": "the solver did not converge in fold 3",
        },
    ]
    assert [model["status"] for model in absent(result, "zh")] == ["跳过", "失败"]


def test_a_strip_has_a_mark_for_every_fold(result: dict[str, Any]) -> None:
    strips = folds(result, "en")
    assert [row["label"] for row in strips["rows"]] == [m["label_en"] for m in ranked(result)[:-1]]
    assert all(len(row["marks"]) == 10 for row in strips["rows"])
    # Two repeats lie on two levels, either side of the middle.
    assert {mark["down"] for mark in strips["rows"][0]["marks"]} == {12.5, 17.5}


def test_a_strip_states_its_range(result: dict[str, Any]) -> None:
    best = ranked(result)[0]
    for fold, score in zip(best["folds"], [0.9, 0.8, 1.0, None, 0.9] * 2, strict=True):
        fold["scores"]["accuracy"] = score
    best["summary"]["accuracy"]["mean"] = 0.9
    strip = folds(result, "en")["rows"][0]
    assert strip["spread"] == "80.0% – 100.0%"
    assert strip["title"] == "Linear discriminant analysis: 8 folds from 80.0% to 100.0%, mean 90.0%"
