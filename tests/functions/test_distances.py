"""Distances and similarities of two rows: case B21 of source 004, scipy, and the extremes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial import distance

from fenlei import load
from fenlei.cluster import cluster_distance, diameter, is_cluster, mean_distance
from fenlei.errors import DataError, UsageError
from fenlei.functions import (
    chebyshev,
    correlation_coefficient,
    cosine_similarity,
    euclidean,
    jaccard_coefficient,
    mahalanobis,
    manhattan,
    matching_coefficient,
    minkowski,
)

A, B = [1, 2, 3], [2, 4, 1]
ALL = (manhattan, euclidean, chebyshev, minkowski, cosine_similarity, correlation_coefficient)


def test_case_b21_of_source_004() -> None:
    assert (manhattan(A, B), euclidean(A, B), chebyshev(A, B)) == (5.0, 3.0, 2.0)
    assert minkowski(A, B, 3) == pytest.approx(2.5712815907, abs=5e-11)
    assert cosine_similarity(A, B) == pytest.approx(0.7581753966, abs=5e-11)
    assert correlation_coefficient(A, B) == pytest.approx(-0.3273268354, abs=5e-11)


def test_equation_3_27_of_source_000() -> None:
    distances = [minkowski([0, 0], [3, 4], p) for p in (1, 2, 3, np.inf)]
    assert_allclose(distances, [7, 5, 4.497941445275415, 4], rtol=1e-14)


def test_mahalanobis_of_the_first_two_melons_of_case_b21() -> None:
    X = np.asarray(load("watermelon").X, dtype=float)
    assert mahalanobis(X[0], X[1], np.cov(X.T)) == pytest.approx(0.9293072396, abs=5e-11)
    assert mahalanobis(X[0], X[1], np.cov(X.T, bias=True)) == pytest.approx(0.9579079768, abs=5e-11)


def test_mahalanobis_of_clusters_takes_the_covariance_of_all_rows() -> None:
    X = np.asarray(load("watermelon").X, dtype=float)
    S = np.cov(X.T)
    pairs = [mahalanobis(X[i], X[j], S) for i, j in ((0, 1), (0, 2), (1, 2))]
    given: dict[str, Any] = {"metric": "mahalanobis", "covariance": S}
    assert diameter(X[:3], **given) == pytest.approx(max(pairs))
    assert mean_distance(X[:3], **given) == pytest.approx(np.mean(pairs))
    assert is_cluster(X[:3], max(pairs) + 1e-9, **given)
    assert not is_cluster(X[:3], max(pairs) - 1e-9, **given)
    between = [mahalanobis(a, b, S) for a in X[:3] for b in X[3:5]]
    assert cluster_distance(X[:3], X[3:5], "single", **given) == pytest.approx(min(between))
    centres = mahalanobis(X[:3].mean(axis=0), X[3:5].mean(axis=0), S)
    assert cluster_distance(X[:3], X[3:5], "centroid", **given) == pytest.approx(centres)


def test_a_covariance_without_mahalanobis_is_refused() -> None:
    with pytest.raises(UsageError, match="covariance is for metric='mahalanobis', not for 'euclidean'"):
        diameter([[0.0], [1.0]], covariance=[[1.0]])


@pytest.mark.parametrize("seed", range(5))
def test_against_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y, M = rng.normal(size=4), rng.normal(size=4), rng.normal(size=(4, 4))
    S = M @ M.T + np.eye(4)
    assert_allclose(minkowski(x, y, 1.5), distance.minkowski(x, y, 1.5), rtol=1e-13)
    assert_allclose(mahalanobis(x, y, S), distance.mahalanobis(x, y, np.linalg.inv(S)), rtol=1e-10)
    assert_allclose(cosine_similarity(x, y), 1 - distance.cosine(x, y), rtol=1e-12)
    assert_allclose(correlation_coefficient(x, y), np.corrcoef(x, y)[0, 1], rtol=1e-12)
    a, b = rng.integers(0, 2, (2, 9))
    assert matching_coefficient(a, b) == pytest.approx(1 - distance.hamming(a, b))
    assert jaccard_coefficient(a, b) == pytest.approx(1 - distance.jaccard(a.astype(bool), b.astype(bool)))


def test_rows_go_together_by_broadcasting() -> None:
    X = np.random.default_rng(0).normal(size=(5, 3))
    D = euclidean(X[:, None], X[None])
    assert_allclose(D, distance.cdist(X, X), rtol=1e-12)
    assert mahalanobis(X, X[0], np.eye(3)).shape == (5,)
    assert correlation_coefficient(X, X[0]).shape == (5,)


def test_the_extremes_neither_overflow_nor_vanish() -> None:
    assert euclidean([3e300, 0.0], [0.0, 4e300]) == pytest.approx(5e300)
    assert euclidean([3e-300], [0.0]) == 3e-300
    assert minkowski([0.0, 0.0], [1e200, 1e200], 3) == pytest.approx(2 ** (1 / 3) * 1e200)
    assert cosine_similarity([1e300, 0.0], [1e300, 1e300]) == pytest.approx(np.sqrt(0.5))
    assert correlation_coefficient([1e-200, 2e-200, 3e-200], A) == pytest.approx(1.0)
    assert euclidean(A, A) == 0.0
    assert jaccard_coefficient([0, 0], [0, 0]) == 1.0


@pytest.mark.parametrize("function", ALL)
def test_bad_rows_get_one_sentence(function: Callable[..., Any]) -> None:
    for x, y, message in (
        ([1.0, np.nan], [1.0, 2.0], "x has the value nan"),
        ([1.0, 2.0], [1.0, np.inf], "y has the value inf"),
        ([1.0, 2.0], [1.0, 2.0, 3.0], r"x has shape \(2,\) and y \(3,\)"),
        ([], [], r"x has shape \(0,\)"),
        (1.0, 2.0, r"x has shape \(\)"),
        (["a"], [1.0], "x is a list that does not hold numbers"),
    ):
        with pytest.raises(DataError, match=message):
            function(x, y)


def test_what_has_no_value_is_refused() -> None:
    for p in (0.5, -1, np.nan, "2"):
        with pytest.raises(UsageError, match="minkowski: p="):
            minkowski(A, B, p)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="y is a row of zeros"):
        cosine_similarity(A, [0, 0, 0])
    with pytest.raises(DataError, match="x is a constant row"):
        correlation_coefficient([0.1, 0.1, 0.1], A)
    with pytest.raises(UsageError, match="covariance is not a symmetric positive definite matrix"):
        mahalanobis(A, B, np.ones((3, 3)))
    with pytest.raises(DataError, match=r"The covariance has shape \(2, 2\) and the rows 3 values"):
        mahalanobis(A, B, np.eye(2))
    with pytest.raises(DataError, match="x has the value 2"):
        jaccard_coefficient([2, 1], [0, 1])
    with pytest.raises(DataError, match="x has the value nan"):
        matching_coefficient([np.nan, 1], [0, 1])
    with pytest.raises(DataError, match=r"x has shape \(1,\) and y \(2,\)"):
        matching_coefficient(["a"], ["a", "b"])
