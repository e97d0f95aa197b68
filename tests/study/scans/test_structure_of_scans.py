"""Reductions and clusterings of folders: the model and the columns that the same rows give in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from fenlei.errors import UsageError
from fenlei.model_file import save_model
from fenlei.study.structure import Structure, cluster_rows, reduce_rows
from tests.study.scans.test_training import parts, rows


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One table as a folder of five files and as a file."""
    found = tmp_path_factory.mktemp("structure")
    frame = rows().drop(columns=["price"])
    frame.to_parquet(found / "all.parquet", index=False)
    parts(frame, found / "parts")
    return found


def model_bytes(found: Structure, path: Path) -> bytes:
    found.model.facts["source"] = "-"
    save_model(found.model, path)
    return path.read_bytes()


def all_rows(found: Structure, folder: Path) -> pd.DataFrame:
    assert found.rows_of is not None
    files = sorted((folder / "parts").iterdir())
    return pa.concat_tables([table for path in files for table in found.rows_of(str(path))]).to_pandas()


@pytest.mark.parametrize("method", ["pca", "lda"])
def test_coordinates_are_those_of_memory(method: str, folder: Path, tmp_path: Path) -> None:
    inside = reduce_rows(folder / "all.parquet", method, 2, "kind")
    found = reduce_rows(folder / "parts", method, 2, "kind", work=tmp_path / "work")
    assert model_bytes(found, tmp_path / "a") == model_bytes(inside, tmp_path / "b")
    names = [f"{method}_1", f"{method}_2"]
    # One model; products of one row and of many differ in the last bit.
    np.testing.assert_allclose(all_rows(found, folder)[names], inside.rows.to_pandas()[names], atol=1e-14)
    assert found.facts | {"source": 0} == inside.facts | {"source": 0}


def test_clusters_are_those_of_memory(folder: Path, tmp_path: Path) -> None:
    one = reduce_rows(folder / "all.parquet", "pca", 1, "kind")  # tells how many columns there are
    start = np.random.default_rng(0).normal(size=(3, one.prepared.shape[1]))
    how: dict[str, Any] = {"target": "kind", "params": {"init": start}}
    inside = cluster_rows(folder / "all.parquet", "kmeans", 3, **how)
    found = cluster_rows(folder / "parts", "kmeans", 3, **how)
    np.testing.assert_allclose(
        found.estimator.cluster_centers_, inside.estimator.cluster_centers_, rtol=1e-12
    )
    np.testing.assert_array_equal(all_rows(found, folder)["cluster"], inside.values)
    for name in ("clusters", "sizes"):
        assert found.facts[name] == inside.facts[name]
    assert found.facts["adjusted_rand"] == pytest.approx(inside.facts["adjusted_rand"], rel=1e-12)
    assert found.facts["silhouette"] == pytest.approx(inside.facts["silhouette"], rel=1e-9)


@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")
def test_a_mixture_without_a_target(folder: Path) -> None:
    found = cluster_rows(folder / "parts", "gaussian_mixture", 2)
    table = all_rows(found, folder)
    assert [int((table["cluster"] == k).sum()) for k in (0, 1)] == found.facts["sizes"]
    assert "adjusted_rand" not in found.facts


def test_methods_that_need_all_rows_are_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"AgglomerativeClustering is not a function of sums.*KMeans"):
        cluster_rows(folder / "parts", "agglomerative", 3)
    with pytest.raises(UsageError, match="not a function of sums"):
        reduce_rows(folder / "parts", "tsne", 2)
    with pytest.raises(UsageError, match="target"):
        reduce_rows(folder / "parts", "lda", 1)
