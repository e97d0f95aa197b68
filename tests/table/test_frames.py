import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from fenlei.errors import DataError, UsageError
from fenlei.table.frame_columns import frame_columns
from fenlei.table.frames import CategoryCoding, apply_categories, learn_categories

DATA = {"c": ["b", "a", None], "x": [1.5, None, 2.0], "t": [True, False, None], "n": [10, 9, 10]}
NAN = np.nan


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_frames_are_coded_by_the_types_of_their_columns(make):
    X = make(DATA)
    coding = learn_categories(X)
    assert coding.names == ("c", "x", "t", "n")
    assert coding.categories == (("a", "b"), None, ("False", "True"), None)
    assert coding.categorical == (True, False, True, False)
    np.testing.assert_array_equal(
        apply_categories(X, coding), [[1, 1.5, 1, 10], [0, NAN, 0, 9], [NAN, 2, NAN, 10]]
    )
    assert learn_categories(X, "from_dtype") == coding


@pytest.mark.parametrize("chosen", [["n"], [3], [-1], [False, False, False, True], np.array([3])])
def test_numbers_named_categorical_are_coded_by_value(chosen):
    coding = learn_categories(pd.DataFrame(DATA), chosen)
    assert coding.categories[3] == ("9", "10")
    new = pd.DataFrame(DATA | {"n": [9.0, 11.0, 10.0]})
    np.testing.assert_array_equal(apply_categories(new, coding)[:, 3], [0, NAN, 1])


def test_unseen_categories_are_missing():
    coding = learn_categories(pd.DataFrame({"c": pd.Categorical(["b", "a"])}))
    np.testing.assert_array_equal(apply_categories(pd.DataFrame({"c": ["z", "b"]}), coding), [[NAN], [1]])


def test_columns_of_a_frame_are_found_by_name():
    coding = learn_categories(pd.DataFrame(DATA))
    turned = pd.DataFrame(DATA)[["n", "t", "x", "c"]]
    np.testing.assert_array_equal(
        apply_categories(turned, coding), apply_categories(pd.DataFrame(DATA), coding)
    )
    with pytest.raises(DataError, match="The DataFrame lacks 1 of the columns"):
        apply_categories(turned[["n", "t", "x"]], coding)


def test_numeric_arrays_pass_through():
    X = np.array([[0, 1], [2, 0]], dtype=np.float32)
    coding = learn_categories(X, [1])
    assert coding == CategoryCoding(None, (None, None), (False, True))
    assert apply_categories(X, coding).dtype == np.float64
    np.testing.assert_array_equal(apply_categories(X, coding), X)
    double = X.astype(np.float64)
    assert apply_categories(double, coding) is double
    with pytest.raises(DataError, match="has 1 column, but 2 were seen"):
        apply_categories(X[:, :1], coding)


@pytest.mark.parametrize(
    "X",
    [
        np.array([["b", 1.5], ["a", 2], ["b", None]], dtype=object),
        [["b", 1.5], ["a", 2], ["b", None]],
    ],
)
def test_object_arrays_and_lists(X):
    coding = learn_categories(X)
    assert coding == CategoryCoding(None, (("a", "b"), None), (True, False))
    np.testing.assert_array_equal(apply_categories(X, coding), [[1, 1.5], [0, 2], [1, NAN]])


def test_text_arrays():
    X = np.array([["b", "1"], ["a", "2"]])
    coding = learn_categories(X)
    assert coding.categories == (("a", "b"), ("1", "2"))
    assert apply_categories(X, coding).tolist() == [[1, 0], [0, 1]]


def test_infinity_and_words_among_numbers():
    coding = learn_categories(pd.DataFrame({"x": [1.0, 2.0]}))
    with pytest.raises(DataError, match="Column 'x': 1 value is infinite"):
        apply_categories(pd.DataFrame({"x": [np.inf]}), coding)
    with pytest.raises(DataError, match="Column 'x': 1 value is not a number"):
        apply_categories(pd.DataFrame({"x": ["one"]}), coding)


@pytest.mark.parametrize("wrong", ["n", [True, False], [4], [0.5], [None]])
def test_wrong_choices(wrong):
    with pytest.raises(UsageError, match="Option categorical_features="):
        learn_categories(pd.DataFrame(DATA), wrong)


def test_unknown_name():
    with pytest.raises(UsageError, match="There is no column 'z'"):
        learn_categories(pd.DataFrame(DATA), ["z"])


def test_frame_columns():
    kinds = [(c.name, c.kind) for c in frame_columns(pd.DataFrame(DATA))]
    assert kinds == [("c", "nominal"), ("x", "numeric"), ("t", "boolean"), ("n", "numeric")]


@pytest.mark.parametrize("X", [pd.DataFrame(DATA), np.zeros((2, 3)), pd.DataFrame({"c": [None, None]})])
def test_json_round_trip(X):
    coding = learn_categories(X, [0])
    assert CategoryCoding.from_dict(json.loads(json.dumps(coding.to_dict()))) == coding


GOOD = {"names": ["a"], "categories": [["x"]], "categorical": [True]}


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        GOOD | {"names": ["a", "b"]},
        GOOD | {"names": [1]},
        GOOD | {"categories": [["x", "x"]]},
        GOOD | {"categories": [[1]]},
        GOOD | {"categories": []},
        GOOD | {"categorical": [1]},
    ],
)
def test_nonsense_is_refused(wrong):
    with pytest.raises(DataError):
        CategoryCoding.from_dict(wrong)
