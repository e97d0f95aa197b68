r"""When an iterative solver stops, and the trace that it returns.

At the optimum the gradient is zero; with a lasso, the smallest subgradient of F = f + Σ_j lasso_j ‖θ_·j‖₁ is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.soft_threshold import soft_threshold
from fenlei.linear.logistic.objective import Gradients, LogisticProblem, lasso_penalty

GAP = 1e-10  # relative distance of the objective from its minimum
EXACT = 1e-13  # of the objective: a predicted decrease below it is not worth a step


class Trace(NamedTuple):
    """Result of an iterative solver."""

    theta: Array  # (r, q)
    found: Gradients  # at theta
    n_iter: int
    converged: bool
    separated: bool = False
    history: tuple[tuple[Array, float], ...] = ()  # θ and F at every step, the start included
    diverged: bool = False  # the objective did not fall
    rate: float = 0.0  # learning rate, if the solver has one
    last: Array | None = None  # (r, q) θ after the last pass, if the solver descends by passes
    rows: Array | None = None  # (steps, batch) rows of each step, -1 for none, if they are kept


Stop = Callable[[int, Gradients, float, float], bool]  # (step, found, change of F, decrement)
Watch = Callable[[Gradients, Array], bool]  # (found, step taken) -> the data are separable
Report = Callable[[int, Gradients, Array], None]  # (step, found, θ)


def never(found: Gradients, step: Array) -> bool:
    """The watch that never finds the data separable."""
    return False


def silent(step: int, found: Gradients, theta: Array) -> None:
    """The report that does nothing."""


# --- the optimum


def near_minimum(
    tol: float, weight: float, step: int, found: Gradients, change: float, decrement: float
) -> bool:
    """The default rule: near the minimum, and the mean gradient small or the last step lost in rounding."""
    near = 0.5 * decrement <= GAP * abs(found.loss)
    small = float(np.abs(found.gradient).max()) <= tol * weight
    return near and (small or change <= EXACT * abs(found.loss))


def violation(problem: LogisticProblem, theta: Array, gradient: Array) -> Array:
    """The smallest subgradient of F (r, q): zero at the optimum."""
    at_nonzero = gradient + problem.lasso * np.sign(theta)
    return np.where(theta != 0, at_nonzero, soft_threshold(gradient, problem.lasso))


def at_optimum(
    problem: LogisticProblem, theta: Array, found: Gradients, tol: float, predicted: float, change: float
) -> bool:
    """Near the minimum, and the subgradient small or the last step lost in rounding."""
    value = found.loss + lasso_penalty(problem, theta)
    small = np.abs(violation(problem, theta, found.gradient)).max() <= tol * problem.weight
    return predicted <= GAP * value and (bool(small) or min(predicted, change) <= EXACT * value)
