"""PoissonNB against loops, against scipy.stats.poisson, and by what its smoothing means."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from fenlei import PoissonNB
from fenlei.errors import DataError, DegenerateDataWarning, UsageError
from tests.oracles import mixed_nb as oracle


def counts(n: int = 30, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 3)
    return rng.poisson(1.0 + y[:, None], (n, 3)).astype(float), y, rng.uniform(0.5, 2.0, n)


@settings(max_examples=20)
@given(
    seed=st.integers(0, 2**32 - 1),
    alpha=st.sampled_from([0.0, 0.5, 1.0]),
    weighted=st.booleans(),
    missing=st.sampled_from([0.0, 0.3, 0.9]),
)
def test_scores_equal_the_loops(seed: int, alpha: float, weighted: bool, missing: float) -> None:
    X, y, w = counts(seed=seed)
    X[np.random.default_rng(seed).random(X.shape) < missing] = np.nan
    w = w if weighted else None
    model = PoissonNB(alpha=alpha).fit(X, y, w)
    expected = oracle.log_joint(X, y, w, 3, ["poisson"] * 3, X, alpha=alpha)
    assert_allclose(model.log_joint(X), expected, rtol=1e-11, atol=1e-11)


def test_log_joint_is_the_prior_and_scipys_poisson() -> None:
    X, y, _ = counts()
    model = PoissonNB().fit(X, y)
    log_pmf = stats.poisson.logpmf(X[:, None, :], model.rate_).sum(axis=2)
    assert_allclose(model.log_joint(X), model.class_log_prior_ + log_pmf, rtol=1e-12)


def test_rates_without_smoothing_are_the_class_means() -> None:
    X, y, w = counts()
    means = [np.average(X[y == k], axis=0, weights=w[y == k]) for k in range(3)]
    assert_allclose(PoissonNB(alpha=0).fit(X, y, w).rate_, means, rtol=1e-13)


def test_alpha_adds_so_many_average_rows_to_each_class() -> None:
    X, y, _ = counts()
    added = np.tile(X.mean(axis=0), (3, 1))
    expected = PoissonNB(alpha=0).fit(np.vstack([X, added, added]), [*y, 0, 1, 2, 0, 1, 2]).rate_
    assert_allclose(PoissonNB(alpha=2).fit(X, y).rate_, expected, rtol=1e-13)


def test_alpha_may_differ_between_features() -> None:
    X, y, _ = counts()
    model = PoissonNB(alpha=[0.0, 1.0, 7.0]).fit(X, y)
    for j, alpha in enumerate([0.0, 1.0, 7.0]):
        assert_allclose(model.rate_[:, [j]], PoissonNB(alpha=alpha).fit(X[:, [j]], y).rate_, rtol=1e-13)
    with pytest.raises(UsageError, match="as many as features"):
        PoissonNB(alpha=[1.0, 2.0]).fit(X, y)


def test_given_and_equal_priors() -> None:
    X, y, _ = counts()
    assert_allclose(np.exp(PoissonNB(fit_prior=False).fit(X, y).class_log_prior_), 1 / 3)
    assert_allclose(
        np.exp(PoissonNB(class_prior=[0.5, 0.3, 0.2]).fit(X, y).class_log_prior_), [0.5, 0.3, 0.2]
    )


def test_a_count_impossible_in_every_class_leaves_the_prior() -> None:
    model = PoissonNB(alpha=0).fit([[0, 1], [0, 2], [0, 3]], [0, 0, 1])
    assert_array_equal(model.rate_[:, 0], 0.0)
    with pytest.warns(DegenerateDataWarning, match="PoissonNB: 1 row"):
        assert_allclose(model.predict_proba([[1, 2]]), [[2 / 3, 1 / 3]])
    assert_array_equal(model.log_density([[1, 2]]), [-np.inf])
    assert np.isfinite(model.log_density([[0, 2]])).all()


def test_large_counts_stay_finite() -> None:
    model = PoissonNB().fit([[1e6], [1.1e6], [2e6], [2.1e6]], [0, 0, 1, 1])
    assert_array_equal(model.predict([[1.0e6], [1.9e6]]), [0, 1])
    assert_allclose(model.predict_proba([[0.0], [5e6]]), [[1.0, 0.0], [0.0, 1.0]], atol=1e-12)


def test_negative_and_infinite_counts_are_refused() -> None:
    X, y, _ = counts()
    with pytest.raises(DataError, match="Negative values in data passed to PoissonNB"):
        PoissonNB().fit(X - 1, y)
    with pytest.raises(ValueError, match="infinity"):
        PoissonNB().fit(np.where(X.max() == X, np.inf, X), y)
