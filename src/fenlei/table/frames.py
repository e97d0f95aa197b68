"""Frames and arrays with categories as numbers, for estimators that take nominal features as they are.

`learn_categories` finds the categories of each categorical column once, `apply_categories` codes any rows by
them. A column that is not numeric is always categorical. A numeric column named in `categorical_features` is
coded by its values if it comes in a frame or in an array of objects; in an array of numbers it holds codes
already. Arrays of numbers need no Arrow, which takes 0.1 s to import: it comes with `frame_columns`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.messages import phrase
from fenlei.table.checking import require, require_keys, require_list, require_texts, require_unique
from fenlei.table.header import quoted, require_columns

if TYPE_CHECKING:
    from fenlei.kernels import Array
    from fenlei.table.frame_columns import FrameColumn


def is_frame(X: object) -> bool:
    """Whether `X` is a DataFrame or Arrow table (pandas, polars, pyarrow, ...), without importing any."""
    if isinstance(X, np.ndarray | list | tuple | Mapping):
        return False
    import narwhals.dependencies

    return bool(narwhals.dependencies.is_into_dataframe(X))


class CategoryCoding(NamedTuple):
    """How the columns of a frame or array become numbers; plain JSON values throughout."""

    names: tuple[str, ...] | None  # (p,) names of a frame's columns; None for an array
    categories: tuple[tuple[str, ...] | None, ...]  # (p,) None: the column holds numbers or codes already
    categorical: tuple[bool, ...]  # (p,)

    def take(self, columns: Sequence[int] | Array) -> CategoryCoding:
        """The coding of a subset of the columns, by their positions."""
        names = None if self.names is None else tuple(self.names[j] for j in columns)
        categories = tuple(self.categories[j] for j in columns)
        return CategoryCoding(names, categories, tuple(self.categorical[j] for j in columns))

    def to_dict(self) -> dict[str, Any]:
        """The coding as plain JSON values."""
        categories = [None if values is None else list(values) for values in self.categories]
        names = None if self.names is None else list(self.names)
        return {"names": names, "categories": categories, "categorical": list(self.categorical)}

    @classmethod
    def from_dict(cls, data: Any) -> CategoryCoding:
        """The coding that `to_dict` wrote; anything else is a DataError that names the position."""
        require_keys(data, ("names", "categories", "categorical"), "coding")
        names = None if data["names"] is None else require_texts(data["names"], "names")
        flags = require_list(data["categorical"], "categorical")
        require(all(isinstance(flag, bool) for flag in flags), flags, "categorical")
        columns = require_list(data["categories"], "categories")
        require(len(columns) == len(flags) == len(names or columns), len(columns), "categories")
        return cls(names, tuple(_checked(c, f"categories[{j}]") for j, c in enumerate(columns)), tuple(flags))


def _checked(categories: object, where: str) -> tuple[str, ...] | None:
    if categories is None:
        return None
    require_unique(texts := require_texts(categories, where), where)
    return texts


def learn_categories(X: Any, categorical_features: ArrayLike | None = None) -> CategoryCoding:
    """The categories of every categorical column of `X`, sorted.

    Parameters
    ----------
    X : DataFrame or array (n, p)
        Nulls and NaN are missing values.
    categorical_features : None, "from_dtype", bool mask (p,), column indices or column names
        Columns that are categorical besides those that are not numeric.

    Examples
    --------
    >>> X = np.array([["red", 1], ["green", 2], [None, 1]], dtype=object)
    >>> coding = learn_categories(X)
    >>> coding.categories
    (('green', 'red'), None)
    >>> apply_categories(X, coding)
    array([[ 1.,  1.],
           [ 0.,  2.],
           [nan,  1.]])
    """
    if _is_numeric_array(X):
        chosen = _chosen(categorical_features, [str(j) for j in range(X.shape[1])])
        return CategoryCoding(None, (None,) * len(chosen), tuple(chosen))
    from fenlei.table.frame_columns import column_categories, frame_columns

    columns = frame_columns(X)
    chosen = _chosen(categorical_features, [column.name for column in columns])
    categorical = tuple(c.kind != "numeric" or extra for c, extra in zip(columns, chosen, strict=True))
    categories = tuple(
        column_categories(c) if is_one else None for c, is_one in zip(columns, categorical, strict=True)
    )
    return CategoryCoding(tuple(c.name for c in columns) if is_frame(X) else None, categories, categorical)


def apply_categories(X: Any, coding: CategoryCoding) -> np.ndarray:
    """The columns of `X` as float64 (n, p): codes of the learnt categories, NaN where missing or unseen.

    The columns of a frame are found by name, those of an array by position.
    """
    if _is_numeric_array(X) and not any(coding.categories):
        _require_width(X.shape[1], coding)
        return np.ascontiguousarray(X, dtype=np.float64)
    from fenlei.table.frame_columns import coded_column, frame_columns

    columns = _columns_of_coding(X, frame_columns(X), coding)
    out = np.empty((len(X), len(columns)))
    for j, (column, categories) in enumerate(zip(columns, coding.categories, strict=True)):
        out[:, j] = coded_column(column, categories)
    return out


def _columns_of_coding(X: object, columns: list[FrameColumn], coding: CategoryCoding) -> list[FrameColumn]:
    if coding.names is None or not is_frame(X):
        _require_width(len(columns), coding)
        return columns
    named = {column.name: column for column in columns}
    lacking = [name for name in coding.names if name not in named]
    if lacking:
        from fenlei.table.columns import origin_of

        raise DataError("table.lacking", origin=origin_of(X), count=len(lacking), columns=quoted(lacking))
    return [named[name] for name in coding.names]


def _is_numeric_array(X: MatrixLike) -> bool:
    return isinstance(X, np.ndarray) and X.dtype.kind in "iufb"


def _require_width(found: int, coding: CategoryCoding) -> None:
    if found != len(coding.categories):
        raise DataError("table.coding_width", found=found, expected=len(coding.categories))


def _chosen(categorical_features: ArrayLike | None, names: Sequence[str]) -> list[bool]:
    """The columns named by `categorical_features`, as a mask."""
    if categorical_features is None or isinstance(categorical_features, str):
        if categorical_features not in (None, "from_dtype"):
            raise _not_accepted(categorical_features)
        return [False] * len(names)
    given = np.asarray(categorical_features)
    if given.ndim != 1:
        raise _not_accepted(categorical_features)
    if given.dtype.kind == "b" and given.shape == (len(names),):
        return [bool(flag) for flag in given]
    if given.size == 0:
        return [False] * len(names)
    if given.dtype.kind in "iu" and -len(names) <= given.min() and given.max() < len(names):
        positions = {int(position) % len(names) for position in given}
        return [position in positions for position in range(len(names))]
    if given.dtype.kind in "UO" and all(isinstance(name, str) for name in given):
        require_columns(given.tolist(), names)
        return [name in given for name in names]
    raise _not_accepted(categorical_features)


def _not_accepted(value: object) -> UsageError:
    accepted = phrase("limit.categorical_features")
    return UsageError("table.option", name="categorical_features", value=value, accepted=accepted)
