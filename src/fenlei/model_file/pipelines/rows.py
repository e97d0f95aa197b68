"""Rows between the steps of a pipeline: an array (n, p), CSR rows, or columns of different types."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils import assert_all_finite

from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.table.columns import origin_of
from fenlei.table.features.cells import frame_cells
from fenlei.table.frames import is_frame
from fenlei.table.header import quoted

FLOATS = (np.float64, np.float32)


class MixedColumns(NamedTuple):
    """Columns that need not be of one type."""

    arrays: tuple[Array, ...]  # each (n,)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return len(self.arrays[0]) if self.arrays else 0, len(self.arrays)


Rows = Any  # Array, csr_array or MixedColumns


def rows_of(X: Any, owner: str, p: int, names: Sequence[str] | None, used: Collection[int]) -> Rows:
    """What is given as rows of p columns; those of a frame are found by name where names are known.

    A column that is not among the used ones may be absent.
    """
    if isinstance(X, MixedColumns):
        rows: Rows = X
    elif is_frame(X):
        cells = frame_cells(X)
        rows = MixedColumns(tuple(_found(cells, names, X, used) if names else cells.values()))
    elif is_sparse(X):
        rows = csr_array(X)
    else:
        rows = X if isinstance(X, np.ndarray) else _listed(X)
    if len(rows.shape) != 2 or rows.shape[1] != p:
        raise DataError("estimator.width", estimator=owner, came=rows.shape[-1] if rows.shape else 0, p=p)
    return rows


def _found(cells: dict[str, Array], names: Sequence[str], X: object, used: Collection[int]) -> list[Array]:
    lacking = [names[j] for j in sorted(used) if names[j] not in cells]
    if lacking:
        raise DataError("table.lacking", origin=origin_of(X), count=len(lacking), columns=quoted(lacking))
    nothing = np.full(len(next(iter(cells.values()))), np.nan)
    return [cells.get(name, nothing) for name in names]


def _listed(X: Any) -> Array:
    """Lists as an array; with text in them, of objects, so that numbers stay numbers."""
    array = np.asarray(X)
    return np.asarray(X, dtype=object) if array.dtype.kind in "US" else array


def column_of(rows: Rows, j: int) -> Array:
    """One column (n,)."""
    if isinstance(rows, MixedColumns):
        return rows.arrays[j]
    return rows[:, [j]].toarray().ravel() if is_sparse(rows) else rows[:, j]


def take(rows: Rows, columns: Array) -> Rows:
    """Some of the columns."""
    if isinstance(rows, MixedColumns):
        return MixedColumns(tuple(rows.arrays[j] for j in columns))
    return rows[:, columns]


def as_matrix(rows: Rows) -> Any:
    """Rows as an array or CSR rows; columns with text among them as an array of objects."""
    if not isinstance(rows, MixedColumns):
        return rows
    if not rows.arrays:
        return np.empty((0, 0))
    kinds = {array.dtype.kind for array in rows.arrays}
    if kinds <= set("fiub"):
        small = all(array.dtype == np.float32 for array in rows.arrays)
        return np.column_stack(rows.arrays).astype(np.float32 if small else np.float64)
    out = np.empty(rows.shape, dtype=object)
    for j, array in enumerate(rows.arrays):
        out[:, j] = array
    return out


def as_numbers(rows: Rows, owner: str, *, allow_nan: bool = True) -> Any:
    """A copy of the rows as finite floats; NaN is a missing value where it is allowed."""
    given = as_matrix(rows)
    if given.dtype.kind not in "fiubO":
        raise DataError("estimator.words", estimator=owner, column=0, reason=str(given.dtype))
    try:
        numbers = given.astype(given.dtype if given.dtype in FLOATS else np.float64)
    except (TypeError, ValueError) as error:
        raise _worded(given, owner, error) from error
    values = numbers.data if is_sparse(numbers) else numbers
    assert_all_finite(values, allow_nan=allow_nan, estimator_name=owner, input_name="X")
    return numbers


def _worded(cells: Array, owner: str, error: Exception) -> DataError:
    """The error that names the first column with a word in it."""
    for j in range(cells.shape[1]):
        try:
            cells[:, j].astype(np.float64)
        except (TypeError, ValueError):
            return DataError("estimator.words", estimator=owner, column=j, reason=str(error))
    raise error
