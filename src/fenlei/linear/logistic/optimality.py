r"""The optimum with a lasso: there the smallest subgradient of F = f + Σ_j lasso_j ‖θ_·j‖₁ is zero."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.logistic.auto import GAP
from fenlei.linear.logistic.newton import EXACT
from fenlei.linear.logistic.objective import Gradients, Problem, lasso_penalty


def violation(problem: Problem, theta: Array, gradient: Array) -> Array:
    """The smallest subgradient of F (r, q): zero at the optimum."""
    pulled = gradient + problem.lasso * np.sign(theta)
    resting = np.sign(gradient) * np.maximum(np.abs(gradient) - problem.lasso, 0.0)
    return np.where(theta != 0, pulled, resting)


def at_optimum(
    problem: Problem, theta: Array, found: Gradients, tol: float, promised: float, change: float
) -> bool:
    """Near the minimum, and the subgradient small or the last step lost in rounding."""
    value = found.loss + lasso_penalty(problem, theta)
    small = np.abs(violation(problem, theta, found.gradient)).max() <= tol * problem.weight
    return promised <= GAP * value and (bool(small) or min(promised, change) <= EXACT * value)
