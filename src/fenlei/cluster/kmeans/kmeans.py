r"""k-means.

Model: K centres; a row belongs to the nearest (a hard partition).
Estimate: the centres that minimise W(C) = Σ_i w_i min_k |x_i - c_k|² (source 004, section 8.3, equation 113),
locally, by Lloyd's iteration (`lloyd`) from initial centres (`initial_centers`), the best of `n_init` runs.
Decision: argmin_k |x - c_k|, ties to the first centre.

In mini-batches (Sculley, WWW 2010; MacQueen 1967): each batch is assigned to the centres so far, and every
centre becomes the mean of all rows that ever were assigned to it, c ← c + (W_b / W)(mean_b - c).

Cost: O(n K p) per round at most; the bounds of `assignment` spare most of it once the centres slow down.
Reference: source 004, section 8.3 and listing 8.3.5.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_array

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.cluster.distinct_rows import distinct_rows
from fenlei.cluster.kmeans.assignment import nearest_of_few
from fenlei.cluster.kmeans.distances import distances, sparse_distances
from fenlei.cluster.kmeans.initial_centers import dense_rows, greedy_rows
from fenlei.cluster.kmeans.lloyd import LloydPasses, LloydRun, Passes, Points, lloyd, nearest_centres
from fenlei.cluster.kmeans.located_rows import centre_and_variance, locate, moments_of, scale_of
from fenlei.cluster.kmeans.scanned import ScannedPasses
from fenlei.contract.attributes import Public
from fenlei.contract.clusterer import Clusterer
from fenlei.contract.scanned_rows import ScannedRows, learn_names, sample_of
from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks, single_threaded_blas
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, FUNCTION, N_JOBS, RANDOM_STATE, Limit, either, integer, one_of, real
from fenlei.records import Field
from fenlei.rows.scanned import Scan
from fenlei.stats import moments
from fenlei.trace import tell
from fenlei.weights import check_weights

FEW_ROWS = 64  # to predict by all distances: bounds take longer

START = either(
    one_of("k-means++", "random"),
    Limit(
        lambda value: np.ndim(value) == 2, phrase("limit.array_of_shape", shape="(n_clusters, n_features)")
    ),
    FUNCTION,
)


class KMeansModel(NamedTuple):
    centers: Annotated[Array, Field("K p")]
    weight: Annotated[Array, Field("K", low=0.0)]  # of the rows that each centre is the mean of
    inertia: Annotated[Array, Field("", low=0.0)]  # W
    n_iter: Annotated[Array, Field("", kind="i", low=0)]


def is_better(run: LloydRun, best: LloydRun) -> bool:
    """Whether a run has less inertia; one that only renames the clusters of another has not."""
    if not len(run.labels):  # not known: rounding is no difference
        return run.inertia < best.inertia * (1.0 - 1e-12)
    return run.inertia < best.inertia and not same_partition(run.labels, best.labels)


def same_partition(a: Array, b: Array) -> bool:
    """Whether two labellings differ in the names of the clusters only."""
    pairs = len(np.unique(a.astype(np.int64) * (int(b.max()) + 1) + b))
    return pairs == len(np.unique(a)) == len(np.unique(b))


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, Clusterer):
    r"""k-means clustering.

    Parameters
    ----------
    n_clusters : int, default=8
        K.
    init : {"k-means++", "random"}, array-like of shape (K, p) or callable, default="k-means++"
        Greedy k-means++, rows drawn by their weight, given centres, or a function of
        (X, n_clusters, random_state) that returns centres.
    n_init : "auto" or int, default="auto"
        Runs, of which the one of least W is kept; "auto" is 10 for "random" and functions, else 1.
    max_iter : int, default=300
        Rounds of a run.
    tol : float, default=1e-4
        A run also stops when the squares of the centres' moves add up to no more than `tol` times the mean
        variance of the features.
    verbose : int, default=0
        Whether to print the course of each run.
    random_state : int, RandomState instance or None, default=None
        For "k-means++", "random" and functions.
    copy_x : bool, default=True
        X is never changed here, so nothing is copied either way.
    algorithm : {"lloyd", "elkan"}, default="lloyd"
        Both names mean Lloyd's iteration with exact bounds; the result is the same.
    keep_history : bool, default=False
        Whether to keep `center_history_`.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    cluster_centers_ : ndarray of shape (K, p)
    labels_ : ndarray of shape (n,)
        Of the training rows: always the nearest of `cluster_centers_`. Not after a fit to a scan.
    inertia_ : float
        W, weighted.
    n_iter_ : int
        Rounds of the best run, the confirming one included.
    cluster_weight_ : ndarray of shape (K,)
        Weight of the rows of each cluster.
    center_history_ : ndarray of shape (steps + 1, K, p)
        Centres before the first round and after each; with `keep_history`.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `partial_fit` (there `MiniBatchKMeans`); the variance in `tol` is weighted
    and rows of weight zero are never start rows, so that an integer weight is a repetition; `labels_` belong
    to the centres that are returned also when a run ends on an empty cluster; `keep_history` and `n_jobs`. A
    seed gives the same start, and so the same clusters, where all rows differ and no weight is a whole number
    above 1; otherwise the start is drawn so that a weight is a repetition.

    Examples
    --------
    Source 004: from the first and the fourth of five points to the best two clusters.

    >>> X = [[0, 2], [0, 0], [1, 0], [5, 0], [5, 2]]
    >>> model = KMeans(2, init=[[0, 2], [5, 0]]).fit(X)
    >>> model.labels_.tolist(), round(model.inertia_, 4)
    ([0, 0, 0, 1, 1], 5.3333)
    >>> model.predict([[4, 1]]).tolist()
    [1]
    """

    Model = KMeansModel
    _sparse = True
    _scans = True
    _public: ClassVar[dict[str, Public]] = {"cluster_centers_": Public("centers")}
    _limits: ClassVar[dict[str, Limit]] = {
        "n_clusters": integer(1),
        "init": START,
        "n_init": either(one_of("auto"), integer(1)),
        "max_iter": integer(1),
        "tol": real(0),
        "verbose": either(BOOLEAN, integer(0)),
        "random_state": RANDOM_STATE,
        "copy_x": BOOLEAN,
        "algorithm": one_of("lloyd", "elkan"),
        "keep_history": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Literal["k-means++", "random"] | ArrayLike | Callable[..., Array] = "k-means++",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 300,
        tol: float = 1e-4,
        verbose: int = 0,
        random_state: RandomState = None,
        copy_x: bool = True,
        algorithm: Literal["lloyd", "elkan"] = "lloyd",
        keep_history: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state
        self.copy_x = copy_x
        self.algorithm = algorithm
        self.keep_history = keep_history
        self.n_jobs = n_jobs

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p), each row weighted by sample_weight (n,), or to a scan alone; y is not used."""
        if not isinstance(X, Scan):
            return self._fit_rows(*self._training_rows(X, sample_weight))
        rows = self._scanned_rows(X, y, sample_weight)
        self._fit_files(rows) if isinstance(rows, ScannedRows) else self._fit_rows(*rows)
        learn_names(self, X)
        return self

    def _fit_rows(self, rows: Array, w: Array | None) -> Self:
        points, variance = self._located(rows, w)
        with single_threaded_blas():  # once for all passes, not for each
            make = partial(Passes, points, self.n_clusters)
            run = self._best_run(points, make, self.tol * float(variance.mean()))
        self._keep_best(run, len(np.unique(run.labels)), rows.dtype)
        self.labels_ = run.labels
        return self

    def _fit_files(self, rows: ScannedRows) -> None:
        found = rows.total(partial(moments_of, 1), moments.merge, self.n_jobs)
        origin, variance = centre_and_variance(found)
        drawn = sample_of(rows, self.n_jobs)  # to start from
        w = UNIT_WEIGHTS if drawn.w is None else drawn.w
        points = Points(drawn.X, w, origin, scale_of(variance), self.n_jobs)
        make = partial(ScannedPasses, rows, origin, points.scale, self.n_jobs)
        run = self._best_run(points, make, self.tol * float(variance.mean()))
        self._keep_best(run, int(np.count_nonzero(run.weight)), np.dtype(np.float64))
        self.__dict__.pop("labels_", None)  # of an earlier fit

    def _keep_best(self, run: LloydRun, found: int, dtype: np.dtype[Any]) -> None:
        if found < self.n_clusters:
            warn("kmeans.few_distinct", ConvergenceWarning, found=found, K=self.n_clusters)
        self._keep_run(run, dtype)
        if self.keep_history:
            self.center_history_ = np.stack(run.history)

    def _located(self, X: Array, w: Array | None) -> tuple[Points, Array]:
        with np.errstate(over="ignore", invalid="ignore"):
            points, variance = locate(X, w, self.n_jobs)
        if not np.isfinite(variance.sum()):
            raise DataError("estimator.overflow", estimator=type(self).__name__, largest=abs(X).max())
        return points, variance

    def _best_run(self, points: Points, passes: Callable[[], LloydPasses], tol: float) -> LloydRun:
        """The run of least inertia, started from these points."""
        rng = check_random_state(self.random_state)
        best: LloydRun | None = None
        for _ in range(self._n_runs()):
            start = self._start(points, rng)
            if self.verbose:
                tell("Initialization complete")
            run = lloyd(passes(), start, self.max_iter, tol, bool(self.verbose), points.X.dtype)
            best = run if best is None or is_better(run, best) else best
        assert best is not None
        return best

    def _n_runs(self) -> int:
        drawn = callable(self.init) or (isinstance(self.init, str) and self.init == "random")
        runs = (10 if drawn else 1) if self.n_init == "auto" else int(self.n_init)
        if not callable(self.init) and np.ndim(self.init) == 2 and runs > 1:
            warn("kmeans.one_start", RuntimeWarning, estimator=type(self).__name__, n_init=runs)
            return 1
        return runs

    def _start(self, points: Points, rng: np.random.RandomState) -> Array:
        """Centres (K, p) float64 to start from."""
        X, K = points.X, self.n_clusters
        w = points.w if len(points.w) else None
        if callable(self.init):
            centres = check_array(self.init(X, K, random_state=rng), dtype=X.dtype, order="C")
        elif not isinstance(self.init, str):
            centres = check_array(self.init, dtype=X.dtype, order="C", input_name="init")
        else:
            centres = self._drawn(X, w, rng)
        if centres.shape != (K, X.shape[1]):
            raise UsageError("kmeans.start_shape", shape=centres.shape, K=K, p=X.shape[1])
        return centres.astype(np.float64)

    def _drawn(self, X: Array, w: Array | None, rng: np.random.RandomState) -> Array:
        """Rows of X, drawn by k-means++ or at random; where there are too few kinds of rows, some twice."""
        K, kinds = self.n_clusters, distinct_rows(X, w, self.n_jobs)
        rows, weight = kinds.rows, kinds.weight
        if self.init == "k-means++":
            candidates = X if len(rows) == X.shape[0] and (np.diff(rows) > 0).all() else X[rows]
            return dense_rows(X, rows[greedy_rows(candidates, K, weight, rng, n_jobs=self.n_jobs)])
        drawn = rng.choice(len(rows), size=min(K, len(rows)), replace=False, p=weight / weight.sum())
        return dense_rows(X, rows[np.resize(drawn, K)])

    def _keep_run(self, run: LloydRun, dtype: np.dtype[Any]) -> None:
        inertia, n_iter = np.array(run.inertia), np.array(run.n_iter, np.int64)
        self._keep(KMeansModel(run.centres.astype(dtype), run.weight, inertia, n_iter))

    def partial_fit(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Move the centres by one batch of rows; the first batch also gives the initial centres, by `init`.

        Every centre is the mean of the rows that were assigned to it when they came. `labels_` and `inertia_`
        are those of the batch.
        """
        first = not hasattr(self, "model_")
        take = self._training_rows if first else self._batch
        rows, w = take(X, sample_weight)
        points, _ = self._located(rows, w)
        centres = self._start(points, check_random_state(self.random_state)) if first else self._centres()
        weight = np.zeros(len(centres)) if first else self.model_.weight
        passes = Passes(points, len(centres))
        passes.assign(centres)
        added, sums = passes.sums()
        share = np.divide(added, weight + added, out=np.zeros(len(added)), where=added > 0)
        means = points.origin + sums / np.where(added > 0, added, 1.0)[:, None]
        dtype = rows.dtype if first else self.model_.centers.dtype
        centres = (centres + share[:, None] * (means - centres)).astype(dtype).astype(np.float64)
        passes.assign(centres, sums=False)
        n_iter = 1 + (0 if first else self.n_iter_)
        labels = passes.bounds.labels
        self._keep_run(LloydRun(centres, labels, weight + added, passes.inertia(centres), n_iter, []), dtype)
        self.labels_ = labels
        return self

    def _batch(self, X: MatrixLike, sample_weight: ArrayLike | None) -> tuple[Array, Array | None]:
        rows = self._check_X(X)
        return rows, check_weights(sample_weight, rows.shape[0])

    def _keep(self, model: KMeansModel) -> None:
        self._publish(model, cluster_centers_=model.centers)
        self.cluster_weight_ = model.weight
        self.inertia_, self.n_iter_ = float(model.inertia), int(model.n_iter)
        self._n_features_out = len(model.centers)

    def _sizes(self) -> dict[str, int]:
        return {"p": self.n_features_in_}  # centres that were assigned may be more or fewer than n_clusters

    def _centres(self) -> Array:
        return np.ascontiguousarray(self.model_.centers, dtype=np.float64)

    def _points(self, X: MatrixLike, w: Array | None = None) -> Points:
        """Rows to assign to the centres, seen from the middle of these."""
        centres = self._centres()
        with np.errstate(over="ignore"):
            origin = np.zeros(centres.shape[1]) if is_sparse(X) else centres.mean(axis=0)
            origin[~np.isfinite(origin)] = 0.0
            scale = float(np.sqrt(((centres - origin) ** 2).sum(axis=1).mean())) or 1.0
        scale = scale if np.isfinite(scale) else float(np.abs(centres).max())
        return Points(X, UNIT_WEIGHTS if w is None else w, origin, scale, self.n_jobs)

    def predict(self, X: MatrixLike) -> Array:
        """Index (n,) of the nearest centre of each row."""
        rows = self._check_X(X)
        if not is_sparse(rows) and len(rows) <= FEW_ROWS:
            return nearest_of_few(rows, self._centres())
        return nearest_centres(self._points(rows), self._centres())

    def fit_predict(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Array:
        """Fit, and return `labels_`."""
        return self.fit(X, sample_weight=sample_weight).labels_

    def transform(self, X: MatrixLike) -> Array:
        """Distance (n, K) of each row from each centre."""
        X, centres = self._check_X(X), self._centres()
        dtype = np.result_type(X.dtype, self.model_.centers.dtype)
        if is_sparse(X):
            return self._finite(sparse_distances(X, centres).astype(dtype), X)
        out = np.empty((len(X), len(centres)), dtype)
        run_blocks(lambda s, e: distances(X[s:e], centres, out[s:e]), row_blocks(*X.shape), self.n_jobs)
        return self._finite(out, X)

    def fit_transform(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Array:
        """Fit, and return the distances of the rows from the centres."""
        return self.fit(X, sample_weight=sample_weight).transform(X)

    def score(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> float:
        """Minus the inertia of the rows X (n, p)."""
        rows = self._check_X(X)
        centres = self._centres()
        passes = Passes(self._points(rows, check_weights(sample_weight, rows.shape[0])), len(centres))
        passes.assign(centres, sums=False)
        return -float(self._finite(np.asarray(passes.inertia(centres)), rows))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
