"""Where rows come from: a file, a bundled data set's name, a data frame or a Table.

A word that is the name of a bundled data set means that data set; write `./iris` for a file of that name.
"""

from __future__ import annotations

import difflib
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from fenlei.datasets import load, names
from fenlei.errors import DataError, UsageError, wording
from fenlei.table.reading import read_table
from fenlei.table.table import Table


def is_bundled(source: Any) -> bool:
    """Whether `source` is the name of a bundled data set."""
    return isinstance(source, str) and source in names()


def source_name(source: Any) -> str:
    """What to call the source: a path or name as it was given, or the type of an object."""
    return str(source) if isinstance(source, str | PathLike) else type(source).__name__


def open_source(source: Any, lang: str = "en") -> Any:
    """What `read_table` and `read_blocks` take: the rows of a bundled data set, or `source` itself."""
    if is_bundled(source):
        return load(source, lang).table
    if isinstance(source, str) and not Path(source).suffix and not _exists(source):
        nearest = difflib.get_close_matches(source, names(), n=1, cutoff=0.0)[0]
        raise DataError("study.source", source=source, nearest=nearest)
    return source


def read_labelled(source: Any, target: str | None = None, *, lang: str = "en", **reading: Any) -> Table:
    """Read a table with its target.

    Without `target`, a bundled data set has its own, and in any other table the last column is taken, with
    a note, if it holds names rather than numbers. `reading` goes to `read_table`.
    """
    opened = open_source(source, lang)
    table = read_table(opened, target=target, lang=lang, **reading)
    if table.schema.target is not None:
        return table
    last = table.arrow.column_names[-1]
    kinds = {column.name: column.kind for column in table.schema.columns}
    if is_bundled(source) or kinds[last] not in ("nominal", "boolean"):
        raise UsageError("study.no_target", source=source_name(source), column=last, kind=kinds[last])
    table = read_table(opened, target=last, lang=lang, **reading)
    notes = *table.schema.notes, wording("study.default_target", lang, column=last)
    return Table(replace(table.schema, notes=notes), table.arrow, row_numbers=table.row_numbers)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
