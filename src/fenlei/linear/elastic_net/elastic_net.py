r"""The elastic net: least squares with an l1 and an l2 penalty.

Model: y = xᵀw + b + ε.
Estimate: the minimum over w and b of

    (1/2n) Σ v (y - xᵀw - b)² + α ρ ‖w‖₁ + ½ α (1 - ρ) ‖w‖²          (n = Σ v, ρ = `l1_ratio`)

ρ = 1 is the lasso, whose weights are exactly 0 for many features; ρ = 0 is ridge regression with n α in the
place of its α; in between, of features that go together several stay, not one alone.
It is the maximum of the posterior under a prior that is proportional to the exponential of the penalty.

Solution: everything is a function of the means and centred products of the rows (`stats.gram`), which are
summed once and merge; on them one weight at a time goes to its minimum, by the soft threshold
(`coordinate_descent`), until the duality gap is at most tol Σ v (y - ȳ)² / n. With fewer rows than features
the same is done on the rows, and no matrix of all pairs of features is made.

Cost: one pass over the rows, n p²; then p² per round, whatever the number of rows. Wide: n p.
Reference: Zou and Hastie 2005; Friedman, Hastie and Tibshirani 2010; Hastie, Tibshirani and Friedman 2009,
sections 3.4.2 and 3.8.6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.metadata_routing import UNUSED

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.namesake import stands_for
from fenlei.contract.regressor import TargetRows
from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.linear import least_squares
from fenlei.linear.elastic_net.descent_problem import (
    Descended,
    check_products,
    descend,
    descent_problem,
    rounds_of,
    scaled_penalty,
)
from fenlei.linear.elastic_net.penalty_path import penalty_path
from fenlei.linear.least_squares_regressor import LeastSquaresRegressor
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, SMOOTHING, Limit, either, integer, one_of, real
from fenlei.records import Field
from fenlei.rows.scanned import Scan
from fenlei.stats.gram import Gram

Selection = Literal["cyclic", "random"]
PRODUCTS = Limit(lambda value: np.ndim(value) == 2, phrase("limit.products"))


class ElasticNetModel(NamedTuple):
    coef: Annotated[Array, Field("t p")]
    intercept: Annotated[Array, Field("t")]
    gap: Annotated[Array, Field("t")]  # duality gap, as a mean over the rows
    n_iter: Annotated[Array, Field("t", "iu", 0)]
    flat: Annotated[Array, Field("", "b")]  # y was a vector


@stands_for("sklearn.linear_model.ElasticNet")
class ElasticNet(LeastSquaresRegressor[ElasticNetModel]):
    r"""Linear regression with an l1 and an l2 penalty.

    Parameters
    ----------
    alpha : float, default=1.0
        Strength α of the penalty beside the mean of the squares, at least 0.
    l1_ratio : float, default=0.5
        Share ρ of the l1 penalty, from 0 (ridge) to 1 (lasso).
    fit_intercept : bool, default=True
    precompute : bool or array-like of shape (p, p), default=False
        The products of all pairs of features are summed in any case, unless there are fewer rows than
        features. Products that are given must be those of the rows, up to a factor; else they are refused,
        or, if they are not of features taken from their means while the intercept needs that, left aside
        with a warning.
    max_iter : int, default=1000
        Most rounds over the features.
    copy_X : bool, default=True
        The rows are never written to, so both values do the same.
    tol : float, default=1e-4
        Stop when no weight moved by more than tol times the largest weight, and the duality gap is at most
        tol Σ v (y - ȳ)² / n.
    warm_start : bool, default=False
        Start from the weights of the last fit.
    positive : bool, default=False
        Weights of at least 0.
    random_state : int, RandomState or None, default=None
        Seed of the draws of `selection="random"`.
    selection : {"cyclic", "random"}, default="cyclic"
        Features in their order, or drawn one at a time.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    coef_ : ndarray of shape (p,) or (t, p)
    sparse_coef_ : CSR matrix of shape (1, p) or (t, p)
    intercept_ : float or ndarray of shape (t,)
    dual_gap_ : float or ndarray of shape (t,)
        How far the objective is from its minimum, at most.
    n_iter_ : int, or list of one int for each target
        Rounds; 0 if the weights of the start were near enough.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `partial_fit` and `merge`; sums are taken in float64 whatever the rows; a
    row's weight is how often it counts, so that weights of all rows times two change nothing; sparse rows are
    taken in dense blocks, up to 32768 features, or more if there are fewer rows than features.

    Examples
    --------
    Two copies of a feature share the weight, which the lasso would give to the first alone:

    >>> x, y = [[1, 1], [2, 2], [3, 3], [4, 4]], [1, 2, 3, 4]
    >>> model = ElasticNet(alpha=0.5).fit(x, y)
    >>> model.coef_.round(3).tolist(), round(float(model.intercept_), 3)
    ([0.364, 0.364], 0.682)
    >>> ElasticNet(alpha=0.5, l1_ratio=1.0).fit(x, y).coef_.round(3).tolist()
    [0.6, 0.0]
    """

    Model = ElasticNetModel
    _narrow = ("coef", "intercept", "gap")
    _limits: ClassVar[dict[str, Limit]] = {
        "alpha": SMOOTHING,
        "l1_ratio": real(0, 1),
        "fit_intercept": BOOLEAN,
        "precompute": either(BOOLEAN, PRODUCTS),
        "max_iter": integer(1),
        "copy_X": BOOLEAN,
        "tol": real(0),
        "warm_start": BOOLEAN,
        "positive": BOOLEAN,
        "selection": one_of("cyclic", "random"),
        "n_jobs": N_JOBS,
    }
    __metadata_request__fit: ClassVar[dict[str, Any]] = {"check_input": UNUSED}

    path: ClassVar[Callable[..., tuple[Any, ...]]] = staticmethod(penalty_path)
    dual_gap_: Any
    n_iter_: Any

    def __init__(
        self,
        alpha: float = 1.0,
        *,
        l1_ratio: float = 0.5,
        fit_intercept: bool = True,
        precompute: bool | ArrayLike = False,
        max_iter: int = 1000,
        copy_X: bool = True,
        tol: float = 1e-4,
        warm_start: bool = False,
        positive: bool = False,
        random_state: RandomState = None,
        selection: Selection = "cyclic",
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.precompute = precompute
        self.max_iter = max_iter
        self.copy_X = copy_X
        self.tol = tol
        self.warm_start = warm_start
        self.positive = positive
        self.random_state = random_state
        self.selection = selection
        self.n_jobs = n_jobs

    def fit(
        self,
        X: MatrixLike | Scan,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        check_input: bool = True,
    ) -> Self:
        """Fit to X (n, p) and y (n,) or (n, t), each row weighted by sample_weight (n,); or to a scan alone.

        `check_input` is taken for scikit-learn's sake: the rows are checked in any case.
        """
        return super().fit(X, y, sample_weight)

    def _from_rows(self) -> bool:
        return True

    def _solve(self, summary: Gram, rows: TargetRows | None = None) -> ElasticNetModel:
        p, t = self.n_features_in_, len(summary.mean) - self.n_features_in_
        problem = descent_problem(summary, p, self.fit_intercept)
        if np.ndim(self.precompute) == 2:
            means = summary.mean[:p] * bool(self.fit_intercept)
            check_products(self.precompute, problem, means, type(self).__name__)
        if self.alpha == 0:
            warn("elastic_net.no_penalty", estimator=type(self).__name__)
        penalty = scaled_penalty(problem.n, float(self.alpha), float(self.l1_ratio), self.positive)
        start, found = self._start((t, p)), []
        for target in range(t):
            rounds = rounds_of(self.tol, self.max_iter, self.selection, self.random_state)
            found.append(descend(problem, target, penalty, rounds, start[target]))
        self._warn_unless_converged(found)
        coef = np.array([each.w for each in found])
        kappa = 0.0 if self.fit_intercept else problem.n
        return ElasticNetModel(
            coef,
            least_squares.intercepts(summary, coef, kappa),
            np.array([each.gap for each in found]),
            np.array([each.n_iter for each in found]),
            np.array(self._flat),
        )

    def _start(self, shape: tuple[int, int]) -> Array:
        """Weights (t, p) that the descent starts from."""
        if not self.warm_start or "coef_" not in self.__dict__:
            return np.zeros(shape)
        start = np.atleast_2d(np.asarray(self.coef_, dtype=np.float64))
        if start.shape != shape:
            facts = {"came": start.shape, "needed": shape}
            raise UsageError("elastic_net.warm_start", estimator=type(self).__name__, **facts)
        return start

    def _warn_unless_converged(self, found: list[Descended]) -> None:
        worst = max(found, key=lambda each: each.gap - each.goal)
        if worst.gap > worst.goal:
            facts = {"max_iter": self.max_iter, "gap": worst.gap, "goal": worst.goal}
            warn("elastic_net.not_converged", ConvergenceWarning, estimator=type(self).__name__, **facts)

    def _keep(self, model: ElasticNetModel) -> None:
        self._flat, one = bool(model.flat), len(model.coef) == 1  # even if y was (n, 1), as there
        self._publish(model, coef_=model.coef[0] if one else model.coef, intercept_=self._intercept(model))
        self.dual_gap_ = model.gap[0] if one else model.gap
        self.n_iter_ = int(model.n_iter[0]) if one else model.n_iter.tolist()

    @property
    def sparse_coef_(self) -> sparse.csr_matrix:
        """The weights as a CSR matrix (1, p) or (t, p)."""
        return sparse.csr_matrix(np.atleast_2d(self.coef_))
