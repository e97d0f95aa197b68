"""The table: opened with its declarations, described column by column, shown a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import FenleiError
from fenlei.studio.asks import Answer
from fenlei.studio.asks.arguments import whole
from fenlei.studio.facts import DeskFacts
from fenlei.table.schema import Column
from fenlei.table.table import Table

MOST_COLUMNS, MOST_ROWS, MOST_LETTERS = 500, 200, 200  # that one answer shows
BINS, BARS = 12, 12


def open_table(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """Open the source of the ask; the facts of its table, and what was declared or found."""
    facts.open(ask)
    declared = {"target": facts.declared["target"], "task": ask["task"], "reading": dict(ask["reading"])}
    return table_facts(facts, ask) | {"declared": declared}


def moved(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """The file of the source has another path now."""
    facts.source["path"] = ask["path"]
    if facts.raw is not None:
        facts.raw = (ask["path"], *facts.raw[0][1:]), facts.raw[1]  # type: ignore[index]
    return {}


def table_facts(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """Rows, columns with their kinds and small histograms, the target and its classes, notes."""
    table = facts.table
    schema = table.schema
    shown = schema.columns[:MOST_COLUMNS]
    found: Answer = {
        "rows": table.n_rows,
        "columns": [_column(table, column) for column in shown],
        "total_columns": len(schema.columns),
        "features": len(schema.features),
        "target": None if schema.target is None else _column(table, schema.target),
        "notes": [cut(note, 600) for note in schema.notes[:20]],
        "names": [cut(name) for name in _names(facts)[:5000]],
        "task": None,
        "problem": None,
    }
    if schema.target is not None:
        try:
            found["task"] = facts.data.task
            found["notes"] += _warnings(facts)
        except FenleiError as error:  # a table that can be seen, and cannot be learned from
            found["problem"] = error.text(facts.lang)
    return found


def _warnings(facts: DeskFacts) -> list[str]:
    """What a comparison would warn about: copies of rows, leaks."""
    from fenlei.study.facts.data_warnings import data_warnings

    return [*facts.data.notes, *data_warnings(facts.data, facts.lang)]


def _names(facts: DeskFacts) -> list[str]:
    """All names of the source, dropped ones included."""
    schema = facts.table.schema
    dropped = facts.declared["reading"].get("drop", [])
    own = [column.name for column in schema.columns if not column.source]
    return [*own, *([schema.target.name] if schema.target else []), *dropped]


def _column(table: Table, column: Column) -> Answer:
    found = {
        "name": column.name,
        "kind": column.kind,
        "n_missing": column.n_missing,
        "n_distinct": column.n_distinct,
        "note": cut(column.note, 300),
        "categories": [cut(name, 60) for name in (column.categories or ())[:BARS]],
        "source": column.source,
    }
    return found | {"bars": bars(table.arrow.column(column.name), column)}


def bars(values: pa.ChunkedArray, column: Column) -> list[list[object]]:
    """Counts for a small histogram: [label, rows] per category, or [left edge, rows] per bin."""
    if column.kind == "numeric" and pa.types.is_integer(values.type) | pa.types.is_floating(values.type):
        numbers = values.drop_null().to_numpy().astype(float)
        numbers = numbers[np.isfinite(numbers)]
        if not len(numbers):
            return []
        counts, edges = np.histogram(numbers, BINS)
        return [[float(edge), int(count)] for edge, count in zip(edges[:-1], counts, strict=True)]
    if column.kind in ("text", "identifier", "date", "constant"):
        return []
    present = values.drop_null()
    counted = pc.value_counts(present if _is_text(values) else present.cast(pa.string())).to_pylist()
    frequent = sorted(counted, key=lambda one: -one["counts"])[:BARS]
    return [[cut(str(one["values"]), 60), int(one["counts"])] for one in frequent]


def _is_text(values: pa.ChunkedArray) -> bool:
    return pa.types.is_string(values.type) or pa.types.is_dictionary(values.type)


def table_rows(facts: DeskFacts, ask: Mapping[str, Any]) -> Answer:
    """A page of rows; `number` is the row's number in the source, from 1."""
    table = facts.table
    start = whole(ask, "start", 0, 1 << 53, 0)
    count = whole(ask, "count", 1, MOST_ROWS, 50)
    target = [table.schema.target.name] if table.schema.target is not None else []
    names = [*target, *(column.name for column in table.schema.columns if not column.source)][:MOST_COLUMNS]
    page = table.arrow.select(names).slice(start, count)
    columns = [page.column(name).to_pylist() for name in names]
    return {
        "start": start,
        "total": table.n_rows,
        "names": names,
        "numbers": table.row_numbers[start : start + count].tolist(),
        "rows": [[shown(column[i]) for column in columns] for i in range(page.num_rows)],
    }


def shown(value: object) -> object:
    """A cell as it is shown: numbers and truth values as they are, the rest as text that is not too long.

    Examples
    --------
    >>> shown(datetime(2021, 4, 23)), shown(datetime(2021, 4, 23, 8, 30)), shown(0.5)
    ('2021-04-23', '2021-04-23 08:30:00', 0.5)
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime) and value.time() == time.min:
        return value.date().isoformat()
    return cut(str(value))


def cut(text: str, most: int = MOST_LETTERS) -> str:
    """A text without its middle, if it is too long."""
    return text if len(text) <= most else text[: most - 20] + " … " + text[-16:]
