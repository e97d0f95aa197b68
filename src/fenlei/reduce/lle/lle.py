r"""Locally linear embedding: coordinates in which each row is rebuilt from its neighbours as before.

Model: x_i ≈ Σ_j w_ij x_j over its k nearest rows, and the coordinates obey the same weights. Estimate: the
weights, or what replaces them in another variant, make a matrix M (`weights`); then

    min tr ZᵀMZ    subject to  ZᵀZ = I,  Zᵀ1 = 0.

1 is an eigenvector of M with eigenvalue 0, so Z are the next d eigenvectors and the minimum, the
`reconstruction_error_`, is the sum of their eigenvalues. They are found by Lanczos' method on (M + δI)⁻¹,
one sparse factorisation and a few dozen solutions. A new row goes to Σ_j w_j z_j, by its own weights on
the training rows nearest to it.

Cost: neighbours, O(n k³), and the factorisation, which is cheap for data of two or three dimensions and not
for many. Not mergeable. Reference: source 000, section 3.4.4, item 63; Roweis and Saul 2000.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh, splu
from sklearn.utils import check_random_state

from fenlei.annotations import RandomState
from fenlei.contract.attributes import Public
from fenlei.contract.estimator import require_fit
from fenlei.contract.transformer import Embedding, Projection
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.messages import foreign, phrase
from fenlei.neighbors.search.ready_made import nearest_neighbors
from fenlei.parameters import N_JOBS, RANDOM_STATE, Limit, integer, one_of, real
from fenlei.records import Field
from fenlei.reduce.eigenvectors import leading, upright
from fenlei.reduce.lle import weights
from fenlei.reduce.lle.weights import barycentric_weights, weight_matrix
from fenlei.reduce.neighbor_graph import ALGORITHM, NearestRows, NeighborsAlgorithm, check_magnitudes

if TYPE_CHECKING:
    from scipy.sparse import csc_array
    from sklearn.neighbors import NearestNeighbors

FEW = 200  # rows up to which a full decomposition is the faster one
SHIFT = 1e-13  # δ, relative to the mean of M's diagonal: M itself is singular


class LocallyLinearModel(NamedTuple):
    X: Annotated[Array, Field("n p")]  # training rows
    Z: Annotated[Array, Field("n d")]  # their coordinates
    error: Annotated[Array, Field("")]  # tr ZᵀMZ


def bottom_dense(M: csc_array, d: int) -> tuple[Array, Array]:
    """Eigenvalues 2 to d + 1 from below and their vectors, by a full decomposition."""
    found = leading(-M.toarray(), d + 1)
    return -found.values[1:], found.vectors[:, 1:]


def bottom_sparse(M: csc_array, d: int, tol: float, max_iter: int, start: Array) -> tuple[Array, Array]:
    """The same by Lanczos' method on (M + δI)⁻¹, from the vector `start`."""
    n = M.shape[0]
    delta = SHIFT * float(M.diagonal().mean())
    shifted = M.copy()
    shifted.setdiag(M.diagonal() + delta)
    with single_threaded_blas():
        try:
            factor = splu(
                shifted,
                permc_spec="MMD_AT_PLUS_A",
                diag_pivot_thresh=0.0,
                options={"SymmetricMode": True},
            )
            inverse = LinearOperator((n, n), matvec=factor.solve, dtype=np.float64)
            values, vectors = eigsh(
                M, d + 1, sigma=-delta, OPinv=inverse, tol=tol, maxiter=max_iter, v0=start
            )
        except (ArpackError, RuntimeError) as fault:
            raise DataError("manifold.arpack", reason=foreign(fault)) from fault
    order = np.argsort(values, kind="stable")[1:]
    return values[order], vectors[:, order]


