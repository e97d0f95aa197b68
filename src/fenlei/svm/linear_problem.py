r"""The linear machine with a penalised intercept, and its squared hinge loss by Newton's method.

Rows are augmented by a constant column, x̃ = (x, B), so that the intercept is B times one more weight and is
penalised with the others, as in liblinear. For y_i = ±1, costs c_i = C w_i and z_i = y_i wᵀx̃_i:

    squared hinge    F(w) = ½ ‖w‖² + Σ c_i max(0, 1 - z_i)²
    gradient         w - 2 Σ_A c_i y_i (1 - z_i) x̃_i,   A = {i: z_i < 1}
    Hessian          I + 2 Σ_A c_i x̃_i x̃_iᵀ   (generalised: A changes)

Each step solves the Newton equations, by Cholesky for up to `DIRECT` weights and by conjugate gradients
above, and goes to the exact minimum along that direction. F is piecewise quadratic, so the end comes in
finitely many steps (Keerthi and DeCoste 2005). The minimum is unique: primal and dual solvers share it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import linalg, sparse

from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks, row_blocks, run_blocks
from fenlei.svm.gram import is_sparse

DIRECT = 1000  # weights up to which the Hessian is formed
ROUNDING = 1e-11  # gradient, relative to its terms, that counts as 0
HALVINGS = 60


class LinearProblem(NamedTuple):
    """Rows of one class against the rest."""

    X: Any  # (n, p), dense C-contiguous or CSR
    y: Array  # (n,) +1 or -1
    cost: Array  # (n,) C w_i
    bias: float  # B, 0 for no intercept
    n_jobs: int | None


class LinearSolution(NamedTuple):
    weights: Array  # (p + 1,) the last that of the constant column
    n_iter: int
    objective: float
    violation: float  # of the optimality conditions
    converged: bool


def values(problem: LinearProblem, w: Array) -> Array:
    """wᵀx̃ of each row."""
    X, out = problem.X, np.empty(problem.X.shape[0])

    def block(start: int, stop: int) -> None:
        out[start:stop] = X[start:stop] @ w[:-1] + problem.bias * w[-1]

    run_blocks(block, row_blocks(*X.shape), problem.n_jobs)
    return out


def sums(problem: LinearProblem, r: Array) -> Array:
    """Σ r_i x̃_i."""
    X = problem.X
    parts = map_blocks(lambda s, e: X[s:e].T @ r[s:e], row_blocks(*X.shape), problem.n_jobs)
    return np.append(sum(parts), problem.bias * r.sum())


def hessian(problem: LinearProblem, d: Array) -> Array:
    """I + Σ d_i x̃_i x̃_iᵀ."""
    X, p = problem.X, problem.X.shape[1]

    def part(start: int, stop: int) -> Array:
        used = start + np.flatnonzero(d[start:stop])
        rows = X[used]
        if is_sparse(rows):
            return (rows.T @ sparse.diags(d[used]) @ rows).toarray()
        scaled = np.sqrt(d[used])[:, None] * rows
        return scaled.T @ scaled

    H = np.eye(p + 1)
    H[:p, :p] += sum(map_blocks(part, row_blocks(*X.shape), problem.n_jobs))
    H[p, :p] = H[:p, p] = problem.bias * sums(problem, d)[:p]
    H[p, p] += problem.bias**2 * d.sum()
    return H


def newton(problem: LinearProblem, tol: float, max_iter: int) -> LinearSolution:
    """The minimum of F."""
    w = np.zeros(problem.X.shape[1] + 1)
    z = np.zeros(len(problem.y))
    for count in range(max_iter + 1):
        short = np.maximum(0.0, 1.0 - z)
        pull = 2 * sums(problem, problem.cost * problem.y * short)
        gradient = w - pull
        size = np.abs(gradient).max() / max(np.abs(pull).max(), np.abs(w).max(), 1e-300)
        if size <= _precision(len(w), tol) or count == max_iter:
            break
        d = 2 * problem.cost * (z < 1)
        step = -_solve(problem, d, gradient, size)
        dz = problem.y * values(problem, step)
        t = along(problem, w, z, step, dz)
        if t == 0:  # nothing to be gained to the last digit
            break
        w, z = w + t * step, z + t * dz
    done = size <= _precision(len(w), tol) or count < max_iter
    objective = 0.5 * w @ w + problem.cost @ short**2
    return LinearSolution(w, count, float(objective), float(size), bool(done))


def _precision(weights: int, tol: float) -> float:
    return ROUNDING if weights <= DIRECT else min(max(1e-3 * tol, ROUNDING), 1e-6)


def _solve(problem: LinearProblem, d: Array, gradient: Array, size: float) -> Array:
    """H⁻¹ gradient; by conjugate gradients only as exactly as the step is worth."""
    if len(gradient) <= DIRECT:
        return linalg.cho_solve(linalg.cho_factor(hessian(problem, d), check_finite=False), gradient)
    return conjugate_gradients(problem, d, gradient, min(0.1, np.sqrt(size)))


def conjugate_gradients(problem: LinearProblem, d: Array, target: Array, tol: float) -> Array:
    """Solve (I + Σ d_i x̃_i x̃_iᵀ) s = target to a residual of tol times the target."""
    s, r = np.zeros_like(target), target.copy()
    direction, square = r.copy(), float(r @ r)
    goal = tol**2 * square
    for _ in range(len(target)):
        if square <= goal:
            break
        image = direction + sums(problem, d * values(problem, direction))
        t = square / float(direction @ image)
        s, r = s + t * direction, r - t * image
        before, square = square, float(r @ r)
        direction = r + square / before * direction
    return s


def along(problem: LinearProblem, w: Array, z: Array, step: Array, dz: Array) -> float:
    """t > 0 that minimises F(w + t step): the root of a growing, piecewise linear derivative."""
    first, second = float(w @ step), float(step @ step)

    def derivative(t: float) -> tuple[float, float]:
        moved = z + t * dz
        inside = moved < 1
        weighted = problem.cost[inside] * dz[inside]
        slope = second + 2 * float(weighted @ dz[inside])
        return first + t * second - 2 * float(weighted @ (1 - moved[inside])), slope

    low, high, t = 0.0, np.inf, 1.0
    start, _ = derivative(0.0)
    if start >= 0:
        return 0.0
    for _ in range(HALVINGS):
        value, slope = derivative(t)
        if abs(value) <= 1e-14 * abs(start):
            break
        low, high = (t, high) if value < 0 else (low, t)
        guess = t - value / slope
        t = guess if low < guess < high else (low + high) / 2 if np.isfinite(high) else 2 * t
    return t
