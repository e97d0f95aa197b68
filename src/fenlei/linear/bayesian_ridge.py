r"""Bayesian ridge regression: prior precision and noise found from the rows.

Model: y = xᵀw + b + ε, ε ~ N(0, 1/α), w ~ N(0, 1/λ), with gamma priors of α and λ; b by centring.
Estimate: the α, λ of greatest evidence, by MacKay's fixed point. With S_xx = V D Vᵀ, c = VᵀS_xy:

    w = V (c / (d + λ/α))          sse = RSS + Σ (c²/d) (λ/α)² / (d + λ/α)²       RSS that of least squares
    γ = Σ α d / (λ + α d)          λ ← (γ + 2 λ₁)/(‖w‖² + 2 λ₂)        α ← (n - γ + 2 α₁)/(sse + 2 α₂)

until Σ|Δw| < tol; the covariance of w is V (α D + λ)⁻¹ Vᵀ.

Cost: one pass over the rows, O(p³) for V, then O(p) per iteration and O(p²) for w. A function of the
mergeable summary; where RSS is too small to be computed from sums it is computed from the rows.
Reference: MacKay, Neural Computation 4 (1992) 415-447; Tipping, JMLR 1 (2001) 211-244, appendix A.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple, overload

import numpy as np
from scipy import linalg

from fenlei.annotations import MatrixLike
from fenlei.contract.attributes import Public
from fenlei.contract.regressor import TargetRows
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense
from fenlei.linear import least_squares
from fenlei.linear.bayesian_linear import POSITIVE
from fenlei.linear.least_squares_regressor import LeastSquaresRegressor
from fenlei.linear.linear_regression import NEAR_ZERO
from fenlei.parameters import (
    BOOLEAN,
    MOST_SMOOTHING,
    N_JOBS,
    NONE,
    SMOOTHING,
    Limit,
    above_to,
    either,
    integer,
)
from fenlei.records import Field
from fenlei.stats.gram import Gram
from fenlei.trace import tell, traced

VERBOSE = either(BOOLEAN, integer(0))


class BayesianRidgeModel(NamedTuple):
    coef: Annotated[Array, Field("1 p")]
    intercept: Annotated[Array, Field("1")]
    alpha: Annotated[Array, Field("", low=0.0)]  # precision of the noise
    lambda_: Annotated[Array, Field("", low=0.0)]  # precision of the weights
    sigma: Annotated[Array, Field("p p")]  # covariance of w
    offset: Annotated[Array, Field("p")]  # x̄, or 0
    scores: Annotated[Array, Field("*")]  # log evidence, if asked for
    n_iter: Annotated[Array, Field("", "iu", 0)]


class EvidenceStep(NamedTuple):
    """One iteration, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1
    most: int
    alpha: float  # after it
    lambda_: float
    coef: Array  # (p,) by α and λ before it


class GramSpectrum(NamedTuple):
    """S_xx = V D Vᵀ and what else the iteration needs."""

    V: Array  # (p, p)
    d: Array  # (p,)
    c: Array  # (p,) VᵀS_xy
    fit: Array  # (p,) c²/d: what each direction explains
    rss: float
    squares: float  # S_yy
    n: float


def gram_spectrum(summary: Gram, p: int, kappa: float) -> GramSpectrum:
    """From singular values if there is a factor, else from eigenvalues of the sums."""
    n = float(summary.weight)
    if len(summary.factor):
        F = least_squares.factor(summary, kappa)
        U, s, Vt = linalg.svd(F[:, :p], full_matrices=len(F) < p)
        u = U[:, : len(s)].T @ F[:, p]
        u[s <= least_squares.EPS * max(F.shape) * s.max(initial=0.0)] = 0.0
        d, fit = np.zeros(p), np.zeros(p)
        d[: len(s)], fit[: len(s)] = s**2, u**2
        left, y = F[:, p] - U[:, : len(s)] @ u, F[:, p]
        c = np.sqrt(d) * np.pad(u, (0, p - len(s)))
        return GramSpectrum(Vt.T, d, c, fit, float(left @ left), float(y @ y), n)
    M = least_squares.moments(summary, kappa)
    d, V = linalg.eigh(M[:p, :p])
    d = np.maximum(d, 0.0)
    c = V.T @ M[:p, p]
    present = d > least_squares.ROUNDING * p * least_squares.EPS * d[-1]
    fit = np.divide(c**2, d, out=np.zeros(p), where=present)
    return GramSpectrum(V, d, c, fit, max(M[p, p] - fit.sum(), 0.0), M[p, p], n)


