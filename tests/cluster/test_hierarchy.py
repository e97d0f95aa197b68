"""Trees of merges are SciPy's; the lean searches are those on a matrix; cuts are scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.cluster import hierarchy as scipy_hierarchy
from scipy.spatial.distance import pdist

from fenlei.cluster import cluster_distance, cut, diameter, is_cluster, linkage, mean_distance
from fenlei.cluster.hierarchy import linkage as hierarchy
from fenlei.cluster.hierarchy.merging import METHODS
from fenlei.errors import DataError, UsageError
from tests.oracles.hierarchy import merges_by_looking_at_all_pairs

SEEDS = st.integers(0, 10_000)
TIES_AS_SCIPY = ["single", "complete", "average", "weighted", "ward"]


def rows(seed: int, tied: bool = False) -> np.ndarray:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    return rng.integers(0, 4, (n, 2)).astype(float) if tied else rng.normal(size=(n, 3))


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, method=st.sampled_from(list(METHODS)))
def test_random_rows_are_merged_as_by_scipy(seed: int, method: str) -> None:
    X = rows(seed)
    assert_allclose(linkage(X, method), scipy_hierarchy.linkage(pdist(X), method), rtol=1e-10, atol=1e-12)


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, method=st.sampled_from(TIES_AS_SCIPY))
def test_tied_rows_are_merged_as_by_scipy(seed: int, method: str) -> None:
    X = rows(seed, tied=True)
    assert_allclose(linkage(X, method), scipy_hierarchy.linkage(pdist(X), method), rtol=1e-10, atol=1e-7)


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, method=st.sampled_from(list(METHODS)), tied=st.booleans())
def test_every_merge_is_that_of_a_nearest_pair(seed: int, method: str, tied: bool) -> None:
    """Where several pairs are nearest, any of them is right: the oracle merges the pair that was chosen."""
    X = rows(seed, tied)[:14]
    merges = linkage(X, method)
    order = np.argsort(merges[:, 2], kind="stable")
    assert method in ("centroid", "median") or (order == np.arange(len(order))).all()
    for height, chosen, size in merges_by_looking_at_all_pairs(X, method, merges):
        assert chosen == pytest.approx(height, abs=1e-7)
        assert size > 1


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, method=st.sampled_from(["single", "ward"]))
def test_without_a_matrix(seed: int, method: str) -> None:
    X = rows(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hierarchy, "SMALL", 1)
        lean = linkage(X, method)
    assert_allclose(lean, linkage(X, method), rtol=1e-10, atol=1e-12)


def test_identical_rows() -> None:
    for method in METHODS:
        merges = linkage(np.zeros((50, 2)), method)
        assert_array_equal(merges[:, 2], 0.0)
        assert merges[-1, 3] == 50


@pytest.mark.parametrize("metric", ["cityblock", "chebyshev", "cosine"])
def test_distances_in_and_other_metrics(metric: str) -> None:
    X = rows(3)
    for method in ("single", "complete", "average"):
        expected = scipy_hierarchy.linkage(X, method, metric)
        assert_allclose(linkage(X, method, metric), expected, rtol=1e-10)
        assert_allclose(linkage(pdist(X, metric), method), expected, rtol=1e-10)


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, method=st.sampled_from(TIES_AS_SCIPY))
def test_cuts_are_those_of_scipy(seed: int, method: str) -> None:
    X = rows(seed)
    merges = linkage(X, method)
    for k in range(1, len(X) + 1):
        assert same_partition(cut(merges, k), scipy_hierarchy.fcluster(merges, k, "maxclust"))
    height = float(np.median(merges[:, 2])) + 1e-9
    assert same_partition(cut(merges, height=height), scipy_hierarchy.fcluster(merges, height, "distance"))


def same_partition(a: np.ndarray, b: np.ndarray) -> bool:
    return len(set(zip(a.tolist(), b.tolist(), strict=True))) == len(set(a.tolist())) == len(set(b.tolist()))


def test_the_documents_helpers() -> None:
    """B21: melons 1 to 3 have pair distances 0.1139517442, 0.2058761764, 0.1792874786."""
    melons = np.array([[0.697, 0.460], [0.774, 0.376], [0.634, 0.264]])
    assert diameter(melons) == pytest.approx(0.2058761764, abs=1e-10)
    assert mean_distance(melons) == pytest.approx(0.1663717997, abs=1e-10)
    assert is_cluster(melons, 0.21)
    assert not is_cluster(melons, 0.20)
    assert is_cluster(melons, 0.18, definition="a centre")
    assert is_cluster(melons, 0.18, definition="a partner")
    assert not is_cluster(melons, 0.15, definition="a partner")
    assert is_cluster(melons, 0.17, 0.21, definition="on average")
    assert not is_cluster(melons, 0.17, 0.20, definition="on average")
    assert is_cluster(melons[:1], 0.0)
    for method in ("single", "complete", "average"):
        pair = [[0.0, 0.0], [1.0, 0.0], [5.0, 0.0], [9.0, 0.0]]
        assert cluster_distance(pair[:2], pair[2:], method) == linkage(pair, method)[-1, 2]


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: linkage([[0.0], [1.0]], "nearest"), UsageError, "not a way to measure"),
        (lambda: linkage([[0.0], [1.0]], "ward", "cityblock"), UsageError, "Euclidean distance"),
        (lambda: linkage([1.0, 2.0]), DataError, "2 distances are not those of all pairs"),
        (lambda: linkage([1.0, -2.0, 1.0]), DataError, "negative, missing or infinite"),
        (lambda: linkage([[np.nan], [1.0]]), ValueError, "NaN"),
        (lambda: cut(linkage([[0.0], [1.0]]), 3), UsageError, "ask for 1 to 2 clusters"),
        (lambda: is_cluster([[0.0]], 1.0, definition="round"), UsageError, "must be one of"),
        (lambda: is_cluster([[0.0]], -1.0), UsageError, "is_cluster: T=-1.0 is not accepted"),
        (lambda: is_cluster([[0.0]], 1.0, np.nan), UsageError, "is_cluster: V=nan is not accepted"),
        (lambda: cluster_distance([[0.0]], [[1.0]], "ward"), UsageError, "choose one of"),
    ],
)
def test_bad_input(call: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        call()


def test_a_matrix_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hierarchy, "_memory", lambda: 1e3)
    with pytest.raises(DataError, match="use 'single' or 'ward'"):
        linkage(np.zeros((50, 2)), "complete")
