"""Winners of rows against a loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fenlei.kernels import threads
from fenlei.kernels.rows import BLOCK_SCORES, argmax_rows, finite_winners, take_rows
from tests.oracles import rows as oracle

VALUES = st.sampled_from([-np.inf, -1.0, 0.0, -0.0, 1.0, 2.0, np.inf])  # few values, hence many ties


def _rows(elements: st.SearchStrategy[float], columns: int) -> st.SearchStrategy[np.ndarray]:
    row = st.lists(elements, min_size=columns, max_size=columns)
    return st.lists(row, min_size=1, max_size=5).map(np.array)


@settings(max_examples=25)
@given(st.integers(1, 4).flatmap(lambda K: _rows(VALUES | st.just(np.nan), K)))
def test_the_first_of_the_largest_wins_and_nan_only_among_nan(scores: np.ndarray) -> None:
    assert_array_equal(argmax_rows(scores), [oracle.first_largest(row) for row in scores])


@settings(max_examples=25)
@given(st.integers(1, 4).flatmap(lambda K: _rows(VALUES | st.just(np.nan), K)))
def test_winners_of_finite_rows_and_whether_all_are_finite(scores: np.ndarray) -> None:
    index = np.full(len(scores), -1)
    finite = np.isfinite(scores).all(axis=1)
    assert finite_winners(scores, index) == finite.all()
    assert_array_equal(index[finite], [oracle.first_largest(row) for row in scores[finite]])


@pytest.mark.parametrize("n_jobs", [1, 2, 3, 16])
def test_winners_of_many_rows(n_jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "available_cores", lambda: 16)
    scores = np.random.default_rng(0).integers(0, 4, (40_000, 5)).astype(float)
    assert -(-len(scores) // threads.leaf_rows(5, BLOCK_SCORES)) == 10
    assert_array_equal(argmax_rows(scores, n_jobs), scores.argmax(axis=1))


@pytest.mark.parametrize("n", [0, 1, 5000])
def test_rows_are_taken_in_the_order_of_the_index(n: int) -> None:
    rng = np.random.default_rng(n)
    for X in (rng.normal(size=(900, 7)), np.asfortranarray(rng.normal(size=(900, 7)).astype(np.float32))):
        index = rng.integers(0, 900, n)
        for n_jobs in (1, 3):
            taken = take_rows(X, index, n_jobs)
            assert_array_equal(taken, X[index])
            assert taken.flags.c_contiguous
            assert taken.dtype == X.dtype
