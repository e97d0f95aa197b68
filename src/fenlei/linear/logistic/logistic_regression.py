r"""Logistic regression for two classes, softmax regression for more.

Model: P(y = k | x) = exp(a_k) / Σ_l exp(a_l), a_k = w_kᵀφ(x) + b_k; for two classes P(1 | x) = 1 / (1 +
e^-a). Estimate: the minimum of the negative log-likelihood plus penalty,
    F = -Σ_i w_i log P(y_i | x_i) + (1/C) [ (1 - l1_ratio) ½ ‖W‖² + l1_ratio ‖W‖₁ ],
convex, with gradient Σ_i w_i (p_i - y_i) φ_i and Hessian blocks Σ_i w_i p_ik (δ_kl - p_il) φ_i φ_iᵀ.
Decision: the class with the largest a_k; for two classes, a > 0.

Cost: a pass over the rows is two matrix products. Each pass is a sum over blocks (`objective`), so blocks
of a file or of a cluster give the same numbers. Reference: source 000, equations 3-10 to 3-24; source 001,
section 5.3; source 003, equations 1 to 14; source 004, chapter 3; Nocedal and Wright, Numerical Optimization,
chapters 6 and 7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, Self, get_args

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike, RandomState
from fenlei.contract.classifier import BayesRule
from fenlei.contract.linear_classifier import LinearClassifier
from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.linear.basis import BASIS, Basis, expand
from fenlei.linear.logistic import solvers
from fenlei.linear.logistic.derivatives import Differentiable
from fenlei.linear.logistic.descent.online import (
    LearnsOnline,
    checked_rates,
    last_weights,
    passes_so_far,
    visiting_order,
)
from fenlei.linear.logistic.inference import Inference
from fenlei.linear.logistic.objective import LogisticProblem, Stored
from fenlei.linear.logistic.penalty import resolve, vectors
from fenlei.linear.logistic.record import LogisticModel, history_of, model_of
from fenlei.linear.logistic.solvers import ReportsIterations
from fenlei.linear.logistic.stopping import Report, Trace, silent
from fenlei.linear.logistic.stored.blocks import BY_ROWS
from fenlei.linear.logistic.stored.scanned import FitsScans
from fenlei.linear.start_weights import given_weights
from fenlei.messages import any_of, phrase
from fenlei.parameters import (
    BOOLEAN,
    CLASS_WEIGHT,
    N_JOBS,
    NONE,
    Limit,
    above,
    either,
    integer,
    one_of,
    real,
    sequence,
)
from fenlei.records import check_record
from fenlei.rows.scanned import Scan

if TYPE_CHECKING:
    from sklearn.utils import Tags

LogisticSolver = Literal[
    "auto",
    "lbfgs",
    "liblinear",
    "newton-cg",
    "newton-cholesky",
    "sag",
    "saga",
    "newton",
    "gd",
    "sgd",
    "minibatch",
]
SOLVERS = get_args(LogisticSolver)
POSITIVE_C = Limit(lambda C: real(0, np.inf).accepts(C) and C > 0, phrase("limit.any_C"))
POSITIVE = above(0)
START = Limit(lambda v: v is None or np.ndim(v) in (1, 2), any_of(NONE.text, phrase("limit.array")))


class LogisticRegression(
    FitsScans, LearnsOnline, Inference, Differentiable, ReportsIterations, LinearClassifier, BayesRule
):
    r"""Logistic regression (two classes) and softmax regression (more), with ridge, lasso or elastic net
    penalty.

    Parameters
    ----------
    penalty : {"l1", "l2", "elasticnet"} or None, default="deprecated"
        Deprecated in scikit-learn 1.8, still understood, with a FutureWarning: use `l1_ratio` and `C`; for
        the documents' `penalty="l2"`, which is the default, nothing.
    C : float, default=1.0
        Inverse strength of the penalty; np.inf is no penalty.
    l1_ratio : float in [0, 1], default=0.0
        0 is ridge (l2), 1 lasso (l1), between them elastic net.
    dual : bool, default=False
        Accepted with solver "liblinear" and the l2 penalty only; primal and dual have the same optimum,
        and it is found from the primal.
    tol : float, default=1e-4
        Solvers of scikit-learn's names and "auto": largest component of the mean gradient at which to
        stop; the objective is brought within about 1e-10 of its minimum as well, if `max_iter` allows.
        "newton", "gd", "sgd", "minibatch": change of the objective in one step (one pass) at which to stop.
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
        Solver "liblinear": see Notes.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    random_state : int, RandomState or None, default=None
        Order of the rows in "sgd" and "minibatch"; the other solvers use no random numbers.
    solver : str, default="lbfgs"
        See Notes.
    max_iter : int, default=100
        Largest number of iterations (passes, for "sgd" and "minibatch").
    verbose : int, default=0
        Above 0, print a line per iteration.
    warm_start : bool, default=False
        Start from the last solution; "gd", "sgd" and "minibatch" continue where their last pass ended, as if
        the fits were one, and keep the best pass of all.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    penalize_intercept : bool, default=False
        Penalise the intercept like the weights, as in source 001.
    init : array-like of shape (q,) or (r, q), default=None
        Where to start: the weights and, if there is one, the intercept last. None is zero.
    basis : callable, list of callables, int or None, default=None
        Basis functions φ: a function of X, a list of them, or the degree of a polynomial.
    learning_rate : float or array-like of shape (K,), default=None
        η of "gd", "sgd" and "minibatch", or with K > 2 classes η_k of each; None is the inverse of a bound of
        the curvature.
    schedule : {"constant", "inverse", "inverse_sqrt"}, default="constant"
        η in pass t = 1, 2, …: η, η / (1 + decay t) or η / √(1 + decay t).
    decay : float, default=0.01
    batch_size : int, default=32
        Rows per step of "minibatch". Gradients are summed over them, not averaged.
    shuffle : bool, default=True
        "sgd" and "minibatch" visit the rows in a new random order in each pass, or as they come.
    keep_history : bool, default=False
        Keep in `history_` of "sgd" and "minibatch" every step, sample by sample, not only every pass; at the
        price of the objective on all rows for each of them.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    coef_ : ndarray of shape (1, M) for two classes, else (K, M)
        M is the number of features, or of basis functions.
    intercept_ : ndarray of shape (1,) for two classes, else (K,)
    n_iter_ : ndarray of shape (1,)
    objective_ : float
        F at the solution, penalty included.
    gradient_norm_ : float
        Largest component of the gradient of F over the sum of weights; of the smallest subgradient with a
        lasso.
    converged_ : bool
    separated_ : bool
        Whether the classes were found separable in an unpenalised fit.
    history_ : History
        Solvers "newton", "gd", "sgd" and "minibatch": `beta` and `objective` at the start and after each
        step (pass). With `keep_history` after each step, and `row`, the row or rows of each.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Solvers. "auto" takes the cheapest way: Newton's method for few rows; for many rows L-BFGS
    that starts from the optimum of a sixteenth of them, with the Hessian there as preconditioner; proximal
    Newton for a lasso. The names "lbfgs", "newton-cg", "newton-cholesky", "sag" and "saga" promise
    scikit-learn's optimum and its limits on penalties, and are served by the same code: "newton-cholesky"
    by Newton's method always, the others like "auto". "liblinear" has its own objective, with the
    intercept penalised as the weight of a column `intercept_scaling`, and two classes only. "newton" is
    Newton-Raphson (IRLS) as in the source documents, with halved steps where needed; "gd", "sgd" and
    "minibatch" are gradient descent on all rows, one row or `batch_size` rows per step.

    Separable classes. Without a penalty the likelihood then has no maximum. The fit stops as soon as that
    is certain, with a ConvergenceWarning, and keeps the finite weights it has reached.

    Ties: a score of exactly 0 is for the first of two classes, as in scikit-learn.

    Differences from scikit-learn: a tighter stop, so that all solvers give the same
    coefficients; integer weights equal repeated rows exactly; `n_jobs` is not deprecated; "liblinear" follows
    `sample_weight` and needs no random numbers; no array API.

    Examples
    --------
    The 17 watermelons of source 003, without penalty, from the document's starting point:

    >>> density = [.697, .774, .634, .608, .556, .403, .481, .437, .666, .243, .245, .343, .639, .657,
    ...            .36, .593, .719]
    >>> sugar = [.46, .376, .264, .318, .215, .237, .149, .211, .091, .267, .057, .099, .161, .198,
    ...          .37, .042, .103]
    >>> X, y = np.column_stack([density, sugar]), np.arange(17) < 8
    >>> model = LogisticRegression(C=np.inf, solver="newton", tol=1e-6, init=[1, 1, 1]).fit(X, y)
    >>> model.coef_.round(8).tolist(), model.intercept_.round(8).tolist(), int(model.n_iter_[0])
    ([[3.15832966, 12.52119579]], [-4.42886451], 6)
    >>> model.history_.objective.round(6).tolist()
    [17.63884, 10.118696, 9.202084, 8.692185, 8.683676, 8.683661, 8.683661]
    >>> model.summary().std_err.round(4).tolist()
    [4.0533, 6.8801, 2.8804]
    """

    Model = LogisticModel
    _sparse = True
    _limits: ClassVar[dict[str, Limit]] = {
        "penalty": either(NONE, one_of("l1", "l2", "elasticnet", "deprecated")),
        "C": POSITIVE_C,
        "l1_ratio": either(NONE, real(0, 1)),
        "dual": BOOLEAN,
        "tol": real(0),
        "fit_intercept": BOOLEAN,
        "intercept_scaling": POSITIVE,
        "class_weight": CLASS_WEIGHT,
        "solver": one_of(*SOLVERS),
        "max_iter": integer(0),
        "verbose": either(BOOLEAN, integer(0)),
        "warm_start": BOOLEAN,
        "n_jobs": N_JOBS,
        "penalize_intercept": BOOLEAN,
        "init": START,
        "basis": BASIS,
        "learning_rate": either(NONE, POSITIVE, sequence()),
        "schedule": one_of("constant", "inverse", "inverse_sqrt"),
        "decay": real(0),
        "batch_size": integer(1),
        "shuffle": BOOLEAN,
        "keep_history": BOOLEAN,
    }

    def __init__(
        self,
        penalty: Literal["l1", "l2", "elasticnet", "deprecated"] | None = "deprecated",
        *,
        C: float = 1.0,
        l1_ratio: float | None = 0.0,
        dual: bool = False,
        tol: float = 1e-4,
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: ClassWeight = None,
        random_state: RandomState = None,
        solver: LogisticSolver = "lbfgs",
        max_iter: int = 100,
        verbose: int = 0,
        warm_start: bool = False,
        n_jobs: int | None = None,
        penalize_intercept: bool = False,
        init: ArrayLike | None = None,
        basis: Basis | None = None,
        learning_rate: float | ArrayLike | None = None,
        schedule: Literal["constant", "inverse", "inverse_sqrt"] = "constant",
        decay: float = 0.01,
        batch_size: int = 32,
        shuffle: bool = True,
        keep_history: bool = False,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.dual = dual
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.verbose = verbose
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.penalize_intercept = penalize_intercept
        self.init = init
        self.basis = basis
        self.learning_rate = learning_rate
        self.schedule = schedule
        self.decay = decay
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.keep_history = keep_history

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self.solver != "liblinear"
        return tags

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p), dense or sparse, and y (n,), with weights (n,); or to a scan alone."""
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight)
        problem = self._problem(self._training_rows(X, y, sample_weight))
        told = self._has_callbacks()
        return self._fit_with_callbacks(X, y, sample_weight, problem) if told else self._fit_problem(problem)

    _narrow = ("coef", "intercept")
    _answer_fields = ("coef",)

    def _narrow_of(self, model: LogisticModel) -> tuple[str, ...]:
        return () if self.solver == "liblinear" else self._narrow  # LIBLINEAR knows float64 only

    def _fit_problem(self, problem: LogisticProblem, follow: Report = silent) -> Self:
        start, settings = self._start(problem), self._settings(problem, follow)
        with single_threaded_blas():
            trace = self._solve(problem, start, settings)
            model = model_of(problem, trace, self.max_iter, settings.done)
        self._keep(self._narrowed(model))
        self._warn_if_not_converged(trace)
        return self

    def _as_problem(self, X: Array | Stored, codes: Array, w: Array) -> LogisticProblem:
        penalty = resolve(self)
        K = len(self.classes_)
        if K < 2:
            raise DataError("estimator.one_class", estimator=type(self).__name__, label=self.classes_[0])
        if K > 2 and self.solver == "liblinear":
            raise UsageError("logistic.multiclass", estimator=type(self).__name__, K=K)
        ridge, lasso = vectors(self, penalty, X.shape[1])
        return LogisticProblem(X, codes, w, K, self.fit_intercept, ridge, lasso, self.n_jobs)

    def _start(self, problem: LogisticProblem) -> Array:
        """θ to start from: the last solution, `init`, or zero."""
        r, q = problem.shape
        if self._continues((r, q)):
            return last_weights(self)
        if self.init is None:
            return np.zeros((r, q))
        return given_weights(self.init, (r, q), type(self).__name__)

    def _continues(self, shape: tuple[int, int]) -> bool:
        """Whether this fit starts from the last one, of weights of the same shape."""
        return self.warm_start and hasattr(self, "model_") and self._theta().shape == shape

    def _settings(self, problem: LogisticProblem, follow: Report = silent) -> solvers.SolverSettings:
        given = (self.warm_start and hasattr(self, "model_")) or self.init is not None
        goes_on = self.solver in BY_ROWS and self._continues(problem.shape)
        done = passes_so_far(self) if goes_on else 0
        return solvers.SolverSettings(
            self.solver,
            self.tol,
            self.max_iter,
            given,
            self._report(problem, follow),
            checked_rates(self, problem.shape[0]),
            self.schedule,
            self.decay,
            self.batch_size,
            visiting_order(self, problem, done) if self.shuffle else None,
            done,
            self._theta() if goes_on else None,
            bool(self.keep_history),
        )

    def _solve(self, problem: LogisticProblem, start: Array, settings: solvers.SolverSettings) -> Trace:
        with np.errstate(all="ignore"):  # values that are not finite are reported below
            try:
                trace = solvers.run(problem, start, settings)
                if np.isfinite(trace.found.loss) and np.isfinite(trace.found.gradient).all():
                    return trace
            except FloatingPointError:
                pass
        stored = isinstance(problem.X, Stored)
        if not stored:
            self._refuse_non_finite(problem.X)
        largest = float(problem.X.largest if stored else abs(problem.X).max())
        raise DataError("estimator.overflow", estimator=type(self).__name__, largest=largest)

    def _warn_if_not_converged(self, trace: Trace) -> None:
        model, name = self.model_, type(self).__name__
        n_iter = int(model.n_iter[0])
        if trace.separated:
            warn("logistic.separable", ConvergenceWarning, estimator=name, n_iter=n_iter)
        elif not trace.converged and trace.diverged:
            first, last = model.history_objective[0], model.history_objective[-1]
            facts = {"first": first, "last": last, "rate": trace.rate}
            warn("logistic.diverged", ConvergenceWarning, estimator=name, solver=self.solver, **facts)
        elif not trace.converged:
            facts = {"n_iter": n_iter, "norm": float(model.gradient_norm), "tol": self.tol}
            warn("logistic.not_converged", ConvergenceWarning, estimator=name, solver=self.solver, **facts)

    def _keep(self, model: LogisticModel) -> None:
        self._publish(model, coef_=model.coef, intercept_=model.intercept)
        self.n_iter_ = model.n_iter
        self.objective_, self.gradient_norm_ = float(model.objective), float(model.gradient_norm)
        self.converged_, self.separated_ = bool(model.converged), bool(model.separated)
        self.history_ = history_of(model)

    def _check_model(self, model: LogisticModel) -> None:
        K = len(self.classes_)
        sizes = {"r": 1 if K == 2 else K, "q": model.coef.shape[-1] + self.fit_intercept}
        check_record(model, **sizes, **({"M": self.n_features_in_} if self.basis is None else {}))

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Array:
        return expand(super()._as_floats(X, reset=reset), self.basis, type(self).__name__)
