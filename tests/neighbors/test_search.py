"""Every search structure gives the brute-force answer, to the last bit and in every tie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fenlei.neighbors import KNeighborsClassifier
from fenlei.neighbors.kd_tree import box_search
from fenlei.neighbors.kd_tree.boxes import Measure, make_boxes
from fenlei.neighbors.kd_tree.median_splits import build_order, starts_of
from fenlei.neighbors.search.brute_force import factor, nearest_by_products
from fenlei.neighbors.search.distances import L2, pair_distance
from fenlei.neighbors.search.k_smallest import offer, settle, smallest_of_rows
from fenlei.neighbors.search.search import within
from tests.neighbors.cases import KINDS, metrics, rows
from tests.oracles import neighbors as oracle

ALGORITHMS = ("brute", "kd_tree", "ball_tree", "branch_bound", "auto")


def fitted(X: np.ndarray, k: int, **parameters: Any) -> KNeighborsClassifier:
    return KNeighborsClassifier(k, leaf_size=4, **parameters).fit(X, np.arange(len(X)) % 2)


@pytest.mark.parametrize("kind", ["normal", "grid"])
@pytest.mark.parametrize("name", list(metrics(1)))
def test_neighbours_are_the_oracles(name: str, kind: str) -> None:
    X, Q = rows(kind, 60, 3), rows(kind, 8, 3, seed=1)
    parameters, distance = metrics(3)[name]
    found, index = fitted(X, 7, **parameters).kneighbors(Q)
    for i, query in enumerate(Q):
        expected = oracle.nearest(X, query, 7, distance)
        assert np.allclose(found[i], [d for d, _ in expected], rtol=1e-12, atol=1e-12)
        if name not in ("cosine", "minkowski 3", "weighted"):  # whose ties the oracle breaks by rounding
            assert index[i].tolist() == [j for _, j in expected]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("n", "p", "k"), [(1, 1, 1), (7, 2, 3), (300, 3, 5), (400, 9, 60), (200, 20, 7), (40, 3, 40)]
)
def test_all_algorithms_give_the_same_bits(kind: str, n: int, p: int, k: int) -> None:
    X = rows(kind, n, p)
    Q = np.vstack([rows(kind, 30, p, seed=1), X[:10]])
    for name, (parameters, _) in metrics(p).items():
        answers = []
        for algorithm in ALGORITHMS:
            if not (algorithm == "branch_bound" and name == "hamming"):
                model = fitted(X, k, algorithm=algorithm, **parameters)
                answers.append((*model.kneighbors(Q), *(model.kneighbors() if n > k else ())))
        for answer in answers[1:]:
            assert all(np.array_equal(a, b) for a, b in zip(answers[0], answer, strict=True)), name


@settings(max_examples=60)
@given(
    arrays(
        np.float64, st.tuples(st.integers(1, 40), st.integers(1, 4)), elements=st.integers(-3, 3).map(float)
    ),
    st.integers(1, 40),
    st.integers(1, 8),
)
def test_any_rows_any_leaf(X: np.ndarray, k: int, leaf_size: int) -> None:
    k = min(k, len(X))
    expected = [[j for _, j in oracle.nearest(X, q, k, oracle.square)] for q in X]
    for algorithm in ("brute", "kd_tree", "branch_bound"):
        model = KNeighborsClassifier(k, algorithm=algorithm, leaf_size=leaf_size).fit(X, np.zeros(len(X)))
        assert model.kneighbors(X, return_distance=False).tolist() == expected


@pytest.mark.parametrize("metric", ["heom", "gower"])
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
def test_mixed_distances_with_missing_values(metric: str, algorithm: str) -> None:
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.normal(size=(150, 2)), rng.integers(0, 4, (150, 2)).astype(float), np.ones(150)])
    X[rng.random(X.shape) < 0.15] = np.nan
    Q = X[rng.permutation(150)[:40]] + np.array([0.1, 0.2, 0, 0, 0])
    Q[0] = np.nan
    model = KNeighborsClassifier(
        9, metric=metric, algorithm=algorithm, leaf_size=3, categorical_features=[2, 3]
    ).fit(X, np.arange(150) % 3)
    spread = np.nanmax(X, axis=0) - np.nanmin(X, axis=0)
    ranges = np.where([True, True, False, False, False], spread, 0.0)
    found, index = model.kneighbors(Q)
    distance = getattr(oracle, metric)
    for i, q in enumerate(Q):
        expected = oracle.nearest(X, q, 9, lambda a, b: distance(a, b, ranges))
        assert np.allclose(found[i], [d for d, _ in expected], rtol=1e-12)
        assert all(
            distance(X[j], q, ranges) == pytest.approx(d) for d, j in zip(found[i], index[i], strict=True)
        )


def test_products_without_room_for_near_ties_fall_back() -> None:
    """Clusters far apart: float32 cannot tell their members, float64 can; copies nobody can."""
    rng = np.random.default_rng(0)
    X = np.repeat(1e5 * rng.standard_normal((2, 30)), 900, axis=0)
    X[:900] += 1e-4 * rng.standard_normal((900, 30))
    boxes = make_boxes(X, np.arange(len(X)), 64, (measure := Measure(L2, 2.0, np.zeros(30, dtype=bool))))
    Q = np.ascontiguousarray(X[::90])
    own = np.full(len(Q), -1)
    found = nearest_by_products(boxes, measure, factor(X, boxes.centre, np.float32), Q, own, 3)
    expected = box_search.nearest(boxes, measure, Q, own, 3, prune=False)
    assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


def test_leaves_are_halves_and_small_enough() -> None:
    for n in (1, 2, 63, 64, 65, 1000):
        sizes = np.diff(starts_of(n, 8))
        assert sizes.max() <= 8
        assert sizes.sum() == n
        assert len(sizes) & (len(sizes) - 1) == 0
        assert sizes.max() - sizes.min() <= 1


def test_the_order_of_the_leaves_does_not_depend_on_threads() -> None:
    X = rows("grid", 5000, 3)
    nominal = np.zeros(3, dtype=bool)
    orders = [build_order(X, nominal, 16, n_jobs) for n_jobs in (1, 2, None)]
    assert all(np.array_equal(orders[0], order) for order in orders)
    assert np.array_equal(np.sort(orders[0]), np.arange(5000))


def test_answers_do_not_depend_on_threads() -> None:
    X, Q = rows("normal", 3000, 6), rows("normal", 700, 6, seed=1)
    for algorithm in ("brute", "kd_tree", "branch_bound"):
        answers = [fitted(X, 5, algorithm=algorithm, n_jobs=n).kneighbors(Q) for n in (1, 2, None)]
        for answer in answers[1:]:
            assert all(np.array_equal(a, b) for a, b in zip(answers[0], answer, strict=True))


@pytest.mark.parametrize("algorithm", ["brute", "kd_tree", "branch_bound"])
@pytest.mark.parametrize("kind", ["normal", "grid"])
def test_radius(kind: str, algorithm: str) -> None:
    X, Q = rows(kind, 200, 3), rows(kind, 20, 3, seed=1)
    model = fitted(X, 3, algorithm=algorithm)
    for radius in (0.0, 1.0, np.sqrt(2.0), 50.0):
        distance, index = model.radius_neighbors(Q, radius)
        for i, q in enumerate(Q):
            D = np.sqrt([oracle.square(x, q) for x in X])
            expected = [j for j in np.lexsort((np.arange(200), D)) if D[j] <= radius]
            assert index[i].tolist() == expected
            assert np.allclose(distance[i], D[expected], rtol=1e-15)
    sorted_all = model.kneighbors(Q, 200)
    assert np.array_equal(np.stack(distance), sorted_all[0])  # the last radius takes in everything
    among = model.radius_neighbors(None, 1.0, return_distance=False)
    assert all(i not in found for i, found in enumerate(among))


def test_radius_under_a_foreign_metric() -> None:
    X = np.abs(rows("normal", 50, 3))
    model = fitted(X, 3, metric="canberra")
    found = within(model._search, X[:5], 1.0)
    distance, index = model.radius_neighbors(X[:5], 1.0)
    assert np.array_equal(np.concatenate(distance), found.distance)
    assert [i[0] for i in index] == list(range(5))


def test_many_copies_make_no_deep_tree() -> None:
    X = np.zeros((20_000, 2))
    distance, index = fitted(X, 4, algorithm="kd_tree").kneighbors(X[:50])
    assert not distance.any()
    assert index.tolist() == [[0, 1, 2, 3]] * 50


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 200)), min_size=60, max_size=200), st.integers(1, 60)
)
def test_the_smallest_are_kept_in_order(pairs: list[tuple[int, int]], k: int) -> None:
    values, index = np.full(k, np.inf), np.full(k, np.iinfo(np.int64).max)
    for value, i in pairs:
        offer(float(value), i, values, index)
    settle(values, index)
    assert list(zip(values.astype(int).tolist(), index.tolist(), strict=True)) == sorted(pairs)[:k]


def test_distances_that_are_no_numbers_come_last() -> None:
    values, index = np.empty((1, 3)), np.empty((1, 3), dtype=np.int64)
    smallest_of_rows(np.array([[np.nan, 2.0, np.inf, 1.0]]), np.array([3]), values, index)
    assert (values.tolist(), index.tolist()) == ([[2.0, np.inf, np.inf]], [[1, 0, 2]])


def test_pair_distance_is_the_oracles() -> None:
    a, b = np.array([1.0, 2.0, 3.0]), np.array([2.0, 0.0, 3.0])
    assert pair_distance(L2, 2.0, np.zeros(3, dtype=bool), a, b) == oracle.square(a, b)


def test_branch_and_bound_leaves_most_rows_out() -> None:
    X = rows("normal", 4000, 2)
    found = fitted(X, 1, algorithm="branch_bound").search_statistics(X[:20])
    assert (found.rows_measured + found.groups_measured).mean() < 400
    assert (found.groups_pruned > 0).all()
