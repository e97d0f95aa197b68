"""Excel workbooks (.xlsx): the first sheet that has values, its first row with values as the header.

Cells keep their types: numbers, text, true and false, dates. Formulas have the values that were stored with
them, error values such as #N/A are missing, and rows without any value are left out. Read by openpyxl, whole.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from fenlei.errors import DataError, UsageError, wording
from fenlei.messages import listed
from fenlei.table.columns import arrow_column
from fenlei.table.header import repair_names

_ERRORS = ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#GETTING_DATA")

Row = tuple[Any, ...]


def read_excel(path: Path, lang: str = "en") -> tuple[pa.Table, list[str]]:
    """The table of a workbook, and notes on repaired names and sheets that were not read."""
    sheets = _sheets(path)
    filled = {name: rows for name, rows in sheets.items() if rows}
    name, rows = next(iter(filled.items()), ("", []))
    if not rows:
        raise DataError("table.empty_file", path=path)
    width = max(len(row) for row in rows)
    header, *body = [row + (None,) * (width - len(row)) for row in rows]
    names, notes = repair_names(("" if cell is None else cell for cell in header), lang)
    if others := [other for other in sheets if other != name]:
        notes.append(wording("table.note_sheets", lang, sheet=name, others=listed(*map(repr, others))))
    cells = zip(*body, strict=True) if body else ([] for _ in names)
    return pa.table(
        [arrow_column(list(values), n) for n, values in zip(names, cells, strict=True)], names=names
    ), notes


def _sheets(path: Path) -> dict[str, list[Row]]:
    """The rows with values of every sheet; the sheets after the first with rows are not read."""
    try:
        import openpyxl
    except ImportError:
        raise UsageError("table.no_openpyxl", path=path) from None
    found: dict[str, list[Row]] = {}
    try:
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about pictures, styles and the like
            for sheet in openpyxl.load_workbook(file, read_only=True, data_only=True).worksheets:
                found[sheet.title] = [] if any(found.values()) else list(_rows(sheet))
    except Exception:  # whatever openpyxl stumbles over in a damaged file
        raise DataError("table.broken", path=path, format="Excel") from None
    return found


def _rows(sheet: Any) -> Iterator[Row]:
    """The rows that have a value, cut after their last one."""
    sheet.reset_dimensions()  # which other programs write wrongly
    for cells in sheet.iter_rows(values_only=True):
        row = [None if cell == "" or cell in _ERRORS else cell for cell in cells]
        while row and row[-1] is None:
            row.pop()
        if row:
            yield tuple(row)
