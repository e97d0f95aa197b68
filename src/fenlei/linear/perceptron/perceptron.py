r"""The perceptron.

Model: ŷ = sgn(wᵀφ(x) + b), classes coded -1 and +1.
Estimate: the loss is J = -Σ_{wrong rows} y_i (wᵀφ_i + b); a wrong row, y_i (wᵀφ_i + b) ≤ 0, moves the line,

    w ← w + η y_i φ_i,   b ← b + η y_i.

If the classes are linearly separable this ends after at most (R/γ)² wrong rows (Novikoff), R the largest
norm of a row and γ the margin; if not, it never ends. Dual form: w = Σ_i α_i y_i φ_i, and a wrong row
raises α_i by η. Batch variant: one step along the gradient of J, Σ over all wrong rows. Pocket variant:
keep the best line found on the way. Decision: the sign (of 0: see the class); for K > 2 classes one
perceptron for each class against the rest, the largest score wins.

Cost: O(n p) per pass. Not a sum over rows: the order matters, so it has `partial_fit` but no `merge`.
Reference: source 001, section 5.2; source 004, chapter 4; Rosenblatt 1958; Gallant 1990.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike, RandomState
from fenlei.contract.linear_classifier import LinearClassifier, SignRule
from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.linear.basis import BASIS, Basis, expand
from fenlei.linear.perceptron.passes import update_rule
from fenlei.linear.perceptron.record import PerceptronModel, check_history, histories, model_of
from fenlei.linear.perceptron.row_order import OrderedRows, as_they_come, hashed, in_given_order
from fenlei.linear.perceptron.scanned import TrainsPerceptrons
from fenlei.linear.perceptron.training import TrainedWeights, TrainingPlan, refuse_dual, train, train_each
from fenlei.linear.start_weights import given_weights
from fenlei.messages import any_of, phrase
from fenlei.parameters import (
    BOOLEAN,
    CLASS_WEIGHT,
    N_JOBS,
    NONE,
    Limit,
    above,
    check_parameters,
    either,
    integer,
    one_of,
    real,
    sequence,
)
from fenlei.records import check_record
from fenlei.rows.scanned import Scan
from fenlei.table.coding import encode_labels

POSITIVE = above(0)
FRACTION = Limit(lambda v: real(0, 1).accepts(v) and 0 < v < 1, phrase("limit.inside", low=0, high=1))


class Perceptron(TrainsPerceptrons, SignRule, LinearClassifier):
    r"""The perceptron: primal or dual, row by row, by batches or with a pocket.

    Parameters
    ----------
    penalty : {"l2", "l1", "elasticnet"} or None, default=None
    alpha : float, default=0.0001
        Strength of the penalty.
    l1_ratio : float in [0, 1], default=0.15
        Share of l1 in the elastic net.
    fit_intercept : bool, default=True
    max_iter : int, default=1000
        Largest number of passes over the rows.
    tol : float or None, default=1e-3
        Stop when the mean loss has not fallen by tol for `n_iter_no_change` passes. None: only a pass
        without error, or `max_iter`, ends the training.
    shuffle : bool, default=True
        Visit the rows in a new random order in each pass, or as they come.
    verbose : int, default=0
        Above 0, print a line per pass.
    eta0 : float, default=1.0
        Learning rate η.
    n_jobs : int, default=None
        Threads over the classes; None is all cores. The result does not depend on it.
    random_state : int, RandomState or None, default=0
    early_stopping : bool, default=False
        Set rows aside and stop when their score stops rising.
    validation_fraction : float, default=0.1
    n_iter_no_change : int, default=5
    class_weight : dict, "balanced" or None, default=None
        Factor on the step of each class's rows; with K > 2 on the class separated from the rest.
    warm_start : bool, default=False
        Start from the last solution.
    form : {"primal", "dual"}, default="primal"
        "dual" works on the Gram matrix, for up to 10000 rows; same weights, and `dual_coef_`.
    variant : {"online", "batch", "pocket"}, default="online"
        "online": wrong rows one by one. "batch": all wrong rows at once, one step per pass. "pocket": online,
        but the result is the line with the fewest errors of those that had the longest runs without one.
    order : array-like of shape (n,), default=None
        Visit the rows in this order in each pass, instead of shuffling.
    init : array-like of shape (q,) or (r, q), default=None
        Weights to start from, the intercept last; None is zero.
    strict : bool, default=False
        As source 001 prints it: a row on the line counts as correct (y a < 0 is wrong) instead of wrong (y a
        ≤ 0), and `predict` has sgn(0) = +1, the second of two classes.
    basis : callable, list of callables, int or None, default=None
        Basis functions φ: a function of X, a list of them, or the degree of a polynomial.
    keep_history : bool, default=False
        Keep every update in `history_`.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    coef_ : ndarray of shape (1, M) for two classes, else (K, M)
    intercept_ : ndarray of shape (1,) for two classes, else (K,)
    n_iter_ : int
        Passes; the most of all classes.
    n_updates_ : ndarray of shape (r,)
    converged_ : bool
        Whether the last pass made no error for any class.
    errors_ : ndarray of shape (r,)
        Weight of the rows on the wrong side at the end.
    loss_ : ndarray of shape (r,)
        J at the end, without penalty; each row counts by its weight.
    dual_coef_ : ndarray of shape (r, n)
        α of the dual form.
    history_ : PerceptronHistory, or list of K of them
        `row`, `beta` and `loss` (J, over all rows) of each update, if kept, `beta` and `loss` from the start
        on; for K > 2 one for each class against the rest.
    t_ : float
        Rows visited, plus 1.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Training ends at the first pass without error, since no later one would change anything. If `max_iter`
    passes do not get there, the classes may not be separable: a ConvergenceWarning reports how many rows are
    still wrong, and `converged_` is False. A stop by `tol` or by early stopping is no convergence either,
    but a choice, and gives no warning.

    Ties: a score of exactly 0 is for the first of two classes, as in scikit-learn; with `strict` for the
    second.

    Differences from scikit-learn: the random order depends on the values of the rows and on
    `random_state`, not on how they are stored, and equal rows count as one of double weight (integer
    weights equal repeated rows); rows as they come (`shuffle=False`) give scikit-learn's weights exactly;
    "balanced" goes by the weights of the rows, not by their number; `n_iter_` does not count the passes after
    the first one without error; sparse rows move the intercept like dense ones, not by a hundredth.

    Examples
    --------
    Three points from source 004, chapter 4; the line x₁ + x₂ = 3 is found after seven updates:

    >>> points, side = [[3, 3], [4, 3], [1, 1]], [1, 1, -1]
    >>> model = Perceptron(shuffle=False, tol=None, keep_history=True).fit(points, side)
    >>> model.coef_.tolist(), model.intercept_.tolist(), int(model.n_updates_[0])
    ([[1.0, 1.0]], [-3.0], 7)
    >>> (model.history_.row + 1).tolist(), model.history_.loss.tolist()
    ([1, 3, 3, 3, 1, 3, 3], [0.0, 7.0, 4.0, 1.0, 4.0, 5.0, 2.0, 0.0])
    """

    Model = PerceptronModel
    _sparse = True
    _limits: ClassVar[dict[str, Limit]] = {
        "penalty": either(NONE, one_of("l2", "l1", "elasticnet")),
        "alpha": real(0),
        "l1_ratio": real(0, 1),
        "fit_intercept": BOOLEAN,
        "max_iter": integer(1),
        "tol": either(NONE, real(0)),
        "shuffle": BOOLEAN,
        "verbose": either(BOOLEAN, integer(0)),
        "eta0": POSITIVE,
        "n_jobs": N_JOBS,
        "early_stopping": BOOLEAN,
        "validation_fraction": FRACTION,
        "n_iter_no_change": integer(1),
        "class_weight": CLASS_WEIGHT,
        "warm_start": BOOLEAN,
        "form": one_of("primal", "dual"),
        "variant": one_of("online", "batch", "pocket"),
        "order": either(NONE, sequence()),
        "init": Limit(lambda v: v is None or np.ndim(v) in (1, 2), any_of(NONE.text, phrase("limit.array"))),
        "strict": BOOLEAN,
        "basis": BASIS,
        "keep_history": BOOLEAN,
    }

    def __init__(
        self,
        *,
        penalty: Literal["l2", "l1", "elasticnet"] | None = None,
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        eta0: float = 1.0,
        n_jobs: int | None = None,
        random_state: RandomState = 0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: ClassWeight = None,
        warm_start: bool = False,
        form: Literal["primal", "dual"] = "primal",
        variant: Literal["online", "batch", "pocket"] = "online",
        order: ArrayLike | None = None,
        init: ArrayLike | None = None,
        strict: bool = False,
        basis: Basis | None = None,
        keep_history: bool = False,
    ) -> None:
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.eta0 = eta0
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.form = form
        self.variant = variant
        self.order = order
        self.init = init
        self.strict = strict
        self.basis = basis
        self.keep_history = keep_history

    def fit(
        self,
        X: MatrixLike | Scan,
        y: ArrayLike | None = None,
        coef_init: ArrayLike | None = None,
        intercept_init: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Fit to X (n, p) and y (n,), or to a scan alone; sample_weight (n,) multiplies the steps."""
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight, coef_init, intercept_init)
        check_parameters(self, self._limits)
        rows, codes, w = self._labelled(X, y, sample_weight)
        if len(self.classes_) < 2:
            raise DataError("estimator.one_class", estimator=type(self).__name__, label=self.classes_[0])
        start = self._start(rows.shape[1], coef_init, intercept_init)
        trained, visit = self._train(rows, codes, w, start, self.max_iter)
        self._keep_trained(self._model(trained, visit, start), trained)
        self._finite(self._weights(), rows)
        return self

    def _keep_trained(self, model: PerceptronModel, trained: list[TrainedWeights]) -> Self:
        self._keep(self._narrowed(model))
        self._warn_if_not_converged(trained)
        return self

    _narrow = _answer_fields = ("coef", "intercept")

    def _narrow_of(self, model: PerceptronModel) -> tuple[str, ...]:
        return ("coef",) if len(model.coef) == 1 else self._narrow

    def partial_fit(
        self,
        X: MatrixLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """One pass over the rows, from the weights so far. `classes` (K,) is needed on the first call."""
        check_parameters(self, self._limits)
        if self.class_weight == "balanced":
            raise UsageError("estimator.balanced_stream", estimator=type(self).__name__)
        first = not hasattr(self, "model_")
        if first and classes is None:
            raise UsageError("estimator.first_classes", estimator=type(self).__name__)
        known = encode_labels(np.asarray(classes))[0] if first else self.classes_
        if classes is not None and not np.array_equal(np.unique(classes), known):
            facts = {"came": np.asarray(classes).tolist(), "classes": known.tolist()}
            raise UsageError("estimator.other_classes", estimator=type(self).__name__, **facts)
        rows, codes, w = self._labelled(X, y, sample_weight, known, reset=first)
        start = self._start(rows.shape[1], None, None) if first else self._weights()
        trained, visit = self._train(rows, codes, w, start, 1)
        t = np.asarray(len(codes) + (1.0 if first else float(self.model_.t)))
        self._keep(self._narrowed(self._model(trained, visit, start)._replace(t=t)))
        self._finite(self._weights(), rows)
        return self

    def _start(self, p: int, coef: ArrayLike | None, intercept: ArrayLike | None) -> Array:
        """Weights (r, p + 1) to start from, the intercept last; zero there if there is none."""
        K = len(self.classes_)
        r, q = (1 if K == 2 else K), p + self.fit_intercept
        if self.warm_start and coef is None and intercept is None and hasattr(self, "model_"):
            last = self._weights()
            if last.shape == (r, p + 1):
                return last
        theta, name = np.zeros((r, p + 1)), type(self).__name__
        if self.init is not None:
            theta[:, :q] = given_weights(self.init, (r, q), name, "init")
        if coef is not None:
            theta[:, :p] = given_weights(coef, (r, p), name, "coef_init")
        if intercept is not None:
            column = np.ravel(intercept)[:, None]
            theta[:, p] = given_weights(column, (r, 1), name, "intercept_init")[:, 0]
        return theta

    def _train(
        self, X: Array, codes: Array, w: Array | None, start: Array, passes: int
    ) -> tuple[list[TrainedWeights], OrderedRows]:
        self._refuse_non_finite(X)
        if self.form == "dual":
            refuse_dual(self, X.shape[0])
        generator = check_random_state(self.random_state)
        by_class = self._class_factors(codes, w)
        X = X if is_sparse(X) else np.ascontiguousarray(X)
        visit = self._visit(X, codes, np.ones(len(codes)) if w is None else w, generator)
        plan = self._plan(passes, int(generator.randint(2**31 - 1)))

        def one(k: int) -> TrainedWeights:
            label = 1 if len(start) == 1 else k
            side = np.where(visit.codes == label, 1.0, -1.0)
            other = by_class[0] if len(start) == 1 else 1.0
            step = visit.w * np.where(side > 0, by_class[label], other)
            return train(visit, side, step, start[k], plan)

        trained = train_each(one, len(start), self.n_jobs)
        self._finite(np.array([each.loss for each in trained]), X)
        return trained, visit

    def _plan(self, passes: int, seed: int) -> TrainingPlan:
        penalty = self.penalty, self.alpha, self.l1_ratio
        return TrainingPlan(
            update_rule(*penalty, self.eta0, self.fit_intercept, self.strict),
            self.eta0,
            passes,
            self.tol,
            self.n_iter_no_change,
            self.variant,
            self.form == "dual",
            self.shuffle and self.order is None,
            seed,
            self.keep_history,
            self.validation_fraction if self.early_stopping and passes > 1 else 0.0,
            bool(self.verbose),
        )

    def _visit(self, X: Array, codes: Array, w: Array, generator: np.random.RandomState) -> OrderedRows:
        if self.order is not None:
            return in_given_order(X, codes, w, self.order, type(self).__name__)
        if not self.shuffle:
            return as_they_come(X, codes, w)
        return hashed(X, codes, w, int(generator.randint(2**31 - 1)), self.n_jobs)

    def _model(self, trained: list[TrainedWeights], visit: OrderedRows, start: Array) -> PerceptronModel:
        q = start.shape[1] - 1 + self.fit_intercept
        position = visit.position if self.keep_history else None
        return model_of(trained, len(visit.codes), visit if self.form == "dual" else None, start, q, position)

    def _warn_if_not_converged(self, trained: list[TrainedWeights]) -> None:
        stopped = [each for each in trained if each.errors > 0 and each.passes >= self.max_iter]
        if stopped:
            facts = {"n_iter": self.max_iter, "errors": f"{max(each.errors for each in stopped):g}"}
            warn("perceptron.not_converged", ConvergenceWarning, estimator=type(self).__name__, **facts)

    def _keep(self, model: PerceptronModel) -> None:
        self._publish(model, coef_=model.coef, intercept_=model.intercept)
        self.n_iter_, self.n_updates_ = int(model.n_iter.max()), model.n_updates
        self.errors_, self.t_ = model.errors, float(model.t)
        if model.loss is not None:  # a model file may be older than it
            self.loss_ = model.loss
        self.converged_ = not model.errors.any()
        if self.form == "dual":
            self.dual_coef_ = model.dual_coef
        self.__dict__.pop("history_", None)  # that of an earlier fit
        if kept := histories(model):
            self.history_: Any = kept[0] if len(kept) == 1 else kept

    def _check_model(self, model: PerceptronModel) -> None:
        K = len(self.classes_)
        sizes = {"r": 1 if K == 2 else K, "q": model.coef.shape[-1] + self.fit_intercept}
        check_record(model, **sizes, **({"M": self.n_features_in_} if self.basis is None else {}))
        check_history(model)

    def _second_at_zero(self) -> bool:
        return self.strict

    def _weights(self) -> Array:
        return np.column_stack([self.model_.coef, self.model_.intercept]).astype(np.float64)

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Array:
        return expand(super()._as_floats(X, reset=reset), self.basis, type(self).__name__)
