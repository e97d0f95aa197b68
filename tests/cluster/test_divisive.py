"""Top-down clustering: against its definition in loops, a published example, invariants, bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.cluster.hierarchy import is_valid_linkage
from scipy.spatial.distance import pdist, squareform
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import DivisiveClustering, load, load_model, plot, save_model
from fenlei.cluster.hierarchy.divisive import divide, splinter_group
from fenlei.errors import DataError, UsageError
from tests.oracles import hierarchy as oracle

FIVE = np.array([[0, 2, 6, 10, 9], [2, 0, 5, 9, 8], [6, 5, 0, 4, 5], [10, 9, 4, 0, 3], [9, 8, 5, 3, 0]])


@parametrize_with_checks([DivisiveClustering()])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


def rows_below(children: np.ndarray, n: int) -> list[set[int]]:
    rows = [{i} for i in range(n)]
    for left, right in children.astype(int):
        rows.append(rows[left] | rows[right])
    return rows


def test_the_five_objects_of_kaufman_and_rousseeuw() -> None:
    """Finding Groups in Data, chapter 6: a begins the splinter group, b follows; cuts at 10, 5, 3 and 2."""
    assert splinter_group(FIVE.astype(float)).tolist() == [True, True, False, False, False]
    model = DivisiveClustering(n_clusters=3, metric="precomputed").fit(FIVE)
    assert model.distances_.tolist() == [2.0, 3.0, 5.0, 10.0]
    assert rows_below(model.children_, 5)[5:] == [{0, 1}, {3, 4}, {2, 3, 4}, {0, 1, 2, 3, 4}]
    assert len({tuple(model.labels_[rows]) for rows in ([0, 1], [3, 4])}) == 2
    assert model.n_clusters_ == 3
    assert model.divisive_coefficient_ == pytest.approx(0.7)


def test_the_document_s_five_points() -> None:
    """004, section 8.2.1: the distances of the agglomerative example, from the top down."""
    D = np.asarray(load("linkage_distances").X, dtype=float)
    model = DivisiveClustering(metric="precomputed").fit(D)
    assert model.labels_[0] == model.labels_[2] == model.labels_[4] != model.labels_[1] == model.labels_[3]
    assert model.distances_.tolist() == [1.0, 3.0, 4.0, 9.0]


@given(st.integers(0, 10_000), st.integers(2, 12), st.booleans())
@settings(max_examples=60, deadline=None)
def test_cuts_are_those_of_the_definition(seed: int, n: int, coarse: bool) -> None:
    """Also on rows of a grid, where copies make equal distances; then only the diameters are determined."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (n, 2)).astype(float) if coarse else rng.normal(size=(n, 2))
    D = squareform(pdist(X))
    merges = divide(D)
    below = rows_below(merges[:, :2], n)
    ours = [(merges[t, 2], below[n + t]) for t in range(n - 2, -1, -1)]
    for rows in below[n:]:  # the height is the diameter
        t = below[n:].index(rows)
        assert merges[t, 2] == D[np.ix_(sorted(rows), sorted(rows))].max()
    if not coarse:
        theirs = list(oracle.cuts_from_the_top(D))
        for (height, rows), (width, stay, gone) in zip(ours, theirs, strict=True):
            assert (height, rows) == (width, stay | gone)
    assert (np.diff(merges[:, 2]) >= 0).all()
    assert is_valid_linkage(merges)


def test_thresholds_and_numbers_of_clusters() -> None:
    X = np.random.default_rng(0).normal(size=(40, 3))
    whole = DivisiveClustering(1).fit(X)
    for k in (1, 2, 5, 40):
        assert DivisiveClustering(k).fit(X).n_clusters_ == k
    limit = float(whole.distances_[-4])
    model = DivisiveClustering(None, distance_threshold=limit).fit(X)
    assert model.n_clusters_ == 5
    for k in range(5):
        assert pdist(X[model.labels_ == k]).max(initial=0.0) < limit


def test_rows_in_another_order_and_another_metric() -> None:
    X = np.random.default_rng(1).normal(size=(30, 2))
    turn = np.random.default_rng(2).permutation(30)
    a, b = DivisiveClustering(4).fit(X), DivisiveClustering(4).fit(X[turn])
    assert len({(p, q) for p, q in zip(a.labels_[turn], b.labels_, strict=True)}) == 4
    l1 = DivisiveClustering(4, metric="manhattan").fit(X)
    given_ones = DivisiveClustering(4, metric="precomputed").fit(squareform(pdist(X, "cityblock")))
    assert_array_equal(l1.labels_, given_ones.labels_)


def test_equal_rows() -> None:
    model = DivisiveClustering(3).fit(np.ones((6, 2)))
    assert model.n_clusters_ == 3
    assert_allclose(model.distances_, 0.0)
    assert model.divisive_coefficient_ == 0.0


def test_files_and_pictures(tmp_path: Path) -> None:
    X = np.random.default_rng(0).normal(size=(12, 2))
    model = DivisiveClustering(3).fit(X)
    save_model(model, tmp_path / "m.fenlei")
    again = load_model(tmp_path / "m.fenlei")
    assert_array_equal(again.labels_, model.labels_)
    assert_array_equal(again.children_, model.children_)
    assert again.divisive_coefficient_ == model.divisive_coefficient_
    merges = np.column_stack([model.children_, model.distances_, np.zeros(11)])
    assert len(plot.dendrogram(merges).lines) == 11


@pytest.mark.parametrize(
    ("parameters", "X", "error", "words"),
    [
        ({"n_clusters": 0}, FIVE, UsageError, "n_clusters=0"),
        ({"n_clusters": 9}, FIVE, UsageError, "9"),
        ({"n_clusters": None}, FIVE, UsageError, "distance_threshold"),
        ({"distance_threshold": -1.0}, FIVE, UsageError, "distance_threshold=-1"),
        ({"metric": "precomputed"}, FIVE[:, :3], UsageError, "symmetric"),
        ({"metric": "precomputed"}, -FIVE, DataError, "distances"),
        ({}, FIVE[:1], ValueError, "minimum of 2"),
        ({}, [[1.0, np.nan], [0.0, 1.0]], ValueError, "NaN"),
    ],
)
def test_bad_input(parameters: Any, X: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        DivisiveClustering(**parameters).fit(X)
