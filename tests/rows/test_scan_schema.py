"""The schema of a scan does not depend on how files store their values: as codes of words, or one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from fenlei import scan
from fenlei.table.scanning.codes import by_word, coded_words, count_words, plain_words
from fenlei.table.values import parsed

WORDS = np.array([" red", "red ", "green", "NA", "", "blue", "?"])


def some_rows(n: int) -> pa.Table:
    rng = np.random.default_rng(n)
    x = rng.normal(size=n)
    columns = {
        "x": x,
        "gaps": np.where(rng.random(n) < 0.1, np.nan, x),
        "nulls": pa.array(x, mask=rng.random(n) < 0.1),
        "rounded": np.round(x, 1) + 0.0,
        "zeros": np.where(rng.random(n) < 0.5, 0.0, -0.0),
        "rows": np.arange(n),
        "rare_rows": pa.array(np.arange(n), mask=rng.random(n) < 0.7),
        "rare_numbers": pa.array(rng.permutation(n), mask=rng.random(n) < 0.7),
        "numbers": rng.permutation(n),
        "word": WORDS[rng.integers(0, 7, n)],
        "digits": [str(i) for i in rng.integers(0, 50, n)],
        "key": [f"k{i}" for i in range(n)],
        "nothing": pa.nulls(n, pa.float64()),
        "kind": pa.array(np.array([" a", "a", "b", "NA"])[rng.integers(0, 4, n)], mask=rng.random(n) < 0.01),
    }
    return pa.table(columns)


@pytest.mark.parametrize("n", [3000, 150_000])
def test_the_schema_does_not_depend_on_how_values_are_stored(tmp_path: Path, n: int) -> None:
    rows = some_rows(n)
    found = {}
    for name, dictionary in (("codes", True), ("plain", False)):
        (tmp_path / name).mkdir()
        for i, start in enumerate((0, n // 3)):
            part = rows.slice(start, n // 3 if i == 0 else n)
            path = tmp_path / name / f"{i}.parquet"
            pyarrow.parquet.write_table(part, path, use_dictionary=dictionary, row_group_size=40_000)
        found[name] = scan(tmp_path / name, target="kind")
    (tmp_path / "ipc").mkdir()
    pyarrow.feather.write_feather(rows.slice(0, n // 3), tmp_path / "ipc/0.feather", chunksize=40_000)
    pyarrow.feather.write_feather(rows.slice(n // 3), tmp_path / "ipc/1.feather", chunksize=40_000)
    found["ipc"] = scan(tmp_path / "ipc", target="kind")
    first = found["codes"]
    leaves = list(first.leaves())
    for other in (found["plain"], found["ipc"]):
        assert other.schema == first.schema
        assert other.classes is not None
        assert first.classes is not None
        assert other.classes.tolist() == first.classes.tolist() == ["a", "b"]
        for a, b in zip(leaves, other.leaves(), strict=True):
            assert a.X.tobytes() == b.X.tobytes()
            assert a.y is not None
            assert b.y is not None
            assert a.y.tolist() == b.y.tolist()


def test_different_numbers_are_counted_exactly_as_long_as_they_are_few(tmp_path: Path) -> None:
    n = 150_000
    rows = some_rows(n)
    pyarrow.parquet.write_table(rows, tmp_path / "a.parquet")
    columns = {column.name: column for column in scan(tmp_path / "a.parquet").schema.columns}
    for name in ("rounded", "rare_rows", "rare_numbers", "nothing"):
        values = rows[name].drop_null().to_numpy()
        assert columns[name].n_distinct == len(np.unique(values)), name
        assert columns[name].n_missing == n - len(values), name
    assert columns["zeros"].n_distinct == 2  # 0 and -0
    assert columns["gaps"].n_missing == np.isnan(rows["gaps"].to_numpy()).sum()
    kinds = {name: column.kind for name, column in columns.items()}
    assert kinds["rows"] == kinds["rare_rows"] == kinds["key"] == "identifier"
    assert kinds["x"] == kinds["rare_numbers"] == "numeric"


def test_words_of_dictionaries_that_repeat_and_that_no_row_has() -> None:
    chunks = [
        pa.DictionaryArray.from_arrays(pa.array([2, 0, None, 1]), pa.array(["b", " b", "?", "never"])),
        pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", "b "])),
    ]
    given = pa.chunked_array(chunks)
    values = plain_words(given, "word", ("?", ""))
    assert values.cast(pa.string()).to_pylist() == [None, "b", None, "b", "a", "b"]
    assert values.null_count == 2
    words, counts, codes = count_words(values)
    assert words.to_pylist() == [None, "b", "a"]
    assert counts.tolist() == [2, 3, 1]
    assert codes.tolist() == [0, 1, 0, 1, 2, 1]
    present = values.drop_null()
    coded, places = coded_words(present)
    assert [coded[i].as_py() for i in places.tolist()] == ["b", "b", "a", "b"]
    lengths = by_word(given, lambda text: np.array([len(word) for word in text.to_pylist()], float))
    np.testing.assert_array_equal(lengths, [1, 1, np.nan, 2, 1, 2])


def test_free_text_that_is_no_feature_is_left_out(tmp_path: Path) -> None:
    lines = [f"{i % 9}.5,these are the words of note number {i} of all,{'ab'[i % 2]}" for i in range(60)]
    (tmp_path / "a.csv").write_text("\n".join(["x,note,kind", *lines]), "utf-8")
    data = scan(tmp_path / "a.csv", target="kind")
    assert [column.kind for column in data.schema.columns] == ["numeric", "text"]
    (leaf,) = data.leaves()
    assert leaf.X.ravel().tolist() == [i % 9 + 0.5 for i in range(60)]


@pytest.mark.parametrize(
    ("head", "last", "kind"),
    [
        ("1", "2", "int64"),
        ("1", "2.5", "double"),
        ("1.5", "2", "double"),
        ("1", "x", "string"),
        ("x", "1", "string"),
        ("true", "False", "bool"),
        ("true", "1", "string"),
        ("1", "true", "string"),
    ],
)
def test_the_last_of_many_texts_counts_as_much_as_the_first(head: str, last: str, kind: str) -> None:
    text = pa.chunked_array([[head] * 3000, [None, last]])
    found = parsed(text)
    assert str(found.type) == kind
    assert found.null_count == 1
    assert str(found[-1].as_py()).lower() in (last.lower(), f"{last}.0")
