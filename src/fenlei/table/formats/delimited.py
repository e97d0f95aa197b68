"""Delimited text: CSV, TSV and the like, read by Arrow as text columns, whole or in batches.

Every column is read as text. What it means is decided over all rows afterwards, so that the answer does not
depend on where a batch ends.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.csv

from fenlei.errors import DataError, UsageError
from fenlei.messages import phrase
from fenlei.table.formats.encodings import text_encoding
from fenlei.table.header import repair_names

DELIMITERS = (",", "\t", ";", "|")
SPACE = " "  # tried where the header has none of them
_DELIMITER_WORDS = {"tab": "\t", "\\t": "\t", "space": SPACE, "comma": ",", "semicolon": ";", "pipe": "|"}
_SNIFFED_ROWS = 25
_BLOCK_BYTES = 1 << 23


class Layout(NamedTuple):
    """How a delimited file is written."""

    path: Path
    encoding: str
    delimiter: str
    blank_lines: int  # before the header
    names: list[str]
    notes: list[str]


class TextFormat(NamedTuple):
    """What the caller says about a text file; None is detected."""

    encoding: str | None = None
    delimiter: str | None = None


DETECTED = TextFormat()


def inspect(path: Path, given: TextFormat = DETECTED, lang: str = "en") -> Layout:
    """The encoding, delimiter and repaired header of a delimited file."""
    encoding = text_encoding(path, given.encoding)
    delimiter, header = _delimiter(path, encoding, _candidates(path, given.delimiter))
    names, notes = repair_names(header, lang)
    return Layout(path, encoding, delimiter, _blank_lines(path, encoding), names, notes)


def _candidates(path: Path, given: str | None) -> tuple[str, ...]:
    """The delimiters to choose from: the given one, that of the suffix, or the usual ones."""
    if given is None:
        return ("\t",) if path.suffix.lower() in (".tsv", ".tab") else DELIMITERS
    delimiter = _DELIMITER_WORDS.get(given, given)
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n\0':
        raise UsageError("table.option", name="delimiter", value=given, accepted=phrase("limit.delimiter"))
    return (delimiter,)


def _delimiter(path: Path, encoding: str, candidates: tuple[str, ...]) -> tuple[str, list[str]]:
    """The delimiter for which the first rows give most evidence, and the header as it cuts it."""
    samples = {delimiter: _first_rows(path, encoding, delimiter) for delimiter in candidates}
    delimiter = max(candidates, key=lambda d: _evidence(samples[d]))
    if not samples[delimiter]:
        raise DataError("table.empty_file", path=path)
    header = samples[delimiter][0]
    if candidates == DELIMITERS and len(header) == 1:
        spaced = _first_rows(path, encoding, SPACE)
        if _evidence(spaced)[0]:
            return SPACE, spaced[0]
    return delimiter, header


def _first_rows(path: Path, encoding: str, delimiter: str) -> list[list[str]]:
    longest = csv.field_size_limit(_BLOCK_BYTES)
    with path.open(encoding=encoding, newline="") as file:
        try:
            rows = (row for row in csv.reader(file, delimiter=delimiter) if row)
            return list(itertools.islice(rows, _SNIFFED_ROWS))
        except UnicodeError:
            raise DataError("table.encoding", path=path, encoding=encoding) from None
        except csv.Error:  # a value longer than any that Arrow takes
            raise DataError("table.open_quote", path=path) from None
        finally:
            csv.field_size_limit(longest)


def _blank_lines(path: Path, encoding: str) -> int:
    with path.open(encoding=encoding) as file:
        return sum(1 for _ in itertools.takewhile(lambda line: line == "\n", file))


def _evidence(rows: list[list[str]]) -> tuple[bool, int]:
    """Rows of one width, above one, speak for a delimiter; then a wide header does."""
    width = len(rows[0]) if rows else 0
    return width > 1 and all(len(row) == width for row in rows), width


def read_delimited(layout: Layout) -> pa.Table:
    """The whole file as one Arrow table of text columns."""
    try:
        table = pa.csv.read_csv(layout.path, *_options(layout))
    except (pa.ArrowInvalid, UnicodeError) as error:
        raise _sentence(layout, error) from None
    _require_closed_quote(layout, table)
    return table


def stream_delimited(layout: Layout) -> Iterator[pa.Table]:
    """The file as tables of text columns, a few megabytes each."""
    last = None
    try:
        with pa.csv.open_csv(layout.path, *_options(layout)) as reader:
            for batch in reader:
                last = pa.Table.from_batches([batch])
                yield last
    except (pa.ArrowInvalid, UnicodeError) as error:
        raise _sentence(layout, error) from None
    if last is not None:
        _require_closed_quote(layout, last)


def _options(
    layout: Layout, on_ragged: Callable[[pa.csv.InvalidRow], str] | None = None
) -> tuple[pa.csv.ReadOptions, pa.csv.ParseOptions, pa.csv.ConvertOptions]:
    """Arrow's reading, parsing and conversion options; only one thread tells `on_ragged` the row number."""
    encoding = "utf8" if layout.encoding == "utf-8-sig" else layout.encoding
    read = pa.csv.ReadOptions(
        column_names=layout.names,
        skip_rows_after_names=layout.blank_lines + 1,
        encoding=encoding,
        block_size=_BLOCK_BYTES,
        use_threads=on_ragged is None,
    )
    parse = pa.csv.ParseOptions(
        delimiter=layout.delimiter, newlines_in_values=True, invalid_row_handler=on_ragged
    )
    convert = pa.csv.ConvertOptions(
        column_types=dict.fromkeys(layout.names, pa.string()), strings_can_be_null=False, null_values=[]
    )
    return read, parse, convert


def _sentence(layout: Layout, error: Exception) -> DataError:
    """The error that tells the user what Arrow's exception means."""
    if isinstance(error, UnicodeError) or "UTF8" in str(error):
        return DataError("table.encoding", path=layout.path, encoding=layout.encoding)
    if "straddling" in str(error):
        return DataError("table.open_quote", path=layout.path)
    ragged = _first_ragged_row(layout)
    if ragged is None:
        return DataError("table.broken", path=layout.path, format="CSV")
    return DataError(
        "table.ragged",
        path=layout.path,
        row=ragged.number - 1 - layout.blank_lines,  # Arrow counts what it skips, the header included
        found=ragged.actual_columns,
        expected=ragged.expected_columns,
        delimiter=layout.delimiter,
    )


def _first_ragged_row(layout: Layout) -> pa.csv.InvalidRow | None:
    """Arrow's record of the first row with too few or too many fields, with its number, or None."""
    found: list[pa.csv.InvalidRow] = []

    def note(row: pa.csv.InvalidRow) -> str:
        found.append(row)
        return "error"

    try:
        with pa.csv.open_csv(layout.path, *_options(layout, note)) as reader:
            for _ in reader:
                pass
    except pa.ArrowInvalid:
        pass
    return found[0] if found else None


def _require_closed_quote(layout: Layout, table: pa.Table) -> None:
    """Raise if the last value runs over line ends to the end of the file: Arrow lets an open quote pass."""
    last = table.column(table.num_columns - 1)[-1].as_py() if table.num_rows else ""
    if "\n" not in last and "\r" not in last:
        return
    with layout.path.open("rb") as file:
        file.seek(max(0, layout.path.stat().st_size - 64))
        tail = file.read()
    if not tail.replace(b"\0", b"").rstrip().endswith(b'"'):
        raise DataError("table.open_quote", path=layout.path)
