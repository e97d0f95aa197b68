r"""One machine for each pair of classes, and their common table of coefficients.

Pair (i, j), i < j, is trained on the rows of the two classes with y = +1 for class i. The table has
scikit-learn's layout: support rows in order of class and row, with K - 1 coefficients each; that of a row of
class i in pair (i, j) is in line j - 1, that of a row of class j in line i. So pair (i, j) is decided by

    f_ij(x) = Σ_{s in class i} table[j - 1, s] κ(x_s, x) + Σ_{s in class j} table[i, s] κ(x_s, x) + b_ij,

positive for class i. For two classes the signs are flipped: positive is for the second.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks, single_threaded_blas
from fenlei.svm.dual.dual_problem import (
    WHOLE,
    DualProblem,
    DualSolution,
    Hyperplane,
    hyperplane_of,
    whole_rows,
    working_set,
)
from fenlei.svm.dual.gram import Kernel, Source, centred, own_gram, take
from fenlei.svm.dual.solver import solve
from fenlei.svm.svc.probability import Folds, cross_fitted, fit_slopes
from fenlei.trace import closely_traced

SERIAL = 512  # rows below which the pool costs more than it saves


class PairFit(NamedTuple):
    """The machine of one pair."""

    rows: Array  # its training rows
    solution: DualSolution
    hyperplane: Hyperplane
    slopes: Array  # (2,) of the probabilities, (0,) if there are none


class CoefficientTable(NamedTuple):
    """The coefficients of all machines."""

    support: Array  # (s,) rows, in order of class
    n_support: Array  # (K,)
    dual_coef: Array  # (K - 1, s)


def class_pairs(K: int) -> list[tuple[int, int]]:
    """(0, 1), (0, 2), … in scikit-learn's order."""
    return list(combinations(range(K), 2))


def pair_rows(codes: Array, pair: tuple[int, int]) -> tuple[Array, Array]:
    """Rows of the two classes, in order, and y = +1 for those of the first."""
    rows = np.flatnonzero((codes == pair[0]) | (codes == pair[1]))
    return rows, np.where(codes[rows] == pair[0], 1.0, -1.0)


def fit_pairs(problem: DualProblem, codes: Array, K: int, folds: Folds | None) -> list[PairFit]:
    """Fit all pairs of classes to the rows of a problem whose y is still empty.

    Small pairs run in parallel; large ones one after another, so that each may use all of `cache_size`. The
    result does not depend on the number of threads.
    """
    pairs, n_jobs = class_pairs(K), 1 if len(codes) < SERIAL else problem.n_jobs
    small = np.sort(np.bincount(codes))[-2:].sum() <= WHOLE
    if K > 2 or folds is not None:
        problem = problem._replace(source=shared(problem.source, problem.cache, n_jobs))
    given, largest = problem.source.kernel.name == "precomputed", whole_rows(problem.cache)

    def one(start: int, stop: int) -> PairFit:
        rows, y = pair_rows(codes, pairs[start])
        own = problem._replace(y=y, C=problem.C[rows], n_jobs=n_jobs)
        if folds is None and given and len(rows) <= largest:
            own = own._replace(rows=rows)
        else:
            own = own._replace(source=take(problem.source, rows))
        solution = solve(own)
        slopes = pair_slopes(own, solution, rows, folds, -1.0 if K == 2 else 1.0)
        return PairFit(rows, solution, hyperplane_of(own, solution), slopes)

    if small and K > 2 and not closely_traced():
        return list(map_blocks(one, [(k, k + 1) for k in range(len(pairs))], n_jobs))
    with single_threaded_blas(), np.errstate(over="ignore", invalid="ignore"):  # as in `map_blocks`
        return [one(k, k + 1) for k in range(len(pairs))]


def shared(source: Source, cache: float, n_jobs: int | None) -> Source:
    """The whole Gram matrix, for several machines, if it fits."""
    if source.kernel.name == "precomputed" or source.X.shape[0] > working_set(cache):
        return source
    return Source(own_gram(centred(source), n_jobs), Kernel("precomputed"))


def pair_slopes(
    problem: DualProblem, solution: DualSolution, rows: Array, folds: Folds | None, sign: float
) -> Array:
    """Slopes of the pair's probabilities, from decision values of held-out rows."""
    if folds is None or not solution.separable:
        return np.empty(0)
    values = cross_fitted(problem, solution, folds.keys[rows], folds.seed)
    return fit_slopes(sign * values, sign * problem.y, folds.w[rows])


def tabulate(fits: list[PairFit], codes: Array, K: int) -> CoefficientTable:
    """The common table of the machines, signs as they were trained."""
    pairs = class_pairs(K)
    used = np.zeros(len(codes), dtype=bool)
    for fit in fits:
        used[fit.rows[fit.solution.beta != 0]] = True
    support = np.flatnonzero(used)
    support = support[np.argsort(codes[support], kind="stable")]
    column = np.empty(len(codes), dtype=np.int64)
    column[support] = np.arange(len(support))
    dual_coef = np.zeros((K - 1, len(support)))
    for (i, j), fit in zip(pairs, fits, strict=True):
        own = fit.solution.beta != 0
        rows, beta = fit.rows[own], fit.solution.beta[own]
        line = np.where(codes[rows] == i, j - 1, i)
        dual_coef[line, column[rows]] = beta
    return CoefficientTable(support, np.bincount(codes[support], minlength=K).astype(np.int32), dual_coef)


def pair_coefficients(dual_coef: Array, n_support: Array) -> list[tuple[Array, Array]]:
    """For each pair the columns of its support rows in the table, and their coefficients."""
    ends = np.concatenate([[0], np.cumsum(n_support)])
    found = []
    for i, j in class_pairs(len(n_support)):
        a, b = np.arange(ends[i], ends[i + 1]), np.arange(ends[j], ends[j + 1])
        found.append((np.concatenate([a, b]), np.concatenate([dual_coef[j - 1, a], dual_coef[i, b]])))
    return found
