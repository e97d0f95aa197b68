"""Linear scores and their winners against loops, in any blocks and for any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

import fenlei
from fenlei.kernels import threads
from fenlei.stats.linear_scores import CHUNK, blocks_of, linear_scores, linear_winners
from tests.oracles import linear_scores as oracle

KINDS = [np.asarray, np.asfortranarray, lambda X: X[:, ::-1].copy()[:, ::-1], np.float32, csr_array]


def problem(n: int, p: int, K: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, p)), 1) * (rng.random((n, p)) < 0.7)
    return X.astype(np.float32).astype(float), rng.normal(size=(K, p)), rng.normal(size=K)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("p", [1, 3, 8, 21])
@pytest.mark.parametrize("K", [1, 2, 3, 6])
def test_scores_and_winners_are_those_of_loops(kind: Any, p: int, K: int) -> None:
    X, coef, intercept = problem(CHUNK + 7, p, K)
    expected = oracle.scores(X, coef, intercept)
    assert_allclose(linear_scores(kind(X), coef, intercept), expected, rtol=1e-12, atol=1e-13)
    assert_array_equal(linear_winners(kind(X), coef, intercept), [oracle.winner(row) for row in expected])


@pytest.mark.parametrize("K", [1, 3])
def test_rows_far_from_zero_keep_their_digits_with_an_origin(K: int) -> None:
    X, coef, intercept = problem(20, 5, K)
    origin = np.full(5, 2.0**40)
    far = np.round(X * 1024) / 1024 + origin  # exact
    expected = oracle.scores(far, coef, intercept, origin)
    assert_allclose(linear_scores(far, coef, intercept, origin=origin), expected, rtol=1e-12, atol=1e-13)
    winners = [oracle.winner(row) for row in expected]
    assert_array_equal(linear_winners(far, coef, intercept, origin=origin), winners)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_zero_times_an_infinite_weight_is_zero(kind: Any) -> None:
    X, coef, intercept = problem(20, 5, 3)
    X, intercept[1] = np.abs(X), -np.inf
    assert_allclose(linear_scores(kind(X), coef, intercept), oracle.scores(X, coef, intercept), rtol=1e-12)
    coef[0, 2] = -np.inf
    scores = linear_scores(kind(X), coef, np.zeros(3))
    assert_array_equal(np.isneginf(scores[:, 0]), X[:, 2] > 0)
    assert np.isfinite(scores[:, 1:]).all()
    assert linear_winners(kind(X), coef, np.zeros(3)) is None


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("K", [1, 3])
def test_a_score_that_is_not_finite_leaves_the_winners_to_the_scores(kind: Any, K: int) -> None:
    X, coef, intercept = problem(300, 4, K)
    X[299, 1] = 1e308
    assert linear_winners(kind(X), coef * 1e3, intercept) is None
    assert linear_winners(kind(X[:299]), coef, intercept) is not None


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_no_rows(kind: Any) -> None:
    empty = kind(np.zeros((0, 4)))
    assert linear_scores(empty, np.ones((3, 4)), np.zeros(3)).shape == (0, 3)
    assert_array_equal(linear_winners(empty, np.ones((3, 4)), np.zeros(3)), np.zeros(0, int))


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_bits_do_not_depend_on_threads_or_on_the_rows_beside(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "available_cores", lambda: 16)
    X, coef, intercept = problem(9_001, 30, 5)
    rows = kind(X)
    assert blocks_of(rows)[1] >= 6
    whole = linear_scores(rows, coef, intercept, 1)
    winners = linear_winners(rows, coef, intercept, 1)
    assert_array_equal(winners, whole.argmax(axis=1))
    for n_jobs in (2, 3, 16):
        assert_array_equal(linear_scores(rows, coef, intercept, n_jobs), whole)
        assert_array_equal(linear_winners(rows, coef, intercept, n_jobs), winners)
    for i in (0, 1, 2, 3, 70, 9_000):
        assert_array_equal(linear_scores(kind(X[i : i + 1]), coef, intercept), whole[i : i + 1])


@pytest.mark.parametrize(
    "name",
    ["LinearDiscriminantAnalysis", "LogisticRegression", "LinearSVC", "MultinomialNB", "BernoulliNB"],
)
@pytest.mark.parametrize("K", [2, 3])
def test_predict_is_the_largest_of_the_scores(name: str, K: int) -> None:
    rng = np.random.default_rng(5)
    y = rng.integers(0, K, 400)
    X = (rng.random((400, 6)) < 0.2 + 0.5 * (y[:, None] == np.arange(6) % K)).astype(float)
    for n_jobs in (1, 2, 3, 16):
        model = getattr(fenlei, name)(n_jobs=n_jobs).fit(X, y)
        assert_array_equal(model.predict(X), model.classes_[model._scores(X).argmax(axis=1)])
