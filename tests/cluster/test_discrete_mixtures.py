"""Bernoulli and categorical mixtures, and the EM driver under them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei.cluster import BernoulliMixture, CategoricalMixture
from fenlei.cluster.mixture.em import em
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.oracles import cluster as oracle

unconverged = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def codes(n: int = 200, seed: int = 0) -> np.ndarray:
    """Two kinds of rows over features of 2, 3 and 4 categories."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(2, size=n)
    columns = [np.where(rng.random(n) < 0.7, kind * (m - 1), rng.integers(m, size=n)) for m in (2, 3, 4)]
    return np.column_stack(columns).astype(float)


def tables(K: int, seed: int = 0) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.dirichlet(np.ones(m), size=K) for m in (2, 3, 4)]


@pytest.mark.parametrize("alpha", [0.0, 0.5])
@unconverged
def test_one_step_is_that_of_the_twin(alpha: float) -> None:
    X, theta = codes(), tables(3)
    w = np.random.default_rng(1).uniform(0, 2, 200)
    pi = np.array([0.2, 0.3, 0.5])
    model = CategoricalMixture(3, alpha=alpha, max_iter=1, weights_init=pi, probabilities_init=theta)
    model.fit(X, sample_weight=w)
    weights, new, total = oracle.categorical_step(X, w, pi, theta, alpha)
    np.testing.assert_allclose(model.weights_, weights, rtol=1e-12)
    for ours, twin in zip(model.probabilities_, new, strict=True):
        np.testing.assert_allclose(ours, twin, rtol=1e-11)
    assert model.lower_bound_ * w.sum() == pytest.approx(total, rel=1e-12)


@unconverged
def test_two_categories_are_a_bernoulli_mixture() -> None:
    X = (codes() > 0).astype(float)
    mu = np.random.default_rng(2).uniform(0.2, 0.8, (2, 3))
    one = BernoulliMixture(2, weights_init=[0.4, 0.6], means_init=mu, max_iter=9, tol=0).fit(X)
    theta = [np.column_stack([1 - mu[:, j], mu[:, j]]) for j in range(3)]
    two = CategoricalMixture(2, weights_init=[0.4, 0.6], probabilities_init=theta, max_iter=9, tol=0).fit(X)
    np.testing.assert_allclose(one.means_, np.column_stack([t[:, 1] for t in two.probabilities_]), rtol=1e-12)
    np.testing.assert_allclose(one.predict_proba(X), two.predict_proba(X), rtol=1e-11)
    assert one.bic(X) == pytest.approx(two.bic(X))
    assert one._n_parameters() == two._n_parameters() == 7


@pytest.mark.parametrize("cls", [BernoulliMixture, CategoricalMixture])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
@unconverged
def test_the_log_likelihood_never_decreases(cls: Any, seed: int) -> None:
    X = codes(80, seed)
    model = cls(3, init_params="random", tol=0.0, max_iter=30, random_state=seed).fit(X)
    assert all(b >= a - 1e-12 * abs(a) for a, b in itertools.pairwise([*model.lower_bounds_, model.score(X)]))


