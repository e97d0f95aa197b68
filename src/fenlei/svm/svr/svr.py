r"""Support vector regression.

Model: f(x) = Σ (α_i - α*_i) κ(x_i, x) + b, as flat as possible, with a tube of half-width ε around it: errors
up to ε cost nothing, larger ones C w_i per unit beyond it:

    minimise  ½ ‖w‖² + C Σ w_i max(0, |y_i - f(x_i)| - ε)

The dual and its solution are in `tube`; rows inside the tube are no support vectors.

Cost: that of `SVC` with twice as many rows. Not mergeable: the dual couples all rows.
Reference: Smola and Schölkopf 2004; Hastie, Tibshirani and Friedman 2009, section 12.3.6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.attributes import Public, as_field
from fenlei.contract.checked_rows import float_targets
from fenlei.contract.estimator import require_fit
from fenlei.contract.regressor import Regressor
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import DataError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.parameters import (
    BOOLEAN,
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
from fenlei.svm.kernel_rows import KernelRows
from fenlei.svm.svc.decision import Machines, combine_pairs_in_blocks, pair_values
from fenlei.svm.svc.fit_warnings import kernel_name
from fenlei.svm.svc.record import NO_VECTORS, VECTOR_FIELDS, support_vectors, vector_fields
from fenlei.svm.svc.svc import C_LIMIT, KERNELS, KernelName
from fenlei.svm.svc.training import kernel_source, number_of, take_rows, take_square
from fenlei.svm.svr.record import SVRModel, check_tube
from fenlei.svm.svr.tube import TubeFit, fit_tube
from fenlei.table.rows import positive
from fenlei.trace import tell
from fenlei.weights import check_weights

if TYPE_CHECKING:
    from collections.abc import Mapping


class TubeRows(NamedTuple):
    """Rows that have weight."""

    X: Any  # a precomputed matrix (n, n), or a list of objects, too
    y: Array  # (n,)
    w: Array  # (n,)
    position: Array  # (n,) among all rows


class SVR(KernelRows, Regressor):
    r"""Support vector regression with a tube of half-width ε.

    Parameters
    ----------
    kernel : str or callable, default="rbf"
        As of `SVC`; so are `degree`, `gamma` and `coef0`.
    degree : int, default=3
    gamma : {"scale", "auto"} or float, default="scale"
    coef0 : float, default=0.0
    tol : float, default=1e-3
        Largest violation of the optimality conditions, `kkt_residual_`, in units of y.
    C : float, default=1.0
        Price of an error beyond the tube; `inf` is a tube that holds all rows, refused with a DataError if
        there is none.
    epsilon : float, default=0.1
        ε, up to which an error costs nothing, at least 0.
    shrinking : bool, default=True
        Leave rows that stay at a bound out of the passes; only for more than 1024 rows.
    cache_size : float, default=200
        Megabytes for Gram matrices and kernel rows.
    verbose : bool, default=False
        Print the number of steps and the violation that is left.
    max_iter : int, default=-1
        Most pair steps; -1 is ten million, or 200 n.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    support_ : ndarray of shape (s,)
        Training rows on the edge of the tube or outside it.
    support_vectors_ : ndarray or CSR matrix of shape (s, p)
    n_support_ : ndarray of shape (1,)
    dual_coef_ : ndarray or CSR matrix of shape (1, s)
        α - α*: positive for rows above the tube.
    coef_ : ndarray or CSR matrix of shape (1, p)
        w, for the linear kernel only.
    intercept_ : ndarray of shape (1,)
    kkt_residual_ : float
        Violation of the optimality conditions that is left.
    n_iter_ : int
    fit_status_ : int
        0 converged, 1 stopped before.
    shape_fit_ : tuple
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `n_jobs`, Laplacian kernels; weights mean repetition also in gamma="scale",
    and rows of weight 0 are left out; with at most 1024 rows the solution is exact whatever `tol` is; a
    kernel that is a function is called with the support vectors, not with all training rows, to predict, and
    its model cannot be saved to a model file.

    Examples
    --------
    A line through four points with a tube of ½: the flattest line that errs by no more.

    >>> model = SVR(kernel="linear", C=10.0, epsilon=0.5).fit([[0], [1], [2], [3]], [0, 1, 2, 3])
    >>> model.coef_.round(6).tolist(), model.intercept_.round(6).tolist()
    ([[0.666667]], [0.5])
    >>> model.support_.tolist(), model.dual_coef_.round(6).tolist()
    ([0, 3], [[-0.222222, 0.222222]])
    """

    Model = SVRModel
    _sparse = True
    _public: ClassVar[dict[str, Public]] = {"support_vectors_": Public("support_vectors", needed=False)}
    _limits: ClassVar[dict[str, Limit]] = {
        "kernel": either(one_of(*KERNELS), FUNCTION),
        "degree": integer(0),
        "gamma": either(one_of("scale", "auto"), real(0)),
        "coef0": real(),
        "tol": above(0),
        "C": C_LIMIT,
        "epsilon": real(0),
        "shrinking": BOOLEAN,
        "cache_size": above(0),
        "verbose": either(BOOLEAN, integer(0)),
        "max_iter": integer(-1),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        kernel: KernelName | Callable[[Any, Any], ArrayLike] = "rbf",
        degree: int = 3,
        gamma: float | Literal["scale", "auto"] = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        C: float = 1.0,
        epsilon: float = 0.1,
        shrinking: bool = True,
        cache_size: float = 200,
        verbose: bool | int = False,
        max_iter: int = -1,
        n_jobs: int | None = None,
    ) -> None:
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.C = C
        self.epsilon = epsilon
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.n_jobs = n_jobs

    # --- fitting

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, p), or (n, n) for a precomputed kernel, and y (n,), each row weighted by
        sample_weight (n,).
        """
        check_parameters(self, self._limits)
        require_target(self, y)
        X = self._given(X, reset=True)
        rows = self._rows_with_weight(X, y, sample_weight)
        source = kernel_source(self, rows)
        limit = self.max_iter if self.max_iter >= 0 else max(MOST_STEPS, 200 * len(rows.y))
        bounds = (float(self.tol), limit, self.cache_size, bool(self.shrinking), self.n_jobs)
        found = fit_tube(DualProblem(source, rows.y, self.C * rows.w, *bounds), rows.y, float(self.epsilon))
        self._refuse_or_warn(found, rows.y)
        shape = X.shape if hasattr(X, "shape") else (len(X),)
        own = np.flatnonzero(found.beta)
        vectors = NO_VECTORS if source.kernel.name == "precomputed" else vector_fields(rows.X[own])
        if callable(self.kernel):
            self._support_objects = take_rows(rows.X, own)
        self._keep(
            SVRModel(
                rows.position[own].astype(np.int32),
                *vectors,
                found.beta[own][None],
                np.array([found.intercept]),
                np.array(found.solution.gap),
                np.array(found.solution.n_iter),
                np.asarray(source.kernel.gamma, dtype=np.float64),
                np.array((*shape, 0)[:2], dtype=np.int64),
            )
        )
        return self

    def _rows_with_weight(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> TubeRows:
        targets = self._check_target(y, reset=True)
        check_consistent_length(np.empty(number_of(X)), targets)
        w = check_weights(sample_weight, len(targets))
        w = np.ones(len(targets)) if w is None else w
        index, targets, w = positive(np.arange(len(targets)), targets, w)
        part = take_square if self.kernel == "precomputed" else take_rows
        assert w is not None
        return TubeRows(part(X, index), targets, w, index)

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        return float_targets(column_or_1d(y, warn=True), estimator=self)

    def _refuse_or_warn(self, found: TubeFit, y: Array) -> None:
        name = type(self).__name__
        if not np.isfinite(found.solution.g).all() or not np.isfinite(found.intercept):
            if np.abs(y).max() > 1e150:
                self._refuse_range(y, "y")
            raise DataError("svm.kernel_values", estimator=name)
        if not found.solution.separable:
            raise DataError(
                "svm.no_tube", estimator=name, epsilon=self.epsilon, kernel=kernel_name(self.kernel)
            )
        if self.verbose:
            tell(f"{name}: {found.solution.n_iter} steps, gap {found.solution.gap:.3g}")
        if found.solution.gap > self.tol:
            facts = {"max_iter": self.max_iter, "gap": found.solution.gap, "tol": self.tol}
            warn("svm.stopped", ConvergenceWarning, estimator=name, **facts)

    def _keep(self, model: SVRModel) -> None:
        vectors = support_vectors(model, getattr(self, "n_features_in_", 0))
        self._publish(model, **({} if is_sparse(vectors) else {"support_vectors_": vectors}))
        self.support_vectors_, self.support_ = vectors, model.support
        self.n_support_ = np.array([len(model.support)], dtype=np.int32)
        self.dual_coef_ = sparse.csr_matrix(model.dual_coef) if is_sparse(vectors) else model.dual_coef
        self.intercept_, self.n_iter_ = model.intercept, int(model.n_iter)
        self.kkt_residual_ = float(model.kkt_residual)
        self.fit_status_ = int(self.kkt_residual_ > self.tol)
        self.shape_fit_ = tuple(model.shape_fit.tolist())

    def _fields_of(self, values: Mapping[str, object], record: SVRModel) -> dict[str, Array | None]:
        vectors = as_field(values["support_vectors_"])
        return dict(zip(VECTOR_FIELDS, vector_fields(vectors), strict=True))

    def _attribute_sizes(self, record: SVRModel) -> dict[str, int]:
        return {"v": len(record.support), "f": self.n_features_in_}

    def _check_model(self, model: SVRModel) -> None:
        check_tube(model, self.n_features_in_, precomputed=self.kernel == "precomputed")

    @property
    def coef_(self) -> Any:
        """w (1, p) of the linear kernel."""
        if self.kernel != "linear":
            raise AttributeError("coef_ is only available when using a linear kernel")
        require_fit(self)
        coef = np.asarray(self.model_.dual_coef @ self.support_vectors_)
        coef.flags.writeable = False
        return sparse.csr_matrix(coef) if is_sparse(self.support_vectors_) else coef

    # --- prediction

    def predict(self, X: MatrixLike) -> Array:
        """f(x) (n,)."""
        require_fit(self)
        rows, model = self._given(X, reset=False), self.model_
        if not len(model.support):
            return np.full(number_of(rows), model.intercept[0])
        if self.kernel == "linear":
            coef = np.ascontiguousarray(np.asarray(model.dual_coef @ self.support_vectors_))
            return self._finite(linear_scores(rows, coef, model.intercept, self.n_jobs)[:, 0], X)
        two = np.array([len(model.support), 0])  # as the machine of two classes
        machine = Machines(self._support(), two, model.dual_coef, model.intercept)
        if callable(self.kernel) or self.kernel == "precomputed":
            found = combine_pairs_in_blocks(
                lambda s, e: self._kernel_block(rows[s:e]), number_of(rows), machine
            )
        else:
            found = pair_values(rows, machine, self.n_jobs)
        return self._finite(found[:, 0], X)
