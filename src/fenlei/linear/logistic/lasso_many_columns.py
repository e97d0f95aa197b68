r"""Lasso of two classes with many columns: proximal Newton without a Hessian.

The quadratic model of `lasso`, f(θ) + gᵀδ + ½ δᵀHδ with H = Σ_i s_i x_i x_iᵀ + ridge, needs no H if
v = Xδ is kept, one number per row (newGLMNET: Yuan, Ho, Lin 2012). Coordinate descent then goes over the
columns of X as they are stored:

    slope of the model  m_j = g_j + Σ_i s_i x_ij v_i + ridge_j δ_j,     h_j = Σ_i s_i x_ij² + ridge_j,
    u ← S(h_j u - m_j, lasso_j) / h_j,   u = θ_j + δ_j,   v_i ← v_i + (change of u) x_ij.

Only columns that are not zero, or whose gradient exceeds their penalty, are visited. The model is minimised
as far as is worthwhile: until a sweep brings a thousandth of the first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csc_array

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.column_matrix import ColumnMatrix
from fenlei.kernels.soft_threshold import soft_threshold_of
from fenlei.linear.logistic.line_search import backtrack, predicted_change
from fenlei.linear.logistic.objective import Gradients, LogisticProblem, lasso_penalty, objective
from fenlei.linear.logistic.passes import probabilities
from fenlei.linear.logistic.stopping import Report, Trace, at_optimum, violation

SWEEPS = 100
WORTH = 1e-3  # of the first sweep's largest decrease: below it a sweep is not worth its time


class QuadraticModel(NamedTuple):
    """The quadratic model at θ; the intercept, if there is one, is the last coordinate."""

    curvature: Array  # (n,) s = w p (1 - p)
    slope: Array  # (q,) g
    theta: Array  # (q,)
    ridge: Array  # (q,)
    lasso: Array  # (q,)


@part_of_kernel
def move_to(u: float, slope: float, h: float, lasso: float) -> float:
    """How far the minimum of one coordinate lies from u."""
    result: float = soft_threshold_of(h * u - slope, lasso) / h - u
    return result


@part_of_kernel
def curvatures(X: ColumnMatrix, s: Array, ridge: Array, chosen: Array, out_h: Array) -> None:
    """h_j of the chosen columns."""
    for index in range(chosen.shape[0]):
        j = chosen[index]
        total = ridge[j]
        for at in range(X.pointers[j], X.pointers[j + 1]):
            total += s[X.rows[at]] * X.values[at] * X.values[at]
        out_h[index] = total


@part_of_kernel
def sweep(
    X: ColumnMatrix, model: QuadraticModel, chosen: Array, h: Array, out_step: Array, out_v: Array
) -> float:
    """One visit of the chosen columns; returns the largest h (move)²."""
    s, largest = model.curvature, 0.0
    for index in range(chosen.shape[0]):
        j = chosen[index]
        if h[index] <= 0.0:
            continue
        slope = model.slope[j] + model.ridge[j] * out_step[j]
        for at in range(X.pointers[j], X.pointers[j + 1]):
            i = X.rows[at]
            slope += s[i] * out_v[i] * X.values[at]
        move = move_to(model.theta[j] + out_step[j], slope, h[index], model.lasso[j])
        if move != 0.0:
            out_step[j] += move
            for at in range(X.pointers[j], X.pointers[j + 1]):
                out_v[X.rows[at]] += move * X.values[at]
            largest = max(largest, h[index] * move * move)
    return largest


@part_of_kernel
def intercept_sweep(model: QuadraticModel, out_step: Array, out_v: Array) -> float:
    """The same for the intercept, a column of ones."""
    s, j = model.curvature, model.slope.shape[0] - 1
    h, slope = model.ridge[j], model.slope[j] + model.ridge[j] * out_step[j]
    for i in range(s.shape[0]):
        h += s[i]
        slope += s[i] * out_v[i]
    move = move_to(model.theta[j] + out_step[j], slope, h, model.lasso[j]) if h > 0.0 else 0.0
    out_step[j] += move
    for i in range(s.shape[0]):
        out_v[i] += move
    result: float = h * move * move
    return result


@kernel
def descend(
    X: ColumnMatrix, model: QuadraticModel, chosen: Array, intercept: bool, out_step: Array, out_v: Array
) -> None:
    """Sweeps until their moves are small beside the first one's."""
    h = np.empty(chosen.shape[0])
    curvatures(X, model.curvature, model.ridge, chosen, h)
    first = 0.0
    for _ in range(SWEEPS):
        largest = intercept_sweep(model, out_step, out_v) if intercept else 0.0
        largest = max(largest, sweep(X, model, chosen, h, out_step, out_v))
        first = max(first, largest)
        if largest <= WORTH * first:
            break


def minimise(problem: LogisticProblem, theta: Array, tol: float, max_iter: int, report: Report) -> Trace:
    """The optimum of a problem of two classes with lasso, from θ (1, q)."""
    by_column = csc_array(problem.X)
    by_column.sort_indices()
    X = ColumnMatrix(by_column.indptr, by_column.indices, by_column.data)
    found, scores = objective(problem, theta), scores_of(problem, theta)
    for step in range(1, max_iter + 1):
        direction, v = model_step(problem, X, theta, found, scores)
        predicted = predicted_change(problem, theta, found.gradient, direction)
        before = found.loss + lasso_penalty(problem, theta)
        taken = backtrack(problem, theta, found, direction, predicted)
        if taken is None:  # no step lowers the objective any more: this is as exact as it gets
            return Trace(theta, found, step, -predicted <= 1e-9 * before)
        theta, found = taken.theta, taken.found
        scores += taken.length * v
        report(step, found, theta)
        fallen = before - found.loss - lasso_penalty(problem, theta)
        if at_optimum(problem, theta, found, tol, -predicted, fallen):
            return Trace(theta, found, step, True)
    return Trace(theta, found, max_iter, False)


def scores_of(problem: LogisticProblem, theta: Array) -> Array:
    """Xβ + b, (n,)."""
    p = problem.X.shape[1]
    return np.asarray(problem.X @ theta[0, :p]) + (theta[0, p] if problem.intercept else 0.0)


def model_step(
    problem: LogisticProblem, X: ColumnMatrix, theta: Array, found: Gradients, scores: Array
) -> tuple[Array, Array]:
    """Where the model is least (1, q), and how the scores change (n,)."""
    share = np.empty((1, len(scores)))
    probabilities(-np.abs(scores)[None], share)  # the smaller of p and 1 - p: exact near 0
    s = share[0] * (1.0 - share[0]) * (problem.w if len(problem.w) else 1.0)
    model = QuadraticModel(s, found.gradient[0], theta[0], problem.ridge, problem.lasso)
    moves = (violation(problem, theta, found.gradient)[0] != 0) | (theta[0] != 0)
    chosen = np.flatnonzero(moves[: problem.X.shape[1]])
    direction, v = np.zeros(theta.shape[1]), np.zeros(len(scores))
    descend(X, model, chosen, problem.intercept, direction, v)
    return direction[None], v
