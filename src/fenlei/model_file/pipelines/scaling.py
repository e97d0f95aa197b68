"""Columns shifted and scaled: StandardScaler, MinMaxScaler, MaxAbsScaler and RobustScaler.

x -> ((x - shift) / scale) * factor + offset, cut to the bounds; what is not given is left out.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.model_file.pipelines.rows import Rows, as_numbers
from fenlei.model_file.pipelines.step import FittedStep
from fenlei.records import POSITIVE, Field


class ScalingRecord(NamedTuple):
    """Numbers for each column."""

    shift: Annotated[Array | None, Field("p", optional=True)]
    scale: Annotated[Array | None, Field("p", low=POSITIVE, optional=True)]
    factor: Annotated[Array | None, Field("p", optional=True)]
    offset: Annotated[Array | None, Field("p", optional=True)]
    bounds: Annotated[Array | None, Field("2", optional=True)]
    in_type_of_rows: Annotated[Array, Field("", "iu", 0, 1)]  # 1: float32 rows are shifted by float32


class FittedScaler(FittedStep):
    """A scaler that was fitted."""

    Model = ScalingRecord
    model_: ScalingRecord

    def _transformed(self, rows: Rows) -> Rows:
        X = as_numbers(rows, type(self).__name__)
        model = self.model_
        if is_sparse(X):
            return self._stored(X)
        shift, scale = (self._rounded(value, X.dtype) for value in (model.shift, model.scale))
        if shift is not None:
            X -= shift
        if scale is not None:
            X /= scale
        if model.factor is not None:
            X *= model.factor
        if model.offset is not None:
            X += model.offset
        return X if model.bounds is None else np.clip(X, *model.bounds.astype(X.dtype))

    def _rounded(self, value: Array | None, dtype: np.dtype) -> Array | None:
        return value.astype(dtype) if value is not None and self.model_.in_type_of_rows else value

    def _stored(self, X: Rows) -> Rows:
        """Zeros stay zeros, so nothing may be added."""
        if any(value is not None for value in (self.model_.shift, self.model_.offset)):
            raise DataError("model_file.sparse_step", step=type(self).__name__)
        if self.model_.scale is not None:
            X.data *= (1 / self.model_.scale).take(X.indices)
        if self.model_.bounds is not None:
            X.data = np.clip(X.data, *self.model_.bounds)
        return X
