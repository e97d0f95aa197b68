"""What all estimators share: limits of parameters, checked floats, tags, and records for model files.

A subclass gives `Model`, a NamedTuple of arrays, and `_keep(model)`, which sets `model_` and the public
attributes; a model file needs only the parameters and that record. The attributes that prediction reads are
declared in `_public`, and the record follows them (`attributes`).

Types: sums are float64. Coefficients and answers of float32 rows are float32 where scikit-learn's are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import getattr_static
from types import FunctionType
from typing import Any, ClassVar, Literal, NamedTuple, NoReturn, TypeVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import Tags, assert_all_finite, metaestimators
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import Matrix, MatrixLike
from fenlei.contract.attributes import Computed, CurrentRecord, Public, as_field, narrowed, publish
from fenlei.contract.checked_rows import SMALL, checked_rows
from fenlei.contract.scanned_rows import refuse_scan
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import foreign
from fenlei.parameters import Limit
from fenlei.records import check_record, declared_fields

FLOATS = (np.float64, np.float32)
Method = TypeVar("Method", bound=Callable[..., Any])


def require_fit(estimator: object) -> None:
    """Refuse an estimator that is not fitted."""
    if "model_" not in estimator.__dict__:  # set without a fit, or not at all
        check_is_fitted(estimator, "model_")


def refuse_words(X: Any, error: ValueError, estimator: str) -> None:
    """Raise an error that names the column, if X was refused because of a word in it."""
    if "could not convert string" not in str(error) or len(getattr(X, "shape", ())) != 2:
        return
    names = list(getattr(X, "columns", range(X.shape[1])))
    cells = np.asarray(X, dtype=object)
    for j, name in enumerate(names):
        try:
            cells[:, j].astype(np.float64)
        except (TypeError, ValueError):
            raise DataError("estimator.words", estimator=estimator, column=name, reason=str(error)) from error


def available_if(check: Callable[[Any], bool]) -> Callable[[Method], Method]:
    """Offer a method only to estimators that pass the check; type checkers see the method as it is."""
    decorator: Callable[[Method], Method] = metaestimators.available_if(check)
    return decorator


def _worded_memory(fit: Method) -> Method:
    @wraps(fit)
    def guarded(self: object, *rows: object, **options: object) -> object:
        if not getattr(self, "_scans", False) and (rows or "X" in options):
            refuse_scan(self, rows[0] if rows else options["X"])
        try:
            return fit(self, *rows, **options)
        except MemoryError as error:
            facts = {"estimator": type(self).__name__, "reason": foreign(error or "MemoryError")}
            raise DataError("estimator.allocation", **facts) from error

    return guarded  # type: ignore[return-value]


class Estimator(BaseEstimator):
    """Base of every estimator."""

    Model: ClassVar[type[NamedTuple]]
    Summary: ClassVar[type[NamedTuple] | None] = None
    _limits: ClassVar[dict[str, Limit]] = {}
    _scans: ClassVar[bool] = False  # is fitted to a scan of files too
    _sparse: ClassVar[bool] = False  # takes CSR matrices too
    _allow_nan: ClassVar[bool] = False  # NaN is a missing value
    _check_finite: ClassVar[bool] = (
        False  # when X comes in; else it is seen on what is computed, which is less
    )
    _order: ClassVar[Literal["C"] | None] = "C"  # that dense rows are brought to
    _least_rows: ClassVar[int] = 1  # to fit
    _public: ClassVar[dict[str, Public]] = {}  # attributes that prediction reads
    _known_without_fit: ClassVar[tuple[str, ...]] = ()  # further attributes that prediction needs
    _narrow: ClassVar[tuple[str, ...]] = ()  # fields of the record that have the type of X
    _answer_fields: ClassVar[tuple[str, ...]] = ()  # fields whose type, with that of X, the answers have

    n_jobs: int | None = None
    n_features_in_: int
    feature_names_in_: Array
    model_: Any = CurrentRecord()
    _fit_dtype: Any = np.float64  # of the rows that were fitted
    _assigned: bool = False  # public attributes were assigned since

    def __init_subclass__(cls, **options: object) -> None:
        """Turn an allocation that fails in a fit, or in an attribute made when read, into one sentence."""
        super().__init_subclass__(**options)
        for name in ("fit", "fit_transform", "fit_predict", "partial_fit"):
            own = cls.__dict__.get(name)
            if isinstance(own, FunctionType):
                setattr(cls, name, _worded_memory(own))
        mixins = [base for base in cls.__mro__ if not issubclass(base, Estimator)]
        for name, own in [item for base in (cls, *mixins) for item in base.__dict__.items()]:
            shown = type(own) is property and name.endswith("_") and not name.startswith("_")
            if shown and own.fget and getattr_static(cls, name) is own:
                setattr(cls, name, own.getter(_worded_memory(own.fget)))

    def __dir__(self) -> list[str]:
        """The names to complete. Attributes that are computed when read are listed without computing them."""
        fitted = "model_" in self.__dict__
        return [
            name
            for name in object.__dir__(self)
            if (fitted if self._is_computed(name) else hasattr(self, name))
        ]

    def _is_computed(self, name: str) -> bool:
        """Whether the fitted attribute may cost time to read."""
        kind = getattr_static(type(self), name, None)
        return name.endswith("_") and not name.endswith("__") and isinstance(kind, property | Computed)

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Array:
        """X as float64 or float32, dense or CSR; number and names of columns are learned or checked."""
        try:
            checked: Array = checked_rows(
                self,
                X,
                reset=reset,
                dtype=FLOATS,
                order=self._order,
                accept_sparse="csr" if self._sparse else False,
                ensure_all_finite=self._check_finite,
                ensure_min_samples=self._least_rows if reset else 1,
            )
        except ValueError as error:
            refuse_words(X, error, type(self).__name__)
            raise
        if reset and self._narrow:
            self._fit_dtype = checked.dtype
        return checked

    def _is_function_of_sums(self) -> bool:
        """Whether the parameters allow fitting from summaries alone."""
        return self._setting_for_memory() is None

    def _setting_for_memory(self) -> str | None:
        """The parameter and its value for which a fit needs all rows in memory; None if there is none."""
        return None

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Array:
        """Rows to fit, in the form the method takes."""
        return self._as_floats(X, reset=reset)

    def _leaf_X(self, X: Array) -> Array:
        """Rows of a leaf of files in the form that the method takes."""
        return self._check_fit_X(X, reset=False)

    def _check_X(self, X: MatrixLike) -> Array:
        """Rows for a fitted model."""
        require_fit(self)
        X = self._as_floats(X, reset=False)
        self._check_hand_set(X)
        return X

    def _check_hand_set(self, X: Matrix) -> None:
        """Refuse rows that do not fit attributes set without a fit; after one their number was checked."""
        if "n_features_in_" in self.__dict__ or not self._public:
            return
        if X.shape[1] != (p := self._width(self.model_)):
            raise DataError("estimator.width", estimator=type(self).__name__, came=X.shape[1], p=p)

    def _width(self, model: Any) -> int:
        """Number of features that a record is for."""
        for name, field in declared_fields(type(model)).items():  # type: ignore[arg-type]
            if not field.optional and field.shape.split()[-1:] in (["p"], ["M"]):
                return int(getattr(model, name).shape[-1])
        raise AttributeError("n_features_in_")

    def _refuse_non_finite(self, X: MatrixLike, name: str = "X") -> None:
        if type(X) is np.ndarray and X.size <= SMALL and X.dtype.kind == "f" and np.isfinite(X).all():
            return
        own = type(self).__name__
        assert_all_finite(X, allow_nan=self._allow_nan, estimator_name=own, input_name=name)

    def _finite(self, answer: Array, X: MatrixLike) -> Array:
        """The answer to rows X, if it is finite; else the rows are refused."""
        if answer.size < 1 << 14 and np.isfinite(answer).all():
            return answer
        with np.errstate(invalid="ignore", over="ignore"):
            total = np.sum(answer)  # no temporary array; it may overflow where nothing else does
        if not np.isfinite(total) and not np.isfinite(answer).all():
            self._refuse_range(X)
        return answer

    def _refuse_range(self, X: Any, name: str = "X") -> NoReturn:
        """Refuse rows with which a computation left the range of floats, or which were not finite before."""
        self._refuse_non_finite(X, name)
        sizes = np.abs(X.data if is_sparse(X) else np.asarray(X, dtype=np.float64))
        sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
        ends = {"least": sizes.min() if len(sizes) else 0.0, "largest": sizes.max(initial=0.0)}
        raise DataError("estimator.range", estimator=type(self).__name__, name=name, **ends)

    def _keep(self, model: Any) -> None:
        """Set `model_` and the public attributes."""
        raise NotImplementedError

    def _publish(self, model: Any, **attributes: object) -> None:
        """Set `model_` and the public attributes that prediction reads."""
        publish(self, model, attributes)
        if self._narrow:
            self._fit_dtype = getattr(model, self._narrow[0]).dtype

    def _fields_of(self, values: dict[str, Any], record: Any) -> dict[str, Any]:
        """Fields of the record from the public attributes that are set; `record` is the last, or None."""
        return {
            declared.field: as_field(values[name])
            for name, declared in self._public.items()
            if declared.field and name in values
        }

    def _attribute_sizes(self, record: Any) -> dict[str, int]:
        """The letters in the shapes of a record made from public attributes that are known."""
        return {"p": self.n_features_in_} if "n_features_in_" in self.__dict__ else {}

    def _narrowed(self, model: Any) -> Any:
        """A fitted model in the type of the rows."""
        return narrowed(model, self._narrow_of(model), self._fit_dtype)

    def _narrow_of(self, model: Any) -> tuple[str, ...]:
        """The fields of this model that have the type of X; scikit-learn's differ by solver."""
        return self._narrow

    def _answer(self, values: Array, X: Any) -> Array:
        """What is answered for rows X, in the type that they and the model have."""
        if X.dtype != np.float32 or not self._answer_fields:
            return values
        model = self.model_
        if any(getattr(model, name).dtype != np.float32 for name in self._answer_fields):
            return values
        with np.errstate(over="ignore"):
            small = values.astype(np.float32)
        return small if np.isfinite(small).all() or not np.isfinite(values).all() else values

    def _sizes(self) -> dict[str, int]:
        """The letters in the shapes of records that the estimator knows."""
        return {"p": self.n_features_in_}

    def _check_model(self, model: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model, **self._sizes())

    def _check_summary(self, summary: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(summary, **self._sizes())

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        tags.input_tags.allow_nan = self._allow_nan
        return tags
