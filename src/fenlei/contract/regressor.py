"""The contract of regressors.

`Regressor` turns the arguments of `fit` into checked rows and targets. `MergeableRegressor` needs
`_summarise(rows)`, `_merge(a, b)`, `_solve(summary, rows)`, `_keep(model)` (as in `mergeable`) and
`_values(X)`; `fit`, `partial_fit`, `merge` and `predict` follow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.checked_rows import float_targets, one_column, same_length
from fenlei.contract.estimator import Estimator
from fenlei.contract.mergeable import Mergeable, ModelT
from fenlei.contract.scanned_rows import numeric_targets
from fenlei.contract.weighted_rows import require_target, with_weight
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.rows import unit_shifts
from fenlei.parameters import check_parameters
from fenlei.rows.scanned import Scan
from fenlei.stats.gram import Gram


class TargetRows(NamedTuple):
    """Checked training rows, all of positive weight."""

    X: Array  # (n, p), or CSR
    Y: Array  # (n, t) float64; (n,) where the method takes one target alone
    w: Array | None  # (n,) float64, None for weight one


class Regressor(RegressorMixin, Estimator):
    """Base of every regressor; a subclass gives `_check_target`."""

    def _training_rows(
        self, X: MatrixLike, y: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> TargetRows:
        """Rows to fit; parameters checked."""
        check_parameters(self, self._limits)
        return self._check_rows(X, y, sample_weight, reset=True)

    def _check_rows(
        self, X: MatrixLike, y: ArrayLike | None, sample_weight: ArrayLike | None, *, reset: bool
    ) -> TargetRows:
        """Arrays of the rows that have weight, or of every row where the parts choose."""
        require_target(self, y)
        X, y, w = with_weight(X, y, sample_weight, every=self._takes_every_row())
        rows = self._check_fit_X(X, reset=reset)
        Y = self._check_target(y, reset=reset)
        same_length(rows, Y)
        return TargetRows(rows, Y, w)

    def score(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """R² of the predictions of X (n, p), the mean over the targets; the unit of y does not matter."""
        predicted, y = self.predict(X), np.asarray(y)
        with np.errstate(over="ignore"):
            if y.dtype.kind == "f" and (shift := unit_shifts(y, axis=0)).any():
                y, predicted = np.ldexp(y, shift), np.ldexp(predicted, shift)
            found = float(r2_score(y, predicted, sample_weight=sample_weight))
        if np.isinf(found):
            self._refuse_range(X)
        return found

    def _takes_every_row(self) -> bool:
        """Whether rows of weight zero stay, as for parts that leave them out themselves."""
        return False

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        """Targets (n, t), or (n,) where the method takes one alone."""
        raise NotImplementedError


class MergeableRegressor(Mergeable[TargetRows, Gram, ModelT], Regressor):
    """Base of the regressors that are functions of sums over rows; finite values are checked on the sums."""

    _order = None
    _many_targets: ClassVar[bool] = True

    _flat: bool  # y was a vector

    def _values(self, X: Array) -> Array:
        """Predicted targets (n, t)."""
        raise NotImplementedError

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p) and y (n,) or (n, t), with weights sample_weight (n,); or to a scan alone."""
        if isinstance(X, Scan):
            check_parameters(self, self._limits)
            self._flat = True
            return self._fit_scan(X, y, sample_weight, self._leaf_maker(X))
        return self._fit_rows(self._training_rows(X, y, sample_weight))

    def _leaf_maker(self, scan: Scan) -> Callable[[Any], TargetRows]:
        """From a leaf of the scan to checked rows with targets (n, 1)."""
        return partial(self._leaf_rows, numeric_targets(self, scan))

    def _leaf_rows(self, numbers: Array | None, leaf: Any) -> TargetRows:
        y = leaf.y if numbers is None else numbers[leaf.y]
        return TargetRows(self._leaf_X(leaf.X), y[:, None], leaf.w)

    def partial_fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Add rows. Any way of cutting the rows into calls gives the model of one `fit` on all of them."""
        check_parameters(self, self._limits)
        return self._add_rows(self._check_rows(X, y, sample_weight, reset=self._is_first()))

    def _is_like(self, other: Self) -> bool:
        return super()._is_like(other) and self._shape_of_y() == other._shape_of_y()

    def _inherit(self, a: Self, b: Self) -> None:
        super()._inherit(a, b)
        self._flat = a._flat

    def predict(self, X: MatrixLike) -> Array:
        """Predicted targets, (n,) or (n, t) as y was."""
        X = self._check_X(X)
        return self._answer(self._shaped(self._checked_values(X)), X)

    def _shaped(self, values: Array) -> Array:
        return values[:, 0] if self._flat else values

    def _checked_values(self, X: Array) -> Array:
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            values = self._values(X)
        return self._finite(values, X)

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        """Targets (n, t); later blocks must have the form of the first."""
        if not self._many_targets:
            y = one_column(y, warn=True)
        Y = float_targets(y, ensure_all_finite=False)
        shape = Y.ndim, Y.shape[1] if Y.ndim == 2 else 1
        if reset:
            self._flat = Y.ndim == 1
        elif shape != self._shape_of_y():
            raise DataError("regression.targets", estimator=type(self).__name__, t=self._shape_of_y()[1])
        return Y.reshape(len(Y), -1)

    def _shape_of_y(self) -> tuple[int, int]:
        """Dimensions and number of the targets."""
        return 1 if self._flat else 2, len(self.summary_.mean) - self.n_features_in_

    def _values_of(self, rows: TargetRows) -> dict[str, Array]:
        return {"X": rows.X, "y": rows.Y}

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = self._many_targets
        tags.target_tags.single_output = True
        return tags
