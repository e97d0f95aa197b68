"""Bayesian ridge against scikit-learn and by its own fixed point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import multivariate_normal
from sklearn.linear_model import BayesianRidge as Namesake

from fenlei.linear.bayesian_ridge import BayesianRidge
from fenlei.linear.ridge import Ridge
from tests.linear.regression_cases import DEGENERATE, case

FITTED = ("coef_", "intercept_", "alpha_", "lambda_", "sigma_", "n_iter_", "X_offset_", "X_scale_")


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(3, 40),
    p=st.integers(1, 9),
    fit_intercept=st.booleans(),
    weighted=st.booleans(),
    start=st.sampled_from([None, 0.5]),
)
def test_as_scikit_learn(
    seed: int, n: int, p: int, fit_intercept: bool, weighted: bool, start: float | None
) -> None:
    X, y, w = case(n, p, seed=seed, offset=1.0)
    ours, theirs = (
        cls(fit_intercept=fit_intercept, compute_score=True, alpha_init=start, lambda_init=start).fit(
            X, y, w if weighted else None
        )
        for cls in (BayesianRidge, Namesake)
    )
    if ours.n_iter_ != theirs.n_iter_:  # a change of the weights within rounding of tol
        return
    for name in FITTED:
        assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-5, atol=1e-8, err_msg=name)
    assert ours.scores_.shape == theirs.scores_.shape
    # scikit-learn's last score mixes the last weights with the one before: left out
    assert_allclose(ours.scores_[:-1], theirs.scores_[:-1], rtol=1e-6, atol=1e-6)
    for ours_part, theirs_part in zip(ours.predict(X, True), theirs.predict(X, True), strict=True):
        assert_allclose(ours_part, theirs_part, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize(("X", "y"), DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_rows_as_scikit_learn(X: np.ndarray, y: np.ndarray) -> None:
    ours, theirs = BayesianRidge().fit(X, y), Namesake().fit(X, y)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-5, atol=1e-6)


def test_at_the_end_it_is_ridge_with_the_ratio_of_the_precisions() -> None:
    X, y, w = case(60, 4)
    model = BayesianRidge(tol=1e-12).fit(X, y, w)
    ridge = Ridge(model.lambda_ / model.alpha_).fit(X, y, w)
    assert_allclose(model.coef_, ridge.coef_, rtol=1e-9)
    gamma = 4 - model.lambda_ * np.trace(model.sigma_)  # the number of weights that the rows determine
    assert_allclose(model.lambda_ * np.sum(model.coef_**2), gamma, rtol=1e-4)


def test_the_score_is_the_density_of_the_targets() -> None:
    X, y, _ = case(15, 3)
    nothing = {"alpha_1": 0.0, "alpha_2": 0.0, "lambda_1": 0.0, "lambda_2": 0.0}
    model = BayesianRidge(fit_intercept=False, compute_score=True, **nothing).fit(X, y)
    covariance = np.eye(15) / model.alpha_ + X @ X.T / model.lambda_
    density = multivariate_normal(np.zeros(15), covariance).logpdf(y)
    assert_allclose(model.scores_[-1], density, rtol=1e-9)


def test_verbose_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    X, y, _ = case(15, 3)
    BayesianRidge(verbose=True).fit(X, y)
    assert "Convergence after" in capsys.readouterr().out
