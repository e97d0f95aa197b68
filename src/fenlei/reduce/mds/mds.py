r"""Multidimensional scaling by stress majorisation, metric and non-metric.

Given: dissimilarities δ_ij of n objects. Wanted: points z_i in d dimensions whose distances come nearest to
them, or, non-metric, to an increasing function of them.
Estimate: the least stress Σ_{i<j} w_ij (|z_i - z_j| - δ̂_ij)² that Guttman's transform reaches (`smacof`),
from the points of classical scaling or from random ones. Stress-1 is √(stress / Σ w d²), free of units.

Cost: n² d for each step. The closed form is the default start because random ones end far worse: on the 30
features of the breast cancer data at 3.7e7 where it ends at 8.0e5.
Reference: source 000, section 3.4.4 and figure 3-28; Borg and Groenen, Modern Multidimensional Scaling.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from scipy.sparse.csgraph import connected_components
from sklearn.utils import check_array, check_random_state

from fenlei.annotations import ArrayLike, MatrixLike, Metric, RandomState
from fenlei.contract.transformer import Embedding
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.functions.pairwise_matrices import checked_distances, symmetrised
from fenlei.kernels import Array
from fenlei.parameters import BOOLEAN, N_JOBS, RANDOM_STATE, Limit, either, integer, one_of, real
from fenlei.records import Field, check_record
from fenlei.reduce.distance_matrix import METRIC, METRIC_PARAMS, distance_matrix, euclidean
from fenlei.reduce.mds.classical_mds import check_number, inner_products, points
from fenlei.reduce.mds.smacof import NO_WEIGHTS, StressProblem, StressRun, monotone, rank_pairs, smacof
from fenlei.trace import tell


class MDSModel(NamedTuple):
    distances: Annotated[Array, Field("n n", low=0.0)]  # δ
    embedding: Annotated[Array, Field("n d")]  # z
    stress: Annotated[Array, Field("", low=0.0)]
    history: Annotated[Array, Field("*", low=0.0)]  # raw stress at the start and after each step


class MDS(Embedding):
    r"""Multidimensional scaling: points whose distances fit given dissimilarities.

    Parameters
    ----------
    n_components : int, default=2
        Number of coordinates, at most the number of rows.
    metric_mds : bool, default=True
        Whether distances fit the dissimilarities themselves; if not, only their order counts, and pairs of
        dissimilarity 0 count as unknown.
    n_init : int, default=1
        Number of random starts, of which the one of least stress is kept.
    init : {"classical_mds", "random"}, default="classical_mds"
        Where to start.
    max_iter : int, default=300
        Most steps from each start.
    verbose : int, default=0
        1 prints where the steps ended, 2 the stress of each step, which `history_` has too.
    eps : float, default=1e-6
        Stop when a step lowers the stress by less than this share of Σ w d².
    n_jobs : int or None, default=None
        Threads; None is all cores. The result does not depend on it.
    random_state : int, RandomState or None, default=None
        For random starts.
    dissimilarity : {"euclidean", "precomputed"}
        The former name of `metric`.
    metric : str or callable, default="euclidean"
        How to measure dissimilarities of the rows of X; "precomputed" if X is their matrix.
    metric_params : dict or None, default=None
        Further arguments of the metric.
    normalized_stress : bool or "auto", default="auto"
        Whether `stress_` is Stress-1; "auto" is yes for non-metric scaling.

    Attributes
    ----------
    embedding_ : ndarray of shape (n, d)
    stress_ : float
    dissimilarity_matrix_ : ndarray of shape (n, n)
    n_iter_ : int
        Steps taken.
    history_ : ndarray of shape (steps + 1,)
        Raw stress at the start and after each step. Metric stress never increases.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Conventions: `fit` takes `init` (n, d), points to start from, and `weights` (n, n) of the pairs; weight 0
    means that a dissimilarity is not known. A start that has equal points keeps them equal.

    Differences from scikit-learn: the default start is the closed form, as it will be there. From the same
    start the steps are the same, and as there no warning comes when `max_iter` is reached. In non-metric
    scaling a pair of dissimilarity 0 has no part in the stress; there it is drawn to distance 0.
    `set_output` and `get_feature_names_out` work.

    Examples
    --------
    >>> from fenlei.reduce import MDS
    >>> square = [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]]
    >>> mds = MDS(metric="precomputed").fit(square)
    >>> round(float(mds.stress_), 4), mds.history_.round(4).tolist()
    (0.3431, [0.6863, 0.3431, 0.3431])
    """

    Model = MDSModel
    _narrow = ("distances",)
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": integer(1),
        "metric_mds": BOOLEAN,
        "n_init": integer(1),
        "init": one_of("classical_mds", "random"),
        "max_iter": integer(1),
        "verbose": either(BOOLEAN, integer(0)),
        "eps": real(0),
        "n_jobs": N_JOBS,
        "random_state": RANDOM_STATE,
        "dissimilarity": one_of("euclidean", "precomputed", "deprecated"),
        "metric": either(METRIC, BOOLEAN),
        "metric_params": METRIC_PARAMS,
        "normalized_stress": either(BOOLEAN, one_of("auto")),
    }

    def __init__(
        self,
        n_components: int = 2,
        *,
        metric_mds: bool = True,
        n_init: int = 1,
        init: Literal["classical_mds", "random"] = "classical_mds",
        max_iter: int = 300,
        verbose: int = 0,
        eps: float = 1e-6,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        dissimilarity: Literal["euclidean", "precomputed", "deprecated"] = "deprecated",
        metric: Metric = "euclidean",
        metric_params: dict[str, Any] | None = None,
        normalized_stress: bool | Literal["auto"] = "auto",
    ) -> None:
        self.n_components = n_components
        self.metric_mds = metric_mds
        self.n_init = n_init
        self.init = init
        self.max_iter = max_iter
        self.verbose = verbose
        self.eps = eps
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.dissimilarity = dissimilarity
        self.metric = metric
        self.metric_params = metric_params
        self.normalized_stress = normalized_stress

    def fit(
        self,
        X: MatrixLike,
        y: ArrayLike | None = None,
        init: ArrayLike | None = None,
        *,
        weights: ArrayLike | None = None,
    ) -> Self:
        """Find points for the rows of X (n, p), or for a matrix (n, n) of dissimilarities.

        `init` (n, d) are points to start from, `weights` (n, n) those of the pairs.
        """
        self.fit_transform(X, y, init, weights=weights)
        return self

    def fit_transform(
        self,
        X: MatrixLike,
        y: ArrayLike | None = None,
        init: ArrayLike | None = None,
        *,
        weights: ArrayLike | None = None,
    ) -> Array:
        """Fit, and return the points (n, d), which are `embedding_`."""
        X = self._training_rows(X)
        metric, is_metric = self._rule()
        if metric != "precomputed" and X.shape[0] == X.shape[1]:
            warn("mds.square", estimator=type(self).__name__)
        D = distance_matrix(X, metric, self.metric_params, self)
        problem = self._problem(D, weights, is_metric)
        runs = [
            smacof(problem, start, self.max_iter, self.eps, self.n_jobs, self._report)
            for start in self._starts(D, init)
        ]
        best = min(runs, key=lambda run: self._stress(run, is_metric))
        model = MDSModel(D, best.X, np.array(self._stress(best, is_metric)), best.history)
        self._keep(self._narrowed(model))
        return self.embedding_

    def _report(self, step: int, stress: float, settled: bool) -> None:
        if self.verbose >= 2:
            tell(f"Iteration {step}, stress {stress:.4f}")
        if self.verbose and settled:
            tell(f"Convergence criterion reached (iteration {step}).")

    def _rule(self) -> tuple[Metric, bool]:
        """The metric, and whether scaling is metric; former names of both count."""
        named = not isinstance(self.metric, bool | np.bool_)
        if self.dissimilarity != "deprecated":
            if named and self.metric != "euclidean":
                raise UsageError("mds.both", estimator=type(self).__name__)
            return self.dissimilarity, self.metric_mds if named else bool(self.metric)
        return (self.metric, self.metric_mds) if named else ("euclidean", bool(self.metric))

    def _problem(self, D: Array, weights: ArrayLike | None, is_metric: bool) -> StressProblem:
        n = len(D)
        w = NO_WEIGHTS if weights is None else self._check_weights(weights, n)
        unknown = (D == 0) & ~np.eye(n, dtype=bool)
        if not is_metric and unknown.any():
            w = np.where(unknown, 0.0, w if len(w) else 1.0)
        if len(w):
            np.fill_diagonal(w, 0.0)
            parts = connected_components(w > 0, directed=False)[0]
            if parts > 1 and D.any():
                raise DataError("mds.disconnected", estimator=type(self).__name__, parts=parts)
            w = w if parts == 1 else NO_WEIGHTS
        return StressProblem(D, w, None if is_metric or not D.any() else rank_pairs(D, w))

    def _check_weights(self, weights: ArrayLike, n: int) -> Array:
        w = np.array(check_array(weights, dtype=np.float64, input_name="weights"))
        if w.shape != (n, n) or (w < 0).any():
            raise DataError("mds.weights", estimator=type(self).__name__, n=n, shape=w.shape)
        return symmetrised(w, type(self).__name__)

    def _starts(self, D: Array, init: ArrayLike | None) -> list[Array]:
        """Points (n, d) to start from."""
        n, d = len(D), self.n_components
        if init is not None:
            start = np.array(check_array(init, dtype=np.float64, input_name="init"))
            if len(start) != n:
                raise DataError("mds.init", estimator=type(self).__name__, n=n, d=d, shape=start.shape)
            return [start]
        check_number(self, n)
        if not D.any():
            warn("reduce.constant", DegenerateDataWarning, estimator=type(self).__name__)
        if self.init == "classical_mds":
            return [points(inner_products(D, d, self.n_jobs))]
        random = check_random_state(self.random_state)
        return [random.uniform(size=(n, d)) for _ in range(self.n_init)]

    def _stress(self, run: StressRun, is_metric: bool) -> float:
        normalized = not is_metric if self.normalized_stress == "auto" else self.normalized_stress
        raw = float(run.history[-1])
        return float(np.sqrt(raw / (run.squares or 1.0))) if normalized else raw

    def _keep(self, model: MDSModel) -> None:
        self.model_ = model
        self.dissimilarity_matrix_, self.embedding_ = model.distances, model.embedding
        self.stress_, self.history_ = model.stress[()], model.history
        self.n_iter_, self._n_features_out = len(model.history) - 1, model.embedding.shape[1]

    def _check_model(self, model: MDSModel) -> None:
        check_record(model)

    def _pairwise(self) -> bool:
        return any(isinstance(v, str) and v == "precomputed" for v in (self.metric, self.dissimilarity))


class ShepardData(NamedTuple):
    """What a Shepard diagram draws, one entry per pair i < j, in order of dissimilarity."""

    dissimilarities: Array  # (m,) δ
    distances: Array  # (m,) d of the points
    disparities: Array  # (m,) δ̂: δ itself, or the isotonic regression of d on it


def shepard_data(dissimilarities: ArrayLike, embedding: ArrayLike, *, metric_mds: bool = True) -> ShepardData:
    """Dissimilarities (n, n) beside the distances of the points that stand for them, embedding (n, d).

    Examples
    --------
    >>> data = shepard_data([[0, 1, 3], [1, 0, 2], [3, 2, 0]], [[0.0], [1.5], [2.5]], metric_mds=False)
    >>> data.dissimilarities.tolist(), data.distances.tolist(), data.disparities.tolist()
    ([1.0, 2.0, 3.0], [1.5, 1.0, 2.5], [1.25, 1.25, 2.5])
    """
    D = checked_distances(check_array(dissimilarities, dtype=np.float64), "shepard_data")
    X = check_array(embedding, dtype=np.float64, input_name="embedding")
    if len(X) != len(D):
        raise DataError("mds.init", estimator="shepard_data", n=len(D), d=X.shape[1], shape=X.shape)
    ranks = rank_pairs(D, NO_WEIGHTS)
    pairs = ranks.first, ranks.second
    wanted = D[pairs] if metric_mds else monotone(ranks, X, scaled=False)[pairs]
    return ShepardData(D[pairs], euclidean(X)[pairs], wanted)
