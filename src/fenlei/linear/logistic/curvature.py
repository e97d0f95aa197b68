r"""Linear systems with the curvature of the objective: Newton steps and preconditioners.

A Hessian is first scaled to unit diagonal, so that the units of the columns do not matter. It can
still be singular: adding a constant to all classes changes no probability (those directions are given a
curvature of their own, the gradient has no part in them), and columns can be collinear (then the
pseudo-inverse takes the shortest step).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import linalg

from fenlei.kernels import Array
from fenlei.linear.logistic.hessian import class_hessians, gram, hessian, squares
from fenlei.linear.logistic.objective import LogisticProblem

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

FULL_LIMIT = 1200  # parameters with a Hessian of their own: 11 MB, a tenth of a second to factorise
SINGULAR = 1e-15  # times the order: an eigenvalue of a Hessian of unit diagonal that is only rounding
BLURRED = 1e-6  # the same where products were in single precision

Solve = Callable[[Array], Array]  # (r, q) -> (r, q)


class Scaled(NamedTuple):
    """A matrix of unit diagonal, factorised: Cholesky, or eigenvectors where it is singular."""

    scale: Array  # (d,) 1 / √diagonal
    factor: Array  # (d, d) lower triangle, or eigenvectors divided by √eigenvalue
    singular: bool


def newton_matrix(
    problem: LogisticProblem, theta: Array, centre: Array | None, dtype: DTypeLike = np.float64
) -> Array:
    """The Hessian with curvature where all classes move alike and no penalty holds them."""
    H = hessian(problem, theta, centre, dtype)
    r, q = problem.shape
    if r > 1:
        free = np.flatnonzero((problem.ridge == 0) & (problem.lasso == 0))
        for j in free:
            same = np.arange(r) * q + j  # column j of every class
            H[np.ix_(same, same)] += H[same, same].mean() / r
    return H


def factorise(H: Array, floor: float = 0.0) -> Scaled:
    """H, scaled; eigenvalues that are rounding only are left out, or raised to `floor` of the largest."""
    if not np.isfinite(H).all():
        raise FloatingPointError("the Hessian is not finite")
    diagonal = np.diagonal(H)
    scale = np.where(diagonal > 0, 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0)), 0.0)
    unit = H * scale * scale[:, None]
    least = max(SINGULAR * len(H), floor)
    factor, failed = linalg.lapack.dpotrf(unit.T, lower=True)
    if not failed and np.diagonal(factor).min() ** 2 > least:
        return Scaled(scale, factor, False)
    values, vectors = linalg.eigh(unit, check_finite=False)
    least *= max(values[-1], 0.0)
    kept = values > (-np.inf if floor else least)
    return Scaled(scale, vectors[:, kept] / np.sqrt(np.maximum(values[kept], least)), True)


def solve(scaled: Scaled, b: Array) -> Array:
    """H⁻¹ b for b (d,) or (d, m), or the pseudo-inverse in the scaled columns."""
    scale = scaled.scale if b.ndim == 1 else scaled.scale[:, None]
    if scaled.singular:
        return scale * (scaled.factor @ (scaled.factor.T @ (scale * b)))
    return scale * linalg.lapack.dpotrs(scaled.factor, scale * b, lower=True)[0]


def inverse(scaled: Scaled) -> Array:
    """H⁻¹ (d, d)."""
    if scaled.singular:
        root = scaled.scale[:, None] * scaled.factor
        return root @ root.T
    whole = linalg.lapack.dpotrs(scaled.factor, np.eye(len(scaled.scale)), lower=True)[0]
    return scaled.scale[:, None] * whole * scaled.scale


def preconditioner(problem: LogisticProblem, theta: Array, centre: Array | None, share: float = 1.0) -> Solve:
    """An approximate inverse Hessian of the problem of which these rows are a share.

    The whole Hessian for up to FULL_LIMIT parameters, its class blocks for up to FULL_LIMIT columns, else
    a diagonal.
    """
    r, q = problem.shape
    if r * q <= FULL_LIMIT:
        scaled = factorise(newton_matrix(problem, theta, centre, np.float32), BLURRED)
        return lambda g: share * solve(scaled, g.ravel()).reshape(g.shape)
    if q <= FULL_LIMIT:
        parts = [factorise(H, BLURRED) for H in class_hessians(problem, theta, centre)]
        return lambda g: share * np.stack([solve(part, row) for part, row in zip(parts, g, strict=True)])
    inverse_diagonal = diagonal(problem)
    return lambda g: share * inverse_diagonal(g)


def diagonal(problem: LogisticProblem) -> Solve:
    """The inverse of the Hessian's diagonal at θ = 0."""
    r = problem.shape[0]
    h = squares(problem) * (0.25 if r == 1 else (r - 1.0) / r**2) + problem.ridge
    h = np.where(h > 0, h, 1.0)
    return lambda g: g / h


def kronecker(problem: LogisticProblem, centre: Array | None) -> Solve:
    """The inverse Hessian at θ = 0, where all classes are equally likely: (I - 11ᵀ/K)/K ⊗ XᵀX."""
    K, q = problem.K, problem.shape[1]
    H = gram(problem, centre) / (4.0 if K == 2 else K)
    H[np.diag_indices(q)] += problem.ridge
    scaled = factorise(H, BLURRED)
    return lambda g: solve(scaled, g.T).T
