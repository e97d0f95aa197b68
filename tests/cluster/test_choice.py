"""How many clusters: the numbers against scikit-learn and a slow twin, and the choices."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import silhouette_score

from fenlei.cluster import KMeans, choose_n_clusters, diameter
from fenlei.cluster.choosing_k import elbow, first_large_gap, mean_diameter, mean_silhouette
from fenlei.errors import UsageError
from tests.oracles import cluster as oracle


def test_silhouette_is_that_of_the_twin_and_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(60, 3)), rng.integers(0, 4, 60)
    labels[0] = 9  # a cluster of one row
    ours = mean_silhouette(X, labels)
    assert ours == pytest.approx(oracle.silhouette(X, labels), rel=1e-12)
    assert ours == pytest.approx(silhouette_score(X, labels), rel=1e-12)
    assert np.isnan(mean_silhouette(X, np.zeros(60)))


def test_clear_clusters_are_counted_by_all_three() -> None:
    rng = np.random.default_rng(1)
    X = np.concatenate([rng.normal(m, 0.3, (40, 2)) for m in ([0, 0], [5, 0], [0, 5], [5, 5])])
    found = choose_n_clusters(X, range(1, 8), random_state=0, n_references=5)
    assert (found.elbow, found.best_silhouette, found.best_gap) == (4, 4, 4)
    assert np.isnan(found.silhouette[0])
    assert (np.diff(found.inertia) < 0).all()
    expected = [KMeans(int(k), n_init=20, random_state=1).fit(X).inertia_ for k in found.k[:4]]
    np.testing.assert_allclose(found.inertia[:4], expected, rtol=1e-6)


def test_mean_diameter_of_the_clusters() -> None:
    """Source 004, section 8.3.4: the mean diameter by K."""
    X = np.random.default_rng(3).normal(size=(700, 2))  # more than a block of rows
    found = choose_n_clusters(X, range(1, 5), n_references=1, random_state=0, model=KMeans(random_state=0))
    fits = [KMeans(int(k), random_state=0).fit(X) for k in found.k]
    expected = [
        np.mean([diameter(X[fit.labels_ == label]) for label in range(fit.n_clusters)]) for fit in fits
    ]
    np.testing.assert_allclose(found.mean_diameter, expected, rtol=1e-12)
    assert found.mean_diameter[0] == pytest.approx(diameter(X))
    assert mean_diameter(X[:5], np.arange(5)) == 0.0


def test_rows_without_clusters_have_one_by_the_gap() -> None:
    X = np.random.default_rng(0).uniform(size=(150, 2))
    model = KMeans(n_init=3, random_state=0)
    assert choose_n_clusters(X, range(1, 5), model=model, random_state=0, n_references=5).best_gap == 1


def test_the_rules_by_themselves() -> None:
    assert elbow(np.arange(1, 6), np.array([10.0, 3, 2.5, 2.2, 2])) == 2
    assert elbow(np.array([2, 3]), np.array([1.0, 0.5])) == 2
    assert first_large_gap(np.arange(1, 4), np.array([0.1, 0.9, 0.8]), np.full(3, 0.05)) == 2
    assert first_large_gap(np.arange(1, 4), np.array([0.1, 0.5, 0.9]), np.zeros(3)) == 3


def test_many_rows_are_sampled_and_wrong_numbers_refused() -> None:
    X = np.random.default_rng(0).normal(size=(300, 2))
    few = choose_n_clusters(X, [2, 3], silhouette_rows=50, n_references=1, random_state=0)
    assert np.isfinite(few.silhouette).all()
    for ks in ([], [0, 1], [301]):
        with pytest.raises(UsageError, match="cannot be tried"):
            choose_n_clusters(X, ks)
