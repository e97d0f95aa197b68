r"""The dual problem of one two-class machine, its solution, and the separating hyperplane that follows.

From the solution β and its gradient g (see `smo`):

    b            rule (a): -mean of g over the free rows (0 < α_i < C_i); without any, the middle of the
                 interval that the optimality conditions leave
                 rule (b): -(max of wᵀΦ(x) over y = -1, plus min over y = +1) / 2; equal to (a) without slack
    margin       2 / ‖w‖,   ‖w‖² = βᵀ K β
    dual value   yᵀβ - ½ βᵀ K β, to be compared with ½ ‖w‖² + Σ C_i ξ_i

Hard margin, C_i = ∞: the dual is unbounded if the classes overlap. The convex hulls of the classes are at
most 2 ‖w‖ / Σ α_i apart, so a vanishing bound without a separating plane shows that they touch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.svm.dual.gram import Source
from fenlei.svm.dual.smo import Box

WHOLE = 2048  # rows up to which the Gram matrix is kept whole
MOST_STEPS = 10_000_000
HARD_STEPS = 100_000  # steps between two checks of whether a hard margin exists
TOUCHING = 1e-11  # squared distance of the hulls, relative to the largest κ(x, x)
STALLED = 300  # passes without progress; hard problems rest for dozens before they continue


class DualProblem(NamedTuple):
    """A two-class machine to be fitted."""

    source: Source
    y: Array  # (n,) +1 or -1; with a box of its own any numbers, the linear term
    C: Array  # (n,) box sizes, may be infinite
    tol: float
    limit: int  # steps
    cache: float  # megabytes for Gram matrices
    shrinking: bool
    n_jobs: int | None
    box: Box | None = None  # bounds of β; None: by the signs of y
    rows: Array | None = None  # (n,) its rows and columns in a precomputed matrix; None: all


class DualStep(NamedTuple):
    """A pair step, or a pass over a working set, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # pair steps so far, for each machine
    most: int
    beta: Array  # (n,) y_i α_i after it
    gap: float  # by which the optimality conditions are violated


class DualSolution(NamedTuple):
    """β, its gradient, and how the steps ended."""

    beta: Array  # (n,) y_i α_i
    g: Array  # (n,) K β - y
    gap: float  # violation of the optimality conditions
    n_iter: int  # pair steps
    bend: float  # smallest curvature of a pair of rows; negative: not positive semi-definite
    separable: bool  # False: a hard margin, or a hard tube, was requested and there is none


def whole_rows(megabytes: float) -> int:
    """Rows up to which all steps are on one Gram matrix."""
    return min(WHOLE, working_set(megabytes))


def working_set(megabytes: float, itemsize: int = 8) -> int:
    """Rows whose Gram matrix fits, at least 64."""
    return max(64, int(np.sqrt(min(megabytes, 2.0**40) * 2**20 / itemsize)))


def box_of(problem: DualProblem) -> Box:
    """Bounds of β: 0 ≤ y_i β_i ≤ C_i."""
    if problem.box is not None:
        return problem.box
    positive = problem.y > 0
    return Box(np.where(positive, 0.0, -problem.C), np.where(positive, problem.C, 0.0))


@kernel
def extremes(beta: Array, g: Array, low: Array, high: Array) -> tuple[float, float]:
    """min of g over U and max of g over L."""
    lowest, highest = np.inf, -np.inf
    for k in range(g.shape[0]):
        if beta[k] < high[k]:
            lowest = min(lowest, g[k])
        if beta[k] > low[k]:
            highest = max(highest, g[k])
    return lowest, highest


def violation(beta: Array, g: Array, box: Box) -> tuple[float, float]:
    """min of g over U and max of g over L."""
    lowest, highest = extremes(beta, g, box.low, box.high)
    return float(lowest), float(highest)


def touching(problem: DualProblem, beta: Array, g: Array, largest: float) -> bool:
    """Whether the hulls of the classes are shown to touch, by the bound on their distance.

    For all t ≥ 0 the dual bounds ½‖w‖² by t yᵀβ - ½ t² βᵀKβ, hence ‖w‖² ≥ (yᵀβ)² / βᵀKβ, and for ±1 the
    distance is at most 2 √(βᵀKβ) / Σ|β|. There is no tube either where ‖w‖ would be as large for the range
    of y.
    """
    weight = np.abs(beta).sum() / 2 if problem.box is None else problem.y @ beta / np.ptp(problem.y)
    squared = beta @ (g + problem.y)
    return bool(weight > 0 and squared / weight**2 <= TOUCHING * largest and not separates(problem, g))


def separates(problem: DualProblem, g: Array) -> bool:
    """Whether some b classifies all rows correctly, or leaves none outside the tube by more than tol."""
    if problem.box is not None:
        above, below = np.isposinf(problem.box.high), np.isneginf(problem.box.low)
        return bool(g[below].max() - g[above].min() <= problem.tol)
    f = g + problem.y
    return bool(f[problem.y > 0].min() > f[problem.y < 0].max())


# --- what follows from the solution


class Hyperplane(NamedTuple):
    """The separating hyperplane of a solution."""

    intercept: float  # rule (a)
    midpoint: float  # rule (b)
    margin: float
    dual_objective: float


@kernel
def solution_sums(
    beta: Array, g: Array, y: Array, low: Array, high: Array
) -> tuple[int, float, float, float, float, float]:
    """Number of free rows and the sum of their g, max f over y = -1, min f over y = +1, βᵀf and βᵀy, with
    f = g + y.
    """
    count, total, above, below, squared, linear = 0, 0.0, -np.inf, np.inf, 0.0, 0.0
    for k in range(g.shape[0]):
        f = g[k] + y[k]
        if low[k] < beta[k] < high[k]:
            count += 1
            total += g[k]
        if y[k] < 0:
            above = max(above, f)
        else:
            below = min(below, f)
        squared += beta[k] * f
        linear += beta[k] * y[k]
    return count, total, above, below, squared, linear


def hyperplane_of(problem: DualProblem, solution: DualSolution) -> Hyperplane:
    """b by both rules, the margin and the dual value."""
    beta, g, box = solution.beta, solution.g, box_of(problem)
    count, total, above, below, squared, linear = solution_sums(beta, g, problem.y, box.low, box.high)
    intercept = -total / count if count else -sum(violation(beta, g, box)) / 2
    margin = 2 / np.sqrt(squared) if squared > 0 else np.inf
    return Hyperplane(intercept, -(above + below) / 2, float(margin), linear - squared / 2)
