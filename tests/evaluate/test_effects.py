"""Permutation importance, partial dependence, accumulated local effects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.inspection import partial_dependence as namesake

import fenlei
from fenlei.errors import UsageError
from fenlei.evaluate import accumulated_local_effects, partial_dependence, permutation_importance
from tests.oracles import effects as oracle

X, Y = load_iris(return_X_y=True)
TREE = fenlei.DecisionTreeClassifier(random_state=0).fit(X, Y)
FOREST = fenlei.RandomForestRegressor(5, random_state=0).fit(X[:, :3], X[:, 3])


@pytest.mark.parametrize("groups", [None, [[0, 1], [3, 2]]])
def test_losses_are_those_of_the_shuffled_rows(groups: Any) -> None:
    found = permutation_importance(TREE, X, Y, n_repeats=3, groups=groups, random_state=4)
    seed = int(np.random.RandomState(4).randint(2**31 - 1))
    for g, columns in enumerate(groups or [[0], [1], [2], [3]]):
        for r in range(3):
            order = np.random.default_rng([seed, g, r]).permutation(150)
            loss = oracle.loss_of_order(lambda rows: TREE.score(rows, Y), X, columns, order)
            assert found.losses[g, r] == pytest.approx(loss, abs=1e-15)
    assert_allclose(found.mean, found.losses.mean(axis=1))
    assert found.score == TREE.score(X, Y)


def test_bits_do_not_depend_on_threads() -> None:
    one = permutation_importance(TREE, X, Y, random_state=0, n_jobs=1)
    for n_jobs in (2, 3):
        for a, b in zip(one, permutation_importance(TREE, X, Y, random_state=0, n_jobs=n_jobs), strict=True):
            assert_array_equal(a, b)


def test_a_frame_is_shuffled_as_its_array_is() -> None:
    frame = pd.DataFrame(X, columns=list("abcd"), index=np.arange(150)[::-1])
    model = fenlei.DecisionTreeClassifier(random_state=0).fit(frame, Y)
    found = permutation_importance(model, frame, Y, random_state=0)
    assert_array_equal(found.losses, permutation_importance(TREE, X, Y, random_state=0).losses)
    kept = frame.copy()
    partial_dependence(model, frame, "c")
    pd.testing.assert_frame_equal(frame, kept)


def test_text_columns_are_shuffled() -> None:
    frame = pd.DataFrame({"word": ["a", "b"] * 20, "number": np.arange(40.0) % 7})
    model = fenlei.DecisionTreeClassifier().fit(frame, frame["word"] == "a")
    found = permutation_importance(model, frame, frame["word"] == "a", random_state=0)
    assert found.low[0] > 0.2
    assert found.mean[1] == 0.0


def test_another_score_decides() -> None:
    def squared(model: Any, rows: Any, y: Any) -> float:
        return -float(np.mean((model.predict(rows) - y) ** 2))

    slope = fenlei.LinearRegression().fit(X[:, :2], X[:, 3])
    found = permutation_importance(slope, X[:, :2], X[:, 3], scoring=squared, n_repeats=200, random_state=0)
    expected = 2 * slope.coef_**2 * X[:, :2].var(axis=0) + 2 * slope.coef_ * [
        np.cov(X[:, j], X[:, 3] - slope.predict(X[:, :2]), ddof=0)[0, 1] for j in range(2)
    ]
    assert np.all((found.low <= expected * 1.05) & (expected * 0.95 <= found.high))


@pytest.mark.parametrize("j", [0, 2])
def test_partial_dependence_is_the_mean_of_moved_rows(j: int) -> None:
    found = partial_dependence(TREE, X, j, grid_size=7, n_jobs=2)
    assert_allclose(found.effect, oracle.partial_dependence(TREE.predict_proba, X, j, found.grid), atol=1e-14)
    found = partial_dependence(FOREST, X[:, :3], j)
    theirs = namesake(FOREST, X[:, :3], [j], custom_values={j: found.grid}, method="brute")
    assert_allclose(found.effect, theirs["average"][0], rtol=1e-12)


@pytest.mark.parametrize("bins", [1, 5, 40])
def test_accumulated_effects_are_those_of_loops(bins: int) -> None:
    found = accumulated_local_effects(FOREST, X[:, :3], 2, bins=bins)
    expected = oracle.accumulated(FOREST.predict, X[:, :3], 2, found.grid)
    assert_allclose(found.effect, expected, atol=1e-13)
    assert found.rows.sum() == 150
    assert len(found.grid) <= bins + 1


def test_a_linear_model_has_its_slope_in_both() -> None:
    rng = np.random.default_rng(0)
    a = rng.normal(size=200)
    rows = np.column_stack([a, a + 0.01 * rng.normal(size=200)])
    model = fenlei.LinearRegression().fit(rows, 3 * rows[:, 0] - rows[:, 1])
    for function in (accumulated_local_effects, partial_dependence):
        found: Any = function(model, rows, 0)  # type: ignore[operator]
        assert_allclose(np.diff(found.effect) / np.diff(found.grid), 3.0, rtol=1e-6)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(UsageError, match="not among the 4 columns"):
        partial_dependence(TREE, X, 4)
    with pytest.raises(UsageError, match="two different finite numbers"):
        accumulated_local_effects(TREE, np.ones((5, 4)), 0)
