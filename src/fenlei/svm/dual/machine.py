r"""Two-class machine: the dual solved in working sets, made exact for small problems, and what follows from
it.

From the solution β and its gradient g (see `smo`):

    b            rule (a): -mean of g over the free rows (0 < α_i < C_i); without any, the middle of the
                 interval that the optimality conditions leave
                 rule (b): -(max of wᵀΦ(x) over y = -1, plus min over y = +1) / 2; equal to (a) without slack
    margin       2 / ‖w‖,   ‖w‖² = βᵀ K β
    dual value   yᵀβ - ½ βᵀ K β, to be compared with ½ ‖w‖² + Σ C_i ξ_i

With at most `WHOLE` rows the Gram matrix is kept whole, and the equations K_FF β_F + b = y_F - K_FB β_B, Σ β
= 0 of the free rows F are solved in the end, so that the result does not depend on the path, nor on `tol`.

Hard margin, C_i = ∞: the dual is unbounded if the classes overlap. The hulls of the classes are at most
2 ‖w‖ / Σ α_i apart, so a vanishing bound without a separating plane shows that they touch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import linalg

from fenlei.kernels import Array, kernel
from fenlei.svm.dual.gram import Source, add_rows, centred, own_gram
from fenlei.svm.dual.smo import Box, Gram, part_gram, steps, whole_gram

WHOLE = 2048  # rows up to which the Gram matrix is kept whole
FREE = 300  # free rows up to which their equations are solved
MOST_STEPS = 10_000_000
HARD_STEPS = 100_000  # steps between two looks at whether a hard margin exists
TOUCHING = 1e-11  # squared distance of the hulls, relative to the largest κ(x, x)
EXACT = 1e-11  # violation that counts as none
SINGULAR = 1e-12  # reciprocal condition number below which equations may contradict each other
CONTRADICTION = 1e-8  # of what the equations say
ROUNDS = 60  # of refining
STALLED = 300  # passes without progress; hard problems rest for dozens before they go on


class Problem(NamedTuple):
    """A two-class machine to be fitted."""

    source: Source
    y: Array  # (n,) +1 or -1
    C: Array  # (n,) box sizes, may be infinite
    tol: float
    limit: int  # steps
    cache: float  # megabytes for Gram matrices
    shrinking: bool
    n_jobs: int | None
    places: Array | None = None  # (n,) its rows and columns in a given matrix; None: all


class Solution(NamedTuple):
    """β and what it is worth."""

    beta: Array  # (n,) y_i α_i
    g: Array  # (n,) K β - y
    gap: float  # violation of the optimality conditions
    n_iter: int  # pair steps
    bend: float  # least curvature met; negative: not positive semi-definite
    separable: bool  # False: a hard margin was asked for and there is none


def solve(problem: Problem) -> Solution:
    """The dual solution."""
    n = len(problem.y)
    start = Solution(np.zeros(n), -problem.y, np.inf, 0, np.inf, True)
    if n <= whole_rows(problem.cache):
        return solve_whole(problem, start)
    from fenlei.svm.dual.working_sets import solve_in_blocks  # which builds on this module

    return solve_in_blocks(problem, start)


def whole_rows(megabytes: float) -> int:
    """Rows up to which all steps are on one Gram matrix."""
    return min(WHOLE, working_set(megabytes))


def working_set(megabytes: float, itemsize: int = 8) -> int:
    """Rows whose Gram matrix fits, at least 64."""
    return max(64, int(np.sqrt(megabytes * 2**20 / itemsize)))


def box_of(problem: Problem) -> Box:
    positive = problem.y > 0
    return Box(np.where(positive, 0.0, -problem.C), np.where(positive, problem.C, 0.0))


@kernel
def extremes(beta: Array, g: Array, low: Array, high: Array) -> Any:
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


def touching(problem: Problem, beta: Array, g: Array, largest: float) -> bool:
    """Whether the hulls of the classes are shown to touch, by the bound on their distance."""
    weight = np.abs(beta).sum() / 2
    squared = beta @ (g + problem.y)
    return bool(weight > 0 and squared / weight**2 <= TOUCHING * largest and not separates(problem, g))


def separates(problem: Problem, g: Array) -> bool:
    """Whether some b makes all rows right."""
    f = g + problem.y
    return bool(f[problem.y > 0].min() > f[problem.y < 0].max())


def solve_whole(problem: Problem, start: Solution) -> Solution:
    """All steps on one Gram matrix, in float64, then the equations of the free rows."""
    K, box = gram_of(problem), box_of(problem)
    beta, g = start.beta.copy(), start.g.copy()
    count, gap, bend, separable = _steps_whole(problem, K, box, beta, g)
    if separable and gap <= problem.tol and np.isfinite(gap):
        beta, g, gap, more = refine(problem, K, box, beta, g, gap)
        count += more
    return Solution(beta, g, gap, count, bend, separable)


def gram_of(problem: Problem) -> Gram:
    """The Gram matrix in float64; of a part of a given one no more is copied than the steps ask for."""
    K = np.asarray(own_gram(centred(problem.source), problem.n_jobs), dtype=np.float64)
    return whole_gram(K) if problem.places is None else part_gram(K, problem.places)


def _steps_whole(
    problem: Problem, K: Gram, box: Box, beta: Array, g: Array
) -> tuple[int, float, float, bool]:
    """Steps until `tol`; for a hard margin with a look now and then at whether there is one."""
    hard = not np.isfinite(problem.C).all()
    limit = min(problem.limit, 10 * HARD_STEPS + 100 * len(beta)) if hard else problem.limit
    chunk = HARD_STEPS if hard else limit
    count, gap, bend, largest = 0, np.inf, np.inf, float(np.diagonal(K.whole)[K.places].max())
    while True:
        taken, gap, met = steps(K, box.low, box.high, problem.tol, min(chunk, limit - count), beta, g)
        count, bend = count + taken, min(bend, met)
        if hard and (touching(problem, beta, g, largest) or (count >= limit and not separates(problem, g))):
            return count, gap, bend, problem.limit < limit
        if gap <= problem.tol or count >= limit or taken == 0:
            return count, gap, bend, True


def refine(
    problem: Problem, K: Gram, box: Box, beta: Array, g: Array, gap: float
) -> tuple[Array, Array, float, int]:
    """Solve the equations of the free rows and take finer steps, in turn, until nothing is left; neither
    loses.
    """
    count, scale, before = 0, 1.0 + float(np.abs(g).max()), gap
    for _ in range(ROUNDS):
        found = solve_free(K, problem.y, box, beta)
        if found is not None and found[0] @ (found[1] - problem.y) <= beta @ (g - problem.y) + EXACT * scale:
            beta, g = found
            lowest, highest = violation(beta, g, box)
            gap = max(highest - lowest, 0.0)
        if gap <= EXACT * scale or count > 50 * len(beta) + 1000:
            break
        taken, gap, _ = steps(K, box.low, box.high, gap / 10, len(beta) + 100, beta, g)
        count += taken
    return (beta, g, gap, count) if gap <= before else (*settle(problem, K, box, beta, g), count)


def settle(problem: Problem, K: Gram, box: Box, beta: Array, g: Array) -> tuple[Array, Array, float]:
    """Plain steps to `tol`, where refining ended in between."""
    _, gap, _ = steps(K, box.low, box.high, problem.tol, problem.limit, beta, g)
    return beta, g, gap


def solve_free(K: Gram, y: Array, box: Box, beta: Array) -> tuple[Array, Array] | None:
    """β and g with the free rows exactly on the margin; a row that would leave the box stays at its bound.

    None if they are too many.
    """
    beta = beta.copy()
    for _ in range(FREE):
        free = np.flatnonzero((beta > box.low) & (beta < box.high))
        if not 0 < len(free) <= FREE:
            return None
        step, endless = free_step(K, y, beta, free)
        bound = np.where(step > 0, box.high[free], box.low[free])
        room = np.abs(bound - beta[free])
        out = np.flatnonzero(step != 0.0 if endless else np.abs(step) > room)
        shares = room[out] / np.abs(step[out])
        share = float(shares.min(initial=np.inf if endless else 1.0))
        if share == np.inf:
            return None
        beta[free] += share * step
        first = out[shares <= share * (1 + 1e-12)]
        beta[free[first]] = bound[first]
        if not len(first):
            return beta, gradient_of(K, y, beta)
    return None


def gradient_of(K: Gram, y: Array, beta: Array) -> Array:
    """K β - y, in the order of the rows, so that its bits do not depend on BLAS.

    A row has β ≠ 0 only after a step that asked for it.
    """
    g, support = -y, np.flatnonzero(beta)
    add_rows(K.values, support, beta[support], g)
    return g


def free_step(K: Gram, y: Array, beta: Array, free: Array) -> tuple[Array, bool]:
    """The least change of β_F after which K_FF β_F + b = y_F - K_FB β_B and Σ β = 0.

    If more rows are free than can lie on the margin, the equations contradict each other. What they then
    miss by is a direction without curvature along which the dual gains for ever: that, and True.
    """
    m = len(free)
    system = np.ones((m + 1, m + 1))
    system[:m, :m] = K.values[np.ix_(free, free)]
    system[m, m] = 0.0
    left = np.append(-gradient_of(K, y, beta)[free], -beta.sum())
    *_, step, well, _, _, _ = linalg.lapack.dsysvx(system, left)
    if well > SINGULAR:
        return step.ravel()[:m], False
    step = linalg.lstsq(system, left, cond=1e-13, check_finite=False)[0]
    missed = (left - system @ step)[:m]
    if np.abs(missed).max() > CONTRADICTION * (1.0 + np.abs(left).max()):
        return missed, True
    return step[:m], False


# --- what follows from the solution


class Facts(NamedTuple):
    """Numbers about a solution."""

    intercept: float  # rule (a)
    midpoint: float  # rule (b)
    margin: float
    dual_objective: float


@kernel
def summary(beta: Array, g: Array, y: Array, low: Array, high: Array) -> tuple[Any, ...]:
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


def facts_of(problem: Problem, solution: Solution) -> Facts:
    beta, g, box = solution.beta, solution.g, box_of(problem)
    count, total, above, below, squared, linear = summary(beta, g, problem.y, box.low, box.high)
    intercept = -total / count if count else -sum(violation(beta, g, box)) / 2
    margin = 2 / np.sqrt(squared) if squared > 0 else np.inf
    return Facts(intercept, -(above + below) / 2, float(margin), linear - squared / 2)
