"""The set of the benchmark of scale, and that its lines run."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq

from benchmarks import scale


def test_the_set_is_the_same_for_any_number_of_files(tmp_path: Path) -> None:
    rows = 70_000
    folders = [scale.make(tmp_path / str(count), rows, count) for count in (1, 7)]
    tables = [scale.opened(folder) for folder in folders]
    sizes = [pq.read_metadata(path).num_rows for path in sorted(folders[1].glob("*.parquet"))]
    assert sum(sizes) == rows
    assert 0 in sizes
    assert 1 in sizes
    assert [table.n_rows for table in tables] == [rows, rows]
    first, second = (scale.digest(scale.MODELS["gaussian_nb"]().fit(table)) for table in tables)
    assert first == second


def test_lines_of_a_small_set(tmp_path: Path) -> None:
    folder = scale.make(tmp_path / "rows", 5_000, 4)
    found = [*scale.peers(folder, 5_000), *scale.sharing(folder, 5_000)]
    assert [line for line, _, _ in found] == ["peers"] * 3 + ["sharing"] * 2
    assert float(found[1][2]) < 1e-12
