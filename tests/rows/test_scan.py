"""`scan`: one table from many files, the model that memory gives, and a sentence for each bad input."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset
import pyarrow.feather
import pyarrow.parquet
import pytest

from fenlei import SVC, GaussianNB, read_table, scan
from fenlei.errors import DataError, UsageError
from fenlei.kernels import threads
from fenlei.rows import Scan

N = 5_000


def table(n: int = N, seed: int = 0) -> pa.Table:
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, n)
    size = rng.normal(kind, 1.0)
    size[rng.random(n) < 0.01] = np.nan
    colour = np.array(["red", "green", "blue"], object)[rng.integers(0, 3, n)]
    columns = {"size": size, "count": rng.integers(0, 9, n), "colour": colour, "w": rng.uniform(0.5, 2.0, n)}
    return pa.table(columns | {"kind": np.array(["a", "b", "c"], object)[kind]})


def written(rows: pa.Table, folder: Path, cuts: list[int], kind: str = "parquet") -> Path:
    folder.mkdir()
    for i, (start, stop) in enumerate(zip([0, *cuts], [*cuts, len(rows)], strict=True)):
        part, path = rows.slice(start, stop - start), folder / f"part-{i}.{kind}"
        if kind == "parquet":
            pa.parquet.write_table(part, path, row_group_size=700)
        elif kind == "feather":
            pa.feather.write_feather(part, path, chunksize=600)
        else:
            part.to_pandas().to_csv(path, index=False)
    return folder


def digest(model: Any) -> str:
    found = hashlib.sha256()
    for field in (*model.model_, *model.summary_):
        if field is not None:
            found.update(np.ascontiguousarray(field).tobytes())
    return found.hexdigest()


@pytest.fixture
def small_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves of 256 rows, hence twenty of them."""
    monkeypatch.setattr(threads.leaf_rows, "__code__", _leaves_of_256.__code__)


def _leaves_of_256(p, elements=0):  # type: ignore[no-untyped-def]
    return 256


CUTS = {
    1: [],
    7: [0, 1, 700, 1500, 1501, 4000],
    40: sorted(np.random.default_rng(1).integers(0, N, 39).tolist()),
}


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("kind", ["parquet", "feather", "csv"])
@pytest.mark.parametrize("weight", [None, "w"])
def test_one_hash_for_memory_files_and_threads(tmp_path: Path, kind: str, weight: str | None) -> None:
    rows = table()
    known = read_table(rows, target="kind", drop=["w", "colour"])
    w = None if weight is None else rows["w"].to_numpy()
    expected = digest(GaussianNB().fit(known.coded().X, known.labels(), w))
    unlike = digest(GaussianNB().fit(known.coded().X[::-1].copy(), known.labels()[::-1], w))
    assert expected != unlike  # the order of rows does change the bits
    for count, cuts in CUTS.items():
        folder = written(rows, tmp_path / f"{count}", cuts, kind)
        data = scan(folder, target="kind", weight=weight, drop="colour" if weight else ["w", "colour"])
        assert data.shape == (N, 2)
        for n_jobs in (1, 2):
            assert digest(GaussianNB(n_jobs=n_jobs).fit(data)) == expected, (count, n_jobs)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("class_weight", ["balanced", {"a": 2.0}])
def test_class_weights_as_in_memory(tmp_path: Path, class_weight: Any) -> None:
    rows = table()
    known = read_table(rows, target="kind", drop=["w", "colour"])
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="kind", weight="w", drop="colour")
    inside = GaussianNB(class_weight=class_weight).fit(known.coded().X, known.labels(), rows["w"].to_numpy())
    assert digest(GaussianNB(class_weight=class_weight).fit(data)) == digest(inside)


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_schema_is_that_of_the_whole_table(tmp_path: Path, kind: str) -> None:
    rows = table()
    data = scan(written(rows, tmp_path / "7", CUTS[7], kind), target="kind")
    if kind == "csv":
        rows.to_pandas().to_csv(tmp_path / "all.csv", index=False)
        assert data.schema == read_table(tmp_path / "all.csv", target="kind").schema
    else:
        assert data.schema == read_table(rows, target="kind").schema


