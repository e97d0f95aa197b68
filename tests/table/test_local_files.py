"""Standard input and compressed files are read as if they lay unpacked on the disk."""

import gzip
import io
from types import SimpleNamespace

import pyarrow as pa
import pytest

from fenlei.errors import DataError
from fenlei.table import read_blocks, read_table
from fenlei.table.formats.local_files import local_file

ROWS = b"size,colour\n1,red\n2,green\n3,red\n"


def zstd(data):
    return pa.Codec("zstd").compress(data, asbytes=True)


@pytest.fixture
def standard_input(monkeypatch):
    """What is given stands on standard input."""
    return lambda data: monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd])
def test_standard_input_may_be_compressed(standard_input, pack):
    standard_input(pack(ROWS))
    assert read_table("-").coded().X.tolist() == [[1, 1], [2, 0], [3, 1]]


def test_standard_input_in_blocks(standard_input):
    schema = read_table({"size": [1, 2], "colour": ["red", "green"]}).schema
    standard_input(ROWS)
    assert [len(block) for block in read_blocks("-", schema, rows=2)] == [2, 1]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"size": 1, "colour": "red"}\n{"size": 2, "colour": "green"}', "JSON"),
        (
            b"@RELATION t\n@attribute size numeric\n@attribute colour {red,green}\n@data\n1,red\n2,green\n",
            "ARFF",
        ),
    ],
)
def test_the_format_of_standard_input_is_detected(standard_input, data, kind):
    standard_input(data)
    assert read_table("-").arrow.num_rows == 2, kind


def test_members_of_a_gzip_file_are_joined(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(ROWS) + gzip.compress(b"4,green\n"))
    assert read_table(path).arrow["size"].to_pylist() == [1, 2, 3, 4]


def test_the_suffix_below_the_compression_counts(tmp_path):
    path = tmp_path / "t.tsv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,2\n"))
    assert read_table(path).arrow.column_names == ["a,b"]


@pytest.mark.parametrize(("pack", "name"), [(gzip.compress, "gzip"), (zstd, "zstd")])
def test_a_truncated_file_is_one_sentence(tmp_path, pack, name):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(pack(ROWS * 1000)[:-20])
    with pytest.raises(DataError, match=f"t.csv.gz' cannot be read as {name}: it is damaged"):
        read_table(path)


def test_errors_name_the_source_and_not_the_copy(tmp_path, standard_input):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,2,3\n"))
    with pytest.raises(DataError, match=r"File '\S*t\.csv\.gz': row 1 has 3 fields") as caught:
        read_table(path)
    assert caught.value.facts["path"] == path
    standard_input(b"")
    with pytest.raises(DataError, match="File '-' is empty"):
        read_table("-")


def test_no_copy_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(ROWS))
    with local_file(path) as copy:
        assert copy.read_bytes() == ROWS
        assert copy.is_relative_to(tmp_path / "copies")
    assert not list((tmp_path / "copies").iterdir())
    with local_file(tmp_path / "plain.csv") as itself:
        assert itself == tmp_path / "plain.csv"


def test_a_folder_that_is_full(tmp_path, monkeypatch):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(ROWS))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(DataError, match=r"t\.csv\.gz' cannot be copied into .*No space left.*TMPDIR"):
        read_table(path)
