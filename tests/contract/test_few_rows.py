"""A few rows take a shorter way through prediction than many: the answers are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_digits, load_iris

from fenlei.cluster.kmeans.assignment import nearest_of_few
from fenlei.cluster.kmeans.kmeans import FEW_ROWS as FEW_POINTS
from fenlei.cluster.kmeans.kmeans import KMeans
from fenlei.neighbors.kd_tree import median_splits
from fenlei.neighbors.kd_tree.median_splits import build_order
from fenlei.svm.svc import decision
from fenlei.svm.svc.decision import Machines, count_votes, few_values, pair_values, values_of, votes_of
from fenlei.svm.svc.svc import SVC
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.exact import presorted_columns
from fenlei.trees.exact.presorted_columns import presort
from fenlei.trees.tree import FEW_ROWS


def machines(model: SVC) -> Machines:
    record = model.model_
    return Machines(model._support(), record.n_support, record.dual_coef, record.intercept)


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("shift", [0.0, 1e4])
def test_values_of_a_few_rows_are_those_of_many(K: int, shift: float) -> None:
    X, y = load_iris(return_X_y=True)
    X = X[y < K] + shift
    model = SVC().fit(X, y[y < K])
    few = few_values(X[:3], machines(model))
    assert few is not None
    whole = values_of(*decision.shifted(model._support(), X), machines(model), None)
    assert_allclose(few, whole[:3], rtol=1e-7, atol=1e-9)
    assert_array_equal(np.concatenate([model.predict(x[None]) for x in X]), model.predict(X))


def test_many_rows_and_other_kernels_take_the_long_way() -> None:
    X, y = load_digits(return_X_y=True)
    assert few_values(X, machines(SVC().fit(X[:300], y[:300]))) is None
    model = SVC(kernel="poly").fit(X[:300], y[:300])
    assert few_values(X[:1], machines(model)) is None
    assert pair_values(X[:1], machines(model)).shape == (1, 45)


def test_votes_are_counted_as_the_matrices_say() -> None:
    values = np.random.default_rng(0).normal(size=(200, 15)).round()
    values[0] = np.nan  # no vote for the first of a pair
    codes = np.empty(len(values), np.int64)
    count_votes(values, 6, codes)
    assert_array_equal(codes, np.argmax(votes_of(values > 0, 6), axis=1))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_nearest_centre_of_a_few_rows(dtype: Any) -> None:
    X = load_digits().data.astype(dtype)
    model = KMeans(10, random_state=0).fit(X)
    few = np.concatenate([model.predict(X[i : i + FEW_POINTS]) for i in range(0, len(X), FEW_POINTS)])
    assert_array_equal(few, model.predict(X))
    assert few.dtype == model.predict(X).dtype
    ties = nearest_of_few(np.zeros((1, 2)), np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert ties.tolist() == [0]


@pytest.mark.parametrize("gaps", [False, True])
def test_the_leaves_of_a_few_rows(gaps: bool) -> None:
    X, y = load_digits(return_X_y=True)
    if gaps:
        X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    model = DecisionTreeClassifier(random_state=0).fit(X, y)
    assert len(X) > FEW_ROWS
    assert_array_equal(np.concatenate([model.apply(x[None]) for x in X]), model.apply(X))


def test_small_tables_are_sorted_and_split_as_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = load_iris(return_X_y=True)
    none = np.zeros(X.shape[1], np.int64)
    small = presort(X, y, none, None).words, build_order(X, none > 0, 4)
    monkeypatch.setattr(presorted_columns, "FEW_VALUES", 0)
    monkeypatch.setattr(median_splits, "FEW_VALUES", 0)
    large = presort(X, y, none, None).words, build_order(X, none > 0, 4)
    assert_array_equal(small[0], large[0])
    assert_array_equal(small[1], large[1])
