"""Categories as columns of 0 and 1, or as numbers: OneHotEncoder, OrdinalEncoder."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn

import numpy as np
from scipy.sparse import csr_array

from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.model_file.pipelines.categories import LearnedCategories
from fenlei.model_file.pipelines.rows import Rows, column_of
from fenlei.model_file.pipelines.step import FittedStep
from fenlei.parameters import BOOLEAN, Limit, one_of
from fenlei.records import Field, check_record, refuse_record

DTYPES = ("float64", "float32", "int64", "int32", "int16", "int8", "uint8", "bool")
ERROR, ENCODE = "error", "encode"


class OneHotRecord(NamedTuple):
    """Which of the columns of its feature each category has; -1 is none of them."""

    categories: LearnedCategories | None
    columns: Annotated[tuple[Array, ...], Field("*", "iu", -1, many="p")]
    unknown: Annotated[Array, Field("p", "iu", -1)]
    widths: Annotated[Array, Field("p", "iu", 0)]


class OrdinalRecord(NamedTuple):
    """The number of each category, and of those that are unknown."""

    categories: LearnedCategories | None
    values: Annotated[tuple[Array, ...], Field("*", "f", nan=True, many="p")]
    unknown: Annotated[Array, Field("p", nan=True)]


class _Encoder(FittedStep):
    """What both have in common."""

    _limits: ClassVar[dict[str, Limit]] = {
        "handle_unknown": one_of(ERROR, ENCODE),
        "dtype": one_of(*DTYPES),
    }
    handle_unknown: str

    def _positions(self, rows: Rows, j: int) -> Array:
        """Positions (n,) among the categories, -1 where unknown."""
        values = column_of(rows, j)
        found = self.model_.categories.find(values, j)
        if self.handle_unknown == ERROR and (found < 0).any():
            self._refuse(values[found < 0][0], j)
        return found

    def _refuse(self, value: Any, j: int) -> NoReturn:
        names = getattr(self, "feature_names_in_", None)
        column = j if names is None else names[j]
        raise DataError("model_file.unknown_category", value=value, column=column)

    def _check_sizes(
        self, name: str, columns: tuple[Array, ...], categories: LearnedCategories | None
    ) -> None:
        if categories is None:
            raise refuse_record("categories", phrase("record.nothing"), phrase("record.one"))
        p = self.n_features_in_
        for j in range(p):
            size = categories.size(j)
            if len(columns[j]) != size:
                got, needed = (
                    phrase("record.length", length=len(columns[j])),
                    phrase("record.length", length=size),
                )
                raise refuse_record(f"{name}.{j}", got, needed)


class FittedOneHot(_Encoder):
    """A one-hot encoder that was fitted.

    Parameters
    ----------
    handle_unknown : {"error", "encode"}
        What an unknown category is: refused, or the column of the record's `unknown`, or 0 in all columns.
    sparse_output : bool
        Whether it makes CSR rows.
    dtype : str
        Type of the zeros and ones.
    """

    Model = OneHotRecord
    model_: OneHotRecord
    _limits: ClassVar[dict[str, Limit]] = _Encoder._limits | {"sparse_output": BOOLEAN}

    def __init__(
        self, handle_unknown: str = ERROR, sparse_output: bool = True, dtype: str = "float64"
    ) -> None:
        self.handle_unknown = handle_unknown
        self.sparse_output = sparse_output
        self.dtype = dtype

    @property
    def width(self) -> int:
        """Number of columns that it makes."""
        return int(self.model_.widths.sum())

    def _check_model(self, model: OneHotRecord) -> None:
        check_record(model, **self._sizes())
        if model.categories is not None:
            check_record(model.categories, **self._sizes())
        self._check_sizes("columns", model.columns, model.categories)
        for j, columns in enumerate(model.columns):
            if max(columns.max(initial=-1), model.unknown[j]) >= model.widths[j]:
                below = phrase("record.columns_below", p=int(model.widths[j]))
                raise refuse_record(f"columns.{j}", phrase("record.columns_range"), below)

    def _transformed(self, rows: Rows) -> Rows:
        n, p = rows.shape
        starts = np.concatenate([[0], np.cumsum(self.model_.widths)])
        columns = np.empty((n, p), dtype=np.int64)
        for j in range(p):
            found = self._positions(rows, j)
            own = np.append(self.model_.columns[j], self.model_.unknown[j])[found]  # -1 is the last one
            columns[:, j] = np.where(own < 0, -1, own + starts[j])
        kept = columns >= 0
        ends = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
        cells = (np.ones(ends[-1], dtype=self.dtype), columns[kept], ends)
        out = csr_array(cells, shape=(n, int(starts[-1])))
        return out if self.sparse_output else out.toarray()


class FittedOrdinal(_Encoder):
    """An ordinal encoder that was fitted.

    Parameters
    ----------
    handle_unknown : {"error", "encode"}
        What an unknown category is: refused, or the number of the record's `unknown`.
    dtype : str
        Type of the numbers.
    """

    Model = OrdinalRecord
    model_: OrdinalRecord

    def __init__(self, handle_unknown: str = ERROR, dtype: str = "float64") -> None:
        self.handle_unknown = handle_unknown
        self.dtype = dtype

    def _check_model(self, model: OrdinalRecord) -> None:
        check_record(model, **self._sizes())
        if model.categories is not None:
            check_record(model.categories, **self._sizes())
        self._check_sizes("values", model.values, model.categories)

    def _transformed(self, rows: Rows) -> Rows:
        out = np.empty(rows.shape)
        for j in range(rows.shape[1]):
            out[:, j] = np.append(self.model_.values[j], self.model_.unknown[j])[self._positions(rows, j)]
        return out.astype(self.dtype)
