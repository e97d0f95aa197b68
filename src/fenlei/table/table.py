"""The typed table: an Arrow table whose columns are typed by the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import DataError, UsageError
from fenlei.table.features.table_rows import TableRows
from fenlei.table.features.terms import count_terms
from fenlei.table.schema import Schema
from fenlei.table.values import as_labels, plain, to_floats

if TYPE_CHECKING:
    import pandas as pd

# Rows copied at a time into the C-ordered matrix, so that the part being written stays in the cache.
_CODED_ROWS = 2048


class Coded(NamedTuple):
    """A table as numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from fenlei.table import read_table
    >>> coded = read_table(pd.DataFrame({"size": [1.5, 2.0, 7.5], "colour": ["red", "green", "red"]})).coded()
    >>> coded.X.tolist(), coded.names, coded.categories
    ([[1.5, 1.0], [2.0, 0.0], [7.5, 1.0]], ('size', 'colour'), (None, ('green', 'red')))
    """

    X: np.ndarray  # (n, p) float64, C order; categories as codes 0..m-1; NaN = missing or unseen
    names: tuple[str, ...]  # (p,)
    kinds: tuple[str, ...]  # (p,)
    categories: tuple[tuple[str, ...] | None, ...]  # (p,)


class Table:
    """Rows typed by a schema.

    Parameters
    ----------
    schema : Schema
    arrow : pyarrow.Table
        The typed columns, missing values null: numeric columns int64 or float64, boolean ones bool, nominal
        and ordinal ones dictionary-encoded over the schema's categories; identifier, constant and target
        columns in their own type.
    raw : pyarrow.Table, optional
        The same rows as they came, all columns of the source under repaired names; `arrow` if not kept.
    first_row : int
        The number, from 1, of the first row in its source.
    row_numbers : ndarray of shape (n,), optional
        The number of each row in its source, where some rows of it were left out.

    Examples
    --------
    >>> import pandas as pd
    >>> from fenlei.table import read_table
    >>> frame = pd.DataFrame({"size": [1.5, 2.0, 7.5], "ripe": ["yes", "no", "no"]})
    >>> table = read_table(frame, target="ripe")
    >>> len(table), table.labels().tolist(), table.coded().X.tolist()
    (3, ['yes', 'no', 'no'], [[1.5], [2.0], [7.5]])
    """

    def __init__(
        self,
        schema: Schema,
        arrow: pa.Table,
        raw: pa.Table | None = None,
        first_row: int = 1,
        row_numbers: np.ndarray | None = None,
    ) -> None:
        self.schema = schema
        self.arrow = arrow
        self.raw = arrow if raw is None else raw
        self.first_row = first_row
        self.row_numbers = first_row + np.arange(arrow.num_rows) if row_numbers is None else row_numbers

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.arrow.num_rows)

    @property
    def has_target(self) -> bool:
        """Whether the rows carry the schema's target column."""
        return self.schema.target is not None and self.schema.target.name in self.arrow.column_names

    def coded(self) -> Coded:
        """The feature columns as one float64 matrix, in the order of `schema.features`."""
        features = self.schema.features
        columns = [to_floats(self.arrow.column(feature.name)) for feature in features]
        return Coded(
            _side_by_side(columns, self.n_rows),
            tuple(feature.name for feature in features),
            tuple(feature.kind for feature in features),
            tuple(feature.categories for feature in features),
        )

    def rows(self) -> TableRows:
        """The feature columns as numbers, and how often each term occurs in each text column."""
        texts = [(self.arrow.column(c.name).to_pylist(), c.categories or ()) for c in self.schema.texts]
        return TableRows(self.coded().X, tuple(count_terms(text, terms) for text, terms in texts))

    def words(self) -> np.ndarray:
        """The feature columns (n, p) as they are written: text where the kind has categories, else numbers.

        An object array; None or NaN where missing. An estimator that takes nominal columns codes the text
        itself, and no other can take it for numbers.
        """
        out = np.empty((self.n_rows, len(self.schema.features)), dtype=object)
        for j, feature in enumerate(self.schema.features):
            column = self.arrow.column(feature.name)
            out[:, j] = column.to_pylist() if feature.kind != "numeric" else to_floats(column)
        return out

    def frame(self) -> pd.DataFrame:
        """The features and the target as a pandas DataFrame, categories as words."""
        names = [feature.name for feature in self.schema.features]
        names += [self.schema.target.name] if self.schema.target is not None and self.has_target else []
        try:
            return self.arrow.select(names).to_pandas()
        except ImportError:
            raise UsageError("table.no_pandas") from None

    def labels(self) -> np.ndarray:
        """The target (n,): int64, float64 or bool labels, or an object array of str."""
        target = self.schema.target
        if target is None or not self.has_target:
            raise DataError("table.no_target", column=target and target.name)
        labels = self._labels()
        if labels.null_count:
            row = pc.index(pc.is_null(labels), True).as_py() + self.first_row
            raise DataError("table.target_missing", column=target.name, count=labels.null_count, row=row)
        return labels.to_numpy()

    def _labels(self) -> pa.ChunkedArray:
        assert self.schema.target is not None
        name, dtype = self.schema.target.name, self.schema.target.dtype
        values = plain(self.arrow.column(name), name, self.schema.missing)
        return as_labels(values, name, dtype, self.first_row)

    def labelled(self) -> Table:
        """The rows that have a target value."""
        return self.take(np.flatnonzero(self._labels().is_valid().to_numpy()))

    def take(self, rows: Sequence[int] | np.ndarray) -> Table:
        """The given rows (from 0), typed alike."""
        indices = pa.array(np.asarray(rows, dtype=np.int64))
        raw = None if self.raw is self.arrow else self.raw.take(indices)
        return Table(self.schema, self.arrow.take(indices), raw, row_numbers=self.row_numbers[rows])

    def __len__(self) -> int:
        return self.n_rows

    def __repr__(self) -> str:
        return f"Table({self.n_rows} rows, {len(self.schema.features)} features)\n{self.schema}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.schema == other.schema and self.arrow.equals(other.arrow)

    __hash__ = None  # type: ignore[assignment]


def _side_by_side(columns: list[np.ndarray], n: int) -> np.ndarray:
    """Columns (n,) as one C-ordered matrix (n, p)."""
    X = np.empty((n, len(columns)))
    for start in range(0, n, _CODED_ROWS):
        rows = slice(start, start + _CODED_ROWS)
        for j, column in enumerate(columns):
            X[rows, j] = column[rows]
    return X
