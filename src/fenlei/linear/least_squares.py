r"""Least squares with an l2 penalty, from the means and centred products of the rows.

    minimise over w, b:   Σ_i v_i (y_i - x_iᵀw - b)² + α ‖w‖² + β b²       (v_i weights of the rows, n = Σ v)

Write the rows from their means: the first sum is Σ v (ỹ - x̃ᵀw)² + n (ȳ - x̄ᵀw - b)². Minimised over b, the
last two terms that contain it leave κ (ȳ - x̄ᵀw)², so that

    (S_xx + κ x̄ x̄ᵀ + α I) w = S_xy + κ x̄ ȳ,        b = (1 - κ/n) (ȳ - x̄ᵀw)

    κ = 0              intercept fitted and not penalised (β = 0)
    κ = n β / (n + β)  intercept fitted and penalised (β = α: one more weight, source 004, eq. 49-51)
    κ = n              no intercept (β = ∞)

These normal equations square the condition of the rows: an error of eps becomes eps / rcond in w, rcond being
the reciprocal condition of the matrix scaled to unit diagonal. Where it is below `GUARD` the rows, if they
are available, are reduced to a triangle F with FᵀF = S, and w comes from the singular values of F without
squaring. Where they are not, singular directions are left out and the warning `regression.digits` states how
many digits can be trusted.

Rank: directions whose singular value, on features scaled to unit spread, is below tol times the largest are
taken as absent, and of all minimisers the one of least ‖w‖, in the features' own units, is taken.
Reference: Golub and Van Loan, Matrix Computations, chapter 5; source 004, sections 3.2 and 3.4.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg, optimize

from fenlei.kernels import Array
from fenlei.stats import gram
from fenlei.stats.gram import Gram

EPS = float(np.finfo(np.float64).eps)
GUARD = 1e-6  # reciprocal condition that sums serve with ten digits
ROUNDING = 64.0  # units of p eps in an eigenvalue of sums of products


class LeastSquaresSolution(NamedTuple):
    """The weights, and how well they are determined."""

    coef: Array  # (t, p)
    rank: int
    rcond: float  # of the scaled matrix; 0 where directions were left out
    route: str  # "cholesky" or "svd"


def intercept_share(weight: float, beta: float, fit_intercept: bool, penalized: bool) -> float:
    """κ: how much the means count beside the deviations from them."""
    if not fit_intercept:
        return weight
    return weight * beta / (weight + beta) if penalized else 0.0


def intercepts(summary: Gram, coef: Array, kappa: float) -> Array:
    """b (t,) = (1 - κ/n) (ȳ - x̄ᵀw)."""
    p = coef.shape[1]
    return (1.0 - kappa / summary.weight) * (summary.mean[p:] - coef @ summary.mean[:p])


def moments(summary: Gram, kappa: float) -> Array:
    """S + κ z̄ z̄ᵀ (q, q)."""
    S = gram.scatter(summary)
    return S + kappa * summary.mean[:, None] * summary.mean if kappa else S


def factor(summary: Gram, kappa: float) -> Array:
    """F (m, q) with FᵀF = S + κ z̄ z̄ᵀ; from the eigenvectors of S if that is all there is."""
    F = summary.factor
    if len(summary.scatter):
        values, vectors = linalg.eigh(summary.scatter)
        F = np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T
    return np.concatenate([F, np.sqrt(kappa) * summary.mean[None]]) if kappa else F


def solve(summary: Gram, p: int, alpha: float, kappa: float, tol: float) -> LeastSquaresSolution:
    """w (t, p) of the penalised normal equations, by the route that the summary allows."""
    if len(summary.factor):
        return solve_factor(factor(summary, kappa), p, alpha, tol)
    M = moments(summary, kappa)
    A, B = M[:p, :p] + alpha * np.eye(p), M[:p, p:]
    return solve_cholesky(A, B, tol) or solve_eigen(A, B, tol)


def solve_cholesky(A: Array, B: Array, tol: float) -> LeastSquaresSolution | None:
    """A⁻¹B by Cholesky of A scaled to unit diagonal; None where tol or rounding would cut directions off."""
    scale, p = unit_scale(np.diagonal(A)), len(A)
    C = A / scale[:, None] / scale
    triangle, failed = linalg.lapack.dpotrf(C, lower=True)
    if failed or p == 0:
        return None
    rcond, _ = linalg.lapack.dpocon(triangle, np.abs(C).sum(axis=0).max(), uplo="L")
    if not rcond > p * max(ROUNDING * EPS, float(tol) * tol):
        return None
    coef = linalg.cho_solve((triangle, True), B / scale[:, None]) / scale[:, None]
    return LeastSquaresSolution(coef.T, p, float(rcond), "cholesky")


def solve_eigen(A: Array, B: Array, tol: float) -> LeastSquaresSolution:
    """A⁺B by eigenvectors of the scaled A, without the directions that tol or rounding take away."""
    scale, p = unit_scale(np.diagonal(A)), len(A)
    values, vectors = linalg.eigh(A / scale[:, None] / scale)
    kept = values > max(ROUNDING * p * EPS, float(tol) * tol) * values[-1]
    V = vectors[:, kept]
    z = (V.T @ (B / scale[:, None])) / values[kept, None]
    coef = least_norm(V, scale, z)
    smallest = values[kept].min(initial=values[-1])
    return LeastSquaresSolution(coef, int(kept.sum()), float(smallest / (values[-1] or 1.0)), "svd")


def solve_factor(F: Array, p: int, alpha: float, tol: float) -> LeastSquaresSolution:
    """Minimiser of ‖F_y - F_x w‖² + α ‖w‖² by singular values, without squaring them."""
    X, Y = F[:, :p], F[:, p:]
    if alpha:
        U, s, Vt = linalg.svd(X, full_matrices=False)
        coef = Vt.T @ ((s / (s**2 + alpha))[:, None] * (U.T @ Y))
        return LeastSquaresSolution(coef.T, p, 1.0, "svd")
    scale = column_norms(X)
    U, s, Vt = linalg.svd(X / scale, full_matrices=False)
    kept = s > max(EPS * max(X.shape), tol) * s.max(initial=0.0)
    z = (U[:, kept].T @ Y) / s[kept, None]
    return LeastSquaresSolution(least_norm(Vt[kept].T, scale, z), int(kept.sum()), 1.0, "svd")


def solve_positive(F: Array, p: int, alpha: float) -> Array:
    """w (t, p) ≥ 0 that minimises ‖F_y - F_x w‖² + α ‖w‖² (Lawson and Hanson)."""
    X, Y = F[:, :p], F[:, p:]
    if alpha:
        X = np.concatenate([X, np.sqrt(alpha) * np.eye(p)])
        Y = np.concatenate([Y, np.zeros((p, Y.shape[1]))])
    return np.array([optimize.nnls(X, y)[0] for y in Y.T])


def least_norm(V: Array, scale: Array, z: Array) -> Array:
    """w (t, p) of least norm with Vᵀ D w = z, D = diag(scale), V (p, r) orthonormal."""
    if V.shape[0] == V.shape[1]:
        return ((V @ z) / scale[:, None]).T
    Q, R = linalg.qr(V * scale[:, None], mode="economic")
    return (Q @ linalg.solve_triangular(R, z, trans="T")).T


def unit_scale(squares: Array) -> Array:
    """√squares, with 1 for a feature without spread."""
    return np.sqrt(np.where(squares > 0, squares, 1.0))


def column_norms(X: Array) -> Array:
    """‖x_j‖ (p,) of the columns, with 1 for one of zeros; squares of tiny values do not vanish."""
    largest = np.abs(X).max(axis=0, initial=0.0)
    largest[largest == 0] = 1.0
    return largest * unit_scale(np.sum((X / largest) ** 2, axis=0))


def singular_values(summary: Gram, p: int, kappa: float) -> Array:
    """Singular values of the (centred) features, descending."""
    if len(summary.factor):
        return linalg.svdvals(factor(summary, kappa)[:, :p])
    return np.sqrt(np.maximum(linalg.eigvalsh(moments(summary, kappa)[:p, :p])[::-1], 0.0))


def residual_squares(summary: Gram, coef: Array, kappa: float) -> Array:
    """Σ v (y - xᵀw - b)² (t,) plus the intercept's penalty β b²: the quadratic form of (-w, 1)."""
    p = coef.shape[1]
    sides = np.concatenate([-coef, np.eye(len(coef))], axis=1)
    if len(summary.factor):
        return np.sum((factor(summary, kappa) @ sides.T) ** 2, axis=0)
    M = moments(summary, kappa)
    return np.maximum(np.einsum("ti,ij,tj->t", sides, M, sides, optimize=True), 0.0)[: len(M) - p]
