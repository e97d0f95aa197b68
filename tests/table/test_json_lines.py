"""JSON as a table: an object per row, a key per column."""

import pytest

from fenlei.errors import DataError
from fenlei.table import read_table


def read(tmp_path, text, **options):
    path = tmp_path / "t.jsonl"
    path.write_bytes(text.encode(options.pop("write", "utf-8")))
    return read_table(path, **options)


def test_keys_that_rows_lack_are_missing(tmp_path):
    table = read(tmp_path, '{"a": 1}\n{"b": "x", "a": null}\n{"a": 3.5, "b": "y"}\n{"b": "x"}\n')
    assert table.arrow["a"].to_pylist() == [1.0, None, 3.5, None]
    assert table.arrow["b"].to_pylist() == [None, "x", "y", "x"]


def test_values_of_several_types_become_text(tmp_path):
    table = read(tmp_path, '{"a": 1}\n{"a": "x"}\n{"a": 1}\n{"a": "x"}\n')
    assert table.schema.columns[0].categories == ("1", "x")


def test_truth_values_and_missing_words(tmp_path):
    table = read(tmp_path, '{"a": true, "b": "NA"}\n{"a": false, "b": "3"}\n{"a": true, "b": 4}')
    assert [column.kind for column in table.schema.columns] == ["boolean", "numeric"]
    assert table.schema.columns[1].n_missing == 1


def test_encodings(tmp_path):
    table = read(tmp_path, '{"颜色": "红"}\n{"颜色": "绿"}\n{"颜色": "红"}', write="gb18030")
    assert table.schema.columns[0].categories == ("红", "绿")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a": 1}\n\n{"a": 2\n', r"line 3: '{\"a\": 2' is not a JSON object; write one object per row"),
        ('{"a": 1}\n7\n', "line 2: '7' is not a JSON object"),
        ('[{"a": 1}, 7]', "element 2 of the array: 7 is not a JSON object"),
        ('[{"a": 1}', "cannot be read as JSON"),
        ('{"a": "\\ud800"}', "half a character"),
        ('{"a": {"b": 1}}\n{"a": {"b": 2}}', "Column 'a' holds values of type struct"),
        ("{}\n{}\n", "has no columns"),
        ("[" * 100_000, "cannot be read as JSON"),
    ],
)
def test_what_is_no_table_is_one_sentence(tmp_path, text, sentence):
    with pytest.raises(DataError, match=sentence):
        read(tmp_path, text)


def test_numbers_beyond_64_bits(tmp_path):
    table = read(tmp_path, f'{{"a": {10**30}}}\n{{"a": 1}}\n{{"a": 1}}')
    assert table.schema.columns[0].n_distinct == 2
