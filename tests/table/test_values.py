import decimal
import math

import numpy as np
import pyarrow as pa
import pytest

from fenlei.errors import DataError
from fenlei.table.values import (
    as_codes,
    as_labels,
    as_numbers,
    as_text,
    as_truths,
    parsed,
    plain,
    require_finite,
    require_known,
    sorted_categories,
    to_floats,
)


def column(values, kind=None):
    return pa.chunked_array([pa.array(values, kind)])


@pytest.mark.parametrize(
    ("values", "kind", "wanted"),
    [
        ([1, None], pa.int8(), pa.int64()),
        ([2**64 - 1], pa.uint64(), pa.float64()),
        ([1.5, math.nan], pa.float32(), pa.float64()),
        ([decimal.Decimal("1.50")], None, pa.float64()),
        ([True, None], None, pa.bool_()),
        (["a"], pa.large_string(), pa.string()),
        (["a"], pa.string_view(), pa.string()),
        ([None, None], pa.null(), pa.string()),
        ([b"a"], pa.binary(), pa.string()),
        ([0], pa.date32(), pa.string()),
        ([0], pa.timestamp("us"), pa.string()),
    ],
)
def test_plain_types(values, kind, wanted):
    assert plain(column(values, kind), "x").type == wanted


def test_plain_nulls():
    assert plain(column([1.0, math.nan, None]), "x").to_pylist() == [1.0, None, None]
    assert plain(column([" a ", "?", " ", None]), "x", ("", "?")).to_pylist() == ["a", None, None, None]
    assert plain(column([" a ", "?"]), "x").to_pylist() == [" a ", "?"]


def test_plain_dictionary():
    assert plain(column(["b", "a", None]).dictionary_encode(), "x").to_pylist() == ["b", "a", None]
    assert plain(column([2, 1]).dictionary_encode(), "x").to_pylist() == [2, 1]


@pytest.mark.parametrize(("values", "kind"), [([[1]], None), ([{"a": 1}], None), ([b"\xff"], pa.binary())])
def test_values_that_cannot_be_written_are_refused(values, kind):
    with pytest.raises(DataError, match="Column 'x' holds values of type"):
        plain(column(values, kind), "x")


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (["1", "-2", None], [1, -2, None]),
        (["1", "2.5e1"], [1.0, 25.0]),
        (["1", "nan"], [1.0, None]),
        (["True", "false", None], [True, False, None]),
        (["1", "x"], ["1", "x"]),
        (["0x1F"], ["0x1F"]),
        (["12345678901234567890"], [1.2345678901234567e19]),
        (["1_000"], ["1_000"]),
        ([None], [None]),
    ],
)
def test_parsed(texts, wanted):
    found = parsed(column(texts, pa.string())).to_pylist()
    assert found == wanted
    assert list(map(type, found)) == list(map(type, wanted))


def test_numbers_or_a_sentence():
    assert as_numbers(column(["1", "2.5"]), "age").to_pylist() == [1.0, 2.5]
    assert as_numbers(column([True, None]), "age").to_pylist() == [1, None]
    texts = ["1"] * 16 + ["n/a", "2", "n/a", "x"]
    with pytest.raises(DataError) as caught:
        as_numbers(column(texts), "age")
    assert str(caught.value) == (
        "Column 'age': 3 values are not numbers (first: 'n/a' in row 17); "
        "declare it nominal or set missing='n/a'."
    )
    with pytest.raises(DataError, match=r"2 values are not numbers \(first: 'True' in row 101\)"):
        as_numbers(column(["True", "False"]), "age", first_row=101)


def test_infinite_values_are_refused():
    require_finite(column([1.0, None]), "x")
    with pytest.raises(DataError, match=r"Column 'x': 2 values are infinite \(first in row 2\)"):
        require_finite(column([1.0, -math.inf, math.inf]), "x")
    with pytest.raises(DataError, match="infinite"):
        as_numbers(column(["1", "inf"]), "x")


def test_text_of_numbers_and_truths():
    assert as_text(column([1.0, 0.1, None])).to_pylist() == ["1", "0.1", None]
    assert as_text(column([True, None, False])).to_pylist() == ["True", None, "False"]
    assert as_text(column([7])).to_pylist() == ["7"]


def test_truths():
    assert as_truths(column(["TRUE", "no", None])).to_pylist() == [True, None, None]
    assert as_truths(column([0, 2, None])).to_pylist() == [False, True, None]


def test_codes_are_null_where_unseen():
    codes = as_codes(column(["b", "z", None, "a"]), ("a", "b"))
    assert codes.to_pylist() == ["b", None, None, "a"]
    np.testing.assert_array_equal(to_floats(codes), [1, np.nan, np.nan, 0])


def test_order_must_be_complete():
    require_known(column(["S", None, "L"]), "size", ("S", "M", "L"))
    with pytest.raises(DataError, match=r"order S < L \(first: 'M' in row 2\)"):
        require_known(column(["S", "M"]), "size", ("S", "L"))


@pytest.mark.parametrize(
    ("values", "dtype", "wanted"),
    [
        (["1", None], "int", [1, None]),
        ([1.0], "int", [1]),
        (["0.5"], "float", [0.5]),
        (["true"], "bool", [True]),
        ([1], "string", ["1"]),
    ],
)
def test_labels(values, dtype, wanted):
    assert as_labels(column(values), "y", dtype).to_pylist() == wanted


def test_labels_of_another_type_are_counted():
    with pytest.raises(DataError, match=r"'y': 1 value is not of type int \(first: 'x' in row 12\)"):
        as_labels(column(["1", "x"]), "y", "int", first_row=11)


def test_categories_are_sorted_by_size_or_by_code_point():
    assert sorted_categories(column(["10", "9", None, "9"])) == ("9", "10")
    assert sorted_categories(column(["b", "10", "a"])) == ("10", "a", "b")
    assert sorted_categories(column([10, 9])) == ("9", "10")
    assert sorted_categories(column(["nan", "2", "1"])) == ("1", "2", "nan")
