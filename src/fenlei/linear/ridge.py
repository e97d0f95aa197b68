r"""Ridge regression: least squares with an l2 penalty.

Model: y = xᵀw + b + ε.
Estimate: the minimum of

    Σ v (y - xᵀw - b)² + α ‖w‖²         (+ α b² with `penalize_intercept=True`)

which has one solution for any α > 0. It is the maximum of the posterior of w under the prior N(0, (σ²/α) I)
(`fenlei.linear.bayesian_linear`). Scikit-learn leaves the bias free; source 004, equations 49 to 51, writes
it as one more weight (x₀ = 1), and so penalises it.

Cost: one pass over the rows, then O(p³). The equations and the guard on the condition are in
`fenlei.linear.least_squares`.
Reference: source 004, section 3.4, equations 48 to 51.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple, get_args

import numpy as np

from fenlei.annotations import ArrayLike, RandomState
from fenlei.contract.regressor import TargetRows
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.linear import least_squares
from fenlei.linear.least_squares import LeastSquaresSolution
from fenlei.linear.least_squares_regressor import LeastSquaresRegressor
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, RANDOM_STATE, Limit, either, integer, one_of, real
from fenlei.records import Field
from fenlei.stats.gram import Gram

RidgeSolver = Literal["auto", "svd", "cholesky", "lsqr", "sparse_cg", "sag", "saga", "lbfgs"]
SOLVERS = get_args(RidgeSolver)
ALPHA = Limit(
    lambda value: (
        real(0).accepts(value)
        or (np.ndim(value) == 1 and np.size(value) > 0 and all(real(0).accepts(a) for a in np.asarray(value)))
    ),
    phrase("limit.penalties"),
)
ANY_STATE = Limit(lambda value: True, RANDOM_STATE.text)


class RidgeModel(NamedTuple):
    coef: Annotated[Array, Field("t p")]
    intercept: Annotated[Array, Field("t")]
    by_svd: Annotated[Array, Field("", "b")]  # found by singular values, not by Cholesky
    flat: Annotated[Array, Field("", "b")]  # y was a vector


class Ridge(LeastSquaresRegressor[RidgeModel]):
    r"""Ridge regression.

    Parameters
    ----------
    alpha : float or array-like of shape (t,), default=1.0
        Strength of the penalty, of at least 0; one for all targets, or one for each.
    fit_intercept : bool, default=True
    copy_X : bool, default=True
        The rows are never written to, so both values do the same.
    max_iter : int, default=None
    tol : float, default=1e-4
        Not used, like `random_state`: see `solver`.
    solver : {"auto", "svd", "cholesky", "lsqr", "sparse_cg", "sag", "saga", "lbfgs"}, default="auto"
        All have the same minimum, and it is found directly: by Cholesky where the condition allows, else by
        singular values. "svd" asks for the latter in any case; "lbfgs" needs `positive=True`. The iterative
        ones are names for "auto": there is nothing for `max_iter`, `tol` and `random_state` to limit.
    positive : bool, default=False
        Weights of at least 0; solver "auto" or "lbfgs".
    random_state : int, RandomState or None, default=None
    penalize_intercept : bool, default=False
        Penalise the intercept like the weights (source 004).
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    coef_ : ndarray of shape (p,) or (t, p)
    intercept_ : float or ndarray of shape (t,)
    gram_, cross_products_ : ndarrays of shapes (p, p) and (p,) or (t, p)
        XᵀX and Xᵀy over centred rows.
    n_iter_ : ndarray of shape (t,)
        1 for each target: the solution is direct. (scikit-learn: None.)
    solver_ : str
        The solver that was named; with "auto" the route that was taken: "cholesky", "svd" or, for
        `positive=True` (solved by non-negative least squares), "lbfgs".
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `partial_fit` and `merge`, `penalize_intercept`; the exact minimum for
    every solver, as described above; sparse rows are taken in dense blocks, up to 32768 features, or more if
    there are fewer rows than features.

    Examples
    --------
    >>> x, y = [[1], [2], [3], [4], [5]], [1.2, 1.9, 3.2, 3.8, 5.1]
    >>> free = Ridge(alpha=1).fit(x, y)
    >>> round(float(free.intercept_), 6), free.coef_.round(6).tolist()
    (0.394545, [0.881818])
    >>> penalised = Ridge(alpha=1, penalize_intercept=True).fit(x, y)
    >>> round(float(penalised.intercept_), 6), penalised.coef_.round(6).tolist()
    (0.195495, [0.935135])
    """

    Model = RidgeModel
    _limits: ClassVar[dict[str, Limit]] = {
        "alpha": ALPHA,
        "fit_intercept": BOOLEAN,
        "copy_X": BOOLEAN,
        "max_iter": either(NONE, integer(1)),
        "tol": real(0),
        "solver": one_of(*SOLVERS),
        "positive": BOOLEAN,
        "random_state": ANY_STATE,
        "penalize_intercept": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        alpha: float | ArrayLike = 1.0,
        *,
        fit_intercept: bool = True,
        copy_X: bool = True,
        max_iter: int | None = None,
        tol: float = 1e-4,
        solver: RidgeSolver = "auto",
        positive: bool = False,
        random_state: RandomState = None,
        penalize_intercept: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.copy_X = copy_X
        self.max_iter = max_iter
        self.tol = tol
        self.solver = solver
        self.positive = positive
        self.random_state = random_state
        self.penalize_intercept = penalize_intercept
        self.n_jobs = n_jobs

    def _from_rows(self) -> bool:
        return not self.positive

    def _solve(self, summary: Gram, rows: TargetRows | None = None) -> RidgeModel:
        self._check_solver()
        alphas = self._alphas(len(summary.mean) - self.n_features_in_)
        if rows is not None and (self.positive or self.solver == "svd") and not len(summary.factor):
            summary = self._factorised(summary, rows)
        coef, intercept = np.empty((len(alphas), self.n_features_in_)), np.empty(len(alphas))
        by_svd = False
        for alpha in np.unique(alphas):
            kappa = least_squares.intercept_share(
                float(summary.weight), alpha, self.fit_intercept, self.penalize_intercept
            )
            found = self._weights(summary, rows, float(alpha), kappa)
            its = alphas == alpha
            coef[its] = found.coef[its]
            intercept[its] = least_squares.intercepts(summary, found.coef, kappa)[its]
            by_svd |= found.route == "svd"
        return RidgeModel(coef, intercept, np.array(by_svd), np.array(self._flat))

    def _weights(
        self, summary: Gram, rows: TargetRows | None, alpha: float, kappa: float
    ) -> LeastSquaresSolution:
        if not self.positive:
            return self._minimum(summary, rows, alpha, kappa, 0.0)[0]
        coef = least_squares.solve_positive(least_squares.factor(summary, kappa), self.n_features_in_, alpha)
        return LeastSquaresSolution(coef, self.n_features_in_, 1.0, "nnls")

    def _check_solver(self) -> None:
        """Refuse solvers that do not go with `positive`."""
        if self.solver == "lbfgs" and not self.positive:
            raise UsageError("ridge.lbfgs")
        if self.positive and self.solver not in ("auto", "lbfgs"):
            raise UsageError("ridge.positive", solver=self.solver)

    def _alphas(self, t: int) -> Array:
        """α (t,) of each target."""
        alphas = np.ravel(np.asarray(self.alpha, dtype=np.float64))
        if len(alphas) not in (1, t):
            raise UsageError("ridge.penalties", penalties=len(alphas), t=t)
        return np.broadcast_to(alphas, t)

    def _keep(self, model: RidgeModel) -> None:
        self._flat = bool(model.flat)
        coef = model.coef[0] if len(model.coef) == 1 else model.coef  # even if y was (n, 1), as there
        self._publish(model, coef_=coef, intercept_=self._intercept(model))
        self.n_iter_ = np.ones(len(model.coef), np.int64)
        route = "lbfgs" if self.positive else "svd" if model.by_svd else "cholesky"
        self.solver_ = route if self.solver == "auto" else self.solver
