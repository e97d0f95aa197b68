"""Reading a table: any source, typed by what its columns hold and by what the caller declares.

Text is understood after the white space around it is taken off. Rows are counted from 1 in messages, the
header not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np
import pyarrow as pa

from fenlei.errors import DataError, UsageError, wording
from fenlei.messages import Phrase, phrase
from fenlei.table.columns import origin_of
from fenlei.table.declarations import Declarations, Names, declare
from fenlei.table.formats.delimited import TextFormat
from fenlei.table.formats.sources import Raw, read_raw, stream_raw
from fenlei.table.header import quoted
from fenlei.table.interpretation import (
    Understood,
    conformed,
    conformed_dates,
    stored,
    understand,
    understand_target,
)
from fenlei.table.missing import DEFAULT_MISSING, missing_words
from fenlei.table.recognition.dates import date_part
from fenlei.table.recognition.kinds import date_columns, describe, with_terms
from fenlei.table.scanning.files import find_files, is_many
from fenlei.table.schema import Column, Schema
from fenlei.table.table import Table
from fenlei.table.values import as_text, plain


def read_table(
    source: object,
    *,
    target: str | None = None,
    nominal: Names = (),
    numeric: Names = (),
    ordinal: Mapping[str, Sequence[object]] | None = None,
    date: Names = (),
    text: Names = (),
    drop: Names = (),
    id: Names = (),
    missing: Names = DEFAULT_MISSING,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> Table:
    """Read a table and find out what its columns are.

    Parameters
    ----------
    source : path, DataFrame (pandas, polars), pyarrow.Table, Table or dict of columns
        Files may be CSV, TSV and the like (UTF-8, UTF-16, GB18030 or Windows-1252; comma, tab, semicolon, "|"
        or space), JSON with an object per line, Excel (.xlsx, with openpyxl), Parquet, Feather or ARFF, and
        compressed with gzip or zstandard; "-" is standard input. A Table is read again: its missing
        words, its target and the kinds of its columns stay unless declared otherwise.
    target : str, optional
        The column to predict. It is nominal whatever it holds; rows without a value of it are left out with a
        note.
    nominal, numeric, date, text, id : column names
        Columns declared to be of that kind, against what their values suggest.
    ordinal : dict, optional
        Ordinal columns and their values in order, lowest first: `{"size": ["S", "M", "L"]}`.
    drop : column names
        Columns to leave out.
    missing : iterable of str
        Words that stand for a missing value; the empty text always does.
    encoding : str, optional
        The encoding of a text file; None detects it.
    delimiter : str, optional
        What separates the values of a text file: one character, or "tab", "space"; None detects it.
    lang : {"en", "zh"}
        The language of the schema's notes.

    Returns
    -------
    Table

    Examples
    --------
    >>> columns = {"colour": ["red", "green", "red"], "size": [1.5, 2, None], "good": [1, 0, 1]}
    >>> table = read_table(columns, target="good")
    >>> table.coded().X
    array([[1. , 1.5],
           [0. , 2. ],
           [1. , nan]])
    >>> table.labels()
    array([1, 0, 1])
    """
    raw = read_raw(source, TextFormat(encoding, delimiter), lang)
    names = raw.table.column_names
    kinds = {"nominal": nominal, "numeric": numeric, "date": date, "text": text}
    kinds |= {"drop": drop, "identifier": id}
    declared = declare(names, target, ordinal, **kinds)
    words = missing_words(missing)
    if isinstance(source, Table):
        declared, words = _inherited(declared, source.schema), source.schema.missing
    dropped = [name for name in names if declared.kinds.get(name) == "drop"]
    columns, kept = _with_labels(_understood(raw, declared, words), declared.target)
    notes = [*raw.notes, *(wording("table.note_dropped", lang, column=name) for name in dropped)]
    if kept is not None:
        left_out = int((~kept).sum())
        notes.append(wording("table.note_no_label", lang, count=left_out, column=declared.target))
    table = _typed(columns, declared.target, notes, words, lang)
    if kept is not None:
        table.row_numbers = np.flatnonzero(kept) + 1
    return table


def last_column(
    source: object,
    *,
    nominal: Names = (),
    numeric: Names = (),
    ordinal: Mapping[str, Sequence[object]] | None = None,
    date: Names = (),
    text: Names = (),
    drop: Names = (),
    id: Names = (),
    missing: Names = DEFAULT_MISSING,
    encoding: str | None = None,
    delimiter: str | None = None,
) -> Column:
    """The last column that is not dropped, as `read_table` would type it; the others are not typed."""
    raw = read_raw(source, TextFormat(encoding, delimiter))
    names = raw.table.column_names
    kinds = {"nominal": nominal, "numeric": numeric, "date": date, "text": text}
    kinds |= {"drop": drop, "identifier": id}
    declared = declare(names, None, ordinal, **kinds)
    words = missing_words(missing)
    if isinstance(source, Table):
        declared, words = _inherited(declared, source.schema), source.schema.missing
    name = [name for name in names if declared.kinds.get(name) != "drop"][-1]
    found = understand(name, raw.table.column(name), declared, words, raw.delimiter)
    return describe(name, found.values, found.kind, found.order)


def _inherited(declared: Declarations, schema: Schema) -> Declarations:
    """Declarations completed by a table that is read again; its other kinds show in its Arrow types."""
    target = declared.target or (schema.target.name if schema.target else None)
    earlier = {c.name: c.kind for c in schema.columns if c.kind in ("numeric", "identifier")}
    kinds = {name: kind for name, kind in (earlier | declared.kinds).items() if name != target}
    return Declarations(kinds, declared.orders, target)


def _understood(raw: Raw, declared: Declarations, words: tuple[str, ...]) -> dict[str, Understood]:
    """The values of every column that is not dropped, under its declaration."""
    columns = {}
    for name, values in zip(raw.table.column_names, raw.table.columns, strict=True):
        if name == declared.target:
            columns[name] = understand_target(name, values, raw.is_text, words)
        elif declared.kinds.get(name) != "drop":
            columns[name] = understand(name, values, declared, words, raw.delimiter)
    return columns


def _with_labels(
    columns: dict[str, Understood], target: str | None
) -> tuple[dict[str, Understood], np.ndarray | None]:
    """The rows that have a label, and which they are; None for all of them."""
    left_out = columns[target].values.null_count if target else 0
    if not target or not left_out:
        return columns, None
    labels = columns[target].values
    if left_out == len(labels):
        raise DataError("table.target_missing", column=target, count=left_out, row=1)
    kept = labels.is_valid()
    rows = {name: c._replace(values=c.values.filter(kept)) for name, c in columns.items()}
    return rows, kept.to_numpy()


def _typed(
    columns: dict[str, Understood], target: str | None, notes: list[str], words: tuple[str, ...], lang: str
) -> Table:
    """The table that the columns make, with its schema."""
    labels = None if target is None else columns[target].values
    described: dict[str, Column] = {}
    values: dict[str, pa.ChunkedArray] = {}
    for name, c in columns.items():
        seen = partial(describe, name, c.values, c.kind, c.order, lang, form=c.form, note=c.note)
        column = seen(is_target=True) if name == target else seen(labels=labels)
        if column.kind == "text" and name != target:
            column = with_terms(column, c.values, lang)
        described[name] = column
        values[name] = c.values if name == target else stored(c.values, column)
        if column.kind == "date" and name != target:
            for part, numbers in date_columns(column, c.values, taken=set(columns)):
                described[part.name], values[part.name] = part, numbers
    goal = None if target is None else described.pop(target)
    return Table(Schema(tuple(described.values()), goal, tuple(notes), words), pa.table(values))


def read_blocks(
    source: object,
    schema: Schema,
    rows: int = 65536,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
) -> Iterator[Table]:
    """Read a table in blocks of rows, typed by an existing schema.

    No row is left out. Columns that the schema does not know stay in `raw`; a feature that the source lacks
    is a DataError; a category that the schema does not know is coded as missing. The target may be absent.

    Parameters
    ----------
    source : as for `read_table`, or a folder or a glob of files
        Delimited, Parquet and Feather files are not read whole.
    schema : Schema
        What the columns are, as `read_table` found it.
    rows : int
        Rows of each block but the last.
    encoding, delimiter : str, optional
        As for `read_table`.

    Yields
    ------
    Table

    Examples
    --------
    >>> from fenlei.table import read_blocks
    >>> from fenlei.table import read_table
    >>> schema = read_table({"size": [1.0, 2.0, 3.0]}).schema
    >>> [len(block) for block in read_blocks({"size": [4.0, 5.0, 6.0]}, schema, rows=2)]
    [2, 1]
    """
    if rows < 1:
        raise UsageError("table.option", name="rows", value=rows, accepted=phrase("limit.whole", low=1))
    files = find_files(source) if is_many(source) else ()  # type: ignore[arg-type]
    parts: list[tuple[object, tuple[tuple[str, str], ...]]] = [(file.path, file.keys) for file in files]
    read = 0
    for part, keys in parts or [(source, ())]:
        first_row = 1
        for raw in stream_raw(part, rows, TextFormat(encoding, delimiter)):
            for name, value in keys:  # of folders named key=value
                raw = raw.append_column(name, pa.array([value] * raw.num_rows, pa.string()))
            yield conformed_table(raw, schema, origin_of(part), first_row)
            first_row += raw.num_rows
            read += raw.num_rows
    if read == 0:
        raise DataError("table.no_rows", origin=origin_of(source))


def conform(
    source: object, schema: Schema, *, encoding: str | None = None, delimiter: str | None = None
) -> Table:
    """Read a table whole, typed by an existing schema; see `read_blocks`.

    >>> from fenlei.table import conform
    >>> from fenlei.table import read_table
    >>> schema = read_table({"colour": ["red", "blue", "red"]}).schema
    >>> len(conform({"colour": ["blue", "red"]}, schema))
    2
    """
    if isinstance(source, Table) and source.schema == schema:
        return source
    raw = read_raw(source, TextFormat(encoding, delimiter))
    return conformed_table(raw.table, schema, raw.origin, first_row=1)


def conformed_table(raw: pa.Table, schema: Schema, origin: Phrase, first_row: int) -> Table:
    """Rows as they came, typed by an existing schema; a DataError if a feature is lacking."""
    needed = dict.fromkeys(column.source or column.name for column in schema.features)
    needed |= dict.fromkeys(column.name for column in schema.texts)
    lacking = [name for name in needed if name not in raw.column_names]
    if lacking:
        raise DataError("table.lacking", origin=origin, count=len(lacking), columns=quoted(lacking))
    dates = {
        name: conformed_dates(raw[name], schema.named(name), schema.missing)
        for name in dict.fromkeys(column.source for column in schema.features if column.source)
    }
    columns = {
        c.name: date_part(dates[c.source], c.form)
        if c.source
        else conformed(raw[c.name], c, schema.missing, first_row)
        for c in schema.features
    }
    for column in schema.texts:
        columns[column.name] = as_text(plain(raw[column.name], column.name, schema.missing))
    if schema.target is not None and schema.target.name in raw.column_names:
        columns[schema.target.name] = raw[schema.target.name]
    # A schema without features still has rows.
    arrow = pa.table(columns) if columns else raw.select([])
    return Table(schema, arrow, raw, first_row)
