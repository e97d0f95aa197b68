"""The contract of regressors: check, summarise, merge, solve, keep.

`Regressor` needs `_summarise(rows)`, `_merge(a, b)`, `_solve(summary, rows)`, `_keep(model)` and
`_values(X)`; `fit`, `partial_fit`, `merge` and `predict` follow. `LeastSquaresRegressor` is one whose summary
is the `Gram` of features and targets and whose prediction is X wᵀ + b.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils import assert_all_finite, check_array, check_consistent_length
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import FLOATS, _alike
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.parameters import Limit, check_parameters
from fenlei.records import check_record
from fenlei.weights import check_weights


class TargetRows(NamedTuple):
    """Checked training rows."""

    X: Any  # (n, p), dense or CSR
    Y: Array  # (n, t) float64
    w: Array | None  # (n,) float64, None for weight one


class Regressor(RegressorMixin, BaseEstimator):
    """Base of the regressors that are functions of sums over rows."""

    Model: ClassVar[type[NamedTuple]]
    Summary: ClassVar[type[NamedTuple] | None] = None
    _limits: ClassVar[dict[str, Limit]] = {}
    _sparse: ClassVar[bool] = False  # takes CSR matrices too
    _many_targets: ClassVar[bool] = True

    n_jobs: int | None = None
    n_features_in_: int
    feature_names_in_: Array
    model_: Any
    summary_: Any
    _flat: bool  # y was a vector

    def _summarise(self, rows: TargetRows) -> Any:
        raise NotImplementedError

    def _merge(self, a: Any, b: Any) -> Any:
        raise NotImplementedError

    def _solve(self, summary: Any, rows: TargetRows | None = None) -> Any:
        """The model. `rows` are all rows, if they are at hand, for what the summary alone cannot tell."""
        raise NotImplementedError

    def _keep(self, model: Any) -> None:
        raise NotImplementedError

    def _values(self, X: MatrixLike) -> Array:
        """Predicted targets (n, t)."""
        raise NotImplementedError

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit to X (n, p) and y (n,) or (n, t), each row weighted by sample_weight (n,)."""
        check_parameters(self, self._limits)
        rows = self._check_rows(X, y, sample_weight, reset=True)
        with single_threaded_blas():  # whose number of threads would change the last bits
            self.summary_ = self._checked_summary(rows)
            self._keep(self._solve(self.summary_, rows))
        return self

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Add rows. Any way of cutting the rows into calls gives the model of one `fit` on all of them."""
        check_parameters(self, self._limits)
        first = not hasattr(self, "summary_")
        rows = self._check_rows(X, y, sample_weight, reset=first)
        with single_threaded_blas():
            summary = self._checked_summary(rows)
            self.summary_ = summary if first else self._merge(self.summary_, summary)
            self._keep(self._solve(self.summary_))
        return self

    def merge(self, other: Self) -> Self:
        """A new model equal to the fit of both models' rows."""
        check_is_fitted(self, "model_")
        alike = type(other) is type(self) and hasattr(other, "model_") and _alike(self, other)
        if not alike or self._shape_of_y() != other._shape_of_y():
            raise UsageError("estimator.merge", estimator=type(self).__name__, other=type(other).__name__)
        merged = clone(self)
        merged.n_features_in_, merged._flat = self.n_features_in_, self._flat
        if hasattr(self, "feature_names_in_"):
            merged.feature_names_in_ = self.feature_names_in_
        with single_threaded_blas():
            merged.summary_ = merged._merge(self.summary_, other.summary_)
            merged._keep(merged._solve(merged.summary_))
        return merged

    def predict(self, X: MatrixLike) -> Array:
        """Predicted targets, (n,) or (n, t) as y was."""
        check_is_fitted(self, "model_")
        return self._shaped(self._checked_values(self._as_floats(X, reset=False)))

    def _shaped(self, values: Array) -> Array:
        return values[:, 0] if self._flat else values

    def _checked_values(self, X: MatrixLike) -> Array:
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            values = self._values(X)
        if not np.isfinite(values).all():
            assert_all_finite(X, estimator_name=type(self).__name__, input_name="X")
        return values

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Any:
        accepted = "csr" if self._sparse else False
        return validate_data(
            self, X, reset=reset, dtype=FLOATS, accept_sparse=accepted, ensure_all_finite=False
        )

    def _check_rows(self, X: Any, y: Any, sample_weight: Any, *, reset: bool) -> TargetRows:
        """Arrays of the rows that have weight. Finite values are checked on the summary."""
        if y is None:
            raise DataError("regression.no_target", estimator=type(self).__name__)
        X = self._as_floats(X, reset=reset)
        Y = self._check_target(y, reset=reset)
        check_consistent_length(X, Y)
        w = check_weights(sample_weight, X.shape[0])
        if w is not None and not w.all():
            X, Y, w = X[w > 0], Y[w > 0], w[w > 0]
        return TargetRows(X, Y, w)

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        """Targets (n, t); later blocks must have the form of the first."""
        if not self._many_targets:
            y = column_or_1d(y, warn=True)
        Y = check_array(y, ensure_2d=False, dtype=np.float64, ensure_all_finite=False, input_name="y")
        shape = Y.ndim, Y.shape[1] if Y.ndim == 2 else 1
        if reset:
            self._flat = Y.ndim == 1
        elif shape != self._shape_of_y():
            raise DataError("regression.targets", estimator=type(self).__name__, t=self._shape_of_y()[1])
        return Y.reshape(len(Y), -1)

    def _shape_of_y(self) -> tuple[int, int]:
        """Dimensions and number of the targets."""
        return 1 if self._flat else 2, len(self.summary_.mean) - self.n_features_in_

    def _checked_summary(self, rows: TargetRows) -> Any:
        """Summary of the rows; it is finite exactly when they are, unless their squares overflow."""
        summary = self._summarise(rows)
        if not all(np.isfinite(field).all() for field in summary):
            name = type(self).__name__
            assert_all_finite(rows.X, estimator_name=name, input_name="X")
            assert_all_finite(rows.Y, estimator_name=name, input_name="y")
            largest = max(abs(rows.X).max(), abs(rows.Y).max())
            raise DataError("estimator.overflow", estimator=name, largest=largest)
        return summary

    def _check_model(self, model: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model, p=self.n_features_in_)

    def _check_summary(self, summary: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(summary, p=self.n_features_in_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        tags.target_tags.multi_output = self._many_targets
        tags.target_tags.single_output = True
        return tags
