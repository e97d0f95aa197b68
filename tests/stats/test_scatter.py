"""Scatter matrices: exact sums, merging, and S_t = S_w + S_b."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.stats import class_products, scatter
from fenlei.stats.scatter import ClassScatter
from tests.kernels.blocks import BLOCKS, Block, block
from tests.oracles import moments as oracle_moments
from tests.oracles import scatter as oracle


def expected(b: Block, pooled: bool) -> ClassScatter:
    weight, mean, _ = oracle_moments.class_moments(*b)
    S = oracle.class_scatters(*b)
    return ClassScatter(weight, mean, S.sum(axis=0, keepdims=True) if pooled else S)


def assert_same(a: ClassScatter, b: ClassScatter, rtol: float = 1e-12) -> None:
    spread = np.sqrt(np.abs(b.scatter).max(initial=0.0))
    assert_allclose(a.weight, b.weight, rtol=1e-14)
    assert_allclose(a.mean, b.mean, rtol=1e-13, atol=1e-14 * spread)
    assert_allclose(a.scatter, b.scatter, rtol=rtol, atol=rtol * spread**2)


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("b", BLOCKS.values(), ids=BLOCKS)
def test_summarise_equals_the_exact_sums(b: Block, pooled: bool) -> None:
    assert_same(scatter.summarise(*b, pooled=pooled), expected(b, pooled))


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("offset", [0.0, 1e8])
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 30), chunks=st.integers(1, 5))
def test_any_chunking_in_any_order_is_the_whole(
    pooled: bool, offset: float, seed: int, n: int, chunks: int
) -> None:
    b = block(n, 3, 3, seed=seed, weighted=True)
    b = b._replace(X=b.X + offset)
    rng = np.random.default_rng(seed)
    order, place = rng.permutation(n), rng.integers(0, chunks, n)
    summaries = [
        scatter.summarise(b.X[rows], b.codes[rows], b.w[rows], b.K, pooled=pooled)
        for rows in (order[place == c] for c in range(chunks))
    ]
    merged = reduce(scatter.merge, summaries)
    assert_same(merged, scatter.summarise(*b, pooled=pooled), 1e-6 if offset else 1e-12)


@pytest.mark.parametrize("b", BLOCKS.values(), ids=BLOCKS)
def test_pooled_is_the_sum_of_the_classes_and_symmetric(b: Block) -> None:
    by_class, pooled = (scatter.summarise(*b, pooled=pooled) for pooled in (False, True))
    S = pooled.scatter[0]
    assert_allclose(scatter.within(by_class), S, rtol=1e-12, atol=1e-13 * np.abs(S).max())
    assert_array_equal(S, S.T)
    assert np.all(np.diagonal(S) >= 0)


@pytest.mark.parametrize("name", ["plain", "weighted", "empty class", "single row", "offset 1e8"])
def test_total_is_within_plus_between(name: str) -> None:
    b = BLOCKS[name]
    summary = scatter.summarise(*b, pooled=True)
    together = scatter.summarise(b.X, np.zeros_like(b.codes), b.w, 1, pooled=True)
    S_t = scatter.within(summary) + scatter.between(summary)
    assert_allclose(S_t, together.scatter[0], rtol=1e-7 if name == "offset 1e8" else 1e-12, atol=1e-12)
    assert_same(scatter.total(summary), together, 1e-7 if name == "offset 1e8" else 1e-12)


def test_merging_with_an_empty_summary_changes_no_bit() -> None:
    whole = scatter.summarise(*BLOCKS["weighted"], pooled=False)
    nothing = scatter.summarise(np.empty((0, 3)), np.empty(0, np.int64), None, 3, pooled=False)
    for merged in (scatter.merge(whole, nothing), scatter.merge(nothing, whole)):
        for got, wanted in zip(merged, whole, strict=True):
            assert_array_equal(got, wanted)


@pytest.mark.parametrize("pooled", [True, False])
def test_align_moves_the_classes(pooled: bool) -> None:
    b = BLOCKS["plain"]
    index = np.array([4, 0, 2])
    moved = scatter.align(scatter.summarise(*b, pooled=pooled), index, 5, pooled=pooled)
    assert_same(moved, scatter.summarise(b.X, index[b.codes], None, 5, pooled=pooled))


def test_align_of_one_class_keeps_its_scatter_with_it() -> None:
    b = BLOCKS["one class"]
    moved = scatter.align(scatter.summarise(*b, pooled=False), np.array([1]), 3, pooled=False)
    assert_same(moved, scatter.summarise(b.X, np.ones_like(b.codes), None, 3, pooled=False))


def test_the_bits_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_products, "leaf_rows", lambda p, elements=0: 256)
    b = block(3000, 4, 3, weighted=True)
    first, *others = (scatter.summarise(*b, pooled=False, n_jobs=n_jobs) for n_jobs in (1, 2, 4))
    for other in others:
        assert all(x.tobytes() == y.tobytes() for x, y in zip(first, other, strict=True))


@pytest.mark.parametrize("power", [-1070, 0, 1010])
def test_the_overall_mean_lies_among_the_means_wherever_they_are(power: int) -> None:
    """Weights are scaled by a power of two: no other bits, and no overflow beside the largest number."""
    weight = np.array([20.0, 7.0, 13.0])
    means = np.ldexp(np.array([[1.0, -3.0], [1.5, -3.5], [1.25, -3.25]]), power)
    mean = scatter.overall_mean(ClassScatter(weight, means, np.zeros((3, 2, 2))))
    assert (means.min(axis=0) <= mean).all()
    assert (mean <= means.max(axis=0)).all()
    if power == 0:
        assert_array_equal(mean, weight @ means / weight.sum())
    largest = ClassScatter(weight, np.full((3, 2), 1e308), np.zeros((3, 2, 2)))
    assert_allclose(scatter.overall_mean(largest), 1e308, rtol=1e-15)
