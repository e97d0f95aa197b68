r"""Linear support vector classifier: one machine a class against the rest, intercept penalised.

    l2, squared hinge    ½ ‖w‖² + C Σ w_i max(0, 1 - z_i)²      Newton (`linear_problem`)
    l2, hinge            ½ ‖w‖² + C Σ w_i max(0, 1 - z_i)       interior point (`linear_interior`); for many
    features
                                                                dual coordinate descent (`linear_descent`)
    l1, squared hinge    ‖w‖₁  + C Σ w_i max(0, 1 - z_i)²       coordinate descent

z_i = y_i (wᵀx_i + b), and b = B v with the weight v of a constant column B = `intercept_scaling` inside ‖w‖.
The class with the largest wᵀx + b wins. Source 004, equation 85, is the l2 hinge form divided by C.
Reference: source 004, sections 5.2-5.3. Not mergeable.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from fenlei.base import Discriminant, Rows
from fenlei.errors import DataError, UnsupportedError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks, single_threaded_blas
from fenlei.parameters import BOOLEAN, CLASS_WEIGHT, N_JOBS, Limit, either, integer, one_of, real
from fenlei.records import Field, check_record
from fenlei.svm.gram import is_sparse
from fenlei.svm.linear_descent import hinge, lasso
from fenlei.svm.linear_interior import interior
from fenlei.svm.linear_problem import DIRECT, LinearProblem, LinearSolution, newton

POSITIVE = float(np.finfo(np.float64).smallest_subnormal)
ABOVE_ZERO = Limit(real(POSITIVE).accepts, "a number above 0")


class LinearSVCModel(NamedTuple):
    coef: Annotated[Array, Field("r p")]  # r = 1 for two classes, else K
    intercept: Annotated[Array, Field("r")]
    objective: Annotated[Array, Field("r", low=0.0)]
    violation: Annotated[Array, Field("r", low=0.0, high=np.inf)]
    n_iter: Annotated[Array, Field("r", "iu", low=0)]


class LinearSVC(Discriminant):
    r"""Linear support vector classifier.

    Parameters
    ----------
    penalty : {"l1", "l2"}, default="l2"
    loss : {"hinge", "squared_hinge"}, default="squared_hinge"
        "hinge" goes with "l2" only.
    dual : bool or "auto", default="auto"
        Whether the dual is solved. It does not change the optimum; combinations that liblinear does not
        offer are refused. Here "hinge" is solved in the dual, "squared_hinge" in the primal, whatever it is.
    tol : float, default=1e-4
        For "l1", and for "l2" with 1000 features or more; with fewer the solution is exact whatever it is.
    C : float, default=1.0
        Price of slack.
    multi_class : {"ovr", "crammer_singer"}, default="ovr"
        "crammer_singer" is not offered and says so.
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
        B, the value of the constant column; the larger, the less the intercept is penalised.
    class_weight : dict, "balanced" or None, default=None
    verbose : int, default=0
        Print a line for each class.
    random_state : int, RandomState or None, default=None
        Order of visits of coordinate descent; None is a fixed one.
    max_iter : int, default=1000
        Newton or interior-point steps, or rounds of coordinate descent.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    coef_ : ndarray of shape (1, p) for two classes, else (K, p)
    intercept_ : ndarray of shape (1,) for two classes, else (K,)
    objective_ : ndarray of shape (1,) or (K,)
        Penalty and loss at the solution.
    n_iter_ : int
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: the optimum is reached to more digits at the same `tol`; nothing depends on
    `random_state` beyond those digits; integer weights equal repeated rows; `n_jobs`; `intercept_` is an
    array of 0 with fit_intercept=False; no "crammer_singer".

    Examples
    --------
    >>> X, y = [[3, 3], [4, 3], [1, 1]], [1, 1, -1]
    >>> model = LinearSVC(loss="hinge", C=1e6, intercept_scaling=1e3).fit(X, y)
    >>> model.coef_.round(3).tolist(), model.intercept_.round(3).tolist()
    ([[0.5, 0.5]], [-2.0])
    """

    Model = LinearSVCModel
    _sparse = True
    coef_: Any
    _limits: ClassVar[dict[str, Limit]] = {
        "penalty": one_of("l1", "l2"),
        "loss": one_of("hinge", "squared_hinge"),
        "dual": either(BOOLEAN, one_of("auto")),
        "tol": ABOVE_ZERO,
        "C": ABOVE_ZERO,
        "multi_class": one_of("ovr", "crammer_singer"),
        "fit_intercept": BOOLEAN,
        "intercept_scaling": ABOVE_ZERO,
        "class_weight": CLASS_WEIGHT,
        "verbose": either(BOOLEAN, integer(0)),
        "max_iter": integer(0),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        penalty: str = "l2",
        loss: str = "squared_hinge",
        *,
        dual: Any = "auto",
        tol: float = 1e-4,
        C: float = 1.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        verbose: Any = 0,
        random_state: Any = None,
        max_iter: int = 1000,
        n_jobs: int | None = None,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit to X (n, p), dense or sparse, and y (n,), each row weighted by sample_weight (n,)."""
        rows = self._training_rows(X, y, sample_weight)
        self._refuse_non_finite(rows.X)
        self._check_combination()
        if len(self.classes_) < 2:
            raise DataError("estimator.one_class", estimator=type(self).__name__, label=self.classes_[0])
        found = self._solve(rows)
        self._keep(self._model(found))
        self._say_how_it_ended(found)
        return self

    def _check_combination(self) -> None:
        if self.multi_class == "crammer_singer":
            raise UnsupportedError("linear_svc.crammer_singer")
        both = (self.penalty, self.loss)
        if both == ("l1", "hinge"):
            remedy = "set loss='squared_hinge'"
        elif both == ("l1", "squared_hinge") and self.dual is True:
            remedy = "set dual=False"
        elif both == ("l2", "hinge") and self.dual is False:
            remedy = "set dual=True"
        else:
            return
        dual = "" if both == ("l1", "hinge") else f" when dual={self.dual}"
        raise UsageError(
            "linear_svc.combination", penalty=self.penalty, loss=self.loss, dual=dual, remedy=remedy
        )

    def _solve(self, rows: Rows) -> list[LinearSolution]:
        """One solution a class, or one for two classes."""
        w = np.ones(len(rows.codes)) if rows.w is None else rows.w
        X, codes, w = (rows.X, rows.codes, w) if w.all() else (rows.X[w > 0], rows.codes[w > 0], w[w > 0])
        X = X if is_sparse(X) else np.ascontiguousarray(X)
        K, bias = len(self.classes_), float(self.intercept_scaling) if self.fit_intercept else 0.0
        targets = [1] if K == 2 else list(range(K))
        seed = 0 if self.random_state is None else int(check_random_state(self.random_state).randint(1 << 30))

        def one(start: int, stop: int) -> LinearSolution:
            y = np.where(codes == targets[start], 1.0, -1.0)
            return self._solve_one(LinearProblem(X, y, self.C * w, bias, self.n_jobs), seed)

        with single_threaded_blas():
            if len(targets) == 1:
                return [one(0, 1)]
            return list(map_blocks(one, [(k, k + 1) for k in range(len(targets))], self.n_jobs))

    def _solve_one(self, problem: LinearProblem, seed: int) -> LinearSolution:
        if self.penalty == "l1":
            return lasso(problem, self.tol, self.max_iter, seed)
        if self.loss == "hinge" and problem.X.shape[1] < DIRECT:
            return interior(problem, self.max_iter)
        if self.loss == "hinge":
            return hinge(problem, self.tol, self.max_iter, seed)
        return newton(problem, self.tol, self.max_iter)

    def _model(self, found: list[LinearSolution]) -> LinearSVCModel:
        weights = np.stack([solution.weights for solution in found])
        bias = float(self.intercept_scaling) if self.fit_intercept else 0.0
        return LinearSVCModel(
            weights[:, :-1].copy(),
            bias * weights[:, -1],
            np.array([solution.objective for solution in found]),
            np.array([solution.violation for solution in found]),
            np.array([solution.n_iter for solution in found], dtype=np.int64),
        )

    def _keep(self, model: LinearSVCModel) -> None:
        self.model_ = model
        self.coef_, self.intercept_, self.objective_ = model.coef, model.intercept, model.objective
        self.n_iter_ = int(model.n_iter.max())

    def _say_how_it_ended(self, found: list[LinearSolution]) -> None:
        if self.verbose:
            for label, solution in zip(self.classes_.tolist()[-len(found) :], found, strict=True):
                print(f"LinearSVC: {label}: {solution.n_iter} rounds, objective {solution.objective:.10g}")
        if not all(solution.converged for solution in found):
            gap = max(solution.violation for solution in found)
            warn(
                "linear_svc.not_converged", ConvergenceWarning, max_iter=self.max_iter, gap=gap, tol=self.tol
            )

    def _check_model(self, model: LinearSVCModel) -> None:
        K = len(self.classes_)
        check_record(model, r=1 if K == 2 else K, p=self.n_features_in_)

    def _class_scores(self, X: Any) -> Array:
        model = self.model_
        scores = np.empty((X.shape[0], len(model.intercept)))

        def block(start: int, stop: int) -> None:
            scores[start:stop] = X[start:stop] @ model.coef.T + model.intercept

        run_blocks(block, row_blocks(*X.shape), self.n_jobs)
        return np.column_stack([np.zeros(len(scores)), scores]) if len(self.classes_) == 2 else scores

    def sparsify(self) -> Self:
        """Turn `coef_` into a sparse matrix (CSR)."""
        self.coef_ = sparse.csr_matrix(self.model_.coef)
        return self

    def densify(self) -> Self:
        """Turn `coef_` back into an array."""
        self.coef_ = self.model_.coef
        return self
