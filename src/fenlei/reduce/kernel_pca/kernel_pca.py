r"""Kernel principal component analysis.

Model: principal components of the images Φ(x) of the rows, which are met only in κ(x, z) = <Φ(x), Φ(z)>.
Estimate: eigenvectors u_k and eigenvalues λ_k of the centred Gram matrix J K J, J = I - 1 1ᵀ / n (n, n); the
axis in the space of the images is v_k = Σ_i u_ki (Φ(x_i) - mean) / √λ_k.
Reduction: z_k = <Φ(x) - mean, v_k> = Σ_i u_ki κ̃(x, x_i) / √λ_k, κ̃ the kernel centred as K was; of the i-th
training row √λ_k u_ki. The linear kernel gives the components of `PCA`.
Pre-image: x ≈ Aᵀ κ(z, Z), A = (κ(Z, Z) + α I)⁻¹ X, kernel ridge regression of the rows on their coordinates.

Cost: n² kernel values; then n² for each step of Lanczos if few components are wanted of many rows, else n³.
Reference: source 000, section 3.4.2, equation 3-73 (as corrected: the Gram matrix of rows, centred);
Schölkopf, Smola and Müller, Neural Computation 10 (1998) 1299-1319; Bakır, Weston and Schölkopf, NIPS 16.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args

import numpy as np
from scipy import linalg, sparse
from sklearn.exceptions import NotFittedError
from sklearn.utils import Tags, check_array

from fenlei.annotations import ArrayLike, Matrix, MatrixLike, RandomState
from fenlei.contract.attributes import Public
from fenlei.contract.estimator import FLOATS, require_fit
from fenlei.contract.transformer import Projection
from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks, single_threaded_blas
from fenlei.messages import any_of, listed, phrase
from fenlei.parameters import BOOLEAN, DICT, N_JOBS, NONE, RANDOM_STATE, Limit, either, integer, one_of, real
from fenlei.records import Field, check_offsets, check_record, refuse_record
from fenlei.reduce.eigenvectors import Spectrum, leading_centred
from fenlei.reduce.kernel_pca.kernel_matrix import KernelRule, given_matrix, kernel_matrix

NOTHING = 1e-12  # of the largest eigenvalue: what is less counts as 0
NOTHING_SINGLE = 2e-7  # the same for a matrix that is given in float32
INDEFINITE = 1e-5  # of the largest eigenvalue: what is below minus this is no rounding
KernelPCAKernel = Literal[
    "linear", "poly", "rbf", "sigmoid", "cosine", "laplacian", "laplacian_euclidean", "precomputed"
]
NAMES = get_args(KernelPCAKernel)
KERNEL = Limit(
    lambda value: callable(value) or (isinstance(value, str) and value in NAMES),
    any_of(listed(*map(repr, NAMES)), phrase("limit.function_of_rows")),
    NAMES,
)


class KernelPCAModel(NamedTuple):
    X: Annotated[Array | None, Field("m f", optional=True)]  # training rows; none for a given matrix
    sparse_values: Annotated[Array | None, Field("z", optional=True)]  # the same if they are sparse (CSR)
    sparse_columns: Annotated[Array | None, Field("z", "iu", low=0, optional=True)]
    sparse_rows: Annotated[Array | None, Field("*", "iu", low=0, optional=True)]
    means: Annotated[Array, Field("n")]  # of the rows of K
    gamma: Annotated[Array, Field("", low=0.0)]
    values: Annotated[Array, Field("d", low=0.0)]  # λ
    vectors: Annotated[Array, Field("n d")]  # u
    dual: Annotated[Array | None, Field("n *", optional=True)]  # A, if pre-images were asked for


def positive_part(found: Spectrum, nothing: float = NOTHING) -> Spectrum:
    """Eigenvalues with rounding taken for 0; a matrix that is not positive semi-definite is refused."""
    values = found.values
    largest = np.abs(values).max(initial=0.0)
    if (values < -INDEFINITE * largest).any():
        raise DataError("kernel_pca.indefinite", least=values.min(), largest=values.max())
    return Spectrum(np.where(values > nothing * largest, values, 0.0), found.vectors)


def axes_of(model: KernelPCAModel) -> Array:
    """u_k / √λ_k (n, d); 0 where there is no spread."""
    values = np.asarray(model.values, np.float64)
    return model.vectors * np.where(values > 0, 1.0 / np.sqrt(np.maximum(values, 1e-300)), 0.0)


class KernelPCA(Projection):
    r"""Principal components of the images of rows under a kernel.

    Parameters
    ----------
    n_components : int or None, default=None
        Number of components; None keeps all that have spread.
    kernel : str or callable, default="linear"
        "linear", "poly", "rbf", "sigmoid", "cosine", "precomputed", as in scikit-learn; "laplacian" with
        the sum of absolute differences, "laplacian_euclidean" with the Euclidean norm, as in source 004; or a
        function of two rows.
    gamma : float or None, default=None
        γ of the kernels that have one; None is 1 / p.
    degree, coef0 : float, default=3 and 1
        Of "poly", and c of "poly" and "sigmoid".
    kernel_params : dict or None, default=None
        Further arguments of a kernel that is a function.
    alpha : float, default=1.0
        Penalty of the regression that finds pre-images.
    fit_inverse_transform : bool, default=False
        Whether to fit pre-images, for `inverse_transform`.
    eigen_solver : {"auto", "dense", "arpack", "randomized"}, default="auto"
        "dense" decomposes the whole matrix; the others use Lanczos' method where few components of many
        rows are wanted. All are exact.
    tol, max_iter : float and int or None, default=0 and None
        Of Lanczos' method; 0 is machine precision.
    iterated_power, random_state
        Settings of a randomised solver, which is not used; checked, without effect.
    remove_zero_eig : bool, default=False
        Whether to drop components without spread also if `n_components` is given.
    copy_X : bool, default=True
        Whether to keep a copy of X in place of a reference.
    n_jobs : int or None, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    eigenvalues_ : ndarray of shape (d,)
        λ, descending; divided by n - 1 they are the variances of the components.
    eigenvectors_ : ndarray of shape (n, d)
        u, of unit length; the entry of largest absolute value is positive.
    dual_coef_, X_transformed_fit_ : ndarray of shape (n, p) and (n, d)
        A, and the coordinates of the training rows, if `fit_inverse_transform`.
    X_fit_ : ndarray or CSR matrix of shape (n, p)
        Training rows.
    gamma_ : float
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: more kernels; a matrix that is given must be symmetric once it is centred,
    and more components than rows give a warning; sparse rows have pre-images too, dense ones. Computation is
    in float64; coordinates are in the type of X.

    Examples
    --------
    >>> from fenlei.reduce import KernelPCA
    >>> rows = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [4.0, 4.0]]
    >>> KernelPCA(n_components=1, kernel="rbf", gamma=0.1).fit_transform(rows).round(4).tolist()
    [[-0.3704], [-0.3152], [-0.3152], [1.0008]]
    """

    Model = KernelPCAModel
    _sparse: ClassVar[bool] = True
    _public: ClassVar[dict[str, Public]] = {
        "eigenvalues_": Public("values", needed=False),
        "eigenvectors_": Public("vectors", needed=False),
        "gamma_": Public("gamma", needed=False),
        "X_fit_": Public("X", needed=False),
        "dual_coef_": Public("dual", needed=False),
    }
    _narrow = ("values", "vectors")
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": either(integer(1), NONE),
        "kernel": KERNEL,
        "gamma": either(real(0), NONE),
        "degree": real(0),
        "coef0": real(),
        "kernel_params": either(NONE, DICT),
        "alpha": real(0),
        "fit_inverse_transform": BOOLEAN,
        "eigen_solver": one_of("auto", "dense", "arpack", "randomized"),
        "tol": real(0),
        "max_iter": either(integer(1), NONE),
        "iterated_power": either(one_of("auto"), integer(0)),
        "remove_zero_eig": BOOLEAN,
        "random_state": RANDOM_STATE,
        "copy_X": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        n_components: int | None = None,
        *,
        kernel: KernelPCAKernel | Callable[[Array, Array], ArrayLike] = "linear",
        gamma: float | None = None,
        degree: float = 3,
        coef0: float = 1,
        kernel_params: dict[str, Any] | None = None,
        alpha: float = 1.0,
        fit_inverse_transform: bool = False,
        eigen_solver: Literal["auto", "dense", "arpack", "randomized"] = "auto",
        tol: float = 0,
        max_iter: int | None = None,
        iterated_power: int | Literal["auto"] = "auto",
        remove_zero_eig: bool = False,
        random_state: RandomState = None,
        copy_X: bool = True,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params
        self.alpha = alpha
        self.fit_inverse_transform = fit_inverse_transform
        self.eigen_solver = eigen_solver
        self.tol = tol
        self.max_iter = max_iter
        self.iterated_power = iterated_power
        self.remove_zero_eig = remove_zero_eig
        self.random_state = random_state
        self.copy_X = copy_X
        self.n_jobs = n_jobs

    # --- fitting

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Fit to the rows of X (n, p), or to their kernel matrix (n, n) if `kernel` is "precomputed"."""
        rows = self._training_rows(X)
        self._refuse_unsupported(rows)
        gamma = 1.0 / rows.shape[1] if self.gamma is None else float(self.gamma)
        K = self._values(rows, rows, gamma)
        given = self.kernel == "precomputed"
        K, means = given_matrix(K, type(self).__name__) if given else (K, K.mean(axis=1))
        single = given and rows.dtype == np.float32
        found = self._decomposed(K, NOTHING_SINGLE if single else NOTHING)
        dual = self._regressed(rows, found, gamma) if self.fit_inverse_transform else None
        kept = self._fields(rows.copy() if self.copy_X else rows)
        model = KernelPCAModel(*kept, means, np.array(gamma), found.values, found.vectors, dual)
        self._keep(self._narrowed(model))
        return self

    def fit_transform(self, X: MatrixLike, y: ArrayLike | None = None, **params: object) -> Array:
        """Fit, and return the coordinates (n, d) of the rows, √λ u."""
        model = self.fit(X, y, **params).model_
        return model.vectors * np.sqrt(model.values)

    def _refuse_unsupported(self, X: Matrix) -> None:
        if self.kernel == "precomputed":
            if self.fit_inverse_transform:
                raise UsageError("kernel_pca.precomputed")
            if X.shape[0] != X.shape[1]:
                raise DataError("svm.square", shape=X.shape)

    def _values(self, A: Array, B: Array, gamma: float) -> Array:
        """κ(a, b) (n, m) of rows, finite."""
        params = (self.kernel_params or {}) if callable(self.kernel) else {}
        rule = KernelRule(self.kernel, gamma, float(self.coef0), float(self.degree), params)
        K = kernel_matrix(rule, A, B, self.n_jobs)
        if not np.isfinite(K).all():
            raise DataError("svm.kernel_values", estimator=type(self).__name__)
        return K

    def _decomposed(self, K: Array, nothing: float) -> Spectrum:
        """Eigenvectors of the centred matrix, as many as are asked for and have spread."""
        n = len(K)
        if self.n_components is not None and self.n_components > n:
            warn("reduce.fewer_components", estimator=type(self).__name__, came=self.n_components, most=n)
        d = n if self.n_components is None else min(int(self.n_components), n)
        dense = self.eigen_solver == "dense"
        settings: dict[str, Any] = {
            "dense": dense,
            "tol": self.tol,
            "max_iter": self.max_iter,
            "n_jobs": self.n_jobs,
        }
        found = positive_part(leading_centred(K, d, **settings), nothing)
        if self.remove_zero_eig or self.n_components is None:
            kept = found.values > 0
            return Spectrum(found.values[kept], np.ascontiguousarray(found.vectors[:, kept]))
        return found

    def _regressed(self, X: Array, found: Spectrum, gamma: float) -> Array:
        """A (n, p), the regression of the rows on their coordinates."""
        Z = found.vectors * np.sqrt(found.values)
        K = self._values(Z, Z, gamma)
        K[np.diag_indices_from(K)] += self.alpha
        try:
            with single_threaded_blas():
                triangle = linalg.cho_factor(K, lower=True, overwrite_a=True)
                return linalg.cho_solve(triangle, as_dense(X))
        except linalg.LinAlgError:
            raise DataError("kernel_pca.preimage", alpha=self.alpha) from None

    def _fields(self, X: Any) -> tuple[Any, Any, Any, Any]:
        """Training rows as the record keeps them."""
        if self.kernel == "precomputed":
            return None, None, None, None
        return (None, X.data, X.indices, X.indptr) if is_sparse(X) else (X, None, None, None)

    # --- what was learned

    def _keep(self, model: KernelPCAModel) -> None:
        self._publish(
            model,
            eigenvalues_=model.values,
            eigenvectors_=model.vectors,
            gamma_=float(model.gamma),
            X_fit_=model.X,
            **({} if model.dual is None else {"dual_coef_": model.dual}),
        )
        self._n_features_out = len(model.values)
        if model.sparse_values is not None:
            parts: Any = model.sparse_values, model.sparse_columns, model.sparse_rows
            self.X_fit_ = sparse.csr_matrix(parts, shape=(len(model.means), self.n_features_in_))
        if model.dual is not None:
            self.X_transformed_fit_ = model.vectors * np.sqrt(model.values)

    def _check_model(self, model: KernelPCAModel) -> None:
        n, p = len(model.means), self.n_features_in_
        check_record(model, n=n)
        if model.sparse_values is not None:
            if model.sparse_columns is None or model.sparse_rows is None:
                raise refuse_record(
                    "sparse_values", phrase("record.values_alone"), phrase("record.columns_too")
                )
            check_offsets("sparse_rows", model.sparse_rows, n, len(model.sparse_values))
            if model.sparse_columns.max(initial=0) >= p:
                raise refuse_record(
                    "sparse_columns", phrase("record.column_too_many"), phrase("record.columns_below", p=p)
                )
        elif self.kernel == "precomputed":
            if model.X is not None or n != p:
                raise refuse_record(
                    "means", phrase("record.length", length=n), phrase("record.length", length=p)
                )
        elif model.X is None or model.X.shape != (n, p):
            raise refuse_record("X", phrase("record.other_rows"), phrase("record.shape", shape=(n, p)))
        for values in (model.X, model.sparse_values):
            with np.errstate(over="ignore"):
                if values is not None and not np.isfinite(np.sum(values**2)):
                    raise refuse_record("X", phrase("record.overflowing"), phrase("record.smaller"))
        if model.dual is not None and model.dual.shape[1] != p:
            raise refuse_record(
                "dual", phrase("record.shape", shape=model.dual.shape), phrase("record.shape", shape=(n, p))
            )

    # --- coordinates and back

    def _coordinates(self, X: Array) -> Array:
        axes, model = axes_of(self.model_), self.model_
        grand = model.means.mean()
        coordinates = np.empty((X.shape[0], axes.shape[1]), np.result_type(X, model.vectors))
        rows: Any = self.X_fit_
        gamma = float(model.gamma)

        def block(start: int, stop: int) -> None:
            K = self._values(X[start:stop], rows, gamma)
            centred = K - K.mean(axis=1, keepdims=True) - (model.means - grand)
            coordinates[start:stop] = centred @ axes

        self._refuse_non_finite(X)
        run_blocks(block, row_blocks(X.shape[0], len(model.means)), self.n_jobs)
        return coordinates

    def inverse_transform(self, X: MatrixLike) -> Array:
        """Pre-images (n, p) of the coordinates X (n, d)."""
        require_fit(self)
        if self.model_.dual is None:
            raise NotFittedError(
                "The fit_inverse_transform parameter was not set to True when instantiating and hence the "
                "inverse transform is not available."
            )
        Z = check_array(X, dtype=FLOATS, input_name="X")
        if Z.shape[1] != self._n_features_out:
            raise DataError("kernel_pca.coordinates", came=Z.shape[1], d=self._n_features_out)
        K = self._values(Z, self.X_transformed_fit_, self.gamma_)
        with single_threaded_blas():
            return (K @ self.model_.dual).astype(Z.dtype, copy=False)

    def _pairwise(self) -> bool:
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
