r"""Linear regression: ordinary least squares.

Model: y = xᵀw + b + ε, ε ~ N(0, σ²).
Estimate: the w, b that minimise RSS = Σ v (y - xᵀw - b)², which are also those of maximum likelihood; of
several minimisers the one of least ‖w‖. σ² = RSS / n (maximum likelihood), log-likelihood -(n/2)(log 2πσ² +
1). With `positive=True`: the same under w ≥ 0, by non-negative least squares.

Cost: one pass over the rows, then O(p³); a second pass, by QR, where features are nearly
collinear. Everything is a function of the mergeable summary (weights, means, centred products); the equations
and the guard on the condition are in `fenlei.linear.least_squares`.
Reference: source 004, sections 3.1 to 3.3, equations 40 to 47.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from fenlei.contract.namesake import stands_for
from fenlei.contract.regressor import TargetRows
from fenlei.contract.scanned_rows import count_rows
from fenlei.kernels import Array
from fenlei.linear import least_squares
from fenlei.linear.least_squares_regressor import LeastSquaresRegressor
from fenlei.parameters import BOOLEAN, N_JOBS, Limit, real
from fenlei.records import Field
from fenlei.stats.gram import Gram

NEAR_ZERO = 1e-8  # share of Σ(y - ȳ)² below which sums lose too many digits of the residuals


class LinearRegressionModel(NamedTuple):
    coef: Annotated[Array, Field("t p")]
    intercept: Annotated[Array, Field("t")]
    rank: Annotated[Array, Field("", "iu", 0)]
    singular: Annotated[Array, Field("*", low=0.0)]  # of the centred features, descending
    rss: Annotated[Array, Field("t", low=0.0)]
    weight: Annotated[Array, Field("", low=0.0)]  # n
    flat: Annotated[Array, Field("", "b")]  # y was a vector


@stands_for("sklearn.linear_model.LinearRegression")
class LinearRegression(LeastSquaresRegressor[LinearRegressionModel]):
    r"""Ordinary least squares.

    Parameters
    ----------
    fit_intercept : bool, default=True
    copy_X : bool, default=True
        The rows are never written to, so both values do the same.
    tol : float, default=1e-6
        Directions whose singular value, on features scaled to unit spread, is below tol times the largest
        count as absent.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    positive : bool, default=False
        Weights of at least 0.

    Attributes
    ----------
    coef_ : ndarray of shape (p,) or (t, p)
    intercept_ : float or ndarray of shape (t,)
    rank_ : int
        Rank of the (centred) features.
    singular_ : ndarray of shape (min(n, p),)
        Singular values of the (centred) features.
    gram_, cross_products_ : ndarrays of shapes (p, p) and (p,) or (t, p)
        XᵀX and Xᵀy over centred rows.
    residual_sum_of_squares_, noise_variance_, log_likelihood_ : float or ndarray of shape (t,)
        RSS, σ² = RSS / n, and the log-likelihood there (infinite for a perfect fit).
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `partial_fit` and `merge`; `tol` is relative to features of unit spread, so
    that a feature in small units is not dropped; sparse rows are taken in dense blocks and solved exactly, up
    to 32768 features, or more if there are fewer rows than features.

    Examples
    --------
    >>> model = LinearRegression().fit([[1], [2], [3], [4], [5]], [1.2, 1.9, 3.2, 3.8, 5.1])
    >>> round(float(model.intercept_), 2), model.coef_.round(2).tolist()
    (0.13, [0.97])
    >>> round(model.residual_sum_of_squares_, 3), round(model.log_likelihood_, 6)
    (0.123, 2.167829)
    """

    Model = LinearRegressionModel
    _narrow = ("coef", "intercept", "singular")
    _limits: ClassVar[dict[str, Limit]] = {
        "fit_intercept": BOOLEAN,
        "copy_X": BOOLEAN,
        "tol": real(0),
        "n_jobs": N_JOBS,
        "positive": BOOLEAN,
    }

    def __init__(
        self,
        *,
        fit_intercept: bool = True,
        copy_X: bool = True,
        tol: float = 1e-6,
        n_jobs: int | None = None,
        positive: bool = False,
    ) -> None:
        self.fit_intercept = fit_intercept
        self.copy_X = copy_X
        self.tol = tol
        self.n_jobs = n_jobs
        self.positive = positive

    def _from_rows(self) -> bool:
        return not self.positive

    def _solve(self, summary: Gram, rows: TargetRows | None = None) -> LinearRegressionModel:
        p = self.n_features_in_
        kappa = least_squares.intercept_share(float(summary.weight), 0.0, self.fit_intercept, False)
        found, summary = self._minimum(summary, rows, 0.0, kappa, self.tol)
        coef = found.coef
        if self.positive:
            summary = summary if rows is None or len(summary.factor) else self._factorised(summary, rows)
            coef = least_squares.solve_positive(least_squares.factor(summary, kappa), p, 0.0)
        singular = least_squares.singular_values(summary, p, kappa)
        return LinearRegressionModel(
            coef,
            least_squares.intercepts(summary, coef, kappa),
            np.array(found.rank),
            singular if rows is None else singular[: count_rows(rows)],
            self._rss(summary, rows, coef, kappa),
            summary.weight,
            np.array(self._flat),
        )

    def _rss(self, summary: Gram, rows: TargetRows | None, coef: Array, kappa: float) -> Array:
        """RSS (t,), from the rows where it is too small to be seen in the sums."""
        rss = least_squares.residual_squares(summary, coef, kappa)
        if rows is None or len(summary.factor):
            return rss
        squares = np.diagonal(least_squares.moments(summary, kappa))[self.n_features_in_ :]
        if (rss > NEAR_ZERO * squares).all():
            return rss
        return least_squares.residual_squares(self._factorised(summary, rows), coef, kappa)

    def _keep(self, model: LinearRegressionModel) -> None:
        self._flat = bool(model.flat)
        self._keep_linear(model)
        self.rank_, self.singular_ = int(model.rank), model.singular

    def _by_target(self, values: Array) -> Array | float:
        return float(values[0]) if self._flat else values

    @property
    def residual_sum_of_squares_(self) -> Array | float:
        return self._by_target(self.model_.rss)

    @property
    def noise_variance_(self) -> Array | float:
        return self._by_target(self.model_.rss / self.model_.weight)

    @property
    def log_likelihood_(self) -> Array | float:
        model = self.model_
        with np.errstate(divide="ignore"):
            values = -0.5 * model.weight * (np.log(2.0 * np.pi * model.rss / model.weight) + 1.0)
        return self._by_target(values)
