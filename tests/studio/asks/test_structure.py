"""Maps and clusters of the rows: the numbers of the library, and of the books."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fenlei
from fenlei.errors import FenleiError
from fenlei.study.structure import cluster_rows, clusterers, reduce_rows, reducers
from tests.studio.asks.desk import Desk


@pytest.fixture(scope="module")
def iris(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk("iris", tmp_path_factory.mktemp("iris"))


@pytest.mark.parametrize("method", reducers())
def test_maps_are_those_of_the_library(iris: Desk, method: str) -> None:
    found = iris("structure", method=method)
    assert found["is_map"]
    n = found["n"]
    assert n == (300 if method == "sne" and found["total"] > 300 else 150)
    by_library = reduce_rows(fenlei.load("iris").table, method, 2).values
    assert np.column_stack([found["arrays"]["x"], found["arrays"]["y"]]).tolist() == by_library.tolist()
    assert found["groups"] == ["setosa", "versicolor", "virginica"]


@pytest.mark.parametrize("method", clusterers())
def test_clusters_are_those_of_the_library(iris: Desk, method: str) -> None:
    found = iris("structure", method=method, size=3)
    by_library = cluster_rows(fenlei.load("iris").table, method, 3)
    groups = [found["groups"][code] for code in found["arrays"]["code"]]
    assert groups == [str(one) for one in by_library.values]
    assert found["facts"]["sizes"] == by_library.facts["sizes"]
    assert (found["merges"] is not None) == (method in ("agglomerative", "divisive"))


def test_the_scree_sums_to_one(iris: Desk) -> None:
    found = iris("structure", method="pca")
    assert len(found["scree"]) == 4
    assert sum(found["scree"]) == pytest.approx(1.0)
    assert found["scree"][:2] == pytest.approx(found["facts"]["explained"])


def test_starts_of_the_book(tmp_path: Path) -> None:
    """Acceptance line 23: W = 5.3333 from rows 1 and 4, 26.5 from rows 1 and 2."""
    desk = Desk("kmeans_points", tmp_path)
    X = fenlei.load("kmeans_points").X
    for rows, worth in (((0, 3), 16 / 3), ((0, 1), 26.5)):
        init = [X[row].tolist() for row in rows]
        found = desk("structure", method="kmeans", size=2, scale="none", params=f"init={init}; n_init=1")
        assert found["facts"]["inertia"] == pytest.approx(worth)


def test_the_tree_of_merges(iris: Desk) -> None:
    """Leaves hold all rows; each merge joins two parts that lie lower."""
    found = iris("structure", method="agglomerative", size=3)["merges"]
    assert sum(leaf["rows"] for leaf in found["leaves"]) == 150
    assert len(found["merges"]) == len(found["leaves"]) - 1 == 39
    assert all(max(one["low"]) <= one["height"] for one in found["merges"])
    assert max(one["height"] for one in found["merges"]) == found["heights"][0]


def test_a_small_tree_of_merges_has_a_leaf_for_every_row(tmp_path: Path) -> None:
    found = Desk("linkage_distances", tmp_path)
    n = found.facts.table.n_rows
    merges = found("structure", method="agglomerative", size=2)["merges"]
    assert sorted(leaf["row"] for leaf in merges["leaves"]) == list(range(1, n + 1))


def test_the_elbow(iris: Desk) -> None:
    found = iris("structure.elbow", method="kmeans")
    assert found["k"] == list(range(1, 11))
    assert found["measure"] == "inertia"
    assert all(a > b for a, b in zip(found["worth"], found["worth"][1:], strict=False))
    assert found["silhouette"][0] is None
    assert found["silhouette"][2] == cluster_rows("iris", "kmeans", 3).facts["silhouette"]


def test_colours(iris: Desk, tmp_path: Path) -> None:
    name = fenlei.load("iris").table.schema.features[2].name
    found = iris("structure", method="pca", colour=name)
    assert found["arrays"]["value"].tolist() == fenlei.load("iris").X[:, 2].tolist()
    words = Desk("penguins", tmp_path)("structure", method="pca", colour="island")
    assert set(words["groups"]) == {"Biscoe", "Dream", "Torgersen"}
    with pytest.raises(FenleiError, match="islnd"):
        iris("structure", method="pca", colour="islnd")


@pytest.mark.parametrize("method", ["pca", "kmeans", "agglomerative", "mds"])
def test_the_working_is_played(iris: Desk, method: str) -> None:
    found = iris("structure.working", method=method, size=2)
    assert found["tracks"][0]["frames"]
    assert all(len(track["frames"]) <= 60 for track in found["tracks"])
    assert "\\begin{document}" in found["latex"]


@pytest.mark.filterwarnings("ignore:SNE")
def test_a_sample_is_said(tmp_path: Path) -> None:
    found = Desk("digits", tmp_path)("structure", method="sne", params="max_iter=20")
    assert (found["n"], found["total"]) == (300, 1797)
    assert len(set(found["arrays"]["row"].tolist())) == 300


@pytest.mark.parametrize(
    "ask",
    [{"method": "no"}, {"method": "kmeans", "size": 0}, {"method": "kmeans", "size": 99}, {"params": "oh"}],
)
def test_what_is_refused(iris: Desk, ask: dict[str, Any]) -> None:
    with pytest.raises(FenleiError):
        iris("structure", **ask)


def test_the_script_gives_the_same(iris: Desk) -> None:
    found = iris("structure", method="kmeans", size=3)
    scope: dict[str, Any] = {}
    exec(found["code"]["script"], scope)
    groups = [found["groups"][code] for code in found["arrays"]["code"]]
    assert [str(one) for one in scope["found"].values] == groups
    assert found["code"]["command"].startswith("fenlei cluster iris --method kmeans --clusters 3 --target")


@pytest.mark.parametrize(("dataset", "axes"), [("xor", 0), ("watermelon", 1)])
def test_fewer_than_two_axes(tmp_path: Path, dataset: str, axes: int) -> None:
    """LDA of two classes has one axis, and none where the means of the classes coincide."""
    found = Desk(dataset, tmp_path)("structure", method="lda")
    assert [bool(np.any(found["arrays"][name])) for name in "xy"] == [axes > 0, False]
