"""Trustworthiness and stress of maps."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.manifold import trustworthiness as namesake
from sklearn.metrics import pairwise_distances

from fenlei.errors import UsageError
from fenlei.evaluate.embedding import stress, trustworthiness

IRIS = np.unique(load_iris().data, axis=0)


@pytest.mark.parametrize("k", [1, 5, 40])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "precomputed"])
def test_trustworthiness_agrees_with_scikit_learn(k: int, metric: str) -> None:
    """Of rows without ties, which scikit-learn orders as its sort happens to."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    Y = X[:, :2] + 0.3 * rng.normal(size=(300, 2))
    given = pairwise_distances(X) if metric == "precomputed" else X
    ours, theirs = (f(given, Y, n_neighbors=k, metric=metric) for f in (trustworthiness, namesake))
    assert_allclose(ours, theirs, rtol=1e-12)


def test_trustworthiness_of_the_rows_themselves_is_one_and_of_noise_about_half() -> None:
    X, noise = np.random.default_rng(0).normal(size=(2, 150, 3))
    assert trustworthiness(X, X) == 1.0
    assert 0.4 < trustworthiness(X, noise) < 0.6


def test_stress_is_that_of_the_document() -> None:
    """Source 000, 2.5: classical MDS of the raw rows, two principal components: 1490434.01."""
    X = load_breast_cancer().data
    centred = X - X.mean(axis=0)
    Y = centred @ np.linalg.svd(centred, full_matrices=False)[2][:2].T
    assert_allclose(stress(X, Y), 1490434.01, rtol=1e-8)


def test_stress_of_a_map_that_keeps_all_distances_is_zero() -> None:
    turned = IRIS @ np.linalg.qr(np.random.default_rng(0).normal(size=(4, 4)))[0]
    assert stress(IRIS, turned) < 1e-20
    assert_allclose(stress(pairwise_distances(IRIS), 2 * turned, metric="precomputed", normalized=True), 1.0)
    assert stress(np.ones((3, 2)), np.ones((3, 2)), normalized=True) == 0.0


def test_bad_input_is_said() -> None:
    with pytest.raises(UsageError, match=r"n_neighbors \(80\) should be less than n_samples / 2"):
        trustworthiness(IRIS, IRIS, n_neighbors=80)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        stress(IRIS, IRIS[:5])
    with pytest.raises(UsageError, match="square distance matrix"):
        stress(IRIS, IRIS, metric="precomputed")
