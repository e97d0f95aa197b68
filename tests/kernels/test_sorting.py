"""Column orders and stable partitions against loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fenlei.kernels.sorting import argsort_columns, stable_partition
from tests.oracles import sorting as oracle

COLUMN = st.lists(st.sampled_from([-np.inf, -1.0, 0.0, 1.0, np.nan]), min_size=6, max_size=6)


@settings(max_examples=25)
@given(st.lists(COLUMN, min_size=1, max_size=4))
def test_every_column_is_sorted_stably_with_nan_last(columns: list[list[float]]) -> None:
    X = np.array(columns).T
    for n_jobs in (1, 2):
        assert_array_equal(argsort_columns(X, n_jobs), [oracle.stable_order(column) for column in columns])


@settings(max_examples=25)
@given(st.permutations(range(7)), st.lists(st.booleans(), min_size=7, max_size=7))
def test_a_partition_keeps_the_old_order_on_both_sides(order: list[int], flags: list[bool]) -> None:
    out = np.empty(7, np.int64)
    left = stable_partition(np.array(order), np.array(flags), out)
    assert left == sum(flags)
    assert_array_equal(out, oracle.partition(order, flags))
