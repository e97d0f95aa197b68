r"""Bayesian linear regression with fixed prior and noise.

Model: y = xᵀw + b + ε, ε ~ N(0, s²), prior w ~ N(0, λ⁻¹ I), and b ~ N(0, λ⁻¹) too, or flat.
Posterior: normal. With α = λ s², n the sum of weights, κ = n α / (n + α) (0 for a flat prior of b, n without
b) and ρ = 1 - κ/n, the equations of `fenlei.linear.least_squares` give

    cov w = C = s² (S_xx + κ x̄ x̄ᵀ + α I)⁻¹        mean w = C (S_xy + κ x̄ ȳ) / s²       mean b = ρ (ȳ - x̄ᵀw)
    var b = ρ s²/n + ρ² x̄ᵀC x̄                       cov(b, w) = -ρ C x̄

The mean is ridge regression with penalty α = λ s² (source 004, equation 56, where s² is missing).
Prediction at x: N(xᵀw + b, s² + ρ s²/n + (x - ρ x̄)ᵀ C (x - ρ x̄)).
Evidence: log p(y) = -½ [ n log 2π s² + (RSS + α ‖w‖² + α b²)/s² + log |Φᵀ Φ/s² + λ I| - (p + 1) log λ ].

Everything is a function of the mergeable summary: `partial_fit` makes the posterior the next prior.
Reference: source 004, section 3.5, equations 52 to 56; Bishop, Pattern Recognition, section 3.3.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple, overload

import numpy as np
from scipy import linalg

from fenlei.annotations import MatrixLike, RandomState
from fenlei.contract.estimator import require_fit
from fenlei.contract.regressor import TargetRows
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense
from fenlei.linear import least_squares
from fenlei.linear.least_squares_regressor import LeastSquaresRegressor
from fenlei.linear.linear_regression import NEAR_ZERO
from fenlei.parameters import BOOLEAN, N_JOBS, Limit, above, real
from fenlei.records import Field
from fenlei.stats.gram import Gram

POSITIVE = above(0)
PRECISION = real(1e-100, 1e100)  # the evidence is finite


class BayesianLinearModel(NamedTuple):
    coef: Annotated[Array, Field("1 p")]  # posterior mean of w
    intercept: Annotated[Array, Field("1")]  # posterior mean of b
    covariance: Annotated[Array, Field("p p")]  # C
    mean: Annotated[Array, Field("p")]  # x̄
    rho: Annotated[Array, Field("", low=0.0, high=1.0)]  # 1 - κ/n
    level: Annotated[Array, Field("", low=0.0)]  # ρ s²/n, the variance of b given w
    evidence: Annotated[Array, Field("", nan=True)]  # log p(y); NaN for a flat prior


def posterior(summary: Gram, p: int, s2: float, precision: float, kappa: float) -> BayesianLinearModel:
    """The posterior from the sums; `precision` is λ."""
    n, alpha = float(summary.weight), precision * s2
    M = least_squares.moments(summary, kappa)
    A = M[:p, :p] + alpha * np.eye(p)
    scale = least_squares.unit_scale(np.diagonal(A))
    triangle = linalg.cho_factor(A / scale[:, None] / scale, lower=True)
    coef = (linalg.cho_solve(triangle, M[:p, p:] / scale[:, None]) / scale[:, None]).T
    C = s2 * linalg.cho_solve(triangle, np.eye(p)) / scale[:, None] / scale
    log_det = 2.0 * np.sum(np.log(np.diagonal(triangle[0]) * scale)) - p * np.log(s2)
    rho = 1.0 - kappa / n
    squares = least_squares.residual_squares(summary, coef, kappa)[0] + alpha * np.sum(coef**2)
    evidence = -0.5 * (n * np.log(2.0 * np.pi * s2) + squares / s2 + log_det - p * np.log(precision))
    return BayesianLinearModel(
        coef,
        least_squares.intercepts(summary, coef, kappa),
        0.5 * (C + C.T),
        summary.mean[:p],
        np.array(rho),
        np.array(rho * s2 / n),
        np.array(evidence),
    )


class BayesianLinearRegression(LeastSquaresRegressor[BayesianLinearModel]):
    r"""Bayesian linear regression with a given prior precision and noise variance.

    Parameters
    ----------
    prior_precision : float, default=1.0
        λ: the weights are N(0, 1/λ) before any row is seen.
    noise_variance : float, default=1.0
        s², the variance of a target about its expectation.
    fit_intercept : bool, default=True
    penalize_intercept : bool, default=True
        The intercept has the prior of the weights, as in source 004; False: a flat prior.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    coef_ : ndarray of shape (p,)
        Posterior mean of the weights, which is ridge regression with alpha = prior_precision *
        noise_variance.
    intercept_ : float
    posterior_mean_ : ndarray of shape (1 + p,), or (p,) without intercept
        Intercept first.
    posterior_covariance_ : ndarray of shape (1 + p, 1 + p), or (p, p) without intercept
    log_evidence_ : float
        log p(y), to compare priors and noises by; not with a flat prior.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Weighted rows are repetitions. `BayesianRidge` finds precision and noise from the rows.

    Examples
    --------
    >>> x, y = [[1], [2], [3], [4], [5]], [1.2, 1.9, 3.2, 3.8, 5.1]
    >>> model = BayesianLinearRegression(prior_precision=2, noise_variance=0.25).fit(x, y)
    >>> model.posterior_mean_.round(6).tolist()
    [0.175701, 0.94891]
    >>> mean, std = model.predict([[6]], return_std=True)
    >>> mean.round(6).tolist(), (std**2).round(6).tolist()
    ([5.869159], [0.478972])
    """

    Model = BayesianLinearModel
    _many_targets: ClassVar[bool] = False
    _narrow = ()
    _answer_fields = ()
    _limits: ClassVar[dict[str, Limit]] = {
        "prior_precision": PRECISION,
        "noise_variance": PRECISION,
        "fit_intercept": BOOLEAN,
        "penalize_intercept": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        prior_precision: float = 1.0,
        noise_variance: float = 1.0,
        *,
        fit_intercept: bool = True,
        penalize_intercept: bool = True,
        n_jobs: int | None = None,
    ) -> None:
        self.prior_precision = prior_precision
        self.noise_variance = noise_variance
        self.fit_intercept = fit_intercept
        self.penalize_intercept = penalize_intercept
        self.n_jobs = n_jobs

    def _solve(self, summary: Gram, rows: TargetRows | None = None) -> BayesianLinearModel:
        s2, precision, n = float(self.noise_variance), float(self.prior_precision), float(summary.weight)
        alpha = precision * s2
        kappa = least_squares.intercept_share(n, alpha, self.fit_intercept, self.penalize_intercept)
        p = self.n_features_in_
        model = posterior(summary, p, s2, precision, kappa)
        if rows is not None and not len(summary.factor):
            rss = least_squares.residual_squares(summary, model.coef, kappa)[0]
            if rss <= NEAR_ZERO * least_squares.moments(summary, kappa)[p, p]:
                model = posterior(self._factorised(summary, rows), p, s2, precision, kappa)
        if not self.fit_intercept:
            return model
        # |ΦᵀΦ/s² + λI| has one factor more, (n + α)/s², and the prior of b one factor λ
        more = -0.5 * np.log((n + alpha) / alpha) if self.penalize_intercept else np.nan
        return model._replace(evidence=np.array(model.evidence + more))

    def _keep(self, model: BayesianLinearModel) -> None:
        self._flat = True
        self._keep_linear(model)

    @property
    def posterior_mean_(self) -> Array:
        mean = self.model_.coef[0]
        return np.append(self.model_.intercept, mean) if self.fit_intercept else mean

    @property
    def posterior_covariance_(self) -> Array:
        model = self.model_
        if not self.fit_intercept:
            return model.covariance
        slope = -model.rho * (model.covariance @ model.mean)
        level = model.level - model.rho * (slope @ model.mean)
        return np.block([[level, slope[None]], [slope[:, None], model.covariance]])

    @property
    def log_evidence_(self) -> float:
        if np.isnan(self.model_.evidence):
            raise AttributeError(
                "log_evidence_ needs a proper prior: penalize_intercept=True or no intercept"
            )
        return float(self.model_.evidence)

    @overload
    def predict(self, X: MatrixLike, return_std: Literal[False] = False) -> Array: ...

    @overload
    def predict(self, X: MatrixLike, return_std: bool) -> Array | tuple[Array, Array]: ...

    def predict(self, X: MatrixLike, return_std: bool = False) -> Array | tuple[Array, Array]:
        """Mean (n,) of the prediction; with `return_std` also its standard deviation (n,), noise included."""
        mean = super().predict(X)
        if not return_std:
            return mean
        model, X = self.model_, self._as_floats(X, reset=False)
        D = as_dense(X) - model.rho * model.mean
        variance = self.noise_variance + model.level + np.sum((D @ model.covariance) * D, axis=1)
        return mean, np.sqrt(variance)

    def sample_weights(self, size: int = 1, random_state: RandomState = None) -> Array:
        """Draws (size, 1 + p), or (size, p) without intercept, from the posterior."""
        require_fit(self)
        rng = np.random.default_rng(random_state)
        return rng.multivariate_normal(self.posterior_mean_, self.posterior_covariance_, size)
