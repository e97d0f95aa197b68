r"""The squared hinge over a scan: Newton's method, one pass over the files for each trial step.

    F(w)       ½ ‖w‖² + Σ c_i max(0, 1 - z_i)²
    gradient   w - 2 Σ c_i y_i max(0, 1 - z_i) x̃_i
    Hessian    I + 2 Σ_{z_i < 1} c_i x̃_i x̃_iᵀ

All classes share a pass; each has a step of its own, halved until its objective falls (Armijo's rule). In
memory the step goes to the exact minimum along the direction; both ways end at the same point, as F is
strictly convex and piecewise quadratic.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.svm.linear_svc.loss_sums import LinearProblem, LinearSolution, products, solver, sums, values
from fenlei.svm.linear_svc.newton import ROUNDING

if TYPE_CHECKING:
    from fenlei.contract.classifier import Rows
    from fenlei.contract.scanned_rows import ScannedRows

SUFFICIENT = 1e-4  # share of the predicted decrease that a step must bring
SHORTEST = 2.0**-40
NOTHING = 1e-14  # of the objective: rounding


class HingeSums(NamedTuple):
    """The sums of some classes, each at weights of its own."""

    loss: Array  # (r,)
    pull: Array  # (r, p + 1) 2 Σ c y max(0, 1 - z) x̃
    curvature: Array  # (r, p + 1, p + 1) 2 Σ_{z < 1} c x̃ x̃ᵀ


class OneClass(NamedTuple):
    """Where the descent of one class stands."""

    w: Array  # (p + 1,)
    objective: float
    gradient: Array  # (p + 1,)
    size: float  # of the gradient, relative to its terms
    step: Array  # (p + 1,) the Newton step from here
    length: float  # of it, to be tried next


def sums_at(W: Array, targets: list[int], C: float, bias: float, rows: Rows) -> HingeSums:
    """The sums of a leaf: class targets[k] against the rest at the weights W[k]."""
    cost = np.full(len(rows.codes), C) if rows.w is None else C * rows.w
    loss, pull, curvature = [], [], []
    for w, target in zip(W, targets, strict=True):
        problem = LinearProblem(rows.X, np.where(rows.codes == target, 1.0, -1.0), cost, bias, 1)
        z = problem.y * values(problem, w)
        short = np.maximum(0.0, 1.0 - z)
        loss.append(cost @ short**2)
        pull.append(2 * sums(problem, cost * problem.y * short))
        curvature.append(products(problem, 2 * cost * (z < 1)))
    return HingeSums(np.array(loss), np.array(pull), np.array(curvature))


def merge(a: HingeSums, b: HingeSums) -> HingeSums:
    """The sums of both sets of rows."""
    return HingeSums(a.loss + b.loss, a.pull + b.pull, a.curvature + b.curvature)


def minimise(
    rows: ScannedRows, targets: list[int], C: float, bias: float, max_iter: int, n_jobs: int | None
) -> list[LinearSolution]:
    """The minimum of each class against the rest."""
    m = rows.shape[1] + 1

    def total(W: Array, which: list[int]) -> HingeSums:
        work = partial(sums_at, W, [targets[k] for k in which], C, bias)
        return rows.total(work, merge, n_jobs)

    every = list(range(len(targets)))
    found = total(np.zeros((len(targets), m)), every)
    state = {k: _at(np.zeros(m), HingeSums(*(field[k] for field in found))) for k in every}
    count = dict.fromkeys(every, 0)
    ended: dict[int, bool] = {k: True for k in every if state[k].size <= ROUNDING}
    while active := [k for k in every if k not in ended and count[k] < max_iter]:
        _descend(state, count, ended, active, total)
    return [
        LinearSolution(state[k].w, count[k], state[k].objective, state[k].size, k in ended) for k in every
    ]


def _descend(
    state: dict[int, OneClass],
    count: dict[int, int],
    ended: dict[int, bool],
    active: list[int],
    total: Callable[[Array, list[int]], HingeSums],
) -> None:
    """One pass: the step of each class is taken, or halved."""
    trial = np.stack([state[k].w + state[k].length * state[k].step for k in active])
    found = total(trial, active)
    for i, k in enumerate(active):
        here = state[k]
        there = _at(trial[i], HingeSums(*(field[i] for field in found)))
        slope = float(here.gradient @ here.step)
        lost = -here.length * slope <= NOTHING * here.objective  # the step gains nothing to the last digit
        if there.objective <= here.objective * (1.0 + NOTHING * lost) + SUFFICIENT * here.length * slope:
            state[k], count[k] = there, count[k] + 1
            if lost or there.size <= ROUNDING:
                ended[k] = True
        elif lost or here.length <= SHORTEST:
            ended[k] = True
        else:
            state[k] = here._replace(length=here.length / 2)


def _at(w: Array, found: HingeSums) -> OneClass:
    gradient = w - found.pull
    size = np.abs(gradient).max() / max(np.abs(found.pull).max(), np.abs(w).max(), 1e-300)
    step = -solver(np.eye(len(w)) + found.curvature)(gradient)
    return OneClass(w, float(0.5 * w @ w + found.loss), gradient, float(size), step, 1.0)
