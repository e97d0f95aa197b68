"""AgglomerativeClustering against scikit-learn's, with and without a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
import sklearn.cluster
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import kneighbors_graph
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.cluster import AgglomerativeClustering
from fenlei.errors import DataError, FenleiWarning, UsageError

LINKAGES = ["ward", "complete", "average", "single"]


def rows(seed: int, n: int = 60) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 3)) + 3.0 * rng.integers(0, 3, (n, 1))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([AgglomerativeClustering(), AgglomerativeClustering(linkage="single")])
def test_scikit_learn_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1000), k=st.integers(1, 8), method=st.sampled_from(LINKAGES))
def test_labels_and_tree(seed: int, k: int, method: str) -> None:
    X = rows(seed)
    ours = AgglomerativeClustering(k, linkage=method, compute_distances=True).fit(X)
    theirs = sklearn.cluster.AgglomerativeClustering(k, linkage=method, compute_distances=True).fit(X)
    if method != "single":  # whose children come in another order there
        assert_array_equal(ours.labels_, theirs.labels_)
        assert_array_equal(ours.children_, theirs.children_)
    assert_allclose(ours.distances_, theirs.distances_, rtol=1e-10)
    assert sklearn.metrics.adjusted_rand_score(ours.labels_, theirs.labels_) == 1.0
    assert (ours.n_clusters_, ours.n_leaves_) == (theirs.n_clusters_, theirs.n_leaves_)


@pytest.mark.parametrize("method", LINKAGES)
def test_threshold_and_precomputed(method: str) -> None:
    X = rows(1)
    options = {"n_clusters": None, "distance_threshold": 2.0, "linkage": method}
    ours = AgglomerativeClustering(**options).fit(X)
    theirs = sklearn.cluster.AgglomerativeClustering(**options).fit(X)
    assert ours.n_clusters_ == theirs.n_clusters_
    assert sklearn.metrics.adjusted_rand_score(ours.labels_, theirs.labels_) == 1.0
    if method != "ward":
        D = sklearn.metrics.pairwise_distances(X)
        again = AgglomerativeClustering(**options, metric="precomputed").fit(D)
        assert_array_equal(again.labels_, ours.labels_)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("method", LINKAGES)
def test_along_a_graph(method: str, seed: int) -> None:
    X = np.random.default_rng(seed).normal(size=(60, 2))
    graph = kneighbors_graph(X, 8, include_self=False)
    ours = AgglomerativeClustering(4, linkage=method, connectivity=graph).fit(X)
    theirs = sklearn.cluster.AgglomerativeClustering(4, linkage=method, connectivity=graph).fit(X)
    assert sklearn.metrics.adjusted_rand_score(ours.labels_, theirs.labels_) == 1.0
    assert ours.n_connected_components_ == theirs.n_connected_components_


def test_a_full_graph_is_no_graph_and_pieces_are_joined() -> None:
    X = rows(4, 30)
    for method in LINKAGES:
        free = AgglomerativeClustering(3, linkage=method).fit(X)
        full = AgglomerativeClustering(3, linkage=method, connectivity=np.ones((30, 30))).fit(X)
        assert sklearn.metrics.adjusted_rand_score(free.labels_, full.labels_) == 1.0
    two = np.kron(np.eye(2), np.ones((15, 15)))
    with pytest.warns(FenleiWarning, match="connected components of the connectivity matrix is 2 > 1"):
        model = AgglomerativeClustering(2, connectivity=lambda _: two).fit(X)
    assert model.n_connected_components_ == 2


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"n_clusters": None}, UsageError, "exactly one of them"),
        ({"distance_threshold": 1.0}, UsageError, "exactly one of them"),
        ({"n_clusters": 99}, UsageError, "ask for 1 to 20 clusters"),
        ({"metric": "l1"}, UsageError, "Euclidean distance"),
        ({"linkage": "average", "metric": "precomputed"}, UsageError, "square and symmetric"),
        ({"connectivity": np.ones((3, 3))}, DataError, "one line and column for each of the 20 rows"),
        ({"linkage": "median", "connectivity": np.ones((20, 20))}, UsageError, "connectivity goes with rows"),
        ({"memory": 3}, UsageError, "memory=3 is not accepted"),
        (
            {"n_clusters": None, "distance_threshold": 1.0, "compute_full_tree": False},
            UsageError,
            "compute_full_tree must not be False",
        ),
    ],
)
def test_bad_input(options: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        AgglomerativeClustering(**options).fit(rows(0, 20))


@pytest.mark.parametrize("method", ["complete", "average", "single"])
def test_a_graph_with_precomputed_distances_is_that_with_rows(method: str) -> None:
    X = np.random.default_rng(0).normal(size=(40, 3))
    D, graph = pairwise_distances(X), kneighbors_graph(X, 6, include_self=False)
    parameters = {"linkage": method, "connectivity": graph}
    given = AgglomerativeClustering(4, metric="precomputed", **parameters).fit(D)
    ours = AgglomerativeClustering(4, **parameters).fit(X)
    theirs = sklearn.cluster.AgglomerativeClustering(4, metric="precomputed", **parameters).fit(D)
    assert_array_equal(given.labels_, ours.labels_)
    assert_array_equal(given.children_, ours.children_)
    assert sklearn.metrics.adjusted_rand_score(given.labels_, theirs.labels_) == 1.0


def test_memory_keeps_the_tree(tmp_path: Path) -> None:
    X = np.random.default_rng(0).normal(size=(30, 2))
    plain = AgglomerativeClustering(3).fit(X)
    for memory in (str(tmp_path), joblib.Memory(tmp_path, verbose=0)):
        assert_array_equal(AgglomerativeClustering(3, memory=memory).fit_predict(X), plain.labels_)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("output.pkl")}
    assert kept
    AgglomerativeClustering(5, memory=str(tmp_path)).fit(X)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("output.pkl")} == kept
    with pytest.raises(UsageError, match="memory=3 is not accepted; give None or a folder or an object"):
        AgglomerativeClustering(memory=3).fit(X)
