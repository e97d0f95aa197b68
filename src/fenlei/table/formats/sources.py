"""Sources of tables: which format a file has, and any source as one Arrow table or as blocks of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

import pyarrow as pa

from fenlei.errors import DataError, UsageError
from fenlei.messages import Phrase, foreign
from fenlei.table.columns import NamedColumn, dict_arrow, frame_arrow, origin_of
from fenlei.table.formats.arff import read_arff
from fenlei.table.formats.delimited import DETECTED, TextFormat, inspect, read_delimited, stream_delimited
from fenlei.table.formats.excel import read_excel
from fenlei.table.formats.json_lines import read_json
from fenlei.table.formats.local_files import local_file
from fenlei.table.frames import is_frame
from fenlei.table.header import repair_names
from fenlei.table.table import Table

_SUFFIXES = {
    ".csv": "CSV",
    ".tsv": "CSV",
    ".tab": "CSV",
    ".parquet": "Parquet",
    ".feather": "Feather",
    ".arrow": "Feather",
    ".arff": "ARFF",
    ".jsonl": "JSON",
    ".ndjson": "JSON",
    ".json": "JSON",
}
_MAGIC = {b"PAR1": "Parquet", b"ARROW1": "Feather"}
_ZIP = b"PK\x03\x04"
_JSON = re.compile(rb"(\xef\xbb\xbf)?\s*(\[\s*)?\{\s*\"")
_PAGE_BYTES = 1 << 18  # read at a time from each column of a Parquet file
_ARFF = re.compile(rb"@relation\s", re.IGNORECASE)


class Raw(NamedTuple):
    """A source as it came: unique names, values not yet interpreted."""

    table: pa.Table
    is_text: bool  # a delimited file, whose columns are text whatever they mean
    notes: list[str]
    origin: Phrase  # how a sentence calls it
    delimiter: str = ""  # of a delimited file


def read_raw(source: object, text: TextFormat = DETECTED, lang: str = "en") -> Raw:
    """Any source as one Arrow table; a DataError if it has no columns or no rows. A Raw stays as it is."""
    if isinstance(source, Raw):
        return source
    if isinstance(source, str | PathLike):
        with local_file(source) as path:
            raw = _read_file(path, text, origin_of(source), lang)
    else:
        raw = _read_object(source, lang)
    if raw.table.num_columns == 0:
        raise DataError("table.no_columns", origin=raw.origin)
    if raw.table.num_rows == 0:
        raise DataError("table.no_rows", origin=raw.origin)
    return raw


def _read_object(source: object, lang: str) -> Raw:
    origin = origin_of(source)
    if isinstance(source, Table):
        parts = [c.name for c in source.schema.columns if c.source] if source.raw is source.arrow else []
        return Raw(source.raw.drop_columns(parts), False, list(source.schema.notes), origin)
    if isinstance(source, Mapping):
        return _named(dict_arrow(source), origin, lang)
    if is_frame(source):
        return _named(frame_arrow(source), origin, lang)
    raise UsageError("table.source", type=type(source).__name__)


def _named(columns: list[NamedColumn], origin: Phrase, lang: str) -> Raw:
    names, notes = repair_names((name for name, _ in columns), lang)
    return Raw(pa.table([values for _, values in columns], names=names), False, notes, origin)


def _read_file(path: Path, text: TextFormat, origin: Phrase, lang: str) -> Raw:
    kind = file_format(path)
    if kind == "CSV":
        layout = inspect(path, text, lang)
        return Raw(read_delimited(layout), True, layout.notes, origin, layout.delimiter)
    if kind == "Excel":
        table, notes = read_excel(path, lang)
    elif kind in ("JSON", "ARFF"):
        table, notes = (read_json if kind == "JSON" else read_arff)(path, text.encoding, lang)
    else:
        table = pa.concat_tables(_stream_binary(path, kind))
        names, notes = repair_names(table.column_names, lang)
        table = table.rename_columns(names)
    return Raw(table, False, notes, origin)


def stream_raw(source: object, rows: int, text: TextFormat = DETECTED) -> Iterator[pa.Table]:
    """Any source as tables of `rows` rows, the last one shorter; files of rows are not read whole."""
    if not isinstance(source, str | PathLike):
        yield from regroup([read_raw(source).table], rows)
        return
    with local_file(source) as path:
        yield from regroup(_stream_file(path, rows, text, origin_of(source)), rows)


def _stream_file(path: Path, rows: int, text: TextFormat, origin: Phrase) -> Iterable[pa.Table]:
    kind = file_format(path)
    if kind == "CSV":
        return stream_delimited(inspect(path, text))
    if kind in ("Parquet", "Feather"):
        return (t.rename_columns(repair_names(t.column_names)[0]) for t in _stream_binary(path, kind, rows))
    return [_read_file(path, text, origin, "en").table]


def regroup(tables: Iterable[pa.Table], rows: int) -> Iterator[pa.Table]:
    """The same rows in tables of `rows` rows each, the last one shorter."""
    held: list[pa.Table] = []
    count = 0
    for table in tables:
        held.append(table)
        count += table.num_rows
        while count >= rows:
            joined = pa.concat_tables(held)
            yield joined.slice(0, rows)
            held, count = [joined.slice(rows)], count - rows
    if count:
        yield pa.concat_tables(held)


# --- files


def file_format(path: Path) -> str:
    """CSV, JSON, Excel, Parquet, Feather or ARFF, by the first bytes and then by the suffix."""
    start = _first_bytes(path)
    if not start:
        raise DataError("table.empty_file", path=path)
    for magic, kind in _MAGIC.items():
        if start.startswith(magic):
            return kind
    if start.startswith(_ZIP) and _is_workbook(path):
        return "Excel"
    if path.suffix.lower() not in _SUFFIXES and (_JSON.match(start) or _ARFF.match(start)):
        return "JSON" if _JSON.match(start) else "ARFF"
    named = _SUFFIXES.get(path.suffix.lower(), "CSV")
    if named in _MAGIC.values():
        raise DataError("table.broken", path=path, format=named)
    return named


def _is_workbook(path: Path) -> bool:
    try:
        with ZipFile(path) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (BadZipFile, OSError, ValueError):
        return False


def _first_bytes(path: Path) -> bytes:
    try:
        if not path.exists():
            raise DataError("table.no_file", path=path)
        if path.is_dir():
            raise DataError("table.directory", path=path)
        with path.open("rb") as file:
            return file.read(64)
    except OSError as error:
        raise DataError("table.unreadable", path=path, reason=foreign(error.strerror)) from None


def _stream_binary(path: Path, kind: str, rows: int = 1 << 16) -> Iterator[pa.Table]:
    """The rows of a Parquet or Feather file; the first table is empty and shows the columns."""
    try:
        for table in _parquet_tables(path, rows) if kind == "Parquet" else _feather_tables(path):
            _ = table.column_names  # which are decoded here
            yield table
    except UnicodeDecodeError:
        raise DataError("table.not_utf8", path=path) from None
    except (pa.ArrowException, OSError) as error:
        key = "table.not_utf8" if "UTF8" in str(error) else "table.broken"
        raise DataError(key, path=path, **({} if key == "table.not_utf8" else {"format": kind})) from None


def _parquet_tables(path: Path, rows: int) -> Iterator[pa.Table]:
    import pyarrow.parquet

    # Read-ahead would bring a whole row group into memory: a batch needs the pages of its own rows.
    with pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=_PAGE_BYTES) as file:
        yield file.schema_arrow.empty_table()
        for batch in file.iter_batches(batch_size=rows):
            batch.validate(full=True)  # text need not be UTF-8
            yield pa.Table.from_batches([batch])


def _feather_tables(path: Path) -> Iterator[pa.Table]:
    with pa.OSFile(str(path)) as file:
        reader = pa.ipc.open_file(file)
        yield reader.schema.empty_table()
        for i in range(reader.num_record_batches):
            batch = reader.get_batch(i)
            batch.validate(full=True)  # Arrow takes the lengths and offsets of a file on trust
            yield pa.Table.from_batches([batch])
