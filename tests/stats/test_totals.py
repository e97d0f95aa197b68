"""Class totals of dense and sparse rows value by value."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from fenlei.stats import totals
from fenlei.stats.totals import ClassTotals
from tests.oracles import mixed_nb as oracle


def rows(seed: int = 0, n: int = 20) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.poisson(0.7, size=(n, 5)).astype(float), 2 * rng.integers(0, 2, n), rng.uniform(0, 2, n)


def expected(X: np.ndarray, codes: np.ndarray, w: np.ndarray | None) -> ClassTotals:
    return ClassTotals(*oracle.class_totals(X, codes, w, 3))


def assert_same(a: ClassTotals, b: ClassTotals) -> None:
    for ours, theirs in zip(a, b, strict=True):
        assert_allclose(ours, theirs, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("kind", [np.asarray, np.asfortranarray, csr_array, lambda X: X.astype(np.float32)])
def test_totals_of_the_classes(kind: Any, weighted: bool) -> None:
    X, codes, w = rows()
    w = w if weighted else None
    assert_same(totals.summarise(kind(X), codes, w, 3), expected(X, codes, w))


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4))
def test_any_chunking_is_the_whole(seed: int, chunks: int) -> None:
    X, codes, w = rows(seed)
    place = np.random.default_rng(seed).integers(0, chunks, len(X))
    kinds = [np.asarray, csr_array] * 2
    parts = [
        totals.summarise(kinds[c](X[place == c]), codes[place == c], w[place == c], 3) for c in range(chunks)
    ]
    assert_same(reduce(totals.merge, parts), expected(X, codes, w))


def test_align_moves_the_classes() -> None:
    X, codes, w = rows()
    moved = totals.align(totals.summarise(X, codes, w, 3), np.array([2, 1, 0]), 3)
    assert_same(moved, expected(X, 2 - codes, w))


def test_a_sparse_matrix_without_rows_or_values() -> None:
    empty = totals.summarise(csr_array((0, 5)), np.empty(0, np.int64), None, 2)
    assert_array_equal(empty.total, np.zeros((2, 5)))
    nothing = totals.summarise(csr_array((4, 5)), np.zeros(4, np.int64), None, 1)
    assert_array_equal(nothing.weight, [4.0])


def test_blocks_of_rows_sum_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut by cut: the row pointers of a sparse block do not begin at 0."""
    X, codes, w = rows(n=23)
    monkeypatch.setattr(totals, "blocks_of", lambda X: [(0, 7), (7, 8), (8, 8), (8, 23)])
    for kind in (np.asarray, csr_array):
        assert_same(totals.summarise(kind(X), codes, w, 3), expected(X, codes, w))
