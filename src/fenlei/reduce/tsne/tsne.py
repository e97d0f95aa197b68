r"""t-SNE: a map in which neighbours stay neighbours.

Model: p_ij, the probability that rows i and j are neighbours, is Gaussian in the distance of the rows,
each row with a width of its own (`affinities`); q_ij in the map is Student's t in the distance of the
points, whose long tails leave room for what is only moderately far. Estimate: the points of least
divergence,

    min KL(P|Q) = Σ_ij p_ij log(p_ij / q_ij),

by descent (`gradient_descent`) on the gradient (`gradient`), from the principal components, scaled down.
There are many local minima, and the start decides which is found. A new row is placed in the finished map
(`new_rows`).

Cost: neighbours, then O(n log n) per iteration by Barnes and Hut's tree, or O(n²) exactly. Not mergeable.
Reference: source 000, section 3.4.4, item 64; van der Maaten and Hinton 2008; van der Maaten 2014.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, Matrix, Metric, RandomState
from fenlei.contract.estimator import require_fit
from fenlei.contract.transformer import Embedding, Projection
from fenlei.errors import DataError, UsageError, UsageTypeError, wording
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import single_threaded_blas
from fenlei.messages import any_of, listed, phrase
from fenlei.parameters import BOOLEAN, N_JOBS, RANDOM_STATE, Limit, above, either, integer, one_of, real
from fenlei.records import POSITIVE, Field
from fenlei.reduce.isomap.isomap import check_distances
from fenlei.reduce.neighbor_graph import (
    METRIC,
    METRIC_PARAMS,
    NearestRows,
    as_fields,
    check_fields,
    from_fields,
)
from fenlei.reduce.tsne.affinities import (
    check_perplexity,
    conditional,
    dense_joint,
    neighbours_for,
    sparse_joint,
    squares,
    widths,
)
from fenlei.reduce.tsne.gradient import SERIAL, ExactGradient, TreeGradient
from fenlei.reduce.tsne.gradient_descent import EXPLORATION, DescentSettings, descend
from fenlei.reduce.tsne.new_rows import place_new_rows
from fenlei.trace import tell

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SPREAD = 1e-4  # standard deviation of the first coordinate at the start
INIT = Limit(
    lambda value: isinstance(value, np.ndarray) or (isinstance(value, str) and value in ("pca", "random")),
    any_of(listed("'pca'", "'random'"), phrase("limit.array_of_shape", shape="(n, n_components)")),
)


class TSNEModel(NamedTuple):
    X: Annotated[Array | None, Field("n p", optional=True)]  # rows; None if sparse or precomputed
    sparse: Annotated[tuple[Array, ...], Field("*", kind="fi", many="*")]  # CSR data, indices, indptr; or ()
    Y: Annotated[Array, Field("n d")]  # the map
    divergence: Annotated[Array, Field("")]  # KL(P|Q)
    iterations: Annotated[Array, Field("", kind="i", low=0)]
    rate: Annotated[Array, Field("", low=POSITIVE)]  # learning rate


def starting_points(
    X: Matrix, init: str | ArrayLike, d: int, random_state: RandomState, n_jobs: int | None, name: str
) -> Array:
    """Points (n, d) to start from, those not given with a standard deviation of `SPREAD`."""
    n = X.shape[0]
    if isinstance(init, np.ndarray):
        if init.shape != (n, d) or not np.isfinite(init).all():
            raise UsageError("manifold.init", estimator=name, shape=init.shape, wanted=(n, d))
        return np.array(init, dtype=np.float64)
    if init == "random":
        return SPREAD * check_random_state(random_state).standard_normal((n, d))
    from fenlei.reduce.pca.pca import PCA

    scores = PCA(n_components=d, n_jobs=n_jobs).set_output(transform="default").fit_transform(X)
    spread = np.std(scores[:, 0])
    return scores * (SPREAD / spread) if spread > 0 else np.zeros((n, d))


class TSNE(Embedding, Projection):
    r"""A map in which neighbours stay neighbours.

    Parameters
    ----------
    n_components : int, default=2
        d, at most 3 with `method="barnes_hut"`.
    perplexity : float, default=30.0
        Effective number of neighbours, below the number of rows.
    early_exaggeration : float, default=12.0
        Factor on P in the first 250 iterations.
    learning_rate : float or "auto", default="auto"
        "auto" is max(n / early_exaggeration / 4, 50).
    max_iter : int, default=1000
        Iterations, at least 250.
    n_iter_without_progress : int, default=300
        Iterations without progress after which the second stage ends; looked at every 50.
    min_grad_norm : float, default=1e-7
        Length of the gradient at which a stage ends.
    metric : str or callable, default="euclidean"
        As in `KNeighborsClassifier`; "precomputed" for distances (n, n), dense or, with "barnes_hut", a
        sparse graph. Distances are squared.
    metric_params : dict, default=None
        Further parameters of the metric.
    init : {"pca", "random"} or ndarray of shape (n, d), default="pca"
        The points to start from.
    verbose : int, default=0
        1 prints the divergence at the end, 2 also every 50 iterations of the two stages.
    random_state : int, RandomState or None, default=None
        For init="random".
    method : {"barnes_hut", "exact"}, default="barnes_hut"
        How repulsion is summed.
    angle : float, default=0.5
        Width of a cell by its distance below which "barnes_hut" takes it for one point.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it, to the last bit.

    Attributes
    ----------
    embedding_ : ndarray of shape (n, d)
        The map.
    kl_divergence_ : float
        KL(P|Q) of the map, in nats; by "barnes_hut" over the neighbours of each row.
    joint_ : ndarray or csr_array of shape (n, n)
        p_ij = (p_j|i + p_i|j) / 2n, all together 1; sparse, over the nearest rows, unless method="exact".
        Computed when asked for.
    sigma_ : ndarray of shape (n,)
        σ_i, the width of the Gaussian around row i; infinite where its neighbours are equally far. Computed
        when asked for.
    learning_rate_ : float
    n_iter_ : int
        Number of the last iteration.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `transform`; coordinates of float64 rows are float64; the covariance of
    metric "mahalanobis", if it is not given, is that of the rows; up to 2000 rows the last fifth of the
    second stage, at most 50 iterations, is L-BFGS; the divergence is that of the map itself, not of the last
    iteration but one, and up to 1500 rows its repulsion is summed over all pairs, where a tree says up to
    3 % too little; the perplexity of each row is met to 1e-12; a cell is as wide as its points are apart,
    and its distance is taken to the box of a leaf of points; the PCA start takes its signs from fenlei's
    `PCA`. So maps differ in detail, as they do between any two starts, at the same divergence. A training
    row that is given to `transform` is put where it is; another row is put where its own divergence is
    least, given the points of the map, which do not move.

    No warning comes when `max_iter` is reached, as in scikit-learn: the descent is meant to run that long.

    Examples
    --------
    Three clusters in five dimensions stay apart.

    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1, 2], 20)
    >>> X = rng.normal(size=(60, 5)) + 10 * np.eye(5)[y]
    >>> tsne = TSNE(perplexity=10).fit(X)
    >>> means = np.array([tsne.embedding_[y == k].mean(axis=0) for k in range(3)])
    >>> distance = ((tsne.embedding_[:, None] - means) ** 2).sum(axis=2)
    >>> bool((distance.argmin(axis=1) == y).all())
    True
    """

    Model = TSNEModel
    _sparse = True
    _least_rows = 2
    _narrow = ("Y",)
    _answer_fields = ("Y",)
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": integer(1),
        "perplexity": above(0),
        "early_exaggeration": real(1.0),
        "learning_rate": either(one_of("auto"), above(0)),
        "max_iter": integer(EXPLORATION),
        "n_iter_without_progress": integer(-1),
        "min_grad_norm": real(0.0),
        "metric": METRIC,
        "metric_params": METRIC_PARAMS,
        "init": INIT,
        "verbose": either(BOOLEAN, integer(0)),
        "random_state": RANDOM_STATE,
        "method": one_of("barnes_hut", "exact"),
        "angle": real(0.0, 1.0),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        n_components: int = 2,
        *,
        perplexity: float = 30.0,
        early_exaggeration: float = 12.0,
        learning_rate: float | Literal["auto"] = "auto",
        max_iter: int = 1000,
        n_iter_without_progress: int = 300,
        min_grad_norm: float = 1e-7,
        metric: Metric = "euclidean",
        metric_params: dict[str, Any] | None = None,
        init: Literal["pca", "random"] | ArrayLike = "pca",
        verbose: int = 0,
        random_state: RandomState = None,
        method: Literal["barnes_hut", "exact"] = "barnes_hut",
        angle: float = 0.5,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.perplexity = perplexity
        self.early_exaggeration = early_exaggeration
        self.learning_rate = learning_rate
        self.max_iter = max_iter
        self.n_iter_without_progress = n_iter_without_progress
        self.min_grad_norm = min_grad_norm
        self.metric = metric
        self.metric_params = metric_params
        self.init = init
        self.verbose = verbose
        self.random_state = random_state
        self.method = method
        self.angle = angle
        self.n_jobs = n_jobs

    def _pairwise(self) -> bool:
        return isinstance(self.metric, str) and self.metric == "precomputed"

    def _embed(self, X: Array) -> TSNEModel:
        self._check_rows(X)
        n, d = X.shape[0], self.n_components
        rows, nu = self._nearest_rows(X), float(max(d - 1, 1))
        objective: Any
        closing: Any
        joint = self._joint(rows, X)
        if self.method == "exact":
            objective = closing = ExactGradient(joint, nu, self.n_jobs)
        else:
            objective = TreeGradient(joint, nu, self.angle, self.n_jobs)
            closing = objective if n > SERIAL else TreeGradient(joint, nu, 0.0, self.n_jobs)
        rate = self._rate(n)
        name = type(self).__name__
        with single_threaded_blas():
            start = starting_points(X, self.init, d, self.random_state, self.n_jobs, name)
            found = descend(objective, start.T, self._settings(rate), self._report, closing)
        if not (np.isfinite(found.Y).all() and np.isfinite(found.divergence)):
            raise DataError("manifold.diverged", estimator=name, rate=rate)
        if self.verbose:
            tell(f"[t-SNE] KL divergence after {found.iterations + 1} iterations: {found.divergence:f}")
        numbers = (np.asarray(value) for value in (found.divergence, found.iterations, rate))
        fields = as_fields(X, self._pairwise())
        return TSNEModel(*fields, np.ascontiguousarray(found.Y.T), *numbers)

    def _joint(self, rows: NearestRows, X: Array) -> Any:
        joint = dense_joint if self.method == "exact" else sparse_joint
        return joint(rows, X, self.perplexity, self.n_jobs)

    @property
    def joint_(self) -> Array | csr_array:
        """p_ij (n, n) of the training rows."""
        require_fit(self)
        model = self.model_
        if self._pairwise():
            raise AttributeError(wording("manifold.joint_precomputed"))
        X = from_fields(model.X, model.sparse, len(model.Y), self.n_features_in_)
        return self._joint(self._rows, X)

    @property
    def sigma_(self) -> Array:
        """σ_i (n,), the width of the Gaussian of each training row."""
        require_fit(self)
        if self._pairwise():
            raise AttributeError(wording("manifold.joint_precomputed"))
        X = from_fields(self.model_.X, self.model_.sparse, len(self.model_.Y), self.n_features_in_)
        n = X.shape[0]
        k = n - 1 if self.method == "exact" else neighbours_for(self.perplexity, n - 1)
        return widths(self._rows.kneighbors(X, k, own=True)[0], X, self.perplexity, self.n_jobs)

    def _check_rows(self, X: Array) -> None:
        check_perplexity(self.perplexity, X.shape[0])
        if self.method == "barnes_hut" and self.n_components > 3:
            raise UsageError("manifold.barnes_hut", d=self.n_components)
        if self._pairwise():
            if isinstance(self.init, str) and self.init == "pca":
                raise UsageError("manifold.pca_precomputed")
            check_distances(X)
            if self.method == "exact" and is_sparse(X):
                raise UsageTypeError("manifold.sparse_exact")

    def _nearest_rows(self, X: Matrix) -> NearestRows:
        return NearestRows(X, self.metric, 2, self.metric_params, n_jobs=self.n_jobs)

    def _rate(self, n: int) -> float:
        if isinstance(self.learning_rate, str):
            return max(n / self.early_exaggeration / 4, 50.0)
        return float(self.learning_rate)

    def _settings(self, rate: float) -> DescentSettings:
        patience, exaggeration = self.n_iter_without_progress, float(self.early_exaggeration)
        return DescentSettings(rate, self.min_grad_norm, patience, exaggeration, self.max_iter)

    def _report(self, line: str) -> None:
        if self.verbose >= 2:
            tell(f"[t-SNE] {line}")

    def _keep(self, model: TSNEModel) -> None:
        self.model_ = model
        X = from_fields(model.X, model.sparse, len(model.Y), self.n_features_in_)
        self._rows = self._nearest_rows(X)
        self.embedding_, self.kl_divergence_ = model.Y, model.divergence[()]
        self.n_iter_, self.learning_rate_ = int(model.iterations), model.rate[()]
        self._n_features_out = model.Y.shape[1]

    def _coordinates(self, X: Array) -> Array:
        self._refuse_non_finite(X)
        n, d = self.embedding_.shape
        k = neighbours_for(self.perplexity, n)
        distance, index = self._rows.kneighbors(X, k)
        p = conditional(squares(distance, X), min(self.perplexity, k), self.n_jobs)
        Y = np.asarray(self.embedding_, np.float64)
        placed = place_new_rows(Y, distance, index, p, float(max(d - 1, 1)), self.n_jobs)
        return self._answer(placed, X)

    def _check_model(self, model: TSNEModel) -> None:
        super()._check_model(model)
        check_fields(model.X, model.sparse, len(model.Y), self.n_features_in_, self._pairwise())
