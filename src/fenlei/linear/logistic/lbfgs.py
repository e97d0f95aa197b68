r"""Limited-memory BFGS with a preconditioner, for many rows or many columns.

The inverse Hessian is the preconditioner corrected by the last steps and changes of the gradient (Nocedal
and Wright, algorithm 7.4). With the Hessian of a subsample as preconditioner it is nearly Newton's method
at the price of one pass over the rows per iteration: five to ten of them reach the optimum.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.logistic.curvature import Solve
from fenlei.linear.logistic.line_search import weak_wolfe
from fenlei.linear.logistic.objective import (
    LogisticProblem,
    from_centred,
    gradient_in_centred,
    objective,
    to_centred,
)
from fenlei.linear.logistic.stopping import Report, Stop, Trace, Watch, never, silent

MEMORY = 12  # pairs, with a Hessian to start from
LONG_MEMORY = 30  # pairs, with less than that: they hold most of what is known of the curvature
LONG_LIMIT = 1 << 20  # parameters for which that is worth the space


def minimise(
    problem: LogisticProblem,
    theta: Array,
    precondition: Solve,
    max_iter: int,
    stop: Stop,
    watch: Watch = never,
    report: Report = silent,
    centre: Array | None = None,
    rescale: bool = False,
) -> Trace:
    """L-BFGS from θ (r, q); `rescale` fits the preconditioner's scale to the last step."""
    inner = to_centred(theta, centre)
    found = objective(problem, theta)
    g = gradient_in_centred(found.gradient, centre)
    memory = LONG_MEMORY if rescale and theta.size <= LONG_LIMIT else MEMORY
    pairs: deque[tuple[Array, Array, float]] = deque(maxlen=memory)
    scale, fallen = 1.0, np.inf
    for step in range(1, max_iter + 1):
        direction = -two_loops(g, pairs, precondition, scale)
        slope = float(np.vdot(g, direction))
        if stop(step - 1, found, fallen, -slope):
            return Trace(theta, found, step - 1, True)
        taken = weak_wolfe(problem, inner, found, direction, slope, centre)
        if taken is None:
            report(step, found, theta)
            return Trace(theta, found, step, -slope <= 1e-9 * abs(found.loss))
        point, h = taken
        change, turn = point.inner - inner, h - g
        fallen = found.loss - point.found.loss
        inner, theta, found, g = point.inner, point.theta, point.found, h
        curvature = float(np.vdot(change, turn))
        if curvature > 1e-14 * np.linalg.norm(change) * np.linalg.norm(turn):
            pairs.append((change, turn, 1.0 / curvature))
            scale = curvature / float(np.vdot(turn, precondition(turn))) if rescale else 1.0
        report(step, found, theta)
        if watch(found, from_centred(change, centre)):
            return Trace(theta, found, step, False, True)
    return Trace(theta, found, max_iter, False)


def two_loops(g: Array, pairs: deque[tuple[Array, Array, float]], precondition: Solve, scale: float) -> Array:
    """Inverse Hessian times g."""
    v, shares = g.copy(), []
    for change, turn, rho in reversed(pairs):
        shares.append(rho * float(np.vdot(change, v)))
        v -= shares[-1] * turn
    v = scale * precondition(v)
    for (change, turn, rho), share in zip(pairs, reversed(shares), strict=True):
        v += (share - rho * float(np.vdot(turn, v))) * change
    return v
