"""Fitting over blocks of rows: the sums add up, and the model is that of all rows at once."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from fenlei.errors import DataError, UsageError
from fenlei.linear.logistic.logistic_regression import LogisticRegression
from fenlei.linear.logistic.stored import blocks
from fenlei.linear.logistic.stored.blocks import merge, merge_facts, summarise
from tests.linear.test_logistic_passes import problem

NEWTON = {"solver": "newton-cholesky", "tol": 1e-10}


def table(K: int, n: int = 240, p: int = 5) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(K)
    X = rng.normal(size=(n, p)) * [1, 10, 0.1, 1, 3] + [0, 100, 0, -3, 1]
    scores = (X - X.mean(axis=0)) / X.std(axis=0) @ rng.normal(size=(p, K)) + rng.gumbel(size=(n, K))
    return X, scores.argmax(axis=1)


def cut(*arrays: Any, places: tuple[int, ...] = (50, 51, 130)) -> list[tuple[Any, ...]]:
    edges = [0, *places, arrays[0].shape[0]]
    return [tuple(a[i:j] for a in arrays) for i, j in pairwise(edges)]


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 36), st.sampled_from([2, 3]), st.booleans())
def test_sums_of_two_parts_are_the_sums_of_the_whole(place: int, K: int, curved: bool) -> None:
    P = problem(1, K=K)
    theta, centre = np.random.default_rng(2).normal(size=P.shape), np.full(4, 0.3)
    parts = [P._replace(X=P.X[rows], codes=P.codes[rows]) for rows in (slice(place), slice(place, None))]
    merged = merge(*(summarise(part, theta, centre, curved) for part in parts))
    for a, b in zip(merged, summarise(P, theta, centre, curved), strict=True):
        assert_allclose(a, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("K", [2, 4])
@pytest.mark.parametrize(
    "params",
    [
        {},
        {"fit_intercept": False},
        {"C": np.inf},
        {"penalize_intercept": True},
        {"class_weight": {0: 2.0}},
        {"basis": 2},
        {"solver": "newton", "tol": 1e-12},
        {"l1_ratio": 0.5, "solver": "saga"},
    ],
    ids=str,
)
def test_blocks_equal_the_whole(K: int, params: dict[str, Any]) -> None:
    X, y = table(K)
    w = np.random.default_rng(0).integers(0, 4, len(y)).astype(float)
    whole = LogisticRegression(**NEWTON | params).fit(X, y, w)
    parts = LogisticRegression(**NEWTON | params).fit_blocks(cut(X, y, w))
    scale = np.abs(whole.coef_).max()
    assert_allclose(parts.coef_, whole.coef_, rtol=1e-9, atol=1e-9 * scale)
    assert_allclose(parts.intercept_, whole.intercept_, rtol=1e-9, atol=1e-9 * scale)
    assert_allclose(parts.objective_, whole.objective_, rtol=1e-12)
    assert_allclose(parts.model_.log_likelihood_null, whole.model_.log_likelihood_null, rtol=1e-12)
    assert np.array_equal(parts.predict(X), whole.predict(X))
    if params.get("C") == np.inf:
        assert_allclose(parts.summary().std_err, whole.summary().std_err, rtol=1e-7)


def test_history_of_the_documents_newton_is_kept() -> None:
    X, y = table(2)
    whole, parts = LogisticRegression(solver="newton").fit(X, y), LogisticRegression(solver="newton")
    parts.fit_blocks(cut(X, y))
    assert_allclose(parts.history_.objective, whole.history_.objective, rtol=1e-10)
    assert_allclose(parts.history_.beta, whole.history_.beta, rtol=1e-7, atol=1e-9)


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(1, 239), max_size=6))
def test_any_cut_gives_the_same_model(places: set[int]) -> None:
    X, y = table(2)
    whole = LogisticRegression(**NEWTON).fit(X, y)
    parts = LogisticRegression(**NEWTON).fit_blocks(cut(X, y, places=tuple(sorted(places))))
    assert_allclose(parts.coef_, whole.coef_, rtol=1e-10)


def test_sparse_blocks_function_and_frames() -> None:
    X, y = table(3)
    X = X * (np.random.default_rng(1).random(X.shape) < 0.5)
    dense = LogisticRegression(**NEWTON).fit(X, y)
    sparse = LogisticRegression(**NEWTON).fit_blocks(lambda: iter(cut(csr_array(X), y)))
    assert_allclose(sparse.coef_, dense.coef_, rtol=1e-9)
    frames = [
        (pd.DataFrame(a, columns=list("abcde")), pd.Series(b).map({0: "x", 1: "y", 2: "z"}))
        for a, b in cut(X, y)
    ]
    named = LogisticRegression(**NEWTON).fit_blocks(frames)
    assert named.feature_names_in_.tolist() == list("abcde")
    assert named.classes_.tolist() == ["x", "y", "z"]
    assert_allclose(named.coef_, dense.coef_, rtol=1e-9)
    with pytest.raises(DataError, match="same features"):
        LogisticRegression().fit_blocks([*frames, (frames[0][0].rename(columns={"a": "q"}), frames[0][1])])


def test_many_parameters_by_gradients_alone() -> None:
    rng = np.random.default_rng(5)
    X = csr_array((rng.random((300, 1300)) < 0.02) * rng.random((300, 1300)))
    y = rng.integers(2, size=300)
    whole = LogisticRegression(max_iter=1000).fit(X, y)
    parts = LogisticRegression(max_iter=1000).fit_blocks(cut(X, y))
    assert_allclose(parts.objective_, whole.objective_, rtol=1e-9)
    with pytest.raises(DataError, match="up to 1200 parameters"):
        LogisticRegression(l1_ratio=1.0, solver="saga").fit_blocks(cut(X, y))


def apart(function: Any, blocks: Any) -> list[Any]:
    """A map as a cluster has it: work and results travel."""
    with ThreadPoolExecutor(2) as pool:
        sent = [pool.submit(pickle.loads(pickle.dumps(function)), block) for block in blocks]
        return [pickle.loads(pickle.dumps(future.result())) for future in sent]


def test_any_map_gives_the_same_bits() -> None:
    X, y = table(2)
    here = LogisticRegression().fit_blocks(cut(X, y))
    there = LogisticRegression(n_jobs=1).fit_blocks(cut(X, y), map=apart)
    assert np.array_equal(here.coef_, there.coef_)


def test_one_pass_a_step() -> None:
    X, y = table(2)
    passes = []

    def read() -> Any:
        passes.append(1)
        return cut(X, y)

    model = LogisticRegression(C=1e3).fit_blocks(read)
    assert len(passes) == 2 + int(model.n_iter_[0])  # the facts, the start, and each step


def test_classes_that_no_block_has() -> None:
    X, y = table(2)
    model = LogisticRegression().fit_blocks(cut(X, y), classes=[0, 1, 2])
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.coef_.shape == (3, 5)
    with pytest.raises(DataError):
        LogisticRegression().fit_blocks(cut(X, y), classes=[0, 2])
    united = merge_facts(*(blocks.describe(LogisticRegression(), (X[y == k], y[y == k])) for k in (1, 0)))
    assert united.labels.tolist() == [0, 1]
    assert united.weights.tolist() == np.bincount(y).tolist()


def test_separable_blocks_are_reported() -> None:
    X = np.arange(20.0)[:, None]
    with pytest.warns(ConvergenceWarning, match="separated without error"):
        model = LogisticRegression(C=np.inf).fit_blocks(cut(X, X[:, 0] > 9, places=(12,)))
    assert model.separated_
    z = np.array([0.0, 1, 2, 3, 3, 4, 5, 6])[:, None]  # they touch in one point: quasi-complete separation
    with pytest.warns(ConvergenceWarning, match="separated without error"):
        model = LogisticRegression(C=np.inf).fit_blocks(cut(z, np.arange(8) > 3, places=(5,)))
    assert model.separated_


@pytest.mark.parametrize(
    ("blocks", "params", "error", "words"),
    [
        (iter([]), {}, UsageError, "only once"),
        (7, {}, UsageError, "only once"),
        ([], {}, DataError, "no blocks"),
        ([np.ones(3)], {}, UsageError, r"\(X, y\)"),
        ([([[1.0], [2]], [0, 1])], {"solver": "sgd"}, UsageError, "visits single rows"),
        ([([[1.0], [2]], [0, 1])], {"class_weight": "balanced"}, UsageError, "balanced"),
        ([([[1.0], [2]], [0, 1]), ([[1.0, 2]], [0])], {}, DataError, "same features"),
        ([([[1.0], [2]], [0, 1]), ([[1.0]], ["a"])], {}, DataError, "labels"),
        ([([[1.0], [np.inf]], [0, 1])], {}, ValueError, "infinity"),
        ([([[1.0], [2]], [1, 1])], {}, DataError, "class"),
    ],
)
def test_what_is_refused(blocks: Any, params: dict[str, Any], error: type[Exception], words: str) -> None:
    model = LogisticRegression(**params)
    with pytest.raises(error, match=words):
        model.fit_blocks(blocks)
    with pytest.raises(NotFittedError):
        model.predict([[1.0]])


def test_blocks_without_rows_or_weight_count_for_nothing() -> None:
    X, y = table(2)
    whole = LogisticRegression().fit_blocks(cut(X, y))
    first, *rest = cut(X, y)
    odd = [(X[:0], y[:0]), first, (X[:3] + 9, 1 - y[:3], np.zeros(3)), *rest, (X[:0], y[:0])]
    assert np.array_equal(LogisticRegression().fit_blocks(odd).coef_, whole.coef_)


@pytest.mark.parametrize("K", [2, 3])
def test_blocks_that_stay_on_a_dask_cluster(K: int) -> None:
    """The recipe of the page on logistic regression, with two workers."""
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")

    def on_cluster(function: Any, parts: Any) -> Any:
        return dask.compute(*[dask.delayed(function)(part) for part in parts])

    X, y = table(K)
    whole = LogisticRegression(**NEWTON).fit(X, y)
    with (
        distributed.LocalCluster(
            2, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        for partitions in ([dask.delayed(block) for block in cut(X, y)], client.scatter(cut(X, y))):
            model = LogisticRegression(**NEWTON).fit_blocks(partitions, map=on_cluster)
            assert_allclose(model.coef_, whole.coef_, rtol=1e-8)
            assert_allclose(model.intercept_, whole.intercept_, rtol=1e-8)
