r"""Minimum-distance classifier: the class whose centre is nearest.

Model: one centre per class, μ_k the mean (the median of each feature with metric "manhattan"). Decision:
argmin_k D(x, μ_k), D Euclid, Manhattan, or Mahalanobis with the pooled covariance Σ = S_w / (n - K). With
priors that are not equal: argmax_k  -|(x - μ_k) / s|² + 2 log π_k, s the within-class standard deviations.
Shrunken centroids (Tibshirani and others 2002): d_kj = (μ_kj - μ_j) / (m_k (s_j + median s)) with m_k² =
1/n_k - 1/n is pulled towards 0 by `shrink_threshold`, so that features without distinction drop out.

Cost: one pass over the rows; O(n p K) to predict.
Reference: source 002, section 5.1 (B-M01); Hastie, Tibshirani and Friedman, ESL, section 18.2.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.attributes import Public
from fenlei.contract.classifier import Classifier, Rows
from fenlei.contract.estimator import available_if
from fenlei.contract.scanned_rows import ScannedRows, learn_names
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import DataError, DegenerateDataWarning, warn
from fenlei.kernels import Array, plain_kernel
from fenlei.kernels.exponential import log_softmax, softmax
from fenlei.kernels.matrices import as_dense
from fenlei.kernels.rows import writable
from fenlei.kernels.soft_threshold import soft_threshold
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.neighbors.centre_sums import centre_sums
from fenlei.neighbors.search.distances import L1, L2, pair_distance
from fenlei.parameters import N_JOBS, NONE, Limit, above, check_parameters, either, one_of, sequence
from fenlei.priors import class_priors, log_prior
from fenlei.records import Field
from fenlei.rows.scanned import Scan
from fenlei.stats.covariance import whiten


class CentroidModel(NamedTuple):
    centroids: Annotated[Array, Field("K p", low=-np.inf, high=np.inf)]  # ∞: a class without rows
    priors: Annotated[Array, Field("K", low=0.0)]
    deviation: Annotated[Array, Field("p", low=0.0)]  # within-class standard deviations
    deviations: Annotated[Array, Field("K p", low=-np.inf, high=np.inf, nan=True)]  # d_kj
    whitening: Annotated[Array, Field("p r")]  # W Wᵀ = Σ⁻¹ for metric "mahalanobis", else r = 0


def dense_floats(X: MatrixLike) -> Array:
    """Rows as float64, sparse ones too."""
    return writable(np.asarray(as_dense(X), dtype=np.float64))


def shrink_centres(centres: Array, mean: Array, scale: Array, threshold: float | None) -> tuple[Array, Array]:
    """Centres and d_kj after soft thresholding; scale (K, p) is m_k (s_j + median s)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        d = (centres - mean) / scale
    if not threshold:
        return centres, d
    d = soft_threshold(d, threshold)
    return mean + scale * d, d


@plain_kernel
def centre_distances(core: int, X: Array, centres: Array, out: Array) -> None:
    """Core distances (n, K) from rows to centres."""
    nominal = np.zeros(X.shape[1], np.bool_)
    for i in range(X.shape[0]):
        for k in range(centres.shape[0]):
            out[i, k] = pair_distance(core, 2.0, nominal, X[i], centres[k])


def _is_euclid(model: NearestCentroid) -> bool:
    return bool(model.metric == "euclidean")


