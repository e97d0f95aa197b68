"""The facts as a whole: plain data, complete in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from fenlei.report.facts import facts
from tests.report import results

MAKERS = [results.binary, results.three, results.twelve, results.hostile, results.early]
MAKERS += [results.nothing_done]


def shape(value: Any) -> Any:
    """The structure of the facts without their wording."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape(part) for part in value]
    return type(value).__name__


@pytest.mark.parametrize("make", MAKERS)
def test_facts_are_plain_and_alike_in_both_languages(make: Callable[[], dict[str, Any]]) -> None:
    english, chinese = (facts(make(), lang) for lang in ("en", "zh"))
    assert json.loads(json.dumps(english)) == english
    assert shape(english) == shape(chinese)
    assert (english["lang"], chinese["lang"]) == ("en", "zh-CN")


def test_facts_leave_the_result_as_it_was() -> None:
    result = results.three()
    before = json.dumps(result)
    facts(result, "en")
    assert json.dumps(result) == before


def test_the_head_names_target_and_data() -> None:
    result = results.twelve()
    result["data"]["source"] = "/data/2024/水果.csv"
    assert facts(result, "en")["title"] == "Predicting 品种"
    assert facts(result, "zh")["title"] == "预测“品种”"
    assert facts(result, "zh")["document_title"] == "水果.csv：预测“品种”"
    assert facts(result, "en")["kicker"] == "水果.csv · 900 rows · 4 features · 12 classes"


def test_sections_without_content_are_left_out() -> None:
    assert [s["id"] for s in facts(results.nothing_done(), "en")["sections"]] == [
        "summary", "leaderboard", "data", "repeat"
    ]  # fmt: skip


def test_the_run_can_be_repeated_from_what_is_told() -> None:
    result = results.three()
    told = facts(result, "en")["repeat"]
    assert told["command"] == "fenlei compare iris --target species --folds 5 --seed 0"
    settings = {setting["label"]: setting["value"] for setting in told["settings"]}
    assert settings["Resampling"] == "5 folds × 2 repeats"
    assert settings["Seed"] == "0"
    assert settings["Data fingerprint"] == f"SHA-256 {result['data']['fingerprint']}"
    assert settings["Versions"] == "fenlei 0.1.0, python 3.12.3, numpy 2.4.1, scikit-learn 1.9.1"
    assert any("10 test folds" in step for step in told["method"])


def test_a_single_repeat_is_worded_as_one() -> None:
    result = results.three()
    result["plan"]["repeats"] = 1
    told = facts(result, "en")["repeat"]
    assert told["settings"][2]["value"] == "5 folds"
    assert told["method"][0].startswith("Stratified 5-fold cross-validation: every score")
