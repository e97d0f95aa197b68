r"""The dual of regression with a tube of half-width ε, as a problem of the two-class solver.

    minimise  ½ ‖w‖² + C Σ w_i (ξ_i + ξ*_i)    subject to    -ε - ξ*_i ≤ y_i - f(x_i) ≤ ε + ξ_i

has the dual, in α_i (row above the tube) and α*_i (below it), 0 ≤ α, α* ≤ C w_i,

    minimise  ½ (α - α*)ᵀ K (α - α*) - yᵀ (α - α*) + ε Σ (α_i + α*_i)    subject to   Σ (α_i - α*_i) = 0.

With β = (α, -α*), each row twice, and the linear term (y - ε, y + ε) this is the problem of `dual.smo`,
with the box 0 ≤ β ≤ C w of the first n and -C w ≤ β ≤ 0 of the others. A row inside the tube has β = 0, one
on its edge |β| < C w, one outside |β| = C w; b is such that the rows on the edge are at distance ε. With
C = ∞ no row may be outside, and the dual is unbounded if some row always is.
Reference: Smola and Schölkopf 2004, sections 1.2 and 1.3.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import single_threaded_blas
from fenlei.svm.dual.dual_problem import DualProblem, DualSolution, box_of, violation, whole_rows
from fenlei.svm.dual.gram import Kernel, Source, centred, own_gram
from fenlei.svm.dual.smo import Box
from fenlei.svm.dual.solver import solve


class TubeFit(NamedTuple):
    """The fitted tube."""

    beta: Array  # (n,) α - α*
    intercept: float
    solution: DualSolution  # of both halves


def fit_tube(problem: DualProblem, y: Array, epsilon: float) -> TubeFit:
    """Fit to targets y (n,); the problem has rows, box sizes C (n,) and limits."""
    n, C = len(y), problem.C
    box = Box(np.concatenate([np.zeros(n), -C]), np.concatenate([C, np.zeros(n)]))
    linear = np.concatenate([y - epsilon, y + epsilon])
    twice = problem._replace(y=linear, C=np.concatenate([C, C]), box=box)
    with single_threaded_blas(), np.errstate(over="ignore", invalid="ignore"):
        solution = solve(_doubled(twice, n))
        intercept = intercept_of(twice, solution)
    return TubeFit(solution.beta[:n] + solution.beta[n:], intercept, solution)


def _doubled(problem: DualProblem, n: int) -> DualProblem:
    """Each row twice: as indices of one Gram matrix, or, if that is too large, as rows."""
    source = problem.source
    if 2 * n <= whole_rows(problem.cache):
        if source.kernel.name != "precomputed":
            source = Source(own_gram(centred(source), problem.n_jobs), Kernel("precomputed"))
        return problem._replace(source=source, rows=np.tile(np.arange(n), 2))
    return problem._replace(source=Source(_twice(source.X, source.kernel.name), source.kernel))


def _twice(X: Any, kernel: str) -> Array | sparse.csr_matrix:
    if kernel == "precomputed":
        return np.tile(X, (2, 2))
    return sparse.vstack([X, X], format="csr") if is_sparse(X) else np.concatenate([X, X])


def intercept_of(problem: DualProblem, solution: DualSolution) -> float:
    """b: -mean of the gradient over the rows on the edge; without any, the middle of what is left open."""
    beta, g, box = solution.beta, solution.g, box_of(problem)
    free = (beta > box.low) & (beta < box.high)
    if free.any():
        return float(-g[free].mean())
    lowest, highest = violation(beta, g, box)
    ends = [end for end in (lowest, highest) if np.isfinite(end)]
    return -float(np.mean(ends)) if ends else np.nan  # which is refused
