"""GaussianNB against exact sums, against scikit-learn, and where variances vanish."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.naive_bayes import GaussianNB as Namesake

from fenlei import GaussianNB
from fenlei.errors import DataError, DegenerateDataWarning
from tests.kernels.blocks import BLOCKS, Block, block
from tests.oracles import naive_bayes as oracle

FILLED = {
    name: BLOCKS[name]
    for name in ("plain", "weighted", "zero weights", "offset 1e8", "scale 1e150", "scale 1e-150", "float32")
}


@pytest.mark.parametrize("smoothing", [1e-9, 1e-2])
@pytest.mark.parametrize("b", FILLED.values(), ids=FILLED)
def test_estimates_and_scores_equal_the_oracle(b: Block, smoothing: float) -> None:
    single = b.X.dtype == np.float32  # the answers then have its digits, 2**-24
    rtol = 1e-8 if b is FILLED["offset 1e8"] else 6e-8 if single else 1e-12  # a mean near 1e8: to 1e-8
    model = GaussianNB(var_smoothing=smoothing).fit(b.X, b.codes, b.w)
    theta, var, epsilon = oracle.gaussian_fit(b.X, b.codes, b.w, b.K, smoothing)
    assert_allclose(model.theta_, theta, rtol=6e-8 if single else 1e-14, atol=1e-15 * np.sqrt(var.max()))
    assert_allclose(model.var_, var, rtol=rtol)
    assert_allclose(model.epsilon_, epsilon, rtol=rtol)
    rows = b.X[np.isfinite(b.X).all(axis=1)]
    scores = oracle.gaussian_scores(rows, theta, var, model.class_prior_)
    assert_allclose(model.predict_joint_log_proba(rows), scores, rtol=100 * rtol)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(6, 60),
    p=st.integers(1, 8),
    K=st.integers(2, 5),
    smoothing=st.sampled_from([1e-9, 1e-3, 10.0]),
    given_priors=st.booleans(),
    weighted=st.booleans(),
)
def test_as_scikit_learn(
    seed: int, n: int, p: int, K: int, smoothing: float, given_priors: bool, weighted: bool
) -> None:
    b = block(n, p, K, seed=seed, weighted=weighted, codes=np.arange(n) % K)
    priors = np.random.default_rng(seed).dirichlet(np.ones(K)) if given_priors else None
    ours = GaussianNB(priors=priors, var_smoothing=smoothing).fit(b.X, b.codes, b.w)
    theirs = Namesake(priors=priors, var_smoothing=smoothing).fit(b.X, b.codes, b.w)
    for name in ("theta_", "class_prior_", "class_count_"):
        assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-10, atol=1e-13)
    # scikit-learn's epsilon does not know of the weights (see Differences)
    assert_allclose(ours.var_ - ours.epsilon_, theirs.var_ - theirs.epsilon_, rtol=1e-8, atol=1e-12)
    if not weighted:
        assert_allclose(ours.epsilon_, theirs.epsilon_, rtol=1e-10)
        for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
            assert_allclose(getattr(ours, method)(b.X), getattr(theirs, method)(b.X), rtol=1e-8, atol=1e-10)
        assert_array_equal(ours.predict(b.X), theirs.predict(b.X))


X, Y = block(40, 3, 2, seed=5)[:2]
DEGENERATE: dict[str, tuple[np.ndarray, np.ndarray]] = {
    "constant column": (np.column_stack([X, np.full(40, 7.0)]), Y),
    "duplicate columns": (np.column_stack([X, X]), Y),
    "more features than rows": (np.random.default_rng(0).normal(size=(6, 20)), np.arange(6) % 2),
    "one row a class": (X[:2], np.array([0, 1])),
    "constant inside the classes": (np.column_stack([X, Y.astype(float)]), Y),
    "single class": (X, np.zeros(40, int)),
    "scale 1e150": (X * 1e150, Y),
    "scale 1e-150": (X * 1e-150, Y),
    # subnormal variances, whose inverse overflows
    "scale 1e-150 and a constant column": (np.column_stack([X * 1e-150, np.ones(40)]), Y),
    "scale 1e-156": (X * 1e-156, Y),
}


@pytest.mark.parametrize(("X", "y"), DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_rows_as_scikit_learn(X: np.ndarray, y: np.ndarray) -> None:
    ours, theirs = GaussianNB().fit(X, y), Namesake().fit(X, y)
    assert_allclose(ours.var_, theirs.var_, rtol=1e-8)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-8, atol=1e-10)


def test_far_rows_have_probabilities_that_sum_to_one() -> None:
    model = GaussianNB().fit(X, Y)
    far = np.array([[1e7, -1e7, 1e7], [3e3, 1e3, 1e3]])
    assert_allclose(model.predict_proba(far).sum(axis=1), 1.0, rtol=1e-13)


@pytest.mark.parametrize("scale", [1.0, 1e-150])
def test_variance_zero_without_smoothing_gets_a_floor_and_a_warning(scale: float) -> None:
    rows = np.column_stack([X * scale, np.ones(40)])
    with pytest.warns(DegenerateDataWarning, match="feature 3 is constant in class 0"):
        model = GaussianNB(var_smoothing=0.0).fit(rows, Y)
    assert_allclose(model.var_[:, 3], 1e-9 * model.var_[:, :3].max())
    alone = GaussianNB(var_smoothing=0.0).fit(rows[:, :3], Y)
    assert_allclose(model.predict_proba(rows), alone.predict_proba(rows[:, :3]), rtol=1e-9)


def test_all_variances_zero() -> None:
    with pytest.warns(DegenerateDataWarning):
        model = GaussianNB(var_smoothing=0.0).fit([[1.0], [1.0], [2.0]], [0, 0, 1])
    assert_array_equal(model.predict([[1.0], [2.0]]), [0, 1])


def test_values_whose_squares_overflow_are_refused() -> None:
    with pytest.raises(DataError, match="1e\\+200"):
        GaussianNB().fit([[1e200], [-1e200], [0.0]], [0, 0, 1])


def test_epsilon_follows_the_weights_unlike_scikit_learn() -> None:
    w = np.arange(40) % 3
    ours = GaussianNB().fit(X, Y, w)
    assert ours.epsilon_ == pytest.approx(1e-9 * np.repeat(X, w, axis=0).var(axis=0).max(), rel=1e-12)
    assert Namesake().fit(X, Y, w).epsilon_ != pytest.approx(ours.epsilon_, rel=1e-6)


def test_partial_fit_keeps_one_epsilon_unlike_scikit_learn() -> None:
    rows = X * np.array([1.0, 1e4, 1.0])
    model = GaussianNB(var_smoothing=0.1)
    for part in np.array_split(np.arange(40), 4):
        model.partial_fit(rows[part], Y[part], classes=[0, 1])
    assert_allclose(model.var_, GaussianNB(var_smoothing=0.1).fit(rows, Y).var_, rtol=1e-12)


@pytest.mark.parametrize(
    "parameters",
    [
        {"var_smoothing": -1.0},
        {"var_smoothing": "a"},
        {"priors": [0.5]},
        {"priors": [0.9, 0.9]},
        {"priors": [2, -1]},
    ],
    ids=str,
)
def test_what_scikit_learn_refuses_is_refused(parameters: dict[str, Any]) -> None:
    for model in (GaussianNB(**parameters), Namesake(**parameters)):
        with pytest.raises(ValueError):  # noqa: PT011  the wording is tested with the messages
            model.fit(X, Y)


def test_missing_values_are_left_out_of_the_product() -> None:
    gaps = np.where(np.random.default_rng(1).random(X.shape) < 0.2, np.nan, X)
    model = GaussianNB(var_smoothing=0.0).fit(gaps, Y)
    theta = np.array([np.nanmean(gaps[k == Y], axis=0) for k in range(2)])
    var = np.array([np.nanvar(gaps[k == Y], axis=0) for k in range(2)])
    assert_allclose(model.theta_, theta, rtol=1e-12)
    assert_allclose(model.var_, var, rtol=1e-12)
    for row, scores in zip(gaps, model.predict_joint_log_proba(gaps), strict=True):
        there = ~np.isnan(row)
        expected = oracle.gaussian_scores(
            row[None, there], np.array(theta)[:, there], np.array(var)[:, there], model.class_prior_
        )
        assert_allclose(scores, expected[0], rtol=1e-10)


def test_a_row_without_any_value_has_the_priors() -> None:
    model = GaussianNB().fit(X, Y)
    assert_allclose(model.predict_proba([[np.nan] * 3])[0], model.class_prior_, rtol=1e-13)
