"""Prediction intervals: ranks and bounds against plain loops, and coverage on rows that were held out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, make_friedman1, make_friedman2

import fenlei
from fenlei import train
from fenlei.ensemble.intervals.conformal import (
    MOST_SCORES,
    covering_score,
    cross_bounds,
    kept_ranks,
    rank_of,
    thinned,
)
from fenlei.ensemble.intervals.residual_intervals import FOLDS, ResidualIntervals
from fenlei.errors import UsageError
from fenlei.study.facts.coverage import coverage

Drawn = tuple[np.ndarray, np.ndarray]
LEVEL = 0.9


def heteroscedastic(rows: int = 1500) -> Drawn:
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 10, (rows, 4))
    return X, 2 * X[:, 0] + X[:, 1] + (0.2 + 0.4 * X[:, 0]) * rng.normal(size=rows)


def skewed(rows: int = 1500) -> Drawn:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(rows, 5))
    return X, np.exp(X[:, 0] + 0.5 * X[:, 1] + 0.3 * rng.normal(size=rows))


TABLES: dict[str, Callable[[], Drawn]] = {
    "heteroscedastic": heteroscedastic,
    "skewed": skewed,
    "diabetes": lambda: load_diabetes(return_X_y=True),
    "friedman1": lambda: make_friedman1(1500, noise=2.0, random_state=0),
    "friedman2": lambda: make_friedman2(1500, noise=100.0, random_state=0),
}


def test_the_rank_is_the_first_that_covers() -> None:
    for rows in range(1, 60):
        for level in (0.5, 0.8, 0.9, 0.95):
            k = next(k for k in range(1, rows + 2) if 100 * k >= round(100 * level) * (rows + 1))
            assert rank_of(rows, level) == k
            scores = np.arange(1.0, rows + 1)
            assert covering_score(scores, rows, level) == (k if k <= rows else math.inf)


def test_thinned_scores_never_take_a_smaller_one() -> None:
    rng = np.random.default_rng(0)
    scores = rng.exponential(size=3 * MOST_SCORES + 17)
    few, rows = thinned(scores), len(scores)
    assert len(few) == MOST_SCORES
    assert few[-1] == scores.max()
    ranks = kept_ranks(rows, len(few))
    assert (np.diff(ranks) > 0).all()
    for level in (0.5, 0.9, 0.99, 0.9999):
        exact, found = covering_score(np.sort(scores), rows, level), covering_score(few, rows, level)
        assert exact <= found <= np.sort(scores)[min(rows - 1, rank_of(rows, level) + 3)]


def test_cross_bounds_are_those_of_a_loop() -> None:
    rng = np.random.default_rng(0)
    fold, residuals, by_fold = np.arange(23) % 4, rng.exponential(size=23), rng.normal(size=(7, 4))
    found = cross_bounds(by_fold, fold, residuals, 0.8)
    k = math.ceil(0.8 * 24)
    for i in range(7):
        below = sorted(by_fold[i, f] - r for f, r in zip(fold, residuals, strict=True))
        above = sorted(by_fold[i, f] + r for f, r in zip(fold, residuals, strict=True))
        assert found[i].tolist() == [below[24 - k - 1], above[k - 1]]
    assert np.isinf(cross_bounds(by_fold, fold[:4], residuals[:4], 0.9)).all()


def held_out_coverage(name: str, method: str, model: str, splits: int) -> np.ndarray:
    """Coverage over all rows, the lowest and the highest fifth, and mean width; means over splits."""
    X, y = TABLES[name]()
    found = []
    for seed in range(splits):
        order = np.random.default_rng(seed).permutation(len(y))
        inside, outside = order[: 2 * len(y) // 3], order[2 * len(y) // 3 :]
        columns = {f"x{j}": X[:, j] for j in range(X.shape[1])}
        table = {key: values[inside] for key, values in columns.items()} | {"y": y[inside]}
        trained = fenlei.train(table, model, "y", intervals=method)
        rows = {key: values[outside] for key, values in columns.items()}
        facts = coverage(
            y[outside], np.ravel(trained.predict(rows)), trained.predict_interval(rows, LEVEL), LEVEL
        )
        found.append([facts["coverage"], facts["lowest"], facts["highest"], facts["width"]])
    return np.mean(np.array(found, dtype=float), axis=0)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_scaled_intervals_cover_everywhere(name: str) -> None:
    whole, lowest, highest, _ = held_out_coverage(name, "scaled", "hist_gradient_boosting_regressor", 5)
    assert 0.88 <= whole <= 0.94
    assert lowest >= 0.85
    assert highest >= 0.85


@pytest.mark.parametrize("method", ["split", "cv+"])
def test_the_other_ways_cover_on_average(method: str) -> None:
    whole, *_ = held_out_coverage("friedman1", method, "ridge", 3)
    assert 0.87 <= whole <= 0.95


@pytest.mark.parametrize("name", ["heteroscedastic", "skewed"])
def test_scaled_intervals_are_narrower_where_errors_vary(name: str) -> None:
    narrow = held_out_coverage(name, "scaled", "hist_gradient_boosting_regressor", 3)
    wide = held_out_coverage(name, "split", "hist_gradient_boosting_regressor", 3)
    assert narrow[3] < wide[3]
    print(narrow, wide)


def test_intervals_follow_the_unit_of_the_target() -> None:
    X, y = heteroscedastic(400)
    base = fenlei.Ridge().fit(X, y).predict(X)
    one = ResidualIntervals.scaled(X, base, y - base)
    many = ResidualIntervals.scaled(X, base, 8.0 * (y - base))
    a, b = one.bounds(X, base, LEVEL), many.bounds(X, base, LEVEL)
    assert np.allclose(8.0 * (a - base[:, None]), b - base[:, None], rtol=1e-9)
    assert (one.bounds(X, base, 0.5)[:, 1] <= a[:, 1]).all()


@pytest.mark.parametrize("rows", [1, 2, FOLDS, 9])
def test_few_rows_give_wide_intervals(rows: int) -> None:
    X, y = np.arange(float(rows))[:, None], np.ones(rows)
    found = ResidualIntervals.scaled(X, y, np.zeros(rows)).bounds(X, y, LEVEL)
    assert np.isinf(found).all() == (rows < 9)


def test_a_level_that_is_no_share_is_refused() -> None:
    made = ResidualIntervals.split(1, np.ones(20))
    with pytest.raises(UsageError, match="between 0 and 1"):
        made.bounds(np.ones((1, 1)), np.ones(1), 90)


@pytest.mark.parametrize("level", [1e-9, 0.05, 0.3, 0.5])
def test_ends_are_in_order_at_low_levels(level: float) -> None:
    rng = np.random.default_rng(0)
    fold = np.arange(12) % 3
    low, high = cross_bounds(5 * rng.normal(size=(40, 3)), fold, 0.01 * np.abs(rng.normal(size=12)), level).T
    assert (low <= high).all()


@pytest.mark.parametrize("level", ["a", None, [0.9], 1j, 0, 1.5, np.nan])
def test_a_level_that_is_no_share_is_one_sentence(level: Any) -> None:
    x = np.arange(20.0)
    model = train({"x": x, "y": 2 * x + np.cos(7 * x)}, "ridge", "y", intervals="split")
    with pytest.raises(UsageError, match="give a share between 0 and 1"):
        model.predict_interval({"x": x}, level)
