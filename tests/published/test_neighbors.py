"""Numbers from the source documents: spec cases 2.3, B-G01 to B-G05, B15 to B17."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from fenlei.errors import DegenerateDataWarning
from fenlei.neighbors import (
    CondensedNearestNeighbour,
    EditedNearestNeighbours,
    KDTree,
    KNeighborsClassifier,
    NearestCentroid,
    choose_k,
    cover_hart_bound,
    nearest_neighbour_error,
)
from fenlei.neighbors.kd_tree.boxes import Measure
from fenlei.neighbors.search.branch_and_bound import groups_of, nearest_in_groups
from fenlei.neighbors.search.distances import L2

ALGORITHMS = ["brute", "kd_tree", "ball_tree", "branch_bound"]
POINTS = np.array([[1, 0], [0, 1], [0, -1], [0, 0], [0, 2], [0, -2], [-2, 0]], dtype=float)
LABELS = np.array([1, 1, 1, 2, 2, 2, 2])
QUERY = np.array([[1.0, 2.0]])
BOOK = np.array([[2, 3], [5, 4], [9, 6], [4, 7], [8, 1], [7, 2]], dtype=float)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_b_g01_example_5_1(algorithm: str) -> None:
    model = KNeighborsClassifier(7, algorithm=algorithm).fit(POINTS, LABELS)
    distance, index = model.kneighbors(QUERY)
    expected = np.sqrt([4, 2, 10, 5, 1, 17, 13])
    assert np.allclose(distance[0], np.sort(expected))
    assert index[0].tolist() == np.argsort(expected).tolist()
    answers = {k: KNeighborsClassifier(k, algorithm=algorithm).fit(POINTS, LABELS) for k in (1, 3, 5, 7)}
    assert [int(model.predict(QUERY)[0]) for model in answers.values()] == [2, 1, 1, 2]
    assert np.allclose(model.class_distances(QUERY), [[math.sqrt(2), 1.0]])


@pytest.mark.parametrize(("k", "share"), [(2, 0.4142136), (3, 0.5469182), (5, 0.5128126), (7, 0.4364313)])
def test_b_g01_votes_by_distance(k: int, share: float) -> None:
    model = KNeighborsClassifier(k, weights="distance").fit(POINTS, LABELS)
    assert model.predict_proba(QUERY)[0, 0] == pytest.approx(share, abs=5e-8)


@pytest.mark.parametrize("k", [2, 4, 6])
def test_b_g01_even_k_ties_and_the_first_class_wins(k: int) -> None:
    model = KNeighborsClassifier(k).fit(POINTS, LABELS)
    assert model.predict_proba(QUERY).tolist() == [[0.5, 0.5]]
    assert model.predict(QUERY).tolist() == [1]


def test_b_g01_manhattan_ties_by_row() -> None:
    distance, index = KNeighborsClassifier(3, p=1).fit(POINTS, LABELS).kneighbors(QUERY)
    assert (distance.tolist(), index.tolist()) == ([[1, 2, 2]], [[4, 0, 1]])


def test_b_g01_nearest_mean() -> None:
    model = NearestCentroid().fit(POINTS, LABELS)
    assert np.allclose(model.centroids_, [[1 / 3, 0], [-0.5, 0]])
    distances = np.sqrt(((QUERY - model.centroids_) ** 2).sum(axis=1))
    assert np.allclose(distances, [2.1081851, 2.5])
    assert model.predict(QUERY).tolist() == [1]


@pytest.mark.parametrize(
    ("error", "classes", "upper"),
    [
        (0.05, 2, 0.095),
        (0.1, 2, 0.18),
        (0.2, 2, 0.32),
        (0.5, 2, 0.5),
        (0.1, 3, 0.185),
        (2 / 3, 3, 2 / 3),
        (0.1, 10, 0.1888889),
        (0.9, 10, 0.9),
    ],
)
def test_b_g02_cover_hart(error: float, classes: int, upper: float) -> None:
    bound = cover_hart_bound(error, classes)
    assert bound.upper == pytest.approx(upper, abs=5e-8)
    assert bound.lower == error
    assert bound.coarse == pytest.approx(2 * error)


def test_b_g02_two_gaussians() -> None:
    x = np.linspace(-12, 14, 200_001)
    densities = np.column_stack([norm.pdf(x), norm.pdf(x - 2)])
    total = densities.sum(axis=1)
    posteriors = densities / total[:, None]
    bayes = float(np.average(1 - posteriors.max(axis=1), weights=total))
    assert bayes == pytest.approx(0.1586553, abs=5e-7)
    assert nearest_neighbour_error(posteriors, total) == pytest.approx(0.2247998, abs=5e-7)
    assert cover_hart_bound(bayes, 2).upper == pytest.approx(0.2669675, abs=5e-7)
    assert cover_hart_bound(bayes, 2).coarse == pytest.approx(0.3173105, abs=5e-7)


def test_b_g03_fast_search_over_given_groups() -> None:
    measure = Measure(L2, 2.0, np.zeros(2, dtype=bool))
    groups = groups_of(POINTS, measure, np.array([0, 1, 4, 2, 3, 5, 6]), np.array([0, 3, 7]))
    assert np.allclose(groups.mean[1:], [[1 / 3, 1], [-0.5, -0.75]])
    assert np.allclose(groups.radius[1:], [1.2018504, 1.6770510])
    assert np.allclose(groups.row_radius[:3], [1.2018504, 0.3333333, 1.0540926])
    values, index, found = nearest_in_groups(groups, measure, QUERY, np.array([-1]), 1)
    assert (values.tolist(), index.tolist()) == ([[1.0]], [[4]])
    counts = [count.tolist() for count in found]
    assert counts == [[2], [1], [3], [0]]  # 2 means measured, 1 group pruned, 3 rows measured, none skipped


@pytest.mark.parametrize(
    ("first", "store", "passes"), [(1, [1, 4, 2, 3, 5, 6], 3), (4, [4, 1, 2, 3, 5, 6], 2)]
)
def test_b_g04_condensing(first: int, store: list[int], passes: int) -> None:
    model = CondensedNearestNeighbour(sampling_strategy="all", first=first - 1).fit(POINTS, LABELS)
    assert ((model.store_ + 1).tolist(), model.n_passes_) == (store, passes)


def test_b_g04_condensing_that_keeps_everything() -> None:
    model = CondensedNearestNeighbour(sampling_strategy="all", first=6).fit(POINTS, LABELS)
    assert (len(model.store_), model.n_passes_, model.reduction_) == (7, 2, 0.0)


def test_b_g05_editing_would_delete_a_class_and_says_so() -> None:
    edited = EditedNearestNeighbours(sampling_strategy="all", n_neighbors=1)
    with pytest.warns(DegenerateDataWarning, match="class 1 would have lost all of its 3 rows"):
        edited.fit_resample(POINTS, LABELS)
    assert edited.sample_indices_.tolist() == [0, 1, 2, 6]


def breast_cancer() -> list[np.ndarray]:
    X, y = load_breast_cancer(return_X_y=True)
    return train_test_split(StandardScaler().fit_transform(X), y, test_size=0.2, random_state=2020)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_source_000_figure_3_8(algorithm: str) -> None:
    X, X_test, y, y_test = breast_cancer()
    model = KNeighborsClassifier(n_neighbors=3, p=2, metric="minkowski", algorithm=algorithm).fit(X, y)
    assert model.predict(X_test[:2]).tolist() == [0, 1]
    assert model.score(X, y) == 0.989010989010989
    assert model.score(X_test, y_test) == 0.9385964912280702


@pytest.mark.parametrize(
    ("p", "train", "test"),
    [
        (1, 0.9868131868131869, 0.9649122807017544),
        (3, 0.9846153846153847, 0.9298245614035088),
        (np.inf, 0.9758241758241758, 0.9385964912280702),
    ],
)
def test_source_000_other_metrics(p: float, train: float, test: float) -> None:
    X, X_test, y, y_test = breast_cancer()
    model = KNeighborsClassifier(3, p=p).fit(X, y)
    assert (model.score(X, y), model.score(X_test, y_test)) == (train, test)


def test_source_000_figure_3_11_choice_of_k() -> None:
    X, _, y, _ = breast_cancer()
    found = choose_k(KNeighborsClassifier(), X, y, ks=range(1, 10), cv=5)
    expected = [
        *(0.956043956043956, 0.945054945054945, 0.9670329670329669, 0.9714285714285713, 0.9714285714285715),
        *(0.9736263736263737, 0.9736263736263737, 0.9714285714285715, 0.9758241758241759),
    ]
    assert np.allclose(found.accuracy, expected, rtol=0, atol=1e-14)
    assert found.best == 9


@pytest.mark.parametrize(
    ("p", "to_4_4"),
    [(1, 6), (2, 4.2426406871), (3, 3.7797631497), (4, 3.5676213450), (10, 3.2153203876), (np.inf, 3)],
)
def test_b15_minkowski(p: float, to_4_4: float) -> None:
    distance, index = KDTree([[5, 1], [4, 4]], p=p).query([[1, 1]], k=2)
    found = dict(zip(index[0].tolist(), distance[0].tolist(), strict=True))
    assert found[0] == pytest.approx(4)
    assert found[1] == pytest.approx(to_4_4, abs=1e-9)


def test_b16_construction() -> None:
    tree = KDTree(BOOK).book()
    nodes = {tuple(BOOK[step.node]): step for step in tree.steps}
    assert tuple(BOOK[tree.root]) == (7, 2)

    def children(point: tuple[float, float]) -> list[tuple[float, ...] | None]:
        step = nodes[point]
        return [tuple(BOOK[child]) if child >= 0 else None for child in (step.left, step.right)]

    assert children((7, 2)) == [(5, 4), (9, 6)]
    assert children((5, 4)) == [(2, 3), (4, 7)]
    assert children((9, 6)) == [(8, 1), None]
    assert [step.axis for step in tree.steps] == [step.depth % 2 for step in tree.steps]
    assert tree.draw().splitlines()[0] == "(7, 2)  axis 0"


@pytest.mark.parametrize(
    ("x", "node", "distance", "visited"),
    [
        ([2, 4.5], (2, 3), 1.5, [(7, 2), (5, 4), (4, 7), (2, 3)]),
        ([2.1, 3.1], (2, 3), 0.1414213562, [(7, 2), (5, 4), (2, 3)]),
        ([9, 2], (8, 1), 1.4142135624, None),
        ([6, 3], (5, 4), 1.4142135624, None),  # a tie with (7, 2), which has the larger row number
    ],
)
def test_b16_search(
    x: list[float], node: tuple[int, int], distance: float, visited: list[tuple[int, int]]
) -> None:
    found = KDTree(BOOK).book().search(x)
    assert tuple(BOOK[found.rows[0]]) == node
    assert found.distance[0] == pytest.approx(distance, abs=1e-9)
    if visited:
        assert [tuple(BOOK[visit.node]) for visit in found.visits] == visited
    assert KDTree(BOOK).query([x])[1][0, 0] == found.rows[0]


@pytest.mark.parametrize(
    ("k", "train", "loo", "ten_fold"),
    [(1, 0, 6, 6), (3, 6, 6, 5), (5, 5, 5, 5), (7, 4, 5, 5), (15, 2, 4, 4)],
)
def test_b17_iris(k: int, train: int, loo: int, ten_fold: int) -> None:
    X, y = load_iris(return_X_y=True)
    model = KNeighborsClassifier(k).fit(X, y)
    assert int((model.predict(X) != y).sum()) == train
    assert int((model.predict(None) != y).sum()) == loo
    assert round(150 * (1 - choose_k(model, X, y, [k]).accuracy[0])) == loo
    assert round(150 * (1 - choose_k(model, X, y, [k], cv=10).accuracy[0])) == ten_fold


def test_b17_all_but_one_neighbours_err_on_every_iris() -> None:
    X, y = load_iris(return_X_y=True)
    assert choose_k(KNeighborsClassifier(), X, y, [149]).accuracy.tolist() == [0.0]
