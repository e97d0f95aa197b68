"""What a player shows: the frames of a working, and the rows of the table that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fenlei.studio.asks import Answer
from fenlei.studio.asks.tables import MOST_COLUMNS, shown

if TYPE_CHECKING:
    from fenlei.explanation import Working
    from fenlei.table.table import Table

MOST_SHOWN = 60  # rows of a table that is shown whole
MOST_MARKED = 200  # rows of a larger table: those that the frames are about


def played(working: Working, table: Table) -> Answer:
    """The tracks of a working, at most 60 frames each and 2 MB together, and rows of its table."""
    from fenlei.explanation.printing.as_frames import working_tracks

    tracks = working_tracks(working)
    marked = sorted({row for track in tracks for frame in track["frames"] for row in frame["rows"]})
    few = table.n_rows <= MOST_SHOWN
    rows = list(range(table.n_rows)) if few else [row for row in marked if row < table.n_rows][:MOST_MARKED]
    return {"tracks": tracks, "table": table_part(table, rows), "total": table.n_rows}


def table_part(table: Table, rows: list[int]) -> Answer:
    """Some rows of a table; `at` are their places in it, from 0."""
    target = [table.schema.target.name] if table.schema.target is not None else []
    own = [*target, *(column.name for column in table.schema.columns if not column.source)]
    there = set(table.arrow.column_names)  # rows as a model takes them have no names of rows
    names = [name for name in own if name in there][:MOST_COLUMNS]
    columns = [table.arrow.column(name).take(rows).to_pylist() for name in names] if rows else []
    cells = [[shown(column[i]) for column in columns] for i in range(len(rows))]
    return {"names": names, "at": rows, "rows": cells}
