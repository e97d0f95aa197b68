"""The cells of a frame or table as they are: an array for each column, nothing coded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.table.values import as_text, plain, to_floats

if TYPE_CHECKING:
    from fenlei.kernels import Array
    from fenlei.table.table import Table


def frame_cells(X: Any) -> dict[str, Array]:
    """The columns of a DataFrame or Arrow table by name: numbers, or objects; NaN or None is missing."""
    import narwhals as nw

    frame = nw.from_native(X, eager_only=True)
    return {str(column.name): _without_marks(column.to_numpy()) for column in frame.iter_columns()}


def _without_marks(values: Array) -> Array:
    """Objects with NaN in place of pandas' own mark of a missing value."""
    if values.dtype != object:
        return values
    return np.array(
        [np.nan if type(value).__name__ == "NAType" else value for value in values.tolist()], dtype=object
    )


def table_cells(table: Table) -> dict[str, Array]:
    """The feature columns of a table by name, categories as they are written, those that are unknown too."""
    cells = {}
    for feature in table.schema.features:
        column = table.arrow.column(feature.name)
        if feature.kind == "numeric":
            cells[feature.name] = to_floats(column)
            continue
        if feature.kind != "boolean":
            column = as_text(plain(table.raw.column(feature.name), feature.name, table.schema.missing))
        values = [np.nan if value is None else value for value in column.to_pylist()]
        cells[feature.name] = np.array(values, dtype=object)
    return cells
