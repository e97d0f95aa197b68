"""A fitted search or a tree in the place of rows, and scikit-learn's search of the manifolds."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.exceptions import NotFittedError
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import BallTree, KDTree, NearestNeighbors

from fenlei import Isomap, KNeighborsClassifier, LocallyLinearEmbedding
from fenlei.errors import UsageError

rng = np.random.default_rng(0)
X, y = rng.normal(size=(40, 3)), np.arange(40) % 3
READY = [NearestNeighbors().fit(X), KDTree(X), BallTree(X), KNeighborsClassifier().fit(X, y)]


def name_of(value: Any) -> str:
    return type(value).__name__


@pytest.mark.parametrize("ready", READY, ids=name_of)
def test_rows_are_those_of_the_search(ready: Any) -> None:
    model, plain = KNeighborsClassifier(3).fit(ready, y), KNeighborsClassifier(3).fit(X, y)
    assert_array_equal(model.kneighbors(X)[1], plain.kneighbors(X)[1])
    assert_allclose(model.predict_proba(X), plain.predict_proba(X))
    assert model.n_features_in_ == 3
    assert_allclose(Isomap().fit(ready).embedding_, Isomap().fit(X).embedding_)


def test_sparse_rows_and_rows_without_weight() -> None:
    ready = NearestNeighbors(metric="euclidean").fit(csr_array(X))
    plain = KNeighborsClassifier(3).fit(X, y)
    assert_array_equal(KNeighborsClassifier(3).fit(ready, y).predict(X), plain.predict(X))
    w = np.where(np.arange(40) < 5, 0.0, 1.0)
    some = KNeighborsClassifier(3).fit(KDTree(X), y, sample_weight=w)
    assert_array_equal(some.predict(X), KNeighborsClassifier(3).fit(X[5:], y[5:]).predict(X))


@pytest.mark.parametrize(
    "ready", [KDTree(X, metric="manhattan"), NearestNeighbors(metric="chebyshev").fit(X)], ids=name_of
)
@pytest.mark.parametrize("model", [KNeighborsClassifier(3), Isomap()], ids=name_of)
def test_another_metric_is_refused(model: Any, ready: Any) -> None:
    with pytest.raises(UsageError, match="are not those of metric='euclidean'; set the same metric"):
        model.fit(ready, y)


def test_the_same_metric_is_taken() -> None:
    ready = KDTree(X, metric="manhattan")
    model = KNeighborsClassifier(3, p=1).fit(ready, y)
    assert_allclose(model.kneighbors(X[:4])[0], ready.query(X[:4], 3)[0])


def test_a_search_that_is_not_fitted_is_refused() -> None:
    with pytest.raises(NotFittedError):
        KNeighborsClassifier().fit(NearestNeighbors(), y)


@pytest.mark.parametrize("model", [Isomap(n_neighbors=7), LocallyLinearEmbedding(n_neighbors=7)], ids=name_of)
def test_manifolds_have_the_search_of_scikit_learn(model: Any) -> None:
    assert not hasattr(model, "nbrs_")
    again = pickle.loads(pickle.dumps(model.fit(X)))
    assert isinstance(again.nbrs_, NearestNeighbors)
    assert again.nbrs_.n_neighbors == 7
    assert_array_equal(again.nbrs_.kneighbors(X), NearestNeighbors(n_neighbors=7).fit(X).kneighbors(X))


def test_distances_alone_have_no_search() -> None:
    assert not hasattr(Isomap(metric="precomputed").fit(pairwise_distances(X)), "nbrs_")
