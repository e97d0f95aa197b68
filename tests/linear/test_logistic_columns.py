"""Lasso by columns, without a Hessian: the same model steps and the same optimum as with one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.sparse import csc_array, csr_array, csr_matrix

from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.column_matrix import ColumnMatrix
from fenlei.linear.logistic import lasso, lasso_many_columns
from fenlei.linear.logistic.hessian import hessian
from fenlei.linear.logistic.lasso_many_columns import QuadraticModel
from fenlei.linear.logistic.logistic_regression import LogisticRegression
from fenlei.linear.logistic.objective import LogisticProblem, lasso_penalty, objective
from fenlei.linear.logistic.stopping import violation
from tests.oracles import logistic as oracle


def make(seed: int, form: Any = np.array, intercept: bool = True, weighted: bool = False) -> LogisticProblem:
    rng = np.random.default_rng(seed)
    n, p = 80, 30
    X = rng.normal(size=(n, p)) * (rng.random((n, p)) < 0.4)
    X[:, 3] = 0.0
    X[:, 5] = X[:, 4]
    codes = (X @ rng.normal(size=p) + rng.logistic(size=n) > 0).astype(np.int64)
    w = rng.integers(1, 4, n).astype(float) if weighted else UNIT_WEIGHTS
    q = p + intercept
    ridge, lasso = np.full(q, 0.1), np.full(q, 0.7)
    ridge[p:], lasso[p:] = 0.0, 0.0
    return LogisticProblem(form(X), codes, w, 2, intercept, ridge, lasso)


@pytest.mark.parametrize("form", [np.array, np.float32, csr_array, csr_matrix])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
def test_optimum_equals_that_with_a_hessian(form: Any, intercept: bool, weighted: bool) -> None:
    P = make(0, form, intercept, weighted)
    start = np.zeros(P.shape)
    found = lasso_many_columns.minimise(P, start, 1e-9, 200, lambda step, found, theta: None)
    exact = lasso.minimise(P, start, 1e-9, 200)
    assert found.converged
    assert np.abs(violation(P, found.theta, found.found.gradient)).max() < 1e-6
    F, best = (trace.found.loss + lasso_penalty(P, trace.theta) for trace in (found, exact))
    assert_allclose(F, best, rtol=1e-12)
    X = P.X if isinstance(P.X, np.ndarray) else P.X.toarray()
    w = P.w if weighted else np.ones(len(X))
    assert_allclose(F, oracle.objective(X, P.codes, w, found.theta, intercept, P.ridge, P.lasso), rtol=1e-10)
    assert np.array_equal(found.theta[0] == 0, exact.theta[0] == 0)


def test_a_sweep_is_a_sweep_over_the_hessian() -> None:
    P = make(1)
    theta = np.random.default_rng(2).normal(size=P.shape) * 0.3
    found, H = objective(P, theta), hessian(P, theta)
    scores = lasso_many_columns.scores_of(P, theta)
    share = 1 / (1 + np.exp(-scores))
    model = QuadraticModel(share * (1 - share), found.gradient[0], theta[0], P.ridge, P.lasso)
    by_column = csc_array(P.X)
    X = ColumnMatrix(by_column.indptr, by_column.indices, by_column.data)
    chosen, h = np.arange(30), np.empty(30)
    lasso_many_columns.curvatures(X, model.curvature, P.ridge, chosen, h)
    assert_allclose(h, np.diagonal(H)[:30], rtol=1e-12)
    step, v = np.zeros(31), np.zeros(80)
    largest = lasso_many_columns.sweep(X, model, chosen, h, step, v)
    largest = max(largest, lasso_many_columns.intercept_sweep(model, step, v))

    expected, biggest = np.zeros(31), 0.0
    for j in range(31):
        slope, u = found.gradient[0, j] + H[j] @ expected, theta[0, j] + expected[j]
        inner = H[j, j] * u - slope
        new = np.sign(inner) * max(abs(inner) - P.lasso[j], 0.0) / H[j, j] if H[j, j] else u
        biggest = max(biggest, H[j, j] * (new - u) ** 2)
        expected[j] += new - u
    assert_allclose(step, expected, atol=1e-12)
    assert_allclose(v, P.X @ expected[:30] + expected[30], atol=1e-12)
    assert_allclose(largest, biggest, rtol=1e-10)


def test_estimator_takes_it_for_many_columns() -> None:
    rng = np.random.default_rng(3)
    X = csr_matrix(rng.normal(size=(60, 1500)) * (rng.random((60, 1500)) < 0.05))
    y = rng.integers(2, size=60)
    model = LogisticRegression(l1_ratio=1.0, C=2.0, solver="saga").fit(X, y)
    assert model.converged_
    assert model.gradient_norm_ < 1e-6
    repeated = LogisticRegression(l1_ratio=1.0, C=2.0, solver="saga", n_jobs=1).fit(X, y)
    assert np.array_equal(model.coef_, repeated.coef_)
