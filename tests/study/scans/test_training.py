"""`train` on files that are read in passes: the file of a table in memory, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import fenlei
from fenlei.errors import DataError, FenleiWarning, UsageError
from fenlei.model_file import save_model
from fenlei.study import train
from fenlei.study.scans import preparing
from fenlei.table.preparation import Preparation
from tests.rows.test_scanned_fits import small_leaves

__all__ = ["small_leaves"]
N = 1000
CLASSIFIERS = ("gaussian_nb", "lda", "qda", "mixed_nb", "bayes_classifier", "least_squares", "multinomial_nb")


def rows(seed: int = 0) -> pd.DataFrame:
    """Numbers with gaps, categories with gaps, counts, truths, and two targets."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, N)
    frame = pd.DataFrame(
        {
            "height": rng.normal(kind, 1.0),
            "weight": np.round(rng.normal(70 + 5 * kind, 9.0), 1),
            "visits": rng.poisson(2.0 + kind),
            "colour": np.array(["blue", "green", "red"], object)[(kind + rng.integers(0, 2, N)) % 3],
            "member": rng.random(N) < 0.3,
        }
    )
    frame.loc[rng.random(N) < 0.1, "height"] = np.nan
    frame.loc[rng.random(N) < 0.1, "colour"] = None
    frame["kind"] = np.array(["a", "b", "c"], object)[kind]
    frame["price"] = frame["weight"] * 2 + rng.normal(size=N)
    return frame


def parts(frame: pd.DataFrame, folder: Path, cuts: tuple[int, ...] = (1, 400, 401, 730)) -> Path:
    """Parquet files of the rows between cuts."""
    folder.mkdir()
    for i, (a, b) in enumerate(zip((0, *cuts), (*cuts, len(frame)), strict=True)):
        table = pa.Table.from_pandas(frame.iloc[a:b], pa.Schema.from_pandas(frame), preserve_index=False)
        pa.parquet.write_table(table, folder / f"part-{i}.parquet", row_group_size=90)
    return folder


def saved(model: Any, path: Path) -> bytes:
    model.facts["source"] = "-"  # the one thing that differs
    save_model(model, path)
    return path.read_bytes()


@pytest.mark.filterwarnings("ignore:QuadraticDiscriminantAnalysis.* is not of full rank")
@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("name", [*CLASSIFIERS, "ridge", "linear_regression", "bayesian_ridge"])
def test_the_same_file_from_memory_and_from_files(name: str, tmp_path: Path) -> None:
    target, other = ("price", "kind") if name.endswith(("ridge", "regression")) else ("kind", "price")
    frame = rows().drop(columns=[other])
    if name == "multinomial_nb":
        frame = frame.drop(columns=["height"])
    pa.parquet.write_table(pa.Table.from_pandas(frame, preserve_index=False), tmp_path / "all.parquet")
    folder = parts(frame, tmp_path / "parts")
    scale = "minmax" if name == "ridge" else None
    expected = saved(train(tmp_path / "all.parquet", name, target, scale=scale), tmp_path / "memory.fenlei")
    assert saved(train(folder, name, target, scale=scale), tmp_path / "scan.fenlei") == expected
    glob = str(folder / "*.parquet")
    on = {"on": "threads", "work": tmp_path / "work"}
    for _ in range(2):  # passes are read, then answered from the work folder
        assert saved(train(glob, name, target, scale=scale, **on), tmp_path / "on.fenlei") == expected
    data = fenlei.scan(folder, target=target)
    assert saved(train(data, name, scale=scale), tmp_path / "data.fenlei") == expected


@pytest.mark.usefixtures("small_leaves")
@pytest.mark.parametrize("sample", [20, 200, 1 << 16])
def test_medians_are_exact_whatever_the_sample(
    sample: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(1)
    columns = {
        "even": rng.normal(size=N),
        "ties": rng.integers(0, 3, N) + 0.5,
        "one": np.where(rng.random(N) < 0.999, np.nan, rng.normal(size=N)),
        "huge": rng.normal(size=N) * 1e200,
        "far": np.where(np.arange(N) < 501, -1e9, 1e9) + rng.normal(size=N),
    }
    columns["one"][0], columns["one"][7] = 3.5, 4.5
    frame = pd.DataFrame(columns)
    frame["kind"] = np.array(["a", "b"], object)[rng.integers(0, 2, N)]
    monkeypatch.setattr(preparing, "SAMPLE", sample)
    data = fenlei.scan(parts(frame, tmp_path / "parts"), target="kind")
    X = np.concatenate([leaf.X for leaf in data.leaves()])
    for how in ({}, {"impute": "mean"}, {"impute": None}, {"scale": "minmax"}, {"scale": "none"}):
        inside = Preparation(data.schema, **how).fit(X)
        found, _ = preparing.fit_on_scan(Preparation(data.schema, **how), data, data.classes)
        assert (
            (found.model_.texts, found.model_.statistics)
            == (inside.model_.texts, inside.model_.statistics)
            == (None, None)
        )
        for a, b in zip(found.model_[:5], inside.model_[:5], strict=True):
            assert a.dtype == b.dtype
            assert np.array_equal(a, b, equal_nan=a.dtype.kind == "f"), how


def test_what_a_scan_does_not_serve(tmp_path: Path) -> None:
    folder = parts(rows(), tmp_path / "parts")
    with pytest.raises(UsageError, match="must be named; give --target"):
        train(folder, "lda")
    with pytest.raises(UsageError, match="SVC is not a function of sums over rows"):
        train(folder, "svc", "kind")
    with pytest.raises(UsageError, match="Perceptron with shuffle=True needs all rows at once"):
        train(folder, "perceptron", "kind")
    with pytest.raises(UsageError, match="LinearDiscriminantAnalysis needs classes"):
        train(folder, "lda", "price")
    with pytest.raises(UsageError, match="holds names"):
        train(folder, "ridge", "kind")
    with pytest.raises(DataError, match="different numbers"):
        train(many(tmp_path), "lda", "t")
    with pytest.raises(UsageError, match="iris is not a table of CSV, Parquet or Feather files"):
        train("iris", "lda", on="threads")
    with pytest.raises(UsageError, match="A scan knows its target"):
        train(fenlei.scan(folder, target="kind"), "lda", "kind")


def many(folder: Path) -> Path:
    """A target of many whole numbers."""
    (folder / "many").mkdir()
    rows = pd.DataFrame({"x": np.arange(500.0) ** 2 % 7, "t": np.arange(500)})
    rows.to_csv(folder / "many" / "m.csv", index=False)
    return folder / "many"


def test_a_large_file_is_read_in_passes_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    rows().drop(columns=["price"]).to_csv(path, index=False)
    expected = saved(train(path, "mixed_nb", "kind"), tmp_path / "a.fenlei")
    with pytest.warns(FenleiWarning, match=r"is larger than a quarter of the memory \(0 MB\)"):
        model = train(path, "mixed_nb", "kind", memory="100k")
    assert saved(model, tmp_path / "b.fenlei") == expected
