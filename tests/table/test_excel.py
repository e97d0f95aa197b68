"""Excel workbooks as tables."""

import datetime
import sys

import openpyxl
import pytest

from fenlei.errors import DataError, UsageError
from fenlei.table import read_table


def write(path, *sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"S{number}")
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_types_of_cells(tmp_path):
    day = datetime.datetime(2026, 1, 2)
    rows = [["n", "t", "b", "d"], [1, "x", True, day], [2.5, "y", False, day], [None, "x", True, None]]
    table = read_table(write(tmp_path / "t.xlsx", rows))
    assert table.arrow["n"].to_pylist() == [1.0, 2.5, None]
    assert [column.kind for column in table.schema.columns][:3] == ["numeric", "nominal", "boolean"]


def test_blank_rows_errors_and_ragged_rows(tmp_path):
    rows = [[], [None, None], ["a", None, "c"], [1, "u", 3], [], ["#N/A", "v", "#DIV/0!"], [3]]
    table = read_table(write(tmp_path / "t.xlsx", rows))
    assert table.arrow.column_names == ["a", "column_2", "c"]
    assert table.arrow["a"].to_pylist() == [1, None, 3]
    assert table.raw["c"].to_pylist() == [3, None, None]


def test_other_sheets_are_noted(tmp_path):
    table = read_table(write(tmp_path / "t.xlsx", [], [["a"], [1], [2]], [["b"], [1]]))
    assert table.arrow["a"].to_pylist() == [1, 2]
    assert table.schema.notes == (
        "Sheet 'S2' was read; the workbook has others, which were not: 'S1', 'S3'.",
    )


def test_a_workbook_without_values(tmp_path):
    with pytest.raises(DataError, match="is empty"):
        read_table(write(tmp_path / "t.xlsx", [], []))


def test_a_damaged_workbook(tmp_path):
    path = write(tmp_path / "t.xlsx", [["a"], [1], [2]])
    data = path.read_bytes()
    at = data.index(b"xl/worksheets/sheet1.xml") + 40
    path.write_bytes(data[:at] + bytes(20) + data[at + 20 :])
    with pytest.raises(DataError, match="cannot be read as Excel"):
        read_table(path)


def test_another_archive_is_no_table(tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "t.zip", "w") as archive:
        archive.writestr("t.csv", "a,b\n1,2\n")
    with pytest.raises(DataError, match="is not a text table"):
        read_table(tmp_path / "t.zip")


def test_without_openpyxl(tmp_path, monkeypatch):
    path = write(tmp_path / "t.xlsx", [["a"], [1], [2]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(UsageError, match=r"openpyxl.*not installed.*pip install openpyxl"):
        read_table(path)
