"""scikit-learn's PCA: z = (x W' - mu W') / s, with s only where it whitens."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fenlei.kernels import Array
from fenlei.model_file.pipelines.rows import Rows, as_numbers
from fenlei.model_file.pipelines.step import FittedStep
from fenlei.records import POSITIVE, Field


class ProjectionRecord(NamedTuple):
    """The axes."""

    mean: Annotated[Array, Field("p")]
    components: Annotated[Array, Field("M p")]
    scale: Annotated[Array | None, Field("M", low=POSITIVE, optional=True)]


class FittedPCA(FittedStep):
    """Principal components that were fitted."""

    Model = ProjectionRecord
    model_: ProjectionRecord

    @property
    def width(self) -> int:
        """Number of components."""
        return len(self.model_.components)

    def _transformed(self, rows: Rows) -> Rows:
        X = as_numbers(rows, type(self).__name__, allow_nan=False)
        model = self.model_
        Z = X @ model.components.T
        Z -= model.mean.reshape(1, -1) @ model.components.T
        if model.scale is not None:
            Z /= model.scale
        return Z
