"""The Hessian of dense rows against sums row by row; the same bits however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.linear.logistic import curved_blocks
from fenlei.linear.logistic.hessian import gram, hessian
from fenlei.linear.logistic.objective import LogisticProblem


def problem(n: int, p: int, K: int, intercept: bool, weighted: bool) -> tuple[LogisticProblem, np.ndarray]:
    rng = np.random.default_rng(n + p)
    w = rng.uniform(0.0, 2.0, n) if weighted else np.empty(0)
    q = p + intercept
    rows = LogisticProblem(
        rng.normal(size=(n, p)) + 1.0, rng.integers(0, K, n), w, K, intercept, np.full(q, 0.5), np.zeros(q), 1
    )
    return rows, rng.normal(size=rows.shape)


def row_by_row(rows: LogisticProblem, theta: np.ndarray, centre: np.ndarray) -> np.ndarray:
    r, _q = rows.shape
    H = np.diag(np.tile(rows.ridge, r))
    for i, x in enumerate(rows.X):
        z = theta[:, : len(x)] @ x + (theta[:, -1] if rows.intercept else 0.0)
        odds = np.append(z, 0.0) if r == 1 else z
        share = (np.exp(odds - odds.max()) / np.exp(odds - odds.max()).sum())[:r]
        bend = (np.diag(share) - np.outer(share, share)) * (rows.w[i] if len(rows.w) else 1.0)
        moved = np.append(x - centre, 1.0) if rows.intercept else x - centre
        H += np.kron(bend, np.outer(moved, moved))
    return H


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("n", "p", "K", "intercept"), [(150, 3, 2, True), (70, 8, 3, False), (90, 9, 5, True), (5, 2, 2, False)]
)
def test_hessian_equals_the_sum_row_by_row(n: int, p: int, K: int, intercept: bool, weighted: bool) -> None:
    rows, theta = problem(n, p, K, intercept, weighted)
    centre = np.full(p, 0.75)
    expected = row_by_row(rows, theta, centre)
    for dtype in (np.float64, np.float32):
        found = hessian(rows, theta, centre, dtype)
        assert_allclose(found, expected, rtol=1e-11, atol=1e-12 * np.abs(expected).max())
        assert_array_equal(found, found.T)


@pytest.mark.parametrize("weighted", [False, True])
def test_gram_is_the_product_of_the_weighted_rows(weighted: bool) -> None:
    rows, _ = problem(200, 4, 2, True, weighted)
    A = np.column_stack([rows.X - 0.5, np.ones(200)])
    w = rows.w if weighted else np.ones(200)
    assert_allclose(gram(rows, np.full(4, 0.5)), (A * w[:, None]).T @ A, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("K", [2, 4])
def test_neither_threads_nor_groups_of_pairs_change_a_bit(K: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, theta = problem(5000, 6, K, True, True)
    monkeypatch.setattr("fenlei.linear.logistic.hessian.leaf_size", lambda X: 512)
    found = set()
    for tasks in (1, 16, 1000):
        monkeypatch.setattr(curved_blocks, "TASKS", tasks)
        found |= {hessian(rows._replace(n_jobs=n), theta).tobytes() for n in (1, 2, 3, 16)}
    assert len(found) == 1


def test_the_hessian_of_leaves_adds_up_to_that_of_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fenlei.linear.logistic.hessian.leaf_size", lambda X: 256)
    rows, theta = problem(1024, 5, 3, True, False)
    rows = rows._replace(ridge=np.zeros_like(rows.ridge))
    first, second = (
        hessian(rows._replace(X=rows.X[part], codes=rows.codes[part]), theta)
        for part in (slice(0, 512), slice(512, 1024))
    )
    assert hessian(rows, theta).tobytes() == (first + second).tobytes()
