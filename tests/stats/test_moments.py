"""Class moments: exact sums, and merging that equals the whole."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.stats import moments
from fenlei.stats.moments import ClassMoments
from tests.kernels.blocks import BLOCKS, Block, block
from tests.oracles import moments as oracle


def assert_same(a: ClassMoments, b: ClassMoments, rtol: float = 1e-11) -> None:
    spread = np.sqrt(b.scatter.max(initial=0.0))
    assert_allclose(a.weight, b.weight, rtol=1e-14)
    assert_allclose(a.mean, b.mean, rtol=1e-13, atol=1e-14 * spread)
    assert_allclose(a.scatter, b.scatter, rtol=rtol, atol=1e-14 * spread**2)


@pytest.mark.parametrize("b", BLOCKS.values(), ids=BLOCKS)
def test_summarise_equals_the_exact_sums(b: Block) -> None:
    assert_same(moments.summarise(*b), ClassMoments(*oracle.class_moments(*b)))


@pytest.mark.parametrize("cut", [0, 1, 7, 24])
@pytest.mark.parametrize("b", [b for b in BLOCKS.values() if len(b.X) == 24], ids=lambda b: str(b.X.dtype))
def test_merge_of_two_parts_is_the_whole(b: Block, cut: int) -> None:
    parts = [
        moments.summarise(b.X[part], b.codes[part], None if b.w is None else b.w[part], b.K)
        for part in (slice(0, cut), slice(cut, None))
    ]
    rtol = 1e-7 if abs(b.X[1, 0]) > 1e7 and b.X.max() < 1e9 else 1e-11  # a mean near 1e8 is known to 1e-8
    assert_same(moments.merge(*parts), moments.summarise(*b), rtol)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(2, 40), st.integers(1, 6), st.booleans())
def test_any_chunking_in_any_order_is_the_whole(seed: int, n: int, chunks: int, weighted: bool) -> None:
    b = block(n, 3, 3, seed=seed, weighted=weighted)
    rng = np.random.default_rng(seed)
    order, place = rng.permutation(n), rng.integers(0, chunks, n)
    summaries = [
        moments.summarise(b.X[rows], b.codes[rows], None if b.w is None else b.w[rows], b.K)
        for rows in (order[place == c] for c in range(chunks))
    ]
    assert_same(reduce(moments.merge, summaries), moments.summarise(*b))


@pytest.mark.parametrize("offset", [1e8, -1e8])
def test_unit_spread_far_from_zero_where_the_naive_formula_fails(offset: float) -> None:
    x = np.random.default_rng(0).normal(size=1000) + offset
    _, _, expected = oracle.class_moments(x[:, None], np.zeros(1000, int), None, 1)
    parts = [moments.summarise(part[:, None], np.zeros(len(part), np.int64)) for part in (x[:300], x[300:])]
    assert abs(oracle.naive_variance(x) - expected.item() / 1000) > 0.01
    assert_allclose(moments.merge(*parts).scatter, expected, rtol=1e-8)


def test_merge_is_associative_and_commutative() -> None:
    a, b, c = (moments.summarise(*block(seed=seed, weighted=True)) for seed in range(3))
    assert_same(moments.merge(moments.merge(a, b), c), moments.merge(a, moments.merge(b, c)))
    assert_same(moments.merge(a, b), moments.merge(b, a))


def test_merging_with_an_empty_summary_changes_no_bit() -> None:
    whole = moments.summarise(*BLOCKS["weighted"])
    nothing = moments.summarise(np.empty((0, 3)), np.empty(0, np.int64), None, 3)
    for merged in (moments.merge(whole, nothing), moments.merge(nothing, whole)):
        for got, expected in zip(merged, whole, strict=True):
            assert_array_equal(got, expected)


def test_total_forgets_the_classes() -> None:
    b = BLOCKS["weighted"]
    together = moments.summarise(b.X, np.zeros_like(b.codes), b.w, 1)
    assert_same(moments.total(moments.summarise(*b)), together)


def test_align_moves_the_classes() -> None:
    b = BLOCKS["plain"]
    moved = moments.align(moments.summarise(*b), np.array([4, 0, 2]), 5)
    assert_same(moved, moments.summarise(b.X, np.array([4, 0, 2])[b.codes], None, 5))


def test_blocks_change_the_result_by_rounding_only(monkeypatch: pytest.MonkeyPatch) -> None:
    b = block(3000, 4, 3, weighted=True)
    whole = moments.summarise(*b)
    monkeypatch.setattr(moments, "leaf_rows", lambda p, elements: 256)
    small = [moments.summarise(*b, n_jobs) for n_jobs in (1, 2, 3, 16)]
    assert_same(small[0], whole)
    for other in small[1:]:
        assert all(x.tobytes() == y.tobytes() for x, y in zip(small[0], other, strict=True))
