r"""The dual in working sets, for more rows than one Gram matrix can hold: see `smo`.

A pass: (1) choose the working set; (2) compute its Gram matrix; (3) take pair steps until its own violation
is a tenth of that of all rows; (4) add the change of β to the gradients of all active rows.

Working set: the free rows, and rows that violate the optimality conditions. At first nearly all do: then a
sample spread over all of them moves more of β than the worst ones, which lie side by side. At the end, with
a gap below `FAR`, the worst ones are taken. The free rows depend on each other, so passes are few as soon as
they are all in the set: it grows with their number, within `cache_size`.

Precision: kernel values are float32 first; the sums are float64. If the error that this can leave in g is
not far below `tol`, g is computed anew and the steps continue in float64. Rows that stay at a bound
with a wide margin leave the passes (shrinking) until the others are done.
Cost: O(n q p) per pass for working sets of q rows.
Memory: half of `cache_size` for the Gram matrix of the working set and half for kernel rows
(`kernel_row_cache`), or all of it for the matrix where no rows are kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.svm.dual.dual_problem import (
    HARD_STEPS,
    STALLED,
    DualProblem,
    DualSolution,
    DualStep,
    box_of,
    separates,
    touching,
    violation,
    working_set,
)
from fenlei.svm.dual.gram import Source, centred, combine, diagonal, own_gram, sum_of_rows, take
from fenlei.svm.dual.kernel_row_cache import KernelRowCache, empty_cache, weighted_sum
from fenlei.svm.dual.smo import Box, steps, whole_gram
from fenlei.trace import tell, traced

SMALLEST_SET, LARGEST_SET = 512, 2048
FAR = 2.5  # gap, in margins, from which the working set is a sample; it is 2 at the start
FINER = 0.1  # share of the violation that steps in the working set leave
MANY = 20  # steps in one pass, in multiples of the set's size; then the gradients are made exact again
ROOM = 1.25  # size of the working set, in numbers of free rows
SHRINK_AFTER = 5  # passes
SINGLE_ARGUMENT = 500.0  # largest γ ‖x‖² for which exp in float32 is of use
SINGLE_ERROR = 4.0 * 2.0**-24  # of a float32 kernel value, per unit of its argument
SINGLE_TOL = 1e-4  # smallest gap to which steps in float32 are taken


class DualState(NamedTuple):
    """The solution so far; the arrays are changed in place."""

    beta: Array  # (n,)
    g: Array  # (n,) out of date for rows that are not active
    active: Array  # rows whose gradients are kept up to date
    left: list[tuple[Array, Array]]  # rows that left, and β when they did


def solve_in_working_sets(problem: DualProblem, start: DualSolution) -> DualSolution:
    """Passes in float32 where that is of use, then, if needed, in float64."""
    source = centred(problem.source)
    n = len(problem.y)
    beta, g = start.beta.copy(), start.g.copy()
    count, bend = 0, np.inf
    for precision in _precisions(source):
        rows = Source(source.X.astype(precision, copy=False), source.kernel)
        if count:
            g = gradient(rows, problem, beta)
        tol = max(problem.tol, SINGLE_TOL) if precision == np.float32 else problem.tol
        state = DualState(beta, g, np.arange(n), [])
        taken, gap, met, separable = passes(rows, problem._replace(tol=tol), state, problem.limit - count)
        count, bend = count + taken, min(bend, met)
        if precision == np.float32 and gap <= problem.tol and _single_is_enough(source, beta, problem.tol):
            break
        if count >= problem.limit:
            break
    return DualSolution(beta, g, gap, count, bend, separable)


def _precisions(source: Source) -> list[type[np.floating]]:
    """Types of the passes, one after the other."""
    if source.kernel.name != "rbf" or is_sparse(source.X):
        return [np.float64]
    if source.kernel.gamma * float(source.squares.max()) > SINGLE_ARGUMENT:
        return [np.float64]
    return [np.float32, np.float64]


def _single_is_enough(source: Source, beta: Array, tol: float) -> bool:
    """Whether the errors of float32 kernel values, which add up like a random walk, are far below tol."""
    argument = 1.0 + source.kernel.gamma * float(source.squares.max())
    return SINGLE_ERROR * argument * float(np.linalg.norm(beta)) <= tol / 10


def gradient(rows: Source, problem: DualProblem, beta: Array) -> Array:
    """K β - y."""
    support = np.flatnonzero(beta)
    return sums_of(rows, np.arange(len(beta)), support, beta[support], problem.n_jobs) - problem.y


def sums_of(rows: Source, wanted: Array, columns: Array, c: Array, n_jobs: int | None) -> Array:
    """Σ_j κ(x_i, x_j) c_j over the columns j, for each wanted row i."""
    whole = len(wanted) == rows.X.shape[0]
    if rows.kernel.name == "precomputed":  # symmetric, and its rows are contiguous in memory
        sums = sum_of_rows(rows.X, columns, c, n_jobs)
        return sums if whole else sums[wanted]
    part = rows if whole else Source(rows.X[wanted], rows.kernel)
    return combine(part, Source(rows.X[columns], rows.kernel), c, n_jobs)


def passes(
    rows: Source, problem: DualProblem, state: DualState, limit: int
) -> tuple[int, float, float, bool]:
    """Passes until the gap is at most tol: steps, gap, smallest curvature, whether a hard margin is still
    possible.
    """
    box, beta, g = box_of(problem), state.beta, state.g
    hard = not np.isfinite(problem.C).all()
    largest = float(diagonal(rows).max()) if hard else 0.0
    limit = min(limit, 10 * HARD_STEPS + 100 * len(beta)) if hard else limit
    kept = empty_cache(rows, problem.cache / 2)
    room = problem.cache / 2 if len(kept.values) else problem.cache
    sizes = _set_size(len(beta)), working_set(room, rows.X.dtype.itemsize)
    last, count, bend, best, since, number = np.empty(0, np.int64), 0, np.inf, np.inf, 0, 0
    while True:
        gap, lowest, highest = _gap(state, box)
        if gap <= problem.tol and len(state.active) < len(beta):
            state = restore(rows, problem, kept, state)
            continue
        best, since = (gap, 0) if gap < 0.99 * best else (best, since + 1)
        if hard and touching(problem, beta, g, largest):
            return count, gap, bend, False
        if gap <= problem.tol or count >= limit or since > STALLED:
            break
        chosen = working_rows(state, box, last, sizes)
        inner = max(FINER * gap, problem.tol / 2)
        taken, met = one_pass(rows, problem, state, box, kept, chosen, inner, limit - count)
        count, bend, last, number = count + max(taken, 1), min(bend, met), chosen, number + 1
        if traced():
            tell(DualStep(count, limit, beta.copy(), gap))
        if problem.shrinking and not hard and number % SHRINK_AFTER == 0:
            state = shrink(state, box, lowest, highest)
    if len(state.active) < len(beta):
        state = restore(rows, problem, kept, state)
        gap = _gap(state, box)[0]
    return count, gap, bend, not hard or separates(problem, g)


def _set_size(n: int) -> int:
    """A power of 2 near n / 8."""
    return int(np.clip(1 << int(np.log2(n / 8)), SMALLEST_SET, LARGEST_SET))


def _gap(state: DualState, box: Box) -> tuple[float, float, float]:
    a = state.active
    lowest, highest = violation(state.beta[a], state.g[a], Box(box.low[a], box.high[a]))
    return highest - lowest, lowest, highest


def working_rows(state: DualState, box: Box, last: Array, sizes: tuple[int, int]) -> Array:
    """Rows of the working set, in order."""
    a = state.active
    beta, g, low, high = state.beta[a], state.g[a], box.low[a], box.high[a]
    kept = np.flatnonzero((beta > low) & (beta < high))
    q = min(max(sizes[0], int(ROOM * len(kept))), sizes[1])
    if q >= len(a):
        return a
    if ROOM * len(kept) > q:  # no room for all: those of the last set
        kept = kept[np.isin(a[kept], last, assume_unique=True)][: q // 2]
    up, down = np.where(beta < high, g, np.inf), np.where(beta > low, -g, np.inf)
    middle = (up.min() - down.min()) / 2
    far = -up.min() - down.min() > FAR
    up[kept] = down[kept] = np.inf
    half = (q - len(kept)) // 2
    first = _sample(up, middle, half) if far else np.argpartition(up, half - 1)[:half]
    down[first] = np.inf
    second = _sample(down, -middle, half) if far else np.argpartition(down, half - 1)[:half]
    return a[np.unique(np.concatenate([kept, first, second]))]


def _sample(violation: Array, middle: float, number: int) -> Array:
    """Rows spread evenly over those on the wrong side of the middle, and the worst one."""
    wrong = np.flatnonzero(violation < middle)
    chosen = wrong if len(wrong) <= number else wrong[np.arange(number) * len(wrong) // number]
    return np.append(chosen, np.argmin(violation))


def one_pass(
    rows: Source,
    problem: DualProblem,
    state: DualState,
    box: Box,
    kept: KernelRowCache,
    chosen: Array,
    tol: float,
    limit: int,
) -> tuple[int, float]:
    """Steps inside the working set, then the gradients of all active rows."""
    K = own_gram(take(rows, chosen), problem.n_jobs)
    beta, g = state.beta[chosen], state.g[chosen].astype(K.dtype)
    most = min(limit, MANY * len(chosen))
    count, _, bend = steps(whole_gram(K), box.low[chosen], box.high[chosen], tol, most, beta, g)
    change = beta - state.beta[chosen]
    state.beta[chosen] = beta
    moved = np.flatnonzero(change)
    if len(moved):
        add(rows, problem, kept, state.g, state.active, chosen[moved], change[moved])
    return count, bend


def add(
    rows: Source,
    problem: DualProblem,
    kept: KernelRowCache,
    g: Array,
    wanted: Array,
    moved: Array,
    change: Array,
) -> None:
    """g += K change, for the wanted rows."""
    if len(kept.values):
        g[wanted] += weighted_sum(kept, rows, moved, change, problem.n_jobs)[wanted]
    else:
        g[wanted] += sums_of(rows, wanted, moved, change, problem.n_jobs)


def shrink(state: DualState, box: Box, lowest: float, highest: float) -> DualState:
    """Drop rows that are at a bound and would have to cross the whole gap to take part again."""
    a = state.active
    beta, g = state.beta[a], state.g[a]
    idle = ((beta <= box.low[a]) & (g > highest)) | ((beta >= box.high[a]) & (g < lowest))
    if idle.sum() < len(a) // 10:
        return state
    return state._replace(active=a[~idle], left=[*state.left, (a[idle], state.beta.copy())])


def restore(rows: Source, problem: DualProblem, kept: KernelRowCache, state: DualState) -> DualState:
    """Bring the gradients of the rows that left up to date, and take them all back."""
    for gone, then in state.left:
        moved = np.flatnonzero(state.beta != then)
        if len(moved):
            add(rows, problem, kept, state.g, gone, moved, (state.beta - then)[moved])
    return state._replace(active=np.arange(len(state.beta)), left=[])
