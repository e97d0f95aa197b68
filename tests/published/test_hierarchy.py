"""Source 004, case B22: agglomerative clustering of five points by distance, and of the watermelons."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.cluster import cut, linkage

D = np.array(
    [[0, 7, 2, 9, 3], [7, 0, 5, 4, 6], [2, 5, 0, 8, 1], [9, 4, 8, 0, 5], [3, 6, 1, 5, 0]], dtype=float
)
PAIRS = D[np.triu_indices(5, 1)]
MELONS = fenlei.load("watermelon").X


@pytest.mark.parametrize(
    ("method", "heights"),
    [("single", [1, 2, 4, 5]), ("complete", [1, 3, 4, 9]), ("average", [1, 2.5, 4, 6.6666666667])],
)
def test_b22_heights_and_merges(method: str, heights: list[float]) -> None:
    merges = linkage(PAIRS, method)
    assert_allclose(merges[:, 2], heights, rtol=1e-10)
    assert [sorted(pair) for pair in merges[:, :2].astype(int).tolist()] == [[2, 4], [0, 5], [1, 3], [6, 7]]


def test_b22_single_linkage_of_the_watermelons() -> None:
    heights = """.04114608 .04280187 .05434151 .05993330 .06989278 .07502666 .07602631 .08792042 .09211406
    .09990495 .10662082 .11395174 .13977840 .14621901 .15587816 .16758580"""
    merges = linkage(MELONS, "single")
    assert_allclose(merges[:, 2], [float(height) for height in heights.split()], atol=5e-9)
    assert groups(cut(merges, 2)) == {frozenset({1, 2})}
    assert frozenset({10}) in groups(cut(merges, 3))


@pytest.mark.parametrize(
    ("method", "group"),
    [
        ("complete", {5, 6, 7, 8, 10, 11, 12, 15}),
        ("ward", {5, 6, 7, 8, 10, 11, 12, 15}),
        ("average", {6, 7, 8, 10, 11, 12, 15}),
        ("centroid", {6, 7, 8, 10, 11, 12, 15}),
    ],
)
def test_b22_two_clusters_of_watermelons(method: str, group: set[int]) -> None:
    assert groups(cut(linkage(MELONS, method), 2)) == {frozenset(group)}


def groups(labels: np.ndarray) -> set[frozenset[int]]:
    """The clusters but the largest, by the melons' numbers, which begin with 1."""
    found = [frozenset((np.flatnonzero(labels == k) + 1).tolist()) for k in np.unique(labels)]
    return set(found) - {max(found, key=len)}
