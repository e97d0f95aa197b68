r"""Support vector classifier.

Two classes: f(x) = Σ α_i y_i κ(x_i, x) + b has the widest margin 2 / ‖w‖ between the classes in the space of
the kernel, except that row i may fall short of it by ξ_i at the price C w_i ξ_i (source 002, section 5.2;
source 004, chapter 5):

    minimise  ½ ‖w‖² + C Σ w_i ξ_i   subject to   y_i f(x_i) ≥ 1 - ξ_i,   ξ_i ≥ 0.

Solution through the dual: `smo`, `dual`, `blocks`. Decision: the sign of f; for K classes one machine for
each pair, and the most votes (`pairs`, `decision`). Probabilities: `probability`. C = ∞ is the hard margin,
Σ ξ_i = 0.

A row of weight w stands for w equal rows: the dual box of the row is w C, and β of equal rows adds up.
Not mergeable: the dual couples all rows.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import check_consistent_length, check_random_state, column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from fenlei.base import Classifier, Rows
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.threads import row_blocks
from fenlei.parameters import (
    BOOLEAN,
    CLASS_WEIGHT,
    N_JOBS,
    Limit,
    check_parameters,
    either,
    integer,
    one_of,
    real,
)
from fenlei.records import Field, check_places, check_record, refuse_record
from fenlei.svm.decision import Machines, class_confidences, pair_signs, pair_values, vote, weigh_blocks
from fenlei.svm.dual import MOST_STEPS, Problem, Solution, solve, working_set
from fenlei.svm.gram import Kernel, Source, centred, diagonal, gram, is_sparse, take
from fenlei.svm.pairs import PairFit, class_pairs, fit_pairs, pair_coefficients, tabulate
from fenlei.svm.probability import class_probabilities, cross_fitted, fit_slopes, row_keys
from fenlei.table.coding import code_labels, encode_labels
from fenlei.weights import check_weights, class_weights

KERNELS = ("linear", "poly", "rbf", "sigmoid", "laplacian", "laplacian_euclidean", "precomputed")
NO_SLOPES = np.empty(0)
CURVED = -1e-9  # curvature of a pair, relative to κ(x, x), that rounding does not explain
POSITIVE = float(np.finfo(np.float64).smallest_subnormal)
ABOVE_ZERO = Limit(real(POSITIVE).accepts, "a number above 0")


class SVCModel(NamedTuple):
    support: Annotated[Array, Field("s", "iu", low=0)]  # training rows, in order of class
    support_vectors: Annotated[
        Array | None, Field("v f", optional=True)
    ]  # dense; none for a given kernel matrix
    sparse_values: Annotated[Array | None, Field("z", optional=True)]  # sparse ones (CSR)
    sparse_columns: Annotated[Array | None, Field("z", "iu", low=0, optional=True)]
    sparse_rows: Annotated[Array | None, Field("*", "iu", low=0, optional=True)]
    n_support: Annotated[Array, Field("K", "iu", low=0)]
    dual_coef: Annotated[Array, Field("r s")]  # r = K - 1, layout in `pairs`
    intercept: Annotated[Array, Field("q")]  # q pairs
    midpoint: Annotated[Array, Field("q")]  # intercept by rule (b)
    margin: Annotated[Array, Field("q", low=0.0, high=np.inf)]
    dual_objective: Annotated[Array, Field("q")]
    kkt_residual: Annotated[Array, Field("q", low=-np.inf, high=np.inf)]
    n_iter: Annotated[Array, Field("q", "iu", low=0)]
    gamma: Annotated[Array, Field("", low=0.0)]
    class_weight: Annotated[Array, Field("K", low=0.0)]
    slopes: Annotated[Array, Field("* *", low=0.0)]  # of the probabilities, (q, 2) or empty
    shape_fit: Annotated[Array, Field("2", "iu", low=0)]


def scale_gamma(X: Any, w: Array | None) -> float:
    """1 / (p Var), Var the variance of all entries of X, weighted by rows; 1 if that is 0."""
    n, p = X.shape
    w = np.ones(n) if w is None else w
    sums = np.asarray(X.sum(axis=1, dtype=np.float64)).ravel()
    mean = float(w @ sums) / (w.sum() * p)
    if is_sparse(X):
        stored = np.diff(X.indptr)
        squared = np.repeat(w, stored) @ (X.data.astype(np.float64) - mean) ** 2 + w @ (p - stored) * mean**2
    else:
        blocks = ((X[s:e].astype(np.float64), w[s:e]) for s, e in row_blocks(n, p))
        squared = sum(float(weights @ ((rows - mean) ** 2).sum(axis=1)) for rows, weights in blocks)
    variance = float(squared) / (float(w.sum()) * p)
    return 1.0 / (p * variance) if variance > 0 else 1.0


class SVC(Classifier):
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
        Megabytes for Gram matrices.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight, and so on C, of each class's rows.
    verbose : bool, default=False
        Print a line for each pair of classes.
    max_iter : int, default=-1
        Most pair steps for each pair of classes; -1 is ten million, or 100 n.
    decision_function_shape : {"ovr", "ovo"}, default="ovr"
        Columns of `decision_function` for K > 2: one a class, or one a pair.
    break_ties : bool, default=False
        Decide between classes of equally many votes by confidence, not by order.
    random_state : int, RandomState or None, default=None
        Deals rows out to the folds of `probability`; None deals them out in their order.
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
    coef_ : ndarray or CSR matrix of shape (pairs, p)
        w, for the linear kernel only.
    intercept_ : ndarray of shape (pairs,)
        b by the documents' rule (a), from the support vectors that are not at a bound.
    intercept_midpoint_ : ndarray of shape (pairs,)
        b by rule (b), half way between the nearest rows of either class; equal to (a) for a hard margin.
    margin_ : ndarray of shape (pairs,)
        2 / ‖w‖.
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
    gamma="scale" and class_weight="balanced", and rows of weight 0 are not there; with at most 2048 rows the
    solution is exact whatever `tol` is; probabilities never contradict `predict`, are not deprecated, and
    have slopes in place of `probA_` and `probB_`; a decision value of exactly 0 is for the first class; rows
    may be sparse at prediction and dense at fit, or the reverse; a kernel found not to be positive
    semi-definite gets a warning; float32 rows are used as they are; a model whose kernel is a function
    cannot be saved to a model file. There is no cache of kernel rows: `cache_size` bounds the Gram matrix of
    the working set.

    Examples
    --------
    Source 002, example 5.2, with the optimum that the document misses:

    >>> X, y = [[0, 0], [1, 0], [2, 0], [0, 2]], [1, 1, -1, -1]
    >>> model = SVC(C=np.inf, kernel="linear").fit(X, y)
    >>> model.coef_.round(6).tolist(), model.intercept_.round(6).tolist()
    ([[-2.0, -2.0]], [3.0])
    >>> model.dual_objective_.round(6).tolist(), model.intercept_midpoint_.round(6).tolist()
    ([4.0], [3.0])
    >>> np.abs(model.dual_coef_).round(6).tolist(), model.support_.tolist(), model.margin_.round(7).tolist()
    ([[3.0, 1.0, 4.0]], [2, 3, 1], [0.7071068])
    """

    Model = SVCModel
    _sparse = True
    _limits: ClassVar[dict[str, Limit]] = {
        "C": Limit(real(POSITIVE, np.inf).accepts, "a number above 0, or inf"),
        "kernel": either(one_of(*KERNELS), Limit(callable, "a function")),
        "degree": integer(0),
        "gamma": either(one_of("scale", "auto"), real(0)),
        "coef0": real(),
        "shrinking": BOOLEAN,
        "probability": either(BOOLEAN, one_of("deprecated")),
        "tol": ABOVE_ZERO,
        "cache_size": ABOVE_ZERO,
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
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: Any = "deprecated",
        tol: float = 1e-3,
        cache_size: float = 200,
        class_weight: Any = None,
        verbose: Any = False,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: Any = None,
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

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.input_tags.sparse = self.kernel != "precomputed"
        return tags

    # --- fitting

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit to X (n, p), or (n, n) for a precomputed kernel, and y (n,), each row weighted by
        sample_weight (n,).
        """
        rows, kept, shape = self._rows(X, y, sample_weight)
        source = self._source(rows)
        fits = self._fit_pairs(source, rows)
        self._say_how_it_ended(fits, float(diagonal(source).max()))
        self._keep(self._model(fits, source, rows, kept, shape))
        return self

    def _rows(self, X: Any, y: Any, sample_weight: Any) -> tuple[Rows, Array, tuple[int, ...]]:
        """Rows that have weight, their places among all, and the shape of all."""
        check_parameters(self, self._limits)
        X = self._given(X, reset=True)
        n = _number(X)
        y = column_or_1d(y, warn=True)
        check_consistent_length(range(n), y)
        w = check_weights(sample_weight, n)
        kept = np.arange(n) if w is None else np.flatnonzero(w)
        self.classes_, codes = encode_labels(y[kept])
        own = None if w is None else w[kept]
        w = class_weights(self, codes, self.classes_, own)
        first = np.unique(codes, return_index=True)[1]
        self.class_weight_ = (
            np.ones(len(first)) if w is None else w[first] / (1.0 if own is None else own[first])
        )
        if w is not None and not w.all():  # a class weight of 0: that class is not there
            there = np.flatnonzero(self.class_weight_)
            kept, codes, w = kept[w > 0], np.searchsorted(there, codes[w > 0]), w[w > 0]
            self.classes_, self.class_weight_ = self.classes_[there], self.class_weight_[there]
        if len(self.classes_) < 2:
            raise DataError("discriminant.classes", estimator=type(self).__name__, K=len(self.classes_))
        shape = X.shape if hasattr(X, "shape") else (n,)
        X = X[np.ix_(kept, kept)] if self.kernel == "precomputed" and len(kept) < n else _part(X, kept)
        return Rows(X, codes, w), kept, tuple(shape)

    def _given(self, X: Any, *, reset: bool) -> Any:
        """X as floats, checked; as it came if the kernel is a function."""
        if callable(self.kernel):
            if reset and len(getattr(X, "shape", ())) == 2:
                self.n_features_in_ = X.shape[1]
            return np.asarray(X) if hasattr(X, "iloc") else X
        if is_sparse(X) and self.kernel == "precomputed":
            raise UsageError("svm.sparse_precomputed")
        X = self._as_floats(X, reset=reset)
        self._refuse_non_finite(X)
        if reset and self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise DataError("svm.square", shape=X.shape)
        return X if is_sparse(X) else np.ascontiguousarray(X)

    def _source(self, rows: Rows) -> Source:
        X = rows.X
        if callable(self.kernel):
            return Source(self._call_kernel(X, X), Kernel("precomputed"))
        if self.kernel == "precomputed":
            return Source(X, Kernel("precomputed"))
        gamma = self._gamma_of(X, rows.w)
        source = Source(X, Kernel(self.kernel, gamma, float(self.coef0), int(self.degree)))
        with np.errstate(over="ignore", invalid="ignore"):
            finite = np.isfinite(diagonal(source)).all()
        if not finite:
            raise DataError("svm.kernel_values", estimator=type(self).__name__)
        return source

    def _gamma_of(self, X: Any, w: Array | None) -> float:
        if isinstance(self.gamma, str):
            return scale_gamma(X, w) if self.gamma == "scale" else 1.0 / X.shape[1]
        return float(self.gamma)

    def _call_kernel(self, X: Any, Z: Any) -> Array:
        """Gram matrix of the user's function, checked."""
        values = self.kernel(X, Z)
        values = np.ascontiguousarray(values.toarray() if is_sparse(values) else values, dtype=np.float64)
        n, m, name = _number(X), _number(Z), type(self).__name__
        if values.shape != (n, m):
            raise DataError("svm.kernel_shape", estimator=name, shape=values.shape, n=n, m=m)
        if not np.isfinite(values).all():
            raise DataError("svm.kernel_values", estimator=name)
        return values

    def _fit_pairs(self, source: Source, rows: Rows) -> list[PairFit]:
        w = np.ones(len(rows.codes)) if rows.w is None else rows.w
        limit = self.max_iter if self.max_iter >= 0 else max(MOST_STEPS, 100 * len(w))

        keys = row_keys(source) if self._wants_probabilities() else None
        shared = self._shared(source)

        def make(chosen: Array, y: Array, n_jobs: int | None) -> Problem:
            C, part = self.C * w[chosen], take(shared, chosen)
            return Problem(part, y, C, self.tol, limit, self.cache_size, self.shrinking, n_jobs)

        def slopes(problem: Problem, solution: Solution, chosen: Array) -> Array:
            if keys is None or not solution.separable:
                return NO_SLOPES
            state = None if self.random_state is None else check_random_state(self.random_state)
            values = cross_fitted(problem, solution, keys[chosen], state)
            turned = -1.0 if len(self.classes_) == 2 else 1.0
            return fit_slopes(turned * values, turned * problem.y, w[chosen])

        return fit_pairs(rows.codes, len(self.classes_), make, solve, slopes, self.n_jobs)

    def _shared(self, source: Source) -> Source:
        """The whole Gram matrix, if several machines can use it and it fits."""
        several = len(self.classes_) > 2 or self._wants_probabilities()
        if (
            not several
            or source.kernel.name == "precomputed"
            or source.X.shape[0] > working_set(self.cache_size)
        ):
            return source
        middle = centred(source)
        return Source(gram(middle, middle, self.n_jobs), Kernel("precomputed"))

    def _wants_probabilities(self) -> bool:
        return isinstance(self.probability, bool | np.bool_) and bool(self.probability)

    def _say_how_it_ended(self, fits: list[PairFit], largest: float) -> None:
        name, labels = type(self).__name__, self.classes_.tolist()
        kernel = self.kernel if isinstance(self.kernel, str) else getattr(self.kernel, "__name__", "function")
        for (i, j), fit in zip(class_pairs(len(labels)), fits, strict=True):
            if self.verbose:
                solution, pair = fit.solution, f"{labels[i]} / {labels[j]}"
                print(f"{name}: {pair}: {solution.n_iter} steps, gap {solution.gap:.3g}")
            if not fit.solution.separable:
                raise DataError(
                    "svm.infeasible", estimator=name, first=labels[i], second=labels[j], kernel=kernel
                )
            if not np.isfinite(fit.solution.g).all():
                raise DataError("svm.kernel_values", estimator=name)
        bend = min(fit.solution.bend for fit in fits)
        if bend < CURVED * max(abs(largest), 1e-300):
            warn("svm.not_semidefinite", DegenerateDataWarning, estimator=name, kernel=kernel, bend=bend)
        gap = max(fit.solution.gap for fit in fits)
        self.fit_status_ = int(gap > self.tol)
        if self.fit_status_:
            warn(
                "svm.stopped",
                ConvergenceWarning,
                estimator=name,
                max_iter=self.max_iter,
                gap=gap,
                tol=self.tol,
            )

    def _model(
        self, fits: list[PairFit], source: Source, rows: Rows, kept: Array, shape: tuple[int, ...]
    ) -> SVCModel:
        K = len(self.classes_)
        table = tabulate(fits, rows.codes, K)
        turned = -1.0 if K == 2 else 1.0
        if callable(self.kernel):
            self._support_objects = _part(rows.X, table.support)
        return SVCModel(
            kept[table.support].astype(np.int32),
            *self._support_fields(rows.X, table.support),
            table.n_support,
            turned * table.dual_coef,
            turned * np.array([fit.facts.intercept for fit in fits]),
            turned * np.array([fit.facts.midpoint for fit in fits]),
            np.array([fit.facts.margin for fit in fits]),
            np.array([fit.facts.dual_objective for fit in fits]),
            np.array([fit.solution.gap for fit in fits]),
            np.array([fit.solution.n_iter for fit in fits], dtype=np.int64),
            np.asarray(source.kernel.gamma, dtype=np.float64),
            self.class_weight_,
            np.stack([fit.slopes for fit in fits]) if self._wants_probabilities() else np.empty((0, 2)),
            np.array((*shape, 0)[:2], dtype=np.int64),
        )

    def _support_fields(
        self, X: Any, support: Array
    ) -> tuple[Array | None, Array | None, Array | None, Array | None]:
        if callable(self.kernel) or self.kernel == "precomputed":
            return None, None, None, None
        vectors = X[support]
        if is_sparse(vectors):
            return None, vectors.data, vectors.indices, vectors.indptr
        return vectors, None, None, None

    def _keep(self, model: SVCModel) -> None:
        self.model_ = model
        self.support_, self.n_support_ = model.support, model.n_support
        self.shape_fit_ = tuple(model.shape_fit.tolist())
        self.class_weight_ = model.class_weight
        self.support_vectors_ = self._support_vectors(model)
        in_rows = is_sparse(self.support_vectors_)
        self.dual_coef_ = sparse.csr_matrix(model.dual_coef) if in_rows else model.dual_coef
        self.intercept_, self.intercept_midpoint_ = model.intercept, model.midpoint
        self.margin_, self.dual_objective_, self.kkt_residual_ = (
            model.margin,
            model.dual_objective,
            model.kkt_residual,
        )
        self.n_iter_ = model.n_iter
        self.fit_status_ = int(bool((model.kkt_residual > self.tol).any()))

    def _support_vectors(self, model: SVCModel) -> Any:
        if model.sparse_rows is not None:
            parts: Any = (model.sparse_values, model.sparse_columns, model.sparse_rows)
            return sparse.csr_matrix(parts, shape=(len(model.support), self.n_features_in_))
        return np.empty((0, 0)) if model.support_vectors is None else model.support_vectors

    def _check_model(self, model: SVCModel) -> None:
        K, p = len(self.classes_), self.n_features_in_
        pairs = K * (K - 1) // 2
        check_record(model, K=K, f=p, r=K - 1, q=pairs)
        s = len(model.support)
        check_places("n_support", np.concatenate([[0], np.cumsum(model.n_support)]), K, s)
        if len(model.slopes) not in (0, pairs) or model.slopes.shape[1] != 2:
            raise refuse_record("slopes", f"shape {model.slopes.shape}", f"({pairs}, 2)")
        if self.kernel == "precomputed":
            if s and model.support.max() >= p:
                raise refuse_record("support", "rows out of range", f"rows below {p}")
        elif model.support_vectors is not None:
            if len(model.support_vectors) != s:
                raise refuse_record("support_vectors", f"{len(model.support_vectors)} rows", f"{s} rows")
        else:
            self._check_sparse(model, s, p)

    def _check_sparse(self, model: SVCModel, s: int, p: int) -> None:
        if model.sparse_values is None or model.sparse_columns is None or model.sparse_rows is None:
            raise refuse_record("support_vectors", "nothing", "support vectors")
        check_places("sparse_rows", model.sparse_rows, s, len(model.sparse_values))
        if len(model.sparse_columns) and model.sparse_columns.max() >= p:
            raise refuse_record("sparse_columns", "columns out of range", f"columns below {p}")

    # --- deciding

    def _pair_values(self, X: Any, *, signs: bool = False) -> Array:
        """f_ij (n, pairs); for two classes positive for the second. With `signs`, only their signs are
        exact.
        """
        check_is_fitted(self, "model_")
        X, model = self._given(X, reset=False), self.model_
        support = Source(self.support_vectors_, self._kernel())
        machines = Machines(support, model.n_support, model.dual_coef, model.intercept)
        if callable(self.kernel):
            objects = self._support_objects
            return weigh_blocks(lambda s, e: self._call_kernel(X[s:e], objects), _number(X), machines)
        if self.kernel == "precomputed":
            return weigh_blocks(lambda s, e: X[s:e, model.support], len(X), machines)
        if self.kernel == "linear":
            return np.asarray(X @ _dense(self.coef_).T) + model.intercept
        if signs and not self.break_ties:
            return pair_signs(X, machines, self.n_jobs)
        return pair_values(X, machines, self.n_jobs)

    def _kernel(self) -> Kernel:
        name = self.kernel if isinstance(self.kernel, str) else "precomputed"
        return Kernel(name, float(self.model_.gamma), float(self.coef0), int(self.degree))

    def decision_function(self, X: Any) -> Array:
        """f(x) (n,) for two classes, positive for the second; else (n, K), or (n, pairs) for "ovo"."""
        values = self._pair_values(X)
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

    def predict(self, X: Any) -> Array:
        """Class (n,) of each row; ties go to the first class."""
        values = self._pair_values(X, signs=True)
        return self.classes_[self._winners(values)]

    @available_if(lambda self: self._wants_probabilities())
    def predict_proba(self, X: Any) -> Array:
        """Probability of each class, (n, K), columns as in `classes_`; the largest is that of `predict`."""
        values = self._pair_values(X)
        slopes, K = self.model_.slopes, len(self.classes_)
        if not len(slopes):
            raise NotFittedError(UsageError("svm.no_slopes").text("en"))
        return class_probabilities(values, slopes, self._winners(values), K)

    @available_if(lambda self: self._wants_probabilities())
    def predict_log_proba(self, X: Any) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def slack(self, X: Any, y: Any) -> Array:
        """ξ = max(0, 1 - y f(x)) (n,); for K > 2 classes (n, pairs), NaN where not in the pair."""
        values = self._pair_values(X)
        K = len(self.classes_)
        codes = code_labels(column_or_1d(y), self.classes_)
        if K == 2:
            return np.maximum(0.0, 1.0 - np.where(codes == 1, 1.0, -1.0) * values[:, 0])
        out = np.full(values.shape, np.nan)
        for k, (i, j) in enumerate(class_pairs(K)):
            own = (codes == i) | (codes == j)
            out[own, k] = np.maximum(0.0, 1.0 - np.where(codes[own] == i, 1.0, -1.0) * values[own, k])
        return out

    @property
    def coef_(self) -> Any:
        """w of each pair, (pairs, p)."""
        if self.kernel != "linear":
            raise AttributeError("coef_ is only available when using a linear kernel")
        check_is_fitted(self, "model_")
        model, vectors = self.model_, self.support_vectors_
        if len(model.n_support) == 2:
            coef = np.asarray(vectors.T @ model.dual_coef[0])[None, :]
        else:
            parts = pair_coefficients(model.dual_coef, model.n_support)
            coef = np.stack([np.asarray(vectors[places].T @ c) for places, c in parts])
        coef.flags.writeable = False
        return sparse.csr_matrix(coef) if is_sparse(vectors) else coef


def _number(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def _part(X: Any, rows: Array) -> Any:
    """Some of the rows of an array, or of the objects of a list."""
    if len(rows) == _number(X):
        return X
    if not hasattr(X, "shape"):
        return [X[i] for i in rows]
    return X[rows]


def _dense(X: Any) -> Array:
    return X.toarray() if is_sparse(X) else X
