r"""Support vector classifier.

Two classes: f(x) = Σ α_i y_i κ(x_i, x) + b has the widest margin 2 / ‖w‖ between the classes in the space of
the kernel, except that row i may fall short of it by ξ_i at the price C w_i ξ_i (source 002, section 5.2;
source 004, chapter 5):

    minimise  ½ ‖w‖² + C Σ w_i ξ_i   subject to   y_i f(x_i) ≥ 1 - ξ_i,   ξ_i ≥ 0.

C = ∞ is the hard margin, Σ ξ_i = 0. In the order of the derivation: rows, weights and the kernel
(`training`, `gram`); the dual (`dual_problem`, `smo`, for many rows `working_sets`); one machine for each
pair of K classes (`pairs`); the decision, the sign of f, or the most votes of the pairs (`decision`);
probabilities (`probability`).

Not mergeable: the dual couples all rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.utils import column_or_1d

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike, RandomState
from fenlei.contract.estimator import available_if, require_fit
from fenlei.contract.size import PAIRS
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import (
    BOOLEAN,
    CLASS_WEIGHT,
    FUNCTION,
    N_JOBS,
    Limit,
    above,
    check_parameters,
    either,
    integer,
    one_of,
    real,
)
from fenlei.stats.linear_scores import linear_scores
from fenlei.svm.dual.dual_problem import MOST_STEPS, DualProblem
from fenlei.svm.dual.gram import Source
from fenlei.svm.kernel_rows import KernelRows
from fenlei.svm.svc.decision import (
    Machines,
    class_confidences,
    combine_pairs_in_blocks,
    pair_signs,
    pair_values,
    slacks,
    vote,
)
from fenlei.svm.svc.fit_warnings import warn_about_fit
from fenlei.svm.svc.fitted_machines import FittedMachines
from fenlei.svm.svc.pairs import fit_pairs
from fenlei.svm.svc.probability import class_probabilities, folds_of
from fenlei.svm.svc.record import (
    SVCModel,
    make_model,
)
from fenlei.svm.svc.training import kernel_source, number_of, take_rows, training_rows
from fenlei.table.coding import code_labels

KernelName = Literal["linear", "poly", "rbf", "sigmoid", "laplacian", "laplacian_euclidean", "precomputed"]
KERNELS = get_args(KernelName)
NOT_NEGATIVE = real(0, np.inf)
C_LIMIT = Limit(lambda C: NOT_NEGATIVE.accepts(C) and C > 0, phrase("limit.above_or_inf"))


class SVC(KernelRows, FittedMachines):
    r"""Support vector classifier.

    Parameters
    ----------
    C : float, default=1.0
        Price of slack; `inf` is the hard margin, refused with a DataError if the classes overlap.
    kernel : str or callable, default="rbf"
        "linear", "poly", "rbf", "sigmoid", "laplacian" (L1 norm), "laplacian_euclidean", "precomputed" (X is
        the Gram matrix), or a function of two sets of rows that returns their Gram matrix (n, m); rows are
        then handed to it as they came, texts included: see `fenlei.svm.spectrum`.
    degree : int, default=3
        d of "poly".
    gamma : {"scale", "auto"} or float, default="scale"
        γ of all kernels but "linear"; "scale" is 1 / (p Var X), "auto" 1 / p.
    coef0 : float, default=0.0
        c of "poly" and "sigmoid".
    shrinking : bool, default=True
        Leave rows that stay at a bound out of the passes; only for more than 2048 rows.
    probability : bool, default="deprecated"
        Offer `predict_proba`; costs five more fits. "deprecated" is False.
    tol : float, default=1e-3
        Largest violation of the optimality conditions, `kkt_residual_`.
    cache_size : float, default=200
        Megabytes for Gram matrices and kernel rows.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight, and so on C, of each class's rows.
    verbose : bool, default=False
        Print a line for each pair of classes.
    max_iter : int, default=-1
        Most pair steps for each pair of classes; -1 is ten million, or 100 n.
    decision_function_shape : {"ovr", "ovo"}, default="ovr"
        Columns of `decision_function` for K > 2: one per class, or one per pair.
    break_ties : bool, default=False
        Decide between classes of equally many votes by confidence, not by order.
    random_state : int, RandomState or None, default=None
        Assigns rows to the folds of `probability`; None assigns them in their order.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    support_ : ndarray of shape (s,)
        Training rows that are support vectors, in order of class.
    support_vectors_ : ndarray or CSR matrix of shape (s, p)
    n_support_ : ndarray of shape (K,)
    dual_coef_ : ndarray or CSR matrix of shape (K - 1, s)
        y_i α_i, in scikit-learn's layout.
    alpha_ : ndarray of shape (n,), or (pairs, n) for K > 2
        α of every training row; 0 for rows that are no support vectors or not of the pair.
    coef_ : ndarray or CSR matrix of shape (pairs, p)
        w, for the linear kernel only.
    intercept_ : ndarray of shape (pairs,)
        b by rule (a) of the source documents, from the support vectors that are not at a bound.
    intercept_midpoint_ : ndarray of shape (pairs,)
        b by rule (b), half way between the nearest rows of either class; equal to (a) for a hard margin.
    margin_ : ndarray of shape (pairs,)
        2 / ‖w‖; infinite where w is 0, as for rows that are all equal.
    dual_objective_ : ndarray of shape (pairs,)
        Σ α_i - ½ ‖w‖².
    kkt_residual_ : ndarray of shape (pairs,)
        Violation of the optimality conditions that is left.
    n_iter_ : ndarray of shape (pairs,)
    fit_status_ : int
        0 converged, 1 stopped before.
    class_weight_ : ndarray of shape (K,)
    shape_fit_ : tuple
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `C=inf`; Laplacian kernels; `n_jobs`; weights mean repetition also in
    gamma="scale" and class_weight="balanced", and rows of weight 0 are left out; with at most 2048 rows the
    solution is exact whatever `tol` is; probabilities never contradict `predict`, are not deprecated, and
    have two slopes, of which `probA_` is minus the mean and `probB_` is 0; rows
    may be sparse at prediction and dense at fit, or the reverse; a kernel found not to be symmetric or not
    to be positive semi-definite gets a warning; a kernel that is a function is called with the support
    vectors, not with all training rows, to predict, and its model cannot be saved to a model file.

    Ties: a decision value of exactly 0 is for the second class of its pair, as in scikit-learn, which is the
    documents' sgn(0) = +1; equal votes go to the first class.

    Precision: the model is that of float64 rows, also if they came as float32. Above 2048 rows the steps use
    float32 kernel values as long as their error cannot be felt at `tol`, then float64.

    Examples
    --------
    Source 002, example 5.2, with the optimum that the document misses:

    >>> X, y = [[0, 0], [1, 0], [2, 0], [0, 2]], [1, 1, -1, -1]
    >>> model = SVC(C=np.inf, kernel="linear").fit(X, y)
    >>> model.coef_.round(6).tolist(), model.intercept_.round(6).tolist()
    ([[-2.0, -2.0]], [3.0])
    >>> model.dual_objective_.round(6).tolist(), model.intercept_midpoint_.round(6).tolist()
    ([4.0], [3.0])
    >>> model.alpha_.round(6).tolist(), model.support_.tolist(), model.margin_.round(7).tolist()
    ([0.0, 4.0, 3.0, 1.0], [2, 3, 1], [0.7071068])
    """

    Model = SVCModel
    _sparse = True
    _fit_cost = PAIRS
    _limits: ClassVar[dict[str, Limit]] = {
        "C": C_LIMIT,
        "kernel": either(one_of(*KERNELS), FUNCTION),
        "degree": integer(0),
        "gamma": either(one_of("scale", "auto"), real(0)),
        "coef0": real(),
        "shrinking": BOOLEAN,
        "probability": either(BOOLEAN, one_of("deprecated")),
        "tol": above(0),
        "cache_size": above(0),
        "class_weight": CLASS_WEIGHT,
        "verbose": either(BOOLEAN, integer(0)),
        "max_iter": integer(-1),
        "decision_function_shape": one_of("ovr", "ovo"),
        "break_ties": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: KernelName | Callable[[Any, Any], ArrayLike] = "rbf",
        degree: int = 3,
        gamma: float | Literal["scale", "auto"] = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool | Literal["deprecated"] = "deprecated",
        tol: float = 1e-3,
        cache_size: float = 200,
        class_weight: ClassWeight = None,
        verbose: bool | int = False,
        max_iter: int = -1,
        decision_function_shape: Literal["ovr", "ovo"] = "ovr",
        break_ties: bool = False,
        random_state: RandomState = None,
        n_jobs: int | None = None,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state
        self.n_jobs = n_jobs

    # --- fitting

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, p), or (n, n) for a precomputed kernel, and y (n,), each row weighted by
        sample_weight (n,).
        """
        check_parameters(self, self._limits)
        X = self._given(X, reset=True)
        rows = training_rows(self, X, y, sample_weight)
        source = kernel_source(self, rows)
        folds = folds_of(source, rows.w, self.random_state) if self._wants_probabilities() else None
        fits = fit_pairs(self._problem(source, rows.w), rows.codes, len(rows.present), folds)
        warn_about_fit(self, fits, source, rows.classes[rows.present].tolist())
        self.classes_ = rows.classes
        model = make_model(fits, rows, source, X.shape if hasattr(X, "shape") else (len(X),))
        if callable(self.kernel):
            self._support_objects = take_rows(X, model.support)
        self._keep(model)
        return self

    def _problem(self, source: Source, w: Array) -> DualProblem:
        """The dual of all rows, without y, which each pair has of its own."""
        limit = self.max_iter if self.max_iter >= 0 else max(MOST_STEPS, 100 * len(w))
        bounds = (float(self.tol), limit, self.cache_size, self.shrinking, self.n_jobs)
        return DualProblem(source, np.empty(0), self.C * w, *bounds)

    def _wants_probabilities(self) -> bool:
        return isinstance(self.probability, bool | np.bool_) and bool(self.probability)

    # --- deciding

    def _pair_values(self, X: Any, *, signs: bool = False) -> Array:
        """f_ij (n, pairs); for two classes positive for the second. With `signs`, only their signs are
        exact.
        """
        require_fit(self)
        X, model = self._given(X, reset=False), self.model_
        if self.kernel == "linear":
            return linear_scores(X, self._weights, model.intercept, self.n_jobs)
        support = self._support()
        machines = Machines(support, model.n_support, model.dual_coef, model.intercept)
        if callable(self.kernel) or self.kernel == "precomputed":
            return combine_pairs_in_blocks(lambda s, e: self._kernel_block(X[s:e]), number_of(X), machines)
        return (pair_signs if signs and not self.break_ties else pair_values)(X, machines, self.n_jobs)

    def decision_function(self, X: MatrixLike) -> Array:
        """f(x) (n,) for two classes, positive for the second; else (n, K), or (n, pairs) for "ovo"."""
        values = self._finite(self._pair_values(X), X)
        K = len(self.classes_)
        if K == 2:
            return values[:, 0]
        return class_confidences(values, K) if self.decision_function_shape == "ovr" else values

    def _winners(self, values: Array) -> Array:
        K = len(self.classes_)
        if self.break_ties and self.decision_function_shape == "ovo":
            raise UsageError("svm.break_ties")
        if self.break_ties and K > 2:
            return np.argmax(class_confidences(values, K), axis=1)
        return vote(values, K)

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) of each row: the second of two where f(x) ≥ 0; equal votes go to the first class."""
        winners = self._winners(self._pair_values(X, signs=True))
        return self.classes_[winners]

    @available_if(lambda self: self._wants_probabilities())
    def predict_proba(self, X: MatrixLike) -> Array:
        """Probability of each class, (n, K), columns as in `classes_`; the largest is that of `predict`."""
        values, slopes = self._finite(self._pair_values(X), X), self.model_.slopes
        if not len(slopes):
            raise NotFittedError(UsageError("svm.no_slopes").text("en"))
        return class_probabilities(values, slopes, self._winners(values), self.model_.n_support)

    @available_if(lambda self: self._wants_probabilities())
    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def slack(self, X: MatrixLike, y: ArrayLike) -> Array:
        """ξ = max(0, 1 - y f(x)) (n,); for K > 2 classes (n, pairs), NaN where not in the pair."""
        values, codes = self._pair_values(X), code_labels(column_or_1d(y), self.classes_)
        return slacks(values, codes, len(self.classes_))