def test_long_columns_are_understood_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the rows that are kept, different values and their counts give the same columns."""
    monkeypatch.setattr("fenlei.table.scanning.tally.ALL_ROWS", 1000)
    rows = table()
    rows = rows.append_column("number", pa.array(np.arange(N)))
    rows = rows.append_column("name", pa.array([f"n{i % 60}" for i in range(N)]))
    data = scan(written(rows, tmp_path / "7", CUTS[7]), target="kind")
    assert data.schema == read_table(rows, target="kind").schema


def test_rows_without_label_or_weight_do_not_count(tmp_path: Path) -> None:
    rows = pa.table({"x": [1.0, 2.0, 3.0, 9.0], "w": [1.0, 0.0, 2.0, 1.0], "y": ["a", "a", "b", None]})
    data = scan(written(rows, tmp_path / "a", [1, 2]), target="y", weight="w")
    assert data.n_rows == 2
    assert GaussianNB().fit(data).theta_.tolist() == [[1.0], [3.0]]


def test_sources(tmp_path: Path) -> None:
    rows = table(300)
    folder = written(rows, tmp_path / "a", [100])
    files = sorted(str(path) for path in folder.iterdir())
    expected = [scan(folder, target="kind").schema, 300]
    for source in (f"{folder}/*.parquet", files, files[:1] + files[1:], rows, pa.dataset.dataset(folder)):
        data = scan(source, target="kind")
        assert [data.schema, data.n_rows] == expected
        counts = [sum(len(block.X) for block in data.blocks()) for _ in range(2)]
        assert counts == [300, 300]  # as often as needed


def test_order_of_files_is_natural_and_that_of_a_list_is_kept(tmp_path: Path) -> None:
    for name, value in (("p-10.csv", 10), ("p-2.csv", 2)):
        (tmp_path / name).write_text(f"x\n{value}\n{value + 0.5}\n")
    first = [block.X[0, 0] for block in scan(tmp_path).blocks()]
    listed = [block.X[0, 0] for block in scan([tmp_path / "p-10.csv", tmp_path / "p-2.csv"]).blocks()]
    assert (first, listed) == ([2.0, 10.0], [10.0, 2.0])


def test_folders_named_key_value_give_a_column(tmp_path: Path) -> None:
    for year in (2024, 2025):
        (tmp_path / f"year={year}").mkdir()
        (tmp_path / f"year={year}" / "a.csv").write_text("x\n1\n2\n")
    data: Scan = scan(tmp_path)
    assert np.vstack([block.X for block in data.blocks()]).tolist() == [
        [1, 2024],
        [2, 2024],
        [1, 2025],
        [2, 2025],
    ]


def refused(*arguments: Any, **options: Any) -> str:
    with pytest.raises((DataError, UsageError)) as error:
        scan(*arguments, **options)
    sentence = str(error.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_a_column_that_one_file_lacks(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n1,2\n3,4\n")
    (tmp_path / "b.csv").write_text("x\n5\n")
    assert f"'{tmp_path / 'b.csv'}' lacks 1 column" in refused(tmp_path)
    blocks = scan(tmp_path, allow_missing_columns=True).blocks()
    assert np.isnan(np.vstack([block.X for block in blocks])[2, 1])


def test_types_that_differ(tmp_path: Path) -> None:
    pa.parquet.write_table(pa.table({"x": [1, 2]}), tmp_path / "a.parquet")
    pa.parquet.write_table(pa.table({"x": [0.5, 2.0]}), tmp_path / "b.parquet")
    assert scan(tmp_path).schema.columns[0].dtype == "float"
    pa.parquet.write_table(pa.table({"x": ["red"]}), tmp_path / "c.parquet")
    assert "Column 'x' is double" in refused(tmp_path)


def test_nothing_to_scan(tmp_path: Path) -> None:
    assert "has no CSV, Parquet or Feather files" in refused(tmp_path)
    assert "No file matches" in refused(f"{tmp_path}/*.csv")
    (tmp_path / "a.csv").touch()
    assert "are empty" in refused(tmp_path)
    assert "no files to scan" in refused([])
    assert "does not exist" in refused(tmp_path / "b.csv")
    assert "Cannot scan" in refused(3)


def test_formats_that_differ(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x\n1\n")
    pa.parquet.write_table(pa.table({"x": [1]}), tmp_path / "b.parquet")
    assert "is CSV, but" in refused(tmp_path)


def test_damaged_file(tmp_path: Path) -> None:
    pa.parquet.write_table(pa.table({"x": [1, 2]}), tmp_path / "a.parquet")
    whole = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "b.parquet").write_bytes(whole[: len(whole) // 2])
    assert "b.parquet' cannot be read as Parquet" in refused(tmp_path)


def test_a_file_that_changes_or_vanishes_between_passes(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,a\n2,b\n4,a\n")
    data = scan(path, target="y")
    before = path.stat().st_mtime_ns
    path.write_text("x,y\n1,a\n2,b\n5,a\n")
    os.utime(path, ns=(before + 10**9, before + 10**9))
    with pytest.raises(DataError, match="has changed since"):
        GaussianNB().fit(data)
    path.unlink()
    with pytest.raises(DataError, match="has vanished"):
        GaussianNB().fit(data)


def test_what_a_fit_refuses(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y,z\n1,a,0.5\n2,b,1.5\n4,a,2.5\n")
    labelled = scan(path, target="y")
    with pytest.raises(UsageError, match="not a function of sums"):
        SVC().fit(labelled, None)
    with pytest.raises(UsageError, match="so y and sample_weight are not given"):
        GaussianNB().fit(labelled, ["a", "b", "a"])
    with pytest.raises(UsageError, match="needs labels"):
        GaussianNB().fit(scan(path))
    with pytest.raises(UsageError, match="not whole"):
        GaussianNB().fit(scan(path, target="z"))
    with pytest.raises(UsageError, match="class of weight 0"):
        GaussianNB(class_weight={"a": 0.0, "b": 1.0}).fit(labelled)
    (tmp_path / "b.csv").write_text("x,w\n1,-1\n2,1\n")
    with pytest.raises(DataError, match="missing, negative or too large"):
        scan(tmp_path / "b.csv", weight="w")
