"""KernelNB against loops, against scipy's gaussian_kde, and where a kernel has nothing to stand on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import gaussian_kde

from fenlei import GaussianNB, KernelNB
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.kernels.blocks import block
from tests.oracles import mixed_nb as oracle

X, Y, W, _ = block(40, 2, 2, seed=3, weighted=True)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32 - 1),
    factor=st.sampled_from(["silverman", 0.3, 2.0]),
    weighted=st.booleans(),
    missing=st.sampled_from([0.0, 0.3, 0.9]),
    ties=st.booleans(),
)
def test_scores_equal_the_loops(seed: int, factor: Any, weighted: bool, missing: float, ties: bool) -> None:
    b = block(24, 2, 3, seed=seed, weighted=weighted, codes=np.arange(24) % 3)
    rows = np.round(b.X) if ties else b.X
    rows = np.where(np.random.default_rng(seed).random(rows.shape) < missing, np.nan, rows)
    model = KernelNB(bandwidth=factor).fit(rows, b.codes, b.w)
    number = 1.0 if factor == "silverman" else factor
    queries = np.vstack([rows, [[30.0, -30.0]]])  # far from every value
    expected = oracle.log_joint(rows, b.codes, b.w, 3, ["kde"] * 2, queries, factor=number)
    assert_allclose(model.log_joint(queries), expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("w", [None, W], ids=["plain", "weighted"])
def test_each_density_is_scipys_with_the_same_bandwidth(w: np.ndarray | None) -> None:
    model = KernelNB().fit(X, Y, w)
    expected = np.log(np.tile(model.class_prior_, (40, 1)))
    for k, j in np.ndindex(2, 2):
        own = k == Y
        density = gaussian_kde(X[own, j], 1.0, None if w is None else w[own])
        density.set_bandwidth(model.bandwidth_[k, j] / np.sqrt(density.covariance[0, 0]))
        expected[:, k] += density.logpdf(X[:, j])
    assert_allclose(model.log_joint(X), expected, rtol=1e-10)


def test_silvermans_rule_and_a_factor_on_it() -> None:
    rows = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [0.0], [9.0]])
    y = [0] * 5 + [1] * 2
    expected = [[0.9 * np.sqrt(2.0) * 5**-0.2], [0.9 * 4.5 * 2**-0.2]]
    assert_allclose(KernelNB().fit(rows, y).bandwidth_, expected, rtol=1e-13)
    assert_allclose(KernelNB(bandwidth=2.5).fit(rows, y).bandwidth_, 2.5 * np.array(expected), rtol=1e-13)


def test_small_weights_change_the_number_of_rows_and_not_their_spread() -> None:
    one, small = KernelNB().fit(X, Y), KernelNB().fit(X, Y, np.full(40, 0.01))
    n = np.bincount(Y)[:, None]
    assert_allclose(small.bandwidth_ / one.bandwidth_, np.broadcast_to(n**0.2, (2, 2)), rtol=1e-12)


def test_the_least_bandwidth_where_a_class_or_a_column_is_constant() -> None:
    rows = np.column_stack([np.where(Y == 0, 5.0, X[:, 0]), np.full(40, 7.0)])
    model = KernelNB().fit(rows, Y)
    assert_allclose(model.bandwidth_[0, 0], 1e-3 * rows[:, 0].std(), rtol=1e-12)
    assert_array_equal(model.bandwidth_[:, 1], 1.0)
    assert model.predict([[5.0, 7.0]]).tolist() == [0]


def test_far_rows_have_an_answer() -> None:
    model = KernelNB().fit(X, Y)
    for far in (1e3, 1e8, 1e150):
        posterior = model.predict_proba([[far, 0.0], [0.0, -far]])
        assert_allclose(posterior.sum(axis=1), 1.0)
    with pytest.warns(DegenerateDataWarning, match="KernelNB: 2 rows"):  # the squares overflow
        posterior = model.predict_proba([[1e200, 0.0], [0.0, -1e200]])
    assert_allclose(posterior, [model.class_prior_] * 2, rtol=1e-12)


def test_two_hills_are_seen_where_a_gaussian_sees_one() -> None:
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.normal([[-4.0], [4.0]], 0.5, (2, 50)).ravel(), rng.normal(0, 0.5, 100)])[
        :, None
    ]
    y = np.repeat([0, 1], 100)
    assert KernelNB().fit(rows, y).score(rows, y) == 1.0
    assert KernelNB().fit(rows, y).log_density(rows).sum() > GaussianNB().fit(rows, y).log_density(rows).sum()


def test_the_rows_are_the_model_and_merging_puts_them_together() -> None:
    a, b = (KernelNB().fit(X[part], Y[part], W[part]) for part in (slice(0, 25), slice(25, None)))
    merged, whole = a.merge(b), KernelNB().fit(X, Y, W)
    assert len(merged.summary_.X) == 40
    assert_array_equal(merged.model_.X, whole.model_.X)
    assert_allclose(merged.predict_proba(X), whole.predict_proba(X), rtol=1e-12)


def test_values_whose_squares_overflow_are_refused() -> None:
    with pytest.raises(DataError, match="1e\\+200"):
        KernelNB().fit([[1e200], [-1e200], [0.0]], [0, 0, 1])
    with pytest.raises(ValueError, match="infinity"):
        KernelNB().fit([[np.inf], [1.0], [0.0]], [0, 0, 1])


@pytest.mark.parametrize("bandwidth", [0.0, -1.0, "scott", np.inf, None])
def test_bandwidths_that_cannot_be(bandwidth: Any) -> None:
    with pytest.raises(UsageError, match="bandwidth"):
        KernelNB(bandwidth=bandwidth).fit(X, Y)
