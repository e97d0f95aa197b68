r"""The four forms of a mixture's covariances, and what each step needs of them.

    "full"       (K, p, p)   one Σ_k for each component
    "tied"       (p, p)      one Σ for all
    "diag"       (K, p)      variances
    "spherical"  (K,)        one variance for each component

A covariance is singular when, features taken in order, the part of a feature's variance that the earlier ones
do not explain is no more than rounding; its density would be infinite, and the fit ends with an error that
names the component.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

from fenlei.cluster.mixture.gaussian_steps import NormalSums
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas

TYPES = ("full", "tied", "diag", "spherical")
ROUNDING = 8.0  # units of p eps


def shape_of(covariance_type: str, K: int, p: int) -> tuple[int, ...]:
    return {"full": (K, p, p), "tied": (p, p), "diag": (K, p), "spherical": (K,)}[covariance_type]


def n_free(covariance_type: str, K: int, p: int) -> int:
    """Number of free parameters of the covariances."""
    triangle = p * (p + 1) // 2
    return {"full": K * triangle, "tied": triangle, "diag": K * p, "spherical": K}[covariance_type]


def factors_like(covariance_type: str, K: int, p: int) -> Array:
    """An array of the shape in which the steps want the factors."""
    return np.empty({"full": (K, p, p), "tied": (1, p, p)}.get(covariance_type, (K, p)))


def maximum_likelihood(sums: NormalSums, covariance_type: str, reg_covar: float) -> tuple[Array, Array]:
    """Means (K, p) and covariances of the M step; a component without rows keeps its mean."""
    N = np.where(sums.weight > 0, sums.weight, 1.0)
    delta = sums.first / N[:, None]
    means = sums.means + delta
    p = means.shape[1]
    if covariance_type in ("full", "tied"):
        lower = np.tril(sums.second)
        S = lower + np.tril(sums.second, -1).swapaxes(1, 2)
        between = N[:, None, None] * delta[:, :, None] * delta[:, None, :]
        if covariance_type == "tied":
            return means, (S[0] - between.sum(axis=0)) / sums.weight.sum() + reg_covar * np.eye(p)
        return means, (S - between) / N[:, None, None] + reg_covar * np.eye(p)
    variances = np.maximum(sums.second / N[:, None] - delta**2, 0.0) + reg_covar
    return means, variances if covariance_type == "diag" else variances.mean(axis=1)


def precision_factors(covariances: Array, covariance_type: str) -> Array:
    """P with P Pᵀ = Σ⁻¹, upper triangular, in the shape of the covariances; DataError for a singular one."""
    if covariance_type in ("diag", "spherical"):
        bad = np.flatnonzero(~(covariances.reshape(len(covariances), -1) > 0).all(axis=1))
        if len(bad):
            raise DataError("mixture.singular", component=bad[0])
        return 1.0 / np.sqrt(covariances)
    with single_threaded_blas():
        if covariance_type == "tied":
            return _inverse_factor(covariances, "all")
        return np.stack([_inverse_factor(matrix, k) for k, matrix in enumerate(covariances)])


def _inverse_factor(matrix: Array, component: object) -> Array:
    p = len(matrix)
    try:
        L = linalg.cholesky(matrix, lower=True)
    except (linalg.LinAlgError, ValueError):
        raise DataError("mixture.singular", component=component) from None
    if (np.diagonal(L) ** 2 <= ROUNDING * p * np.finfo(np.float64).eps * np.diagonal(matrix)).any():
        raise DataError("mixture.singular", component=component)
    inverse: Array = linalg.solve_triangular(L, np.eye(p), lower=True).T
    return np.ascontiguousarray(inverse)


def triangular(factors: Array) -> Array:
    """Upper triangular U with U Uᵀ = P Pᵀ for each P (K, p, p): P itself, unless it was assigned."""
    if not np.tril(factors, -1).any():
        return factors
    reversed_rows = factors[:, ::-1]
    R = np.asarray(np.linalg.qr(reversed_rows.swapaxes(1, 2), mode="r"))
    return np.ascontiguousarray(R.swapaxes(1, 2)[:, ::-1, ::-1])


def precisions(factors: Array, covariance_type: str) -> Array:
    """Σ⁻¹ in the shape of the covariances."""
    if covariance_type in ("diag", "spherical"):
        return factors**2
    return factors @ factors.swapaxes(-1, -2)


def from_precisions(given: Array, covariance_type: str) -> Array:
    """Covariances of given precisions."""
    if covariance_type in ("diag", "spherical"):
        return 1.0 / given
    inverse = np.linalg.inv(given)
    return 0.5 * (inverse + inverse.swapaxes(-1, -2))


def is_precision(given: Array, covariance_type: str) -> bool:
    """Whether precisions of the right shape are positive, or symmetric and positive definite."""
    if not np.isfinite(given).all():
        return False
    if covariance_type in ("diag", "spherical"):
        return bool((given > 0).all())
    symmetric = np.allclose(given, given.swapaxes(-1, -2))
    return symmetric and bool((np.linalg.eigvalsh(given) > 0).all())
