"""A sample of the rows of a scan as a typed table, under the scan's schema."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from fenlei.messages import phrase
from fenlei.table.reading import conformed_table
from fenlei.table.scanning.pieces import stream_piece
from fenlei.table.scanning.recorded import RecordedTable, wanted_rows
from fenlei.table.table import Table


def drawn_table(table: RecordedTable, drawn: Callable[[int, int], np.ndarray]) -> Table:
    """The kept rows of which `drawn(first, count)` is true, typed, and numbered among the kept rows."""
    names, parts, raw, numbers, done = table.columns.types.names, [], [], [], 0
    for piece in table.pieces:
        file, first = table.files[piece.file], 0
        for block in stream_piece(file, piece, table.columns, names, table.room.rows, table.wish.text):
            chosen = wanted_rows(table, block, file.path)
            chosen = np.ones(block.num_rows, bool) if chosen is None else chosen.copy()
            count = int(np.count_nonzero(chosen))
            mine = drawn(done, count)
            chosen[chosen] = mine
            if mine.any():
                rows = block.filter(pa.array(chosen))
                typed = conformed_table(rows, table.schema, phrase("kind.file", path=file.path), first + 1)
                parts.append(typed.arrow)
                raw.append(rows)
                numbers.append(done + 1 + np.flatnonzero(mine))
            done, first = done + count, first + block.num_rows
    found = pa.concat_tables(parts).combine_chunks()
    return Table(table.schema, found, pa.concat_tables(raw), row_numbers=np.concatenate(numbers))
