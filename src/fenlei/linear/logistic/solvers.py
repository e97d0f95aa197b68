"""Which solver serves which name of `LogisticRegression`, from a problem and a start to a trace, and what is
told of its iterations.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, Self

import numpy as np

from fenlei.contract.callbacks import IterationTasks, TakesCallbacks
from fenlei.errors import warn
from fenlei.kernels import Array
from fenlei.linear.logistic import auto, lasso, newton
from fenlei.linear.logistic.curvature import FULL_LIMIT, factorise, newton_matrix, solve
from fenlei.linear.logistic.descent import gradient_descent
from fenlei.linear.logistic.objective import (
    Gradients,
    LogisticProblem,
    centre_of,
    from_centred,
    gradient_in_centred,
    lasso_penalty,
    split,
)
from fenlei.linear.logistic.separation import confirmed, recedes, unpenalised, watch
from fenlei.linear.logistic.stopping import Report, Trace, near_minimum, silent, violation
from fenlei.trace import tell, traced


class SolverSettings(NamedTuple):
    """The parameters of `LogisticRegression` that solvers read."""

    solver: str
    tol: float
    max_iter: int
    warm: bool  # the start is worth keeping
    report: Report
    learning_rate: Any  # η, η_k (K,) or None
    schedule: str
    decay: float
    batch_size: int
    generator: np.random.RandomState | None
    done: int = 0  # passes of earlier fits, which this one continues
    kept: Array | None = None  # (r, q) the best that they found
    by_step: bool = False  # the history is by step, not by pass
    keep_last: bool = False  # the last pass is the result


def run(problem: LogisticProblem, start: Array, settings: SolverSettings) -> Trace:
    """The solver of that name, started at θ (r, q)."""
    if settings.solver in ("gd", "sgd", "minibatch"):
        return descend(problem, start, settings)
    if settings.solver == "newton":
        return newton_raphson(problem, start, settings)
    tol, max_iter = settings.tol, settings.max_iter
    if problem.lasso.any():
        trace = lasso.minimise(problem, start, tol, max_iter, settings.report, settings.warm)
    elif settings.solver == "newton-cholesky":
        stop = partial(near_minimum, tol, problem.weight)
        centre = centre_of(problem)
        trace = newton.minimise(problem, start, max_iter, stop, watch(problem), settings.report, centre)
    else:
        trace = auto.minimise(problem, start, tol, max_iter, watch(problem), settings.report, settings.warm)
    trace = with_verdict(problem, trace._replace(history=()), tol)
    return trace._replace(theta=mean_zero(problem, trace.theta))


def newton_raphson(problem: LogisticProblem, start: Array, settings: SolverSettings) -> Trace:
    """Newton-Raphson (source 003, equations 9-12): stops when F changes by at most tol, after two steps."""

    def stop(step: int, found: Gradients, change: float, decrement: float) -> bool:
        return step >= 2 and abs(change) <= settings.tol

    trace = newton.minimise(problem, start, settings.max_iter, stop, watch(problem), settings.report)
    return with_verdict(problem, trace, None)


def descend(problem: LogisticProblem, start: Array, settings: SolverSettings) -> Trace:
    """Gradient descent on all rows, one row or a batch per step."""
    n = problem.X.shape[0]
    batch = {"gd": n, "sgd": 1}.get(settings.solver, min(settings.batch_size, n))
    given = settings.learning_rate
    eta = gradient_descent.safe_rate(problem, batch) if given is None else np.asarray(given, dtype=np.float64)
    plan = gradient_descent.DescentPlan(
        batch,
        gradient_descent.schedule(settings.schedule, eta, settings.decay),
        settings.tol,
        settings.max_iter,
        settings.generator,
        settings.done,
        settings.by_step,
        settings.keep_last,
    )
    trace = gradient_descent.minimise(problem, start, plan, settings.report, settings.kept)
    separated = unpenalised(problem) and trace.found.least > 0.5
    converged, rate = trace.converged and not separated, float(np.max(eta))
    return trace._replace(separated=separated, converged=converged, rate=rate)


def with_verdict(problem: LogisticProblem, trace: Trace, tol: float | None) -> Trace:
    """The trace with the final decision on convergence and separation.

    A small gradient is convergence, even if the iterations ran out before the objective was exact to GAP. If
    Newton's step still moves the scores, there is no minimum there: it lies at infinity.
    """
    if tol is not None and not trace.converged and not trace.separated:
        left = violation(problem, trace.theta, trace.found.gradient)
        trace = trace._replace(converged=bool(np.abs(left).max() <= tol * problem.weight))
    r, q = problem.shape
    if trace.converged and unpenalised(problem) and r * q <= FULL_LIMIT:
        centre = centre_of(problem)
        g = gradient_in_centred(trace.found.gradient, centre)
        H = newton_matrix(problem, trace.theta, centre)
        step = from_centred(-solve(factorise(H), g.ravel()).reshape(g.shape), centre)
        if recedes(problem, step) and confirmed(problem):
            return trace._replace(converged=False, separated=True)
    return trace


def mean_zero(problem: LogisticProblem, theta: Array) -> Array:
    """Softmax: adding a constant to all classes changes nothing, so unpenalised columns get mean zero."""
    if problem.K == 2:
        return theta
    theta = theta.copy()
    free = (problem.ridge == 0) & (problem.lasso == 0)
    theta[:, free] -= theta[:, free].mean(axis=0)
    return theta


# --- what is told of the iterations


class LogisticStep(NamedTuple):
    """One iteration, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1; a pass over the rows for "gd", "sgd" and "minibatch"
    most: int
    theta: Array  # (r, q) the weights after it, the intercept last
    objective: float  # F, penalties included
    gradient: float  # largest entry of the smooth part's gradient, over the weight of the rows


