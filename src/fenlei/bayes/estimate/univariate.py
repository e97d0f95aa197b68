r"""Bayesian estimation of a normal distribution of one variable.

Known variance σ²: prior μ ~ N(m, v). With W, x̄, S the weight, mean and scatter of the sample
    posterior    1/v' = 1/v + W/σ²,   m' = v' (m/v + W x̄/σ²);   predictive N(m', v' + σ²)
Mean and variance (normal-inverse-gamma): μ | σ² ~ N(m, σ²/κ), σ² ~ IG(a, b)
    posterior    κ' = κ + W,  m' = (κ m + W x̄)/κ',  a' = a + W/2,  b' = b + ½ [S + κ W (x̄ - m)²/κ']
    predictive   Student t, 2a degrees of freedom, location m, squared scale b (κ + 1)/(a κ)
    MAP          μ = m, σ² = b / (a + 3/2)
Maximum likelihood is the MAP estimate under a flat prior: v = ∞, or κ = 0, a = -3/2, b = 0, which are
improper: they can be updated, but have no mean, predictive or evidence themselves.

Reference: source 004, section 2.3.5 (equations 33 and 34); Murphy, Conjugate Bayesian analysis of the
Gaussian distribution (2007), sections 2 and 6.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from fenlei.annotations import ArrayLike
from fenlei.bayes.estimate.checks import require, sample_array
from fenlei.bayes.estimate.normal import LOG_2PI, Normal, one_sample
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.stats.scatter import ClassScatter


class NormalMean(NamedTuple):
    """Distribution N(mean, variance) of the mean of a normal whose variance is known.

    Examples
    --------
    >>> from fenlei.bayes.estimate import moments
    >>> posterior = NormalMean(0.0, 1.0, known_variance=1.0).update(moments([1, 2, 3]))
    >>> posterior.mean, posterior.variance
    (1.5, 0.25)
    >>> posterior.predictive
    Normal(mean=1.5, variance=1.25)
    """

    mean: float  # also the mode
    variance: float  # inf is a flat prior
    known_variance: float  # σ² of the rows

    def update(self, summary: ClassScatter) -> NormalMean:
        """The posterior."""
        require(self.variance > 0 and self.known_variance > 0, self, phrase("proper.variances"))
        W, mean, _ = one_sample(summary)
        if W == 0:
            return self
        prior, sample = 1.0 / self.variance, W / self.known_variance
        share = sample / (prior + sample)
        return self._replace(mean=share * mean + (1.0 - share) * self.mean, variance=1.0 / (prior + sample))

    @property
    def mode(self) -> float:
        """MAP estimate of the mean."""
        return self.mean

    @property
    def predictive(self) -> Normal:
        """Distribution of the next value."""
        require(np.isfinite(self.variance), self, phrase("proper.finite_variance"))
        return Normal(self.mean, self.variance + self.known_variance)

    def log_predictive(self, x: ArrayLike) -> Array:
        """ln p(x | sample) of each value."""
        return self.predictive.log_density(x)

    def log_evidence(self, summary: ClassScatter) -> float:
        """Log marginal likelihood: ln L at x̄, and what the prior takes from it."""
        require(0 < self.variance < np.inf, self, phrase("proper.finite_positive_variance"))
        W, mean, _ = one_sample(summary)
        best = Normal(mean, self.known_variance).log_likelihood(summary)
        spread = self.known_variance + W * self.variance
        excess = np.log(spread / self.known_variance) + W * (mean - self.mean) ** 2 / spread
        return float(best - 0.5 * excess)


class NormalInverseGamma(NamedTuple):
    """Distribution of mean and variance: μ | σ² ~ N(location, σ²/strength), σ² ~ IG(shape, scale).

    Examples
    --------
    >>> from fenlei.bayes.estimate import moments
    >>> posterior = NormalInverseGamma(0.0, 1.0, 2.0, 2.0).update(moments([1, 2, 3]))
    >>> posterior
    NormalInverseGamma(location=1.5, strength=4.0, shape=3.5, scale=4.5)
    >>> posterior.mean
    Normal(mean=1.5, variance=1.8)
    """

    location: float  # m
    strength: float  # κ: the prior counts as so many rows
    shape: float  # a
    scale: float  # b

    def update(self, summary: ClassScatter) -> NormalInverseGamma:
        """The posterior."""
        W, mean, S = one_sample(summary)
        if W == 0:
            return self
        strength = self.strength + W
        deviation = mean - self.location
        return NormalInverseGamma(
            self.location + W / strength * deviation,
            strength,
            self.shape + 0.5 * W,
            self.scale + 0.5 * (S + self.strength * W / strength * deviation**2),
        )

    @property
    def mean(self) -> Normal:
        """Means of μ and σ²; that of σ² is infinite up to a shape of 1."""
        self._proper()
        return Normal(self.location, self.scale / (self.shape - 1.0) if self.shape > 1.0 else np.inf)

    @property
    def mode(self) -> Normal:
        """MAP estimate of μ and σ² together."""
        require(self.shape > -1.5 and self.scale >= 0, self, phrase("proper.shape_scale"))
        return Normal(self.location, self.scale / (self.shape + 1.5))

    def log_predictive(self, x: ArrayLike) -> Array:
        """ln p(x | sample) of each value: Student's t."""
        self._proper()
        squared_scale = self.scale * (self.strength + 1.0) / (self.shape * self.strength)
        square = (sample_array(x, (0, 1)) - self.location) ** 2 / squared_scale
        return log_student(square, 2.0 * self.shape, 1, np.log(squared_scale))

    def log_evidence(self, summary: ClassScatter) -> float:
        """Log marginal likelihood: the normalisers of posterior and prior compared."""
        self._proper()
        after = self.update(summary)
        W = after.strength - self.strength
        return float(after._log_normaliser() - self._log_normaliser() - 0.5 * W * LOG_2PI)

    def _log_normaliser(self) -> float | Array:
        return gammaln(self.shape) - self.shape * np.log(self.scale) - 0.5 * np.log(self.strength)

    def _proper(self) -> None:
        require(min(self[1:]) > 0, self, phrase("proper.strength_shape_scale"))


def log_student(square: Array, nu: float, p: int, log_det_scale: float) -> Array:
    """ln t of ν degrees of freedom on p dimensions, from squared distances in units of the scale."""
    constant = gammaln(0.5 * (nu + p)) - gammaln(0.5 * nu) - 0.5 * (p * np.log(nu * np.pi) + log_det_scale)
    return constant - 0.5 * (nu + p) * np.log1p(square / nu)
