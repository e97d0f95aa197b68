"""The documents' solvers: Newton with halved steps, gradient descent and its schedules, separable data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning

from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.linear.logistic.descent import gradient_descent
from fenlei.linear.logistic.logistic_regression import LogisticRegression
from fenlei.linear.logistic.objective import LogisticProblem
from fenlei.linear.logistic.separation import margins, recedes, separable
from tests.oracles import logistic as oracle

X, Y = load_iris(return_X_y=True)
quiet = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def standardised() -> np.ndarray:
    return (X - X.mean(axis=0)) / X.std(axis=0)


def test_newton_halves_steps_that_overshoot() -> None:
    """From far away a full step raises the objective; it never does in the history."""
    rows, y = standardised()[50:], Y[50:]
    model = LogisticRegression(solver="newton", init=np.full(5, 30.0), tol=1e-10).fit(rows, y)
    assert (np.diff(model.history_.objective) <= 1e-12).all()
    assert_allclose(model.objective_, LogisticRegression(tol=1e-10).fit(rows, y).objective_, rtol=1e-10)


def test_newton_couples_the_classes() -> None:
    """The coupled Hessian converges quadratically, in about six steps on iris."""
    model = LogisticRegression(solver="newton", tol=1e-8, penalize_intercept=True).fit(X, Y)
    assert model.n_iter_[0] <= 9
    assert model.history_.beta.shape == (model.n_iter_[0] + 1, 3, 5)
    assert model.gradient_norm_ < 1e-9
    falls = -np.diff(model.history_.objective)
    assert falls[-1] < 1e-3 * falls[-2]


@quiet
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize(
    ("solver", "batch"), [("sgd", 1), ("minibatch", 7), ("minibatch", 40), ("minibatch", 150)]
)
@pytest.mark.parametrize("make", [np.asarray, csr_array])
def test_small_steps_equal_the_oracle(solver: str, batch: int, K: int, make: Any) -> None:
    rows, y = (X, Y) if K == 3 else (X[50:], Y[50:] - 1)
    shared = {"batch_size": batch, "shuffle": False, "max_iter": 2, "learning_rate": 0.01, "C": 2.0}
    model = LogisticRegression(solver=solver, penalize_intercept=True, **shared).fit(make(rows), y)
    theta = np.zeros((1 if K == 2 else 3, 5))
    for step in (1, 2):
        theta = oracle.sgd_pass(rows, y, theta, np.full(5, 0.5), 0.01, batch)
        beta = model.history_.beta[step]
        assert_allclose(np.atleast_2d(beta), theta, atol=1e-12)


@quiet
def test_a_batch_of_all_rows_is_gradient_descent() -> None:
    shared = {"max_iter": 5, "learning_rate": 1e-3}
    gd = LogisticRegression(solver="gd", **shared).fit(X, Y)
    batch = LogisticRegression(solver="minibatch", batch_size=1000, **shared).fit(X, Y)
    assert_array_equal(gd.history_.beta, batch.history_.beta)


@pytest.mark.parametrize("K", [2, 3])
def test_gradient_descent_with_its_own_rate_falls_to_the_optimum(K: int) -> None:
    rows, y = (standardised(), Y) if K == 3 else (standardised()[50:], Y[50:])
    model = LogisticRegression(solver="gd", tol=1e-12, max_iter=100_000, C=0.1).fit(rows, y)
    assert model.converged_
    assert (np.diff(model.history_.objective) <= 1e-9).all()
    assert_allclose(model.objective_, LogisticRegression(C=0.1).fit(rows, y).objective_, rtol=1e-7)


@quiet
@pytest.mark.parametrize("solver", ["sgd", "minibatch"])
@pytest.mark.parametrize("schedule", ["inverse", "inverse_sqrt"])
def test_stochastic_solvers_come_near_and_repeat_themselves(solver: str, schedule: str) -> None:
    rows, y = standardised(), Y
    shared = {
        "solver": solver,
        "schedule": schedule,
        "decay": 0.1,
        "max_iter": 300,
        "tol": 0.0,
        "random_state": 0,
    }
    model = LogisticRegression(C=0.1, **shared).fit(rows, y)
    best = LogisticRegression(C=0.1).fit(rows, y).objective_
    assert best <= model.objective_ <= 1.01 * best
    again = LogisticRegression(C=0.1, **shared).fit(rows, y)
    assert_array_equal(model.coef_, again.coef_)
    other = LogisticRegression(C=0.1, **(shared | {"random_state": 1})).fit(rows, y)
    assert not np.array_equal(model.coef_, other.coef_)


def test_schedules() -> None:
    expected = {"constant": (0.5, 0.5), "inverse": (0.5 / 1.1, 0.5 / 1.2)}
    expected["inverse_sqrt"] = (0.5 / np.sqrt(1.1), 0.5 / np.sqrt(1.2))
    for name, (first, second) in expected.items():
        rate = gradient_descent.schedule(name, 0.5, 0.1)
        assert_allclose((rate(1), rate(2)), (first, second))


@pytest.mark.parametrize("solver", ["gd", "sgd", "minibatch"])
def test_a_rate_that_diverges_is_said(solver: str) -> None:
    with pytest.warns(ConvergenceWarning, match="did not lower the objective .* is too large"):
        model = LogisticRegression(solver=solver, learning_rate=1e3, C=1e-3, max_iter=400).fit(X, Y)
    assert np.isfinite(model.coef_).all()
    assert not model.converged_


@pytest.mark.parametrize("solver", ["gd", "sgd", "minibatch"])
def test_separable_rows_by_gradient_descent(solver: str) -> None:
    with pytest.warns(ConvergenceWarning, match="can be separated without error"):
        model = LogisticRegression(solver=solver, C=np.inf, max_iter=500, random_state=0).fit(
            X[:100], Y[:100]
        )
    assert model.separated_
    assert model.score(X[:100], Y[:100]) == 1.0


def as_problem(rows: np.ndarray, y: np.ndarray, K: int) -> LogisticProblem:
    q = rows.shape[1] + 1
    return LogisticProblem(
        np.asarray(rows, float), np.asarray(y), UNIT_WEIGHTS, K, True, np.zeros(q), np.zeros(q)
    )


def test_the_linear_programme() -> None:
    square = np.array([[0, 0], [0, 1], [1, 0], [1, 1.0]])
    assert not separable(as_problem(square, np.array([0, 1, 1, 0]), 2))
    assert separable(as_problem(square, np.array([0, 0, 0, 1]), 2))
    assert separable(as_problem(square, np.array([0, 0, 1, 1]), 2))
    line = np.array([[0.0], [1], [1], [2]])
    assert separable(as_problem(line, np.array([0, 0, 1, 1]), 2))  # quasi-complete: rows on the boundary
    assert not separable(as_problem(line, np.array([1, 0, 1, 1]), 2))
    assert separable(as_problem(X, Y, 3))  # setosa alone
    assert not separable(as_problem(X[50:], Y[50:] - 1, 2))


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), n=st.integers(6, 30), gap=st.sampled_from([-1.0, 0.0, 0.5]))
def test_separation_is_found_exactly_where_the_programme_finds_it(seed: int, n: int, gap: float) -> None:
    import warnings

    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, 2))
    y = (rows[:, 0] + 0.3 * (gap < 0) * rng.normal(size=n) > 0).astype(int)
    y[:2] = 0, 1
    if gap == 0.0:  # two rows of both classes at one point on the boundary
        rows, y = np.vstack([rows, [[0, 5], [0, 5]]]), np.append(y, [0, 1])
        y[:2] = rows[:2, 0] > 0
    if len(set(y)) < 2:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = LogisticRegression(C=np.inf).fit(rows, y)
    assert model.separated_ == separable(as_problem(rows, y, 2))
    assert np.isfinite(model.coef_).all()
    assert model.converged_ != model.separated_


@quiet
def test_large_and_sparse_separable_rows() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(8000, 5))
    y = (rows @ np.ones(5) > 0).astype(int)
    for make in (np.asarray, csr_array):
        with pytest.warns(ConvergenceWarning, match="can be separated without error"):
            model = LogisticRegression(C=np.inf).fit(make(rows), y)
        assert model.score(make(rows), y) == 1.0


def test_margins_and_receding_directions() -> None:
    P = as_problem(X, Y, 3)
    theta = np.zeros((3, 5))
    theta[0, 2], theta[0, 4] = -1.0, 2.5  # setosa by its petals
    theta[1:, 2], theta[1:, 4] = 1.0, -2.5
    assert recedes(P, theta)
    assert not recedes(P, -theta)
    assert_allclose(margins(P, theta)[50:], np.minimum(0.0, 2 * (X[50:, 2] - 2.5)), atol=1e-12)
