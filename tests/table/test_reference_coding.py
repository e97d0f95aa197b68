"""Reference coding: the first category has no column, so no column is the sum of others."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from fenlei.errors import UsageError
from fenlei.table import prepare, read_table


def colours() -> object:
    return read_table({"colour": ["red", "green", "blue", None, "red"], "size": [1.0, 2.0, 3.0, 4.0, 5.0]})


def test_the_first_category_has_no_column_and_a_missing_one_is_the_most_frequent() -> None:
    table = colours()
    preparation = prepare(table, one_hot="reference", scale=False).fit(table)
    assert preparation.get_feature_names_out().tolist() == ["colour=green", "colour=red", "size"]
    expected = [[0, 1, 1], [1, 0, 2], [0, 0, 3], [0, 1, 4], [0, 1, 5]]
    assert_array_equal(preparation.transform(table), expected)


def test_columns_and_intercept_have_full_rank() -> None:
    rng = np.random.default_rng(0)
    table = read_table({"a": rng.choice(list("xyz"), 60), "b": rng.choice(list("uv"), 60)})
    ranks = {}
    for one_hot in (True, "reference"):
        X = np.column_stack([np.ones(60), prepare(table, one_hot=one_hot).fit(table).transform(table)])
        ranks[one_hot] = np.linalg.matrix_rank(X) == X.shape[1]
    assert ranks == {True: False, "reference": True}


def test_other_words_are_refused() -> None:
    table = colours()
    with pytest.raises(UsageError, match="one_hot='first' is not accepted"):
        prepare(table, one_hot="first").fit(table)
