"""Label coding: any labels in, sorted classes and codes out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fenlei.errors import DataError
from fenlei.table.coding import BLOCK_LABELS, FEW_LABELS, code_labels, encode_labels

LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")  # what NumPy can hold
LABELS = {
    "small integers": np.array([3, -2, 3, 0], np.int8),
    "far apart": np.array([10**15, -5, 10**15], np.int64),
    "ends of the range": np.array([2**63 - 1, -(2**63), 0]),
    "unsigned": np.array([255, 0, 7], np.uint8),
    "large unsigned": np.array([2**64 - 1, 2**64 - 2, 0], np.uint64),
    "large unsigned, small range": np.array([2**64 - 1, 2**64 - 2], np.uint64),
    "booleans": np.array([True, False, True]),
    "one boolean": np.array([True, True]),
    "whole floats": np.array([1.0, -3.0, 1.0]),
    "float32": np.array([1.0, -3.0, 1.0], np.float32),
    "text": np.array(["国光", "", "红富士", "国光", "A"]),
    "bytes": np.array([b"b", b"a"]),
    "objects of text": np.array(["b", "a", "b"], dtype=object),
    "objects of integers": np.array([2, 1, 2], dtype=object),
    "objects of booleans": np.array([True, False], dtype=object),
    "numpy scalars": np.array([np.str_("b"), np.str_("a")], dtype=object),
}


@pytest.mark.parametrize("y", LABELS.values(), ids=LABELS)
def test_classes_are_sorted_and_codes_point_at_them(y: np.ndarray) -> None:
    classes, codes = encode_labels(y)
    assert_array_equal(classes, np.unique(y))
    assert_array_equal(classes[codes], y)
    assert codes.dtype == np.int64
    if y.dtype != object:
        assert classes.dtype == y.dtype


@settings(max_examples=25)
@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-5, 5), min_size=1, max_size=30))
def test_any_integers(values: list[int]) -> None:
    classes, codes = encode_labels(np.array(values, np.int64))
    assert classes.tolist() == sorted(set(values))
    assert classes[codes].tolist() == values


@settings(max_examples=25)
@given(st.lists(st.text(LETTERS, max_size=4), min_size=1), st.sampled_from([1, 1 + FEW_LABELS]))
def test_any_text(values: list[str], times: int) -> None:
    """Few labels are sorted, many are hashed."""
    values = values * (-(-times // len(values)))
    classes, codes = encode_labels(np.array(values))
    assert classes.tolist() == sorted(set(values))
    assert classes[codes].tolist() == values


@pytest.mark.parametrize(
    ("y", "key"),
    [
        ([1.5, 2.0], "labels.continuous"),
        ([np.inf, 2.0], "labels.continuous"),
        ([1e300, 2.0], "labels.continuous"),
        ([np.nan, 2.0], "labels.missing"),
        (np.array([None, "a"], dtype=object), "labels.missing"),
        (np.array([np.nan, "a"], dtype=object), "labels.missing"),
        (np.array([1, "a"], dtype=object), "labels.mixed"),
        (np.array([True, 1], dtype=object), "labels.mixed"),
        (np.array([1j, 2]), "labels.kind"),
        (np.array(["2020-01-01"], "datetime64[D]"), "labels.kind"),
    ],
    ids=str,
)
def test_what_is_no_label(y: Any, key: str) -> None:
    with pytest.raises(DataError) as caught:
        encode_labels(np.asarray(y))
    assert caught.value.key == key


def test_the_missing_value_of_pandas_is_a_missing_label() -> None:
    import pandas as pd

    with pytest.raises(DataError) as caught:
        encode_labels(np.array(["a", pd.NA, "b"], dtype=object))
    assert caught.value.key == "labels.missing"


def test_text_that_is_no_unicode_is_a_label_all_the_same() -> None:
    classes, codes = encode_labels(np.array(["b\ud800", "a"]))
    assert classes[codes].tolist() == ["b\ud800", "a"]


def test_known_classes_code_other_rows() -> None:
    assert_array_equal(code_labels(np.array(["c", "a", "c"]), np.array(["a", "b", "c"])), [2, 0, 2])
    assert_array_equal(code_labels(np.array([2.0, 0.0]), np.array([0, 1, 2])), [2, 0])


@pytest.mark.parametrize(
    ("y", "classes"),
    [
        (["d"], ["a", "b"]),
        (["aa"], ["a", "b"]),
        ([3], [1, 2]),
        ([0], [1, 2]),
        (["1"], [1, 2]),
        ([1], ["1", "2"]),
    ],
)
def test_a_label_that_is_no_known_class(y: list[Any], classes: list[Any]) -> None:
    with pytest.raises(DataError) as caught:
        code_labels(np.array(y), np.array(classes))
    assert caught.value.key == "labels.unknown"


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.int64, np.float64, bool])
@pytest.mark.parametrize("n", [1, 9, BLOCK_LABELS, BLOCK_LABELS + 1])
def test_one_block_and_several_are_coded_alike(n: int, dtype: type) -> None:
    """One block by NumPy, several by the team; beyond int64 too."""
    y = (np.arange(n) * 7 % 5 * 2).astype(dtype)
    if dtype is np.uint64:
        y += np.uint64(2**64 - 9)
    classes, codes = encode_labels(y, n_jobs=2)
    expected, expected_codes = np.unique(y, return_inverse=True)
    assert_array_equal(classes, expected, strict=True)
    assert_array_equal(codes, expected_codes.astype(np.int64), strict=True)
