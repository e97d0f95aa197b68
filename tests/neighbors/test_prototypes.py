"""Sub-class prototypes: the oracle's decisions, Lloyd's fixpoint, its two extremes, invariants, wording."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import load_iris
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.neighbors import KNeighborsClassifier, NearestCentroid, NearestPrototype
from tests.oracles import neighbors as oracle

IRIS, SPECIES = load_iris(return_X_y=True)


@parametrize_with_checks([NearestPrototype(), NearestPrototype(n_prototypes=1)])
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def heaps(seed: int, n: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Three classes of two heaps each."""
    rng = np.random.default_rng(seed)
    heap = np.concatenate([np.arange(6), rng.integers(0, 6, n - 6)])
    return rng.normal(size=(n, 2)) + 5 * np.column_stack([heap % 3, heap // 2]), heap % 3


@pytest.mark.parametrize("count", [1, 2, 4])
def test_decisions_and_fixpoint_are_the_oracles(count: int) -> None:
    X, y = heaps(0)
    model = NearestPrototype(count).fit(X, y)
    g = np.array(oracle.class_distances(model.prototypes_, model.prototype_labels_, X, model.classes_))
    assert_allclose(model.class_distances(X), g, rtol=1e-12)
    assert_array_equal(model.predict(X), model.classes_[g.argmin(axis=1)])
    for label in model.classes_:
        mine = model.prototypes_[model.prototype_labels_ == label]
        assert_allclose(oracle.lloyd_step(mine, X[y == label]), mine, atol=1e-12)


def test_one_prototype_is_the_nearest_centroid_and_every_row_the_nearest_neighbour() -> None:
    X, y = IRIS + 1e-3 * np.arange(150)[:, None] * np.eye(4)[0], SPECIES
    assert_array_equal(NearestPrototype(1).fit(X, y).predict(X), NearestCentroid().fit(X, y).predict(X))
    asked = X + 0.1 * np.random.default_rng(0).normal(size=X.shape)
    every, nearest = NearestPrototype(50).fit(X, y), KNeighborsClassifier(1).fit(X, y)
    assert_array_equal(every.predict(asked), nearest.predict(asked))
    assert len(every.prototypes_) == 150


def test_two_heaps_a_class_need_two_prototypes() -> None:
    rng = np.random.default_rng(3)
    corner = np.arange(300) % 4  # of a square; those across from each other are one class
    X = rng.normal(size=(300, 2)) + 6 * np.column_stack([corner % 2, corner // 2])
    y = (corner % 2) ^ (corner // 2)
    assert NearestPrototype(2).fit(X, y).score(X, y) > NearestPrototype(1).fit(X, y).score(X, y) + 0.2


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_weight_is_a_repetition_and_order_and_names_do_not_matter(seed: int) -> None:
    X, y = heaps(seed)
    rng = np.random.default_rng(seed)
    w = rng.integers(0, 3, len(y))
    w[:6] = 1
    times, turn = np.repeat(np.arange(len(y)), w), rng.permutation(len(y))
    weighted = NearestPrototype().fit(X, y, w)
    assert_allclose(weighted.prototypes_, NearestPrototype().fit(X[times], y[times]).prototypes_, atol=1e-10)
    plain = NearestPrototype().fit(X, y)
    assert_allclose(NearestPrototype().fit(X[turn], y[turn]).prototypes_, plain.prototypes_, atol=1e-10)
    named = NearestPrototype().fit(X, np.array(["甲", "乙", "丙"])[y])
    assert_array_equal(named.predict(X), np.array(["甲", "乙", "丙"])[plain.predict(X)])


def test_threads_and_sparse_rows_change_nothing() -> None:
    X, y = heaps(1)
    one = NearestPrototype(n_jobs=1).fit(X, y)
    for model in (NearestPrototype(n_jobs=2).fit(X, y), NearestPrototype().fit(sparse.csr_array(X), y)):
        assert_array_equal(one.prototypes_, model.prototypes_)
    assert_array_equal(one.predict(sparse.csr_array(X)), one.predict(X))


def test_copies_give_fewer_prototypes_than_asked() -> None:
    model = NearestPrototype(3).fit([[0.0], [0.0], [0.0], [5.0], [6.0]], [0, 0, 0, 1, 1])
    assert model.prototype_labels_.tolist() == [0, 1, 1]


def test_wording_and_records() -> None:
    with pytest.raises(DataError, match="class 0 has only 1 different rows"):
        NearestPrototype({0: 2, 1: 1}).fit([[0.0], [0.0], [1.0]], [0, 0, 1])
    with pytest.raises(UsageError, match="give a number for each of"):
        NearestPrototype({0: 2}).fit([[0.0], [0.0], [1.0]], [0, 0, 1])
    with pytest.raises(UsageError, match="n_prototypes=0"):
        NearestPrototype(0).fit([[0.0], [1.0]], [0, 1])
    model = NearestPrototype().fit(IRIS, SPECIES)
    with pytest.raises(ValueError, match="NaN"):
        model.class_distances(np.full((1, 4), np.nan))
    with pytest.raises(ModelFileError):
        model._check_model(model.model_._replace(owner=np.array([0, 0, 1, 1, 1, 1])))
