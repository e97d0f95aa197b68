"""`compare` on large files: a sample that no cut changes, and the best model fitted to all rows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import fenlei
from fenlei.cli.app import app
from fenlei.errors import FenleiWarning, UsageError
from fenlei.rows.sampling import in_sample
from fenlei.study import compare, train
from fenlei.study.scans.comparing import sample_of
from tests.study.scans.test_training import parts, rows


def test_the_sample_is_that_of_the_rows_numbers_whatever_the_files(tmp_path: Path) -> None:
    frame = rows()
    frame.loc[3:40, "kind"] = None
    known = frame[frame["kind"].notna()].reset_index(drop=True)
    chosen = in_sample(0, len(known), len(known), 300)
    folder = parts(frame, tmp_path / "parquet")
    (tmp_path / "csv").mkdir()
    frame[:333].to_csv(tmp_path / "csv" / "a.csv", index=False)
    frame[333:].to_csv(tmp_path / "csv" / "b.csv", index=False)
    for source in (folder, tmp_path / "csv"):
        data = fenlei.scan(source, target="kind", drop="price")
        table = sample_of(data, 300)
        assert 200 < table.n_rows < 400
        assert table.labels().tolist() == known["kind"][chosen].tolist()
        assert table.row_numbers.tolist() == (np.flatnonzero(chosen) + 1).tolist()
        assert np.array_equal(table.coded().X, data.sample(300).X, equal_nan=True)
        assert table.schema == data.schema
        assert sample_of(data, None).n_rows == len(known)


def test_the_winner_is_fitted_to_all_rows(tmp_path: Path) -> None:
    folder = parts(rows().drop(columns=["price"]), tmp_path / "parts")
    result = compare(str(folder), "kind", models=["lda"], rows=300, folds=3, out=tmp_path / "out")
    compared, n = result["data"]["rows"], 1000
    assert compared < 400
    expected = [f"Models were compared on {compared} of the {n} rows of", "lda, was fitted to all 1000 rows"]
    assert all(any(words in note for note in result["data"]["notes"]) for words in expected)
    assert "--rows 300" in result["command"]
    written = json.loads((tmp_path / "out" / "result.json").read_text("utf-8"))
    assert written["data"]["notes"] == result["data"]["notes"]
    best = fenlei.load_model(tmp_path / "out" / "best.fenlei")
    whole = train(folder, "lda", "kind")
    assert best.facts["rows"] == n
    assert best.facts["fingerprint"] == whole.facts["fingerprint"]
    assert np.array_equal(best.estimator.parts_[0].coef_, whole.estimator.coef_)


def test_a_winner_that_needs_rows_in_memory_says_so(tmp_path: Path) -> None:
    folder = parts(rows().drop(columns=["price"]), tmp_path / "parts")
    result = compare(str(folder), "kind", models=["k_neighbors"], rows=300, folds=3, out=tmp_path / "out")
    assert any("k_neighbors, was fitted to the sample of" in note for note in result["data"]["notes"])


def test_regressions_and_files_that_are_large(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    rows().drop(columns=["kind"]).to_csv(path, index=False)
    with pytest.warns(FenleiWarning, match="is larger than a quarter of the memory"):
        result = compare(path, "price", models=["ridge"], folds=3, memory="100k")
    assert result["data"]["rows"] == 1000  # no more than 200,000: all of them
    assert "quantity" in result["data"]


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ask for at least 1"):
        compare(tmp_path, "kind", rows=0)
    with pytest.raises(UsageError, match="leave out --on, --work and --rows"):
        compare("iris", rows=100)


def test_on_the_command_line(tmp_path: Path) -> None:
    folder = parts(rows().drop(columns=["price"]), tmp_path / "parts")
    given = [
        "compare",
        str(folder),
        "--target",
        "kind",
        "--models",
        "gaussian_nb",
        "--rows",
        "400",
        "--folds",
        "3",
    ]
    done = CliRunner().invoke(app, [*given, "--folds", "3", "--out", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / "best.fenlei").exists()
    assert fenlei.load_model(tmp_path / "out" / "best.fenlei").facts["rows"] == 1000
