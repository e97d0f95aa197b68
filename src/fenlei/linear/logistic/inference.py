r"""Inference for the unpenalised fit: standard errors, Wald tests and the likelihood ratio.

The covariance of the estimate is the inverse Hessian at the optimum; z = β / se is compared with the normal
distribution. Deviance is -2 log L; McFadden's R² is 1 - log L / log L₀, with L₀ the likelihood of the
intercept alone (or of equal probabilities without an intercept). With K > 2 classes the weights are those
relative to the first class, θ_k - θ_0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri
from sklearn.utils.validation import check_is_fitted

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.linear.logistic.curvature import FULL_LIMIT, factorise, inverse
from fenlei.linear.logistic.hessian import hessian
from fenlei.linear.logistic.objective import LogisticProblem, Stored, class_sums
from fenlei.linear.logistic.separation import unpenalised
from fenlei.messages import Phrase, phrase


class LogisticSummary(NamedTuple):
    names: tuple[str, ...]  # of the m parameters, as "feature" or "feature (class)"
    coef: Array  # (m,)
    std_err: Array  # (m,)
    z: Array  # (m,)
    p_value: Array  # (m,)
    conf_low: Array  # (m,) of the 95 % interval
    conf_high: Array  # (m,)
    n: float  # sum of the weights
    df_model: int
    df_resid: float
    log_likelihood: float
    log_likelihood_null: float
    deviance: float
    pseudo_r2: float
    llr: float
    llr_p_value: float
    aic: float
    bic: float

    def __str__(self) -> str:
        head = (
            f"n {self.n:g}   log-likelihood {self.log_likelihood:.6g} (null {self.log_likelihood_null:.6g})  "
            f" deviance {self.deviance:.6g}   pseudo R2 {self.pseudo_r2:.4g}   LLR p {self.llr_p_value:.4g}"
        )
        width = max(map(len, self.names))
        title = f"{'':{width}}  {'coef':>10} {'std err':>10} {'z':>8} {'p':>8} {'[0.025':>10} {'0.975]':>10}"
        columns = (self.coef, self.std_err, self.z, self.p_value, self.conf_low, self.conf_high)
        lines = [
            f"{name:{width}}  {b:10.4f} {se:10.4f} {z:8.3f} {p:8.3f} {low:10.4f} {high:10.4f}"
            for name, b, se, z, p, low, high in zip(self.names, *columns, strict=True)
        ]
        return "\n".join([head, title, *lines])


def covariance(problem: LogisticProblem, theta: Array) -> Array:
    """Inverse Hessian of the parameters relative to the first class; (0, 0) where there is none."""
    r, q = problem.shape
    if not unpenalised(problem) or r * q > FULL_LIMIT:
        return np.empty((0, 0))
    H = hessian(problem, theta)
    scaled = factorise(H if r == 1 else H[q:, q:])
    return np.empty((0, 0)) if scaled.singular else inverse(scaled)


def null_log_likelihood(problem: LogisticProblem) -> float:
    """log L₀: class shares if there is an intercept, equal probabilities if not."""
    weight = problem.X.class_weight if isinstance(problem.X, Stored) else class_sums(problem)
    if not problem.intercept:
        return float(-weight.sum() * np.log(problem.K))
    weight = weight[weight > 0]
    return float(np.sum(weight * np.log(weight / weight.sum())))


def summarise(
    names: tuple[str, ...], beta: Array, C: Array, log_likelihood: float, null: float, n: float, free: int
) -> LogisticSummary:
    """The table of parameters beta (m,) with covariance C (m, m); `free` of them are intercepts."""
    se = np.sqrt(np.diagonal(C))
    z = beta / se
    half = ndtri(0.975) * se
    m = len(beta)
    llr = 2.0 * (log_likelihood - null)
    return LogisticSummary(
        names,
        beta,
        se,
        z,
        2.0 * ndtr(-np.abs(z)),
        beta - half,
        beta + half,
        n,
        m - free,
        n - m,
        log_likelihood,
        null,
        -2.0 * log_likelihood,
        1.0 - log_likelihood / null,
        llr,
        float(chdtrc(m - free, max(llr, 0.0))) if m > free else 1.0,
        2.0 * m - 2.0 * log_likelihood,
        m * float(np.log(n)) - 2.0 * log_likelihood,
    )


class Inference:
    """`summary` of LogisticRegression."""

    C: float
    penalty: Any
    fit_intercept: bool
    basis: Any
    classes_: Array
    model_: Any
    separated_: bool

    def _theta(self) -> Array:
        """Weights (r, q), the intercept last."""
        return np.column_stack([self.model_.coef, *([self.model_.intercept] if self.fit_intercept else [])])

    def summary(self) -> LogisticSummary:
        """Standard errors, z, p-values, log-likelihood and deviance of a fit without penalty.

        For K > 2 classes the weights are relative to the first class.
        """
        check_is_fitted(self)
        model = self.model_
        if not model.covariance.size:
            reason, remedy = self._why_no_inference()
            raise UsageError(
                "logistic.no_inference", estimator=type(self).__name__, reason=reason, remedy=remedy
            )
        theta = self._theta()
        beta = theta if len(theta) == 1 else theta[1:] - theta[0]
        return summarise(
            self._parameter_names(),
            beta.ravel(),
            model.covariance,
            float(model.log_likelihood),
            float(model.log_likelihood_null),
            float(model.weight),
            len(beta) * self.fit_intercept,
        )

    def _why_no_inference(self) -> tuple[Phrase, Phrase]:
        if self.separated_:
            return phrase("reason.separable"), phrase("remedy.features")
        if np.inf != self.C and self.penalty is not None:
            return phrase("reason.penalised"), phrase("remedy.no_penalty")
        if getattr(self.model_, "passes", None) is not None:
            return phrase("reason.passes"), phrase("remedy.fit_optimum")
        return phrase("reason.collinear"), phrase("remedy.columns")

    def _parameter_names(self) -> tuple[str, ...]:
        M = self.model_.coef.shape[1]
        known = getattr(self, "feature_names_in_", None) if self.basis is None else None
        names = [f"x{j}" for j in range(M)] if known is None else [str(name) for name in known]
        names += ["intercept"] * self.fit_intercept
        if len(self.classes_) == 2:
            return tuple(names)
        return tuple(f"{name} ({label})" for label in self.classes_[1:] for name in names)