class NearestCentroid(Classifier):
    r"""Classifier by the nearest class centre.

    Parameters
    ----------
    metric : {"euclidean", "manhattan", "mahalanobis"}, default="euclidean"
        "mahalanobis" takes the pooled within-class covariance.
    shrink_threshold : float, default=None
        Amount by which centres are pulled towards the overall mean; not with sparse rows.
    priors : {"uniform", "empirical"} or array-like of shape (K,), default="uniform"
        Prior probabilities; if they are equal they play no part.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    centroids_ : ndarray of shape (K, p)
    class_prior_ : ndarray of shape (K,)
    within_class_std_dev_ : ndarray of shape (p,)
        With divisor n - K.
    deviations_ : ndarray of shape (K, p)
        d_kj, after shrinking.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `sample_weight`; metric "mahalanobis"; `class_distances`; sparse rows are
    made dense to fit (their deviations from the centres are dense anyway). As there, `decision_function` and
    `predict_proba` (Euclid only) are those of the diagonal discriminant whatever the priors, with
    probabilities softmax(-‖z‖² + 2 log π), twice as steep as a normal density.

    Examples
    --------
    Source 002, example 5.1: the means are (1/3, 0) and (-1/2, 0).

    >>> X = [[1, 0], [0, 1], [0, -1], [0, 0], [0, 2], [0, -2], [-2, 0]]
    >>> model = NearestCentroid().fit(X, [1, 1, 1, 2, 2, 2, 2])
    >>> model.centroids_.round(4).tolist(), model.predict([[1, 2]]).tolist()
    ([[0.3333, 0.0], [-0.5, 0.0]], [1])
    >>> model.class_distances([[1, 2]]).round(4).tolist()
    [[2.1082, 2.5]]
    """

    Model = CentroidModel
    _scans = True
    _sparse = True
    _public: ClassVar[dict[str, Public]] = {
        "centroids_": Public("centroids"),
        "class_prior_": Public("priors"),
        "within_class_std_dev_": Public("deviation", needed=False),
        "deviations_": Public("deviations", needed=False),
    }
    _limits: ClassVar[dict[str, Limit]] = {
        "metric": one_of("euclidean", "manhattan", "mahalanobis"),
        "shrink_threshold": either(NONE, above(0)),
        "priors": either(one_of("uniform", "empirical"), sequence()),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        metric: Literal["euclidean", "manhattan", "mahalanobis"] = "euclidean",
        *,
        shrink_threshold: float | None = None,
        priors: Literal["uniform", "empirical"] | ArrayLike = "uniform",
        n_jobs: int | None = None,
    ) -> None:
        self.metric = metric
        self.shrink_threshold = shrink_threshold
        self.priors = priors
        self.n_jobs = n_jobs

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p) and y (n,), each row weighted by sample_weight (n,); or to a scan alone."""
        rows = self._rows(X, y, sample_weight)
        if len(self.classes_) < 2:
            raise DataError("discriminant.classes", estimator=type(self).__name__, K=len(self.classes_))
        with np.errstate(
            invalid="ignore", over="ignore", divide="ignore"
        ):  # what is not finite is seen below
            model = self._solve(rows)
        centroids = model.centroids[self._present(rows)]
        for part in (centroids, model.deviation, model.deviations, model.whitening):
            self._require_finite(part, rows)
        self._keep(model)
        if isinstance(X, Scan):
            learn_names(self, X)
        return self

    def _rows(self, X: MatrixLike | Scan, y: ArrayLike | None, sample_weight: ArrayLike | None) -> Any:
        """Rows to fit, dense and finite; or those of a scan."""
        if isinstance(X, Scan):
            rows = self._scanned_rows(X, y, sample_weight)
            if isinstance(rows, ScannedRows):
                return rows
        else:
            check_parameters(self, self._limits)
            require_target(self, y)
            assert y is not None
            rows = self._labelled(X, y, sample_weight)
        self._refuse_non_finite(rows.X)
        return rows._replace(X=np.ascontiguousarray(dense_floats(rows.X)))

    def _require_finite(self, values: Array, rows: Rows | ScannedRows) -> None:
        if not isinstance(rows, ScannedRows):
            self._finite(values, rows.X)
        elif not np.isfinite(values).all():
            for leaf in rows.leaves():
                self._refuse_non_finite(leaf.X)
            for leaf in rows.leaves():
                self._refuse_range(leaf.X)

    def _present(self, rows: Rows | ScannedRows) -> Array:
        """Codes of the classes that have rows; in a scan all have."""
        return np.arange(len(self.classes_)) if isinstance(rows, ScannedRows) else np.unique(rows.codes)

    def _solve(self, rows: Rows | ScannedRows) -> CentroidModel:
        present, p = self._present(rows), self.n_features_in_
        if not isinstance(rows, ScannedRows):
            rows = rows._replace(codes=np.searchsorted(present, rows.codes))
            if (rows.X[:100] == rows.X[0]).all() and (rows.X[0] == rows.X).all():
                raise DataError("centroid.constant")
        K = len(present)
        sums = centre_sums(rows, K, self.metric, self.n_jobs)
        if not sums.squares.any() and (sums.centres == sums.centres[0]).all():
            raise DataError("centroid.constant")
        weight, n = sums.weight, sums.weight.sum()
        degrees = max(n - K, np.finfo(float).tiny)
        deviation = np.sqrt(sums.squares / degrees)
        if not deviation.all():
            warn("centroid.zero_std", DegenerateDataWarning)
        m = np.sqrt(np.maximum(1.0 / weight - 1.0 / n, 0.0))
        scale = m[:, None] * (deviation + np.median(deviation))
        centroids, d = shrink_centres(sums.centres, sums.mean, scale, self.shrink_threshold)
        if K == 1:  # the only centre is the overall mean
            centroids, d = sums.centres, np.zeros_like(sums.centres)
        whitening = np.empty((p, 0))
        if self.metric == "mahalanobis":
            whitening = self._whitening(sums.scatter / degrees)
        every = (len(self.classes_), p)
        far, none, weights = np.full(every, np.inf), np.zeros(every), np.zeros(len(self.classes_))
        far[present], none[present], weights[present] = centroids, d, weight
        return CentroidModel(far, self._priors(weights), deviation, none, whitening)

    def _priors(self, weight: Array) -> Array:
        if isinstance(self.priors, str):
            shares = weight if self.priors == "empirical" else (weight > 0).astype(np.float64)
            return shares / shares.sum()
        return class_priors(self, self.priors, weight, renormalise=True)

    def _whitening(self, covariance: Array) -> Array:
        found = whiten(covariance)
        p, rank = found.matrix.shape
        if rank < p:
            warn("centroid.singular", DegenerateDataWarning, rank=rank, p=p)
        return found.matrix

    def _keep(self, model: CentroidModel) -> None:
        self._publish(
            model,
            centroids_=model.centroids,
            class_prior_=model.priors,
            within_class_std_dev_=model.deviation,
            deviations_=model.deviations,
        )

    def _impossible_classes(self) -> Array:
        return np.flatnonzero((self.model_.priors == 0) | self._far())

    def _far(self) -> Array:
        """Which of the classes have no rows, and so no centre."""
        return np.asarray(np.isinf(self.model_.centroids).any(axis=1))

    def _class_scores(self, X: MatrixLike) -> Array:
        """Minus the distance to each centre; the diagonal discriminant where priors are not equal."""
        model, near = self.model_, ~self._far()
        if not np.isclose(model.priors[near], 1 / near.sum()).all():
            return self._discriminants(X)
        return -self._distances(X, model.centroids)

    def _discriminants(self, X: MatrixLike) -> Array:
        model = self.model_
        if self.metric == "mahalanobis":
            return -self._distances(X, model.centroids) + 2.0 * log_prior(model.priors)
        s = np.where(model.deviation > 0, model.deviation, 1.0)
        rows = X.multiply(1.0 / s).tocsr() if hasattr(X, "multiply") else X / s
        distance = self._distances(rows, model.centroids / s)
        if self.metric == "manhattan":
            distance = distance**2
        return -distance + 2.0 * log_prior(model.priors)

    def _distances(self, X: Any, centres: Array) -> Array:
        """Squared Euclid or Mahalanobis, or Manhattan, (n, K)."""
        core = L1 if self.metric == "manhattan" else L2
        out = np.empty((X.shape[0], len(centres)))
        white = self.model_.whitening if self.metric == "mahalanobis" else None
        far = np.asarray(np.isinf(centres).any(axis=1))
        centres = np.where(far[:, None], 0.0, centres)
        middle = np.asarray(centres if white is None else centres @ white, np.float64)

        def block(s: int, e: int) -> None:
            rows = dense_floats(X[s:e])
            centre_distances(
                core, np.ascontiguousarray(rows if white is None else rows @ white), middle, out[s:e]
            )

        run_blocks(block, row_blocks(*X.shape), self.n_jobs)
        out[:, far] = np.inf
        return out

    def class_distances(self, X: MatrixLike) -> Array:
        """D(x, μ_k), (n, K): the distance to each centre in the metric, whatever the priors."""
        X = self._check_X(X)
        self._refuse_non_finite(X)
        distances = self._distances(X, self.model_.centroids)
        self._finite(distances[:, ~self._far()], X)
        return distances if self.metric == "manhattan" else np.sqrt(distances)

    @available_if(_is_euclid)
    def decision_function(self, X: MatrixLike) -> Array:
        """Diagonal discriminant scores (n, K); for two classes their difference (n,)."""
        scores = self._discriminant_scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    @available_if(_is_euclid)
    def predict_proba(self, X: MatrixLike) -> Array:
        """Softmax of the diagonal discriminants, (n, K)."""
        return softmax(self._discriminant_scores(X), self.n_jobs)

    @available_if(_is_euclid)
    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        return log_softmax(self._discriminant_scores(X), self.n_jobs)

    def _discriminant_scores(self, X: MatrixLike) -> Array:
        X = self._check_X(X)
        with np.errstate(invalid="ignore", over="ignore"):
            return self._finite_scores(self._discriminants(X), X)
