r"""The hinge loss of the linear machine by an interior-point method, for few features.

Dual: minimise ½ ‖Zᵀα‖² - Σ α_i over 0 ≤ α_i ≤ c_i, Z with rows y_i x̃_i. With multipliers s, t ≥ 0 of the
two bounds,

    Z Zᵀα - 1 - s + t = 0,   α_i s_i = μ,   (c_i - α_i) t_i = μ,   μ → 0.

A Newton step for all three needs (D + Z Zᵀ)⁻¹ with D = s/α + t/(c - α), which is a system of p + 1 equations,
I + Zᵀ D⁻¹ Z (Ferris and Munson 2003). Each round takes a step towards μ = 0, sees how far it gets, and aims
at the μ that this suggests (Mehrotra). In the end the rows strictly inside are put exactly on the margin.
About 20 rounds of O(n p²), whatever the scales of the features.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.kernels import Array
from fenlei.svm.gram import is_sparse
from fenlei.svm.linear_problem import LinearProblem, LinearSolution, hessian, sums, values

GAP = 1e-12  # between primal and dual objective, relative
ENOUGH = 1e-6  # gap of a solution that counts as one
NEAR = 1e-6  # share of c_i that counts as none
FREE = 300  # rows up to which their equations are solved
INSIDE = 0.995  # share of the way to the nearest bound


def interior(problem: LinearProblem, max_iter: int) -> LinearSolution:
    """The minimum of ½ ‖w‖² + Σ c_i max(0, 1 - z_i)."""
    y, c = problem.y, problem.cost
    alpha = c / 2
    r = y * values(problem, sums(problem, y * alpha)) - 1
    t = np.maximum(-r, 0.0) + 1.0
    s = r + t
    best, count = judge(problem, alpha), 0
    while best.gap > GAP and count < max_iter:
        try:
            with np.errstate(all="ignore"):
                alpha, s, t = _round(problem, alpha, s, t)
        except linalg.LinAlgError:  # rounding has taken over
            break
        count += 1
        found = judge(problem, alpha)
        if not found.gap <= 1e3 * best.gap:
            break
        best = found if found.gap < best.gap else best
    exact = judge(problem, crossover(problem, best.alpha))
    best = exact if exact.gap < best.gap else best
    return LinearSolution(best.w, count, best.primal, max(best.gap, 0.0), best.gap <= ENOUGH)


class Judged(NamedTuple):
    """A point of the dual, its weights and how far it is from the optimum."""

    alpha: Array
    w: Array
    primal: float
    gap: float  # between primal and dual objective, relative


def judge(problem: LinearProblem, alpha: Array) -> Judged:
    w = sums(problem, problem.y * alpha)
    short = np.maximum(0.0, 1.0 - problem.y * values(problem, w))
    half = 0.5 * float(w @ w)
    primal, dual = half + float(problem.cost @ short), float(alpha.sum()) - half
    return Judged(alpha, w, primal, (primal - dual) / max(1.0, abs(primal)))


def crossover(problem: LinearProblem, alpha: Array) -> Array:
    """α with those near a bound put there and the others, if few, so that z_i = 1 exactly."""
    near = NEAR * problem.cost
    alpha = np.where(alpha < near, 0.0, np.where(alpha > problem.cost - near, problem.cost, alpha))
    free = np.flatnonzero((alpha > 0) & (alpha < problem.cost))
    if not 0 < len(free) <= FREE:
        return alpha
    rows = problem.X[free]
    Z = problem.y[free, None] * np.column_stack(
        [rows.toarray() if is_sparse(rows) else rows, np.full(len(free), problem.bias)]
    )
    left = 1.0 - Z @ sums(problem, problem.y * alpha)
    alpha[free] += linalg.lstsq(Z @ Z.T, left, cond=1e-13, check_finite=False)[0]
    return np.clip(alpha, 0.0, problem.cost)


def _round(problem: LinearProblem, alpha: Array, s: Array, t: Array) -> tuple[Array, Array, Array]:
    """One step of predictor and corrector."""
    left = problem.y * values(problem, sums(problem, problem.y * alpha)) - 1 - s + t
    room = problem.cost - alpha
    inverse = 1.0 / (s / alpha + t / room)
    if not np.isfinite(inverse).all():
        raise linalg.LinAlgError
    factor = linalg.cho_factor(hessian(problem, inverse), check_finite=False)

    def direction(aim_s: Array, aim_t: Array) -> tuple[Array, Array, Array]:
        v = inverse * (aim_s / alpha - aim_t / room - left)
        inner = linalg.cho_solve(factor, sums(problem, problem.y * v), check_finite=False)
        step = v - inverse * problem.y * values(problem, inner)
        return step, (aim_s - s * step) / alpha, (aim_t + t * step) / room

    step, ds, dt = direction(-alpha * s, -room * t)
    reach = _reach(alpha, room, s, t, step, ds, dt)
    mu = float(alpha @ s + room @ t) / (2 * len(alpha))
    then = float((alpha + reach * step) @ (s + reach * ds) + (room - reach * step) @ (t + reach * dt)) / (
        2 * len(alpha)
    )
    aim = mu * (max(then, 0.0) / mu) ** 3
    step, ds, dt = direction(aim - alpha * s - step * ds, aim - room * t + step * dt)
    reach = INSIDE * _reach(alpha, room, s, t, step, ds, dt)
    return alpha + reach * step, s + reach * ds, t + reach * dt


def _reach(alpha: Array, room: Array, s: Array, t: Array, step: Array, ds: Array, dt: Array) -> float:
    """The longest step, up to 1, that leaves no bound."""
    reach = 1.0
    for value, change in ((alpha, step), (room, -step), (s, ds), (t, dt)):
        falling = change < 0
        if falling.any():
            reach = min(reach, float(np.min(-value[falling] / change[falling])))
    return reach
