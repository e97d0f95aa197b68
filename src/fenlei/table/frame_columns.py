"""The columns of a frame, or of an array of objects, in Arrow: what each holds, its categories and codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from fenlei.annotations import MatrixLike
from fenlei.table.columns import arrow_column, frame_arrow
from fenlei.table.frames import is_frame
from fenlei.table.schema import BOOLEAN_CATEGORIES
from fenlei.table.values import as_codes, as_numbers, plain, sorted_categories, to_floats

if TYPE_CHECKING:
    from fenlei.kernels import Array


class FrameColumn(NamedTuple):
    """One column: its values are string, int64, float64 or bool, null where missing."""

    name: str
    values: pa.ChunkedArray
    kind: str  # "numeric", "nominal" or "boolean"


def frame_columns(X: MatrixLike) -> list[FrameColumn]:
    """The columns of a frame, or of a two-dimensional array, which names them by position."""
    named = frame_arrow(X) if is_frame(X) else _array_arrow(X)
    return [_frame_column(name, values) for name, values in named]


def _frame_column(name: str, values: pa.ChunkedArray) -> FrameColumn:
    is_category = pa.types.is_dictionary(values.type)
    values = plain(values, name)
    if is_category or pa.types.is_string(values.type):
        return FrameColumn(name, values, "nominal")
    return FrameColumn(name, values, "boolean" if pa.types.is_boolean(values.type) else "numeric")


def _array_arrow(X: MatrixLike) -> list[tuple[str, pa.ChunkedArray]]:
    array = X if isinstance(X, np.ndarray) else np.asarray(X, dtype=object)
    return [(str(j), arrow_column(array[:, j], str(j))) for j in range(array.shape[1])]


def column_categories(column: FrameColumn) -> tuple[str, ...]:
    """The categories of a column in the order of their codes."""
    return BOOLEAN_CATEGORIES if column.kind == "boolean" else sorted_categories(column.values)


def coded_column(column: FrameColumn, categories: tuple[str, ...] | None) -> Array:
    """The values (n,) as float64: codes of `categories`, numbers without any; NaN where missing."""
    if categories is None:
        return to_floats(as_numbers(column.values, column.name))
    return to_floats(as_codes(column.values, categories))