def weights(sp: GramSpectrum, alpha: float, lambda_: float) -> tuple[Array, float]:
    """w in the directions V, and the sum of squared errors there."""
    ratio = lambda_ / alpha
    total = np.where(sp.d + ratio > 0, sp.d + ratio, 1.0)
    return sp.c / total, sp.rss + float(np.sum(sp.fit * (ratio / total) ** 2))


def log_evidence(sp: GramSpectrum, alpha: float, lambda_: float, gammas: Array) -> float:
    """Log marginal likelihood, with the gamma priors' exponents (α₁, α₂, λ₁, λ₂)."""
    w, sse = weights(sp, alpha, lambda_)
    a1, a2, l1, l2 = gammas
    priors = l1 * np.log(lambda_) - l2 * lambda_ + a1 * np.log(alpha) - a2 * alpha
    log_det = np.sum(np.log(lambda_ + alpha * sp.d))
    likelihood = sp.n * np.log(alpha / (2.0 * np.pi)) - alpha * sse - lambda_ * np.sum(w**2)
    return float(priors + 0.5 * (len(w) * np.log(lambda_) + likelihood - log_det))


class BayesianRidge(LeastSquaresRegressor[BayesianRidgeModel]):
    r"""Bayesian ridge regression.

    Parameters
    ----------
    max_iter : int, default=300
    tol : float, default=1e-3
        Stop when Σ|Δw| is below it.
    alpha_1, alpha_2, lambda_1, lambda_2 : float, default=1e-6
        Shape and rate of the gamma priors of α, the precision of the noise, and λ, that of the weights.
    alpha_init, lambda_init : float, default=None
        Where α and λ start: 1 / Var(y) and 1 if None.
    compute_score : bool, default=False
        Keep the log evidence of each iteration in `scores_`.
    fit_intercept : bool, default=True
    copy_X : bool, default=True
        The rows are never written to, so both values do the same.
    verbose : bool, default=False
        Print in how many iterations it converged.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    coef_ : ndarray of shape (p,)
    intercept_ : float
    alpha_, lambda_ : float
    sigma_ : ndarray of shape (p, p)
        Covariance of the weights.
    scores_ : ndarray of shape (`n_iter_` + 1,), or empty
    n_iter_ : int
    X_offset_, X_scale_ : ndarray of shape (p,)
        Means of the features (0 without intercept), and ones.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `partial_fit` and `merge`; takes sparse rows; weights are repetitions
    throughout; `scores_` is an array also when empty.

    Examples
    --------
    >>> model = BayesianRidge().fit([[0, 0], [1, 1], [2, 2]], [0, 1, 2])
    >>> model.predict([[1, 1]]).round(6).tolist(), model.coef_.round(3).tolist()
    ([1.0], [0.5, 0.5])
    """

    Model = BayesianRidgeModel
    _many_targets: ClassVar[bool] = False
    _public: ClassVar[dict[str, Public]] = {
        **LeastSquaresRegressor._public,
        "alpha_": Public("alpha", needed=False),
        "sigma_": Public("sigma", needed=False),
        "X_offset_": Public("offset", needed=False),
    }
    _narrow = ("coef", "intercept", "alpha", "lambda_", "sigma", "offset")
    _limits: ClassVar[dict[str, Limit]] = {
        "max_iter": integer(1),
        "tol": POSITIVE,
        **dict.fromkeys(("alpha_1", "alpha_2", "lambda_1", "lambda_2"), SMOOTHING),
        "alpha_init": either(NONE, above_to(0, MOST_SMOOTHING)),
        "lambda_init": either(NONE, SMOOTHING),
        "compute_score": BOOLEAN,
        "fit_intercept": BOOLEAN,
        "copy_X": BOOLEAN,
        "verbose": VERBOSE,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        max_iter: int = 300,
        tol: float = 1.0e-3,
        alpha_1: float = 1.0e-6,
        alpha_2: float = 1.0e-6,
        lambda_1: float = 1.0e-6,
        lambda_2: float = 1.0e-6,
        alpha_init: float | None = None,
        lambda_init: float | None = None,
        compute_score: bool = False,
        fit_intercept: bool = True,
        copy_X: bool = True,
        verbose: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.max_iter = max_iter
        self.tol = tol
        self.alpha_1 = alpha_1
        self.alpha_2 = alpha_2
        self.lambda_1 = lambda_1
        self.lambda_2 = lambda_2
        self.alpha_init = alpha_init
        self.lambda_init = lambda_init
        self.compute_score = compute_score
        self.fit_intercept = fit_intercept
        self.copy_X = copy_X
        self.verbose = verbose
        self.n_jobs = n_jobs

    def _solve(self, summary: Gram, rows: TargetRows | None = None) -> BayesianRidgeModel:
        p = self.n_features_in_
        kappa = 0.0 if self.fit_intercept else float(summary.weight)
        sp = gram_spectrum(summary, p, kappa)
        if rows is not None and not len(summary.factor) and sp.rss <= NEAR_ZERO * sp.squares:
            summary = self._factorised(summary, rows)
            sp = gram_spectrum(summary, p, kappa)
        variance = float(sp.squares / sp.n if self.fit_intercept else self._variance(summary))
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused
            alpha, lambda_, scores, n_iter = self._iterate(sp, variance)
        if not np.isfinite(alpha + lambda_):
            facts = {"alpha": alpha, "lambda_": lambda_}
            raise DataError("regression.precisions", estimator=type(self).__name__, **facts)
        coef = (sp.V @ weights(sp, alpha, lambda_)[0])[None]
        return BayesianRidgeModel(
            coef,
            least_squares.intercepts(summary, coef, kappa),
            np.array(alpha),
            np.array(lambda_),
            (sp.V / (alpha * sp.d + lambda_)) @ sp.V.T,
            summary.mean[:p] * float(self.fit_intercept),
            np.array(scores),
            np.array(n_iter),
        )

    def _variance(self, summary: Gram) -> float:
        """Variance of y about its mean."""
        return least_squares.moments(summary, 0.0)[-1, -1] / float(summary.weight)

    def _iterate(self, sp: GramSpectrum, variance: float) -> tuple[float, float, list[float], int]:
        """The fixed point of α and λ, the log evidence on the way, and the number of iterations."""
        alpha = 1.0 / (variance + least_squares.EPS) if self.alpha_init is None else float(self.alpha_init)
        lambda_ = 1.0 if self.lambda_init is None else float(self.lambda_init)
        gammas = np.array([self.alpha_1, self.alpha_2, self.lambda_1, self.lambda_2])
        scores: list[float] = []
        previous: Array | None = None
        for n_iter in range(1, self.max_iter + 1):
            w, sse = weights(sp, alpha, lambda_)
            if self.compute_score:
                scores.append(log_evidence(sp, alpha, lambda_, gammas))
            gamma = float(np.sum(alpha * sp.d / (lambda_ + alpha * sp.d)))
            lambda_ = (gamma + 2 * self.lambda_1) / (float(np.sum(w**2)) + 2 * self.lambda_2)
            alpha = (sp.n - gamma + 2 * self.alpha_1) / (sse + 2 * self.alpha_2)
            if traced():
                tell(EvidenceStep(n_iter, int(self.max_iter), alpha, lambda_, sp.V @ w))
            if previous is not None and np.sum(np.abs(sp.V @ (w - previous))) < self.tol:
                if self.verbose:
                    tell(f"Convergence after {n_iter - 1} iterations")
                break
            previous = w
        if self.compute_score:
            scores.append(log_evidence(sp, alpha, lambda_, gammas))
        return alpha, lambda_, scores, n_iter

    def _keep(self, model: BayesianRidgeModel) -> None:
        self._flat = True
        self._keep_linear(model, alpha_=model.alpha[()], sigma_=model.sigma, X_offset_=model.offset)
        self.X_scale_ = np.ones_like(model.offset)
        self.lambda_, self.scores_, self.n_iter_ = model.lambda_[()], model.scores, int(model.n_iter)

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
        D = as_dense(X) - np.asarray(model.offset, np.float64)
        deviation = np.sqrt(np.sum((D @ model.sigma) * D, axis=1) + 1.0 / float(model.alpha))
        return mean, self._answer(deviation, X)
