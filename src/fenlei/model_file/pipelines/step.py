"""What all fitted steps share: they are made of learnt numbers, and are not fitted again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from fenlei.contract.estimator import Estimator
from fenlei.errors import UsageError
from fenlei.model_file.pipelines.rows import Rows, as_matrix, rows_of


class FittedStep(Estimator):
    """Base of the steps: `model_` is their record, `_transformed` their function of rows."""

    Summary: ClassVar[None] = None
    parts_: tuple[Any, ...]

    @classmethod
    def from_fitted(
        cls, model: NamedTuple, like: Any, parts: tuple[Any, ...] | None = None, **options: Any
    ) -> Self:
        """The step of that record, with the number and names of the columns of `like`."""
        step = cls(**options)
        step.n_features_in_ = int(like.n_features_in_)
        names = getattr(like, "feature_names_in_", None)
        if names is not None:
            step.feature_names_in_ = names
        if parts is not None:
            step.parts_ = parts
        step._check_model(model)
        step._keep(model)
        return step

    def fit(self, X: object, y: object = None) -> NoReturn:
        """Refused: what was learned comes from the pipeline that was saved."""
        raise UsageError("estimator.not_to_be_fitted", estimator=type(self).__name__)

    def transform(self, X: Any) -> Any:
        """The rows after this step."""
        return as_matrix(self._transformed(self._rows(X)))

    @property
    def width(self) -> int | None:
        """Number of columns that it makes; None where that is known from rows only."""
        return self.n_features_in_

    def _used(self) -> set[int]:
        """The columns that it looks at."""
        return set(range(self.n_features_in_))

    def _rows(self, X: Any) -> Rows:
        names = getattr(self, "feature_names_in_", None)
        known = None if names is None else names.tolist()
        return rows_of(X, type(self).__name__, self.n_features_in_, known, self._used())

    def _transformed(self, rows: Rows) -> Rows:
        raise NotImplementedError

    def _keep(self, model: Any) -> None:
        self.model_ = model


def transformed(part: Any, rows: Rows) -> Rows:
    """Rows after a part: a step of this package, or one of fenlei's estimators."""
    if isinstance(part, FittedStep):
        return part._transformed(rows)
    return part.transform(as_matrix(rows))


def answer_of(part: Any, method: str, rows: Rows) -> Any:
    """What the last part answers."""
    answer: Callable[[Any], Any] = getattr(part, method)
    return answer(rows if isinstance(part, FittedStep) else as_matrix(rows))


def width_of(part: Any) -> int | None:
    """Number of columns that a part makes; None where that is known from rows only."""
    return part.width if isinstance(part, FittedStep) else None


def used_by(part: Any) -> set[int]:
    """The columns that a part looks at."""
    return part._used() if isinstance(part, FittedStep) else set(range(part.n_features_in_))