class ReportsIterations(TakesCallbacks):
    """An estimator that prints a line for each iteration, and whose iterations callbacks can follow."""

    solver: str
    verbose: int
    max_iter: int
    _fit_dtype: Any

    def _fit_problem(self, problem: LogisticProblem, follow: Report = silent) -> Self:
        raise NotImplementedError

    def _start(self, problem: LogisticProblem) -> Array:
        raise NotImplementedError

    def _theta(self) -> Array:
        raise NotImplementedError

    def _check_callbacks(self) -> None:
        if self.solver != "lbfgs":
            warn("logistic.callbacks", solver=self.solver)

    def _fit_in_tasks(self, tasks: IterationTasks, problem: LogisticProblem) -> Self:
        def advance(step: int, found: Gradients | None, theta: Array) -> None:
            tasks.advance(self._attributes(problem, theta))

        if self.solver != "lbfgs":
            self._fit_problem(problem)
        else:
            tasks.begin(self._attributes(problem, self._start(problem)))
            self._fit_problem(problem, advance)
            if not tasks.done:  # nothing to do, or nothing allowed
                advance(0, None, self._theta())
        tasks.end()
        return self

    def _attributes(self, problem: LogisticProblem, theta: Array) -> dict[str, Array]:
        coef, bias = split(problem, mean_zero(problem, theta))
        return {"coef_": coef.astype(self._fit_dtype), "intercept_": bias.astype(self._fit_dtype)}

    def _report(self, problem: LogisticProblem, follow: Report) -> Report:
        """What a solver calls after each iteration: a listener, `verbose` and callbacks are told by it."""

        def report(step: int, found: Gradients, theta: Array) -> None:
            norm = float(np.abs(found.gradient).max() / problem.weight)
            if traced():
                objective = found.loss + lasso_penalty(problem, theta)
                tell(LogisticStep(step, int(self.max_iter), theta.copy(), objective, norm))
            if self.verbose:
                tell(f"iteration {step}: objective {found.loss:.10g}, gradient {norm:.3g}")
            follow(step, found, theta)

        return report if self.verbose or traced() else follow
