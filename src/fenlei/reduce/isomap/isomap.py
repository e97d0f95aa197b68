r"""Isomap: classical scaling of distances along the data.

Model: rows lie on a curved sheet; what counts is the way along it. Each row is joined to its k nearest
(or to all within a radius) by an edge as long as their distance, and d_ij is the length of the shortest
path from row i to row j. Estimate: classical scaling of these lengths,

    B = -½ J D² J = V Λ Vᵀ,      Z = V_d Λ_d^½ ,

the d largest eigenvalues λ with their vectors. B need not be positive: a negative λ among them is taken
as 0. A new row x is joined to its own nearest rows; with δ_j the shortest way to row j,

    z(x) = ½ Λ^-½ Vᵀ (δ̄ - δ²),      δ̄_j the mean of d_ij² over i,

which gives a training row its own position. With L landmarks only their path lengths (L, n) are found, only
they are scaled, and every row gets its coordinates by that formula (de Silva and Tenenbaum 2003).

Cost: neighbours, O(n² k) for the paths, O(n²) for each pass over D, 8 n² bytes; with landmarks L takes
the position of one n. Not mergeable. Reference: source 000, section 3.4.4, item 62; Tenenbaum, de Silva and
Langford 2000.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from fenlei.annotations import ArrayLike, Matrix, MatrixLike, Metric
from fenlei.contract.attributes import Public
from fenlei.contract.size import Cost, check_size
from fenlei.contract.transformer import Embedding, Projection
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import run_blocks
from fenlei.messages import phrase
from fenlei.neighbors.search.ready_made import check_metric, nearest_neighbors, searched_rows
from fenlei.neighbors.search.search import Neighbours
from fenlei.parameters import N_JOBS, NONE, Limit, either, integer, one_of, real
from fenlei.records import Field, refuse_record
from fenlei.reduce.eigenvectors import Spectrum
from fenlei.reduce.isomap import scaling as spectrum
from fenlei.reduce.isomap.shortest_paths import path_lengths, predecessors, spread_out
from fenlei.reduce.neighbor_graph import (
    ALGORITHM,
    METRIC,
    METRIC_PARAMS,
    Graph,
    NearestRows,
    NeighborsAlgorithm,
    as_fields,
    check_fields,
    from_fields,
    neighbour_graph,
)

if TYPE_CHECKING:
    from sklearn.neighbors import NearestNeighbors

FEW = 200  # rows up to which a full decomposition is the faster one
QUERIES = 256  # rows to transform at a time


class IsomapModel(NamedTuple):
    X: Annotated[Array | None, Field("n p", optional=True)]  # rows; None if sparse or precomputed
    sparse: Annotated[tuple[Array, ...], Field("*", kind="fi", many="*")]  # CSR data, indices, indptr; or ()
    landmarks: Annotated[Array, Field("L", kind="i", low=0)]  # rows that were scaled: all, or some
    D: Annotated[Array, Field("L n", low=0.0)]  # path lengths from the landmarks
    V: Annotated[Array, Field("L d")]  # eigenvectors
    values: Annotated[Array, Field("d")]  # eigenvalues, falling


def eigenpairs(
    D: Array, d: int, solver: str, tol: float, max_iter: int | None, n_jobs: int | None
) -> Spectrum:
    """The d largest eigenvalues of B and their vectors, signs fixed."""
    n = len(D)
    few = n < 4 * (d + spectrum.SPARE)
    if few or solver == "dense" or (solver == "auto" and (n <= FEW or d >= 10)):
        return spectrum.dense_eigenpairs(D, d)
    return spectrum.krylov_eigenpairs(D, d, tol, max_iter, n_jobs)


def roots(values: Array) -> Array:
    """λ^½, 0 for eigenvalues that are not positive beyond rounding."""
    return np.sqrt(np.where(values > 1e-12 * abs(values).max(initial=0.0), values, 0.0))


def triangulate(square: Array, model: IsomapModel) -> Array:
    """½ Λ^-½ Vᵀ (δ̄ - δ²) of squared path lengths (m, L) to the landmarks; 0 where λ is."""
    root = roots(model.values)
    mean = np.square(model.D[:, model.landmarks]).mean(axis=1)
    return 0.5 * ((mean - square) @ model.V) * np.divide(1.0, root, out=np.zeros_like(root), where=root > 0)


@kernel
def ways(D: Array, start: Array, rows: Array, distance: Array, out_length: Array) -> None:
    """Shortest way (m, L) from new rows over their neighbours to the landmarks."""
    for j in range(D.shape[0]):
        from_landmark = D[j]
        for i in range(out_length.shape[0]):
            best = np.inf
            for e in range(start[i], start[i + 1]):
                best = min(best, from_landmark[rows[e]] + distance[e])
            out_length[i, j] = best


class Isomap(Embedding, Projection):
    r"""Coordinates that keep the distances along the data.

    Parameters
    ----------
    n_neighbors : int or None, default=5
        k. None if `radius` is given.
    radius : float or None, default=None
        Join all rows at most so far apart, instead of the k nearest.
    n_components : int, default=2
        d.
    eigen_solver : {"auto", "arpack", "dense"}, default="auto"
        "dense" decomposes B as a whole; "arpack" finds the largest eigenvalues in a block Krylov space;
        "auto" is the latter above 200 rows and below 10 components.
    tol : float, default=0
        Residual of an eigenvector, relative to the largest eigenvalue; 0 is as good as rounding allows.
    max_iter : int or None, default=None
        Passes over D before the full decomposition takes over; None is 300.
    path_method : {"auto", "FW", "D"}, default="auto"
        All give the same lengths, by the same method here.
    neighbors_algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How neighbours are found; the answers are the same.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    metric : str or callable, default="minkowski"
        As in `KNeighborsClassifier`; "precomputed" for distances (n, n), dense or a sparse graph.
    p : float, default=2
        Exponent of "minkowski".
    metric_params : dict, default=None
        Further parameters of the metric.
    landmarks : int or None, default=None
        Scale only so many rows, spread out along the data, and position the others by them.

    Attributes
    ----------
    embedding_ : ndarray of shape (n, d)
    dist_matrix_ : ndarray of shape (n, n), or (L, n) with landmarks
        Path lengths.
    landmarks_ : ndarray of shape (L,)
        The rows that were scaled.
    eigenvalues_ : ndarray of shape (d,)
        Of B, falling.
    predecessors_ : ndarray of shape (n, n)
        The row before row j on the shortest path from row i (from landmark i with `landmarks`), -1 where
        there is none; computed when it is read, not with metric "precomputed".
    nbrs_ : NearestNeighbors
        scikit-learn's search among the rows, made when it is read; not with metric "precomputed".
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `landmarks`; `eigenvalues_` is here and not in a `kernel_pca_`; NaN is
    refused under every metric; more components than rows are refused; components without a positive
    eigenvalue are 0, with a warning; a row to transform that has no neighbour within `radius` is refused; a
    fitted NearestNeighbors, KDTree or BallTree given for X must have the metric of the parameters. A graph in
    several parts is completed, as in scikit-learn, by the shortest edge between any two parts, with a
    warning.

    Examples
    --------
    Points along a half circle: the first coordinate is the way along it.

    >>> angle = np.linspace(0, np.pi, 9)
    >>> X = np.column_stack([np.cos(angle), np.sin(angle)])
    >>> isomap = Isomap(n_neighbors=2, n_components=1).fit(X)
    >>> float(isomap.dist_matrix_[0, -1].round(1))  # chord after chord, nearly π
    3.1
    >>> steps = np.diff(isomap.embedding_[:, 0])
    >>> bool((steps > 0).all() or (steps < 0).all())
    True
    """

    Model = IsomapModel
    _sparse = True
    _public: ClassVar[dict[str, Public]] = {"dist_matrix_": Public("D", needed=False)}
    _narrow = ("D",)
    _answer_fields = ("D",)
    _limits: ClassVar[dict[str, Limit]] = {
        "n_neighbors": either(NONE, integer(1)),
        "radius": either(NONE, real(0.0, np.inf)),
        "n_components": integer(1),
        "eigen_solver": one_of("auto", "arpack", "dense"),
        "tol": real(0.0),
        "max_iter": either(NONE, integer(1)),
        "path_method": one_of("auto", "FW", "D"),
        "neighbors_algorithm": ALGORITHM,
        "n_jobs": N_JOBS,
        "metric": METRIC,
        "p": real(1.0, np.inf),
        "metric_params": METRIC_PARAMS,
        "landmarks": either(NONE, integer(1)),
    }

    def __init__(
        self,
        *,
        n_neighbors: int | None = 5,
        radius: float | None = None,
        n_components: int = 2,
        eigen_solver: Literal["auto", "arpack", "dense"] = "auto",
        tol: float = 0,
        max_iter: int | None = None,
        path_method: Literal["auto", "FW", "D"] = "auto",
        neighbors_algorithm: NeighborsAlgorithm = "auto",
        n_jobs: int | None = None,
        metric: Metric = "minkowski",
        p: float = 2,
        metric_params: dict[str, Any] | None = None,
        landmarks: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.radius = radius
        self.n_components = n_components
        self.eigen_solver = eigen_solver
        self.tol = tol
        self.max_iter = max_iter
        self.path_method = path_method
        self.neighbors_algorithm = neighbors_algorithm
        self.n_jobs = n_jobs
        self.metric = metric
        self.p = p
        self.metric_params = metric_params
        self.landmarks = landmarks

    _fit_cost = Cost(lambda n, p, K: 1e-7 * n * n, lambda n, p, K: 16.0 * n * n, by_rows=True)

    def _pairwise(self) -> bool:
        return isinstance(self.metric, str) and self.metric == "precomputed"

    def fit_transform(self, X: MatrixLike, y: ArrayLike | None = None) -> Array:
        """Fit, and return the coordinates (n, n_components), which are `embedding_`."""
        coordinates = super().fit_transform(searched_rows(X))
        check_metric(X, self._nearest, type(self).__name__)
        return coordinates

    def _embed(self, X: Array) -> IsomapModel:
        self._check_rows(X)
        if self.landmarks is None:
            check_size(self, *X.shape)
        graph = neighbour_graph(self._nearest_rows(X), X, self.n_neighbors, self.radius)
        n, d = X.shape[0], self.n_components
        landmarks = np.arange(n) if self.landmarks in (None, n) else spread_out(graph, self.landmarks)
        D = path_lengths(graph, landmarks, self.n_jobs)
        square = D if len(landmarks) == n else np.ascontiguousarray(D[:, landmarks])
        values, V = eigenpairs(square, d, self.eigen_solver, self.tol, self.max_iter, self.n_jobs)
        self._finite(values, X)  # they are squares of lengths
        positive = int((roots(values) > 0).sum())
        if positive < d:
            warn(
                "manifold.flat",
                DegenerateDataWarning,
                estimator=type(self).__name__,
                positive=positive,
                d=d,
            )
        return IsomapModel(*as_fields(X, self._pairwise()), landmarks, D, V, values)

    def _check_rows(self, X: Array) -> None:
        name, n, d = type(self).__name__, X.shape[0], self.n_components
        if self.n_neighbors is not None and self.radius is not None:
            raise UsageError("manifold.both", estimator=name, radius=self.radius)
        if self.n_neighbors is None and self.radius is None:
            raise UsageError("manifold.neither", estimator=name)
        if self._pairwise():
            check_distances(X)
        if d > n:
            raise UsageError("manifold.components", estimator=name, d=d, most=n, what=phrase("kind.rows"))
        if self.landmarks is not None and not d < self.landmarks <= n:
            raise UsageError("manifold.landmarks", estimator=name, count=self.landmarks, least=d + 1, n=n)

    def _nearest_rows(self, X: Matrix) -> NearestRows:
        return NearestRows(X, self.metric, self.p, self.metric_params, self.neighbors_algorithm, self.n_jobs)

    def _keep(self, model: IsomapModel) -> None:
        self._publish(model, dist_matrix_=model.D)
        n = model.D.shape[1]
        self._nearest = self._nearest_rows(from_fields(model.X, model.sparse, n, self.n_features_in_))
        self.landmarks_, self.eigenvalues_ = model.landmarks, model.values
        if len(model.landmarks) == n:
            embedding = model.V * roots(model.values)
        else:
            embedding = triangulate(np.square(model.D.T, dtype=np.float64), model)
        self.embedding_ = embedding.astype(model.D.dtype, copy=False)
        self._n_features_out = len(model.values)

    @property
    def nbrs_(self) -> NearestNeighbors:
        """scikit-learn's search among the rows."""
        if self._pairwise():
            raise AttributeError("nbrs_: the rows of metric='precomputed' are not known")
        names = ("n_neighbors", "radius", "metric", "p", "metric_params", "n_jobs")
        given = {name: getattr(self, name) for name in names}
        return nearest_neighbors(self._nearest.X, algorithm=self.neighbors_algorithm, **given)

    @property
    def predecessors_(self) -> Array:
        """The row before row j on the shortest path from landmark i, (L, n); -1 where there is none."""
        graph = self.neighbor_graph()
        return np.stack([predecessors(graph, int(row)) for row in self.landmarks_])

    def neighbor_graph(self) -> Graph:
        """The graph whose shortest paths `dist_matrix_` has; its parts are joined."""
        check_is_fitted(self, "model_")
        if self._pairwise():
            raise AttributeError("the rows of metric='precomputed' are not known, nor the graph of them")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that were joined: the fit said so
            X: Any = self._nearest.X
            return neighbour_graph(self._nearest, X, self.n_neighbors, self.radius)

    def _coordinates(self, X: Array) -> Array:
        self._refuse_non_finite(X)
        found = self._nearest.links(X, self.n_neighbors, self.radius)
        alone = np.flatnonzero(np.diff(found.start) == 0)
        if len(alone):
            raise DataError(
                "manifold.isolated",
                estimator=type(self).__name__,
                count=len(alone),
                radius=self.radius,
                row=alone[0],
            )
        out = np.empty((X.shape[0], self._n_features_out))
        blocks = [(s, min(s + QUERIES, len(out))) for s in range(0, len(out), QUERIES)]
        run_blocks(lambda s, e: self._position(found, s, e, out), blocks, self.n_jobs)
        return self._answer(out, X)

    def _position(self, found: Neighbours, start: int, stop: int, out_coordinates: Array) -> None:
        model = self.model_
        length = np.empty((stop - start, len(model.landmarks)))
        ways(model.D, found.start[start : stop + 1], found.rows, found.distance, length)
        out_coordinates[start:stop] = triangulate(np.square(length), model)

    def reconstruction_error(self) -> float:
        """Norm of B - ZZᵀ over n, from all eigenvalues but the d largest; with landmarks, of these alone."""
        model = self.model_
        square = model.D if len(model.landmarks) == model.D.shape[1] else model.D[:, model.landmarks]
        scale = spectrum.scale_of(square)
        rest = spectrum.square_norm(square) - float(np.sum(np.square(model.values / scale / scale)))
        return float(np.sqrt(max(rest, 0.0)) / len(square) * scale * scale)

    def _check_model(self, model: IsomapModel) -> None:
        super()._check_model(model)
        L, n = model.D.shape
        check_fields(model.X, model.sparse, n, self.n_features_in_, self._pairwise())
        rows = np.sort(model.landmarks)
        if n < L or (np.diff(rows) == 0).any() or (rows >= n).any():
            raise refuse_record(
                "landmarks", phrase("record.repeated_rows"), phrase("record.different_rows", last=n - 1)
            )
        if n == L and (model.landmarks != rows).any():
            raise refuse_record(
                "landmarks", phrase("record.other_order"), phrase("record.in_order", last=n - 1)
            )


def check_distances(X: Array) -> None:
    """Refuse a matrix that is not square, or with negative entries."""
    if X.shape[0] != X.shape[1]:
        raise UsageError("manifold.square", shape=X.shape)
    least = float(X.min()) if X.shape[0] else 0.0
    if least < 0:
        raise DataError("manifold.negative", least=least)
