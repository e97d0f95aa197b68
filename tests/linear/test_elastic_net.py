"""Lasso and elastic net: the oracle of all signs, optimality, scikit-learn's numbers, paths, bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn import linear_model as namesakes
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from fenlei.errors import DataError, FenleiWarning, UsageError
from fenlei.linear.elastic_net.coordinate_descent import (
    DescentRounds,
    ElasticPenalty,
    descend_columns,
    descend_products,
)
from fenlei.linear.elastic_net.elastic_net import ElasticNet
from fenlei.linear.elastic_net.lasso import Lasso
from fenlei.linear.ridge import Ridge
from tests.linear.regression_cases import DEGENERATE, case
from tests.oracles import elastic_net as oracle

NAMESAKES = {Lasso: namesakes.Lasso, ElasticNet: namesakes.ElasticNet}
EXACT: dict[str, Any] = {"tol": 1e-13, "max_iter": 100_000}


@pytest.mark.parametrize("l1_ratio", [1.0, 0.6, 0.0])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("alpha", [0.05, 0.7])
def test_equals_the_oracle(l1_ratio: float, fit_intercept: bool, positive: bool, alpha: float) -> None:
    X, y, v = case(20, 4, offset=1.0)
    form = {"fit_intercept": fit_intercept, "positive": positive}
    model = ElasticNet(alpha, l1_ratio=l1_ratio, **form, **EXACT).fit(X, y, v)
    w, b = oracle.elastic_net(X, y, v, alpha, l1_ratio, **form)
    assert_allclose(model.coef_, w, rtol=1e-6, atol=1e-8)
    assert_allclose(model.intercept_, b, rtol=1e-6, atol=1e-8)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),
    p=st.integers(1, 12),
    l1_ratio=st.sampled_from([1.0, 0.9, 0.3]),
    fit_intercept=st.booleans(),
    positive=st.booleans(),
)
def test_optimality(seed: int, n: int, p: int, l1_ratio: float, fit_intercept: bool, positive: bool) -> None:
    """The slope is α ρ sign(w) + α (1 - ρ) w at weights that are not 0, and at most α ρ in size elsewhere."""
    X, y, v = case(n, p, seed=seed, offset=1.0)
    form = {"l1_ratio": l1_ratio, "fit_intercept": fit_intercept, "positive": positive}
    model = ElasticNet(0.3, **form, **EXACT).fit(X, y, v)
    slope = X.T @ (v * (y - model.predict(X))) / v.sum() - 0.3 * (1 - l1_ratio) * model.coef_
    if fit_intercept:
        slope -= X.mean(axis=0) * (v @ (y - model.predict(X))) / v.sum()
    at, scale = model.coef_ != 0, 1e-5 * max(1.0, float(np.abs(y).max()))
    assert_allclose(slope[at], 0.3 * l1_ratio * np.sign(model.coef_[at]), atol=scale)
    assert (slope[~at] <= 0.3 * l1_ratio + scale).all()
    assert positive or (slope[~at] >= -0.3 * l1_ratio - scale).all()
    assert not positive or (model.coef_ >= 0).all()


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),
    p=st.integers(1, 12),
    t=st.integers(0, 2),
    cls=st.sampled_from([Lasso, ElasticNet]),
    fit_intercept=st.booleans(),
    positive=st.booleans(),
    selection=st.sampled_from(["cyclic", "random"]),
)
def test_as_scikit_learn(
    seed: int, n: int, p: int, t: int, cls: Any, fit_intercept: bool, positive: bool, selection: str
) -> None:
    """The same steps, so the same weights, rounds and gap, at any tolerance."""
    X, y, w = case(n, p, t, seed, offset=1.0)
    form = {"alpha": 0.2, "fit_intercept": fit_intercept, "positive": positive, "max_iter": 20_000}
    form |= {"selection": selection, "random_state": 3, "tol": 1e-3}
    ours, theirs = cls(**form).fit(X, y, w), NAMESAKES[cls](**form).fit(X, y, w)
    scale = np.abs(theirs.coef_).max(initial=1.0)
    assert ours.coef_.shape == theirs.coef_.shape
    assert np.shape(ours.intercept_) == np.shape(theirs.intercept_)
    assert np.shape(ours.dual_gap_) == np.shape(theirs.dual_gap_)
    assert type(ours.n_iter_) is type(theirs.n_iter_)
    exact = {"tol": 1e-12}
    ours, theirs = (m.set_params(**exact).fit(X, y, w) for m in (ours, theirs))
    if n > p + 1:  # else several minima
        assert_allclose(ours.coef_, theirs.coef_, rtol=1e-5, atol=1e-6 * scale)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-4, atol=1e-5 * scale * np.abs(X).max())


@pytest.mark.parametrize(("n", "p"), [(60, 8), (20, 50)])
@pytest.mark.parametrize("selection", ["cyclic", "random"])
@pytest.mark.parametrize("cls", [Lasso, ElasticNet])
def test_rounds_and_gaps_are_those_of_scikit_learn(n: int, p: int, selection: str, cls: Any) -> None:
    X, y, w = case(n, p, offset=2.0)
    form = {"alpha": 0.1, "selection": selection, "random_state": 3}
    ours, theirs = cls(**form).fit(X, y, w), NAMESAKES[cls](**form).fit(X, y, w)
    assert ours.n_iter_ == theirs.n_iter_
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-11, atol=1e-13)
    assert_allclose(ours.dual_gap_, theirs.dual_gap_, rtol=1e-8)
    assert_array_equal(ours.sparse_coef_.toarray()[0], ours.coef_)


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(("X", "y"), DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_rows_as_scikit_learn(X: np.ndarray, y: np.ndarray) -> None:
    ours, theirs = ElasticNet(0.2, **EXACT).fit(X, y), namesakes.ElasticNet(0.2, **EXACT).fit(X, y)
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-5, atol=1e-7)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("positive", [True, False])
def test_both_forms_of_the_descent_agree(positive: bool) -> None:
    """On products and on columns the same steps are taken, from the same start, to the same gap."""
    X, y, _ = case(9, 5, seed=1)
    start = np.array([0.5, 0.0, -1.0, 0.0, 2.0])
    if positive:
        start = np.abs(start)
    penalty, rounds = ElasticPenalty(1.5, 0.4, positive), DescentRounds(1e-9, 1000, 7)
    first, second = start.copy(), start.copy()
    a = descend_products(np.ascontiguousarray(X.T @ X), X.T @ y, float(y @ y), penalty, rounds, first)
    b = descend_columns(np.ascontiguousarray(X.T), y, float(y @ y), penalty, rounds, second)
    assert_allclose(first, second, rtol=1e-9, atol=1e-12)
    assert a[1] == b[1]
    assert_allclose(a[0], b[0], rtol=1e-3, atol=1e-13)


def test_without_l1_it_is_ridge_and_beyond_the_largest_penalty_all_weights_are_0() -> None:
    X, y, _ = case(40, 3)
    ridge = Ridge(40 * 0.3).fit(X, y)
    assert_allclose(ElasticNet(0.3, l1_ratio=0.0, **EXACT).fit(X, y).coef_, ridge.coef_, rtol=1e-6)
    largest = np.abs((X - X.mean(axis=0)).T @ (y - y.mean())).max() / 40
    assert not Lasso(largest * (1 + 1e-12)).fit(X, y).coef_.any()
    assert Lasso(largest * (1 - 1e-3), tol=1e-12).fit(X, y).coef_.any()
    assert Lasso(2 * largest).fit(X, y).n_iter_ == 0


def test_path_as_scikit_learn() -> None:
    for n, p in ((40, 6), (8, 12)):
        X, y, _ = case(n, p)
        for form in ({}, {"l1_ratio": 1.0, "positive": True}, {"selection": "random", "random_state": 1}):
            ours = ElasticNet.path(X, y, alphas=7, return_n_iter=True, **form)
            theirs = namesakes.ElasticNet.path(X, y, alphas=7, return_n_iter=True, **form)
            assert_allclose(ours[0], theirs[0], rtol=1e-12)
            assert_allclose(ours[1], theirs[1], rtol=1e-6, atol=1e-9)
            assert "selection" in form or ours[3] == theirs[3]
    two = [0.1, 1.0]
    assert Lasso.path(csr_array(X), y, alphas=two)[0].tolist() == [1.0, 0.1]
    assert_allclose(Lasso.path(csr_array(X), y, alphas=two)[1], ElasticNet.path(X, y, alphas=two)[1])
    with pytest.raises(UsageError, match="give alphas"):
        ElasticNet.path(X, y, l1_ratio=0)
    with pytest.warns(ConvergenceWarning, match="path has a duality gap"):
        ElasticNet.path(X, y, alphas=[1e-4], max_iter=1)


def test_warm_start_continues_and_refuses_other_shapes() -> None:
    X, y, _ = case(40, 5)
    model = Lasso(0.01, warm_start=True, tol=1e-10).fit(X, y)
    assert model.n_iter_ > 1
    assert model.fit(X, y).n_iter_ <= 1
    with pytest.raises(UsageError, match=r"warm_start has weights of shape \(1, 5\)"):
        model.fit(X[:, :3], y)


def test_given_products_are_checked() -> None:
    X, y, _ = case(30, 4, offset=2.0)
    centred = X - X.mean(axis=0)
    plain = Lasso(0.1).fit(X, y)
    for products in (centred.T @ centred, 3.0 * centred.T @ centred):
        assert_array_equal(Lasso(0.1, precompute=products).fit(X, y).coef_, plain.coef_)
    with pytest.warns(FenleiWarning, match="the products are taken anew from the rows"):
        assert_array_equal(Lasso(0.1, precompute=X.T @ X).fit(X, y).coef_, plain.coef_)
    with pytest.raises(DataError, match="no multiple of the products of the features"):
        Lasso(0.1, precompute=np.eye(4), fit_intercept=False).fit(X, y)
    assert Lasso(0.1, precompute=X.T @ X, fit_intercept=False).fit(X, y).coef_.any()
    with pytest.raises(DataError, match=r"precompute has shape \(3, 3\); give the products of 4 features"):
        Lasso(0.1, precompute=np.eye(3)).fit(X, y)
    wide = case(5, 9)
    assert Lasso(0.1, precompute=wide.X.T @ wide.X, fit_intercept=False).fit(wide.X, wide.y).n_iter_ > 0
    with pytest.raises(UsageError, match="precompute=7 is not accepted"):
        Lasso(precompute=7).fit(X, y)


def test_what_did_not_converge_is_told() -> None:
    X, y, _ = case(40, 5)
    with pytest.warns(ConvergenceWarning, match=r"Objective did not converge: Lasso .* max_iter=1 rounds"):
        Lasso(1e-4, max_iter=1, tol=1e-9).fit(X, y)
    with pytest.warns(FenleiWarning, match="use LinearRegression"):
        Lasso(0.0).fit(X, y)


def test_total_weight_and_order_of_rows_do_not_matter() -> None:
    X, y, w = case(40, 5)
    model = ElasticNet(0.1, **EXACT).fit(X, y, w)
    turned = np.random.default_rng(0).permutation(40)
    for other in (
        ElasticNet(0.1, **EXACT).fit(X, y, 3 * w),
        clone(model).fit(X[turned], y[turned], w[turned]),
    ):
        assert_allclose(other.coef_, model.coef_, rtol=1e-10, atol=1e-12)
