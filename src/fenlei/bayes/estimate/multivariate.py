r"""Bayesian estimation of a normal distribution of p variables.

Known covariance Σ: prior μ ~ N(m, V). With W, x̄, S the weight, mean and scatter of the sample
    posterior    G = V (V + Σ/W)⁻¹,  m' = m + G (x̄ - m),  V' = G Σ/W;  predictive N(m', V' + Σ)
which is V'⁻¹ = V⁻¹ + W Σ⁻¹ without inverting V, which may be singular.
Mean and covariance (normal-inverse-Wishart): μ | Σ ~ N(m, Σ/κ), Σ ~ IW(Ψ, ν)
    posterior    κ' = κ + W,  ν' = ν + W,  m' = (κ m + W x̄)/κ',  Ψ' = Ψ + S + κW/κ' (x̄ - m)(x̄ - m)ᵀ
    predictive   multivariate t, d = ν - p + 1 degrees of freedom, location m, scale Ψ (κ + 1)/(κ d)
    MAP          μ = m, Σ = Ψ / (ν + p + 2)
Maximum likelihood is the MAP estimate under the flat, improper prior κ = 0, ν = -(p + 2), Ψ = 0.

Reference: source 004, section 2.3.5; Murphy, Conjugate Bayesian analysis of the Gaussian distribution (2007),
sections 7 and 9.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg
from scipy.special import multigammaln

from fenlei.annotations import MatrixLike
from fenlei.bayes.estimate.checks import require
from fenlei.bayes.estimate.normal import (
    LOG_2PI,
    MultivariateNormal,
    log_det,
    sample_of,
    squared_distances,
)
from fenlei.bayes.estimate.univariate import log_student
from fenlei.functions.checks import cholesky
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.stats.scatter import ClassScatter


class MultivariateNormalMean(NamedTuple):
    """Distribution N(mean, covariance) of the mean of a normal whose covariance is known.

    Examples
    --------
    >>> from fenlei.bayes.estimate import moments
    >>> prior = MultivariateNormalMean(np.zeros(2), np.eye(2), known_covariance=np.eye(2))
    >>> prior.update(moments([[1, 0], [2, 0], [3, 0]])).mean
    array([1.5, 0. ])
    """

    mean: Array  # (p,), also the mode
    covariance: Array  # (p, p) V
    known_covariance: Array  # (p, p) Σ of the rows

    def update(self, summary: ClassScatter) -> MultivariateNormalMean:
        """The posterior."""
        W, mean, _ = sample_of(summary, len(self.mean))
        if W == 0:
            return self
        L = cholesky(self.covariance + self.known_covariance / W, "covariance + known_covariance / W")
        gain = linalg.cho_solve((L, True), self.covariance).T
        covariance = gain @ self.known_covariance / W
        return self._replace(
            mean=self.mean + gain @ (mean - self.mean), covariance=0.5 * (covariance + covariance.T)
        )

    @property
    def mode(self) -> Array:
        """MAP estimate (p,) of the mean."""
        return self.mean

    @property
    def predictive(self) -> MultivariateNormal:
        """Distribution of the next row."""
        return MultivariateNormal(self.mean, self.covariance + self.known_covariance)

    def log_predictive(self, X: MatrixLike) -> Array:
        """ln p(x | sample) (n,) of each row of X (n, p)."""
        return self.predictive.log_density(X)

    def log_evidence(self, summary: ClassScatter) -> float:
        """Log marginal likelihood: ln L at x̄, and what the prior takes from it."""
        W, mean, _ = sample_of(summary, len(self.mean))
        if W == 0:
            return 0.0
        best = MultivariateNormal(mean, self.known_covariance).log_likelihood(summary)
        share = self.known_covariance / W
        L, L_share = cholesky(self.covariance + share, "covariance"), cholesky(share, "known_covariance")
        square = squared_distances(mean[None], self.mean, L).item()
        return best - 0.5 * (log_det(L) - log_det(L_share) + square)


class NormalInverseWishart(NamedTuple):
    """Distribution of mean and covariance: μ | Σ ~ N(location, Σ/strength), Σ ~ IW(scale, dof).

    Examples
    --------
    >>> from fenlei.bayes.estimate import moments
    >>> prior = NormalInverseWishart(np.zeros(2), 1.0, 4.0, np.eye(2))
    >>> prior.update(moments([[1, 0], [2, 0], [3, 0]])).mean
    MultivariateNormal(mean=array([1.5, 0. ]), covariance=array([[1.5 , 0.  ], [0.  , 0.25]]))
    """

    location: Array  # (p,) m
    strength: float  # κ: the prior counts as so many rows
    dof: float  # ν, above p - 1
    scale: Array  # (p, p) Ψ

    def update(self, summary: ClassScatter) -> NormalInverseWishart:
        """The posterior."""
        W, mean, S = sample_of(summary, len(self.location))
        if W == 0:
            return self
        strength = self.strength + W
        deviation = mean - self.location
        between = self.strength * W / strength * np.outer(deviation, deviation)
        return NormalInverseWishart(
            self.location + W / strength * deviation, strength, self.dof + W, self.scale + S + between
        )

    @property
    def mean(self) -> MultivariateNormal:
        """Means of μ and Σ; that of Σ needs dof above p + 1."""
        p = len(self.location)
        require(self.dof > p + 1, self, phrase("proper.above", name="dof", low="p + 1"))
        return MultivariateNormal(self.location, self.scale / (self.dof - p - 1.0))

    @property
    def mode(self) -> MultivariateNormal:
        """MAP estimate of μ and Σ together."""
        p = len(self.location)
        require(self.dof > -(p + 2), self, phrase("proper.above", name="dof", low="-(p + 2)"))
        return MultivariateNormal(self.location, self.scale / (self.dof + p + 2.0))

    def log_predictive(self, X: MatrixLike) -> Array:
        """ln p(x | sample) (n,) of each row of X (n, p): multivariate t."""
        self._proper()
        p = len(self.location)
        nu = self.dof - p + 1.0
        L = cholesky(self.scale, "scale") * np.sqrt((self.strength + 1.0) / (self.strength * nu))
        return log_student(squared_distances(X, self.location, L), nu, p, log_det(L))

    def log_evidence(self, summary: ClassScatter) -> float:
        """Log marginal likelihood: the normalisers of posterior and prior compared."""
        self._proper()
        after = self.update(summary)
        W, p = after.dof - self.dof, len(self.location)
        return float(after._log_normaliser() - self._log_normaliser() - 0.5 * W * p * LOG_2PI)

    def _log_normaliser(self) -> float | Array:
        p = len(self.location)
        half = 0.5 * self.dof
        scaled = half * (p * np.log(2.0) - log_det(cholesky(self.scale, "scale")))
        return multigammaln(half, p) + scaled - 0.5 * p * np.log(self.strength)

    def _proper(self) -> None:
        p = len(self.location)
        require(self.strength > 0 and self.dof > p - 1, self, phrase("proper.strength_dof"))
