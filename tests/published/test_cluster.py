"""Numbers from the source documents: spec cases G004-A2, B23, B26, B27; B-M02 of source 002."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture as TheirMixture

from fenlei.cluster import BernoulliMixture, GaussianMixture, KMeans
from fenlei.cluster.mixture.em import em
from fenlei.datasets import load

FIVE = np.asarray(load("kmeans_points").X, dtype=float)
COINS = np.asarray(load("three_coins").X, dtype=float)
ROWS = np.asarray(load("mixture_series").X, dtype=float)


@pytest.fixture(scope="module")
def melons() -> np.ndarray:
    """Density and sugar of the seventeen melons."""
    return np.asarray(load("watermelon").X[:, -2:], dtype=float)


def rounds(X: np.ndarray, rows: list[int], **others: object) -> KMeans:
    return KMeans(len(rows), init=X[rows], tol=0.0, keep_history=True, **others).fit(X)


def test_g004_a2_two_rounds_of_three_clusters(melons: np.ndarray) -> None:
    model = rounds(melons, [5, 11, 16], max_iter=2)
    first = [[0.441142857, 0.252428571], [0.294, 0.078], [0.672375, 0.211875]]
    second = [[0.42025, 0.24175], [0.277, 0.141], [0.6543, 0.2228]]
    np.testing.assert_allclose(model.center_history_[1], first, atol=5e-10)
    np.testing.assert_allclose(model.center_history_[2], second, atol=5e-10)
    assert model.labels_.tolist() == [2, 2, 2, 2, 2, 0, 0, 0, 2, 1, 1, 1, 2, 2, 0, 2, 2]
    assert model.center_history_.shape == (3, 3, 2)


def test_g004_a2_labels_belong_to_the_centres_that_are_returned(melons: np.ndarray) -> None:
    model = rounds(melons, [4, 9, 12, 15], max_iter=2)
    assert model.labels_.tolist() == [0, 2, 0, 0, 0, 1, 0, 1, 3, 1, 1, 1, 2, 2, 1, 3, 3]


def test_g004_a2_equal_start_centres_leave_no_nan() -> None:
    model = KMeans(2, init=FIVE[[0, 0]], tol=0.0).fit(FIVE)
    assert np.isfinite(model.cluster_centers_).all()
    assert len(set(model.labels_)) == 2


@pytest.mark.parametrize(
    ("start", "labels", "centres", "W"),
    [
        ([0, 1], [0, 1, 1, 1, 0], [[2.5, 2], [2, 0]], 26.5),
        ([0, 3], [0, 0, 0, 1, 1], [[1 / 3, 2 / 3], [5, 1]], 16 / 3),
    ],
)
def test_b23_five_points(start: list[int], labels: list[int], centres: list[list[float]], W: float) -> None:
    model = rounds(FIVE, start)
    assert model.labels_.tolist() == labels
    np.testing.assert_allclose(model.cluster_centers_, centres, atol=1e-15)
    assert model.inertia_ == pytest.approx(W, abs=1e-13)


def test_b23_watermelon_from_given_starts(melons: np.ndarray) -> None:
    two = rounds(melons, [0, 10])
    np.testing.assert_allclose(
        two.cluster_centers_, [[0.6543, 0.2228], [0.3588571429, 0.1985714286]], atol=5e-11
    )
    inertias = [two.inertia_, rounds(melons, [5, 11, 16]).inertia_, rounds(melons, [4, 9, 12, 15]).inertia_]
    np.testing.assert_allclose(inertias, [0.3138222714, 0.2612432, 0.1559792048], atol=5e-8)


def test_b23_best_of_many_starts(melons: np.ndarray) -> None:
    best = [0.6756543529, 0.3138222714, 0.1943656548, 0.1397441071, 0.0960283, 0.0613511667, 0.0492021667]
    found = [
        KMeans(k, n_init=200, init="random", tol=0, random_state=0).fit(melons).inertia_ for k in range(1, 8)
    ]
    np.testing.assert_allclose(found, best, atol=5e-11)


THREE_COINS = [
    ((0.5, 0.5, 0.5), (0.5, 0.6, 0.6)),
    ((0.4, 0.6, 0.7), (0.4064171123, 0.5368421053, 0.6432432432)),
    ((0.46, 0.55, 0.67), (0.4618628351, 0.5345950038, 0.6561346418)),
]


@pytest.mark.parametrize(("start", "end"), THREE_COINS)
def test_b26_three_coins(start: tuple[float, ...], end: tuple[float, ...]) -> None:
    pi, p, q = start
    model = BernoulliMixture(
        2, weights_init=[pi, 1 - pi], means_init=[[p], [q]], tol=1e-12, binarize=None
    ).fit(COINS)
    np.testing.assert_allclose([model.weights_[0], *model.means_.ravel()], end, atol=5e-11)
    once = BernoulliMixture(2, weights_init=[pi, 1 - pi], means_init=[[p], [q]], tol=1.0).fit(COINS)
    np.testing.assert_allclose(once.means_, model.means_, atol=1e-14)  # a fixed point after one step


@pytest.mark.parametrize(("start", "end"), THREE_COINS)
def test_b26_three_coins_with_the_driver_alone(start: tuple[float, ...], end: tuple[float, ...]) -> None:
    y = COINS[:, 0]

    def expect(theta: tuple[float, ...]) -> tuple[np.ndarray, float]:
        pi, p, q = theta
        b, c = pi * p**y * (1 - p) ** (1 - y), (1 - pi) * q**y * (1 - q) ** (1 - y)
        return b / (b + c), float(np.log(b + c).sum())

    def maximise(mu: np.ndarray) -> tuple[float, ...]:
        return mu.mean(), mu @ y / mu.sum(), (1 - mu) @ y / (1 - mu).sum()

    np.testing.assert_allclose(em(start, expect, maximise, tol=1e-12).model, end, atol=5e-11)


def mixture(steps: int, tol: float = 0.0, cls: type = GaussianMixture) -> GaussianMixture:
    start = {
        "weights_init": np.array([0.5, 0.5]),
        "means_init": np.array([[-30.0], [30.0]]),
        "precisions_init": np.full((2, 1, 1), 1 / 400),
    }
    return cls(2, reg_covar=0.0, tol=tol, max_iter=steps, **start).fit(ROWS)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_b27_first_steps() -> None:
    one, two = mixture(1), mixture(2)
    assert 15 * one.lower_bound_ == pytest.approx(-77.4431357163, abs=5e-11)
    np.testing.assert_allclose(one.weights_, [0.1866680394, 0.8133319606], atol=5e-11)
    np.testing.assert_allclose(one.means_.ravel(), [-37.9454848910, 34.4466269105], atol=5e-11)
    np.testing.assert_allclose(one.covariances_.ravel(), [1031.2725396694, 419.8898599356], atol=5e-10)
    assert 15 * two.lower_bound_ == pytest.approx(-72.6643599016, abs=5e-11)
    assert two.weights_[0] == pytest.approx(0.1638380831, abs=5e-11)
    np.testing.assert_allclose(two.means_.ravel(), [-44.0470008205, 33.6656201974], atol=5e-11)
    np.testing.assert_allclose(two.covariances_.ravel(), [883.8479565536, 427.5559614169], atol=5e-10)
    assert 15 * two.score(ROWS) == pytest.approx(-72.4726784783, abs=5e-11)


def test_b27_limit() -> None:
    model = mixture(5000, tol=1e-15)
    np.testing.assert_allclose(model.weights_, [0.1331722812, 0.8668277188], atol=5e-10)
    np.testing.assert_allclose(model.means_.ravel(), [-57.5110768564, 32.9848873230], atol=5e-8)
    np.testing.assert_allclose(model.covariances_.ravel(), [90.2498776771, 429.4583427246], atol=5e-6)
    assert 15 * model.score(ROWS) == pytest.approx(-71.0633618647, abs=5e-11)
    np.testing.assert_allclose(model.predict_proba(ROWS)[:2, 0], [0.9999566861, 0.9976275318], atol=5e-10)
    assert all(b >= a - 1e-14 for a, b in itertools.pairwise(model.lower_bounds_))
    theirs = mixture(5000, tol=1e-15, cls=TheirMixture)
    assert model.score(ROWS) == pytest.approx(theirs.score(ROWS), abs=1e-12)


def test_b_m02_one_prototype_for_each_subclass() -> None:
    """Source 002: k-means inside each class gives the representatives of its sub-classes."""
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [6, 6], [0, 6], [6, 0]], dtype=float)
    part = np.repeat(np.arange(4), 30)
    X, y = centres[part] + rng.normal(scale=0.5, size=(120, 2)), part // 2
    prototypes = np.concatenate([KMeans(2, random_state=0).fit(X[y == c]).cluster_centers_ for c in (0, 1)])
    assert (KMeans(4, init=prototypes).fit(X).predict(X) // 2 == y).all()
