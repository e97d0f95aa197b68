"""Sums by class against exact fractions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.kernels.classwise import FEW, UNIT_WEIGHTS, class_moments
from tests.kernels.blocks import BLOCKS, Block
from tests.oracles import moments as oracle


def _moments(b: Block) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weight, mean and scatter in one pass."""
    shape = b.K, b.X.shape[1]
    room = np.empty(b.K, np.int64), np.full(shape, np.nan)
    sums = np.full(b.K, np.nan), np.full(shape, np.nan), np.full(shape, np.nan)
    class_moments(b.X, b.codes, UNIT_WEIGHTS if b.w is None else b.w, *room, *sums)
    return sums


@pytest.mark.parametrize("b", BLOCKS.values(), ids=BLOCKS)
def test_moments_in_one_pass_equal_the_exact_sums(b: Block) -> None:
    weight, mean, scatter = _moments(b)
    expected_weight, expected_mean, expected_scatter = oracle.class_moments(b.X, b.codes, b.w, b.K)
    spread = np.sqrt(expected_scatter.max(initial=0.0))
    assert_allclose(weight, expected_weight, rtol=1e-15)
    assert_allclose(mean, expected_mean, rtol=1e-15, atol=1e-15 * spread)
    assert_allclose(scatter, expected_scatter, rtol=1e-13)


@pytest.mark.parametrize("far", [10.0, 1e3, 1e6])
def test_first_rows_far_from_the_others_of_their_class_cost_no_digits(far: float) -> None:
    """They are the origin of deviations, and weigh next to nothing."""
    b = BLOCKS["weighted"]
    first = np.concatenate([np.flatnonzero(b.codes == k)[:FEW] for k in range(b.K)])
    X, w = b.X.copy(), b.w.copy()
    X[first], w[first] = far * (1.0 + X[first]), 1e-40 / far
    sums = _moments(b._replace(X=X, w=w))
    for found, expected in zip(sums, oracle.class_moments(X, b.codes, w, b.K), strict=True):
        assert_allclose(found, expected, rtol=1e-13)


def test_constant_columns_have_no_scatter_in_one_pass() -> None:
    b = BLOCKS["constant columns"]
    _, mean, scatter = _moments(b)
    assert_array_equal(mean[:, 1:], np.broadcast_to(b.X[0, 1:], (b.K, 2)))
    assert_array_equal(scatter[:, 1:], 0.0)
