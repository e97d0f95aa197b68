r"""The linear machine with a penalised intercept: rows, and the sums over rows that every solver takes.

Rows are augmented by a constant column, x̃ = (x, B), so that the intercept is B times one more weight and is
penalised with the others, as in liblinear. For y_i = ±1, costs c_i = C w_i and z_i = y_i wᵀx̃_i:

    F(w) = penalty(w) + Σ c_i max(0, 1 - z_i)^q,   penalty ½ ‖w‖² or ‖w‖₁, q = 1 (hinge) or 2

F is strictly convex in z or w, so primal and dual solvers share its minimum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import linalg, sparse

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks
from fenlei.trace import budgets, tell

DIRECT = 1000  # weights up to which a Hessian is formed


class LinearProblem(NamedTuple):
    """Rows of one class against the rest."""

    X: Any  # (n, p), dense C-contiguous or CSR
    y: Array  # (n,) +1 or -1
    cost: Array  # (n,) C w_i
    bias: float  # B, 0 for no intercept
    n_jobs: int | None


class LinearSVCStep(NamedTuple):
    """One round, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # rounds so far, for each class
    most: int
    weights: Array  # (p + 1,) after them; of all classes at once (K (p + 1),)
    objective: float
    violation: float


class LinearSolution(NamedTuple):
    """The weights of one class against the rest, and how the solver ended."""

    weights: Array  # (p + 1,) the last that of the constant column
    n_iter: int
    objective: float
    violation: float  # of the optimality conditions
    converged: bool


def blocks(X: Any) -> list[tuple[int, int]]:
    """Blocks of rows by the number of stored values."""
    n, p = X.shape
    return row_blocks(n, X.nnz // n + 1 if is_sparse(X) else p)


def values(problem: LinearProblem, w: Array) -> Array:
    """wᵀx̃ of each row."""
    X, out = problem.X, np.empty(problem.X.shape[0])

    def block(start: int, stop: int) -> None:
        out[start:stop] = X[start:stop] @ w[:-1] + problem.bias * w[-1]

    run_blocks(block, blocks(X), problem.n_jobs)
    return out


def sums(problem: LinearProblem, r: Array) -> Array:
    """Σ r_i x̃_i."""
    X = problem.X
    parts = map_blocks(lambda s, e: X[s:e].T @ r[s:e], blocks(X), problem.n_jobs)
    return np.append(sum(parts), problem.bias * r.sum())


def products(problem: LinearProblem, d: Array) -> Array:
    """Σ d_i x̃_i x̃_iᵀ, d ≥ 0."""
    X, p = problem.X, problem.X.shape[1]

    def part(start: int, stop: int) -> Array:
        used = start + np.flatnonzero(d[start:stop])
        rows = X[used]
        if is_sparse(rows):
            return (rows.T @ sparse.diags(d[used]) @ rows).toarray()
        scaled = np.sqrt(d[used])[:, None] * rows
        return scaled.T @ scaled

    H = np.empty((p + 1, p + 1))
    H[:p, :p] = sum(map_blocks(part, blocks(X), problem.n_jobs))
    H[p, :p] = H[:p, p] = problem.bias * sums(problem, d)[:p]
    H[p, p] = problem.bias**2 * d.sum()
    return H


def tell_rounds(solve: Callable[[int], LinearSolution], most: int) -> None:
    """Tell a listener what the compiled solver has after 1, 2, 3, … rounds, by runs that are cut off."""
    for rounds in budgets(most):
        found = solve(rounds)
        tell(LinearSVCStep(max(found.n_iter, 1), most, found.weights, found.objective, found.violation))
        if found.converged or found.n_iter < rounds:
            return


def solver(H: Array) -> Callable[[Array], Array]:
    """The function b -> H⁻¹ b for a positive definite H, which rounding may have made singular.

    Rows and columns are scaled to a unit diagonal first; then what is missing is added to it.
    """
    scale = 1.0 / np.sqrt(np.maximum(np.diag(H), 1e-300))
    unit = H * scale * scale[:, None]
    lift = 0.0
    while True:
        try:
            factor = linalg.cho_factor(unit + lift * np.eye(len(H)), check_finite=False)
            return lambda b: scale * linalg.cho_solve(factor, scale * b, check_finite=False)
        except linalg.LinAlgError:
            if not np.isfinite(unit).all() or lift > 1:
                raise
            lift = max(100 * lift, len(H) * 1e-16)


def short_of_margin(problem: LinearProblem, w: Array) -> Array:
    """max(0, 1 - z_i)."""
    return np.maximum(0.0, 1.0 - problem.y * values(problem, w))
