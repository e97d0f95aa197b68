"""Delimited text: CSV, TSV and the like, read by Arrow as text columns, whole or in batches.

Every column is read as text. What it means is decided over all rows afterwards, so that the answer does not
depend on where a batch ends.

Lines above the header that hold a single value, such as the title of an export, are left out with a note.
"""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.csv

from fenlei.errors import DataError, UsageError, wording
from fenlei.messages import phrase
from fenlei.table.formats.encodings import WESTERN, text_encoding
from fenlei.table.header import repair_names

DELIMITERS = (",", "\t", ";", "|")
SPACE = " "  # tried where the header has none of them
_DELIMITER_WORDS = {"tab": "\t", "\\t": "\t", "space": SPACE, "comma": ",", "semicolon": ";", "pipe": "|"}
_SNIFFED_ROWS = 25
_MOST_TITLES, _FEWEST_NAMES, _FEWEST_ROWS = 10, 4, 3  # lines above a header; names in it; rows below it
_DIGIT = re.compile(r"\d")
_BLOCK_BYTES = 1 << 23


class Layout(NamedTuple):
    """How a delimited file is written."""

    path: Path
    encoding: str
    delimiter: str
    skipped: int  # lines before the header, blank or with a title
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
    delimiter, rows = _delimiter(path, encoding, _candidates(path, given.delimiter))
    start = _titles(rows)
    names, notes = repair_names(rows[start], lang)
    if given.encoding is None and encoding == WESTERN:
        notes.insert(0, wording("table.note_western", lang))
    if start:
        facts = {"count": start, "text": " ".join(filter(None, rows[0]))[:60]}
        notes.insert(0, wording("table.note_titles", lang, **facts))
    skipped = _lines_before(path, encoding, delimiter, start)
    return Layout(path, encoding, delimiter, skipped, names, notes)


def _candidates(path: Path, given: str | None) -> tuple[str, ...]:
    """The delimiters to choose from: the given one, that of the suffix, or the usual ones."""
    if given is None:
        return ("\t",) if path.suffix.lower() in (".tsv", ".tab") else DELIMITERS
    delimiter = _DELIMITER_WORDS.get(given, given)
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n\0':
        raise UsageError("table.option", name="delimiter", value=given, accepted=phrase("limit.delimiter"))
    return (delimiter,)


def _delimiter(path: Path, encoding: str, candidates: tuple[str, ...]) -> tuple[str, list[list[str]]]:
    """The delimiter for which the first rows give most evidence, and these rows as it cuts them."""
    samples = {delimiter: _first_rows(path, encoding, delimiter) for delimiter in candidates}
    delimiter = max(candidates, key=lambda d: _evidence(samples[d]))
    if not samples[delimiter]:
        raise DataError("table.empty_file", path=path)
    rows = samples[delimiter]
    if candidates == DELIMITERS and len(rows[_titles(rows)]) == 1:
        spaced = _first_rows(path, encoding, SPACE)
        if _fits(spaced):
            return SPACE, spaced
    return delimiter, rows


def _titles(rows: list[list[str]]) -> int:
    """How many of the first rows are titles: a single value, above names and rows as wide as they are."""
    for start in range(1, min(_MOST_TITLES, len(rows) - 1) + 1):
        above, header, below = rows[start - 1], rows[start], rows[start + 1 :]
        if len(list(filter(str.strip, above))) > 1:
            return 0
        wide = len(header) >= _FEWEST_NAMES or max(map(len, rows[:start])) == 1
        if (
            wide
            and len(header) > 1
            and len(below) >= _FEWEST_ROWS
            and _fits(rows[start:])
            and _has_names(header, below)
        ):
            return start
    return 0


def _fits(rows: list[list[str]]) -> bool:
    """Whether the rows are of one width, above one."""
    return bool(rows) and len(rows[0]) > 1 and all(len(row) == len(rows[0]) for row in rows)


def _has_names(header: list[str], below: list[list[str]]) -> bool:
    """Whether the first of the rows are names: all different, none blank, without digits above digits."""
    names = {name.strip() for name in header}
    counts = [sum(map(bool, map(_DIGIT.search, column))) for column in zip(*below, strict=True)]
    with_digits = [count >= 0.8 * len(below) for count in counts]
    plain = [_DIGIT.search(name) is None for name in header]
    return (
        len(names) == len(header)
        and "" not in names
        and any(a and b for a, b in zip(with_digits, plain, strict=True))
    )


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


def _lines_before(path: Path, encoding: str, delimiter: str, titles: int) -> int:
    """Lines before the header: the titles, and blank ones above, between and below them."""
    with path.open(encoding=encoding, newline="") as file:
        filled = (i for i, row in enumerate(csv.reader(file, delimiter=delimiter)) if row)
        return next(itertools.islice(filled, titles, None), 0)


def _evidence(rows: list[list[str]]) -> tuple[bool, int]:
    """Rows of one width, above one, speak for a delimiter; then a wide header does."""
    rows = rows[_titles(rows) :]
    return _fits(rows), len(rows[0]) if rows else 0


def read_delimited(layout: Layout) -> pa.Table:
    """The whole file as one Arrow table of text columns."""
    try:
        table = pa.csv.read_csv(layout.path, *_options(layout))
    except (pa.ArrowInvalid, UnicodeError) as error:
        raise _sentence(layout, error) from None
    _require_closed_quote(layout, table)
    return table


def stream_delimited(layout: Layout, part: tuple[int, int] | None = None) -> Iterator[pa.Table]:
    """The file, or whole rows between two bytes of it, as tables of text columns, a few megabytes each."""
    last = None
    try:
        with _opened(layout, part) as reader:
            for batch in reader:
                last = pa.Table.from_batches([batch])
                yield last
    except (pa.ArrowInvalid, UnicodeError) as error:
        raise _sentence(layout, error) from None
    if last is not None and (part is None or part[1] == layout.path.stat().st_size):
        _require_closed_quote(layout, last)


@contextmanager
def _opened(layout: Layout, part: tuple[int, int] | None) -> Iterator[pa.csv.CSVStreamingReader]:
    read, parse, convert = _options(layout)
    with ExitStack() as stack:
        source: Any = layout.path
        if part is not None:
            source = stack.enter_context(pa.OSFile(str(layout.path))).get_stream(part[0], part[1] - part[0])
            read.skip_rows_after_names = 0 if part[0] else read.skip_rows_after_names
        yield stack.enter_context(pa.csv.open_csv(source, read, parse, convert))


def _options(
    layout: Layout, on_ragged: Callable[[pa.csv.InvalidRow], str] | None = None
) -> tuple[pa.csv.ReadOptions, pa.csv.ParseOptions, pa.csv.ConvertOptions]:
    """Arrow's reading, parsing and conversion options; only one thread tells `on_ragged` the row number."""
    encoding = "utf8" if layout.encoding == "utf-8-sig" else layout.encoding
    read = pa.csv.ReadOptions(
        column_names=layout.names,
        skip_rows_after_names=layout.skipped + 1,
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
        row=ragged.number - 1 - layout.skipped,  # Arrow counts what it skips, the header included
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
