"""JSON: one object per line, or one array of objects; each object is a row, each key a column.

The file is read whole. A key that a row lacks is a missing value there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from fenlei.errors import DataError
from fenlei.table.columns import arrow_column
from fenlei.table.formats.encodings import text_encoding
from fenlei.table.header import repair_names


def read_json(path: Path, encoding: str | None = None, lang: str = "en") -> tuple[pa.Table, list[str]]:
    """The table of a JSON file, and notes on repaired names."""
    rows = list(_rows(path, text_encoding(path, encoding)))
    keys = list(dict.fromkeys(key for row in rows for key in row))
    names, notes = repair_names(keys, lang)
    try:
        columns = [
            arrow_column([row.get(key) for row in rows], name) for key, name in zip(keys, names, strict=True)
        ]
    except UnicodeError:  # half a character
        raise DataError("table.broken", path=path, format="JSON") from None
    return pa.table(columns, names=names), notes


def _rows(path: Path, encoding: str) -> Iterator[dict[str, object]]:
    with path.open(encoding=encoding) as file:
        try:
            first = next((line for line in file if line.strip()), "")
            file.seek(0)
            if first.lstrip().startswith("["):
                yield from _array(path, file.read())
                return
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _object(path, number, line)
        except UnicodeDecodeError:
            raise DataError("table.encoding", path=path, encoding=encoding) from None


def _array(path: Path, text: str) -> list[dict[str, object]]:
    rows = _parsed(text)
    if not isinstance(rows, list):
        raise DataError("table.broken", path=path, format="JSON")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise DataError("table.json_row", path=path, row=number, value=row)
    return rows


def _object(path: Path, number: int, line: str) -> dict[str, object]:
    row = _parsed(line)
    if not isinstance(row, dict):
        raise DataError("table.json_line", path=path, line=number, text=line.strip()[:60])
    return row


def _parsed(text: str) -> object:
    """The JSON value, or None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
