r"""Lasso and elastic net: minimise F(θ) = f(θ) + Σ_j lasso_j ‖θ_·j‖₁, f the smooth part.

Proximal Newton (Friedman, Hastie, Tibshirani 2010; Yuan, Ho, Lin 2012): the quadratic model of f at θ with
the true Hessian, plus the lasso, is minimised by cyclic coordinate descent,

    δ_j ← S(H_jj u_j - (g + Hδ)_j, lasso_j) / H_jj - θ_j,   u = θ + δ,   S(v, l) = sign(v) max(|v| - l, 0),

and the step is halved until F falls. A handful of Hessians reaches the optimum to the last digits. Where
there are too many parameters for a Hessian: the same without one (`lasso_many_columns`) for two classes; for
more, a growing set of columns, or accelerated proximal gradient (FISTA with restarts) in the metric of a
diagonal that bounds the Hessian.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.soft_threshold import soft_threshold, soft_threshold_of
from fenlei.linear.logistic import lasso_many_columns
from fenlei.linear.logistic.auto import subsample
from fenlei.linear.logistic.curvature import FULL_LIMIT, factorise, newton_matrix, solve
from fenlei.linear.logistic.line_search import LineStep, backtrack, predicted_change
from fenlei.linear.logistic.objective import (
    Gradients,
    LogisticProblem,
    Stored,
    centre_of,
    from_centred,
    gradient_in_centred,
    lasso_penalty,
    objective,
    to_centred,
)
from fenlei.linear.logistic.stopping import Report, Trace, at_optimum, silent, violation

SWEEPS = 400
MANY_ROWS = 50_000
FIRST_COLUMNS = 50  # of a working set
STEADY = (
    20  # steps of FISTA whose decrease is taken together: each is too small to show how far the minimum is
)
RELATIVE_PULL = 1e-6  # of the penalty: what a column at zero may pull beyond it


@kernel
def descend(
    H: Array, g: Array, theta: Array, lasso: Array, precision: float, sweeps: int, out_step: Array
) -> None:
    """Coordinate descent on gᵀδ + ½ δᵀHδ + Σ lasso |θ + δ|, from δ = 0."""
    d = g.shape[0]
    slope = g.copy()  # g + H δ
    out_step[:] = 0.0
    for _ in range(sweeps):
        largest = 0.0
        for j in range(d):
            curvature = H[j, j]
            if curvature <= 0.0:
                continue
            u = theta[j] + out_step[j]
            move = soft_threshold_of(curvature * u - slope[j], lasso[j]) / curvature - u
            if move != 0.0:
                out_step[j] += move
                row = H[j]
                for k in range(d):
                    slope[k] += move * row[k]
                largest = max(largest, curvature * move * move)
        if largest <= precision:
            break


def model_step(H: Array, g: Array, theta: Array, lasso: Array, scale: float) -> Array:
    """Minimum of the quadratic model: coordinate descent, then exactly where it is not zero."""
    if not np.isfinite(H).all():
        raise FloatingPointError("the Hessian is not finite")
    step = np.empty(g.size)
    descend(H, g, theta, lasso, 1e-13 * scale, SWEEPS, step)
    active = np.flatnonzero(theta + step)
    if not len(active):
        return step
    pull = lasso[active] * np.sign((theta + step)[active])
    exact = np.where(theta + step == 0, step, 0.0)
    rest = g + H @ exact
    exact[active] = -solve(factorise(H[np.ix_(active, active)]), rest[active] + pull)
    same = np.array_equal(np.sign(theta + exact), np.sign(theta + step))  # the minimum for these signs
    better = same or _model_value(H, g, theta, lasso, exact) < _model_value(H, g, theta, lasso, step)
    return exact if better else step


def _model_value(H: Array, g: Array, theta: Array, lasso: Array, step: Array) -> float:
    return float(g @ step + 0.5 * step @ (H @ step) + (lasso * np.abs(theta + step)).sum())


def minimise(
    problem: LogisticProblem,
    theta: Array,
    tol: float,
    max_iter: int,
    report: Report = silent,
    warm: bool = False,
) -> Trace:
    """The optimum of a problem with lasso, from θ (r, q)."""
    r, q = problem.shape
    if r * q > FULL_LIMIT and r == 1:
        return lasso_many_columns.minimise(problem, theta, tol, max_iter, report)
    if r * q > FULL_LIMIT:
        return working_sets(problem, theta, tol, max_iter, report)
    if not warm and problem.X.shape[0] > MANY_ROWS and not isinstance(problem.X, Stored):
        theta = minimise(subsample(problem), theta, max(tol, 1e-3), max_iter, warm=True).theta
    centre = centre_of(problem)
    inner, found = to_centred(theta, centre), objective(problem, theta)
    penalty, pull = np.tile(problem.lasso, r), np.inf
    for step in range(1, max_iter + 1):
        g = gradient_in_centred(found.gradient, centre)
        H = newton_matrix(problem, theta, centre)
        direction = model_step(H, g.ravel(), inner.ravel(), penalty, abs(found.loss)).reshape(g.shape)
        predicted = predicted_change(problem, inner, g, direction)
        taken = backtrack(problem, inner, found, direction, predicted, centre)
        taken = taken or flattening_step(problem, inner, theta, found, direction, centre)
        if taken is None:  # no step lowers the objective any more: this is as exact as it gets
            return Trace(theta, found, step, -predicted <= 1e-9 * abs(found.loss))
        before = found.loss + lasso_penalty(problem, theta)
        inner, found = least_penalty(problem, taken.inner, taken.found)
        theta = from_centred(inner, centre)
        report(step, found, theta)
        change = before - found.loss - lasso_penalty(problem, theta)
        last, pull = pull, np.abs(violation(problem, theta, found.gradient)).max()
        exact = pull <= tol * problem.weight or pull > 0.5 * last  # steps lost in F still lower the gradient
        if exact and at_optimum(problem, theta, found, tol, -predicted, change):
            return Trace(theta, found, step, True)
    return Trace(theta, found, max_iter, False)


def flattening_step(
    problem: LogisticProblem,
    inner: Array,
    theta: Array,
    found: Gradients,
    direction: Array,
    centre: Array | None,
) -> LineStep | None:
    """The whole step, if it halves the subgradient: near the optimum its effect on F is lost in rounding."""
    moved = inner + direction
    there = from_centred(moved, centre)
    new = objective(problem, there)
    before, after = (
        np.abs(violation(problem, *each)).max() for each in ((theta, found.gradient), (there, new.gradient))
    )
    return LineStep(1.0, moved, there, new) if after < 0.5 * before else None


def least_penalty(problem: LogisticProblem, inner: Array, found: Gradients) -> tuple[Array, Gradients]:
    """Softmax: add to all classes what makes each column's penalty least; it changes no probability.

    The penalty Σ_k [½ ridge (θ_k + s)² + lasso |θ_k + s|] is smooth between the points s = -θ_k: its
    minimum is one of them, or where the derivative of a piece is zero.
    """
    if problem.K == 2:
        return inner, found
    K, (ridge, lasso) = problem.K, (problem.ridge, problem.lasso)
    signs = np.arange(-K, K + 1, 2)[:, None]  # Σ_k sign(θ_k + s) on each piece
    stationary = -(inner.mean(axis=0) + lasso * signs / (K * np.where(ridge > 0, ridge, np.inf)))
    shifts = np.vstack([np.zeros(len(ridge)), -inner, stationary])
    moved = inner + shifts[:, None, :]
    cost = (0.5 * ridge * moved**2 + lasso * np.abs(moved)).sum(axis=1)
    shift = np.take_along_axis(shifts, cost.argmin(axis=0)[None], axis=0)[0]
    change = 0.5 * (ridge * ((inner + shift) ** 2 - inner**2)).sum()
    return inner + shift, Gradients(found.loss + float(change), found.gradient + ridge * shift, found.least)


# --- many parameters


def working_sets(problem: LogisticProblem, theta: Array, tol: float, max_iter: int, report: Report) -> Trace:
    """Solve for the nonzero columns and those of largest subgradient, until no other column has any.

    FISTA takes over where there are more of them than a Hessian is worth.
    """
    r, p = problem.shape[0], problem.X.shape[1]
    columns = problem.X.tocsc() if is_sparse(problem.X) else problem.X
    theta, found, steps = theta.copy(), objective(problem, theta), 0
    for _ in range(max_iter):
        pull = np.abs(violation(problem, theta, found.gradient)).max(axis=0)
        small = np.minimum(tol * problem.weight, RELATIVE_PULL * np.maximum(problem.lasso, problem.ridge))
        new = np.flatnonzero((pull[:p] > small[:p]) & ~theta[:, :p].any(axis=0))
        kept = np.flatnonzero(theta[:, :p].any(axis=0))
        if steps and not len(new):
            return Trace(theta, found, steps, True)
        new = new[np.argsort(-pull[new], kind="stable")[: max(len(kept), FIRST_COLUMNS)]]
        chosen = np.sort(np.append(kept, new))
        own = np.append(chosen, np.arange(p, problem.shape[1]))  # with the intercept
        if len(own) * r > FULL_LIMIT:
            return accelerated(problem, theta, tol, max_iter, report)
        X = columns[:, chosen]
        part = problem._replace(
            X=X.tocsr() if is_sparse(X) else np.ascontiguousarray(X),
            ridge=problem.ridge[own],
            lasso=problem.lasso[own],
        )
        trace = minimise(part, theta[:, own], 0.1 * tol, max_iter, report, warm=True)
        theta[:, own], steps = trace.theta, steps + trace.n_iter
        found = objective(problem, theta)
    return Trace(theta, found, steps, False)


def accelerated(
    problem: LogisticProblem, theta: Array, tol: float, max_iter: int, report: Report = silent
) -> Trace:
    """FISTA with restarts (O'Donoghue and Candès 2015)."""
    metric = bound(problem)
    point, momentum = theta, 1.0
    here = objective(problem, theta)
    value = here.loss + lasso_penalty(problem, theta)
    scale = 0.25  # of the bound, which is seldom sharp
    past: deque[float] = deque(maxlen=STEADY)
    there = here
    for step in range(1, max_iter + 1):
        new, found, scale = _proximal_step(problem, point, there, metric, scale)
        after = found.loss + lasso_penalty(problem, new)
        if after > value and momentum > 1.0:  # overshoot: start again from the best point
            point, there, momentum = theta, here, 1.0
            continue
        past.append(value)
        predicted = past[0] - after if len(past) == STEADY else np.inf
        grown = 0.5 * (1.0 + np.sqrt(1.0 + 4.0 * momentum**2))
        point = new + (momentum - 1.0) / grown * (new - theta)
        theta, here, value, momentum = new, found, min(after, value), grown
        report(step, here, theta)
        if at_optimum(problem, theta, here, tol, max(predicted, 0.0), np.inf):
            return Trace(theta, here, step, True)
        there = objective(problem, point)
    return Trace(theta, here, max_iter, False)


def _proximal_step(
    problem: LogisticProblem, point: Array, there: Gradients, metric: Array, scale: float
) -> tuple[Array, Gradients, float]:
    """Step from `point`, the scale doubled until the quadratic model bounds f: a search over the metric, not
    along a line.
    """
    while True:
        diagonal = scale * metric
        new = soft_threshold(point - there.gradient / diagonal, problem.lasso / diagonal)
        found = objective(problem, new)
        move = new - point
        model = there.loss + float(np.vdot(there.gradient, move)) + 0.5 * float((diagonal * move**2).sum())
        if found.loss <= model + 1e-12 * abs(model) or scale >= 1.0:
            return new, found, scale
        scale = min(2.0 * scale, 1.0)


def bound(problem: LogisticProblem) -> Array:
    """A diagonal (q,) above the Hessian: ¼ or ½ Σ_i w_i |x_ij| Σ_l |x_il|, plus the ridge."""
    X, w = problem.X, problem.w if len(problem.w) else np.ones(problem.X.shape[0])
    size = abs(X)
    length = np.asarray(size.sum(axis=1)).ravel() + problem.intercept
    columns = size.T @ (w * length) if is_sparse(X) else (w * length) @ size
    columns = np.append(columns, w @ length) if problem.intercept else np.asarray(columns)
    diagonal = (0.25 if problem.K == 2 else 0.5) * columns + problem.ridge
    return np.where(diagonal > 0, diagonal, 1.0)
