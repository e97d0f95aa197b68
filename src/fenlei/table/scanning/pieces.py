"""Pieces of files: a row group, a record batch or a part of a text file, each a stream of Arrow columns.

All files have the same columns, in the order of the first; Arrow's rules join their types (int32 and float64
are float64, no value at all is any type). Columns that only some files have, or whose types have nothing in
common, are refused with both files named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from fenlei.errors import DataError
from fenlei.table.formats.delimited import TextFormat, inspect, stream_delimited
from fenlei.table.formats.local_files import local_file
from fenlei.table.header import quoted, repair_names
from fenlei.table.scanning.cuts import safe_cuts
from fenlei.table.scanning.files import PACKED, DataFile, format_of, require_unchanged

PAGE_BYTES = 1 << 18  # read at a time from each column of a Parquet file
WORD_BYTES = 3  # a row, of text that is stored as codes of few words
CODED = pa.dictionary(pa.int32(), pa.string())


class Piece(NamedTuple):
    """A part of a file that can be read by itself."""

    file: int  # its index among the files
    part: int  # row group, record batch or part of a text file
    rows: int = -1  # not known before a text file is read
    kept: int = -1  # rows with a label and a weight
    before: int = 0  # rows of the file that are in other pieces before
    span: tuple[int, int] | None = None  # its bytes in a text file; None for all
    text: TextFormat | None = None  # what was found in a text file


class JointColumns(NamedTuple):
    """The columns that all files share."""

    format: str  # CSV, Parquet or Feather
    types: Any  # pa.Schema, those of the folders named key=value last
    delimiter: str  # of the first text file


def joint_columns(files: tuple[DataFile, ...], text: TextFormat, *, allow_missing: bool) -> JointColumns:
    """The columns of all files; a DataError names the first file that differs."""
    kind = format_of(files[0])
    delimiter, joined, keys = "", None, [name for name, _ in files[0].keys]
    for file in files:
        if [name for name, _ in file.keys] != keys:
            raise DataError("scan.keys", path=file.path, other=files[0].path)
        found, separator = _types(file, kind, text)
        delimiter = delimiter or separator
        joined = found if joined is None else _joined(joined, found, files[0].path, file.path, allow_missing)
    assert joined is not None
    clash = [name for name in keys if name in joined.names]
    if clash:
        raise DataError("scan.key_clash", column=clash[0], path=files[0].path)
    for name in keys:
        joined = joined.append(pa.field(name, pa.string()))
    return JointColumns(kind, joined, delimiter)


def _types(file: DataFile, kind: str, text: TextFormat) -> tuple[Any, str]:
    with _worded(file, kind):
        if kind == "CSV":
            with local_file(file.path) as path:
                layout = inspect(path, text)
            return pa.schema([(name, pa.string()) for name in layout.names]), layout.delimiter
        if kind == "Parquet":
            found = _footer(file).schema.to_arrow_schema()
        else:
            with pa.OSFile(file.path) as source:
                found = pa.ipc.open_file(source).schema
        names, _ = repair_names(found.names)
        return pa.schema([field.with_name(name) for field, name in zip(found, names, strict=True)]), ""


def _joined(a: Any, b: Any, path_a: str, path_b: str, allow_missing: bool) -> Any:
    for names, other, path in ((a.names, b.names, path_b), (b.names, a.names, path_a)):
        lacking = [name for name in names if name not in other]
        if lacking and not allow_missing:
            facts = {"count": len(lacking), "columns": quoted(lacking)}
            raise DataError("scan.lacking", path=path, other=path_a if path == path_b else path_b, **facts)
    fields = []
    for field in a:
        try:
            kinds = [
                pa.schema([pa.field("x", s.field(field.name).type)]) for s in (a, b) if field.name in s.names
            ]
            fields.append(
                pa.field(field.name, pa.unify_schemas(kinds, promote_options="permissive").field(0).type)
            )
        except (pa.ArrowTypeError, pa.ArrowInvalid):
            types = {"type": field.type, "other_type": b.field(field.name).type}
            raise DataError("scan.types", column=field.name, path=path_a, other=path_b, **types) from None
    return pa.schema([*fields, *(field for field in b if field.name not in a.names)])


def pieces_of(files: tuple[DataFile, ...], kind: str, text: TextFormat) -> Iterator[Piece]:
    """The pieces of all files in order, from their footers; rows of text are not counted yet."""
    for f, file in enumerate(files):
        with _worded(file, kind):
            if kind == "CSV":
                yield from _parts_of_text(f, file, text)
                continue
            counts = _counts(file, kind)
        for part, rows in enumerate(counts):
            yield Piece(f, part, rows)


def _parts_of_text(f: int, file: DataFile, text: TextFormat) -> Iterator[Piece]:
    """The parts of a text file; a compressed one is read from its beginning."""
    with local_file(file.path) as path:
        layout = inspect(path, text)
        packed = Path(file.path).suffix.lower() in PACKED
        spans = [] if packed else safe_cuts(path, layout.encoding, layout.delimiter)
    found = TextFormat(layout.encoding, layout.delimiter)
    for part, span in enumerate(spans if len(spans) > 1 else [None]):
        yield Piece(f, part, span=span, text=found)


def _counts(file: DataFile, kind: str) -> list[int]:
    if kind == "Parquet":
        meta = _footer(file)
        return [meta.row_group(i).num_rows for i in range(meta.num_row_groups)]
    with pa.OSFile(file.path) as source:
        reader = pa.ipc.open_file(source)
        return [reader.get_batch(i).num_rows for i in range(reader.num_record_batches)]


def stream_piece(
    file: DataFile,
    piece: Piece,
    columns: JointColumns,
    names: Iterable[str],
    rows: int,
    text: TextFormat,
    *,
    coded: bool = False,
) -> Iterator[pa.Table]:
    """The named columns of a piece in their joint types, some rows at a time, if the file is as it was.

    If `coded`, text may come as a dictionary of its different values.
    """
    require_unchanged(file)
    wanted = [field for field in columns.types if field.name in set(names)]
    with _worded(file, columns.format):
        if columns.format == "Parquet":
            texts = [field.name for field in wanted if coded and pa.types.is_string(field.type)]
            tables = _stream_parquet(file, piece.part, [f.name for f in wanted], texts, rows)
        else:
            tables = _stream(file, piece, columns.format, rows, text)
        for table in tables:
            yield _typed(table, wanted, dict(file.keys), coded=coded)


def _stream(file: DataFile, piece: Piece, kind: str, rows: int, text: TextFormat) -> Iterator[pa.Table]:
    if kind == "CSV":
        with local_file(file.path) as path:
            yield from stream_delimited(inspect(path, piece.text or text), piece.span)
    else:
        with pa.OSFile(file.path) as source:
            batch = pa.ipc.open_file(source).get_batch(piece.part)
            batch.validate(full=True)
            table = pa.Table.from_batches([batch])
            table = table.rename_columns(repair_names(table.column_names)[0])
            for start in range(0, table.num_rows, rows):
                yield table.slice(start, rows)


def _stream_parquet(
    file: DataFile, part: int, names: list[str], texts: list[str], rows: int
) -> Iterator[pa.Table]:
    """The named columns of a row group; `texts` as dictionaries if they are stored so."""
    import pyarrow.parquet

    footer = _footer(file)
    found = footer.schema.to_arrow_schema().names
    repaired, _ = repair_names(found)
    chosen = [i for i, name in enumerate(repaired) if name in names]
    order = [found[i] for i in chosen] if len(set(found)) == len(found) else None
    short = [] if order is None else _few_words(footer.row_group(part), set(texts))
    settings = {"pre_buffer": False, "buffer_size": PAGE_BYTES, "read_dictionary": short}
    with pyarrow.parquet.ParquetFile(file.path, metadata=footer, **settings) as parquet:
        for batch in parquet.iter_batches(batch_size=rows, row_groups=[part], columns=order):
            batch.validate(full=True)  # text need not be UTF-8
            table = pa.Table.from_batches([batch])
            yield table.rename_columns([repaired[i] for i in chosen] if order is not None else repaired)


@lru_cache(maxsize=8)
def _footer(file: DataFile) -> Any:
    """The footer of a Parquet file, which may tell of thousands of row groups."""
    import pyarrow.parquet

    return pyarrow.parquet.read_metadata(file.path)


def _few_words(group: Any, names: set[str]) -> list[str]:
    """The columns of a row group that a dictionary of few values makes small."""
    chunks = (group.column(i) for i in range(group.num_columns))
    return [
        chunk.path_in_schema
        for chunk in chunks
        if chunk.path_in_schema in names
        and chunk.has_dictionary_page
        and chunk.total_uncompressed_size <= WORD_BYTES * group.num_rows
    ]


def _typed(table: pa.Table, wanted: list[Any], keys: dict[str, str], *, coded: bool) -> pa.Table:
    columns = []
    for field in wanted:
        if field.name in keys:
            columns.append(pa.chunked_array([_repeated(keys[field.name], table.num_rows, coded=coded)]))
        elif field.name not in table.column_names:
            columns.append(pa.chunked_array([pa.nulls(table.num_rows, field.type)]))
        else:
            values = table.column(field.name)
            is_words = coded and field.type == pa.string() and values.type == CODED
            as_it_is = is_words or values.type == field.type
            columns.append(values if as_it_is else values.cast(field.type, safe=False))
    return pa.table(columns, names=[field.name for field in wanted])


def _repeated(word: str, count: int, *, coded: bool) -> Any:
    if not coded:
        return pa.repeat(pa.scalar(word, pa.string()), count)
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int32)), pa.array([word]))


@contextmanager
def _worded(file: DataFile, kind: str) -> Iterator[None]:
    """Arrow's exceptions as sentences that name the file."""
    try:
        yield
    except UnicodeDecodeError:
        raise DataError("table.not_utf8", path=Path(file.path)) from None
    except (pa.ArrowException, OSError) as error:
        if "UTF8" in str(error):
            raise DataError("table.not_utf8", path=Path(file.path)) from None
        raise DataError("table.broken", path=Path(file.path), format=kind) from None
