"""Text files in parts: whole rows each, the same rows as the whole file gives, on every engine."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fenlei
from fenlei import GaussianNB, scan
from fenlei.errors import DataError
from fenlei.table.scanning import cuts, pieces
from tests.rows.test_scan import digest, small_leaves

__all__ = ["small_leaves"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "PART_BYTES", 300)
    monkeypatch.setattr(cuts, "CHUNK_BYTES", 100)


def written(path: Path, n: int = 1000, quoting: int = csv.QUOTE_MINIMAL, encoding: str = "utf-8") -> Path:
    rng = np.random.default_rng(0)
    words = [
        "plain",
        "with, comma",
        'with "quotes"',
        "two\nlines",
        "été" if encoding != "gb18030" else "一二",
        "\r\n",
        '"',
    ]
    with path.open("w", encoding=encoding, newline="") as file:
        out = csv.writer(file, quoting=quoting)  # type: ignore[arg-type]
        out.writerow(["x", "note", "y"])
        for i in range(n):
            kind = int(rng.integers(0, 2))
            out.writerow([round(float(rng.normal(kind)), 3), words[i % 7], "ab"[kind]])
    return path


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "gb18030"])
def test_parts_are_the_rows_of_the_file(
    quoting: int, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.csv", 1000, quoting, encoding)
    data = scan(path, target="y", nominal="note", encoding=encoding)
    assert len(data.table.pieces) > 20
    assert [piece.before for piece in data.table.pieces] == [
        sum(piece.rows for piece in data.table.pieces[:i]) for i in range(len(data.table.pieces))
    ]
    monkeypatch.setattr(cuts, "PART_BYTES", 1 << 26)
    whole = scan(path, target="y", nominal="note", encoding=encoding)
    assert len(whole.table.pieces) == 1
    assert data.schema == whole.schema
    X, expected = (np.vstack([block.X for block in each.blocks()]) for each in (data, whole))
    np.testing.assert_array_equal(X, expected)


@pytest.mark.usefixtures("small_leaves")
def test_a_task_reads_its_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = scan(written(tmp_path / "a.csv", 2000), target="y", drop="note")
    expected = digest(GaussianNB().fit(data))
    read = []
    stream = pieces.stream_delimited
    monkeypatch.setattr(
        pieces, "stream_delimited", lambda layout, part: read.append(part) or stream(layout, part)
    )
    with fenlei.on("threads"):
        assert digest(GaussianNB().fit(data)) == expected
    assert sum(stop - start for start, stop in read) < 3 * (tmp_path / "a.csv").stat().st_size


def test_quotes_where_no_value_begins_end_the_cutting(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = [f"{i},w{i % 3}" for i in range(400)]
    rows[200] = '200,5" pipe'
    path.write_text("\n".join(["x,note", *rows, ""]))
    found = cuts.safe_cuts(path, "utf-8", ",")
    assert 1 < len(found) < 8
    data = scan(path, nominal="note")
    assert data.n_rows == 400
    assert data.table.pieces[-1].rows > 190


def test_a_bad_row_is_named_by_its_number_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = [f"{i}.5,{i % 3}" for i in range(400)]
    path.write_text("\n".join(["x,y", *rows[:300], "1,2,3", *rows[300:], ""]))
    with pytest.raises(DataError, match="row 301"):
        scan(path, target="y")


@given(
    lines=st.lists(
        st.lists(st.text('a,"\n\r ', max_size=5), min_size=2, max_size=2), min_size=1, max_size=60
    ),
    part=st.integers(1, 40),
)
@settings(max_examples=60, deadline=None)
def test_no_cut_is_inside_a_value(
    lines: list[list[str]], part: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("cuts") / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuts, "PART_BYTES", part)
        patch.setattr(cuts, "CHUNK_BYTES", 7)
        found = cuts.safe_cuts(path, "utf-8", ",")
    text = path.read_bytes()
    assert b"".join(text[start:stop] for start, stop in found) == text
    rows = [
        row
        for start, stop in found
        for row in csv.reader(text[start:stop].decode().splitlines(keepends=True))
    ]
    assert rows == list(csv.reader(text.decode().splitlines(keepends=True)))
