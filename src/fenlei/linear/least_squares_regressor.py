"""Regressors by least squares: the summary is the `Gram` of features and targets, the prediction X wᵀ + b."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.contract.attributes import Public, as_field
from fenlei.contract.regressor import MergeableRegressor, TargetRows
from fenlei.errors import DataError, DegenerateDataWarning, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense
from fenlei.kernels.threads import single_threaded_blas
from fenlei.linear import least_squares
from fenlei.linear.least_squares import GUARD, LeastSquaresSolution
from fenlei.messages import phrase
from fenlei.records import check_record, refuse_record
from fenlei.stats import gram
from fenlei.stats.gram import Gram
from fenlei.stats.linear_scores import linear_scores

MOST_FEATURES = 1 << 15  # their products, 8 GiB, are the largest that are tried
MOST_VALUES = 1 << 27  # of the dense rows, which are kept instead where they are fewer than the features


class HasCoefficients(Protocol):
    """The record of a linear model."""

    @property
    def coef(self) -> Array: ...

    @property
    def intercept(self) -> Array: ...


LinearModelT = TypeVar("LinearModelT", bound=HasCoefficients)


class LeastSquaresRegressor(MergeableRegressor[LinearModelT]):
    """A regressor that is a function of the `Gram` of features and targets."""

    Summary = Gram
    _sparse: ClassVar[bool] = True
    _public: ClassVar[dict[str, Public]] = {"coef_": Public(), "intercept_": Public()}
    _narrow: ClassVar[tuple[str, ...]] = ("coef", "intercept")
    _answer_fields: ClassVar[tuple[str, ...]] = ("coef",)

    fit_intercept: bool
    coef_: Array
    intercept_: Any
    tol: float

    def _summarise(self, rows: TargetRows) -> Gram:
        n, p = rows.X.shape
        if p <= MOST_FEATURES:
            return gram.summarise(rows.X, rows.Y, rows.w, n_jobs=self.n_jobs)
        self._refuse_wide(n, p)
        return centred_rows(rows)

    def _splits(self, rows: TargetRows) -> bool:
        return not gram.in_one_pass(rows.X, rows.Y)

    def _merge(self, a: Gram, b: Gram) -> Gram:
        if self.n_features_in_ > MOST_FEATURES:
            self._refuse_wide(len(a.factor) + len(b.factor) + 1, self.n_features_in_)
        return gram.merge(a, b)

    def _refuse_wide(self, n: int, p: int) -> None:
        """So many features are served from the rows themselves, if those are few."""
        if not self._from_rows() or n + 1 >= p or n * p > MOST_VALUES:
            raise DataError("regression.wide", estimator=type(self).__name__, n=n, p=p)

    def _from_rows(self) -> bool:
        """Whether the solution needs no matrix of all pairs of features."""
        return False

    def _check_summary(self, summary: Gram) -> None:
        check_record(summary)
        q = len(summary.mean)
        forms = len(summary.scatter), len(summary.factor)
        if q <= self.n_features_in_ or forms[0] not in (0, q) or (forms[0] and forms[1]):
            raise refuse_record(
                "summary.mean",
                phrase("record.length", length=q),
                phrase("record.more_features", p=self.n_features_in_),
            )

    def _minimum(
        self, summary: Gram, rows: TargetRows | None, alpha: float, kappa: float, tol: float
    ) -> tuple[LeastSquaresSolution, Gram]:
        """The penalised minimum, and its summary: computed again from the rows if needed."""
        p = self.n_features_in_
        found = least_squares.solve(summary, p, alpha, kappa, tol)
        if len(summary.factor) or (found.rcond > GUARD and found.route == "cholesky"):
            return found, summary
        if rows is not None:
            summary = self._factorised(summary, rows)
            return least_squares.solve(summary, p, alpha, kappa, tol), summary
        if found.rcond < GUARD:
            digits = max(0, int(-np.log10(least_squares.EPS / max(found.rcond, least_squares.EPS))))
            warn("regression.digits", DegenerateDataWarning, estimator=type(self).__name__, digits=digits)
        return found, summary

    def _factorised(self, summary: Gram, rows: TargetRows) -> Gram:
        return self._pass(rows, partial(self._triangle, summary), gram.merge_factors)

    def _triangle(self, summary: Gram, leaf: TargetRows) -> Gram:
        return gram.factorise(leaf.X, leaf.Y, leaf.w, summary, n_jobs=self.n_jobs)

    def _fields_of(self, values: dict[str, ArrayLike], record: LinearModelT | None) -> dict[str, Array]:
        """coef (t, p) and intercept (t,); X coef_ᵀ is a vector where `coef_` is one."""
        coef = np.atleast_2d(as_field(values["coef_"]))
        self._flat = np.ndim(values["coef_"]) == 1
        intercept = np.ravel(as_field(values["intercept_"]))
        fields = {"coef": coef, "intercept": np.full(len(coef), intercept)}
        flat = {"flat": np.array(self._flat)} if "flat" in self.Model._fields else {}
        return super()._fields_of(values, record) | fields | flat

    def _keep_linear(self, model: LinearModelT, **further: object) -> None:
        """Set the coefficients of one target as a vector and a number, of several as arrays."""
        coef = model.coef[0] if self._flat else model.coef
        self._publish(model, coef_=coef, intercept_=self._intercept(model), **further)

    @property
    def gram_(self) -> Array:
        p = self.n_features_in_
        return gram.scatter(self.summary_)[:p, :p]

    @property
    def cross_products_(self) -> Array:
        p = self.n_features_in_
        products = gram.scatter(self.summary_)[p:, :p]
        return products if np.ndim(self.coef_) == 2 else products[0]

    def _shaped(self, values: Array) -> Array:
        return values[:, 0] if np.ndim(self.coef_) == 1 else values

    def _intercept(self, model: LinearModelT) -> Array | float:
        if not self.fit_intercept:
            return 0.0
        return model.intercept[0] if self._flat else model.intercept

    def _values(self, X: Array) -> Array:
        model = self.model_
        return linear_scores(X, model.coef, model.intercept, self.n_jobs)


def centred_rows(rows: TargetRows) -> Gram:
    """The summary as a factor: the rows √w (z - mean) themselves."""
    n, q = rows.X.shape[0], rows.X.shape[1] + rows.Y.shape[1]
    Z = np.empty((n, q))
    Z[:, : rows.X.shape[1]] = as_dense(rows.X)
    Z[:, rows.X.shape[1] :] = rows.Y
    w = np.ones(n) if rows.w is None else rows.w
    with single_threaded_blas():
        mean = w @ Z / w.sum()
    Z -= mean
    Z *= np.sqrt(w)[:, None]
    return Gram(np.array(w.sum()), mean, np.empty((0, q)), Z)
