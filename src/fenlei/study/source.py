"""Where rows come from: a file, a bundled data set or its name, a data frame or a Table.

A word that is the name of a bundled data set means that data set; write `./iris` for a file of that name.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Unpack

from fenlei.annotations import MatrixLike
from fenlei.datasets import Dataset, load, names
from fenlei.datasets.catalogue import LANGUAGES
from fenlei.errors import DataError, UsageError, wording
from fenlei.table.formats.delimited import TextFormat
from fenlei.table.formats.local_files import is_standard_input
from fenlei.table.formats.sources import read_raw
from fenlei.table.reading import last_column, read_table
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.scanning.files import is_many
from fenlei.table.schema import Schema
from fenlei.table.table import Table

TableSource = str | PathLike[str] | MatrixLike | Mapping[str, Sequence[object]] | Table | Dataset


def is_bundled(source: object) -> bool:
    """Whether `source` is a bundled data set or the name of one."""
    return isinstance(source, Dataset) or (isinstance(source, str) and source in names())


def source_name(source: object) -> str:
    """What to call the source: a path or name as it was given, or the type of an object."""
    if isinstance(source, Dataset):
        return source.name
    return str(source) if isinstance(source, str | PathLike) else type(source).__name__


def open_source(source: TableSource, lang: str = "en") -> TableSource:
    """What `read_table` and `read_blocks` take: the rows of a bundled data set, or `source` itself."""
    if isinstance(source, Dataset):
        return source.table
    if isinstance(source, str) and is_bundled(source):
        return load(source, lang).table
    if is_many(source):
        return source
    if isinstance(source, str) and not (Path(source).suffix or is_standard_input(source) or _exists(source)):
        nearest = difflib.get_close_matches(source, names(), n=1, cutoff=0.0)[0]
        raise DataError("study.source", source=source, nearest=nearest)
    return source


def open_for(schema: Schema, source: TableSource, lang: str = "en") -> TableSource:
    """As `open_source`; a bundled data set in the language of the model's columns, categories and classes.

    The language of the texts, `lang`, decides only where the model would take the rows in either.
    """
    if isinstance(source, str) and is_bundled(source):
        tables = [load(source, named_in).table for named_in in dict.fromkeys((lang, *LANGUAGES))]
        needed = {column.name for column in schema.features}
        known = [table for table in tables if needed <= set(table.arrow.column_names)]
        same_words = (table for table in known if _has_words_of(table, schema))
        return next(same_words, known[0] if known else open_source(source, lang))
    return open_source(source, lang)


def _has_words_of(table: Table, schema: Schema) -> bool:
    """Whether a table has the categories and classes that a schema knows, and no others."""
    given = {column.name: column for column in (*table.schema.columns, table.schema.target) if column}
    wanted = [column for column in (*schema.features, schema.target) if column and column.categories]
    return all(
        column.name in given and set(given[column.name].categories or ()) <= set(column.categories or ())
        for column in wanted
    )


def read_labelled(
    source: TableSource,
    target: str | None = None,
    *,
    numbers: bool = False,
    lang: str = "en",
    **reading: Unpack[ReadingOptions],
) -> Table:
    """Read a table with its target.

    Without `target`, a bundled data set has its own, and in any other table the last column is taken, with
    a note, if it holds names rather than numbers; with `numbers`, if it holds numbers. `reading` goes to
    `read_table`.
    """
    opened = open_source(source, lang)
    has_own = isinstance(opened, Table) and opened.schema.target is not None
    if target is not None or has_own:
        return read_table(opened, target=target, lang=lang, **reading)
    text = TextFormat(reading.get("encoding"), reading.get("delimiter"))
    # A file is read once: what is typed below is the text that was read here.
    rows = opened if isinstance(opened, Table) else read_raw(opened, text, lang)
    last = last_column(rows, **reading)
    if is_bundled(source) or last.kind not in (("numeric",) if numbers else ("nominal", "boolean")):
        key = "study.no_numbers" if numbers else "study.no_target"
        raise UsageError(key, source=source_name(source), column=last.name, kind=last.kind)
    table = read_table(rows, target=last.name, lang=lang, **reading)
    notes = *table.schema.notes, wording("study.default_target", lang, column=last.name)
    return Table(replace(table.schema, notes=notes), table.arrow, row_numbers=table.row_numbers)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
