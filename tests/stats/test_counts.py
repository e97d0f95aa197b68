"""Contingency tables: counted cell by cell, merged, widened and recoded."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.stats import counts
from fenlei.stats.counts import Contingency
from tests.oracles import counts as oracle

M = np.array([3, 1, 5])


def rows(
    seed: int, n: int = 30, *, missing: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Category codes below M, class codes of 0 and 2 of three classes, and weights with zeros among them."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, m, n) for m in M])
    if missing:
        X = np.where(rng.random(X.shape) < 0.2, np.nan, X.astype(float))
    return X, 2 * rng.integers(0, 2, n), M, rng.integers(0, 4, n).astype(float)


def tables(summary: Contingency) -> list[np.ndarray]:
    return np.split(summary.counts, summary.offset[1:-1], axis=1)


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.float32, np.float64])
def test_every_cell_is_counted(dtype: type, weighted: bool) -> None:
    X, codes, m, w = rows(0, missing=np.dtype(dtype).kind == "f")
    X, w = X.astype(dtype), w if weighted else None
    summary = counts.summarise(np.asfortranarray(X), codes, m, w, 3)
    weight, expected = oracle.contingency(X, codes, m, w, 3)
    assert_array_equal(summary.weight, weight)
    for got, wanted in zip(tables(summary), expected, strict=True):
        assert_array_equal(got, wanted)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_any_chunking_is_the_whole_even_where_chunks_show_fewer_categories(seed: int, chunks: int) -> None:
    X, codes, _, w = rows(seed, missing=True)
    place = np.random.default_rng(seed).integers(0, chunks, len(X))

    def summarise(chosen: np.ndarray) -> Contingency:
        largest = np.empty(3, np.int64)
        assert counts.largest_categories(X[chosen], largest)
        return counts.summarise(X[chosen], codes[chosen], largest + 1, w[chosen], 3)

    merged = reduce(counts.merge, (summarise(place == c) for c in range(chunks)))
    for got, wanted in zip(merged, summarise(place >= 0), strict=True):
        assert_allclose(got, wanted, rtol=1e-14)


@pytest.mark.parametrize(
    ("column", "largest", "sound"),
    [
        ([0.0, 4.0, np.nan], 4, True),
        ([np.nan, np.nan, np.nan], -1, True),
        ([0.0, -1.0, 2.0], 2, False),
        ([0.0, float(counts.MOST_CATEGORIES), 2.0], 2, False),
        ([np.inf, 1.0, 2.0], 2, False),
    ],
)
def test_largest_categories_tells_codes_from_other_numbers(
    column: list[float], largest: int, sound: bool
) -> None:
    out = np.empty(1, np.int64)
    assert bool(counts.largest_categories(np.array(column)[:, None], out)) == sound
    assert out[0] == largest


def test_recode_moves_the_categories_and_leaves_gaps_empty() -> None:
    summary = Contingency(np.array([3.0]), np.array([[1.0, 2.0, 3.0]]), np.array([0, 2, 3]))
    moved = counts.recode(summary, [np.array([3, 0]), np.array([1])], np.array([4, 2]))
    assert_array_equal(moved.counts, [[2, 0, 0, 1, 0, 3]])
    assert_array_equal(moved.offset, [0, 4, 6])


def test_widen_and_align_add_empty_cells() -> None:
    summary = Contingency(np.array([3.0]), np.array([[1.0, 2.0, 3.0]]), np.array([0, 2, 3]))
    wide = counts.widen(summary, np.array([3, 2]))
    assert_array_equal(wide.counts, [[1, 2, 0, 3, 0]])
    moved = counts.align(wide, np.array([1]), 2)
    assert_array_equal(moved.weight, [0, 3])
    assert_array_equal(moved.counts, [[0, 0, 0, 0, 0], [1, 2, 0, 3, 0]])
