"""KDTree on its own: queries, radius, the textbook's tree and its histories."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.neighbors import KDTree as Theirs

from fenlei.errors import UsageError
from fenlei.neighbors import KDTree
from fenlei.neighbors.kd_tree.kd_tree import build_book_tree
from tests.neighbors.cases import rows
from tests.oracles import neighbors as oracle


@pytest.mark.parametrize("parameters", [{}, {"metric": "manhattan"}, {"metric": "chebyshev"}, {"p": 3}])
def test_queries_are_scikit_learns(parameters: dict[str, object]) -> None:
    X, Q = rows("normal", 500, 4), rows("normal", 30, 4, seed=1)
    ours, other = KDTree(X, **parameters), Theirs(X, **parameters)  # type: ignore[arg-type]
    for a, b in zip(ours.query(Q, 6), other.query(Q, 6), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
    index, distance = ours.query_radius(Q, 1.2, return_distance=True)
    their_index, their_distance = other.query_radius(Q, 1.2, return_distance=True, sort_results=True)
    for i in range(30):
        np.testing.assert_array_equal(index[i], their_index[i])
        np.testing.assert_allclose(distance[i], their_distance[i], rtol=1e-12)
    np.testing.assert_array_equal(ours.query_radius(Q, 1.2, count_only=True), [len(i) for i in index])


def test_all_rows_within_the_same_distance() -> None:
    index = KDTree(np.zeros((300, 2))).query_radius([[0.0, 0.0]], 0.0)
    assert index[0].tolist() == list(range(300))


@settings(max_examples=60)
@given(
    arrays(
        np.float64, st.tuples(st.integers(1, 30), st.integers(1, 3)), elements=st.integers(-4, 4).map(float)
    ),
    st.integers(1, 5),
)
def test_the_textbooks_search_is_brute_force(X: np.ndarray, k: int) -> None:
    k = min(k, len(X))
    tree = build_book_tree(X)
    assert sorted(step.node for step in tree.steps) == list(range(len(X)))
    x = X[0] + 0.25  # exact in binary, so that equal distances are equal
    found = tree.search(x, k)
    expected = oracle.nearest(X, x, k, oracle.square)
    assert found.rows.tolist() == [j for _, j in expected]
    assert len(found.visits) <= len(X)
    assert found.visits[-1].best == tuple(found.rows.tolist())


def test_the_textbooks_steps() -> None:
    tree = build_book_tree(rows("grid", 40, 2))
    for step in tree.steps:
        below = set(step.points) - {step.node}
        left = [row for row in below if tree.data[row, step.axis] < tree.data[step.node, step.axis]]
        assert len(left) <= len(step.points) // 2
        assert (step.left >= 0) == (len(step.points) > 1)
        assert (step.right >= 0) == (len(step.points) > 2)


def test_copies_do_not_overflow_the_stack() -> None:
    X = np.zeros((3000, 2))
    assert max(step.depth for step in build_book_tree(X).steps) < 12
    assert build_book_tree(X[:50]).search([0.0, 0.0], 2).rows.tolist() == [0, 1]


def test_bad_input() -> None:
    with pytest.raises(UsageError, match="Metric 'cosine' is not known"):
        KDTree(np.eye(3), metric="cosine")
    with pytest.raises(UsageError, match="0 < p < 1"):
        KDTree(np.eye(3), p=0.5)
    with pytest.raises(UsageError, match="leaf_size=0"):
        KDTree(np.eye(3), leaf_size=0)
    tree = KDTree(np.eye(3))
    with pytest.raises(UsageError, match="k <= n_samples_fit"):
        tree.query([[0.0, 0.0, 0.0]], 4)
    with pytest.raises(UsageError, match="X has 2 features, but KDTree is expecting 3"):
        tree.query([[0.0, 0.0]])
    with pytest.raises(UsageError, match="whole numbers from 1 to 3"):
        tree.book().search([0, 0, 0], 4)
