"""Passes over rows: rates by class, steps by sample, warm starts that go on, and `partial_fit`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning

from fenlei import load
from fenlei.errors import UsageError
from fenlei.linear import LogisticRegression
from fenlei.model_file import load_model, save_model
from tests.oracles import logistic as oracle

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

MELONS = np.asarray(load("watermelon").X)
GOOD = (np.arange(17) < 8).astype(int)
X, Y = load_iris(return_X_y=True)
MELON_SGD = {"C": np.inf, "solver": "sgd", "learning_rate": 0.1, "shuffle": False, "tol": 0}


# --- a rate for each class


@pytest.mark.parametrize(("solver", "batch"), [("sgd", 1), ("minibatch", 7), ("gd", 150)])
def test_001_5_3_37_a_rate_for_each_class(solver: str, batch: int) -> None:
    rates = np.array([0.001, 0.002, 0.003])
    shared = {"solver": solver, "batch_size": batch, "shuffle": False, "max_iter": 2, "C": 2.0}
    model = LogisticRegression(learning_rate=rates.tolist(), penalize_intercept=True, **shared).fit(X, Y)
    theta = np.zeros((3, 5))
    for step in (1, 2):
        theta = oracle.sgd_pass(X, Y, theta, np.full(5, 0.5), rates[:, None], batch)
        assert_allclose(model.history_.beta[step], theta, atol=1e-12)


def test_001_5_3_37_one_step_by_hand() -> None:
    """From zero every class has probability 1/3: w_j moves by η_j (y_j - 1/3) φ."""
    one = {"C": np.inf, "max_iter": 1, "shuffle": False, "solver": "sgd", "keep_history": True}
    model = LogisticRegression(learning_rate=[0.1, 0.2, 0.3], **one).fit([[2.0], [1], [0]], [0, 1, 2])
    first = model.history_.beta[1]
    assert_allclose(first, np.array([[0.1 * 2 / 3], [-0.2 / 3], [-0.3 / 3]]) * [2.0, 1.0], rtol=1e-12)


def test_equal_rates_are_one_rate_to_the_last_bit() -> None:
    shared = {"solver": "sgd", "max_iter": 5, "random_state": 3}
    one, three = (LogisticRegression(learning_rate=r, **shared).fit(X, Y) for r in (0.01, [0.01] * 3))
    assert_array_equal(one.history_.beta, three.history_.beta)


@pytest.mark.parametrize(
    ("rates", "came"),
    [
        ([0.1, 0.2], "has 2 numbers, but 3 are needed"),
        ([], "has 0 numbers"),
        ([0.1, 0.2, -0.3], "holds -0.3; "),
        ([0.1, 0.2, np.nan], "holds nan; "),
        (["a", "b", "c"], r"holds \['a', 'b', 'c'\]; "),
    ],
)
def test_rates_that_cannot_be(rates: list[Any], came: str) -> None:
    with pytest.raises(UsageError, match=f"learning_rate {came}.*one for each class"):
        LogisticRegression(solver="sgd", learning_rate=rates).fit(X, Y)


# --- step by step


@pytest.mark.parametrize("batch", [1, 5])
def test_001_5_3_16_the_history_by_sample(batch: int) -> None:
    shared = MELON_SGD | {"solver": "minibatch", "batch_size": batch, "max_iter": 2}
    passes = LogisticRegression(**shared).fit(MELONS, GOOD)
    steps = LogisticRegression(keep_history=True, **shared).fit(MELONS, GOOD)
    a_pass = -(-17 // batch)
    assert steps.history_.beta.shape == (2 * a_pass + 1, 3)
    assert_array_equal(steps.history_.beta[::a_pass], passes.history_.beta)
    assert_array_equal(steps.history_.objective[::a_pass], passes.history_.objective)
    assert_array_equal(steps.coef_, passes.coef_)
    if batch == 1:
        assert_array_equal(steps.history_.row, np.tile(np.arange(17), 2))
        beta = np.zeros(3)
        for row, after in zip(steps.history_.row, steps.history_.beta[1:], strict=True):
            phi = np.append(MELONS[row], 1.0)
            beta = beta - 0.1 * (1 / (1 + np.exp(-beta @ phi)) - GOOD[row]) * phi
            assert_allclose(after, beta, atol=1e-12)
    else:
        assert_array_equal(steps.history_.row[3], [15, 16, -1, -1, -1])
    for beta, value in zip(steps.history_.beta, steps.history_.objective, strict=True):
        assert_allclose(value, steps.objective(MELONS, GOOD, beta).value, rtol=1e-12)


def test_the_history_by_sample_is_saved(tmp_path: Path) -> None:
    model = LogisticRegression(keep_history=True, max_iter=2, random_state=0, solver="sgd").fit(X, Y)
    save_model(model, tmp_path / "m.fenlei")
    again = load_model(tmp_path / "m.fenlei")
    for ours, theirs in zip(model.history_, again.history_, strict=True):
        assert_array_equal(ours, theirs)
    assert_array_equal(model.model_.last, again.model_.last)


# --- warm starts and partial_fit


def test_a_warm_start_goes_on_from_the_last_pass() -> None:
    """Three fits of one pass are one fit of three passes, with the numbers that it has in its history."""
    three = LogisticRegression(max_iter=3, **MELON_SGD).fit(MELONS, GOOD)
    assert_allclose(three.history_.beta[1], [-0.03501, 0.02557, -0.13616], atol=5e-6)
    assert_allclose(three.history_.beta[3], [-0.03716, 0.10446, -0.28346], atol=5e-6)
    warm = LogisticRegression(max_iter=1, warm_start=True, **MELON_SGD)
    for step in (1, 2, 3):
        warm.fit(MELONS, GOOD)
        assert_array_equal(warm.history_.beta[-1], three.history_.beta[step])
    assert_array_equal(warm.coef_, three.coef_)  # the best of all passes
    assert_array_equal(warm.intercept_, three.intercept_)


@pytest.mark.parametrize("solver", ["gd", "sgd", "minibatch"])
@pytest.mark.parametrize("schedule", ["constant", "inverse"])
def test_warm_starts_keep_the_rate_and_the_order(solver: str, schedule: str) -> None:
    shared = {"solver": solver, "schedule": schedule, "decay": 0.5, "random_state": 5, "tol": 0}
    whole = LogisticRegression(max_iter=4, **shared).fit(X, Y)
    parts = LogisticRegression(max_iter=2, warm_start=True, **shared).fit(X, Y).fit(X, Y)
    assert_array_equal(parts.history_.beta, whole.history_.beta[2:])
    assert_array_equal(parts.coef_, whole.coef_)
    assert parts.n_iter_[0] == 2


def test_a_warm_start_after_loading_goes_on(tmp_path: Path) -> None:
    warm = LogisticRegression(max_iter=1, warm_start=True, **MELON_SGD).fit(MELONS, GOOD)
    warm.fit(MELONS, GOOD)
    save_model(warm, tmp_path / "w.fenlei")
    again = load_model(tmp_path / "w.fenlei").fit(MELONS, GOOD)
    assert_array_equal(again.coef_, warm.fit(MELONS, GOOD).coef_)


def test_004_1_3_2_online_learning() -> None:
    """One sample at a time is one pass of sgd over the samples."""
    one_pass = LogisticRegression(max_iter=1, **MELON_SGD).fit(MELONS, GOOD)
    online = LogisticRegression(**MELON_SGD)
    for x, y in zip(MELONS, GOOD, strict=True):
        online.partial_fit(x[None], [y], classes=[0, 1])
    found = [*online.coef_[0], *online.intercept_]
    assert_allclose(found, one_pass.history_.beta[1], rtol=1e-12)
    assert int(online.model_.passes) == 17


@pytest.mark.parametrize("solver", ["gd", "sgd", "minibatch"])
def test_partial_fit_keeps_the_last_pass_whether_better_or_not(solver: str) -> None:
    shared = MELON_SGD | {"solver": solver}
    three = LogisticRegression(max_iter=3, **shared).fit(MELONS, GOOD)
    online = LogisticRegression(**shared)
    for step in (1, 2, 3):
        online.partial_fit(MELONS, GOOD, classes=[0, 1])
        assert_allclose([*online.coef_[0], *online.intercept_], three.history_.beta[step], rtol=1e-12)


def test_partial_fit_is_for_the_solvers_that_visit_rows() -> None:
    assert not hasattr(LogisticRegression(), "partial_fit")
    online = LogisticRegression(solver="sgd", class_weight={0: 2.0})
    with pytest.raises(UsageError, match="classes"):
        online.partial_fit(X, Y)
    online.partial_fit(X[:60], Y[:60], classes=[0, 1, 2])
    assert online.coef_.shape == (3, 4)
    with pytest.raises(UsageError, match="classes"):
        online.partial_fit(X, Y, classes=[0, 1])
    with pytest.raises(ValueError, match="NaN"):
        online.partial_fit(np.full((2, 4), np.nan), [0, 1])
    with pytest.raises(UsageError, match="balanced"):
        LogisticRegression(solver="sgd", class_weight="balanced").partial_fit(X, Y, classes=[0, 1, 2])
    free = LogisticRegression(C=np.inf, solver="sgd").partial_fit(X, Y, classes=[0, 1, 2])
    with pytest.raises(UsageError, match="did not end at the maximum"):
        free.summary()


def test_a_pass_that_runs_away_is_said() -> None:
    model = LogisticRegression(solver="sgd", learning_rate=1e300, C=1e-300)
    with pytest.warns(ConvergenceWarning, match="did not lower the objective"):
        model.partial_fit(X, Y, classes=[0, 1, 2])
    assert np.isfinite(model.coef_).all()
