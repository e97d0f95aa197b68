r"""Mixture of Bernoulli variables.

Model: p(x) = Σ_k π_k Π_j μ_kj^{x_j} (1 - μ_kj)^{1 - x_j}, x_j 0 or 1.
Estimate: maximum likelihood by EM: μ_kj = Σ w r_ik x_ij / Σ w r_ik (`discrete_mixture`).
Decision: argmax_k of the summand.

With one feature and two components it is the three coins of source 004, chapter 10: π = π_1, p = μ_1, q =
μ_2. One feature cannot tell the coins apart: every start is one step from a maximum, and which one depends on
the start.
Reference: source 004, section 10.1; Bishop (2006), section 9.3.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.cluster.mixture.discrete_mixture import Categories, DiscreteMixture
from fenlei.cluster.mixture.em import EMRun
from fenlei.cluster.mixture.mixture import MixtureStart
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, either, real
from fenlei.records import Field

if TYPE_CHECKING:
    from fenlei.cluster.mixture.em_history import Parameters

MATRIX = Limit(
    lambda value: np.ndim(value) == 2, phrase("limit.array_of_shape", shape="(n_components, n_features)")
)


class BernoulliMixtureModel(NamedTuple):
    weights: Annotated[Array, Field("K", low=0.0, high=1.0)]  # π
    means: Annotated[Array, Field("K p", low=0.0, high=1.0)]  # μ
    history: Annotated[Array, Field("*")]  # mean log-likelihood before each step
    converged: Annotated[Array, Field("", kind="b")]


def table_of(means: Array) -> Array:
    """μ (K, p) as a table (2p, K): 1 - μ and μ of each feature."""
    return np.stack([1.0 - means.T, means.T], axis=1).reshape(-1, len(means))


class BernoulliMixture(DiscreteMixture):
    r"""Mixture of Bernoulli variables, fitted by EM.

    Parameters
    ----------
    n_components : int, default=1
        K.
    alpha : float, default=0.0
        Additive smoothing of the probabilities; 0 is maximum likelihood.
    tol : float, default=1e-3
        EM stops when the mean log-likelihood of a row changes by less.
    max_iter : int, default=100
    n_init : int, default=1
        Runs, of which the one of largest log-likelihood is kept.
    init_params : {"kmeans", "k-means++", "random", "random_from_data"}, default="kmeans"
        Where first responsibilities come from.
    weights_init : array-like of shape (K,), default=None
    means_init : array-like of shape (K, p), default=None
    binarize : float or None, default=0.0
        Values above it count as 1, others as 0; None takes X as 0 and 1 already.
    random_state : int, RandomState instance or None, default=None
    warm_start : bool, default=False
        Whether another `fit` takes up where the last one ended.
    verbose : int, default=0
    verbose_interval : int, default=10
    keep_history : bool, default=False
        Whether to keep `history_`.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    weights_ : ndarray of shape (K,)
        π.
    means_ : ndarray of shape (K, p)
        μ.
    converged_ : bool
    n_iter_ : int
    lower_bound_ : float
        Mean log-likelihood of a row before the last M step.
    lower_bounds_ : list of float
    history_ : EMHistory
        `weights`, `means` and `log_likelihood` (Σ log p(x) of all rows) of θ_0, θ_1, …,
        the start first, and `Q`, Q(θ_(i+1), θ_i) of each step; with `keep_history`.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    scikit-learn has no namesake; parameters and attributes are those of `GaussianMixture`.

    Examples
    --------
    The three coins, from (π, p, q) = (0.4, 0.6, 0.7):

    >>> y = np.array([[1, 1, 0, 1, 0, 0, 1, 0, 1, 1]]).T
    >>> coins = BernoulliMixture(2, weights_init=[0.4, 0.6], means_init=[[0.6], [0.7]], tol=1e-9).fit(y)
    >>> coins.weights_.round(4).tolist(), coins.means_.ravel().round(4).tolist()
    ([0.4064, 0.5936], [0.5368, 0.6432])

    Step by step (source 004, equations 125 to 128):

    >>> steps = coins.set_params(keep_history=True).fit(y).history_
    >>> steps.weights[:2, 0].round(4).tolist(), steps.means[:2, :, 0].round(4).tolist()
    ([0.4, 0.4064], [[0.6, 0.7], [0.5368, 0.6432]])
    """

    Model = BernoulliMixtureModel
    _limits: ClassVar[dict[str, Limit]] = {
        **DiscreteMixture._limits,
        "means_init": either(NONE, MATRIX),
        "binarize": either(NONE, real()),
    }

    def __init__(
        self,
        n_components: int = 1,
        *,
        alpha: float = 0.0,
        tol: float = 1e-3,
        max_iter: int = 100,
        n_init: int = 1,
        init_params: MixtureStart = "kmeans",
        weights_init: ArrayLike | None = None,
        means_init: ArrayLike | None = None,
        binarize: float | None = 0.0,
        random_state: RandomState = None,
        warm_start: bool = False,
        verbose: int = 0,
        verbose_interval: int = 10,
        keep_history: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.alpha = alpha
        self.tol = tol
        self.max_iter = max_iter
        self.n_init = n_init
        self.init_params = init_params
        self.weights_init = weights_init
        self.means_init = means_init
        self.binarize = binarize
        self.random_state = random_state
        self.warm_start = warm_start
        self.verbose = verbose
        self.verbose_interval = verbose_interval
        self.keep_history = keep_history
        self.n_jobs = n_jobs

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Array:
        X = super()._as_floats(X, reset=reset)
        if self.binarize is not None:
            return (self.binarize < X).astype(np.float64)
        other = (X != 0) & (X != 1)
        if other.any():
            i, j = np.argwhere(other)[0]
            raise DataError("mixture.binary", row=i, column=j, value=X[i, j])
        return X

    def _set_categories(self, X: Array, w: Array | None) -> None:
        self.offset_ = 2 * np.arange(X.shape[1] + 1)

    def _given_table(self) -> Array | None:
        if self.means_init is None:
            return None
        means = np.array(self.means_init, dtype=np.float64)
        shape = (self.n_components, len(self.offset_) - 1)
        if means.shape != shape or not ((means >= 0) & (means <= 1)).all():
            raise UsageError("mixture.start_means", came=means.shape, shape=shape)
        return table_of(means)

    def _record(self, run: EMRun) -> BernoulliMixtureModel:
        theta: Categories = run.model
        means = np.ascontiguousarray(theta.table[1::2].T)
        return BernoulliMixtureModel(theta.weights, means, run.history, np.array(run.converged))

    def _keep(self, model: BernoulliMixtureModel) -> None:
        self._keep_run(model)
        self.means_ = model.means
        self.offset_ = 2 * np.arange(model.means.shape[1] + 1)

    def _theta(self) -> Categories:
        return Categories(self.weights_, table_of(self.means_))

    def _parameters(self, path: list[Categories]) -> Parameters:
        return {"means": np.stack([theta.table[1::2].T for theta in path])}

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return (rng.random_sample((size, self.n_features_in_)) < self.means_[k]).astype(np.float64)

    def _n_parameters(self) -> int:
        K, p = self.means_.shape
        return K * p + K - 1
