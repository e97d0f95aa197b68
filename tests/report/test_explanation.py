"""The page of an explanation: numbers of a column alike, nothing but text from the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from fenlei.explanation.formula import Word
from fenlei.explanation.printing.columns import column, is_numeric, written
from fenlei.explanation.working import Grid, Working, WorkingStep
from fenlei.report import write_explanation


@pytest.mark.parametrize(
    ("cells", "written"),
    [
        ([0.899407, 0.0993525, 0.0012408], ["0.899407", "0.099352", "0.001241"]),
        ([1.5, None, -2.25], ["1.50000", "", "−2.25000"]),
        ([3.0, 12.0], ["3", "12"]),
        ([0.5, 3e-9], ["0.500000", "3e−09"]),
        (["-0.97", ""], ["−0.97", ""]),
        (["a-b", "c"], ["a-b", "c"]),
        ([float("-inf"), 1.5], ["-inf", "1.50000"]),
    ],
)
def test_a_column_is_written_alike(cells: list[str | float | None], written: list[str]) -> None:
    assert column(cells) == written


def test_which_columns_hold_numbers() -> None:
    assert is_numeric([1, None, "2.5"])
    assert not is_numeric(["2.5", "甜"])
    assert not is_numeric([None, ""])


def test_a_table_keeps_its_rows() -> None:
    grid = Grid("t", ("name", "p"), (("甜", 0.25), ("酸", 0.75)))
    told = written(grid)
    assert told.headings == [("name", False), ("p", True)]
    assert told.rows == [[("甜", False), ("0.250000", True)], [("酸", False), ("0.750000", True)]]


@pytest.mark.parametrize(("lang", "tag"), [("en", "en"), ("zh", "zh-CN")])
def test_the_page_escapes_what_the_data_says(tmp_path: Path, lang: str, tag: str) -> None:
    row = {"<b>口感</b>": "<script>", "果重": -1.5}
    step = WorkingStep("<a>", "<h6>", "<q>", (Word("<sub>"),), (Grid("<i>", ("<u>",), (("<s>",),)),))
    working = Working("Model", "prediction", (step,), "<em>", lang, "<em>", row, head="<dl>")
    write_explanation(working, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert f'<html lang="{tag}">' in page
    assert "−1.5" in page
    tags = ("<b>", "<script>", "<i>", "<u>", "<s>", "<em>", "<h6>", "<q>", "<sub>", "<dl>")
    assert not any(tag in page.partition("</style>")[2] for tag in tags)
