"""A trained model with all that it needs to take a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.contract.estimator import available_if
from fenlei.datasets import Dataset
from fenlei.ensemble.pooled.members import takes_table_rows
from fenlei.kernels import Array
from fenlei.table.features.table_rows import TableRows, coded_columns
from fenlei.table.schema import Schema

if TYPE_CHECKING:
    import os

    from fenlei.annotations import MatrixLike
    from fenlei.table.table import Table

    Source = Table | TableRows | Dataset | MatrixLike | str | os.PathLike[str]


@dataclass(frozen=True)
class Model:
    """An estimator with the schema and the preparation of the tables it was trained on.

    Parameters
    ----------
    estimator : fitted estimator
    schema : Schema, optional
        How a table's columns are typed and coded.
    preparation : fitted Preparation, optional
        Turns coded columns into the estimator's features.
    facts : dict
        What was kept about the training.
    intervals : ResidualIntervals, optional
        What is known about the residuals of a regression.

    Examples
    --------
    >>> from fenlei import GaussianNB
    >>> from fenlei.model_file import Model
    >>> model = Model(GaussianNB().fit([[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"]))
    >>> model.predict([[1.4]]).tolist(), model.classes_.tolist()
    (['low'], ['high', 'low'])
    """

    estimator: Any
    schema: Schema | None = None
    preparation: Any = None
    facts: dict[str, Any] = field(default_factory=dict)
    intervals: Any = None

    @property
    def classes_(self) -> Array:
        """Class labels (K,), sorted."""
        return self.estimator.classes_

    def predict(self, data: Source) -> Array:
        """Class (n,) of each row of a Table, a data set, a frame, a path, or an array (n, p) of codes."""
        return self.estimator.predict(self._features(data))

    @available_if(lambda self: hasattr(self.estimator, "transform"))
    def transform(self, data: Source) -> Any:
        """The rows as the estimator transforms them."""
        return self.estimator.transform(self._features(data))

    @available_if(lambda self: hasattr(self.estimator, "predict_proba"))
    def predict_proba(self, data: Source) -> Array:
        """Probability of each class, (n, K), columns as in `classes_`."""
        return self.estimator.predict_proba(self._features(data))

    @available_if(lambda self: hasattr(self.estimator, "predict_log_proba"))
    def predict_log_proba(self, data: Source) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        return self.estimator.predict_log_proba(self._features(data))

    @available_if(lambda self: hasattr(self.estimator, "decision_function"))
    def decision_function(self, data: Source) -> Array:
        """Decision values as the estimator gives them."""
        return self.estimator.decision_function(self._features(data))

    @available_if(lambda self: self.intervals is not None)
    def predict_interval(self, data: Source, level: float = 0.9) -> Array:
        """Lower and upper ends (n, 2) of an interval about each predicted number.

        The intervals of rows like those of the training hold the share `level` of the numbers on average, not
        for each row.
        """
        rows = self._features(data)
        predicted = np.ravel(np.asarray(self.estimator.predict(rows), np.float64))
        return self.intervals.bounds(coded_columns(rows), predicted, level)

    def _features(self, data: Source) -> Any:
        """What the estimator takes: the table's feature columns, coded by the schema and prepared."""
        X: Any = data.X if isinstance(data, Dataset) and self.schema is None else data
        if getattr(self.estimator, "takes_cells", False):
            return self._cells(X)
        if self.schema is not None and not isinstance(data, np.ndarray | TableRows):
            from fenlei.table.reading import conform

            X = conform(data.table if isinstance(data, Dataset) else data, self.schema).rows()
        if self.preparation is not None:
            return self.preparation.transform(X)
        return X if takes_table_rows(self.estimator) else coded_columns(X)

    def _cells(self, data: Any) -> Any:
        """What a fitted pipeline takes: frames and arrays as they are, the cells of any other table."""
        from fenlei.table.table import Table

        if self.schema is None or not isinstance(data, Table | Dataset | Mapping | str | PathLike):
            return data
        from fenlei.model_file.pipelines.inputs import cells_of
        from fenlei.table.reading import conform

        source = data.table if isinstance(data, Dataset) else data
        return cells_of(self.estimator, conform(source, self.schema))
