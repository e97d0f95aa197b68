"""Example rows, probabilities and readable models: what is shown, and that it is bounded."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from fenlei.report.charts import SIDE
from fenlei.report.details import details
from fenlei.report.mistakes import MAX_COLUMNS, MAX_PAIRS, value
from fenlei.report.readable import BAR_WIDTH, DIGIT, branch_text, readable, rows_text
from fenlei.study.facts.formats import current
from fenlei.text_table import display_width
from tests.report import results


def best_panel(result: dict[str, Any], lang: str = "en") -> dict[str, Any]:
    panel: dict[str, Any] = details(result, lang)["panels"][0]
    return panel


def test_only_the_best_model_shows_rows() -> None:
    panels = details(results.three(), "en")["panels"]
    assert [bool(panel["mistakes"]) for panel in panels] == [True, *[False] * (len(panels) - 1)]


def test_confusions_are_worded_with_their_count() -> None:
    result = results.three()
    pair = next(m for m in result["models"] if m["name"] == result["best"])["errors"]["pairs"][0]
    shown = best_panel(result)["mistakes"]["pairs"][0]
    assert shown["label"] == f"“{pair['truth']}” mistaken for “{pair['answer']}”"
    assert shown["detail"] == f"{len(pair['rows'])} of {pair['count']} rows"
    assert shown["rows"][0]["row"] == "7"


def test_a_model_without_mistakes_shows_no_table() -> None:
    result = results.three()
    next(m for m in result["models"] if m["name"] == result["best"])["errors"]["pairs"] = []
    assert best_panel(result)["mistakes"] is None


def test_long_lists_of_mistakes_are_cut() -> None:
    shown = best_panel(results.huge())["mistakes"]
    assert len(shown["pairs"]) == MAX_PAIRS
    assert len(shown["columns"]) == MAX_COLUMNS
    assert all(len(cell) <= 24 for pair in shown["pairs"] for row in pair["rows"] for cell in row["values"])


@pytest.mark.parametrize(
    ("cell", "written"), [(None, "–"), (3200.0, "3200"), (0.1 + 0.2, "0.3"), (1e-12, "1e-12"), ("red", "red")]
)
def test_values(cell: float | str | None, written: str) -> None:
    assert value(cell) == written


def test_two_classes_have_calibration_cost_curve_and_reject_table() -> None:
    panel = best_panel(results.binary())
    assert [plot["kind"] for plot in panel["probabilities"]] == ["calibration", "cost"]
    calibration, cost = panel["probabilities"]
    assert [line["label"] for line in calibration["lines"]] == ["malignant"]
    assert all(
        0 <= mark["across"] <= SIDE and 0 <= mark["down"] <= SIDE for mark in calibration["lines"][0]["marks"]
    )
    assert cost["ticks_up"][-1] == {"position": SIDE, "label": "0.5"}
    assert [row["reject_cost"] for row in panel["reject"]] == ["0.05", "0.1", "0.2", "0.3", "0.5"]


def test_the_baseline_and_early_results_show_none_of_it() -> None:
    baseline = next(panel for panel in details(results.three(), "en")["panels"] if panel["is_baseline"])
    assert (baseline["probabilities"], baseline["reject"]) == ([], [])
    early = current(results.early())
    panel = best_panel(early)
    assert (panel["probabilities"], panel["reject"], panel["mistakes"]) == ([], [], None)
    assert readable(early, "en") == {"tree": None, "linear": None}


def test_boxes_of_one_level_do_not_touch() -> None:
    tree = readable(results.hostile(), "en")["tree"]
    left, right = sorted((n for n in tree["nodes"] if n["is_leaf"]), key=lambda node: node["across"])
    assert left["across"] + left["width"] / 2 < right["across"] - right["width"] / 2
    assert all(
        0 <= n["across"] - n["width"] / 2 <= n["across"] + n["width"] / 2 <= tree["width"]
        for n in tree["nodes"]
    )


def test_a_tree_s_words_have_room() -> None:
    """Boxes hold the rows of their leaf; the labels of two branches do not run into one another."""
    result = results.three()
    for node in result["readable"]["tree"]["nodes"]:
        node["rows"], node["wrong"] = 112345.3, 10234.5
    for link in result["readable"]["tree"]["links"]:
        link["text"] = "<= 13986.25"
    tree = readable(result, "en")["tree"]
    for node in tree["nodes"]:
        assert node["width"] > DIGIT * max(map(display_width, (node["text"], node["rows"])))
    for down in {link["down"] for link in tree["links"]}:
        places = sorted(link["across"] for link in tree["links"] if link["down"] == down)
        widest = DIGIT * max(display_width(link["text"]) for link in tree["links"])
        assert all(b - a > widest for a, b in pairwise(places))


def test_branches_are_written_as_in_a_book() -> None:
    assert [branch_text(words) for words in ("<= 4", "> 4", "= 上海")] == ["≤ 4", "> 4", "= 上海"]


@pytest.mark.parametrize(
    ("rows", "wrong", "written"),
    [
        (50.0, 0.0, "50"),
        (1250.0, 3.0, "1,250\xa0/\xa03"),
        (139.813, 1.406, "139.8\xa0/\xa01.4"),
        (7.04, 0.02, "7"),
    ],
)
def test_rows_of_a_leaf(rows: float, wrong: float, written: str) -> None:
    assert rows_text({"rows": rows, "wrong": wrong}) == written


def test_bars_start_in_the_middle() -> None:
    for row in readable(results.three(), "en")["linear"]["rows"]:
        for bar in row["bars"]:
            end = bar["start"] + bar["length"]
            assert (end if bar["is_against"] else bar["start"]) == pytest.approx(BAR_WIDTH / 2)
            assert 0 <= bar["start"] <= end <= BAR_WIDTH
