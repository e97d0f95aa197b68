"""Rows written as text read back as they were; quotes only where they are needed."""

import csv
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei.cli.rows import check_suffix, write_rows
from fenlei.errors import UsageError

LETTERS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)


@settings(max_examples=50)
@given(names=st.lists(LETTERS, min_size=2, max_size=2, unique=True), cells=st.lists(LETTERS, min_size=1))
@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t")])
def test_any_text_reads_back(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, delimiter: str, names: list[str], cells: list[str]
) -> None:
    path = tmp_path_factory.mktemp("rows") / f"rows{suffix}"
    block = pa.table([pa.array(cells), pa.array(cells[::-1])], names=names)
    assert write_rows([block, block], path) == 2 * len(cells)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter=delimiter))
    assert rows == [names, *(2 * [list(pair) for pair in zip(cells, cells[::-1], strict=True)])]


def test_plain_values_have_no_quotes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    block = pa.table({"名": ["红富士", None], "x": [1.5, None], "yes": [True, False]})
    write_rows([block], None)
    assert capfdbinary.readouterr().out.decode() == "名,x,yes\n红富士,1.5,true\n,,false\n"


def test_blocks_may_have_dictionaries_of_their_own(tmp_path: Path) -> None:
    blocks = [pa.table({"c": pa.array(values).dictionary_encode()}) for values in (["a", "b"], ["c", "a"])]
    for name in ("rows.csv", "rows.parquet"):
        assert write_rows(blocks, tmp_path / name) == 4
    assert (tmp_path / "rows.csv").read_text() == "c\na\nb\nc\na\n"
    assert pyarrow.parquet.read_table(tmp_path / "rows.parquet")["c"].to_pylist() == ["a", "b", "c", "a"]


def test_a_failing_block_leaves_nothing(tmp_path: Path) -> None:
    def blocks() -> object:
        yield pa.table({"x": [1]})
        raise OSError("gone")

    for name in ("rows.csv", "rows.parquet"):
        with pytest.raises(OSError, match="gone"):
            write_rows(blocks(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_suffixes() -> None:
    for accepted in (None, Path("a.CSV"), Path("a.tsv"), Path("a.parquet")):
        check_suffix(accepted)
    with pytest.raises(UsageError, match=r"\.csv, \.tsv, \.parquet"):
        check_suffix(Path("a.xlsx"))


def test_chunks_of_no_rows_and_long_text(tmp_path: Path) -> None:
    """Columns as a Parquet reader may give them, an empty chunk first, and text of pandas."""
    words = pa.chunked_array(
        [pa.array([], pa.large_string()), pa.array(["a, b", 'c "d"'], pa.large_string())]
    )
    numbers = pa.chunked_array([pa.array([], pa.int64()), pa.array([0, 1])])
    write_rows([pa.table({"x": numbers, "word": words})], tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == 'x,word\n0,"a, b"\n1,"c ""d"""\n'
