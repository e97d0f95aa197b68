"""Folders as they are found: files that are no data, that are empty, damaged, or unlike the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from fenlei import DecisionTreeClassifier, GaussianNB, scan
from fenlei.errors import DataError, FenleiWarning
from fenlei.study import train


def part(seed: int, n: int = 300, labels: str = "ab") -> pa.Table:
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, len(labels), n)
    columns = {"x": rng.normal(kind, 1.0), "z": rng.normal(size=n)}
    return pa.table(columns | {"y": np.array(list(labels), object)[kind]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "rows"
    found.mkdir()
    for i in range(3):
        pa.parquet.write_table(part(i), found / f"part-{i}.parquet", row_group_size=100, compression="none")
    return found


def same(model: GaussianNB, other: GaussianNB) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(model.model_, other.model_, strict=True))


def test_what_other_programs_leave_in_folders(folder: Path) -> None:
    expected = GaussianNB().fit(scan(folder, target="y"))
    (folder / "_SUCCESS").touch()
    for name in (
        "_metadata",
        "_common_metadata.parquet",
        ".part-0.parquet.crc",
        ".hidden.parquet",
        "notes.txt",
    ):
        (folder / name).write_bytes(b"nothing to read")
    (folder / "_temporary").mkdir()
    (folder / "_temporary" / "part-9.parquet").write_bytes(b"half of a file")
    (folder / "part-7.parquet").touch()
    pa.parquet.write_table(part(0).slice(0, 0), folder / "part-1b.parquet")
    assert same(GaussianNB().fit(scan(folder, target="y")), expected)


def test_files_of_no_and_of_one_row(tmp_path: Path) -> None:
    for name, text in (("a", "x,y\n"), ("b", "x,y\n1,p\n"), ("c", "x,y\n3,q\n2,p\n4,q\n"), ("d", "x,y\n")):
        (tmp_path / f"{name}.csv").write_text(text)
    data = scan(tmp_path, target="y")
    assert data.n_rows == 4
    assert GaussianNB().fit(data).theta_.tolist() == [[1.5], [3.5]]
    (tmp_path / "b.csv").unlink()
    (tmp_path / "c.csv").unlink()
    with pytest.raises(DataError, match="has a label"):
        scan(tmp_path, target="y")


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def bad_page(path: Path) -> None:
    """The first page of the last column is of no length that it could have."""
    place = pa.parquet.read_metadata(path).row_group(1).column(2).data_page_offset
    content = bytearray(path.read_bytes())
    content[place : place + 12] = b"\xff" * 12
    path.write_bytes(content)


def not_utf8(path: Path) -> None:
    table = part(1)
    words = pa.array([b"a", b"b\xff\xfe"] * 150).view(pa.string())
    pa.parquet.write_table(table.set_column(2, "y", words), path)


@pytest.mark.parametrize("damage", [truncated, bad_page, not_utf8])
def test_damaged_files_are_named_or_left_out(
    damage: Callable[[Path], None], folder: Path, tmp_path: Path
) -> None:
    damage(folder / "part-1.parquet")
    with pytest.raises(DataError, match=r"part-1\.parquet"):
        scan(folder, target="y")
    with pytest.warns(FenleiWarning, match=r"Left out 1 file that cannot be read; .*part-1\.parquet"):
        data = scan(folder, target="y", skip_bad_files=True)
    whole = scan([folder / "part-0.parquet", folder / "part-2.parquet"], target="y")
    assert same(GaussianNB().fit(data), GaussianNB().fit(whole))
    with pytest.warns(FenleiWarning):
        model = train(folder, "gaussian_nb", "y", skip_bad_files=True)
    assert model.facts["left_out"] == [str(folder / "part-1.parquet")]


def test_text_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.csv").write_text("x,y\n1,p\n2,q\n3,p\n")
    (tmp_path / "b.csv").write_text("x,y\n1,p\n2,q,7\n3,p\n")
    (tmp_path / "c.csv").write_bytes(b"x,y\n1,p\n2,\xff\xff\n3,p\n")
    with pytest.raises(DataError, match=r"c\.csv' is not valid"):
        scan(tmp_path, target="y")
    with pytest.warns(FenleiWarning, match="Left out 2 files"):
        data = scan(tmp_path, target="y", skip_bad_files=True)
    assert (data.n_rows, len(data.table.left_out)) == (6, 2)
    (tmp_path / "a.csv").unlink()
    (tmp_path / "d.csv").unlink()
    with pytest.raises(DataError):  # of two bad files nothing is left
        scan(tmp_path, target="y", skip_bad_files=True)


def test_a_column_that_is_also_in_the_name_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "year=2024").mkdir()
    (tmp_path / "year=2024" / "a.csv").write_text("x,year\n1,2\n3,4\n")
    with pytest.raises(DataError, match=r"Column 'year' is in .*a\.csv' and in the name of its folder"):
        scan(tmp_path)


def test_labels_that_only_some_files_have(folder: Path) -> None:
    pa.parquet.write_table(part(5, labels="c"), folder / "part-9.parquet")
    data = scan(folder, target="y")
    assert data.classes is not None
    assert data.classes.tolist() == ["a", "b", "c"]
    assert GaussianNB().fit(data).class_count_.sum() == 1200


def test_rows_of_one_class(tmp_path: Path) -> None:
    pa.parquet.write_table(part(0, labels="a"), tmp_path / "a.parquet")
    with pytest.raises(DataError, match="one class"):
        train(tmp_path, "lda", "y")


def test_numbers_beyond_the_range(folder: Path) -> None:
    """As in memory: an infinite value is a sentence, a huge one an answer."""
    table = part(7)
    for value in (np.inf, 1e308):
        x = table["x"].to_numpy().copy()
        x[17] = value
        pa.parquet.write_table(table.set_column(0, "x", pa.array(x)), folder / "part-3.parquet")
        if value == np.inf:
            with pytest.raises(DataError, match="infinite"):
                scan(folder, target="y")
    model = DecisionTreeClassifier(max_bins=255, max_depth=2).fit(scan(folder, target="y"))
    assert np.isfinite(model.tree_.threshold).all()


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_text_in_a_column_declared_numeric_is_named_with_file_and_row(tmp_path: Path, kind: str) -> None:
    for name, values in (("a", [*map(str, range(80))]), ("b", ["1", "2", "tall", "4", "wide"])):
        rows = pa.table({"size": values, "kind": ["x", "y"] * (len(values) // 2) + ["x"] * (len(values) % 2)})
        path = tmp_path / f"{name}.{kind}"
        pa.csv.write_csv(rows, path) if kind == "csv" else pa.parquet.write_table(rows, path)
    with pytest.raises(DataError) as found:
        scan(tmp_path, target="kind", numeric="size")
    assert found.value.key == "scan.not_numbers"
    assert found.value.facts["row"] == 3
    assert str(found.value.facts["path"]).endswith(f"b.{kind}")
    assert "tall" in str(found.value)
