"""Text columns: found, and their codings united."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal

from fenlei.table.frames import CategoryCoding, apply_categories, learn_categories
from fenlei.table.nominal import has_text, new_codes, unite_categories


def coding(*categories: tuple[str, ...] | None) -> CategoryCoding:
    return CategoryCoding(None, categories, tuple(each is not None for each in categories))


@pytest.mark.parametrize(
    ("X", "text"),
    [
        (np.zeros((2, 2)), False),
        (np.zeros((2, 2), bool), False),
        (np.array([["a", "b"]]), True),
        (np.array([[1, "b"]], dtype=object), True),
        (np.array([[1, None]], dtype=object), False),
        ([[1, 2]], False),
        ([["a", 2]], True),
        ((("a", 2),), True),
        (pd.DataFrame({"a": [1.0, None]}), False),
        (pd.DataFrame({"a": ["x", None]}), True),
        (pd.DataFrame({"a": pd.Categorical([1, 2])}), True),
        (pd.DataFrame({"a": [True, False]}), True),
        (pl.DataFrame({"a": [1, 2], "b": ["u", "v"]}), True),
        (pl.DataFrame({"a": [1, 2]}), False),
    ],
)
def test_text_is_found(X: Any, text: bool) -> None:
    assert has_text(X) is text


def test_new_categories_are_appended_so_that_old_codes_keep_their_meaning() -> None:
    a, b = coding(("b", "d"), None), coding(("a", "b", "c"), None)
    assert unite_categories(a, b).categories == (("b", "d", "a", "c"), None)
    assert unite_categories(a, None) is a
    assert unite_categories(None, b) is b
    assert unite_categories(None, None) is None


def test_codes_move_to_their_place_in_the_united_coding() -> None:
    a, b = coding(("b", "d"), None), coding(("a", "b", "c"), None)
    united = unite_categories(a, b)
    for old, expected in ((a, [[0, 1], [0, 1, 2]]), (b, [[2, 0, 3], [0, 1, 2]])):
        moved = new_codes(old, united, np.array([len(expected[0]), 3]))
        for got, wanted in zip(moved, expected, strict=True):
            assert_array_equal(got, wanted)


def test_the_united_coding_codes_the_rows_of_both() -> None:
    A, B = np.array([["b"], ["d"]], dtype=object), np.array([["a"], ["d"], [None]], dtype=object)
    united = unite_categories(learn_categories(A), learn_categories(B))
    assert_array_equal(apply_categories(A, united), [[0], [1]])
    assert_array_equal(apply_categories(B, united), [[2], [1], [np.nan]])
