"""Shrinkage and whitening against scikit-learn and their defining equations."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.covariance import ledoit_wolf as sklearn_ledoit_wolf
from sklearn.covariance import shrunk_covariance
from sklearn.preprocessing import StandardScaler

from fenlei.stats import covariance

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(30, 4)) @ RNG.normal(size=(4, 4))


def _fourth(X: np.ndarray, w: np.ndarray | None, deviation: np.ndarray) -> float:
    mean = np.average(X, axis=0, weights=w)[None]
    codes = np.zeros(len(X), np.int64)
    return covariance.fourth_moments(X, codes, w, mean, deviation[None])[0]


@pytest.mark.parametrize("scale", [1.0, 1e150, 1e-150, np.array([1e-150, 1e-5, 1.0, 1e150])])
def test_whitening_gives_the_identity_whatever_the_units(scale: float | np.ndarray) -> None:
    C = np.cov(ROWS * scale, rowvar=False)
    W, spread = covariance.whiten(C)
    assert W.shape == (4, 4)
    assert_allclose(W.T @ C @ W, np.eye(4), atol=1e-11)
    assert np.all(np.diff(spread) <= 0)


@pytest.mark.parametrize(
    ("X", "rank"),
    [
        (np.column_stack([ROWS, ROWS[:, 0]]), 4),
        (np.column_stack([ROWS, np.ones(30)]), 4),
        (np.column_stack([ROWS, ROWS[:, 0] + 1e-3 * np.sin(np.arange(30))]), 5),
        (ROWS[:3], 2),
        (ROWS[:1], 0),
    ],
    ids=["duplicate", "constant", "nearly duplicate", "three rows", "one row"],
)
def test_whitening_finds_the_rank(X: np.ndarray, rank: int) -> None:
    centred = X - X.mean(axis=0)
    C = centred.T @ centred / len(X)
    W, _ = covariance.whiten(C)
    assert W.shape == (X.shape[1], rank)
    assert_allclose(W.T @ C @ W, np.eye(rank), atol=1e-6)


@pytest.mark.parametrize("amount", [0.0, 0.3, 1.0])
def test_shrink_equals_scikit_learn_also_for_a_stack(amount: float) -> None:
    stack = np.stack([np.cov(ROWS, rowvar=False), np.cov(ROWS[:7], rowvar=False)])
    expected = [shrunk_covariance(C, amount) for C in stack]
    assert_allclose(covariance.shrink(stack, amount), expected, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize(
    "X", [ROWS, ROWS[:5], ROWS[:2], ROWS[:, :1], ROWS * 1e100, np.column_stack([ROWS, np.ones(30)])]
)
def test_ledoit_wolf_equals_scikit_learn_on_standardised_rows(X: np.ndarray) -> None:
    scaler = StandardScaler().fit(X)
    expected = sklearn_ledoit_wolf(scaler.transform(X))[0] * np.outer(scaler.scale_, scaler.scale_)
    C = np.cov(X, rowvar=False, bias=True).reshape(X.shape[1], -1)
    deviation = covariance.standard_deviations(C)
    got = covariance.ledoit_wolf(C, float(len(X)), _fourth(X, None, deviation))
    assert_allclose(got, expected, rtol=1e-10, atol=1e-12 * np.abs(C).max())


def test_ledoit_wolf_weights_are_repetitions() -> None:
    w = np.arange(30) % 4
    repeated = np.repeat(ROWS, w, axis=0)
    C = np.cov(repeated, rowvar=False, bias=True)
    deviation = covariance.standard_deviations(C)
    fourths = [_fourth(ROWS, w.astype(float), deviation), _fourth(repeated, None, deviation)]
    assert_allclose(*fourths, rtol=1e-13)


def test_a_feature_without_spread_has_deviation_one() -> None:
    assert_array_equal(covariance.standard_deviations(np.diag([4.0, 0.0])), [2.0, 1.0])


@pytest.mark.parametrize("tol", [0.0, 1e-4])
@pytest.mark.parametrize("duplicate", [False, True])
def test_whitening_of_few_rows_is_that_of_their_covariance(tol: float, duplicate: bool) -> None:
    rng = np.random.default_rng(3)
    Z = rng.standard_normal((7, 20)) * 10.0 ** rng.integers(-9, 9, 20)
    Z[:, 4] = 0.0
    Z[3] = Z[2] if duplicate else Z[3]
    by_rows, by_columns = covariance.whiten_rows(Z, tol), covariance.whiten(Z.T @ Z, tol)
    assert by_rows.matrix.shape == by_columns.matrix.shape == (20, 7 - duplicate)
    rank = 7 - duplicate
    assert_allclose(by_rows.spread[:rank], by_columns.spread[:rank], rtol=1e-9)
    assert_array_equal(by_rows.spread[7:], 0.0)
    scale = np.where(Z.any(axis=0), np.linalg.norm(Z, axis=0), 1.0)
    roots = [scale[:, None] * found.matrix for found in (by_rows, by_columns)]
    assert_allclose(roots[0] @ roots[0].T, roots[1] @ roots[1].T, rtol=0, atol=1e-7)
