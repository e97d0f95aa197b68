r"""Descent with momentum and a gain for each coordinate, in two stages, and an end by L-BFGS.

    gain += 0.2 where the step would turn round, else gain *= 0.8, at least 0.01
    step  = momentum · step - rate · gain · gradient,      y += step

First 250 iterations with P exaggerated and momentum 0.5, then the rest with P itself and momentum 0.8.
Every 50 iterations the divergence is looked at: without progress over `patience` iterations, or with a
gradient (times the gains) no longer than `least`, the stage ends. This is scikit-learn's schedule, after
van der Maaten's.

Steps of that size circle a minimum. Up to 2000 rows the last fifth of the second stage, at most 50
iterations, is therefore the quasi-Newton method L-BFGS, which goes down to it: 1 to 4 % of the divergence on
iris and digits. Of more rows its line searches would cost more than they give.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trace import tell, traced

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

    from fenlei.reduce.tsne.gradient import ExactGradient, TreeGradient

EXPLORATION = 250
CHECK = 50
FINISH, FEW_ROWS = 50, 2000  # iterations of L-BFGS, and rows up to which they are made


class Stage(NamedTuple):
    first: int  # number of the first iteration
    last: int  # the iteration after the last
    factor: float  # on P
    momentum: float
    patience: int  # iterations


class DescentSettings(NamedTuple):
    rate: float
    least: float  # norm of the gradient
    patience: int
    exaggeration: float
    max_iter: int


class MapStep(NamedTuple):
    """One iteration, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1
    most: int
    points: Array  # (n, D) after it
    divergence: float  # before it, by P exaggerated at first; NaN where it was not computed


class Descent(NamedTuple):
    Y: Array  # (D, n)
    divergence: float
    iterations: int  # number of the last


@kernel
def advance(
    gradient: Array, rate: float, momentum: float, out_Y: Array, out_step: Array, out_gain: Array
) -> float:
    """One step; the squared norm of the gradient times the gains."""
    D, n = gradient.shape
    total = 0.0
    for c in range(D):
        for i in range(n):
            turns = out_step[c, i] * gradient[c, i] < 0.0
            gain = out_gain[c, i] + 0.2 if turns else out_gain[c, i] * 0.8
            gain = max(gain, 0.01)
            pull = gain * gradient[c, i]
            out_gain[c, i] = gain
            out_step[c, i] = momentum * out_step[c, i] - rate * pull
            out_Y[c, i] += out_step[c, i]
            total += pull * pull
    return total


def run_stage(
    objective: ExactGradient | TreeGradient,
    Y: Array,
    stage: Stage,
    settings: DescentSettings,
    report: Callable[[str], None],
) -> int:
    """Move Y (D, n) in place; the number of the last iteration."""
    step, gain = np.zeros(Y.shape), np.ones(Y.shape)
    best, best_at, i = np.inf, stage.first, stage.first
    for i in range(stage.first, stage.last):
        found = objective.gradient(Y, stage.factor)
        check = (i + 1) % CHECK == 0
        divergence = objective.divergence(Y, found.Z, stage.factor) if check else np.inf
        square = advance(found.direction, settings.rate, stage.momentum, Y, step, gain)
        if traced():
            tell(MapStep(i + 1, settings.max_iter, Y.T.copy(), divergence if check else np.nan))
        if not check:
            continue
        report(f"Iteration {i + 1}: error = {divergence:.7f}, gradient norm = {square**0.5:.7f}")
        if divergence < best:
            best, best_at = divergence, i
        elif i - best_at > stage.patience:
            break
        if square**0.5 <= settings.least:
            break
    return i


def telling(shape: tuple[int, ...], done: int, most: int) -> Callable[..., None] | None:
    """What L-BFGS calls after each iteration if somebody listens, for points of shape (D, n)."""
    count = done

    def follow(intermediate_result: OptimizeResult) -> None:  # SciPy goes by the name of the argument
        nonlocal count
        count += 1
        points = np.array(intermediate_result.x).reshape(shape).T.copy()
        tell(MapStep(count, most, points, float(intermediate_result.fun)))

    return follow if traced() else None


def finish(
    objective: ExactGradient | TreeGradient, Y: Array, max_iter: int, done: int, most: int
) -> tuple[Array, int]:
    """Y (D, n) after some iterations of L-BFGS, and their number."""
    from scipy.optimize import minimize

    def flat(y: Array) -> tuple[float, Array]:
        points = y.reshape(Y.shape)
        found = objective.gradient(points, 1.0)
        return objective.divergence(points, found.Z, 1.0), found.direction.ravel()

    options: Any = {"maxiter": max_iter, "ftol": 0.0, "gtol": 0.0}
    callback = telling(Y.shape, done, most)
    found = minimize(flat, Y.ravel(), jac=True, method="L-BFGS-B", options=options, callback=callback)
    return found.x.reshape(Y.shape), int(found.nit)


def descend(
    objective: ExactGradient | TreeGradient,
    Y: Array,
    settings: DescentSettings,
    report: Callable[[str], None],
    closing: ExactGradient | TreeGradient | None = None,
) -> Descent:
    """Both stages from Y (D, n), the end by the objective `closing`, if another, and the divergence there."""
    Y, closing = np.array(Y, dtype=np.float64), objective if closing is None else closing
    explore = Stage(0, EXPLORATION, settings.exaggeration, 0.5, EXPLORATION)
    last = run_stage(objective, Y, explore, settings, report)
    if settings.max_iter > last + 1:
        few = min(FINISH, (settings.max_iter - last - 1) // 5) if Y.shape[1] <= FEW_ROWS else 0
        settle = Stage(last + 1, settings.max_iter - few, 1.0, 0.8, settings.patience)
        last = run_stage(objective, Y, settle, settings, report)
        if few and last == settle.last - 1 and np.isfinite(Y).all():
            Y, taken = finish(closing, Y, few, last + 1, settings.max_iter)
            last += taken
    Z = closing.gradient(Y, 1.0).Z
    return Descent(Y, closing.divergence(Y, Z, 1.0), last)
