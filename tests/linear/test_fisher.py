"""Fisher's discriminant: optimality, geometry, thresholds, conventions, blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import linalg
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as SklearnLDA
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, DegenerateDataWarning, ModelFileError, UsageError
from fenlei.linear.fisher import (
    FisherDiscriminant,
    foot_on_plane,
    project,
    rayleigh_quotient,
    signed_distance,
)
from tests.kernels.blocks import block

CONVENTIONS = ["scatter", "shares", "covariance", "unbiased"]


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@parametrize_with_checks([FisherDiscriminant(), FisherDiscriminant("gaussian", within="shares")])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


def classes(n: int = 40, p: int = 3, K: int = 2, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    X, y, *_ = block(n, p, K, seed=seed, codes=np.minimum(np.arange(n) % (K + 1), K - 1))
    return X + 0.8 * y[:, None], y


def loops(X: np.ndarray, y: np.ndarray, convention: str) -> np.ndarray:
    """S_w row by row."""
    S = np.zeros((X.shape[1], X.shape[1]))
    for k in np.unique(y):
        rows = X[y == k]
        factor = {
            "scatter": 1.0,
            "shares": len(rows) / len(X),
            "covariance": 1 / len(rows),
            "unbiased": 1 / (len(rows) - 1),
        }[convention]
        for x in rows:
            S += factor * np.outer(x - rows.mean(axis=0), x - rows.mean(axis=0))
    return S


@pytest.mark.parametrize("within", CONVENTIONS)
def test_two_classes_by_the_definition(within: str) -> None:
    X, y = classes()
    model = FisherDiscriminant(within=within).fit(X, y)
    S_w, mu = loops(X, y, within), [X[y == k].mean(axis=0) for k in (0, 1)]
    assert_allclose(model.S_w_, S_w, rtol=1e-10, atol=1e-12)
    assert_allclose(model.S_b_, np.outer(mu[0] - mu[1], mu[0] - mu[1]), rtol=1e-10)
    assert_allclose(model.w_, np.linalg.solve(S_w, mu[1] - mu[0]), rtol=1e-9)
    assert_allclose(model.J_, rayleigh_quotient(model.w_, model.S_b_, model.S_w_), rtol=1e-10)
    assert_allclose(model.eigenvalues_, [model.J_], rtol=1e-9)
    assert_allclose(model.J_, linalg.eigh(model.S_b_, model.S_w_, eigvals_only=True)[-1], rtol=1e-9)
    v = model.scalings_[:, 0]
    assert_allclose(v @ S_w @ v, 1.0, rtol=1e-10)
    assert_allclose(v / linalg.norm(v), model.w_ / linalg.norm(model.w_), rtol=1e-9)


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), p=st.integers(1, 5), K=st.integers(2, 4))
def test_total_is_within_plus_between(seed: int, p: int, K: int) -> None:
    X, y = classes(60, p, K, seed)
    model = FisherDiscriminant().fit(X, y)
    n = model.model_.weight
    share = n[0] * n[1] / n.sum() if K == 2 else 1.0
    assert_allclose(model.S_t_, model.S_w_ + share * model.S_b_, rtol=1e-9, atol=1e-9)
    assert_allclose(model.S_t_, (len(X) - 1) * np.atleast_2d(np.cov(X.T)), rtol=1e-9, atol=1e-9)
    V = model.scalings_
    assert_allclose(V.T @ model.S_w_ @ V, np.eye(V.shape[1]), atol=1e-9)  # A-Q1
    assert_allclose(model.S_b_ @ V, model.S_w_ @ V * model.eigenvalues_, atol=1e-7)  # A-Q2


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), angle=st.floats(0, 2 * np.pi))
def test_no_direction_is_better(seed: int, angle: float) -> None:
    X, y = classes(40, 2, seed=seed)
    model = FisherDiscriminant().fit(X, y)
    other = rayleigh_quotient([np.cos(angle), np.sin(angle)], model.S_b_, model.S_w_)
    assert other <= model.J_ * (1 + 1e-12)


@pytest.mark.parametrize("K", [2, 3])
def test_the_normal_rule_is_linear_discriminant_analysis(K: int) -> None:
    X, y = classes(90, 4, K)
    ours, theirs = FisherDiscriminant("gaussian").fit(X, y), SklearnLDA().fit(X, y)
    assert_array_equal(ours.predict(X), theirs.predict(X))
    priors = np.arange(1.0, K + 1) / sum(range(1, K + 1))
    ours, theirs = (
        FisherDiscriminant("gaussian", priors=priors).fit(X, y),
        SklearnLDA(priors=priors).fit(X, y),
    )
    assert_array_equal(ours.predict(X), theirs.predict(X))
    equal = SklearnLDA(priors=np.full(K, 1 / K)).fit(X, y)
    assert_array_equal(FisherDiscriminant().fit(X, y).predict(X), equal.predict(X))


def test_thresholds() -> None:
    X, y = classes()
    z = X @ FisherDiscriminant().fit(X, y).w_
    middle = FisherDiscriminant().fit(X, y)
    assert_allclose(middle.threshold_, (z[y == 0].mean() + z[y == 1].mean()) / 2, rtol=1e-10)
    assert_allclose(middle.decision_function(X), z - middle.threshold_, rtol=1e-9, atol=1e-12)
    above = 2.0 * np.abs(z).max()
    own = FisherDiscriminant(above).fit(X, y)
    assert own.threshold_ == above
    assert not own.predict(X).any()
    certain = FisherDiscriminant("gaussian", priors=[0.0, 1.0]).fit(X, y)
    assert certain.predict(X).all()


@pytest.mark.parametrize("w", [(1.0, 2.0), (-1.0, 2.0), (-1.0, -2.0), (1.0, -2.0), (0.0, 1.0), (-3.0, 0.0)])
def test_projections_are_right_in_every_quadrant(w: tuple[float, float]) -> None:
    X = np.array([[0.3, 0.7], [-2.0, 1.0], [0.0, 0.0], [5.0, -1.0]])
    d, feet = project(X, w)
    assert_allclose((X - feet) @ np.array(w), 0.0, atol=1e-12)  # perpendicular
    assert_allclose(feet[:, 0] * w[1] - feet[:, 1] * w[0], 0.0, atol=1e-12)  # on the line
    assert_allclose(np.abs(d), linalg.norm(feet, axis=1), atol=1e-12)
    assert_allclose(linalg.norm(w) * linalg.norm(X[0]) * cosine(X[0], w), X[0] @ np.array(w), rtol=1e-12)


def cosine(a: Any, b: Any) -> float:
    return float(np.cos(np.arctan2(*a[::-1]) - np.arctan2(*b[::-1])))


def test_distance_from_a_plane_and_the_foot_on_it() -> None:
    X, w, b = np.random.default_rng(0).normal(size=(10, 3)), np.array([1.0, -2.0, 2.0]), 0.7
    r, feet = signed_distance(X, w, b), foot_on_plane(X, w, b)
    assert_allclose(feet @ w + b, 0.0, atol=1e-12)
    assert_allclose(X, feet + r[:, None] * w / 3.0, rtol=1e-12)
    assert_allclose(signed_distance(w[None], w), [3.0])


def test_merging_and_weights() -> None:
    X, y = classes(60, 3, 3)
    w = np.random.default_rng(1).integers(0, 3, 60)
    whole = FisherDiscriminant().fit(X, y, w)
    repeated = FisherDiscriminant().fit(np.repeat(X, w, axis=0), np.repeat(y, w))
    streamed = FisherDiscriminant()
    for part in np.array_split(np.arange(60), 4):
        streamed.partial_fit(X[part], y[part], [0, 1, 2], w[part])
    merged = (
        FisherDiscriminant()
        .fit(X[:25], y[:25], w[:25])
        .merge(FisherDiscriminant().fit(X[25:], y[25:], w[25:]))
    )
    for other in (repeated, streamed, merged):
        assert_allclose(other.scalings_, whole.scalings_, rtol=1e-8)
        assert_allclose(other.S_w_, whole.S_w_, rtol=1e-9, atol=1e-10)


def test_singular_scatter_is_told_and_served() -> None:
    X, y = classes()
    double = np.column_stack([X, X[:, 0]])
    with pytest.warns(DegenerateDataWarning, match="singular"):
        model = FisherDiscriminant().fit(double, y)
    assert_array_equal(model.predict(double), FisherDiscriminant().fit(X, y).predict(X))


def test_equal_means_leave_every_row_on_the_boundary() -> None:
    same = FisherDiscriminant().fit([[0.0], [2.0], [0.0], [2.0]], ["a", "a", "b", "b"])
    assert same.J_ == 0.0
    assert same.predict([[0.0], [5.0]]).tolist() == ["b", "b"]  # sgn(0) = +1


def test_words_of_errors() -> None:
    X, y = classes(60, 3, 3)
    with pytest.raises(UsageError, match="a given threshold is for two classes, but there are 3"):
        FisherDiscriminant(0.5).fit(X, y)
    model = FisherDiscriminant().fit(X, y)
    with pytest.raises(UsageError, match="project is for two classes, but there are 3; use transform"):
        model.project(X)
    assert not any(hasattr(model, name) for name in ("w_", "J_", "threshold_"))
    with pytest.raises(DataError, match="only one class"):
        FisherDiscriminant().fit(X, np.zeros(60))
    with pytest.raises(ModelFileError, match="coef"):
        model._check_model(model.model_._replace(coef=np.zeros((1, 3))))
    model._check_model(model.model_)
    model._check_summary(model.summary_)
