r"""The loss of the linear machine by Newton's method, for few features.

    F(w)       ½ ‖w‖² + Σ h_i(z_i),   -h_i'(z) = f_i(z) = clip(α_i + σ k_i (1 - z), 0, U_i)
    gradient   w - Σ f_i y_i x̃_i
    Hessian    I + σ Σ_A k_i x̃_i x̃_iᵀ,   A = {i: 0 < f_i < U_i}   (generalised: A changes)

Squared hinge: α = 0, σ = 1, k_i = 2 c_i, U = ∞. Each step solves the Newton equations and goes to the exact
minimum along that direction. F is piecewise quadratic, so the end comes in finitely many steps (Keerthi and
DeCoste 2005). At w = 0 the Hessian is the same for every class; after that only the rows that enter or leave
A change it.

Hinge: k_i = U_i = c_i. The hinge is the limit of infinite σ; for a finite σ the f_i at the minimum are better
multipliers α_i, and the minima with these tend to that of the hinge loss whatever σ (augmented Lagrangian;
Hestenes 1969). σ grows from round to round, and two or three steps per round are enough at the end, which is
where primal and dual objective meet.

`newton` works on blocks of rows in threads; `newton_rows` is the same loop in one kernel, for dense rows
that fit one block, and `hinge_rows` takes it round by round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.rows import copy_values
from fenlei.svm.linear_svc.loss_sums import LinearProblem, LinearSolution, products, solver, sums, values

ROUNDING = 1e-11  # gradient, relative to its terms, that counts as 0
STILL = 4  # steps with the same A: the first solves its equations, the others remove rounding
HALVINGS = 60
STIFFER = 10.0  # factor on σ for the next round
STIFFEST = 1e9
GAP = 1e-13  # between primal and dual objective, relative, that counts as 0
ENOUGH = 1e-8  # gap at which nothing more can be gained to the last digit
MARGIN = 1e-14  # rounding of z, which costs c_i: the gap it leaves is no smaller


SolverEnd = tuple[int, float, float, bool]  # steps, objective, violation, whether converged


class RowLoss(NamedTuple):
    """The slope -h_i'(z) = clip(α_i + σ k_i (1 - z), 0, U_i) of each row's loss."""

    alpha: Array  # (n,) slope at the margin
    stiffness: Array  # (n,) k
    upper: Array  # (n,) U
    sigma: float


def newton(problem: LinearProblem, max_iter: int) -> LinearSolution:
    """The minimum of the squared hinge loss."""
    w = np.zeros(problem.X.shape[1] + 1)
    z = np.zeros(len(problem.y))
    d, H, none = np.zeros(len(z)), np.eye(len(w)), np.zeros(len(z))
    losses = RowLoss(none, 2 * problem.cost, np.full(len(z), np.inf), 1.0)
    for count in range(max_iter + 1):
        short = np.maximum(0.0, 1.0 - z)
        pull = 2 * sums(problem, problem.cost * problem.y * short)
        gradient = w - pull
        size = np.abs(gradient).max() / max(np.abs(pull).max(), np.abs(w).max(), 1e-300)
        if size <= ROUNDING or count == max_iter:
            break
        before, d = d, 2 * problem.cost * (z < 1)
        H = _follow(problem, H, before, d)
        step = -solver(H)(gradient)
        dz = problem.y * values(problem, step)
        t = root(w, step, z, dz, losses, False)
        if t == 0:  # nothing to be gained to the last digit
            break
        w, z = w + t * step, z + t * dz
    done = size <= ROUNDING or count < max_iter
    objective = 0.5 * w @ w + problem.cost @ short**2
    return LinearSolution(w, count, float(objective), float(size), bool(done))


def _follow(problem: LinearProblem, H: Array, before: Array, d: Array) -> Array:
    """The Hessian at d from that at `before`, or from nothing if that is less work."""
    change = d - before
    if np.count_nonzero(change) >= np.count_nonzero(d):
        return np.eye(len(H)) + products(problem, d)
    return H + products(problem, np.maximum(change, 0)) - products(problem, np.maximum(-change, 0))


@part_of_kernel
def root(w: Array, step: Array, z: Array, dz: Array, losses: RowLoss, absolute: bool) -> float:
    """t > 0 that minimises F(w + t step): the root of a growing, piecewise linear derivative; 0 if it starts
    at 0 or above. With `absolute` the penalty is ‖w‖₁ and t at most 1.
    """
    alpha, stiffness, upper, sigma = losses
    low, high, t, start = 0.0, np.inf, 0.0, 0.0
    for turn in range(HALVINGS):
        value, slope = penalty_slope(w, step, t, absolute)
        for i in range(z.shape[0]):
            dual = alpha[i] + sigma * stiffness[i] * (1.0 - z[i] - t * dz[i])
            if dual > 0.0:
                value -= dz[i] * min(dual, upper[i])
                slope += sigma * stiffness[i] * dz[i] * dz[i] if dual < upper[i] else 0.0
        if turn == 0:
            if not value < 0:
                return 0.0
            start, t = value, 1.0
            continue
        if abs(value) <= 1e-14 * abs(start) or (absolute and t == 1.0 and value <= 0):
            break
        if value < 0:
            low = t
        else:
            high = t
        guess = t - value / slope if slope > 0 else np.inf
        if low < guess < high:
            t = guess
        elif np.isfinite(high):
            t = (low + high) / 2
        else:
            t = 2 * t
    return t


@part_of_kernel
def penalty_slope(w: Array, step: Array, t: float, absolute: bool) -> tuple[float, float]:
    """First and second derivative of the penalty along the step."""
    first, second = 0.0, 0.0
    for k in range(w.shape[0]):
        there = w[k] + t * step[k]
        if not absolute:
            first += there * step[k]
            second += step[k] * step[k]
        elif there == 0.0:  # a weight that leaves 0, or one that comes to rest there
            first += abs(step[k]) if w[k] == 0.0 else -abs(step[k])
        else:
            first += step[k] if there > 0 else -step[k]
    return first, second


@part_of_kernel
def dot(row: Array, w: Array) -> float:
    """rowᵀw."""
    total = 0.0
    for k in range(row.shape[0]):
        total += row[k] * w[k]
    return total


@part_of_kernel
def add_square(row: Array, amount: float, out_H: Array) -> None:
    """Add amount x xᵀ to the lower triangle."""
    for a in range(row.shape[0]):
        factor, line = amount * row[a], out_H[a]
        for b in range(a + 1):
            line[b] += factor * row[b]


@part_of_kernel
def solve(H: Array, target: Array, out_L: Array) -> Array:
    """H⁻¹ target by Cholesky from the lower triangle; a pivot that is all rounding is left as it was."""
    m = H.shape[0]
    x = np.empty(m)
    for i in range(m):
        row = out_L[i]
        for j in range(i):
            row[j] = (H[i, j] - dot(row[:j], out_L[j, :j])) / out_L[j, j]
        pivot = H[i, i] - dot(row[:i], row[:i])
        row[i] = np.sqrt(pivot if pivot > 1e-15 * H[i, i] else H[i, i])
        x[i] = (target[i] - dot(row[:i], x[:i])) / row[i]
    for i in range(m - 1, -1, -1):
        x[i] /= out_L[i, i]
        line = out_L[i]
        for j in range(i):
            x[j] -= line[j] * x[i]
    return x


@part_of_kernel
def multipliers(X: Array, y: Array, z: Array, losses: RowLoss, out_dual: Array) -> Array:
    """The multiplier f_i of each row, and their sum Σ f_i y_i x̃_i."""
    alpha, stiffness, upper, sigma = losses
    pull = np.zeros(X.shape[1])
    for i in range(X.shape[0]):
        out_dual[i] = min(max(alpha[i] + sigma * stiffness[i] * (1.0 - z[i]), 0.0), upper[i])
        if out_dual[i] > 0:
            amount, row = y[i] * out_dual[i], X[i]
            for k in range(row.shape[0]):
                pull[k] += amount * row[k]
    return pull


@part_of_kernel
def follow(X: Array, dual: Array, losses: RowLoss, out_inside: Array, out_G: Array) -> int:
    """Update A and G = Σ_A k_i x̃_i x̃_iᵀ (lower triangle) to the multipliers, from nothing if that is less
    work: the number of rows that came or went.
    """
    stiffness, upper = losses.stiffness, losses.upper
    changed, active = 0, 0
    for i in range(dual.shape[0]):
        inside = 0.0 < dual[i] < upper[i]
        changed += inside != out_inside[i]
        active += inside
    if changed > active:
        out_G[:] = 0.0
        out_inside[:] = False
    for i in range(dual.shape[0]):
        if (0.0 < dual[i] < upper[i]) != out_inside[i]:
            add_square(X[i], -stiffness[i] if out_inside[i] else stiffness[i], out_G)
            out_inside[i] = not out_inside[i]
    return changed


@part_of_kernel
def newton_rows(
    X: Array, y: Array, losses: RowLoss, max_iter: int, out_w: Array, out_z: Array, out_dual: Array,
    out_inside: Array, out_G: Array,
) -> tuple[int, float, bool]:  # fmt: skip
    """The minimum of F on augmented rows X (n, p + 1), from a start with its A and G: steps, size of the
    gradient, done.
    """
    n, m = X.shape
    L, dz, count, still = np.empty((m, m)), np.empty(n), 0, 0
    while True:
        pull = multipliers(X, y, out_z, losses, out_dual)
        gradient = out_w - pull
        size = np.abs(gradient).max() / max(np.abs(pull).max(), np.abs(out_w).max(), 1e-300)
        if size <= ROUNDING or count == max_iter:
            return count, size, size <= ROUNDING
        still = 0 if follow(X, out_dual, losses, out_inside, out_G) else still + 1
        if still == STILL:
            return count, size, True
        step = solve(np.eye(m) + losses.sigma * out_G, -gradient, L)
        for i in range(n):
            dz[i] = y[i] * dot(X[i], step)
        t = root(out_w, step, out_z, dz, losses, False)
        if t == 0:  # nothing to be gained to the last digit
            return count, size, True
        for k in range(m):
            out_w[k] += t * step[k]
        for i in range(n):
            out_z[i] += t * dz[i]
        count += 1


@kernel
def squared_hinge_rows(
    X: Array, y: Array, cost: Array, start_G: Array, max_iter: int, out_w: Array
) -> SolverEnd:
    """The minimum of the squared hinge loss: steps, objective, size of the gradient, done."""
    n = X.shape[0]
    z, dual, inside, G = np.zeros(n), np.zeros(n), np.ones(n, np.bool_), start_G.copy()
    losses = RowLoss(np.zeros(n), 2.0 * cost, np.full(n, np.inf), 1.0)
    count, size, done = newton_rows(X, y, losses, max_iter, out_w, z, dual, inside, G)
    loss = 0.0
    for i in range(n):
        loss += 0.25 * dual[i] * dual[i] / cost[i]  # the multiplier is 2 c (1 - z)
    return count, 0.5 * dot(out_w, out_w) + loss, size, done


@kernel
def hinge_rows(X: Array, y: Array, cost: Array, start_G: Array, max_iter: int, out_w: Array) -> SolverEnd:
    """The minimum of the hinge loss: steps, objective, gap between primal and dual objective, done."""
    n = X.shape[0]
    z, dual, inside, G = np.zeros(n), np.zeros(n), np.ones(n, np.bool_), 0.5 * start_G
    losses, count, w = RowLoss(0.5 * cost, cost, cost, 0.4), 0, out_w.copy()
    best, least, late = np.inf, np.inf, 0
    while True:
        steps, _, _ = newton_rows(X, y, losses, max_iter - count, w, z, dual, inside, G)
        count += steps
        half, primal, dual_value = 0.5 * dot(w, w), 0.0, 0.0
        for i in range(n):
            primal += cost[i] * max(0.0, 1.0 - z[i])
            dual_value += dual[i]
        gap = abs(primal + 2.0 * half - dual_value) / max(primal + half, 1e-300)
        late = 0 if gap < 0.5 * least else late + 1
        if gap < least:
            least, best = gap, primal + half
            copy_values(w, out_w)
        if least <= GAP or late == 2 or count == max_iter:
            return count, best, least, least <= max(ENOUGH, MARGIN * cost.sum() / max(best, 1e-300))
        losses = RowLoss(dual.copy(), cost, cost, min(STIFFER * losses.sigma, STIFFEST))


def in_rows(
    method: Callable[..., SolverEnd], problem: LinearProblem, max_iter: int
) -> Callable[[Array], LinearSolution]:
    """The function from y to the solution by a kernel over augmented rows, which all classes share."""
    n, p = problem.X.shape
    X = np.empty((n, p + 1))
    X[:, :p], X[:, p] = problem.X, problem.bias
    start_G = products(problem, 2 * problem.cost)

    def solution(y: Array) -> LinearSolution:
        w = np.zeros(p + 1)
        count, objective, violation, done = method(X, y, problem.cost, start_G, max_iter, w)
        return LinearSolution(w, count, objective, violation, done)

    return solution
