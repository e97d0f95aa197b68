"""The problem that coordinate descent solves for each target, from the summary of the rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, RandomState
from fenlei.errors import DataError, warn
from fenlei.kernels import Array
from fenlei.linear import least_squares
from fenlei.linear.elastic_net.coordinate_descent import (
    DescentRounds,
    ElasticPenalty,
    descend_columns,
    descend_products,
)
from fenlei.stats.gram import Gram
from fenlei.trace import budgets, closely_traced, tell

LARGEST_DRAW = 2**31 - 1
ALIKE = 1e-4  # relative difference up to which given products are those of the rows, even of float32


class DescentProblem(NamedTuple):
    """Sums over the rows, or a factor of them where that is smaller; n = Σ v."""

    products: Array  # S + κ x̄x̄ᵀ (p, p), or nothing (0, p)
    columns: Array  # features of the factor (p, m), or nothing (p, 0)
    targets: Array  # (t, p): products with the features; or targets of the factor (t, m)
    squares: Array  # (t,) Σ v ỹ²
    n: float


class Descended(NamedTuple):
    """Weights of one target, and how near they are."""

    w: Array  # (p,)
    gap: float  # as a mean over the rows
    goal: float  # that it should reach
    n_iter: int


class CoordinateStep(NamedTuple):
    """Rounds over the features, as a listener is told of them (`fenlei.trace`)."""

    iteration: int  # rounds so far, for each target
    most: int
    w: Array  # (p,) after them
    gap: float  # between primal and dual objective, as a mean over the rows


def descent_problem(summary: Gram, p: int, fit_intercept: bool) -> DescentProblem:
    """The problem of rows taken from their means, or from 0 without an intercept."""
    n = float(summary.weight)
    kappa = 0.0 if fit_intercept else n
    if len(summary.factor):
        F = least_squares.factor(summary, kappa)
        columns, targets = np.ascontiguousarray(F[:, :p].T), np.ascontiguousarray(F[:, p:].T)
        return DescentProblem(np.empty((0, p)), columns, targets, np.sum(targets**2, axis=1), n)
    M = least_squares.moments(summary, kappa)
    products, targets = np.ascontiguousarray(M[:p, :p]), np.ascontiguousarray(M[p:, :p])
    return DescentProblem(products, np.empty((p, 0)), targets, np.diagonal(M)[p:].copy(), n)


def scaled_penalty(n: float, alpha: float, l1_ratio: float, positive: bool) -> ElasticPenalty:
    """λ = n α ρ and β = n α (1 - ρ): the penalty beside sums, where α is beside means over the rows."""
    return ElasticPenalty(n * alpha * l1_ratio, n * alpha * (1.0 - l1_ratio), bool(positive))


def rounds_of(tol: float, max_iter: int, selection: str, random_state: RandomState) -> DescentRounds:
    """The stopping rule; drawn features start from the seed that scikit-learn's would."""
    if selection == "cyclic":
        return DescentRounds(float(tol), int(max_iter), 0)
    seed = int(check_random_state(random_state).randint(0, LARGEST_DRAW))
    return DescentRounds(float(tol), int(max_iter), seed or 1)


def descend(
    problem: DescentProblem, t: int, penalty: ElasticPenalty, rounds: DescentRounds, start: Array
) -> Descended:
    """The weights of target t, from the given ones (p,)."""
    if closely_traced():
        _tell_rounds(problem, t, penalty, rounds, start)
    return _descended(problem, t, penalty, rounds, start)


def _descended(
    problem: DescentProblem, t: int, penalty: ElasticPenalty, rounds: DescentRounds, start: Array
) -> Descended:
    w, yy = np.array(start, dtype=np.float64), float(problem.squares[t])
    if len(problem.products):
        gap, n_iter = descend_products(problem.products, problem.targets[t], yy, penalty, rounds, w)
    else:
        gap, n_iter = descend_columns(problem.columns, problem.targets[t], yy, penalty, rounds, w)
    return Descended(w, gap / problem.n, rounds.tol * yy / problem.n, n_iter)


def _tell_rounds(
    problem: DescentProblem, t: int, penalty: ElasticPenalty, rounds: DescentRounds, start: Array
) -> None:
    """Tell a listener what the compiled rounds have come to, by runs that are cut off."""
    for most in budgets(rounds.max_iter):
        found = _descended(problem, t, penalty, rounds._replace(max_iter=most), start)
        tell(CoordinateStep(max(found.n_iter, 1), rounds.max_iter, found.w, found.gap))
        if found.gap <= found.goal or found.n_iter < most:
            return


def check_products(given: ArrayLike, problem: DescentProblem, means: Array, name: str) -> None:
    """Refuse products of features that are not, up to a factor, those of the rows.

    Where the rows are taken from `means` (p,) first, others are left aside with a warning.
    """
    Q = np.asarray(given, dtype=np.float64)
    S = problem.products if len(problem.products) else problem.columns @ problem.columns.T
    if Q.shape != S.shape:
        raise DataError("elastic_net.products_shape", estimator=name, shape=Q.shape, p=len(S))
    scale = np.trace(Q) / (np.trace(S) or 1.0)
    if np.abs(Q - scale * S).max(initial=0.0) <= ALIKE * np.abs(Q).max(initial=0.0):
        return
    if np.allclose(means, 0.0):
        raise DataError("elastic_net.products", estimator=name)
    warn("elastic_net.products_from_means", estimator=name)
