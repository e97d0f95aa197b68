"""Coordinates and clusters of a table's rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.study.structure import cluster_rows, clusterers, reduce_rows, reducers
from tests.study.tables import apples, write_csv

IRIS = fenlei.load("iris")


def test_pca_of_scaled_columns_is_joined_to_the_rows() -> None:
    found = reduce_rows("iris", "pca", 3)
    peer = PCA(3).fit_transform(StandardScaler().fit_transform(IRIS.X))
    assert_allclose(np.abs(found.values), np.abs(peer), atol=1e-9)
    assert found.rows.column_names[-3:] == ["pca_1", "pca_2", "pca_3"]
    assert_array_equal(found.rows["pca_2"].to_numpy(), found.values[:, 1])
    assert_array_equal(found.labels, IRIS.y)
    assert len(found.facts["explained"]) == 3


def test_lda_takes_the_target() -> None:
    found = reduce_rows("iris", "lda", 2)
    assert found.facts["explained"][0] == pytest.approx(0.9912126, abs=1e-6)
    with pytest.raises(UsageError, match="name the column"):
        reduce_rows("pca_points", "lda")


def test_a_mixed_table_with_gaps(tmp_path: Path) -> None:
    path = write_csv(apples(), tmp_path / "apples.csv")
    found = reduce_rows(path, "pca", 2, "品种")
    assert np.isfinite(found.values).all()
    assert found.rows.num_rows == 90
    assert found.rows.column_names[0] == "编号"


@pytest.mark.parametrize("method", clusterers())
def test_clusters_are_joined_to_the_rows(method: str) -> None:
    found = cluster_rows("iris", method, 3)
    assert_array_equal(found.rows["cluster"].to_numpy(), found.values)
    assert sum(found.facts["sizes"]) == 150
    assert found.facts["silhouette"] > 0.3
    assert found.facts["adjusted_rand"] > 0.5


def test_equal_seeds_give_equal_clusters() -> None:
    first, second = (cluster_rows("wine", "kmeans", 4, seed=3) for _ in range(2))
    assert_array_equal(first.values, second.values)


def test_bad_input(tmp_path: Path) -> None:
    assert "tsne" in reducers()
    with pytest.raises(
        UsageError, match=r"There is no method 'umap'; did you mean 'isomap'\? Methods are: pca"
    ):
        reduce_rows("iris", "umap")
    with pytest.raises(UsageError, match="There is no method 'pca'; choose one of kmeans"):
        cluster_rows("iris", "pca")
    path = write_csv({"y": ["a", "b", "a"]}, tmp_path / "bare.csv")
    with pytest.raises(DataError):
        reduce_rows(path, "pca", 1, "y")
