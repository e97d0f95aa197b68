"""Confusion matrices and curves of each model."""

from __future__ import annotations

from typing import Any

import pytest

from fenlei.report import details as subject
from fenlei.report.details import confusion, details, fold_classes, largest_classes
from fenlei.report.models import ranked
from tests.report import results


def confusion_of_best(result: Any) -> Any:
    best = ranked(result)[0]
    return confusion(best["confusion"], best, result, "en")


def test_a_matrix_shows_counts_and_shares_of_its_rows() -> None:
    result = results.three()
    best = ranked(result)[0]
    best["confusion"] = [[48, 2, 0], [0, 46, 4], [1, 1, 48]]
    matrix = confusion(best["confusion"], best, result, "en")
    assert matrix["classes"] == ["setosa", "versicolor", "virginica"]
    first, second, _ = matrix["rows"][0]["cells"]
    assert (first["count"], first["share"], first["depth"], first["is_right"]) == ("48", "96.0%", 0.96, True)
    # A mistake is coloured by the root of its share, here 0.04.
    assert (second["count"], second["share"], second["depth"], second["is_right"]) == (
        "2",
        "4.0%",
        0.2,
        False,
    )
    assert matrix["rows"][0]["total"] == "50"
    # 46 of the 49 answers "versicolor" were right.
    assert matrix["precision"] == ["98.0%", "93.9%", "92.3%"]
    assert matrix["cut"] == ""


def test_a_class_that_is_never_answered_has_no_precision() -> None:
    result = results.three()
    best = ranked(result)[0]
    best["confusion"] = [[50, 0, 0], [50, 0, 0], [0, 0, 0]]
    matrix = confusion(best["confusion"], best, result, "en")
    assert matrix["precision"] == ["50.0%", "–", "–"]
    assert matrix["rows"][2]["cells"][0]["share"] == "–"


def test_small_classes_are_summed_without_losing_a_row() -> None:
    matrix = [[5, 1, 0, 2], [0, 6, 1, 0], [1, 0, 7, 0], [0, 3, 0, 8]]
    folded = fold_classes(matrix, [1, 3])
    # Classes 0 and 2 in one: 5 + 0 + 1 + 7 = 13 among themselves.
    assert folded == [[6, 0, 1], [3, 8, 0], [1, 2, 13]]
    assert sum(map(sum, folded)) == sum(map(sum, matrix))


def test_many_classes_are_cut_to_the_largest_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MAX_MATRIX", 4)
    result = results.twelve()
    matrix = confusion_of_best(result)
    assert matrix["classes"] == ["苹果", "梨", "桃", "other"]
    assert matrix["cut"] == "The 3 largest of 12 classes are shown; the rest are summed under “other”."
    # What is right among the summed classes is not on the diagonal of the shown matrix.
    assert not any(cell["is_right"] for cell in matrix["rows"][-1]["cells"])
    assert matrix["precision"][-1] == ""


def test_long_names_of_many_classes_stand_upright() -> None:
    result = results.twelve()
    assert not confusion_of_best(result)["is_vertical"]
    result["data"]["classes"][3] = "巨峰葡萄"
    assert confusion_of_best(result)["is_vertical"]


def test_the_largest_classes_keep_the_order_of_the_classes() -> None:
    result = results.three()
    result["data"]["class_counts"] = [10, 90, 50]
    assert largest_classes(result, 2) == [1, 2]


def test_every_model_has_a_panel_and_only_the_baseline_no_curves() -> None:
    panels = details(results.three(), "en")["panels"]
    assert [panel["is_baseline"] for panel in panels] == [False, False, False, False, True]
    assert [[plot["kind"] for plot in panel["plots"]] for panel in panels] == [["roc", "pr"]] * 4 + [[]]
    assert panels[1]["notes"] == ["Variables are collinear"]


def test_curves_have_their_area_in_legend_and_description() -> None:
    result = results.binary()
    best = ranked(result)[0]
    best["curves"]["roc"]["benign"] = {"x": [0, 0, 1], "y": [0, 1, 1], "auc": 1.0}
    best["curves"]["pr"]["malignant"] = {"x": [1, 0], "y": [0.5, 1], "ap": 0.5}
    roc, pr = details(result, "en")["panels"][0]["plots"]
    assert (roc["lines"][0]["label"], roc["lines"][0]["value"]) == ("benign", "1.000")
    assert roc["lines"][0]["path"] == "M0 280L0 0L280 0"
    assert roc["description"].startswith("benign: AUC 1.000; malignant: AUC ")
    assert pr["lines"][1]["path"] == "M0 0V140H280"
    assert "malignant: average precision 0.500" in pr["description"]
    # 179 of 569 rows are malignant: guessing has precision 0.315.
    assert pr["lines"][1]["prevalence_position"] == pytest.approx(280 * (1 - 179 / 569), abs=0.05)


def test_a_class_without_a_curve_is_left_out() -> None:
    result = results.three()
    del ranked(result)[0]["curves"]["roc"]["setosa"]
    roc = details(result, "en")["panels"][0]["plots"][0]
    assert [(line["label"], line["colour"]) for line in roc["lines"]] == [("versicolor", 1), ("virginica", 2)]


def test_curves_of_many_classes_are_cut_with_a_note() -> None:
    panel = details(results.twelve(), "en")["panels"][0]
    assert len(panel["plots"][0]["lines"]) == 10
    assert panel["cut"] == "The curves of the 10 largest of 12 classes are shown."


def test_many_models_are_cut_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MAX_MODELS", 2)
    shown = details(results.three(), "en")
    assert len(shown["panels"]) == 2
    assert shown["cut"] == "The 2 best of 5 models are shown in detail."
