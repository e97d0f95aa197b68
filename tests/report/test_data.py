"""The data section."""

from __future__ import annotations

from fenlei.report.data import BAR_WIDTH, balance, categories, schema
from tests.report import results


def test_bars_are_drawn_to_the_largest_class() -> None:
    bars = balance(results.binary(), "en")["bars"]
    assert [(bar["label"], bar["count"], bar["share"]) for bar in bars] == [
        ("benign", "390", "68.5%"),
        ("malignant", "179", "31.5%"),
    ]
    assert [bar["width"] for bar in bars] == [BAR_WIDTH, round(BAR_WIDTH * 179 / 390, 1)]


def test_many_classes_are_summed_in_one_bar() -> None:
    result = results.three()
    result["data"]["classes"] = [f"c{k}" for k in range(30)]
    result["data"]["class_counts"] = list(range(1, 31))
    shown = balance(result, "en")
    assert [bar["label"] for bar in shown["bars"]] == [*(f"c{k}" for k in range(11, 30)), "other"]
    assert shown["bars"][-1]["count"] == "66"  # 1 + 2 + ... + 11
    assert shown["cut"].startswith("The 19 largest of 30 classes")


def test_the_schema_lists_the_target_first_and_marks_unused_columns() -> None:
    rows = schema(results.binary(), "en")["rows"]
    assert (rows[0]["name"], rows[0]["is_target"], rows[0]["values"]) == (
        "diagnosis",
        True,
        "benign, malignant",
    )
    assert [row["name"] for row in rows if row["is_unused"]] == ["patient_id", "hospital"]
    age = rows[2]
    assert (age["kind"], age["missing"], age["distinct"], age["values"]) == ("numeric", "23 (4.0%)", "61", "")


def test_kinds_are_translated() -> None:
    kinds = [row["kind"] for row in schema(results.twelve(), "zh")["rows"]]
    assert kinds == ["名义", "编号", "名义", "数值", "数值", "有序"]


def test_long_lists_of_categories_and_columns_are_cut_with_a_note() -> None:
    assert categories([str(i) for i in range(10)], "en") == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
    assert categories(["红", "绿"], "zh") == "红、绿"
    result = results.three()
    result["data"]["schema"]["columns"] *= 50
    shown = schema(result, "en")
    assert len(shown["rows"]) == 101
    assert shown["cut"] == "The first 100 of 200 columns are shown."
