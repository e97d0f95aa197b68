"""Line searches along a direction of descent, in centred coordinates.

`backtrack` halves the step until the objective falls enough (Armijo's rule): for Newton steps, whose natural
length is 1, and for F with a lasso, which has no slope everywhere. `weak_wolfe` also requires that the slope
flattens, which L-BFGS needs of its pairs (Nocedal and Wright, section 3.1). Both return None where rounding
hides any further decrease.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.logistic.objective import (
    Gradients,
    LogisticProblem,
    from_centred,
    gradient_in_centred,
    lasso_penalty,
    objective,
)

SUFFICIENT = 1e-4  # share of the predicted decrease that a step must bring
ROUNDING = 4e-15  # of the objective: differences below it mean nothing
HALVINGS = 60
CURVATURE = 0.9  # a step must bring the slope below this share of what it was
TRIALS = 40


class LineStep(NamedTuple):
    """The step that was accepted."""

    length: float
    inner: Array  # (r, q) the new point in centred coordinates
    theta: Array  # (r, q) and in those of the features
    found: Gradients  # there


def backtrack(
    problem: LogisticProblem,
    inner: Array,
    found: Gradients,
    direction: Array,
    slope: float,
    centre: Array | None = None,
) -> LineStep | None:
    """The first of t = 1, ½, ¼, … whose step lowers F enough; `slope` is the change predicted for t = 1."""
    if not slope < 0.0:
        return None
    before = found.loss + lasso_penalty(problem, inner)
    length, slack = 1.0, ROUNDING * abs(before)
    for _ in range(HALVINGS):
        moved = inner + length * direction
        theta = from_centred(moved, centre)
        new = objective(problem, theta)
        if new.loss + lasso_penalty(problem, theta) <= before + SUFFICIENT * length * slope + slack:
            return LineStep(length, moved, theta, new)
        if length * -slope < slack:
            return None
        length /= 2.0
    return None


def predicted_change(problem: LogisticProblem, inner: Array, g: Array, direction: Array) -> float:
    """Change of F that the linear model predicts; negative."""
    change = lasso_penalty(problem, inner + direction) - lasso_penalty(problem, inner)
    return float(np.vdot(g, direction)) + change


def weak_wolfe(
    problem: LogisticProblem,
    inner: Array,
    found: Gradients,
    direction: Array,
    slope: float,
    centre: Array | None = None,
) -> tuple[LineStep, Array] | None:
    """A step that meets the weak Wolfe conditions, by bisection from 1, and the centred gradient there."""
    if not slope < 0.0:
        return None
    low, high, length = 0.0, np.inf, 1.0
    slack = ROUNDING * abs(found.loss)
    best = None
    for _ in range(TRIALS):
        moved = inner + length * direction
        theta = from_centred(moved, centre)
        new = objective(problem, theta)
        h = gradient_in_centred(new.gradient, centre)
        if not new.loss <= found.loss + SUFFICIENT * length * slope + slack:
            high = length
            if length * -slope < slack:
                return best
        else:
            best = LineStep(length, moved, theta, new), h
            if not float(np.vdot(h, direction)) < CURVATURE * slope:
                return best
            low = length
        length = 0.5 * (low + high) if np.isfinite(high) else 2.0 * low
    return best
