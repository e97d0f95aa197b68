"""Pairwise coupling: consistent pairs come back, the objective is at its minimum."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from fenlei.stats.coupling import couple, pairs
from tests.oracles import multiclass as oracle


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), K=st.integers(2, 7))
def test_pairs_that_agree_are_reproduced(seed: int, K: int) -> None:
    P = np.random.default_rng(seed).dirichlet(np.ones(K), size=5)
    i, j = pairs(K).T
    second = P[:, j] / (P[:, i] + P[:, j])
    assert_allclose(couple(second, K), P, rtol=1e-4, atol=1e-6)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), K=st.integers(2, 6))
def test_no_other_probabilities_fit_better(seed: int, K: int) -> None:
    rng = np.random.default_rng(seed)
    second = rng.uniform(0.01, 0.99, (1, K * (K - 1) // 2))
    p = couple(second, K)[0]
    assert_allclose(p.sum(), 1.0, rtol=1e-12)
    assert (p >= 0).all()
    least = oracle.coupling_objective(p, second[0])
    for other in rng.dirichlet(np.ones(K), size=50):
        near = 0.999 * p + 0.001 * other
        assert oracle.coupling_objective(near, second[0]) >= least - 1e-12


def test_certain_pairs_give_a_certain_class() -> None:
    assert_allclose(couple([[0.0, 0.0, 0.0]], 3), [[1.0, 0.0, 0.0]], atol=1e-5)
    assert_allclose(couple([[1.0, 1.0, 1.0]], 3), [[0.0, 0.0, 1.0]], atol=1e-5)
    circle = couple([[0.0, 1.0, 0.0]], 3)  # 0 beats 1, 1 beats 2, 2 beats 0
    assert_allclose(circle, [[1 / 3, 1 / 3, 1 / 3]], atol=1e-6)


def test_two_classes_are_passed_through() -> None:
    assert_allclose(couple([[0.3], [0.9]], 2), [[0.7, 0.3], [0.1, 0.9]], rtol=1e-6)
