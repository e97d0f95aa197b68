"""Winners and smallest values of rows against loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fenlei.kernels.rows import argmax_rows, smallest
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
@given(st.integers(1, 6).flatmap(lambda m: st.tuples(_rows(VALUES, m), st.integers(1, m))))
def test_the_k_smallest_come_in_ascending_order_with_ties_by_index(case: tuple[np.ndarray, int]) -> None:
    values, k = case
    out_values, out_index = np.empty((len(values), k)), np.empty((len(values), k), np.int64)
    smallest(values, k, out_values, out_index)
    assert_array_equal(out_index, [oracle.smallest(row, k) for row in values])
    assert_array_equal(out_values, np.take_along_axis(values, out_index, axis=1))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_nan_sorts_last_among_the_smallest(k: int) -> None:
    values = np.array([[np.nan, 2.0, 1.0], [2.0, np.nan, 1.0]])
    out_values, out_index = np.empty((2, k)), np.empty((2, k), np.int64)
    smallest(values, k, out_values, out_index)
    assert_array_equal(out_index, [oracle.smallest(row, k) for row in values])
