"""A column that decides how rows are split: by groups that stay together, or forward in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import DataError, UsageError
from fenlei.table.header import require_columns
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.table import Table

Kind = Literal["group", "time"]


class SplitColumn(NamedTuple):
    """The column, and a number for each row: of its group, or its place in time (equal times are equal)."""

    kind: Kind
    name: str
    codes: NDArray[np.int64]  # (n,)

    def of_rows(self, rows: NDArray[np.bool_]) -> SplitColumn:
        """The column of a subset of the rows."""
        return self._replace(codes=self.codes[rows])


def check_one(group: str | None, time: str | None) -> None:
    """Refuse two columns to split by."""
    if group is not None and time is not None:
        raise UsageError("study.together", first="group", second="time")


def without_group(reading: ReadingOptions, group: str | None) -> ReadingOptions:
    """Options that keep the column of groups in the table, but not among the features."""
    if group is None:
        return reading
    kept: Sequence[str] = [name for name in reading.get("drop", ()) if name != group]
    found = ReadingOptions(**reading)
    found["id"] = [*reading.get("id", ()), group]
    if "drop" in reading:
        found["drop"] = kept
    return found


def split_column(table: Table, group: str | None, time: str | None) -> SplitColumn | None:
    """The column that rows are split by; None if none was given."""
    name = time or group
    if name is None:
        return None
    known = [column.name for column in table.schema.columns]
    require_columns([name], known)
    kind = table.schema.named(name).kind
    if time and kind not in ("date", "numeric"):
        raise DataError("conditions.time_kind", column=name, kind=kind)
    values = table.arrow[name].to_pylist()
    lost = [i for i, value in enumerate(values) if value is None or value != value]
    if lost:
        first = int(table.row_numbers[lost[0]])
        raise DataError("conditions.split_missing", column=name, count=len(lost), row=first)
    found = np.array(values, dtype=object) if time else np.array([str(value) for value in values])
    return SplitColumn(
        "time" if time else "group", name, np.unique(found, return_inverse=True)[1].astype(np.int64)
    )
