r"""The dual of one two-class machine: solved in one Gram matrix, or in working sets.

With at most `WHOLE` rows the Gram matrix is kept whole, and the equations K_FF β_F + b = y_F - K_FB β_B, Σ β
= 0 of the free rows F are solved at the end, so that the result depends neither on the path nor on `tol`.
With more rows the steps are taken in `working_sets`.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import linalg

from fenlei.kernels import Array
from fenlei.svm.dual.dual_problem import (
    HARD_STEPS,
    DualProblem,
    DualSolution,
    DualStep,
    box_of,
    separates,
    touching,
    violation,
    whole_rows,
)
from fenlei.svm.dual.gram import add_rows, centred, own_gram
from fenlei.svm.dual.smo import Box, LazyGram, part_gram, steps, whole_gram
from fenlei.svm.dual.working_sets import solve_in_working_sets
from fenlei.trace import closely_traced, tell, traced

FREE = 300  # free rows up to which their equations are solved
EXACT = 1e-11  # violation that counts as none
SINGULAR = 1e-12  # reciprocal condition number below which equations may contradict each other
CONTRADICTION = 1e-8  # residual of the equations, relative to their right-hand side
ROUNDS = 60  # of refining
TOLD = 20_000  # steps that are told one by one; after them a quarter more at a time


def solve(problem: DualProblem) -> DualSolution:
    """The dual solution."""
    n = len(problem.y)
    start = DualSolution(np.zeros(n), -problem.y, np.inf, 0, np.inf, True)
    whole = n <= whole_rows(problem.cache)
    return solve_whole(problem, start) if whole else solve_in_working_sets(problem, start)


def solve_whole(problem: DualProblem, start: DualSolution) -> DualSolution:
    """All steps on one Gram matrix, in float64, then the equations of the free rows."""
    K, box = gram_of(problem), box_of(problem)
    beta, g = start.beta.copy(), start.g.copy()
    count, gap, bend, separable = _steps_whole(problem, K, box, beta, g)
    if separable and gap <= problem.tol and np.isfinite(gap):
        beta, g, gap, more = refine(problem, K, box, beta, g, gap)
        count += more
        if traced():
            tell(DualStep(count, problem.limit, beta.copy(), gap))
    return DualSolution(beta, g, gap, count, bend, separable)


def gram_of(problem: DualProblem) -> LazyGram:
    """The Gram matrix in float64; of a precomputed one, only the rows that the steps need are copied."""
    K = np.asarray(own_gram(centred(problem.source), problem.n_jobs), dtype=np.float64)
    return whole_gram(K) if problem.rows is None else part_gram(K, problem.rows)


def _steps_whole(
    problem: DualProblem, K: LazyGram, box: Box, beta: Array, g: Array
) -> tuple[int, float, float, bool]:
    """Steps until `tol`; for a hard margin, with a check now and then of whether there is one."""
    hard = not np.isfinite(problem.C).all()
    limit = min(problem.limit, 10 * HARD_STEPS + 100 * len(beta)) if hard else problem.limit
    chunk = HARD_STEPS if hard else limit
    count, gap, bend, largest = 0, np.inf, np.inf, float(np.diagonal(K.whole)[K.rows].max())
    while True:
        some = min(chunk, limit - count)
        take = partial(told_steps, count, limit) if closely_traced() else steps
        taken, gap, met = take(K, box.low, box.high, problem.tol, some, beta, g)
        count, bend = count + taken, min(bend, met)
        if hard and (touching(problem, beta, g, largest) or (count >= limit and not separates(problem, g))):
            return count, gap, bend, problem.limit < limit
        if gap <= problem.tol or count >= limit or taken == 0:
            return count, gap, bend, True


def told_steps(
    done: int, most: int, K: LazyGram, low: Array, high: Array, tol: float, limit: int, beta: Array, g: Array
) -> tuple[int, float, float]:
    """`steps`, cut off to be told to the listener: one at a time, and after many in ever longer parts."""
    count, gap, bend = 0, np.inf, np.inf
    while gap > tol and count < limit:
        some = 1 if done + count < TOLD else (done + count) // 4
        taken, gap, met = steps(K, low, high, tol, min(some, limit - count), beta, g)
        if taken == 0:
            break
        count, bend = count + taken, min(bend, met)
        tell(DualStep(done + count, most, beta.copy(), gap))
    return count, gap, bend


def refine(
    problem: DualProblem, K: LazyGram, box: Box, beta: Array, g: Array, gap: float
) -> tuple[Array, Array, float, int]:
    """Solve the equations of the free rows and take finer steps, in turn, until the violation is rounding;
    neither raises the objective.
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
    return (beta, g, gap, count) if gap <= before else (*steps_to_tol(problem, K, box, beta, g), count)


def steps_to_tol(
    problem: DualProblem, K: LazyGram, box: Box, beta: Array, g: Array
) -> tuple[Array, Array, float]:
    """Plain steps to `tol`, where refining ended above it."""
    _, gap, _ = steps(K, box.low, box.high, problem.tol, problem.limit, beta, g)
    return beta, g, gap


def solve_free(K: LazyGram, y: Array, box: Box, beta: Array) -> tuple[Array, Array] | None:
    """β and g with the free rows exactly on the margin; a row that would leave the box stays at its bound.

    None if they are too many.
    """
    beta = beta.copy()
    for _ in range(FREE):
        free = np.flatnonzero((beta > box.low) & (beta < box.high))
        if not 0 < len(free) <= FREE:
            return None
        step, unbounded = free_step(K, y, beta, free)
        bound = np.where(step > 0, box.high[free], box.low[free])
        room = np.abs(bound - beta[free])
        out = np.flatnonzero(step != 0.0 if unbounded else np.abs(step) > room)
        shares = room[out] / np.abs(step[out])
        share = float(shares.min(initial=np.inf if unbounded else 1.0))
        if share == np.inf:
            return None
        beta[free] += share * step
        first = out[shares <= share * (1 + 1e-12)]
        beta[free[first]] = bound[first]
        if not len(first):
            return beta, gradient_of(K, y, beta)
    return None


def gradient_of(K: LazyGram, y: Array, beta: Array) -> Array:
    """K β - y, in the order of the rows, so that its bits do not depend on BLAS.

    A row has β ≠ 0 only after a step that filled in its row of K.
    """
    g, support = -y, np.flatnonzero(beta)
    add_rows(K.values, support, beta[support], g)
    return g


def free_step(K: LazyGram, y: Array, beta: Array, free: Array) -> tuple[Array, bool]:
    """The least change of β_F after which K_FF β_F + b = y_F - K_FB β_B and Σ β = 0.

    If more rows are free than can lie on the margin, the equations contradict each other. Their residual is
    then a direction without curvature along which the dual improves without bound: that, and True.
    """
    m = len(free)
    system = np.ones((m + 1, m + 1))
    system[:m, :m] = K.values[free][:, free]
    system[m, m] = 0.0
    left = np.append(-gradient_of(K, y, beta)[free], -beta.sum())
    *_, step, rcond, _, _, _ = linalg.lapack.dsysvx(system, left)
    if rcond > SINGULAR:
        return step.ravel()[:m], False
    step = linalg.lstsq(system, left, cond=1e-13, check_finite=False)[0]
    residual = (left - system @ step)[:m]
    if np.abs(residual).max() > CONTRADICTION * (1.0 + np.abs(left).max()):
        return residual, True
    return step[:m], False
