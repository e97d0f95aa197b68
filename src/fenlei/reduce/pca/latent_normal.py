r"""Probabilistic principal components: the normal distribution that d axes and a noise define.

    x = μ + Vᵀ z + noise,   z ~ N(0, diag(λ - σ²)),   noise ~ N(0, σ² I)
    Σ = Vᵀ diag(λ - σ²) V + σ² I        V (d, p) rows of unit length
    Σ⁻¹ = Vᵀ diag(1/λ) V + (I - VᵀV) / σ²        log|Σ| = Σ log λ + (p - d) log σ²

The maximum-likelihood σ² is the mean of the variances that are left out.
Reference: Tipping and Bishop, J. Royal Statistical Society B 61 (1999) 611-622; Bishop, PRML, section 12.2.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array


class LatentNormal(NamedTuple):
    V: Array  # (d, p)
    variances: Array  # (d,) λ
    noise: float  # σ²

    @property
    def is_orthonormal(self) -> bool:
        """Whether the rows of V are of unit length and at right angles; assigned ones need not be."""
        return np.allclose(self.V @ self.V.T, np.eye(len(self.V)), rtol=0.0, atol=1e-5)

    @property
    def singular(self) -> bool:
        """Whether Σ has no inverse."""
        d, p = self.V.shape
        return bool((self.variances <= 0).any() or (self.noise <= 0 and d < p))


def covariance(model: LatentNormal) -> Array:
    """Σ (p, p)."""
    extra = np.maximum(model.variances - model.noise, 0.0)
    return (model.V.T * extra) @ model.V + model.noise * np.eye(model.V.shape[1])


def precision(model: LatentNormal) -> Array:
    """Σ⁻¹ (p, p)."""
    if not model.is_orthonormal:
        return np.linalg.inv(covariance(model))
    V, (d, p) = model.V, model.V.shape
    along = (V.T / model.variances) @ V
    return along if d == p else along + (np.eye(p) - V.T @ V) / model.noise


def log_density(model: LatentNormal, deviations: Array) -> Array:
    """log N(x | μ, Σ) of deviations x - μ (n, p)."""
    V, (d, p) = model.V, model.V.shape
    if not model.is_orthonormal:
        Sigma = covariance(model)
        distances = np.sum(deviations * np.linalg.solve(Sigma, deviations.T).T, axis=1)
        return -0.5 * (distances + np.linalg.slogdet(Sigma)[1] + p * np.log(2.0 * np.pi))
    z = deviations @ V.T
    distances = np.sum(z**2 / model.variances, axis=1)
    log_det = float(np.sum(np.log(model.variances)))
    if d < p:
        # The part off the axes by itself: |x - μ|² - |z|² would cancel where the noise is small.
        distances += np.sum((deviations - z @ V) ** 2, axis=1) / model.noise
        log_det += (p - d) * np.log(model.noise)
    return -0.5 * (distances + log_det + p * np.log(2.0 * np.pi))
