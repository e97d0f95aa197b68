import numpy as np
import pyarrow as pa
import pytest

from fenlei.errors import DataError
from fenlei.table.reading import read_table
from fenlei.table.schema import Schema
from fenlei.table.table import Table


@pytest.fixture
def table():
    return read_table({"c": ["b", "a", None, "b"], "x": [1, 2, 3, 2], "y": ["u", "v", "v", "u"]}, target="y")


def test_arrow_columns_are_typed(table):
    types = dict(zip(table.arrow.column_names, table.arrow.schema.types, strict=True))
    assert types == {"c": pa.dictionary(pa.int32(), pa.string()), "x": pa.int64(), "y": pa.string()}
    assert table.raw is table.arrow


def test_coding_many_rows_equals_a_loop():
    rng = np.random.default_rng(0)
    words = np.array(["红", "绿", "蓝"])[rng.integers(0, 3, 5000)]
    x = rng.normal(size=5000)
    x[::7] = np.nan
    coded = read_table({"c": words, "x": x}).coded()
    order = sorted(["红", "绿", "蓝"])
    np.testing.assert_array_equal(coded.X[:, 0], [order.index(word) for word in words])
    np.testing.assert_array_equal(coded.X[:, 1], x)
    assert coded.X.flags.c_contiguous
    assert coded.X.dtype == np.float64


def test_take_and_length(table):
    assert table.take([2, 0]).coded().X.tolist()[1] == [1, 1]
    assert table.take(np.array([], int)).n_rows == 0
    assert len(table) == 4


def test_without_target():
    table = read_table({"x": [1.5, 2.5]})
    assert not table.has_target
    with pytest.raises(DataError, match="no target column"):
        table.labels()


def test_no_features():
    table = Table(Schema(()), pa.table({"k": [1, 2]}))
    assert table.coded().X.shape == (2, 0)


def test_equality_and_representation(table):
    assert table == table.take(range(4))
    assert table != table.take([0])
    assert repr(table).startswith("Table(4 rows, 2 features)\ncolumn  kind")
