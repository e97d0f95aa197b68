"""The mergeable confusion matrix: equal to its loop twin, merge equals whole, bad codes refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fenlei.errors import DataError
from fenlei.stats.confusion import merge, summarise
from tests.oracles import metrics as oracle

K = 4
pairs = st.integers(0, 60).flatmap(
    lambda n: st.tuples(
        hnp.arrays(np.int64, n, elements=st.integers(0, K - 1)),
        hnp.arrays(np.int64, n, elements=st.integers(0, K - 1)),
        hnp.arrays(np.float64, n, elements=st.integers(0, 16).map(lambda v: v / 8)),  # sums are exact
        st.integers(0, n),
    )
)


@settings(max_examples=40)
@given(pairs)
def test_equals_the_loop_twin_and_merge_equals_whole(case: tuple[np.ndarray, ...]) -> None:
    true, pred, w, cut = case
    for weights in (None, w):
        whole = summarise(true, pred, K, weights).counts
        assert whole.tolist() == oracle.confusion(true.tolist(), pred.tolist(), list(range(K)), weights)
        halves = [
            summarise(true[rows], pred[rows], K, None if weights is None else weights[rows])
            for rows in (slice(cut), slice(cut, None))
        ]
        assert np.array_equal(merge(*halves).counts, whole)


def test_weight_two_is_the_row_twice() -> None:
    true, pred = np.array([0, 1, 2, 2]), np.array([0, 2, 2, 1])
    repeat = np.array([1, 2, 0, 3])
    weighted = summarise(true, pred, 3, repeat).counts
    assert np.array_equal(weighted, summarise(true.repeat(repeat), pred.repeat(repeat), 3).counts)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.intp])
def test_any_integer_type_and_strided_codes(dtype: type) -> None:
    codes = np.array([[0, 9], [1, 9], [1, 9]], dtype=dtype)[:, 0]
    assert summarise(codes, codes, 2).counts.tolist() == [[1, 0], [0, 2]]


@pytest.mark.parametrize(("true", "pred"), [([0, 3], [0, 0]), ([0, 0], [0, -1])])
def test_codes_outside_the_classes_are_refused(true: list[int], pred: list[int]) -> None:
    with pytest.raises(DataError, match=r"Row 1: class codes .* are not both in 0\.\.2"):
        summarise(np.array(true), np.array(pred), 3)


def test_different_lengths_are_refused() -> None:
    codes = np.zeros(3, np.int64)
    with pytest.raises(DataError, match="codes_true has 3 rows but codes_pred has 2"):
        summarise(codes, codes[:2], 1)
    with pytest.raises(DataError, match="codes_true has 3 rows but w has 2"):
        summarise(codes, codes, 1, np.ones(2))
