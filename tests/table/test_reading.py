import csv
import io
import json
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fenlei.errors import DataError, UsageError
from fenlei.table import Schema, Table, conform, read_blocks, read_table

FRUIT = """编号,颜色,重量,大,品种
1,红,1.5,true,红富士
2,绿,?,false,国光
3,红,2,,红富士
4,未知,NA,true,国光
5,绿,3,false,
"""


@pytest.fixture(params=["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def fruit(tmp_path, request):
    path = tmp_path / "水果.csv"
    path.write_bytes(FRUIT.encode(request.param))
    return path


def test_a_chinese_table_in_every_encoding(fruit):
    table = read_table(fruit, target="品种")
    assert [(c.name, c.kind) for c in table.schema.columns] == [
        ("编号", "identifier"),
        ("颜色", "nominal"),
        ("重量", "numeric"),
        ("大", "boolean"),
    ]
    assert table.schema.notes == ("Rows without a value of the target '品种' were left out: 1.",)
    coded = table.coded()
    assert coded.names == ("颜色", "重量", "大")
    assert coded.categories == (("红", "绿"), None, ("False", "True"))
    np.testing.assert_array_equal(coded.X, [[0, 1.5, 1], [1, np.nan, 0], [0, 2, np.nan], [np.nan, np.nan, 1]])
    assert coded.X.flags.c_contiguous
    assert table.labels().tolist() == ["红富士", "国光", "红富士", "国光"]


def test_the_same_schema_from_every_source(tmp_path):
    data = {
        "c": ["a", "b", "a", None],
        "x": [1.5, None, 2.0, 3.0],
        "b": [True, False, None, True],
        "y": [1, 0, 1, 0],
    }
    path = tmp_path / "t.csv"
    pl.DataFrame(data).write_csv(path)
    pa.parquet.write_table(pa.table(data), tmp_path / "t.parquet")
    sources = [
        data,
        path,
        str(path),
        tmp_path / "t.parquet",
        pd.DataFrame(data),
        pl.DataFrame(data),
        pa.table(data),
    ]
    tables = [read_table(source, target="y") for source in sources]
    for table in tables:
        assert table.schema == tables[0].schema
        assert table.labels().dtype == np.int64
        np.testing.assert_array_equal(table.coded().X, tables[0].coded().X)


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [
        (["2", "1"], [2, 1]),
        (["0.5", "1"], [0.5, 1.0]),
        (["TRUE", "false"], [True, False]),
        (["a", "1"], ["a", "1"]),
    ],
)
def test_labels_of_a_file_have_the_type_their_text_suggests(tmp_path, labels, wanted):
    path = tmp_path / "t.csv"
    path.write_text("x,y\n" + "".join(f"{i}.5,{label}\n" for i, label in enumerate(labels)))
    table = read_table(path, target="y")
    assert table.labels().tolist() == wanted
    assert table.schema.target.kind == "nominal"
    (block,) = read_blocks(path, table.schema)
    assert block.labels().tolist() == wanted


def test_labels_of_a_frame_keep_their_own_type():
    assert read_table({"x": [1.5, 2.5], "y": ["2", "10"]}, target="y").labels().tolist() == ["2", "10"]
    table = read_table({"x": [1.5, 2.5], "y": [10, 9]}, target="y")
    assert table.labels().dtype == np.int64
    assert table.schema.target.categories == ("9", "10")


def test_declared_kinds():
    data = {"a": [1, 2, 1], "k": ["x", "y", "z"], "s": ["M", "S", "M"], "d": [1, 2, 3], "y": [0, 1, 0]}
    table = read_table(
        data, target="y", nominal="a", id=["k"], ordinal={"s": ["S", "M", "L"]}, drop="d", numeric=()
    )
    assert {c.name: c.kind for c in table.schema.columns} == {
        "a": "nominal",
        "k": "identifier",
        "s": "ordinal",
    }
    assert table.schema.notes == ("Column 'd' was dropped as asked.",)
    assert table.coded().X.tolist() == [[0, 1], [1, 0], [0, 1]]
    assert table.schema.features[1].categories == ("S", "M", "L")


def test_numeric_declared_against_an_identifier():
    assert read_table({"编号": [1, 2, 3]}, numeric="编号").schema.features[0].kind == "numeric"


def test_types_of_the_source_are_declarations():
    frame = pd.DataFrame(
        {
            "grade": pd.Categorical(["low", "high", "low"], categories=["low", "high"], ordered=True),
            "code": pd.Categorical([3, 1, 3]),
            "text": ["5", "?", "7"],
        }
    )
    features = read_table(frame).schema.features
    assert [(c.kind, c.categories) for c in features] == [
        ("ordinal", ("low", "high")),
        ("nominal", ("1", "3")),
        ("numeric", None),
    ]


def test_wrong_declarations():
    data = {"age": ["1"] * 16 + ["n/a", "n/a", "x"], "size": ["S"] * 19}
    with pytest.raises(DataError) as caught:
        read_table(data, numeric=["age"])
    assert str(caught.value) == (
        "Column 'age': 3 values are not numbers (first: 'n/a' in row 17); "
        "declare it nominal or set missing='n/a'."
    )
    with pytest.raises(DataError, match="are not in the given order M < L"):
        read_table(data, ordinal={"size": ["M", "L"]})
    with pytest.raises(UsageError, match="did you mean 'age'"):
        read_table(data, target="Age")
    assert read_table(data, numeric="age", missing=["n/a", "x"]).schema.columns[0].n_missing == 3


def test_row_numbers_count_rows_without_a_label():
    data = {"x": ["1", "2", "bad"], "y": [None, 1, 0]}
    with pytest.raises(DataError, match="'bad' in row 3"):
        read_table(data, target="y", numeric="x")


def test_columns_that_say_nothing():
    schema = read_table({"all": [None, None], "one": [5, 5], "x": [1.5, 2.5]}).schema
    assert [(c.kind, c.note) for c in schema.columns[:2]] == [
        ("constant", "every value is missing"),
        ("constant", "no two values differ"),
    ]
    assert [c.name for c in schema.features] == ["x"]


def test_infinite_values():
    with pytest.raises(DataError, match="Column 'x': 1 value is infinite"):
        read_table({"x": [1.0, math.inf]})


def test_no_label_at_all():
    with pytest.raises(DataError, match="Target column 'y' has no value in 2 rows"):
        read_table({"x": [1.0, 2.0], "y": [None, "?"]}, target="y")


def test_a_table_is_read_again_with_new_declarations():
    first = read_table(
        {"编号": [1, 2, 3], "k": ["a", "b", "a"], "n": [1, 1, 2], "y": ["u", "v", "u"]},
        target="y",
        numeric="编号",
        id="k",
        missing="-",
    )
    again = read_table(first)
    assert again == first
    assert read_table(first, nominal="n", drop="编号").schema.features[0].kind == "nominal"
    other = read_table(first, target="n")
    assert other.schema.target.name == "n"
    assert [c.name for c in other.schema.columns] == ["编号", "k", "y"]


# --- blocks


@pytest.fixture
def trained(tmp_path):
    path = tmp_path / "train.csv"
    path.write_text("c,x,b,y\na,1,true,0\nb,2,false,1\na,,true,0\n")
    return read_table(path, target="y").schema


def test_blocks_keep_every_row_and_every_column_as_it_came(tmp_path, trained):
    path = tmp_path / "new.csv"
    path.write_text("note,x,c,b\n 7 ,5,b,TRUE\n,?,z,\nq,6,a,false\n")
    blocks = list(read_blocks(path, trained, rows=2))
    assert [block.n_rows for block in blocks] == [2, 1]
    assert blocks[0].raw.to_pylist()[0] == {"note": " 7 ", "x": "5", "c": "b", "b": "TRUE"}
    np.testing.assert_array_equal(blocks[0].coded().X, [[1, 5, 1], [np.nan, np.nan, np.nan]])
    np.testing.assert_array_equal(blocks[1].coded().X, [[0, 6, 0]])
    with pytest.raises(DataError, match="no target column 'y'"):
        blocks[0].labels()


def test_a_bad_value_in_a_later_block_has_its_row_in_the_file(tmp_path, trained):
    path = tmp_path / "new.csv"
    path.write_text("x,c,b\n" + "1,a,true\n" * 10 + "one,a,true\n")
    with pytest.raises(DataError, match=r"'x': 1 value is not a number \(first: 'one' in row 11"):
        list(read_blocks(path, trained, rows=4))


def test_labels_of_blocks(tmp_path, trained):
    path = tmp_path / "new.csv"
    path.write_text("x,c,b,y\n1,a,true,1\n1,a,true,?\n1,a,true,0\n")
    (block,) = read_blocks(path, trained)
    with pytest.raises(DataError, match=r"has no value in 1 row \(first: row 2"):
        block.labels()
    assert block.labelled().labels().tolist() == [1, 0]
    assert block.labelled().raw["y"].to_pylist() == ["1", "0"]
    path.write_text("x,c,b,y\n1,a,true,yes\n")
    (block,) = read_blocks(path, trained)
    assert block.coded().X.shape == (1, 3)
    with pytest.raises(DataError, match=r"1 value is not of type int \(first: 'yes' in row 1"):
        block.labels()


def test_lacking_columns_are_listed(tmp_path, trained):
    path = tmp_path / "new.csv"
    path.write_text("x,z\n1,2\n")
    with pytest.raises(DataError) as caught:
        next(read_blocks(path, trained))
    assert str(caught.value) == (
        f"File '{path}' lacks 2 of the columns the model uses: 'c', 'b'; add them under these names."
    )
    with pytest.raises(DataError, match="The DataFrame lacks 1 of the columns"):
        conform(pd.DataFrame({"x": [1], "c": ["a"]}), trained)


def test_no_rows_and_bad_sizes(tmp_path, trained):
    path = tmp_path / "new.csv"
    path.write_text("c,x,b\n")
    with pytest.raises(DataError, match="has a header but no rows"):
        list(read_blocks(path, trained))
    with pytest.raises(UsageError, match="rows=0 is not accepted"):
        list(read_blocks(path, trained, rows=0))


def test_conform_takes_one_row(trained):
    table = conform({"c": ["b"], "x": [3], "b": [1]}, trained)
    assert isinstance(table, Table)
    assert table.coded().X.tolist() == [[1, 3, 1]]
    assert conform(table, trained) is table
    assert conform(table, Schema.from_dict(trained.to_dict())) is table


cells = st.sampled_from(["a", "b,", 'c"', "红", "", "?", " 1", "2.5", "-3", "NA", "true", "False", "x\ny"])


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(cells, cells, st.sampled_from("12345"), cells), min_size=1, max_size=20),
    st.sampled_from(["utf-8", "gb18030", "utf-16"]),
    st.integers(1, 7),
)
def test_blocks_equal_the_whole_and_the_schema_survives_json(tmp_path, rows, encoding, size):
    path = tmp_path / "t.csv"
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([["甲", "b", "y", "d"], *rows])
    path.write_bytes(text.getvalue().encode(encoding))
    table = read_table(path, target="y", encoding=encoding)
    schema = Schema.from_dict(json.loads(json.dumps(table.schema.to_dict())))
    assert schema == table.schema
    blocks = list(read_blocks(path, schema, rows=size, encoding=encoding))
    assert [block.n_rows for block in blocks[:-1]] == [size] * (len(blocks) - 1)
    whole = table.coded().X
    np.testing.assert_array_equal(np.concatenate([block.coded().X for block in blocks]), whole)
    np.testing.assert_array_equal(np.concatenate([block.labels() for block in blocks]), table.labels())
    np.testing.assert_array_equal(conform(table, schema).coded().X, whole)
