"""Steps one after another, and steps beside each other: Pipeline, ColumnTransformer."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, hstack
from sklearn.utils import Tags

from fenlei.contract.estimator import available_if
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense
from fenlei.messages import phrase
from fenlei.model_file.pipelines.rows import Rows, as_matrix, as_numbers, take
from fenlei.model_file.pipelines.step import FittedStep, answer_of, transformed, used_by, width_of
from fenlei.records import Field, check_record, refuse_record


class PipelineRecord(NamedTuple):
    """The names of the steps."""

    names: Annotated[Array, Field("T", "O")]


class ColumnsRecord(NamedTuple):
    """The names of the steps, and the columns that each of them takes."""

    names: Annotated[Array, Field("T", "O")]
    columns: Annotated[tuple[Array, ...], Field("*", "iu", 0, many="T")]
    passed: Annotated[Array, Field("T", "iu", 0, 1)]  # 1: the columns stay as they are, without a part
    weights: Annotated[Array, Field("T", nan=True)]  # that the result is multiplied by; NaN: none
    sparse: Annotated[Array, Field("", "iu", 0, 1)]


def _last_has(name: str) -> Any:
    return available_if(lambda self: hasattr(self.parts_[-1], name))


def _refuse_parts(count: int) -> Exception:
    return refuse_record("parts", phrase("record.parts", count=count), phrase("record.part_per_row"))


class FittedPipeline(FittedStep):
    """A pipeline that was fitted: its last part may be one of fenlei's estimators.

    It is made by `save_model` from a `Pipeline` of scikit-learn and read by `load_model`; its `fit` refuses.
    """

    Model = PipelineRecord
    model_: PipelineRecord
    takes_cells = True  # of a table, as they are

    @property
    def named_steps(self) -> dict[str, Any]:
        """The parts by the names of the steps."""
        return dict(zip(self.model_.names.tolist(), self.parts_, strict=True))

    @property
    def width(self) -> int | None:
        """Number of columns that the last part makes."""
        return width_of(self.parts_[-1])

    @property
    def classes_(self) -> Array:
        """Class labels (K,), sorted."""
        return self.parts_[-1].classes_

    def _check_model(self, model: PipelineRecord) -> None:
        check_record(model)
        parts = getattr(self, "parts_", ())
        if not parts or len(parts) != len(model.names):
            raise _refuse_parts(len(parts))
        made: int | None = self.n_features_in_
        for part in parts:
            if made is not None and part.n_features_in_ != made:
                raise refuse_record("parts", phrase("record.misfit"), phrase("record.another"))
            made = width_of(part)
        if not all(hasattr(part, "transform") for part in parts[:-1]):
            raise refuse_record("parts", phrase("record.misfit"), phrase("record.another"))

    def _used(self) -> set[int]:
        return used_by(self.parts_[0])

    def _before(self, X: Any) -> Rows:
        """Rows as the last part takes them."""
        rows = self._rows(X)
        for part in self.parts_[:-1]:
            rows = transformed(part, rows)
        return rows

    def _transformed(self, rows: Rows) -> Rows:
        return transformed(self.parts_[-1], self._before(rows))

    @_last_has("transform")
    def transform(self, X: Any) -> Any:
        """The rows after the last part."""
        return as_matrix(self._transformed(X))

    @_last_has("predict")
    def predict(self, X: Any) -> Array:
        """What the last part predicts for each row."""
        return answer_of(self.parts_[-1], "predict", self._before(X))

    @_last_has("predict_proba")
    def predict_proba(self, X: Any) -> Array:
        """Probability of each class, (n, K), columns as in `classes_`."""
        return answer_of(self.parts_[-1], "predict_proba", self._before(X))

    @_last_has("predict_log_proba")
    def predict_log_proba(self, X: Any) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        return answer_of(self.parts_[-1], "predict_log_proba", self._before(X))

    @_last_has("decision_function")
    def decision_function(self, X: Any) -> Array:
        """Decision values as the last part gives them."""
        return answer_of(self.parts_[-1], "decision_function", self._before(X))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        if parts := getattr(self, "parts_", ()):
            last = parts[-1].__sklearn_tags__()
            tags.estimator_type = last.estimator_type
            tags.classifier_tags, tags.regressor_tags = last.classifier_tags, last.regressor_tags
        return tags


class FittedColumns(FittedStep):
    """A column transformer that was fitted."""

    Model = ColumnsRecord
    model_: ColumnsRecord
    takes_cells = True

    @property
    def steps(self) -> list[tuple[str, Any, Array]]:
        """Names, parts (None where columns stay as they are) and columns."""
        parts, model = iter(self.parts_), self.model_
        return [
            (name, None if passed else next(parts), columns)
            for name, passed, columns in zip(model.names, model.passed, model.columns, strict=True)
        ]

    @property
    def width(self) -> int | None:
        """Number of columns that it makes."""
        widths = [len(columns) if part is None else width_of(part) for _, part, columns in self.steps]
        known = [width for width in widths if width is not None]
        return sum(known) if len(known) == len(widths) else None

    def _check_model(self, model: ColumnsRecord) -> None:
        check_record(model)
        parts, p = getattr(self, "parts_", ()), self.n_features_in_
        if len(parts) != int((1 - model.passed).sum()):
            raise _refuse_parts(len(parts))
        if any(len(columns) and columns.max() >= p for columns in model.columns):
            below = phrase("record.columns_below", p=p)
            raise refuse_record("columns", phrase("record.columns_range"), below)
        taken = [
            len(columns) for columns, passed in zip(model.columns, model.passed, strict=True) if not passed
        ]
        if [part.n_features_in_ for part in parts] != taken:
            raise refuse_record("parts", phrase("record.misfit"), phrase("record.another"))

    def _used(self) -> set[int]:
        return {
            int(columns[j])
            for _, part, columns in self.steps
            for j in (range(len(columns)) if part is None else used_by(part))
        }

    def _transformed(self, rows: Rows) -> Rows:
        blocks = []
        for (_, part, columns), weight in zip(self.steps, self.model_.weights, strict=True):
            own = take(rows, columns)
            block = as_matrix(own if part is None else transformed(part, own))
            blocks.append(block if np.isnan(weight) else block * weight)
        if not blocks:
            return np.zeros((rows.shape[0], 0))
        if self.model_.sparse:
            return csr_array(hstack([as_numbers(b, type(self).__name__) for b in blocks], format="csr"))
        return np.hstack([as_dense(block) for block in blocks])
