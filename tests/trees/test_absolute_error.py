"""Trees by the absolute error, against every split of a node by loops: missing values on either side,
monotonic constraints, several targets.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import tree as peer

from fenlei import DecisionTreeRegressor, RandomForestRegressor
from fenlei.errors import UsageError


def total_error(Y: np.ndarray, w: np.ndarray) -> float:
    """Σ w |y - median| over rows and targets: the least over all y as the centre."""
    return sum(min(float(w @ np.abs(column - c)) for c in column) for column in Y.T)


def median(y: np.ndarray, w: np.ndarray) -> float:
    """The mean of the least and the largest minimiser of Σ w |y - c| among the targets."""
    errors = np.array([w @ np.abs(y - c) for c in y])
    least = y[errors <= errors.min() + 1e-9 * (1 + errors.min())]
    return float(least.min() + least.max()) / 2


def sides(x: np.ndarray) -> list[np.ndarray]:
    """Every division of the rows that a threshold can make, missing values on either side."""
    missing = np.isnan(x)
    found = [x <= v for v in np.unique(x[~missing])]  # missing values compare false: they go right
    found += [side | missing for side in found]
    return [side for side in found if 0 < side.sum() < len(x)]


def best_error(X: np.ndarray, Y: np.ndarray, w: np.ndarray, sign: int = 0) -> float:
    """The least error of two branches; with a sign, only where the medians are in order."""
    best = total_error(Y, w)
    for x in X.T:
        for left in sides(x):
            ordered = sign == 0 or sign * (median(Y[left, 0], w[left]) - median(Y[~left, 0], w[~left])) <= 0
            if ordered:
                best = min(best, total_error(Y[left], w[left]) + total_error(Y[~left], w[~left]))
    return best


def random_rows(seed: int, targets: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(4, 16)), int(rng.integers(1, 4))
    X = rng.integers(0, 6, (n, p)).astype(float)
    X[rng.random((n, p)) < 0.3] = np.nan
    w = np.ones(n) if seed % 2 else rng.integers(1, 4, n).astype(float)
    return X, rng.integers(0, 9, (n, targets)).astype(float) + rng.normal(size=(n, targets)) * (seed % 3), w


def error_of(model: DecisionTreeRegressor, X: np.ndarray, Y: np.ndarray, w: np.ndarray) -> float:
    return float((w[:, None] * np.abs(Y - model.predict(X).reshape(Y.shape))).sum())


@pytest.mark.parametrize("targets", [1, 2, 3])
def test_the_best_split_is_found_with_missing_values_on_either_side(targets: int) -> None:
    for seed in range(120):
        X, Y, w = random_rows(seed, targets)
        model = DecisionTreeRegressor(criterion="absolute_error", max_depth=1)
        model.fit(X, Y if targets > 1 else Y[:, 0], sample_weight=w)
        assert error_of(model, X, Y, w) == pytest.approx(best_error(X, Y, w), abs=1e-9), seed


def test_missing_values_go_to_the_better_side() -> None:
    X, y = np.array([[np.nan], [2], [np.nan], [4], [5], [6]]), np.arange(1.0, 7)
    model = DecisionTreeRegressor(criterion="absolute_error", max_depth=1).fit(X, y)
    assert_array_equal(model.apply(X), [1, 1, 1, 2, 2, 2])
    assert np.abs(y - model.predict(X)).sum() == 4.0


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_best_split_in_order_is_found(sign: int) -> None:
    for seed in range(120):
        X, Y, w = random_rows(seed)
        model = DecisionTreeRegressor(
            criterion="absolute_error", max_depth=1, monotonic_cst=[sign] * X.shape[1]
        )
        model.fit(X, Y[:, 0], sample_weight=w)
        assert error_of(model, X, Y, w) == pytest.approx(best_error(X, Y, w, sign), abs=1e-9), seed


@pytest.mark.parametrize("sign", [-1, 1])
def test_deep_trees_and_forests_obey_the_constraint(sign: int) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = sign * X[:, 0] + np.sin(3 * X[:, 1]) + 0.5 * rng.normal(size=200)
    grid = np.linspace(-3, 3, 200)
    parameters = {"criterion": "absolute_error", "monotonic_cst": [sign, 0]}
    tree = DecisionTreeRegressor(**parameters).fit(X, y)
    for model in (
        tree,
        DecisionTreeRegressor(max_leaf_nodes=20, **parameters).fit(X, y),
        RandomForestRegressor(5, random_state=0, **parameters).fit(X, y),
    ):
        for level in (-1.0, 0.0, 1.5):
            answers = model.predict(np.column_stack([grid, np.full(200, level)]))
            assert (sign * np.diff(answers) >= 0).all()
    assert tree.get_n_leaves() > 10


@pytest.mark.parametrize("max_leaf_nodes", [None, 9])
def test_several_targets_as_scikit_learn(max_leaf_nodes: int | None) -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 3))
    Y = np.column_stack([X[:, 0] ** 2, X[:, 1] - X[:, 0], np.abs(X[:, 2])]) + 0.1 * rng.normal(size=(80, 3))
    parameters = {"criterion": "absolute_error", "min_samples_leaf": 4, "max_leaf_nodes": max_leaf_nodes}
    w = rng.uniform(0.5, 2.0, 80)
    model = DecisionTreeRegressor(**parameters).fit(X, Y, sample_weight=w)
    other = peer.DecisionTreeRegressor(random_state=0, **parameters).fit(X, Y, sample_weight=w)
    assert_allclose(model.predict(X), other.predict(X), rtol=1e-9)
    assert_allclose(np.sort(model.tree_.impurity), np.sort(other.tree_.impurity), rtol=1e-9)
    S = sparse.csr_array(X)
    assert_array_equal(
        DecisionTreeRegressor(**parameters).fit(S, Y, sample_weight=w).predict(S), model.predict(X)
    )


def test_equal_targets_twice_are_one_target() -> None:
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(60, 3)), rng.normal(size=60)
    one = DecisionTreeRegressor(criterion="absolute_error").fit(X, y)
    two = DecisionTreeRegressor(criterion="absolute_error").fit(X, np.column_stack([y, y]))
    assert_array_equal(two.predict(X)[:, 0], one.predict(X))
    column = DecisionTreeRegressor(criterion="absolute_error").fit(X, y[:, None])
    assert_array_equal(column.predict(X), one.predict(X))


def test_random_thresholds_of_several_targets() -> None:
    rng = np.random.default_rng(3)
    X, Y = rng.normal(size=(60, 3)), rng.normal(size=(60, 2))
    model = DecisionTreeRegressor(criterion="absolute_error", splitter="random", random_state=0).fit(X, Y)
    assert_allclose(model.predict(X), Y)


def test_the_sentences_name_what_does_not_go_together() -> None:
    X, Y = np.arange(8.0).reshape(4, 2), np.eye(4, 2)
    model = DecisionTreeRegressor(criterion="absolute_error", monotonic_cst=[1, 0])
    with pytest.raises(UsageError, match="monotonic_cst and several targets do not go together"):
        model.fit(X, Y)
    model = DecisionTreeRegressor(criterion="absolute_error", monotonic_cst=[2, 0])
    with pytest.raises(UsageError, match="give one of -1, 0 and 1 for each of the 2 features"):
        model.fit(X, Y[:, 0])


def test_forests_of_several_targets_take_the_absolute_error() -> None:
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(60, 3)), rng.normal(size=60)
    parameters = {"criterion": "absolute_error", "bootstrap": False, "max_features": None, "random_state": 0}
    forest = RandomForestRegressor(2, **parameters).fit(X, np.column_stack([y, 2 * y]))
    assert_allclose(forest.predict(X), np.column_stack([y, 2 * y]))
