"""Moments of the values that are there: each feature by itself against the exact sums."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.stats import present_moments
from fenlei.stats.present_moments import PresentMoments
from tests.kernels.blocks import BLOCKS, Block, block
from tests.oracles import moments as oracle


def with_gaps(b: Block, share: float, seed: int = 0) -> Block:
    gaps = np.random.default_rng(seed).random(b.X.shape) < share
    return b._replace(X=np.where(gaps, np.nan, b.X).astype(b.X.dtype))


def expected(b: Block) -> PresentMoments:
    """One feature at a time, over its own rows."""
    weight = oracle.class_moments(np.zeros((len(b.X), 1)), b.codes, b.w, b.K)[0]
    columns = []
    for x in b.X.T:
        there = ~np.isnan(x)
        w = None if b.w is None else b.w[there]
        columns.append(oracle.class_moments(x[there, None], b.codes[there], w, b.K))
    present, mean, scatter = zip(*columns, strict=True)
    return PresentMoments(weight, np.stack(present, axis=1), np.hstack(mean), np.hstack(scatter))


def assert_same(a: PresentMoments, b: PresentMoments, rtol: float = 1e-12) -> None:
    spread = np.sqrt(b.scatter.max(initial=0.0))
    assert_allclose(a.weight, b.weight, rtol=1e-14)
    assert_allclose(a.present, b.present, rtol=1e-14)
    assert_allclose(a.mean, b.mean, rtol=1e-13, atol=1e-13 * spread)
    assert_allclose(a.scatter, b.scatter, rtol=rtol, atol=1e-13 * spread**2)


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
@pytest.mark.parametrize("name", [name for name in BLOCKS if name != "zero weights"])
def test_missing_values_count_nowhere(name: str, share: float) -> None:
    b = with_gaps(BLOCKS[name], share)
    assert_same(present_moments.summarise(*b), expected(b), 1e-7 if name == "offset 1e8" else 1e-12)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.floats(0, 1))
def test_any_chunking_is_the_whole(seed: int, chunks: int, share: float) -> None:
    b = with_gaps(block(30, 3, 3, seed=seed, weighted=True), share, seed)
    place = np.random.default_rng(seed).integers(0, chunks, 30)
    parts = [
        present_moments.summarise(b.X[place == c], b.codes[place == c], b.w[place == c], b.K)
        for c in range(chunks)
    ]
    assert_same(reduce(present_moments.merge, parts), present_moments.summarise(*b))


def test_total_and_align() -> None:
    b = with_gaps(BLOCKS["weighted"], 0.3)
    summary = present_moments.summarise(*b)
    assert_same(present_moments.total(summary), expected(b._replace(codes=np.zeros_like(b.codes), K=1)))
    index = np.array([4, 0, 2])
    assert_same(present_moments.align(summary, index, 5), expected(b._replace(codes=index[b.codes], K=5)))


def test_infinity_is_not_a_missing_value() -> None:
    X = np.array([[1.0], [np.inf], [np.nan]])
    summary = present_moments.summarise(X, np.zeros(3, np.int64))
    assert_array_equal(summary.present, [[2.0]])
    assert not np.isfinite(summary.scatter).all()


def test_blocks_of_rows_merge_to_the_whole_with_and_without_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = lambda n, p: [(0, 5), (5, 6), (6, n)]  # noqa: E731
    monkeypatch.setattr(present_moments, "row_blocks", cuts)
    for share in (0.3, 0.9):
        b = with_gaps(BLOCKS["weighted"], share)
        assert_same(present_moments.summarise(*b), expected(b))


def test_single_gap_in_a_large_block_leaves_other_columns_as_they_were() -> None:
    b = BLOCKS["plain"]
    X = b.X.copy()
    X[3, 1] = np.nan
    whole, gap = present_moments.summarise(*b), present_moments.summarise(X, b.codes, b.w, b.K)
    for ours, theirs in zip(gap[1:], whole[1:], strict=True):
        assert_allclose(ours[:, [0, 2]], theirs[:, [0, 2]], rtol=1e-12, atol=1e-13)
    assert gap.present[b.codes[3], 1] == whole.present[b.codes[3], 1] - 1


@settings(max_examples=50)
@given(st.integers(0, 2**32 - 1))
def test_a_scatter_is_never_negative_and_that_of_equal_values_is_zero(seed: int) -> None:
    """Rounding once left -8e-18 for a single value, whose root is NaN."""
    b = with_gaps(block(24, 4, 3, seed=seed, weighted=True), 0.8, seed)
    b.X[:, 3] = np.where(np.isnan(b.X[:, 3]), np.nan, b.X[0, 0] if b.X[0, 0] == b.X[0, 0] else 0.1)
    scatter = present_moments.summarise(*b).scatter
    assert (scatter >= 0).all()
    assert_array_equal(scatter[:, 3], 0.0)
