r"""Linear support vector classifier: one machine per class against the rest, intercept penalised.

                       few features, dense             many features, or sparse
    l2, squared hinge    Newton (`newton`)               dual coordinate descent (`dual_descent`)
    l2, hinge            Newton, round by round          dual coordinate descent
    l1, squared hinge    Newton with ‖w‖₁ (`lasso`)      coordinate descent
    all classes jointly  `crammer_singer`                `crammer_singer`

Each minimises penalty + C Σ w_i loss(z_i), loss max(0, 1 - z) or its square, penalty ½ ‖w‖² or ‖w‖₁, with
z_i = y_i (wᵀx_i + b), and b = B v with the weight v of a constant column B = `intercept_scaling` inside ‖w‖.
The class with the largest wᵀx + b wins. Source 004, equation 85, is the l2 hinge form divided by C.
Reference: source 004, sections 5.2-5.3. Not mergeable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

import numpy as np
from numpy.linalg import LinAlgError
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike, RandomState
from fenlei.contract.classifier import Rows
from fenlei.contract.linear_classifier import LinearClassifier
from fenlei.contract.scanned_rows import ScannedRows, learn_names
from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import map_blocks, row_blocks, single_threaded_blas
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, CLASS_WEIGHT, N_JOBS, Limit, above, above_to, either, integer, one_of
from fenlei.records import Field, check_record
from fenlei.rows.scanned import Scan
from fenlei.svm.linear_svc.crammer_singer import crammer_singer
from fenlei.svm.linear_svc.dual_descent import dual_descent
from fenlei.svm.linear_svc.lasso import lasso_descent, lasso_rows
from fenlei.svm.linear_svc.loss_sums import DIRECT, LinearProblem, LinearSolution, tell_rounds
from fenlei.svm.linear_svc.newton import hinge_rows, in_rows, newton, squared_hinge_rows
from fenlei.svm.linear_svc.scanned import minimise
from fenlei.trace import closely_traced, tell

SMALL = 200_000  # values, times classes, below which threads cost more than they bring
NARROW = 100  # features up to which few sparse rows are made dense, for the exact solution

MOST_C = 1e150  # the objective is finite
MOST_SCALING = 1e50  # its square is added up


class LinearSVCModel(NamedTuple):
    coef: Annotated[Array, Field("r p")]  # r = 1 for two classes, else K
    intercept: Annotated[Array, Field("r")]
    objective: Annotated[Array, Field("r", low=0.0)]
    violation: Annotated[Array, Field("r", low=0.0, high=np.inf)]
    n_iter: Annotated[Array, Field("r", "iu", low=0)]


class LinearSVC(LinearClassifier):
    r"""Linear support vector classifier.

    Parameters
    ----------
    penalty : {"l1", "l2"}, default="l2"
    loss : {"hinge", "squared_hinge"}, default="squared_hinge"
        "hinge" goes with "l2" only.
    dual : bool or "auto", default="auto"
        Whether liblinear solves the dual. It does not change the optimum: combinations that liblinear does
        not offer are refused, and the way to the optimum here is chosen by the shape of X whatever it is.
    tol : float, default=1e-4
        For sparse rows, 1000 features or more, and "crammer_singer"; elsewhere, and for few of these, the
        solution is exact whatever it is. For "l2" the objective is proved to be within tol/100 of the
        minimum, relative. It is strongly convex: ‖w - w*‖² ≤ 2 (tol/100) objective.
    C : float, default=1.0
        Price of slack.
    multi_class : {"ovr", "crammer_singer"}, default="ovr"
        One machine per class against the rest, or all of them from one problem. The latter has an l2 penalty
        and a hinge of its own: `penalty`, `loss` and `dual` have no bearing on it, as in scikit-learn.
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
        B, the value of the constant column; the larger, the less the intercept is penalised.
    class_weight : dict, "balanced" or None, default=None
    verbose : int, default=0
        Print a line for each class.
    random_state : int, RandomState or None, default=None
        Order of visits of coordinate descent; None is a fixed one.
    max_iter : int, default=1000
        Newton steps, or rounds of coordinate descent.
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
    The intercept is penalised a little, whatever its scaling. The hinge form with a free intercept,
    Σ max(0, 1 - y f(x)) + λ ‖w‖² (source 004, equation 85), is `SVC(kernel="linear", C=1 / (2 * lam))`,
    exactly; `intercept_scaling=1e3` here comes near it.

    Ties: a score of exactly 0 is for the first of two classes, as in scikit-learn.

    Differences from scikit-learn: the optimum is reached to more digits at the same `tol`; nothing depends on
    `random_state` beyond those digits; integer weights equal repeated rows; `n_jobs`; `intercept_` is an
    array of 0 with fit_intercept=False.

    Precision: the minimum is one point, which every way to it shares. Weights and repeated rows, dense and
    sparse rows, or two orders of the rows, therefore differ by no more than `tol` allows, in practice far
    less: with tol=1e-10 by less than 1e-8 in `coef_`. Where the solution is exact, that is to rounding.

    Examples
    --------
    >>> X, y = [[3, 3], [4, 3], [1, 1]], [1, 1, -1]
    >>> model = LinearSVC(loss="hinge", C=1e6, intercept_scaling=1e3).fit(X, y)
    >>> model.coef_.round(3).tolist(), model.intercept_.round(3).tolist()
    ([[0.5, 0.5]], [-2.0])
    """

    Model = LinearSVCModel
    _sparse = True
    _scans = True
    _limits: ClassVar[dict[str, Limit]] = {
        "penalty": one_of("l1", "l2"),
        "loss": one_of("hinge", "squared_hinge"),
        "dual": either(BOOLEAN, one_of("auto")),
        "tol": above(0),
        "C": above_to(0, MOST_C),
        "multi_class": one_of("ovr", "crammer_singer"),
        "fit_intercept": BOOLEAN,
        "intercept_scaling": above_to(0, MOST_SCALING),
        "class_weight": CLASS_WEIGHT,
        "verbose": either(BOOLEAN, integer(0)),
        "max_iter": integer(0),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        penalty: Literal["l1", "l2"] = "l2",
        loss: Literal["hinge", "squared_hinge"] = "squared_hinge",
        *,
        dual: bool | Literal["auto"] = "auto",
        tol: float = 1e-4,
        C: float = 1.0,
        multi_class: Literal["ovr", "crammer_singer"] = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: ClassWeight = None,
        verbose: bool | int = 0,
        random_state: RandomState = None,
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

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p), dense or sparse, and y (n,), with weights (n,); or to a scan alone."""
        if isinstance(X, Scan):
            self._fit_rows(self._scanned_rows(X, y, sample_weight))
            learn_names(self, X)
            return self
        return self._fit_rows(self._training_rows(X, y, sample_weight))

    def _setting_for_memory(self) -> str | None:
        others = {"penalty": "l2", "loss": "squared_hinge", "multi_class": "ovr"}
        given = {name: getattr(self, name) for name in others}
        return next((f"{name}={given[name]!r}" for name in others if given[name] != others[name]), None)

    def _fit_rows(self, rows: Rows | ScannedRows) -> Self:
        self._check_combination()
        if len(self.classes_) < 2:
            raise DataError("estimator.one_class", estimator=type(self).__name__, label=self.classes_[0])
        if isinstance(rows, ScannedRows):
            found = self._solve_files(rows)
        else:
            self._refuse_non_finite(rows.X)
            found = self._solve_jointly(rows) if self.multi_class == "crammer_singer" else self._solve(rows)
        self._keep(self._model(found))
        self._warn_if_not_converged(found)
        return self

    def _check_combination(self) -> None:
        if self.multi_class == "crammer_singer":  # it has a loss and a penalty of its own
            return
        both = (self.penalty, self.loss)
        if both == ("l1", "hinge"):
            remedy = "loss='squared_hinge'"
        elif both == ("l1", "squared_hinge") and self.dual is True:
            remedy = "dual=False"
        elif both == ("l2", "hinge") and self.dual is False:
            remedy = "dual=True"
        else:
            return
        dual = "" if both == ("l1", "hinge") else phrase("kind.when_dual", dual=self.dual)
        raise UsageError(
            "linear_svc.combination", penalty=self.penalty, loss=self.loss, dual=dual, remedy=remedy
        )

    def _solve(self, rows: Rows) -> list[LinearSolution]:
        """One solution per class, or one for two classes."""
        X, codes, cost = self._rows_with_cost(rows)
        targets = self._targets()
        with single_threaded_blas():
            problem, seed = LinearProblem(X, np.ones(len(cost)), cost, self._bias, self.n_jobs), self._seed()
            solve = self._solver(problem, seed, self.max_iter)

            def one(start: int, stop: int) -> LinearSolution:
                y = np.where(codes == targets[start], 1.0, -1.0)
                if closely_traced():
                    tell_rounds(lambda most: self._solver(problem, seed, most)(y), self.max_iter)
                return solve(y)

            if X.shape[0] * X.shape[1] * len(targets) < SMALL or len(targets) == 1 or closely_traced():
                return [one(k, k + 1) for k in range(len(targets))]
            return list(map_blocks(one, [(k, k + 1) for k in range(len(targets))], self.n_jobs))

    def _targets(self) -> list[int]:
        """The classes that are told from the rest."""
        return [1] if len(self.classes_) == 2 else list(range(len(self.classes_)))

    def _solve_files(self, rows: ScannedRows) -> list[LinearSolution]:
        if (p := rows.shape[1]) >= DIRECT:
            raise UsageError("scan.wide", estimator=type(self).__name__, p=p, most=DIRECT - 1)
        try:
            with np.errstate(all="ignore"):
                return minimise(rows, self._targets(), float(self.C), self._bias, self.max_iter, self.n_jobs)
        except LinAlgError:  # the Hessian is not finite
            for leaf in rows.leaves():
                self._refuse_non_finite(leaf.X)
            self._refuse_range(leaf.X)

    def _solve_jointly(self, rows: Rows) -> list[LinearSolution]:
        """The weights of each class from one problem; of two classes their difference."""
        X, codes, cost = self._rows_with_cost(rows)
        K, seed, most = len(self.classes_), self._seed(), 100 * self.max_iter

        def solve(rounds: int) -> tuple[Array, LinearSolution]:
            return crammer_singer(X, codes, cost, self._bias, K, self.tol, rounds, seed)

        with single_threaded_blas():
            if closely_traced():
                tell_rounds(lambda rounds: solve(rounds)[1], most)
            weights, how = solve(most)
        weights = weights[1:] - weights[:1] if len(weights) == 2 else weights
        return [how._replace(weights=each) for each in weights]

    def _rows_with_cost(self, rows: Rows) -> tuple[Array, Array, Array]:
        """Rows, codes and costs c_i."""
        cost = np.full(len(rows.codes), float(self.C)) if rows.w is None else self.C * rows.w
        return rows.X, rows.codes, cost

    @property
    def _bias(self) -> float:
        return float(self.intercept_scaling) if self.fit_intercept else 0.0

    def _seed(self) -> int:
        return 0 if self.random_state is None else int(check_random_state(self.random_state).randint(1 << 30))

    def _solver(self, problem: LinearProblem, seed: int, most: int) -> Callable[[Array], LinearSolution]:
        """The function from y (n,) to the solution, by what the loss, the penalty and the shape allow."""
        X, tol = problem.X, self.tol
        if is_sparse(X) and X.shape[1] <= NARROW and len(row_blocks(*X.shape)) == 1:
            problem = problem._replace(X=(X := X.toarray()))
        squared = self.loss == "squared_hinge"
        if is_sparse(X) or X.shape[1] >= DIRECT:
            if self.penalty == "l1":
                return lambda y: lasso_descent(problem._replace(y=y), tol, most, seed)
            return dual_descent(problem, squared, tol, most, seed)
        if self.penalty == "l1":
            return in_rows(lasso_rows, problem, most)
        if not squared:
            return in_rows(hinge_rows, problem, most)
        if len(row_blocks(*X.shape)) == 1:
            return in_rows(squared_hinge_rows, problem, most)
        return lambda y: newton(problem._replace(y=y), most)

    def _model(self, found: list[LinearSolution]) -> LinearSVCModel:
        weights = np.stack([solution.weights for solution in found])
        return LinearSVCModel(
            weights[:, :-1].copy(),
            self._bias * weights[:, -1],
            np.array([solution.objective for solution in found]),
            np.array([solution.violation for solution in found]),
            np.array([solution.n_iter for solution in found], dtype=np.int64),
        )

    def _keep(self, model: LinearSVCModel) -> None:
        self._publish(model, coef_=model.coef, intercept_=model.intercept if self.fit_intercept else 0.0)
        self.objective_, self.n_iter_ = model.objective, int(model.n_iter.max())

    def _warn_if_not_converged(self, found: list[LinearSolution]) -> None:
        if self.verbose:
            for label, solution in zip(self.classes_.tolist()[-len(found) :], found, strict=True):
                tell(f"LinearSVC: {label}: {solution.n_iter} rounds, objective {solution.objective:.10g}")
        if not all(solution.converged for solution in found):
            gap = max(solution.violation for solution in found)
            warn(
                "linear_svc.not_converged", ConvergenceWarning, max_iter=self.max_iter, gap=gap, tol=self.tol
            )

    def _check_model(self, model: LinearSVCModel) -> None:
        K = len(self.classes_)
        check_record(model, r=1 if K == 2 else K, p=self.n_features_in_)
