"""Models together: weights by other methods, and what the estimators refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from sklearn.datasets import load_iris

from fenlei import GaussianNB, LinearDiscriminantAnalysis, LinearRegression, Ridge, load_model, save_model
from fenlei.ensemble.pooled.models import Member, PooledClassifier, PooledRegressor, PoolRecord
from fenlei.ensemble.pooled.weights import (
    PENALTY,
    mean_weights,
    stack_weights,
    stacked,
    vote_weights,
    voted,
    without_small,
)
from fenlei.errors import ModelFileError, UsageError


def answers(seed: int, T: int = 4, n: int = 300, K: int = 3) -> tuple[Any, Any]:
    """Logarithms of probabilities of models that know the truth more or less."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, n)
    scores = rng.normal(size=(T, n, K)) + np.eye(K)[y] * np.linspace(0.5, 2.0, T)[:, None, None]
    return scores - np.log(np.exp(scores).sum(axis=2, keepdims=True)), y


def loss(log_p: Any, y: Any) -> float:
    return -float(log_p[np.arange(len(y)), y].mean())


@pytest.mark.parametrize("seed", range(3))
def test_a_vote_has_the_largest_likelihood(seed: int) -> None:
    log_p, y = answers(seed)
    w = vote_weights(log_p, y)

    def by_softmax(v: Any) -> float:
        u = np.exp(v - v.max())
        return loss(voted(list(log_p), u / u.sum()), y)

    best = min(
        minimize(by_softmax, start, method="Nelder-Mead", options={"maxiter": 4000}).fun
        for start in np.random.default_rng(seed).normal(size=(3, 4))
    )
    assert w.min() >= 0.0
    assert w.sum() == pytest.approx(1.0)
    assert loss(voted(list(log_p), w), y) <= best + 2e-4  # weights below 1 % are taken as 0


@pytest.mark.parametrize("seed", range(3))
def test_a_stack_is_at_the_least_penalised_loss(seed: int) -> None:
    log_p, y = answers(seed)
    w, centre = stack_weights(log_p, y), vote_weights(log_p, y)

    def objective(v: Any) -> float:
        penalty = PENALTY / len(y) * float(((v - centre) ** 2).sum())
        return loss(stacked(list(log_p), v), y) + penalty

    at = objective(w)
    for t in range(4):
        for step in (-1e-2, 1e-2):
            other = w.copy()
            other[t] = max(0.0, other[t] + step)
            assert objective(other) >= at - 1e-6
    assert loss(stacked(list(log_p), w), y) < min(loss(each, y) for each in log_p)


def test_a_mean_has_the_least_squares() -> None:
    rng = np.random.default_rng(0)
    y = rng.normal(size=400)
    predicted = y + rng.normal(size=(3, 400)) * np.array([0.5, 1.0, 1.5])[:, None]
    w = mean_weights(predicted, y)
    assert w.min() >= 0.0
    assert w.sum() == pytest.approx(1.0)
    for other in rng.dirichlet(np.ones(3), 200):
        assert ((w @ predicted - y) ** 2).mean() <= ((other @ predicted - y) ** 2).mean() * (1 + 1e-3)


def test_a_useless_model_has_no_weight() -> None:
    log_p, y = answers(5)
    log_p[1] = np.log(1 / 3)
    assert vote_weights(log_p, y)[1] == 0.0
    assert without_small(np.array([0.995, 0.004, 0.001])).tolist() == [1.0, 0.0, 0.0]


def pool(by_logarithms: bool) -> tuple[PooledClassifier, Any]:
    X, y = load_iris(return_X_y=True)
    members = [
        Member(None, cls().fit(X, y), w)
        for cls, w in ((GaussianNB, 0.75), (LinearDiscriminantAnalysis, 0.25))
    ]
    return PooledClassifier.from_fitted(members, 4, by_logarithms), X


@pytest.mark.parametrize("by_logarithms", [False, True])
def test_the_answers_are_those_of_the_members_together(by_logarithms: bool, tmp_path: Path) -> None:
    model, X = pool(by_logarithms)
    each = [member.estimator.predict_proba(X) for member in model.members_]
    together = each[0] ** 0.75 * each[1] ** 0.25 if by_logarithms else 0.75 * each[0] + 0.25 * each[1]
    assert_allclose(model.predict_proba(X), together / together.sum(axis=1, keepdims=True), atol=1e-12)
    save_model(model, tmp_path / "pool.fenlei")
    again = load_model(tmp_path / "pool.fenlei")
    assert_allclose(again.predict_proba(X), model.predict_proba(X), rtol=0, atol=0)
    with pytest.raises(UsageError, match="fit"):
        again.fit(X, np.zeros(len(X)))


def test_numbers_together() -> None:
    X = np.random.default_rng(1).normal(size=(50, 3))
    y = X @ [1.0, 2.0, 3.0]
    members = [
        Member(None, LinearRegression().fit(X, y), 0.5),
        Member(None, Ridge(alpha=50.0).fit(X, y), 0.5),
    ]
    model = PooledRegressor.from_fitted(members, 3)
    each = [member.estimator.predict(X) for member in members]
    assert_allclose(model.predict(X), (each[0] + each[1]) / 2)


@pytest.mark.parametrize(
    ("weights", "prepared"),
    [([0.5], [0, 0]), ([0.0, 0.0], [0, 0]), ([0.5, 0.5], [1, 0]), ([0.5, -1.0], [0, 0])],
)
def test_records_that_do_not_fit_are_refused(weights: list[float], prepared: list[int]) -> None:
    model, _ = pool(False)
    with pytest.raises((ModelFileError, ValueError)):
        model._check_model(PoolRecord(np.array(weights), np.array(prepared), np.array(0)))
