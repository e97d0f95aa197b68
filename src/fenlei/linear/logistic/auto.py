r"""The cheapest way to the smooth optimum.

Few rows: Newton's method. Many rows: solve a sixteenth of them first (by the same rule), then take that
solution as the start and its Hessian as the preconditioner of L-BFGS on all rows. More columns than rows:
β lies in the span of the rows, so with X = Rᵀ Qᵀ (QR of Xᵀ) the problem has one column per row and the same
penalty. More parameters than a Hessian is worth: L-BFGS with the Hessian's class blocks, or its diagonal,
as the preconditioner.

The iteration ends at `stopping.near_minimum`: no component of the mean gradient exceeds `tol`, and the
objective is within GAP of its minimum, as ½ gᵀH⁻¹g estimates it.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import linalg

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.rows import take_rows
from fenlei.linear.logistic import lbfgs, newton
from fenlei.linear.logistic.curvature import FULL_LIMIT, diagonal, kronecker, preconditioner
from fenlei.linear.logistic.objective import Gradients, LogisticProblem, Stored, centre_of
from fenlei.linear.logistic.stopping import Report, Trace, Watch, near_minimum, never, silent

PART = 16  # a subsample has this share of the rows
FEWEST = 4096  # rows that are not worth a subsample


def minimise(
    problem: LogisticProblem,
    theta: Array,
    tol: float,
    max_iter: int,
    watch: Watch = never,
    report: Report = silent,
    warm: bool = False,
) -> Trace:
    """The optimum of a problem without lasso, from θ (r, q); `warm` trusts that start."""
    n, (r, q) = problem.X.shape[0], problem.shape
    stored = isinstance(problem.X, Stored)
    if not is_sparse(problem.X) and not stored and q > 2 * n and uniform(problem):
        return _in_row_space(problem, theta, tol, max_iter, watch, report)
    stop = partial(near_minimum, tol, problem.weight)
    if q > FULL_LIMIT or (stored and r * q > FULL_LIMIT):
        return lbfgs.minimise(problem, theta, diagonal(problem), max_iter, stop, watch, report, None, True)
    centre = centre_of(problem)
    if worth_newton(problem):
        return newton.minimise(problem, theta, max_iter, stop, watch, report, centre)
    part = subsample(problem)
    start = theta if warm else subsample_optimum(part, theta, centre)
    share = part.weight / problem.weight
    precondition = preconditioner(part, start, centre, share)
    return lbfgs.minimise(
        problem, start, precondition, max_iter, stop, watch, report, centre, r * q > FULL_LIMIT
    )


def worth_newton(problem: LogisticProblem) -> bool:
    """Whether a Hessian of all rows in every step costs little."""
    n, (r, q) = problem.X.shape[0], problem.shape
    return r * q <= FULL_LIMIT and (n <= max(FEWEST, 10 * r * q) or isinstance(problem.X, Stored))


def subsample_optimum(part: LogisticProblem, theta: Array, centre: Array | None) -> Array:
    """The optimum of a subsample, only as exact as is worthwhile: its log-likelihood to a twentieth."""

    def stop(step: int, found: Gradients, change: float, decrement: float) -> bool:
        return decrement <= 0.1

    if part.K == 2 and worth_newton(part):
        return newton.minimise(part, theta, 30, stop, centre=centre).theta
    return lbfgs.minimise(part, theta, kronecker(part, centre), 60, stop, centre=centre, rescale=True).theta


def subsample(problem: LogisticProblem) -> LogisticProblem:
    """A sixteenth of the rows, evenly spread, with a penalty of the same relative size."""
    n, (r, q) = problem.X.shape[0], problem.shape
    m = min(n, max(n // PART, FEWEST // 2, min(5 * r * q, n // 4)))
    rows = (np.arange(m) * n) // m
    w = problem.w[rows] if len(problem.w) else problem.w
    X = problem.X[rows] if is_sparse(problem.X) else take_rows(problem.X, rows, problem.n_jobs)
    part = problem._replace(X=X, codes=problem.codes[rows], w=w)
    share = part.weight / problem.weight
    return part._replace(ridge=problem.ridge * share, lasso=problem.lasso * share)


def uniform(problem: LogisticProblem) -> bool:
    """Whether all weights have the same ridge penalty."""
    p = problem.X.shape[1]
    return bool((problem.ridge[:p] == problem.ridge[0]).all())


def _in_row_space(
    problem: LogisticProblem, theta: Array, tol: float, max_iter: int, watch: Watch, report: Report
) -> Trace:
    """The optimum in coordinates of the span of the rows."""
    n, p = problem.X.shape
    Q, R = linalg.qr(problem.X.T.astype(np.float64), mode="economic", check_finite=False)
    kept = np.r_[np.arange(n), np.arange(p, problem.shape[1])]
    small = problem._replace(
        X=np.ascontiguousarray(R.T), ridge=problem.ridge[kept], lasso=problem.lasso[kept]
    )

    def whole(inner: Array) -> Array:
        return np.hstack([inner[:, :n] @ Q.T, inner[:, n:]])

    start = np.hstack([theta[:, :p] @ Q, theta[:, p:]])

    def report_whole(step: int, found: Gradients, inner: Array) -> None:
        if report is not silent:
            report(step, found, whole(inner))

    trace = minimise(small, start, tol, max_iter, lambda found, step: watch(found, whole(step)), report_whole)
    found = trace.found._replace(gradient=whole(trace.found.gradient))
    return trace._replace(theta=whole(trace.theta), found=found)
