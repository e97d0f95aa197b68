import gzip
import json
import os
from pathlib import Path

import openpyxl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from fenlei.errors import DataError, UsageError
from fenlei.table.formats.sources import file_format, read_raw, regroup, stream_raw

COLUMNS = {"a": list(range(10)), "b": [f"v{i % 3}" for i in range(10)]}


def write_csv(path):
    lines = ["a,b", *(f"{a},{b}" for a, b in zip(*COLUMNS.values(), strict=True))]
    path.write_text("\n".join(lines))


def write_arff(path):
    rows = "\n".join(f"{a},{b}" for a, b in zip(*COLUMNS.values(), strict=True))
    path.write_text(f"@attribute a numeric\n@attribute b {{v0,v1,v2}}\n@data\n{rows}\n")


def write_json(path):
    path.write_text("\n\n".join(map(json.dumps, pa.table(COLUMNS).to_pylist())) + "\n")


def write_excel(path):
    book = openpyxl.Workbook()
    for row in [list(COLUMNS), *zip(*COLUMNS.values(), strict=True)]:
        book.active.append(row)
    book.save(path)


def write_packed(path, codec):
    write_csv(path)
    packed = pa.Codec(codec).compress(path.read_bytes(), asbytes=True)
    path.write_bytes(gzip.compress(path.read_bytes()) if codec == "gzip" else packed)


WRITERS = {
    "t.csv": write_csv,
    "t.txt": write_csv,
    "t.arff": write_arff,
    "t.jsonl": lambda path: write_json(path),
    "t.json": lambda path: path.write_text(json.dumps(pa.table(COLUMNS).to_pylist(), indent=1)),
    "t.xlsx": lambda path: write_excel(path),
    "t.csv.gz": lambda path: write_packed(path, "gzip"),
    "t.csv.zst": lambda path: write_packed(path, "zstd"),
    "t.gz": lambda path: write_packed(path, "gzip"),
    "t.parquet": lambda path: pa.parquet.write_table(pa.table(COLUMNS), path, row_group_size=4),
    "t.feather": lambda path: pa.feather.write_feather(pa.table(COLUMNS), path, chunksize=4),
}


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_whole_and_in_blocks(tmp_path, name):
    path = tmp_path / name
    WRITERS[name](path)
    raw = read_raw(str(path))
    assert [float(a) for a in raw.table["a"].to_pylist()] == COLUMNS["a"]
    assert raw.table["b"].to_pylist() == COLUMNS["b"]
    assert raw.is_text == name.startswith(("t.csv", "t.txt", "t.gz"))
    blocks = list(stream_raw(path, rows=4))
    assert [block.num_rows for block in blocks] == [4, 4, 2]
    assert [row for block in blocks for row in block.to_pylist()] == raw.table.to_pylist()


def test_a_dictionary_column_in_parquet(tmp_path):
    table = pa.table({"c": pa.array(["b", "a", "b"]).dictionary_encode()})
    pa.parquet.write_table(table, tmp_path / "t.parquet", row_group_size=1)
    assert read_raw(tmp_path / "t.parquet").table["c"].to_pylist() == ["b", "a", "b"]


def test_regroup_keeps_rows_in_order():
    whole = pa.table({"a": list(range(11))})
    parts = [whole.slice(start, length) for start, length in [(0, 3), (3, 0), (3, 7), (10, 1)]]
    blocks = list(regroup(parts, 5))
    assert [block["a"].to_pylist() for block in blocks] == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10]]


def test_repeated_names_in_parquet_are_repaired(tmp_path):
    pa.parquet.write_table(pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]), tmp_path / "t.parquet")
    raw = read_raw(tmp_path / "t.parquet")
    assert raw.table.to_pylist() == [{"a": 1, "a_2": 2}]
    assert len(raw.notes) == 1


def bad_files(folder):
    (folder / "empty.csv").write_bytes(b"")
    (folder / "header.csv").write_text("a,b\n")
    (folder / "header.arff").write_text("@attribute a numeric\n@data\n")
    (folder / "binary.csv").write_bytes(bytes(range(256)))
    (folder / "book.xlsx").write_bytes(b"PK\x03\x04\x14\x00\x06\x00")
    (folder / "text.parquet").write_text("a,b\n1,2\n")
    (folder / "text.feather").write_text("a,b\n1,2\n")
    (folder / "folder.csv").mkdir()
    for name in ("cut.parquet", "cut.feather"):
        path = folder / name
        WRITERS[f"t.{path.suffix[1:]}"](path)
        path.write_bytes(path.read_bytes()[:-9])
    pa.parquet.write_table(pa.table({"a": pa.array([], pa.int64())}), folder / "rowless.parquet")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("absent.csv", "does not exist"),
        ("empty.csv", "is empty"),
        ("header.csv", "has a header but no rows"),
        ("header.arff", "has a header but no rows"),
        ("rowless.parquet", "has a header but no rows"),
        ("binary.csv", "is not a text table"),
        ("book.xlsx", "save it as CSV"),
        ("text.parquet", "cannot be read as Parquet"),
        ("text.feather", "cannot be read as Feather"),
        ("cut.parquet", "cannot be read as Parquet"),
        ("cut.feather", "cannot be read as Feather"),
        ("folder.csv", "is a directory"),
        ("x" * 300, "cannot be read"),
    ],
)
def test_bad_files_get_one_sentence(tmp_path, name, sentence):
    bad_files(tmp_path)
    with pytest.raises(DataError, match=sentence) as caught:
        read_raw(tmp_path / name)
    assert str(tmp_path) in str(caught.value)
    assert caught.value.exit_code == 3
    assert caught.value.text("zh") != str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_unreadable_file(tmp_path):
    path = tmp_path / "t.csv"
    write_csv(path)
    path.chmod(0)
    with pytest.raises(DataError, match="check its permissions"):
        file_format(path)


def test_unreadable_is_told_from_the_system_error(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    write_csv(path)

    def refuse(self, *args, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(DataError, match=r"cannot be read \(Permission denied\)"):
        file_format(path)


@pytest.mark.parametrize("source", [3, [[1, 2]], None, object()])
def test_what_is_no_source(source):
    with pytest.raises(UsageError, match="A table cannot be read from a"):
        read_raw(source)


def test_no_columns():
    with pytest.raises(DataError, match="The dict has no columns"):
        read_raw({})
    with pytest.raises(DataError, match="The dict has a header but no rows"):
        read_raw({"a": []})


@pytest.mark.parametrize("suffix", ["parquet", "feather"])
def test_text_that_is_not_utf8_is_one_sentence(tmp_path: Path, suffix: str) -> None:
    import pyarrow.feather
    import pyarrow.parquet

    text = pa.array([b"\xff\xfe", b"a"], pa.binary()).view(pa.string())
    table, path = pa.table({"c": text, "y": ["u", "v"]}), tmp_path / f"t.{suffix}"
    if suffix == "parquet":
        pyarrow.parquet.write_table(table, path)
    else:
        pyarrow.feather.write_feather(table, path)
    with pytest.raises(DataError, match="has text that is not UTF-8"):
        read_raw(path)
