r"""Newton's method for the smooth objective (source 003, equations 9-12).

    θ ← θ - t H⁻¹ g,   t = 1, ½, ¼, … until the objective falls (Armijo's rule)

For two classes this is iteratively reweighted least squares; for more the Hessian couples all classes. With
its diagonal blocks alone, as source 001 prints it, the iteration does not converge. The step is invariant
under linear changes of the features. It stops when `stop(step, found, change, decrement)` is true; ½
decrement, ½ gᵀH⁻¹g, estimates how far the objective is from its minimum. It is taken at the new point with
the Hessian of the old one: near the minimum they are alike, and no Hessian is spent on finding out that it
was reached.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.logistic.curvature import factorise, newton_matrix, solve
from fenlei.linear.logistic.line_search import backtrack
from fenlei.linear.logistic.objective import (
    LogisticProblem,
    from_centred,
    gradient_in_centred,
    objective,
    to_centred,
)
from fenlei.linear.logistic.stopping import Report, Stop, Trace, Watch, never, silent


def minimise(
    problem: LogisticProblem,
    theta: Array,
    max_iter: int,
    stop: Stop,
    watch: Watch = never,
    report: Report = silent,
    centre: Array | None = None,
) -> Trace:
    """Newton's method from θ (r, q)."""
    inner = to_centred(theta, centre)
    found = objective(problem, theta)
    history = [(theta, found.loss)]
    for step in range(1, max_iter + 1):
        g = gradient_in_centred(found.gradient, centre)
        scaled = factorise(newton_matrix(problem, theta, centre))
        direction = -solve(scaled, g.ravel()).reshape(g.shape)
        taken = backtrack(problem, inner, found, direction, float(np.vdot(g, direction)), centre)
        if taken is None:  # no step lowers the objective any more: this is as exact as it gets
            report(step, found, theta)
            return Trace(theta, found, step, True, history=tuple(history))
        change = found.loss - taken.found.loss
        inner, theta, found = taken.inner, taken.theta, taken.found
        history.append((theta, found.loss))
        report(step, found, theta)
        if watch(found, from_centred(taken.length * direction, centre)):
            return Trace(theta, found, step, False, True, tuple(history))
        left = gradient_in_centred(found.gradient, centre).ravel()
        if stop(step, found, change, float(left @ solve(scaled, left))):
            return Trace(theta, found, step, True, history=tuple(history))
    return Trace(theta, found, max_iter, False, history=tuple(history))
