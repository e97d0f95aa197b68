"""SNE: cost, gradient, the minimum and new rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import UsageError
from fenlei.reduce import SNE
from fenlei.reduce.neighbor_graph import NearestRows
from fenlei.reduce.tsne.affinities import dense_conditional
from fenlei.reduce.tsne.sne_gradient import SNECost
from tests.oracles import manifold

IRIS = load_iris().data


@parametrize_with_checks([SNE(perplexity=2)])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("spread", [0.01, 1.0, 3.0])
def test_cost_and_gradient_are_those_of_the_oracle_and_of_finite_differences(d: int, spread: float) -> None:
    X = IRIS[::8]
    P = dense_conditional(NearestRows(X), X, 5.0)
    Y = np.random.default_rng(d).normal(size=(19, d)) * spread
    cost, gradient = SNECost(P, 1)(np.ascontiguousarray(Y.T))
    assert_allclose(cost, manifold.sne_cost(P, Y), rtol=1e-10)
    expected = manifold.numeric_gradient(lambda Z: manifold.sne_cost(P, Z), Y)
    assert_allclose(gradient.T, expected, rtol=1e-5, atol=1e-7 * max(1.0, abs(expected).max()))


def test_far_points_do_not_underflow() -> None:
    P = dense_conditional(NearestRows(IRIS[:10]), IRIS[:10], 3.0)
    cost, gradient = SNECost(P, 1)(np.linspace(0, 1e4, 10)[None])
    assert np.isfinite(cost)
    assert np.isfinite(gradient).all()


def test_the_map_is_a_minimum() -> None:
    X = IRIS[::3]
    model = SNE(perplexity=10).fit(X)
    P = dense_conditional(NearestRows(X), X, 10.0)
    cost, gradient = SNECost(P)(np.ascontiguousarray(model.embedding_.T))
    assert_allclose(cost, model.kl_divergence_, rtol=1e-12)
    assert np.abs(gradient).max() < 1e-3
    start = SNECost(P)(np.zeros((2, 50)))[0]
    assert model.kl_divergence_ < 0.5 * start
    rng = np.random.default_rng(0)
    for _ in range(5):
        other = model.embedding_ + 0.05 * rng.normal(size=model.embedding_.shape)
        assert SNECost(P)(np.ascontiguousarray(other.T))[0] > model.kl_divergence_


def test_any_number_of_threads_gives_the_same_bits() -> None:
    models = [SNE(perplexity=10, max_iter=2000, n_jobs=n_jobs).fit(IRIS[::2]) for n_jobs in (1, 2, 4, None)]
    assert len({model.embedding_.tobytes() for model in models}) == 1
    assert len({model.transform(IRIS[1::2]).tobytes() for model in models}) == 1


def test_a_training_row_is_where_it_is_and_others_near_their_neighbours() -> None:
    y = load_iris().target
    model = SNE(perplexity=10, max_iter=3000).fit(IRIS[::2])
    assert_array_equal(model.transform(IRIS[::2])[:5], model.embedding_[:5])
    placed = model.transform(IRIS[1::2])
    nearest = ((placed[:, None] - model.embedding_) ** 2).sum(axis=2).argmin(axis=1)
    assert np.mean(y[::2][nearest] == y[1::2]) > 0.9


def test_bad_input_is_said() -> None:
    with pytest.raises(UsageError, match=r"perplexity \(150\) must be less than n_samples \(150\)"):
        SNE(perplexity=150).fit(IRIS)
    with pytest.raises(ValueError, match="NaN"):
        SNE().fit(np.where(np.arange(150)[:, None] == 3, np.nan, IRIS))
    with pytest.raises(UsageError, match="init has shape"):
        SNE(init=np.zeros((2, 2))).fit(IRIS)
    with pytest.warns(ConvergenceWarning, match="stopped after 2 iterations"):
        SNE(max_iter=2).fit(IRIS)
    model = SNE(perplexity=3, max_iter=3000).fit(np.repeat(IRIS[:8], 4, axis=0))
    assert np.isfinite(model.embedding_).all()
