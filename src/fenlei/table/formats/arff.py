"""ARFF, the format of WEKA: declared attributes, then rows, dense or sparse.

A nominal attribute becomes a dictionary column over its declared values, a numeric one float64, any other
text. The file is read whole. Reference: https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from fenlei.errors import DataError
from fenlei.messages import Phrase, phrase
from fenlei.table.formats.encodings import text_encoding
from fenlei.table.header import repair_names

_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTED}|[^\s'\"]\S*)\s+(\{{.*\}}|\S+)", re.IGNORECASE)
_VALUE = re.compile(rf"\s*({_QUOTED}|(?:[^\s,'\"][^,]*?)?)\s*,")
_SPARSE_VALUE = re.compile(rf"\s*(\d+)\s+({_QUOTED}|[^\s,'\"][^,]*?)\s*,")
_ESCAPE = re.compile(r"\\(.)")


class Attribute(NamedTuple):
    """A declared column: its name, and the code of each value if it is nominal."""

    name: str
    numeric: bool
    codes: dict[str, int] | None


class _Line(NamedTuple):
    path: Path
    line: int
    text: str

    def error(self, part: str | Phrase) -> DataError:
        return DataError("table.arff_line", path=self.path, line=self.line, text=self.text[:60], part=part)


def read_arff(path: Path, encoding: str | None = None, lang: str = "en") -> tuple[pa.Table, list[str]]:
    """The table of an ARFF file, and notes on repaired names."""
    attributes: list[Attribute] = []
    rows: list[list[str | None]] = []
    in_data = False
    for line in _lines(path, encoding):
        if in_data:
            rows.append(_row(line, attributes))
        elif line.text.lower().startswith("@data"):
            in_data = True
        elif not line.text.lower().startswith("@relation"):
            attributes.append(_attribute(line))
    if not (attributes and in_data):
        raise DataError("table.arff_no_data", path=path)
    names, notes = repair_names((attribute.name for attribute in attributes), lang)
    columns = zip(*rows, strict=True) if rows else ([] for _ in attributes)
    arrays = [_array(a, values) for a, values in zip(attributes, columns, strict=True)]
    return pa.table(arrays, names=names), notes


def _lines(path: Path, encoding: str | None) -> Iterator[_Line]:
    encoding = text_encoding(path, encoding)
    with path.open(encoding=encoding) as file:
        try:
            for number, line in enumerate(file, start=1):
                if (text := line.strip()) and not text.startswith("%"):
                    yield _Line(path, number, text)
        except UnicodeDecodeError:
            raise DataError("table.encoding", path=path, encoding=encoding) from None


def _attribute(line: _Line) -> Attribute:
    match = _ATTRIBUTE.match(line.text)
    if match is None:
        raise line.error("@attribute")
    name, kind = _unquoted(match[1]), match[2]
    if kind.startswith("{"):
        values = dict.fromkeys(value for value in _dense(line._replace(text=kind[1:-1])) if value is not None)
        return Attribute(name, False, {value: code for code, value in enumerate(values)})
    return Attribute(name, kind.lower() in ("numeric", "real", "integer"), None)


def _row(line: _Line, attributes: list[Attribute]) -> list[str | None]:
    row = _sparse(line, attributes) if line.text.startswith("{") else _dense(line)
    if len(row) != len(attributes):
        raise line.error(phrase("kind.arff_row", count=len(attributes)))
    for value, attribute in zip(row, attributes, strict=True):
        if value is not None and not _fits(value, attribute):
            raise line.error(phrase("kind.arff_value", value=value, name=attribute.name))
    return row


def _fits(value: str, attribute: Attribute) -> bool:
    if attribute.codes is not None:
        return value in attribute.codes
    if attribute.numeric:
        try:
            float(value)
        except ValueError:
            return False
    return True


def _dense(line: _Line) -> list[str | None]:
    return [_value(match[1]) for match in _matches(_VALUE, line, line.text + ",")]


def _sparse(line: _Line, attributes: list[Attribute]) -> list[str | None]:
    """A sparse row: what is not named is zero, or the first value of a nominal attribute."""
    row: list[str | None] = ["0" if a.codes is None else next(iter(a.codes), None) for a in attributes]
    inside = line.text.strip("{} \t")
    for match in _matches(_SPARSE_VALUE, line, inside + "," if inside else ""):
        if int(match[1]) >= len(attributes):
            raise line.error(phrase("kind.arff_row", count=len(attributes)))
        row[int(match[1])] = _value(match[2])
    return row


def _matches(pattern: re.Pattern[str], line: _Line, text: str) -> Iterator[re.Match[str]]:
    """Matches of `pattern` that follow each other through the whole of `text`."""
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise line.error(phrase("kind.arff_line"))
        yield match
        position = match.end()


def _value(text: str) -> str | None:
    return None if text in ("?", "") else _unquoted(text)


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(r"\1", text[1:-1]) if text[:1] in ("'", '"') else text


def _array(attribute: Attribute, values: Iterable[str | None]) -> pa.Array:
    if attribute.numeric:
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    if attribute.codes is None:
        return pa.array(values, pa.string())
    codes = pa.array([None if value is None else attribute.codes[value] for value in values], pa.int32())
    return pa.DictionaryArray.from_arrays(codes, pa.array(list(attribute.codes), pa.string()))
