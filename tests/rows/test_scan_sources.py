"""`scan` of rows that are no files: one model from every library's frames, read as often as it is needed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import fenlei
from fenlei import GaussianNB, LogisticRegression, scan
from fenlei.errors import UsageError
from fenlei.table.scanning import spool
from tests.rows.test_scan import digest, small_leaves, written

__all__ = ["small_leaves"]
N = 3_000


def rows(n: int = N) -> pa.Table:
    rng = np.random.default_rng(3)
    kind = rng.integers(0, 3, n)
    size = rng.normal(kind, 1.0)
    size[rng.random(n) < 0.02] = np.nan
    columns = {"size": pa.array(size, from_pandas=True), "count": pa.array(rng.integers(0, 9, n))}
    return pa.table(columns | {"kind": pa.array(np.array(["a", "b", "c"], object)[kind])})


def polars_lazy(table: pa.Table, folder: Path) -> Any:
    polars = pytest.importorskip("polars")
    table_path = folder / "rows.parquet"
    pa.parquet.write_table(table, table_path, row_group_size=500)
    frame = polars.scan_parquet(table_path).filter(polars.col("count") >= 0)
    if not hasattr(frame, "collect_batches"):
        pytest.skip("an older polars")
    return frame


def duckdb_relation(table: pa.Table, folder: Path) -> Any:
    duckdb = pytest.importorskip("duckdb")
    path = folder / "rows.parquet"
    pa.parquet.write_table(table, path)
    return duckdb.connect().sql(f"select * from '{path}'")


def dask_frame(table: pa.Table, folder: Path) -> Any:
    dask = pytest.importorskip("dask.dataframe")
    return dask.from_pandas(table.to_pandas(), npartitions=7)


def function_of_batches(table: pa.Table, folder: Path) -> Any:
    return lambda: iter(table.to_batches(max_chunksize=700))


def frames(table: pa.Table, folder: Path) -> Any:
    polars = pytest.importorskip("polars")
    return lambda: (polars.from_arrow(table.slice(start, 800)) for start in range(0, N, 800))


SOURCES = (polars_lazy, duckdb_relation, dask_frame, function_of_batches, frames)


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("made", SOURCES)
def test_one_model_from_every_source(made: Callable[..., Any], tmp_path: Path) -> None:
    table = rows()
    expected = digest(GaussianNB().fit(scan(written(table, tmp_path / "7", [0, 900, 2500]), target="kind")))
    data = scan(made(table, tmp_path), target="kind")
    assert (data.shape, data.classes.tolist()) == ((N, 2), ["a", "b", "c"])  # type: ignore[union-attr]
    assert digest(GaussianNB().fit(data)) == expected
    first, second = (np.vstack([block.X for block in data.blocks()]) for _ in range(2))
    assert np.array_equal(first, second, equal_nan=True)
    assert np.array_equal(first[:, 1], table["count"].to_numpy())  # in the order of the rows


def test_many_passes_over_a_query(tmp_path: Path) -> None:
    """A query that answers differently each time is asked once."""
    asked = []

    def query() -> Any:
        asked.append(1)
        rng = np.random.default_rng(len(asked))
        x = rng.normal(size=(500, 2))
        yield pa.table({"a": x[:, 0], "b": x[:, 1], "y": np.where(x[:, 0] + x[:, 1] > 0.1, "p", "q")})

    LogisticRegression(solver="newton-cholesky").fit(scan(query, target="y"))
    assert asked == [1]


def test_partitions_whose_types_differ() -> None:
    """A whole column that has a gap in one partition, and one without any text."""
    dask = pytest.importorskip("dask.dataframe")
    parts = [
        pd.DataFrame({"x": [1, 2], "c": ["u", "v"]}),
        pd.DataFrame({"x": [0.5, np.nan], "c": [None] * 2}),
    ]
    frame = dask.from_map(lambda i: parts[i], [0, 1], meta=parts[0])
    data = scan(frame, nominal="c")
    X = np.vstack([block.X for block in data.blocks()])
    assert data.schema.columns[0].dtype == "float"
    np.testing.assert_array_equal(X, [[1, 0], [2, 1], [0.5, np.nan], [np.nan, np.nan]])


def test_categories_whose_dictionaries_differ() -> None:
    parts = [pa.array(words).dictionary_encode() for words in (["r", "g"], ["b", "r"], ["b", "r"])]
    batches = [pa.record_batch({"c": part, "x": pa.array([1.5, 2.5])}) for part in parts]
    data = scan(lambda: iter(batches), nominal="c")
    assert data.schema.columns[0].categories == ("b", "g", "r")
    assert np.vstack([block.X for block in data.blocks()])[:, 0].tolist() == [2, 1, 0, 2, 0, 2]


def test_rows_that_are_none() -> None:
    for source in (3, lambda: iter([3])):
        with pytest.raises(UsageError, match="Cannot scan an object of type"):
            scan(source)
    assert not spool.is_stream(["a.csv"])


@pytest.mark.usefixtures("small_leaves")
def test_a_frame_of_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs a Java runtime: make test-engines")
    from fenlei.engines.spark import opened

    table = rows()
    expected = GaussianNB().fit(scan(table, target="kind"))
    path = tmp_path / "rows.parquet"
    pa.parquet.write_table(table, path)
    with opened("spark") as session:
        data = scan(session.read.parquet(str(path)), target="kind")
        assert digest(GaussianNB().fit(data)) == digest(expected)
        with fenlei.on(session):
            assert digest(GaussianNB().fit(data)) == digest(expected)
