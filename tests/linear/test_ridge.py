"""Ridge against exact fractions and scikit-learn, with every solver's name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge as Namesake

from fenlei.errors import UsageError
from fenlei.linear.linear_regression import LinearRegression
from fenlei.linear.ridge import SOLVERS, Ridge
from tests.linear.regression_cases import DEGENERATE, case
from tests.oracles import regression as oracle


@pytest.mark.parametrize("alpha", [1e-3, 1.0, 50.0])
@pytest.mark.parametrize(
    ("fit_intercept", "penalize"), [(True, False), (True, True), (False, False)], ids=str
)
def test_equals_the_oracle(alpha: float, fit_intercept: bool, penalize: bool) -> None:
    X, y, w = case(25, 4, offset=3.0)
    model = Ridge(alpha, fit_intercept=fit_intercept, penalize_intercept=penalize).fit(X, y, w)
    coef, intercept = oracle.ridge(X, y, w, alpha, fit_intercept=fit_intercept, penalize_intercept=penalize)
    assert_allclose(model.coef_, coef, rtol=1e-9)
    assert_allclose(model.intercept_, intercept, rtol=1e-9)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),
    p=st.integers(1, 9),
    t=st.integers(0, 3),
    fit_intercept=st.booleans(),
    many_alphas=st.booleans(),
    solver=st.sampled_from(["auto", "svd", "cholesky"]),
)
def test_as_scikit_learn(
    seed: int, n: int, p: int, t: int, fit_intercept: bool, many_alphas: bool, solver: str
) -> None:
    X, y, w = case(n, p, t, seed, offset=1.0)
    alpha: Any = np.logspace(-2, 1, t) if many_alphas and t else 0.7
    parameters: dict[str, Any] = {"alpha": alpha, "fit_intercept": fit_intercept, "solver": solver}
    ours, theirs = (cls(**parameters).fit(X, y, w) for cls in (Ridge, Namesake))
    assert ours.coef_.shape == theirs.coef_.shape
    assert np.shape(ours.intercept_) == np.shape(theirs.intercept_)
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-8, atol=1e-9)
    assert ours.predict(X).shape == theirs.predict(X).shape
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize(("X", "y"), DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_rows_as_scikit_learn(X: np.ndarray, y: np.ndarray) -> None:
    ours, theirs = Ridge(0.5).fit(X, y), Namesake(0.5, solver="svd").fit(X, y)
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-7, atol=1e-10)


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "lbfgs"])
def test_every_solver_has_the_same_minimum(solver: str) -> None:
    X, y, _ = case(50, 4)
    assert_allclose(Ridge(solver=solver).fit(X, y).coef_, Ridge().fit(X, y).coef_, rtol=1e-10)


def test_the_route_is_named() -> None:
    X, y, _ = case(50, 4)
    assert Ridge().fit(X, y).solver_ == "cholesky"
    assert Ridge(solver="svd").fit(X, y).solver_ == "svd"
    assert Ridge(positive=True).fit(X, y).solver_ == "lbfgs"
    assert Ridge(solver="saga").fit(X, y).solver_ == "saga"
    assert Ridge().fit(X, y).n_iter_.tolist() == [1]


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_positive_as_scikit_learn(fit_intercept: bool) -> None:
    X, y, w = case(60, 5, seed=3)
    ours = Ridge(0.5, positive=True, fit_intercept=fit_intercept).fit(X, y, w)
    theirs = Namesake(0.5, positive=True, fit_intercept=fit_intercept, tol=1e-10).fit(X, y, w)
    assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)
    assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-6)


def test_no_penalty_is_least_squares_and_a_large_one_the_mean() -> None:
    X, y, _ = case(50, 4)
    assert_allclose(Ridge(0.0).fit(X, y).coef_, LinearRegression().fit(X, y).coef_, rtol=1e-9)
    flat = Ridge(1e12).fit(X, y)
    assert_allclose(flat.coef_, 0.0, atol=1e-8)
    assert_allclose(flat.intercept_, y.mean(), rtol=1e-8)
    assert abs(Ridge(1e12, penalize_intercept=True).fit(X, y).intercept_) < 1e-8


def test_a_tiny_penalty_on_collinear_rows_is_solved_from_the_rows() -> None:
    X, y, _ = case(40, 2)
    X = np.column_stack([X, X[:, 0] + 1e-5 * np.cos(X[:, 1])])
    coef, _ = oracle.ridge(X, y, None, 1e-10)
    assert_allclose(Ridge(1e-10).fit(X, y).coef_, coef, rtol=1e-5)
    assert Ridge(1e-10).fit(X, y).solver_ == "svd"


def test_words_of_errors() -> None:
    X, y, _ = case(20, 3, 2)
    with pytest.raises(UsageError, match="'lbfgs' solver can be used only when positive=True"):
        Ridge(solver="lbfgs").fit(X, y)
    with pytest.raises(UsageError, match="solver='svd' does not support positive fitting"):
        Ridge(solver="svd", positive=True).fit(X, y)
    with pytest.raises(
        UsageError, match="Number of targets and number of penalties do not correspond: 3 != 2"
    ):
        Ridge([1.0, 2.0, 3.0]).fit(X, y)
