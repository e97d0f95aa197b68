"""Missing values replaced by one value for each column: SimpleImputer."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import phrase
from fenlei.model_file.pipelines.rows import Rows, as_matrix, as_numbers
from fenlei.model_file.pipelines.step import FittedStep
from fenlei.records import Field, check_record, refuse_record


class ImputerRecord(NamedTuple):
    """What replaces a missing value: a number, or a text where the column is one of texts."""

    numbers: Annotated[Array, Field("p", nan=True)]
    texts: Annotated[Array, Field("p", "O")]
    is_text: Annotated[Array, Field("p", "iu", 0, 1)]
    kept: Annotated[Array, Field("p", "iu", 0, 1)]  # 0: the column had no values, and is left out
    indicated: Annotated[Array, Field("q", "iu", 0)]  # columns with a further one of 0 and 1
    of_objects: Annotated[Array, Field("", "iu", 0, 1)]  # whether objects that are no texts stay objects


class FittedImputer(FittedStep):
    """A simple imputer that was fitted.

    Parameters
    ----------
    missing_values : None, str or float
        What is replaced.
    """

    Model = ImputerRecord
    model_: ImputerRecord

    def __init__(self, missing_values: Any = np.nan) -> None:
        self.missing_values = missing_values

    @property
    def width(self) -> int:
        """Number of columns that it makes."""
        return int(self.model_.kept.sum()) + len(self.model_.indicated)

    def _check_model(self, model: ImputerRecord) -> None:
        check_record(model, **self._sizes())
        if len(model.indicated) and model.indicated.max() >= self.n_features_in_:
            below = phrase("record.columns_below", p=self.n_features_in_)
            raise refuse_record("indicated", phrase("record.columns_range"), below)

    def _transformed(self, rows: Rows) -> Rows:
        given = as_matrix(rows)
        X: Any
        if self.model_.is_text.any() or (self.model_.of_objects and given.dtype.kind in "OUS"):
            X = np.array(given, dtype=object)
        else:
            X = as_numbers(rows, type(self).__name__)
        if is_sparse(X):
            X = X.toarray()
        missing = self._missing(X)
        for j in np.flatnonzero(missing.any(axis=0)):
            X[missing[:, j], j] = self.model_.texts[j] if self.model_.is_text[j] else self.model_.numbers[j]
        X = X[:, self.model_.kept.astype(bool)]
        if not len(self.model_.indicated):
            return X
        return np.hstack([X, missing[:, self.model_.indicated]])

    def _missing(self, X: Array) -> Array:
        """Which cells are to be replaced, (n, p)."""
        value = self.missing_values
        if value is None:
            return np.array([[cell is None or cell != cell for cell in row] for row in X.tolist()]).reshape(
                X.shape
            )
        if isinstance(value, float) and np.isnan(value):
            return np.asarray(X != X, dtype=bool)
        return np.asarray(np.equal(X, value), dtype=bool)
