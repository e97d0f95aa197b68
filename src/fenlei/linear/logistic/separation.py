r"""Separable data: the likelihood without a penalty has no maximum, its supremum lies at infinity.

The data are separable if a direction D of the weights raises no row's loss and lowers that of at least one:
xᵀ(d_y - d_k) ≥ 0 for every row and class k, with one > 0 (Albert and Anderson 1984). Three signs, from
certain to likely:

- every row's own class has probability above ½: θ itself is such a direction (complete separation);
- a Newton step that still moves some score by a tenth while no score moves against its class (divergence);
- the linear programme max Σ u, 0 ≤ u_i ≤ 1, u_i ≤ xᵢᵀ(d_y - d_k), whose value is 0 or at least 1. It
  confirms the second sign where the problem is small enough.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.linear.logistic.hessian import augmented
from fenlei.linear.logistic.objective import Gradients, LogisticProblem, Stored
from fenlei.linear.logistic.stopping import Watch, never

AGAINST = 1e-5  # share of the largest move that counts as none
SMALLEST_MOVE = 0.1
SETTLED = 5  # steps after which a Newton step may be judged
PROGRAMME_LIMIT = 400_000  # numbers in the linear programme


def watch(problem: LogisticProblem) -> Watch:
    """The check after each step whether the data are separable; with a penalty it is never true."""
    steps = 0

    def separated(found: Gradients, step: Array) -> bool:
        nonlocal steps
        steps += 1
        if found.least > 0.5:
            return True
        return steps >= SETTLED and recedes(problem, step) and confirmed(problem)

    return separated if unpenalised(problem) else never


def unpenalised(problem: LogisticProblem) -> bool:
    """Whether there is neither ridge nor lasso."""
    return not (problem.ridge.any() or problem.lasso.any())


def recedes(problem: LogisticProblem, step: Array) -> bool:
    """Whether the step (r, q) raises no row's loss, up to rounding, and lowers that of at least one."""
    least, largest = extremes(problem, step)
    return largest >= SMALLEST_MOVE and least >= -AGAINST * largest


def extremes(problem: LogisticProblem, theta: Array) -> tuple[float, float]:
    """Smallest and largest of the margins."""
    if isinstance(problem.X, Stored):
        return problem.X.extremes(theta)
    found = margins(problem, theta)
    return float(found.min()), float(found.max())


def margins(problem: LogisticProblem, theta: Array) -> Array:
    """xᵀ(θ_y - θ_k), the smallest over the other classes, (n,)."""
    scores = np.asarray(problem.X @ theta[:, : problem.X.shape[1]].T)
    if problem.intercept:
        scores = scores + theta[:, -1]
    if problem.K == 2:
        return np.where(problem.codes == 1, scores[:, 0], -scores[:, 0])
    rows = np.arange(len(scores))
    own = scores[rows, problem.codes].copy()
    scores[rows, problem.codes] = -np.inf
    return own - scores.max(axis=1)


def confirmed(problem: LogisticProblem) -> bool:
    """Solve the linear programme, if it is small; else trust the divergence."""
    if isinstance(problem.X, Stored):
        return True
    n, (r, q) = problem.X.shape[0], problem.shape
    pairs = 1 if problem.K == 2 else problem.K - 1
    return n * pairs * r * q > PROGRAMME_LIMIT or is_sparse(problem.X) or separable(problem)


def separable(problem: LogisticProblem) -> bool:
    """The linear programme."""
    from scipy.optimize import linprog

    rows = _constraints(problem)
    pairs, d = rows.shape
    scale = np.abs(rows).max(axis=0)
    rows = rows / np.where(scale > 0, scale, 1.0)
    bounds = [(None, None)] * d + [(0, 1)] * pairs
    cost = np.r_[np.zeros(d), -np.ones(pairs)]
    found = linprog(cost, A_ub=np.hstack([-rows, np.eye(pairs)]), b_ub=np.zeros(pairs), bounds=bounds)
    return bool(found.status == 0 and float(found.fun or 0.0) < -0.5)


def _constraints(problem: LogisticProblem) -> Array:
    """One row (r q,) for each row and other class: its product with D is xᵀ(d_y - d_k)."""
    A = augmented(problem, None, 0, problem.X.shape[0])
    if problem.K == 2:
        return np.where(problem.codes == 1, 1.0, -1.0)[:, None] * A
    q = A.shape[1]
    parts = []
    for k in range(problem.K):
        rows = np.flatnonzero(problem.codes != k)
        part = np.zeros((len(rows), problem.K, q))
        part[np.arange(len(rows)), problem.codes[rows]] = A[rows]
        part[:, k] = -A[rows]
        parts.append(part.reshape(len(rows), -1))
    return np.vstack(parts)
