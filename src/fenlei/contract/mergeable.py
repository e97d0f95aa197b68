"""Estimators that are functions of sums over rows: classifiers, regressors and principal components.

`fit`, `partial_fit` and `merge` follow from three verbs:

    summary = self._summarise(rows)           a NamedTuple of arrays (class attribute `Summary`)
    summary = self._merge(summary, other)     associative, exact
    model   = self._solve(summary)            a NamedTuple of arrays (class attribute `Model`)

`rows` is a record of checked rows with the weights multiplied in: `Rows`, `TargetRows` or `Sample`. Weights
mean repetition: weight 2 is the row twice, weight 0 is no row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeVar, cast

import numpy as np
from numpy.linalg import LinAlgError
from sklearn.base import clone

from fenlei.contract.estimator import Estimator, require_fit
from fenlei.contract.scanned_rows import (
    ScannedRows,
    learn_names,
    one_pass,
    open_rows,
    opened,
    require_numbers,
)
from fenlei.errors import DataError, FenleiError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import single_threaded_blas
from fenlei.records import is_in_range
from fenlei.rows.scanned import Scan


class HasRows(Protocol):
    """Checked rows, with or without targets."""

    @property
    def X(self) -> Array: ...


SQUARES = 1e-150, 1e150  # numbers whose squares and reciprocals stay well inside the range of floats
RowsT = TypeVar("RowsT", bound=HasRows)
SummaryT = TypeVar("SummaryT", bound=tuple[Any, ...])
ModelT = TypeVar("ModelT")
PartT = TypeVar("PartT")


def ordinary(values: Array) -> bool:
    """Whether all values but zeros have squares inside the range of floats."""
    sizes = np.abs(values.data if is_sparse(values) else values)
    sizes = sizes[sizes > 0]  # NaN is missing
    return bool(len(sizes) == 0 or (sizes.min() >= SQUARES[0] and sizes.max() <= SQUARES[1]))


class Mergeable(Estimator, Generic[RowsT, SummaryT, ModelT]):
    """Base of what is fitted from summaries; a subclass gives the three verbs and turns X, y into `rows`."""

    model_: ModelT
    summary_: SummaryT
    _scans = True

    def _summarise(self, rows: RowsT) -> SummaryT:
        """Sums over the rows, a NamedTuple of arrays."""
        raise NotImplementedError

    def _merge(self, a: SummaryT, b: SummaryT) -> SummaryT:
        raise NotImplementedError

    def _solve(self, summary: SummaryT, rows: RowsT | None = None) -> ModelT:
        """The model. `rows` are all rows, if they are available, for what the summary alone cannot tell."""
        raise NotImplementedError

    def _splits(self, rows: RowsT) -> bool:
        """Whether leaves of the rows may be summarised one by one; not where a summary holds the rows."""
        return True

    def _total(self, rows: RowsT | ScannedRows) -> SummaryT:
        """The summary of all rows, merged in the fixed tree over leaves of them."""
        if isinstance(rows, ScannedRows) or self._splits(rows):
            return self._pass(rows, self._summarise, self._merge)
        return self._summarise(rows)

    def _pass(
        self,
        rows: RowsT | ScannedRows,
        work: Callable[[RowsT], PartT],
        merge: Callable[[PartT, PartT], PartT],
    ) -> PartT:
        """One pass over all rows, in memory or in files: the work of each leaf, merged in the fixed tree."""
        return one_pass(rows, work, merge, self.n_jobs)

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object, make: Callable[[Any], RowsT]) -> Self:
        """Fit from files: the same summaries of the same leaves."""
        open_rows(self, scan, y, sample_weight)
        self._learn_columns(scan)
        self._fit_rows(opened(scan, make))
        learn_names(self, scan)
        return self

    def _learn_columns(self, scan: Scan) -> None:
        """Learn what a check of all rows would have told about the columns."""
        require_numbers(self, scan)

    def _fit_rows(self, rows: RowsT | ScannedRows) -> Self:
        with single_threaded_blas():  # whose number of threads would change the last bits
            self.summary_ = self._checked_summary(rows)
            self._keep(self._narrowed(self._solved(self.summary_, rows)))
        return self

    def _add_rows(self, rows: RowsT) -> Self:
        with single_threaded_blas():
            summary = self._checked_summary(rows)
            self.summary_ = self._merge(self.summary_, summary) if hasattr(self, "summary_") else summary
            self._keep(self._narrowed(self._solved(self.summary_, rows, afresh=False)))
        return self

    def _solved(self, summary: SummaryT, rows: RowsT | ScannedRows, *, afresh: bool = True) -> ModelT:
        """The model, if it is one that a file could hold; rows at the edge of the range may give another.

        Not `afresh`: of the summary alone, to which the rows were added.
        """
        try:
            with np.errstate(all="ignore"):  # what is not finite is seen below
                model = self._solve(summary, cast(RowsT, rows)) if afresh else self._solve(summary)
        except FenleiError:
            raise
        except (LinAlgError, ValueError) as error:
            self._refuse_extremes(rows)
            if isinstance(error, LinAlgError):
                raise DataError("estimator.digits", estimator=type(self).__name__) from error
            raise
        if not is_in_range(model):
            self._refuse_extremes(rows)
        return model

    def _refuse_extremes(self, rows: RowsT | ScannedRows) -> None:
        """Refuse rows, targets or weights at the edge of the range, if there are any."""
        if isinstance(rows, ScannedRows):
            for leaf in rows.leaves():
                self._refuse_extremes(leaf)
            return
        for name, values in {**self._values_of(rows), "sample_weight": getattr(rows, "w", None)}.items():
            if values is not None and not ordinary(values):
                self._refuse_range(values, name)

    def _is_first(self) -> bool:
        """Whether no rows have been seen; refused where assigned attributes have replaced what they gave."""
        if hasattr(self, "model_") and (self._assigned or not hasattr(self, "summary_")):
            self._sums_of_attributes()
        return not hasattr(self, "summary_")

    def _sums_of_attributes(self) -> None:
        """Make `summary_` agree with attributes that were assigned, where they tell enough."""
        raise UsageError("estimator.assigned", estimator=type(self).__name__)

    def merge(self, other: Self) -> Self:
        """A new model equal to the fit of both models' rows; classes are united."""
        require_fit(self)
        alike = type(other) is type(self) and hasattr(other, "model_") and self._is_like(other)
        if not alike:
            raise UsageError("estimator.merge", estimator=type(self).__name__, other=type(other).__name__)
        for model in (self, other):
            model._is_first()
        merged = clone(self)
        merged._inherit(self, other)
        with single_threaded_blas():
            merged.summary_ = merged._merge(self._summary_for(merged), other._summary_for(merged))
            merged._keep(merged._narrowed(merged._solve(merged.summary_)))
        return merged

    def _is_like(self, other: Self) -> bool:
        """Whether the other has the same parameters and features."""
        names = [list(getattr(model, "feature_names_in_", ())) for model in (self, other)]
        ours, theirs = self.get_params(), other.get_params()
        differ = [key for key in ours if key != "n_jobs" and ours[key] is not theirs[key]]
        same = (np.array_equal(ours[key], theirs[key]) for key in differ)
        return self.n_features_in_ == other.n_features_in_ and names[0] == names[1] and all(same)

    def _inherit(self, a: Self, b: Self) -> None:
        """Take over what two models know of their rows besides the summary."""
        self.n_features_in_ = a.n_features_in_
        self._fit_dtype = np.result_type(a._fit_dtype, b._fit_dtype)
        if hasattr(a, "feature_names_in_"):
            self.feature_names_in_ = a.feature_names_in_

    def _summary_for(self, merged: Self) -> SummaryT:
        """The own summary in the terms of the merged model."""
        return self.summary_

    def _is_finite(self, summary: SummaryT) -> bool:
        return all(np.isfinite(field).all() for field in summary)

    def _checked_summary(self, rows: RowsT | ScannedRows) -> SummaryT:
        """Summary of the rows; it is finite exactly when they are, unless their squares overflow."""
        with np.errstate(invalid="ignore", over="ignore"):
            summary = self._total(rows)
        if self._is_finite(summary):
            return summary
        largest = 0.0
        for leaf in rows.leaves() if isinstance(rows, ScannedRows) else (rows,):
            parts = self._values_of(leaf)
            for name, values in parts.items():
                self._refuse_non_finite(values, name)
            largest = max([largest, *(abs(values).max() for values in parts.values())])
        raise DataError("estimator.overflow", estimator=type(self).__name__, largest=largest)

    def _values_of(self, rows: RowsT) -> dict[str, Array]:
        """The numbers among the rows, under the names of the parameters they came in."""
        return {"X": rows.X}
