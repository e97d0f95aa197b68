"""The fitted logistic regression as a record, and its history."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.linear.logistic.inference import covariance, null_log_likelihood
from fenlei.linear.logistic.objective import LogisticProblem, lasso_penalty
from fenlei.linear.logistic.stopping import Trace, violation
from fenlei.records import Field


class LogisticModel(NamedTuple):
    coef: Annotated[Array, Field("r M")]  # r is 1 for two classes, else K
    intercept: Annotated[Array, Field("r")]
    n_iter: Annotated[Array, Field("1", "iu", 0)]
    objective: Annotated[Array, Field("", low=0.0)]  # F at the end
    gradient_norm: Annotated[Array, Field("", low=0.0)]  # largest component of the mean (sub)gradient
    converged: Annotated[Array, Field("", "b")]
    separated: Annotated[Array, Field("", "b")]
    log_likelihood: Annotated[Array, Field("", high=0.0)]
    log_likelihood_null: Annotated[Array, Field("", high=0.0)]
    weight: Annotated[Array, Field("", low=0.0)]  # sum of the weights
    covariance: Annotated[Array, Field("m m")]  # of the unpenalised estimate of θ_k - θ_0, else (0, 0)
    history_beta: Annotated[Array, Field("T r q")]  # θ at each step, intercept last; T = 0 if none is kept
    history_objective: Annotated[Array, Field("T")]
    last: Annotated[Array | None, Field("r q", optional=True)] = None  # θ after the last pass, if any
    passes: Annotated[Array | None, Field("", "iu", 0, optional=True)] = None  # of all fits so continued
    history_row: Annotated[Array | None, Field("* *", "iu", -1, optional=True)] = None  # (T - 1, batch)


class History(NamedTuple):
    beta: Array  # (T, q) for two classes, else (T, K, q); the start first, the intercept last
    objective: Array  # (T,)


class SampleHistory(NamedTuple):
    """The history by step of "sgd" and "minibatch"."""

    beta: Array  # (T, q) for two classes, else (T, K, q); the start first, the intercept last
    objective: Array  # (T,) over all rows
    row: Array  # (T - 1,) row of each step; (T - 1, batch) for batches, -1 where one has fewer rows


def model_of(
    problem: LogisticProblem, trace: Trace, max_iter: int, done: int = 0, *, inference: bool = True
) -> LogisticModel:
    """The record of a solver's result; `done` passes went before."""
    theta, (r, q) = trace.theta, problem.shape
    subgradient = violation(problem, theta, trace.found.gradient)
    ridge = 0.5 * float((problem.ridge * theta**2).sum())
    history = trace.history
    return LogisticModel(
        theta[:, : problem.X.shape[1]].copy(),
        theta[:, -1].copy() if problem.intercept else np.zeros(r),
        np.array([max(trace.n_iter, min(max_iter, 1))], np.int32),
        np.asarray(trace.found.loss + lasso_penalty(problem, theta)),
        np.asarray(np.abs(subgradient).max() / problem.weight),
        np.asarray(trace.converged),
        np.asarray(trace.separated),
        np.asarray(min(ridge - trace.found.loss, 0.0)),
        np.asarray(null_log_likelihood(problem)),
        np.asarray(problem.weight),
        covariance(problem, theta) if inference and not trace.separated else np.empty((0, 0)),
        np.stack([beta for beta, _ in history]) if history else np.empty((0, r, q)),
        np.array([value for _, value in history]),
        trace.last,
        None if trace.last is None else np.asarray(done + trace.n_iter),
        trace.rows,
    )


def history_of(model: LogisticModel) -> History | SampleHistory:
    """The history as users see it: for two classes without the axis of classes."""
    beta, rows = model.history_beta, model.history_row
    beta = beta[:, 0] if beta.shape[1] == 1 else beta
    if rows is None or not len(rows):
        return History(beta, model.history_objective)
    return SampleHistory(beta, model.history_objective, rows[:, 0] if rows.shape[1] == 1 else rows)
