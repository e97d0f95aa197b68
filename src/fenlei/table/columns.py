"""Columns from Python: any frame, dict or array as named Arrow columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

import numpy as np
import pyarrow as pa

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError, UsageError
from fenlei.messages import Phrase, phrase

NamedColumn = tuple[str, pa.ChunkedArray]


def origin_of(source: object) -> Phrase:
    """How a sentence calls the source."""
    if isinstance(source, str | PathLike):
        return phrase("kind.file", path=source)
    name = type(source).__name__
    return phrase("kind.table") if name == "Table" else phrase("kind.object", type=name)


def frame_arrow(X: Any) -> list[NamedColumn]:
    """The columns of a frame in Arrow, under the names as they are (repeated names included)."""
    import narwhals as nw

    if isinstance(X, pa.Table):
        return list(zip(X.column_names, X.columns, strict=True))
    names = [str(name) for name in X.columns]
    require_whole_characters(names)
    if nw.dependencies.is_pandas_dataframe(X):
        X = X.set_axis(range(len(names)), axis=1)  # narwhals refuses repeated names
    series = nw.from_native(X, eager_only=True).iter_columns()
    return [(name, _series_arrow(column, name)) for name, column in zip(names, series, strict=True)]


def require_whole_characters(names: Iterable[object]) -> None:
    """Refuse names that no file can hold."""
    for name in map(str, names):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise DataError(
                "table.half_characters", column=name.encode("ascii", "backslashreplace").decode()
            ) from None


def _series_arrow(series: Any, name: str) -> pa.ChunkedArray:
    try:
        return _chunked(series.to_arrow())
    except UnicodeEncodeError:
        raise DataError("table.half_characters", column=name) from None
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):  # mixed Python objects
        return arrow_column(series.to_list(), name)


def dict_arrow(columns: Mapping[str, object]) -> list[NamedColumn]:
    """The columns of a dict in Arrow; they must be of one length."""
    named = [(str(name), arrow_column(values, str(name))) for name, values in columns.items()]
    require_whole_characters(columns)
    for name, column in named:
        if len(column) != len(named[0][1]):
            raise DataError("table.lengths", column=name, found=len(column), expected=len(named[0][1]))
    return named


def arrow_column(values: Any, name: str) -> pa.ChunkedArray:
    """A one-dimensional sequence in Arrow; values of mixed types become text."""
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return _chunked(values)
    if isinstance(values, str | bytes) or not hasattr(values, "__len__") or np.ndim(values) > 1:
        raise DataError("table.column_type", column=name, type=type(values).__name__)
    try:
        return _chunked(pa.array(values, from_pandas=True))
    except UnicodeEncodeError:
        raise DataError("table.half_characters", column=name) from None
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        return _chunked(
            pa.array([None if _is_missing(value) else str(value) for value in values], pa.string())
        )


def _chunked(values: ArrayLike) -> pa.ChunkedArray:
    return values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])


def _is_missing(value: object) -> bool:
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # pandas.NA has no truth value; an array has many
        return not isinstance(value, np.ndarray)


def pandas_frame(rows: list[dict[str, Any]]) -> Any:
    """Rows of plain values as a pandas DataFrame."""
    try:
        return pa.Table.from_pylist(rows).to_pandas()
    except ImportError:
        raise UsageError("table.no_pandas") from None
