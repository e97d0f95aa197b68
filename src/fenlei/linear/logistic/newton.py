r"""Newton's method for the smooth objective (source 003, equations 9-12; source 001, A-M24 and A-M27).

    θ ← θ - t H⁻¹ g,   t = 1, ½, ¼, … until the objective falls (Armijo's rule)

For two classes this is iteratively reweighted least squares; for more the Hessian couples all classes,
without which the iteration does not converge (A-E09). The step is invariant under linear changes of the
features. Stops when `stop(old, new, decrement)` says so; ½ decrement, ½ gᵀH⁻¹g, estimates how far the
objective is from its minimum. It is taken at the new point with the Hessian of the old one: near the minimum
they are alike, and no Hessian is spent on finding out that it was reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.logistic.curvature import factorise, newton_matrix, solve
from fenlei.linear.logistic.objective import Gradients, Problem, objective

SUFFICIENT = 1e-4  # share of the promised decrease that a step must bring
ROUNDING = 4e-15  # of the objective: differences below it mean nothing
EXACT = 1e-13  # of the objective: a promised decrease below it is not worth a step
HALVINGS = 60


class Trace(NamedTuple):
    """What an iterative solver hands back."""

    theta: Array  # (r, q)
    found: Gradients  # at theta
    n_iter: int
    converged: bool
    separated: bool = False
    history: tuple[tuple[Array, float], ...] = ()  # θ and F at every step, the start included
    diverged: bool = False  # the objective did not fall
    rate: float = 0.0  # learning rate, if the solver has one


Stop = Callable[[int, Gradients, float, float], bool]  # (step, found, change of F, decrement)
Watch = Callable[[Gradients, Array], bool]  # (found, step taken) -> the data are separable
Report = Callable[[int, Gradients], None]


def minimise(
    problem: Problem,
    theta: Array,
    max_iter: int,
    stop: Stop,
    watch: Watch = lambda found, step: False,
    report: Report = lambda step, found: None,
    centre: Array | None = None,
) -> Trace:
    """Newton's method from θ (r, q)."""
    inner = to_centred(problem, theta, centre)
    found = objective(problem, theta)
    history = [(theta, found.loss)]
    for step in range(1, max_iter + 1):
        g = gradient_in_centred(problem, found.gradient, centre)
        scaled = factorise(newton_matrix(problem, theta, centre))
        direction = -solve(scaled, g.ravel()).reshape(g.shape)
        slope = float(np.vdot(g, direction))
        taken = line_search(problem, inner, found, direction, slope, centre)
        if taken is None:  # no step lowers the objective any more: this is as exact as it gets
            return Trace(theta, found, step, True, history=tuple(history))
        length, theta, new = taken
        inner = inner + length * direction
        change, found = found.loss - new.loss, new
        history.append((theta, found.loss))
        report(step, found)
        if watch(found, from_centred(problem, length * direction, centre)):
            return Trace(theta, found, step, False, True, tuple(history))
        left = gradient_in_centred(problem, found.gradient, centre).ravel()
        if stop(step, found, change, float(left @ solve(scaled, left))):
            return Trace(theta, found, step, True, history=tuple(history))
    return Trace(theta, found, max_iter, False, history=tuple(history))


def line_search(
    problem: Problem, inner: Array, found: Gradients, direction: Array, slope: float, centre: Array | None
) -> tuple[float, Array, Gradients] | None:
    """The first of t = 1, ½, ¼, … whose step lowers the objective enough; None if there is none."""
    if not slope < 0.0:
        return None
    length, slack = 1.0, ROUNDING * abs(found.loss)
    for _ in range(HALVINGS):
        theta = from_centred(problem, inner + length * direction, centre)
        new = objective(problem, theta)
        if new.loss <= found.loss + SUFFICIENT * length * slope + slack:
            return length, theta, new
        if length * -slope < slack:
            return None
        length /= 2.0
    return None


# --- coordinates in which the features have mean zero: b' = b + wᵀ centre


def to_centred(problem: Problem, theta: Array, centre: Array | None) -> Array:
    inner = theta.copy()
    if centre is not None:
        inner[:, -1] += theta[:, :-1] @ centre
    return inner


def from_centred(problem: Problem, inner: Array, centre: Array | None) -> Array:
    theta = inner.copy()
    if centre is not None:
        theta[:, -1] -= inner[:, :-1] @ centre
    return theta


def gradient_in_centred(problem: Problem, gradient: Array, centre: Array | None) -> Array:
    if centre is None:
        return gradient
    g = gradient.copy()
    g[:, :-1] -= gradient[:, -1:] * centre
    return g
