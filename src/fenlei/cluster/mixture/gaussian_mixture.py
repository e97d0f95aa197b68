r"""Mixture of Gaussians.

Model: p(x) = Σ_k π_k N(x | μ_k, Σ_k) (source 004, section 10.2, equation 129).
Estimate: maximum likelihood by EM (`em`, `gaussian_steps`), from k-means or from given values.
Decision: argmax_k π_k N(x | μ_k, Σ_k).

The likelihood has no upper bound: a component that closes in on one row makes it infinite. `reg_covar` is
added to every variance against that; with `reg_covar=0` EM is exact, its log-likelihood never decreases, and
a component that collapses ends the fit with an error that names it.
Cost: O(n K p²) per step for "full" and "tied", O(n K p) for the others.
Reference: source 004, section 10.2; Bishop, Pattern Recognition and Machine Learning (2006), section 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.cluster.mixture.em import EMRun
from fenlei.cluster.mixture.gaussian_covariances import (
    TYPES,
    factors_like,
    from_precisions,
    is_precision,
    maximum_likelihood,
    n_free,
    precision_factors,
    precisions,
    shape_of,
    triangular,
)
from fenlei.cluster.mixture.gaussian_steps import (
    Normals,
    NormalSums,
    expected_sums,
    given_sums,
    log_joint,
    merge,
)
from fenlei.cluster.mixture.mixture import STARTS, Mixture, MixtureStart
from fenlei.contract.attributes import Public, as_field, in_type
from fenlei.contract.size import Cost
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, RANDOM_STATE, Limit, either, integer, one_of, real
from fenlei.records import Field, refuse_record
from fenlei.stats import moments

if TYPE_CHECKING:
    from fenlei.cluster.mixture.em_history import Parameters

ARRAY = Limit(lambda value: np.ndim(value) >= 1 and not isinstance(value, str), phrase("limit.array"))


class GaussianMixtureModel(NamedTuple):
    weights: Annotated[Array, Field("K", low=0.0)]  # π
    means: Annotated[Array, Field("K p")]  # μ
    covariances: Annotated[Array, Field("*")]  # Σ, all forms as one row of numbers
    history: Annotated[Array, Field("*")]  # mean log-likelihood before each step
    converged: Annotated[Array, Field("", kind="b")]


class Gaussians(NamedTuple):
    """θ."""

    weights: Array  # (K,) π
    means: Array  # (K, p) μ
    covariances: Array  # in the shape of their form


def normals(theta: Gaussians, covariance_type: str) -> Normals:
    """The components as the steps want them."""
    P = precision_factors(theta.covariances, covariance_type)
    return with_factors(theta.weights, theta.means, P, covariance_type)


def with_factors(weights: Array, means: Array, P: Array, covariance_type: str) -> Normals:
    """The components of these factors of the precisions, log det by their diagonals."""
    K, p = means.shape
    if covariance_type in ("full", "tied"):
        log_det = np.log(np.diagonal(P, axis1=-2, axis2=-1)).sum(axis=-1)
        factors = triangular(P.reshape(-1, p, p))
    else:
        factors = np.array(np.broadcast_to(P.reshape(K, -1), (K, p)))
        log_det = np.log(factors).sum(axis=1)
    with np.errstate(divide="ignore"):  # a component of weight 0 stays out
        constants = np.log(weights) + log_det - 0.5 * p * np.log(2.0 * np.pi)
    return Normals(means, factors, constants)


class GaussianMixture(Mixture):
    r"""Mixture of Gaussians, fitted by EM.

    Parameters
    ----------
    n_components : int, default=1
        K.
    covariance_type : {"full", "tied", "diag", "spherical"}, default="full"
    tol : float, default=1e-3
        EM stops when the mean log-likelihood of a row changes by less.
    reg_covar : float, default=1e-6
        Added to every variance.
    max_iter : int, default=100
    n_init : int, default=1
        Runs, of which the one of largest log-likelihood is kept.
    init_params : {"kmeans", "k-means++", "random", "random_from_data"}, default="kmeans"
        Where first responsibilities come from.
    weights_init : array-like of shape (K,), default=None
    means_init : array-like of shape (K, p), default=None
    precisions_init : array-like, default=None
        Inverse covariances, in the shape of `covariances_`.
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
    covariances_, precisions_, precisions_cholesky_ : ndarray
        (K, p, p) for "full", (p, p) for "tied", (K, p) for "diag", (K,) for "spherical".
    converged_ : bool
    n_iter_ : int
    lower_bound_ : float
        Mean log-likelihood of a row before the last M step.
    lower_bounds_ : list of float
        The same before each M step.
    history_ : EMHistory
        `weights`, `means`, `covariances` and `log_likelihood` (Σ log p(x) of all rows) of θ_0, θ_1, …,
        the start first, and `Q`, Q(θ_(i+1), θ_i) of each step; with `keep_history`.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `sample_weight` in `fit`, `score`, `bic` and `aic`; variances are sums
    of centred squares in all forms; a singular covariance is an error also where rounding would let it
    pass; a component without spread or without rows is reported by a `DegenerateDataWarning`; first
    weights always add up to 1; "tied" counts each row by its responsibility from the start on. A seed
    gives the same start.

    Examples
    --------
    >>> X = [[1, 2], [2, 4], [0, 0], [10, 2], [11, 4], [9, 1]]
    >>> model = GaussianMixture(2, covariance_type="diag", means_init=[[0, 0], [10, 0]]).fit(X)
    >>> model.means_.round(4).tolist(), model.predict([[0, 0], [12, 3]]).tolist()
    ([[1.0, 2.0], [10.0, 2.3333]], [0, 1])
    """

    Model = GaussianMixtureModel
    _public: ClassVar[dict[str, Public]] = {
        "weights_": Public("weights"),
        "means_": Public("means"),
        "precisions_cholesky_": Public(),
    }
    _narrow = ("means", "weights")
    _answer_fields = ("means",)
    _least_rows = 2
    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": integer(1),
        "covariance_type": one_of(*TYPES),
        "tol": real(0),
        "reg_covar": real(0),
        "max_iter": integer(0),
        "n_init": integer(1),
        "init_params": STARTS,
        "weights_init": either(NONE, ARRAY),
        "means_init": either(NONE, ARRAY),
        "precisions_init": either(NONE, ARRAY),
        "random_state": RANDOM_STATE,
        "warm_start": BOOLEAN,
        "verbose": either(BOOLEAN, integer(0)),
        "verbose_interval": integer(1),
        "keep_history": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        n_components: int = 1,
        *,
        covariance_type: Literal["full", "tied", "diag", "spherical"] = "full",
        tol: float = 1e-3,
        reg_covar: float = 1e-6,
        max_iter: int = 100,
        n_init: int = 1,
        init_params: MixtureStart = "kmeans",
        weights_init: ArrayLike | None = None,
        means_init: ArrayLike | None = None,
        precisions_init: ArrayLike | None = None,
        random_state: RandomState = None,
        warm_start: bool = False,
        verbose: int = 0,
        verbose_interval: int = 10,
        keep_history: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.n_components = n_components
        self.covariance_type = covariance_type
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.init_params = init_params
        self.weights_init = weights_init
        self.means_init = means_init
        self.precisions_init = precisions_init
        self.random_state = random_state
        self.warm_start = warm_start
        self.verbose = verbose
        self.verbose_interval = verbose_interval
        self.keep_history = keep_history
        self.n_jobs = n_jobs

    @property
    def _fit_cost(self) -> Cost | None:
        if self.covariance_type not in ("full", "tied"):
            return None
        steps = self.n_init * self.n_components * min(self.max_iter, 10)
        return Cost(lambda n, p, K: steps * (3e-10 * p + 5e-11 * n) * p * p)

    def _start(self, X: Array, w: Array | None, rng: np.random.RandomState) -> Gaussians:
        K, p, form = self.n_components, X.shape[1], self.covariance_type
        pi = self._given("weights_init", (K,))
        mu = self._given("means_init", (K, p))
        Lambda = self._given("precisions_init", shape_of(form, K, p))
        if pi is not None and ((pi < 0).any() or not np.isclose(pi.sum(), 1.0)):
            raise UsageError("mixture.start_weights", total=pi.sum())
        if Lambda is not None and not is_precision(Lambda, form):
            raise UsageError("mixture.start_precisions", form=form)
        if pi is None or mu is None or Lambda is None:
            drawn = self._from_shares(X, w, self._shares(X, w, rng))
            pi, mu = drawn.weights if pi is None else pi, drawn.means if mu is None else mu
            covariances = drawn.covariances if Lambda is None else from_precisions(Lambda, form)
            return Gaussians(pi, mu, covariances)
        return Gaussians(pi, mu, from_precisions(Lambda, form))

    def _given(self, name: str, shape: tuple[int, ...]) -> Array | None:
        """A start value that was given, checked."""
        value = getattr(self, name)
        if value is None:
            return None
        array = np.array(value, dtype=np.float64)
        if array.shape != shape or not np.isfinite(array).all():
            raise UsageError("mixture.start_shape", name=name, came=array.shape, shape=shape)
        return array

    def _from_shares(self, X: Array, w: Array | None, shares: Array) -> Gaussians:
        """The M step of given shares; the second time the sums are about the means themselves."""
        K, p = self.n_components, X.shape[1]
        like = factors_like(self.covariance_type, K, p)
        middle = moments.summarise(X, np.zeros(len(X), np.int64), w, n_jobs=self.n_jobs).mean
        means = np.repeat(middle, K, axis=0)
        for _ in range(2):
            sums = given_sums(X, shares, means, like, self.n_jobs)
            means, covariances = maximum_likelihood(sums, self.covariance_type, self.reg_covar)
        return Gaussians(sums.weight / sums.weight.sum(), means, covariances)

    def _expect(self, X: Array, w: Array | None, theta: Gaussians) -> tuple[NormalSums, float]:
        return expected_sums(X, w, normals(theta, self.covariance_type), self.n_jobs)

    def _merge_expected(self, a: NormalSums, b: NormalSums) -> NormalSums:
        return merge(a, b)

    def _maximise(self, expected: NormalSums) -> Gaussians:
        means, covariances = maximum_likelihood(expected, self.covariance_type, self.reg_covar)
        return Gaussians(expected.weight / expected.weight.sum(), means, covariances)

    def _theta(self) -> Gaussians:
        model = self.model_
        weights, means = (np.asarray(field, np.float64) for field in (model.weights, model.means))
        shape = shape_of(self.covariance_type, *means.shape)
        return Gaussians(weights, means, model.covariances.reshape(shape))

    def _log_joint(self, X: Array) -> Array:
        """By `precisions_cholesky_`, as in scikit-learn."""
        model = self.model_
        fields = model.weights, model.means, self.precisions_cholesky_
        weights, means, P = (np.asarray(field, np.float64) for field in fields)
        return log_joint(X, with_factors(weights, means, P, self.covariance_type), self.n_jobs)

    def _record(self, run: EMRun) -> GaussianMixtureModel:
        theta: Gaussians = run.model
        precision_factors(theta.covariances, self.covariance_type)  # the last step may have made one singular
        self._report(theta)
        parts = theta.weights, theta.means, theta.covariances.ravel()
        return GaussianMixtureModel(*parts, run.history, np.array(run.converged))

    def _report(self, theta: Gaussians) -> None:
        """Warn of components that have lost their rows, or their spread."""
        lost = np.flatnonzero(theta.weights <= np.finfo(np.float64).eps)
        if len(lost):
            warn("mixture.lost", DegenerateDataWarning, component=lost[0], count=len(lost))
        full = self.covariance_type in ("full", "tied")
        variances = np.diagonal(theta.covariances, axis1=-2, axis2=-1) if full else theta.covariances
        limit = (1.0 + 1e-3) * self.reg_covar
        flat = variances.reshape(1 if self.covariance_type == "tied" else self.n_components, -1) <= limit
        kept = theta.weights > np.finfo(np.float64).eps
        if flat.any() and (len(flat) < len(kept) or flat[kept].any()):
            component = int(np.flatnonzero(flat.any(axis=1))[0])
            warn("mixture.flat", DegenerateDataWarning, component=component, reg_covar=self.reg_covar)

    def _keep(self, model: GaussianMixtureModel) -> None:
        form, dtype = self.covariance_type, model.means.dtype
        covariances = model.covariances.reshape(shape_of(form, *model.means.shape))
        factors = precision_factors(covariances, form)
        self._keep_run(model)
        self._publish(
            model,
            weights_=model.weights,
            means_=model.means,
            precisions_cholesky_=in_type(factors, dtype),
        )
        self.covariances_ = in_type(covariances, dtype)
        self.precisions_ = in_type(precisions(factors, form), dtype)

    def _fields_of(
        self, values: dict[str, ArrayLike], record: GaussianMixtureModel | None
    ) -> dict[str, Array]:
        P = as_field(values["precisions_cholesky_"]).astype(np.float64)
        fields = super()._fields_of(values, record)
        if P.shape != (shape := shape_of(self.covariance_type, *np.shape(values["means_"]))):
            facts = {"name": "precisions_cholesky_", "got": phrase("record.shape", shape=P.shape)}
            accepted = phrase("record.shape", shape=shape)
            raise DataError("estimator.attribute", estimator=type(self).__name__, accepted=accepted, **facts)
        covariances = from_precisions(precisions(P, self.covariance_type), self.covariance_type)
        return fields | {"covariances": covariances.ravel()}

    def _check_model(self, model: GaussianMixtureModel) -> None:
        super()._check_model(model)
        shape = shape_of(self.covariance_type, *model.means.shape)
        if len(model.covariances) != int(np.prod(shape)):
            raise refuse_record(
                "covariances",
                phrase("record.numbers", count=len(model.covariances)),
                phrase("record.those_of", shape=shape),
            )
        try:
            precision_factors(model.covariances.reshape(shape), self.covariance_type)
        except DataError:
            raise refuse_record("covariances", phrase("record.singular"), phrase("record.definite")) from None

    def _log_joint_of(self, X: Array, theta: Gaussians) -> Array:
        return log_joint(X, normals(theta, self.covariance_type), self.n_jobs)

    def _parameters(self, path: list[Gaussians]) -> Parameters:
        means, covariances = ([theta[f] for theta in path] for f in (1, 2))
        return {"means": np.stack(means), "covariances": np.stack(covariances)}

    def score_samples(self, X: MatrixLike) -> Array:
        """log p(x) (n,) of each row; a density of normals is nowhere 0."""
        return self._finite(super().score_samples(X), X)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        mean, p = self.means_[k], self.n_features_in_
        if self.covariance_type in ("full", "tied"):
            covariance = self.covariances_ if self.covariance_type == "tied" else self.covariances_[k]
            return np.asarray(rng.multivariate_normal(mean, covariance, size, check_valid="ignore"))
        return np.asarray(mean + rng.standard_normal(size=(size, p)) * np.sqrt(self.covariances_[k]))

    def _n_parameters(self) -> int:
        K, p = self.means_.shape
        return n_free(self.covariance_type, K, p) + K * p + K - 1
