"""Isomap: paths, scaling, landmarks, new rows, and what it says when the graph falls apart."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import make_swiss_roll
from sklearn.manifold import Isomap as Namesake
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import kneighbors_graph
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, DegenerateDataWarning, FenleiWarning, UsageError
from fenlei.reduce import Isomap
from fenlei.reduce.isomap.scaling import dense_eigenpairs, krylov_eigenpairs, square_norm
from fenlei.reduce.isomap.shortest_paths import dijkstra, path_lengths
from fenlei.reduce.neighbor_graph import NearestRows, both_ways, neighbour_graph
from tests.oracles import manifold

ROLL = make_swiss_roll(300, random_state=0)[0]
NEW = make_swiss_roll(40, random_state=1)[0]


@parametrize_with_checks([Isomap(), Isomap(n_components=1, landmarks=5)])
@pytest.mark.filterwarnings("ignore")  # the checks feed graphs in several parts on purpose
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@given(st.integers(2, 24), st.integers(0, 60), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_paths_are_those_of_floyd_and_warshall(n: int, edges: int, seed: int) -> None:
    """Lengths are whole numbers, some 0: sums are exact, so the order of adding does not show."""
    rng = np.random.default_rng(seed)
    row, end = rng.integers(0, n, edges), rng.integers(0, n, edges)
    length = rng.integers(0, 6, edges).astype(float)
    graph = both_ways(row, end, length, n)
    found = path_lengths(graph, np.arange(n), 1)
    expected = manifold.all_paths(n, list(zip(row.tolist(), end.tolist(), length.tolist(), strict=True)))
    assert_array_equal(found, expected)


@pytest.mark.parametrize("n", [70, 200])
def test_many_sources_at_once_have_the_bits_of_dijkstra_from_each(n: int) -> None:
    X = np.random.default_rng(n).normal(size=(n, 3))
    graph = neighbour_graph(NearestRows(X), X, 6, None)
    together = path_lengths(graph, np.arange(n))
    length, order = np.empty(n), np.empty(n, dtype=np.int64)
    for source in range(n):
        assert dijkstra(graph, source, length, order) == n
        assert_array_equal(together[source], length)
        assert (np.diff(length[order]) >= 0).all()
    assert_array_equal(path_lengths(graph, np.array([5, 3, 60]), 1), together[[5, 3, 60]])


def test_scaling_of_the_paths_is_that_of_the_book() -> None:
    X = ROLL[:80]
    model = Isomap(n_neighbors=8, n_components=3).fit(X)
    D = manifold.all_paths(80, manifold.nearest_edges(X, 8))
    values, coordinates = manifold.classical_scaling(D, 3)
    assert_allclose(model.dist_matrix_, D, rtol=1e-12)
    assert_allclose(model.eigenvalues_, values[:3], rtol=1e-9)
    assert_allclose(np.abs(model.embedding_), coordinates, atol=1e-8)
    assert_allclose(model.reconstruction_error(), np.sqrt(np.sum(values[3:] ** 2)) / 80, rtol=1e-9)


@pytest.mark.parametrize("d", [1, 3])
def test_the_krylov_space_finds_the_pairs_of_the_full_decomposition(d: int) -> None:
    D = pairwise_distances(np.random.default_rng(0).normal(size=(260, 6)))
    values, V = krylov_eigenpairs(D, d)
    expected, full = dense_eigenpairs(D, d)
    assert_allclose(values, expected, rtol=1e-11)
    assert_allclose(V, full, atol=1e-7)
    assert_allclose(V.T @ V, np.eye(d), atol=1e-12)
    few = krylov_eigenpairs(D, d, max_iter=1)  # does not settle: the full decomposition takes over
    assert_array_equal(few.values, expected)


def test_the_norm_of_b_is_that_of_all_its_eigenvalues() -> None:
    D = pairwise_distances(ROLL[:60])
    values = manifold.classical_scaling(D / D.max(), 2)[0]
    assert_allclose(square_norm(D), np.sum(values**2), rtol=1e-10)


FORMS: list[dict[str, Any]] = [
    {},
    {"n_neighbors": 9, "n_components": 3},
    {"n_neighbors": None, "radius": 6.0},
    {"metric": "manhattan", "n_neighbors": 8},
    {"metric": "minkowski", "p": 3, "n_neighbors": 8},
    {"eigen_solver": "dense"},
    {"eigen_solver": "arpack", "tol": 1e-10},
    {"neighbors_algorithm": "brute", "path_method": "FW"},
    {"n_components": 11, "n_neighbors": 10},
]


@pytest.mark.parametrize("parameters", FORMS, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_agrees_with_scikit_learn(parameters: dict[str, Any]) -> None:
    ours, theirs = Isomap(**parameters).fit(ROLL), Namesake(**parameters).fit(ROLL)
    assert_allclose(ours.dist_matrix_, theirs.dist_matrix_, rtol=1e-9)  # their brute force rounds
    assert_allclose(ours.reconstruction_error(), theirs.reconstruction_error(), rtol=1e-6)
    assert_allclose(np.abs(ours.embedding_), np.abs(theirs.embedding_), atol=1e-6)
    assert_allclose(np.abs(ours.transform(NEW)), np.abs(theirs.transform(NEW)), atol=1e-6)


@pytest.mark.parametrize("form", ["dense", "graph", "sparse rows"])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.EfficiencyWarning")  # theirs, about the graph
def test_other_kinds_of_input_agree_with_scikit_learn(form: str) -> None:
    D = pairwise_distances(ROLL)
    X, metric = {
        "dense": (D, "precomputed"),
        "graph": (kneighbors_graph(ROLL, 20, mode="distance", include_self=True), "precomputed"),
        "sparse rows": (sparse.csr_matrix(np.where(abs(ROLL) < 3, 0.0, ROLL)), "euclidean"),
    }[form]
    models = [cls(n_neighbors=10, metric=metric).fit(X) for cls in (Isomap, Namesake)]
    assert_allclose(models[0].reconstruction_error(), models[1].reconstruction_error(), rtol=1e-6)
    Q = X[:20]
    if form != "graph":
        assert_allclose(np.abs(models[0].transform(Q)), np.abs(models[1].transform(Q)), atol=1e-6)


@pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning")  # theirs
def test_a_graph_in_parts_is_joined_as_scikit_learn_joins_it_and_said() -> None:
    X = np.vstack([ROLL[:60], ROLL[60:120] + 100, ROLL[120:180] - 70])
    with pytest.warns(FenleiWarning, match="connected components of the neighbors graph is 3 > 1"):
        ours = Isomap().fit(X)
    with pytest.warns(UserWarning, match="connected components"):
        theirs = Namesake().fit(X)
    assert_allclose(ours.dist_matrix_, theirs.dist_matrix_, rtol=1e-12)
    assert_allclose(ours.reconstruction_error(), theirs.reconstruction_error(), rtol=1e-6)


def test_a_sparse_graph_in_parts_cannot_be_joined() -> None:
    block = pairwise_distances(ROLL[:20])
    X = sparse.csr_matrix(sparse.block_diag([block, block]))
    with pytest.raises(RuntimeError, match=r"is 2 > 1\. The graph cannot be completed"):
        Isomap(metric="precomputed").fit(X)


def test_a_training_row_is_transformed_to_its_own_place() -> None:
    for landmarks in (None, 60):
        model = Isomap(n_neighbors=8, landmarks=landmarks).fit(ROLL)
        assert_allclose(model.transform(ROLL), model.embedding_, atol=1e-8)


def test_all_rows_as_landmarks_are_no_landmarks_and_few_come_close() -> None:
    full = Isomap(n_neighbors=8).fit(ROLL)
    every = Isomap(n_neighbors=8, landmarks=len(ROLL)).fit(ROLL)
    assert sorted(every.landmarks_) == list(range(len(ROLL)))
    assert_allclose(np.abs(every.embedding_), np.abs(full.embedding_), atol=1e-6)
    some = Isomap(n_neighbors=8, landmarks=50).fit(ROLL)
    assert some.dist_matrix_.shape == (50, 300)
    assert len(set(some.landmarks_.tolist())) == 50
    assert abs(np.corrcoef(some.embedding_[:, 0], full.embedding_[:, 0])[0, 1]) > 0.99


def test_row_order_does_not_matter() -> None:
    order = np.random.default_rng(0).permutation(len(ROLL))
    a, b = Isomap(n_neighbors=8).fit(ROLL), Isomap(n_neighbors=8).fit(ROLL[order])
    assert_allclose(np.abs(a.embedding_[order]), np.abs(b.embedding_), atol=1e-7)


@pytest.mark.parametrize("scale", [1e-100, 1e-3, 1e140])
def test_the_map_grows_with_the_data(scale: float) -> None:
    a, b = Isomap(n_neighbors=8).fit(ROLL), Isomap(n_neighbors=8).fit(ROLL * scale)
    assert_allclose(np.abs(b.embedding_) / scale, np.abs(a.embedding_), atol=1e-7)


@pytest.mark.parametrize("landmarks", [None, 70])
def test_any_number_of_threads_gives_the_same_bits(landmarks: int | None) -> None:
    models = [
        Isomap(n_neighbors=8, landmarks=landmarks, n_jobs=n_jobs).fit(ROLL) for n_jobs in (1, 2, 4, None)
    ]
    assert len({model.embedding_.tobytes() for model in models}) == 1
    assert len({model.dist_matrix_.tobytes() for model in models}) == 1
    assert len({model.transform(NEW).tobytes() for model in models}) == 1


def test_duplicate_rows_are_at_distance_zero() -> None:
    X = np.repeat(ROLL[:60], 3, axis=0)
    model = Isomap(n_neighbors=12).fit(X)
    assert_array_equal(model.dist_matrix_[0, :3], 0.0)
    assert np.isfinite(model.embedding_).all()
    assert_allclose(model.embedding_[0], model.embedding_[1], atol=1e-8)


def test_pickling_keeps_the_search() -> None:
    model = Isomap(n_neighbors=8).fit(ROLL)
    assert_array_equal(pickle.loads(pickle.dumps(model)).transform(NEW), model.transform(NEW))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neighbors": 300}, r"n_neighbors < n_samples, but n_neighbors = 300"),
        ({"n_neighbors": 5, "radius": 1.0}, "Both n_neighbors and radius are provided"),
        ({"n_neighbors": None}, "both None"),
        ({"n_components": 301}, "n_components=301 is more than 300"),
        ({"landmarks": 2}, "landmarks=2 cannot be used"),
        ({"landmarks": 301}, "landmarks=301 cannot be used"),
        ({"n_neighbors": 0}, "n_neighbors=0 is not accepted"),
        ({"metric": "miles"}, "metric='miles' is not accepted"),
    ],
)
def test_bad_parameters_are_said(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Isomap(**parameters).fit(ROLL)


def test_bad_data_is_said() -> None:
    with pytest.raises(ValueError, match="NaN"):
        Isomap().fit(np.where(np.arange(300)[:, None] == 3, np.nan, ROLL))
    with pytest.raises(UsageError, match="square distance matrix"):
        Isomap(metric="precomputed").fit(ROLL)
    with pytest.raises(DataError, match="the smallest is -1"):
        Isomap(metric="precomputed").fit(-np.ones((9, 9)))
    with pytest.raises(DataError, match=r"1 of the rows to transform .* \(first: row 1\)"):
        Isomap(n_neighbors=None, radius=9.0).fit(ROLL).transform(np.vstack([ROLL[:1], ROLL[:1] + 1e3]))
    with pytest.warns(DegenerateDataWarning, match="only 1 of the 2 components"):
        model = Isomap().fit(np.arange(12.0)[:, None])
    assert_array_equal(model.embedding_[:, 1], 0.0)
