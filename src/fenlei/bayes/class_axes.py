r"""The matrices of a normal class: its rank, Σ⁻¹ = W Wᵀ with a triangular W, and its principal axes.

Ranks are judged on the correlation matrix R = D⁻¹ΣD⁻¹, D² = diag Σ, so that units do not matter. Most classes
need no eigenvalues: with JRJ = L Lᵀ, J reversing the order of the features,

    1 / λ_min(R) ≤ tr R⁻¹ = ‖L⁻¹‖²,        W = D⁻¹ J L⁻ᵀ J,

so a Cholesky factor whose inverse is small proves that all directions have spread, and gives W.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

from fenlei.kernels import Array
from fenlei.stats.covariance import count_spread, standard_deviations, whiten

MANY_COLUMNS = 500  # from where eigenvectors of p x p matrices take seconds
SURE = 1e-6  # smallest eigenvalue of a correlation matrix whose Cholesky factor has ten digits


def sure_factor(covariance: Array, tol: float = 0.0) -> Array | None:
    """W, if it proves that the spread of all directions, on standardised features, exceeds tol; or None."""
    deviation = standard_deviations(covariance)
    R = (covariance / deviation[:, None] / deviation)[::-1, ::-1]
    if not np.isfinite(R).all():
        return None
    L, info = linalg.lapack.dpotrf(R, lower=True)
    if info != 0:
        return None
    inverse, info = linalg.lapack.dtrtri(L, lower=True)
    if info != 0 or not float(np.sqrt(np.sum(inverse**2))) * max(SURE**0.5, tol) < 1.0:
        return None
    return np.ascontiguousarray(inverse.T[::-1, ::-1] / deviation[:, None])


def rank(covariance: Array, tol: float) -> tuple[int, Array | None]:
    """Directions whose spread on standardised features exceeds tol; and W of full rank, where it was made."""
    if (factor := sure_factor(covariance, tol)) is not None:
        return len(covariance), factor
    deviation = standard_deviations(covariance)
    values = linalg.eigvalsh(covariance / deviation[:, None] / deviation)
    return count_spread(values, len(covariance), tol), None


def rank_of_rows(X: Array, w: Array | None, mean: Array, deviation: Array, tol: float) -> int:
    """The same of fewer rows than columns, from their products (n, n), which have the same spectrum."""
    share = np.full(len(X), 1.0 / len(X)) if w is None else w / w.sum()
    Z = (X - mean) / deviation * np.sqrt(share)[:, None]
    return count_spread(linalg.eigvalsh(Z @ Z.T), X.shape[1], tol)


def precision_factor(covariance: Array, factor: Array | None = None) -> tuple[Array, float]:
    """Lower triangular W with W Wᵀ = Σ⁻¹, made here or `factor`, and log det Σ = -2 Σ_j log |W_jj|.

    Where the condition is bad, from the whitening; but of many columns by Cholesky.
    """
    W = sure_factor(covariance) if factor is None else factor
    if W is None and len(covariance) <= MANY_COLUMNS:
        W = np.ascontiguousarray(linalg.qr(whiten(covariance).matrix.T, mode="r")[0].T)
    elif W is None:
        L = linalg.cholesky(covariance[::-1, ::-1], lower=True)
        W = np.ascontiguousarray(linalg.lapack.dtrtri(L, lower=True)[0].T[::-1, ::-1])
    return W, -2.0 * float(np.log(np.abs(np.diagonal(W))).sum())


def principal_axes(covariance: Array) -> tuple[Array, Array]:
    """Σ = R diag(s) Rᵀ: axes in columns and variances along them, descending.

    Exact also for mixed units, but of many columns, where the singular values would take minutes.
    """
    if len(covariance) > MANY_COLUMNS:
        variances, axes = linalg.eigh(covariance)
        return axes[:, ::-1], np.maximum(variances[::-1], 0.0)
    deviation = np.sqrt(np.diagonal(covariance))
    values, vectors = linalg.eigh(covariance / deviation[:, None] / deviation)
    axes, spread, _ = linalg.svd(deviation[:, None] * vectors * np.sqrt(np.maximum(values, 0.0)))
    return axes, spread**2


def assigned_factor(root: Array) -> Array:
    """Lower triangular W (p, p) with W Wᵀ = V Vᵀ of any V (p, r)."""
    W = np.asarray(np.linalg.qr(root.T, mode="r")).T
    return np.pad(W, ((0, 0), (0, len(W) - W.shape[1])))
