import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from fenlei import read_table
from fenlei.errors import DataError
from fenlei.table.columns import arrow_column, dict_arrow, frame_arrow
from fenlei.table.frames import is_frame


def test_what_is_a_frame():
    assert all(map(is_frame, [pd.DataFrame(), pl.DataFrame(), pa.table({})]))
    assert not any(map(is_frame, [np.zeros((2, 2)), [[1]], {"a": [1]}, 3, pl.LazyFrame()]))


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_frames_of_all_makers(make):
    data = {"数": [1, 2], "t": ["a", None], "b": [True, False], "f": [0.5, None]}
    columns = dict(frame_arrow(make(data)))
    assert {name: values.to_pylist() for name, values in columns.items()} == data


def test_pandas_of_every_sort():
    frame = pd.DataFrame(
        {
            "mixed": [1, "x", None],
            "category": pd.Categorical(["b", None, "a"], categories=["b", "a"], ordered=True),
            "nullable": pd.array([1, None, 2], dtype="Int64"),
            "na": pd.Series([pd.NA, "x", 3], dtype=object),
            "date": pd.to_datetime(["2020-01-01", None, "2021-01-01"]),
            7: [1, 2, 3],
        }
    )
    columns = dict(frame_arrow(frame))
    assert columns["mixed"].to_pylist() == ["1", "x", None]
    assert columns["category"].type.ordered
    assert columns["nullable"].to_pylist() == [1, None, 2]
    assert columns["na"].to_pylist() == [None, "x", "3"]
    assert columns["date"].to_pylist()[0] == datetime.datetime(2020, 1, 1)
    assert columns["7"].to_pylist() == [1, 2, 3]


def test_repeated_names_come_through():
    frame = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert [(name, values.to_pylist()) for name, values in frame_arrow(frame)] == [("a", [1]), ("a", [2])]
    assert list(frame.columns) == ["a", "a"]


def test_dict_of_anything_one_dimensional():
    columns = dict_arrow(
        {
            "list": [1, None],
            "array": np.array(["a", "b"]),
            "series": pd.Series([1.0, np.nan]),
            "polars": pl.Series([True, False]),
            "arrow": pa.array([1, 2]),
            "tuple": ("x", 1),
        }
    )
    assert [values.to_pylist() for _, values in columns] == [
        [1, None],
        ["a", "b"],
        [1.0, None],
        [True, False],
        [1, 2],
        ["x", "1"],
    ]


def test_lengths_must_agree():
    with pytest.raises(DataError, match="Column 'b' has 1 value, the first column has 2"):
        dict_arrow({"a": [1, 2], "b": [1]})


@pytest.mark.parametrize("values", ["text", 3, np.zeros((2, 2)), None])
def test_what_is_no_column(values):
    with pytest.raises(DataError, match="Column 'a' holds values of type"):
        arrow_column(values, "a")


@pytest.mark.parametrize("where", ["cell", "name", "frame", "text"])
def test_half_a_character_is_one_sentence(where: str) -> None:
    half = "a \ud800 b"
    column = {half: ["d", "c"]} if where == "name" else {"n": [half, "c"]}
    given = pd.DataFrame(column, dtype=object) if where == "frame" else column
    with pytest.raises(DataError, match="half a character"):
        read_table(given, text=["n"] if where == "text" else ())