class LocallyLinearEmbedding(Embedding, Projection):
    r"""Coordinates in which each row is rebuilt from its neighbours as before.

    Parameters
    ----------
    n_neighbors : int, default=5
        k.
    n_components : int, default=2
        d.
    reg : float, default=1e-3
        Regularisation of the weights, times the trace of C Cᵀ.
    eigen_solver : {"auto", "arpack", "dense"}, default="auto"
        "dense" decomposes M as a whole; "arpack" factorises M and finds the least eigenvalues; "auto" is
        the latter above 200 rows and below 9 components.
    tol : float, default=1e-6
        Relative accuracy of the eigenvalues by "arpack".
    max_iter : int, default=100
        Restarts of "arpack".
    method : {"standard", "hessian", "modified", "ltsa", "hessian_eigenmaps"}, default="standard"
        The variant. "hessian" is scikit-learn's, "hessian_eigenmaps" that of Donoho and Grimes; see Notes.
    hessian_tol, modified_tol : float, default=1e-4, 1e-12
        Sums below are taken for 0, in the two variants.
    neighbors_algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How neighbours are found; the answers are the same.
    random_state : int, RandomState or None, default=None
        Where "arpack" starts. It matters only where eigenvalues are equal.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    embedding_ : ndarray of shape (n, d)
        Columns of length 1, the largest entry positive.
    reconstruction_error_ : float
        tr ZᵀMZ.
    weights_ : csr_array of shape (n, n)
        w_ij, with which row i is rebuilt best from its k nearest rows, Σ_j w_ij = 1; computed when asked
        for. Only "standard" is defined by them alone; the other methods place new rows by them.
    nbrs_ : NearestNeighbors
        scikit-learn's search among the rows, made when it is read.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: signs are fixed; with random_state=None the start is fixed too, so that
    two fits agree; equal distances are in order of the row number. As in scikit-learn, "hessian" takes
    all that is orthogonal to the tangent plane, and with more than 1 + d (d + 3) / 2 neighbours equals
    "ltsa". "hessian_eigenmaps", which scikit-learn has not, takes the quadratic part alone, as Donoho and
    Grimes (2003) do.

    Examples
    --------
    Points along a spiral are laid out in their order.

    >>> angle = np.linspace(0, 3 * np.pi, 60)
    >>> X = np.column_stack([angle * np.cos(angle), angle * np.sin(angle)])
    >>> lle = LocallyLinearEmbedding(n_neighbors=4, n_components=1).fit(X)
    >>> steps = np.diff(lle.embedding_[:, 0])
    >>> bool((steps > 0).all() or (steps < 0).all())
    True
    >>> bool(np.allclose(lle.weights_.sum(axis=1), 1))
    True
    """

    Model = LocallyLinearModel
    _public: ClassVar[dict[str, Public]] = {"embedding_": Public("Z", needed=False)}
    _limits: ClassVar[dict[str, Limit]] = {
        "n_neighbors": integer(1),
        "n_components": integer(1),
        "reg": real(0.0),
        "eigen_solver": one_of("auto", "arpack", "dense"),
        "tol": real(0.0),
        "max_iter": integer(1),
        "method": one_of("standard", "hessian", "modified", "ltsa", "hessian_eigenmaps"),
        "hessian_tol": real(0.0),
        "modified_tol": real(0.0),
        "neighbors_algorithm": ALGORITHM,
        "random_state": RANDOM_STATE,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        n_neighbors: int = 5,
        n_components: int = 2,
        reg: float = 1e-3,
        eigen_solver: Literal["auto", "arpack", "dense"] = "auto",
        tol: float = 1e-6,
        max_iter: int = 100,
        method: Literal["standard", "hessian", "modified", "ltsa", "hessian_eigenmaps"] = "standard",
        hessian_tol: float = 1e-4,
        modified_tol: float = 1e-12,
        neighbors_algorithm: NeighborsAlgorithm = "auto",
        random_state: RandomState = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.n_components = n_components
        self.reg = reg
        self.eigen_solver = eigen_solver
        self.tol = tol
        self.max_iter = max_iter
        self.method = method
        self.hessian_tol = hessian_tol
        self.modified_tol = modified_tol
        self.neighbors_algorithm = neighbors_algorithm
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _embed(self, X: Array) -> LocallyLinearModel:
        X = np.asarray(X, dtype=np.float64)
        self._check_magnitudess(*X.shape)
        index = self._nearest_rows(X).kneighbors(X, self.n_neighbors, own=True)[1]
        M = self._matrix(X, index)
        if not np.isfinite(M.data).all():
            raise DataError("estimator.overflow", estimator=type(self).__name__, largest=np.abs(X).max())
        values, Z = self._bottom(M)
        return LocallyLinearModel(X, upright(Z), np.asarray(values.sum()))

    def _check_magnitudess(self, n: int, p: int) -> None:
        k, d = self.n_neighbors, self.n_components
        if d > p:
            name = type(self).__name__
            raise UsageError(
                "manifold.components", estimator=name, d=d, most=p, what=phrase("kind.input_dimension")
            )
        if k >= n:
            raise UsageError("manifold.lle_neighbors", n=n, k=k)
        quadratic = d * (d + 3) // 2 + 1
        least = {"hessian": quadratic, "hessian_eigenmaps": quadratic, "modified": d, "ltsa": d + 1}
        needed = least.get(self.method, 1)
        if k < needed:
            raise UsageError("manifold.lle_method", method=self.method, needed=needed, k=k)

    def _nearest_rows(self, X: Array) -> NearestRows:
        return NearestRows(X, algorithm=self.neighbors_algorithm, n_jobs=self.n_jobs)

    def _matrix(self, X: Array, index: Array) -> csc_array:
        """M of the method, sparse (n, n)."""
        d, n_jobs = self.n_components, self.n_jobs
        if self.method == "standard":
            return weights.standard(X, index, float(self.reg), n_jobs)
        if self.method.startswith("hessian"):
            quadratic = self.method == "hessian_eigenmaps"
            return weights.hessian(X, index, d, self.hessian_tol, n_jobs, quadratic)
        if self.method == "modified":
            return weights.modified(X, index, d, self.modified_tol, n_jobs)
        return weights.ltsa(X, index, d, n_jobs)

    def _bottom(self, M: csc_array) -> tuple[Array, Array]:
        n, d = M.shape[0], self.n_components
        if self.eigen_solver == "dense" or (self.eigen_solver == "auto" and (n <= FEW or d >= 9)):
            return bottom_dense(M, d)
        seed = 0 if self.random_state is None else self.random_state
        start = check_random_state(seed).uniform(-1, 1, n)
        return bottom_sparse(M, d, self.tol, self.max_iter, start)

    def _keep(self, model: LocallyLinearModel) -> None:
        self._publish(model, embedding_=model.Z)
        self._nearest = self._nearest_rows(model.X)
        self.reconstruction_error_ = model.error[()]
        self._n_features_out = model.Z.shape[1]

    @property
    def nbrs_(self) -> NearestNeighbors:
        """scikit-learn's search among the rows."""
        given = {name: getattr(self, name) for name in ("n_neighbors", "n_jobs")}
        return nearest_neighbors(self._nearest.X, algorithm=self.neighbors_algorithm, **given)

    @property
    def weights_(self) -> Any:
        """Weights w_ij (n, n) of the training rows, sparse, k in each row with the sum 1."""
        require_fit(self)
        X = self.model_.X
        index = self._nearest.kneighbors(X, self.n_neighbors, own=True)[1]
        return weight_matrix(X, index, float(self.reg), self.n_jobs)

    def _coordinates(self, X: Array) -> Array:
        self._refuse_non_finite(X)
        X = np.asarray(X, dtype=np.float64)
        model = self.model_
        index = self._nearest.kneighbors(X, self.n_neighbors)[1]
        w = barycentric_weights(X, model.X, index, float(self.reg), self.n_jobs)
        return np.einsum("ij,ijd->id", w, model.Z[index])

    def _check_model(self, model: LocallyLinearModel) -> None:
        super()._check_model(model)
        check_magnitudes(model.X)