@pytest.mark.parametrize("cls", [BernoulliMixture, CategoricalMixture])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6)
@unconverged
def test_an_integer_weight_is_a_repetition(cls: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, w = codes(50, seed), rng.integers(0, 4, 50)
    one = cls(2, init_params="random", random_state=0, max_iter=20).fit(X, sample_weight=w)
    two = cls(2, init_params="random", random_state=0, max_iter=20).fit(
        rng.permutation(np.repeat(X, w, axis=0))
    )
    np.testing.assert_allclose(one.weights_, two.weights_, rtol=1e-7)
    np.testing.assert_allclose(one.predict_proba(X[w > 0]), two.predict_proba(X[w > 0]), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("cls", [BernoulliMixture, CategoricalMixture])
def test_any_number_of_threads_gives_the_same_bits(cls: Any) -> None:
    X = codes(200_000)
    models = [cls(2, random_state=0, n_jobs=n_jobs, init_params="random").fit(X) for n_jobs in (1, 2, None)]
    assert len({model.weights_.tobytes() + model.predict_proba(X).tobytes() for model in models}) == 1


@pytest.mark.parametrize("cls", [BernoulliMixture, CategoricalMixture])
def test_two_kinds_of_rows_are_found_and_drawn_again(cls: Any) -> None:
    X = codes(3000)
    model = cls(2, n_init=5, random_state=0, tol=1e-6, max_iter=1000).fit(X)
    drawn, parts = model.sample(5000)
    assert drawn.shape == (5000, 3)
    assert np.bincount(parts, minlength=2) / 5000 == pytest.approx(model.weights_, abs=0.03)
    expected = (X > 0).mean(axis=0) if cls is BernoulliMixture else X.mean(axis=0)
    np.testing.assert_allclose(drawn.mean(axis=0), expected, atol=0.1)
    assert (model.predict(X) == model.predict_proba(X).argmax(axis=1)).all()


def test_zero_probabilities_and_unknown_categories_have_a_meaning() -> None:
    X = np.array([[0, 0]] * 5 + [[1, 1]] * 5, dtype=float)
    theta = [np.array([[0.9, 0.1], [0.1, 0.9]])] * 2
    model = CategoricalMixture(
        2, weights_init=[0.5, 0.5], probabilities_init=theta, tol=1e-12, max_iter=500
    ).fit(X)
    np.testing.assert_allclose(model.predict_proba([[7, 0]])[0], [1, 0], atol=1e-9)  # says nothing by itself
    exact = CategoricalMixture(2, weights_init=[0.5, 0.5], probabilities_init=[np.eye(2)] * 2).fit(X)
    assert exact.score_samples([[0, 1]]) == -np.inf
    with pytest.warns(DegenerateDataWarning, match="1 row has probability 0"):
        np.testing.assert_allclose(exact.predict_proba([[0, 1]]), [[0.5, 0.5]])


def test_bad_input_gets_one_sentence() -> None:
    X = codes(30)
    with pytest.raises(DataError, match="Negative values"):
        CategoricalMixture().fit(-X - 1)
    with pytest.raises(DataError, match="has the code 1e"):
        CategoricalMixture().fit(1e12 * X)
    with pytest.warns(DegenerateDataWarning, match="fractions are cut off"):
        CategoricalMixture().fit(X + 0.5)
    with pytest.raises(DataError, match="binarize=None takes 0 and 1 only"):
        BernoulliMixture(binarize=None).fit(X)
    with pytest.raises(DataError, match="probability 0 under the start values"):
        CategoricalMixture(weights_init=[1.0], probabilities_init=[np.eye(m)[:1] for m in (2, 3, 4)]).fit(X)
    with pytest.raises(UsageError, match="'weights_init' should be normalized"):
        BernoulliMixture(2, weights_init=[1.0, 1.0]).fit(X)
    with pytest.raises(UsageError, match=r"means_init has shape \(2, 2\)"):
        BernoulliMixture(2, means_init=np.full((2, 2), 0.5)).fit(X)
    with pytest.raises(UsageError, match="probabilities_init does not fit"):
        CategoricalMixture(2, probabilities_init=tables(3)).fit(X)
    with pytest.raises(UsageError, match="min_categories"):
        CategoricalMixture(min_categories=[3, 4]).fit(X)
    with pytest.raises(ValueError, match="NaN"):
        CategoricalMixture().fit(np.where(X > 1, np.nan, X))
    assert CategoricalMixture(min_categories=5).fit(X).n_categories_.tolist() == [5, 5, 5]


@unconverged
def test_a_warm_start_keeps_its_table() -> None:
    X = codes(60)
    model = CategoricalMixture(2, warm_start=True, max_iter=3, tol=0, random_state=0).fit(X)
    again = CategoricalMixture(2, max_iter=6, tol=0, random_state=0).fit(X)
    np.testing.assert_allclose(model.fit(X).weights_, again.weights_, rtol=1e-9)
    with pytest.raises(DataError, match="was not there when the fit began"):
        model.fit(X + 3)


def test_the_driver_stops_watches_and_takes_up_again() -> None:
    seen: list[tuple[int, float]] = []
    run = em(
        0.0,
        lambda x: (x, -((x - 1.0) ** 2)),
        lambda x: x + 0.5 * (1.0 - x),
        tol=1e-6,
        watch=lambda step, value, change: seen.append((step, change)),
    )
    assert run.converged
    assert [step for step, _ in seen] == list(range(1, run.n_iter + 1))
    assert np.all(np.diff(run.history) > 0)
    assert em(0.0, lambda x: (x, 0.0), lambda x: x, max_iter=0).n_iter == 0
    assert em(0.0, lambda x: (x, 5.0), lambda x: x, before=5.0).n_iter == 1
