"""The regressors' contract: scikit-learn's checks, weights, blocks, merging, bad input, determinism."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, DegenerateDataWarning, ModelFileError, UsageError
from fenlei.kernels import threads
from fenlei.linear import least_squares_regressor
from fenlei.linear.bayesian_linear import BayesianLinearRegression
from fenlei.linear.bayesian_ridge import BayesianRidge
from fenlei.linear.elastic_net.elastic_net import ElasticNet
from fenlei.linear.elastic_net.lasso import Lasso
from fenlei.linear.linear_regression import LinearRegression
from fenlei.linear.ridge import Ridge
from fenlei.stats import gram, totals
from tests.linear.regression_cases import DEGENERATE, case

MODELS: list[Any] = [
    LinearRegression(),
    LinearRegression(fit_intercept=False),
    LinearRegression(positive=True),
    Ridge(),
    Ridge(alpha=0.3, penalize_intercept=True),
    Ridge(fit_intercept=False),
    Ridge(positive=True),
    Lasso(0.1, tol=1e-6, max_iter=100_000),
    ElasticNet(0.1, tol=1e-6, max_iter=100_000, fit_intercept=False),
    BayesianRidge(),
    BayesianRidge(fit_intercept=False, compute_score=True),
    BayesianLinearRegression(),
    BayesianLinearRegression(2.0, 0.3, penalize_intercept=False),
    BayesianLinearRegression(fit_intercept=False),
]
each_model = pytest.mark.parametrize("model", MODELS, ids=str)
quiet = pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")


@quiet
@parametrize_with_checks(MODELS)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


def assert_same_model(a: Any, b: Any, rtol: float = 1e-9) -> None:
    scale = np.abs(b.coef_).max(initial=1e-300)
    assert_allclose(a.coef_, b.coef_, rtol=rtol, atol=rtol * scale)
    assert_allclose(a.intercept_, b.intercept_, rtol=rtol, atol=rtol * max(1.0, scale))


@each_model
def test_a_weight_is_a_repetition_and_zero_is_no_row(model: Any) -> None:
    X, y, w = case(25, 3)
    w[:5] = 0.0
    repeated = np.repeat(np.arange(25), w.astype(int))
    assert_same_model(clone(model).fit(X, y, w), clone(model).fit(X[repeated], y[repeated]))


@quiet
@each_model
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(20, 40), chunks=st.integers(1, 4))
def test_any_chunking_is_the_whole(model: Any, seed: int, n: int, chunks: int) -> None:
    X, y, w = case(n, 3, seed=seed)
    whole, streamed, merged = clone(model).fit(X, y, w), clone(model), None
    for part in np.array_split(np.random.default_rng(seed).permutation(n), chunks):
        streamed.partial_fit(X[part], y[part], w[part])
        one = clone(model).fit(X[part], y[part], w[part])
        merged = one if merged is None else merged.merge(one)
    assert_same_model(streamed, whole, 1e-7)
    assert_same_model(merged, whole, 1e-7)


@each_model
def test_affine_behaviour(model: Any) -> None:
    """Twice the target is twice the model, where the model has no scale of its own."""
    X, y, _ = case(40, 3)
    if isinstance(model, BayesianRidge | ElasticNet):
        pytest.skip("the gamma priors and tol, or the l1 penalty, have a scale")
    assert_same_model_scaled(clone(model).fit(X, 2 * y), clone(model).fit(X, y))


def assert_same_model_scaled(double: Any, single: Any) -> None:
    assert_allclose(double.coef_, 2 * single.coef_, rtol=1e-10, atol=1e-12)
    assert_allclose(double.intercept_, 2 * np.asarray(single.intercept_), rtol=1e-10, atol=1e-12)


@quiet
@each_model
@pytest.mark.parametrize(("X", "y"), DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_rows_have_a_finite_answer(model: Any, X: np.ndarray, y: np.ndarray) -> None:
    fitted = clone(model).fit(X, y)
    assert np.isfinite(fitted.coef_).all()
    assert np.isfinite(fitted.predict(X)).all()
    streamed = clone(model)
    for part in np.array_split(np.arange(len(y)), min(3, len(y))):
        streamed.partial_fit(X[part], y[part])
    assert np.isfinite(streamed.predict(X)).all()


@each_model
def test_sparse_rows(model: Any) -> None:
    X, y, w = case(30, 4)
    X[np.abs(X) < 0.7] = 0.0
    ours = clone(model).fit(csr_array(X), y, w)
    assert_same_model(ours, clone(model).fit(X, y, w))
    assert_allclose(ours.predict(csr_array(X)), ours.predict(X), rtol=1e-12)


@each_model
def test_float32_rows_are_summed_in_float64(model: Any) -> None:
    X, y, _ = case(50, 3)
    X = X.astype(np.float32)
    single, exact = clone(model).fit(X, y), clone(model).fit(X.astype(np.float64), y)
    assert_allclose(single.coef_, exact.coef_, rtol=6e-8)
    assert_allclose(single.intercept_, exact.intercept_, rtol=6e-8)
    assert_allclose(single.summary_.mean, exact.summary_.mean, rtol=1e-14)


@each_model
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_not_finite_are_named(model: Any, bad: float) -> None:
    X, y, _ = case(20, 3)
    broken = X.copy()
    broken[3, 1] = bad
    with pytest.raises(ValueError, match="Input X contains"):
        clone(model).fit(broken, y)
    with pytest.raises(ValueError, match="Input y contains"):
        clone(model).fit(X, np.where(np.arange(20) == 4, bad, y))
    with pytest.raises(ValueError, match="Input X contains"):
        clone(model).fit(X, y).predict(broken)


def test_values_whose_squares_overflow_are_refused_with_a_sentence() -> None:
    X, y, _ = case(20, 3)
    with pytest.raises(DataError, match="overflow when they are squared"):
        LinearRegression().fit(X * 1e200, y)


def test_words_of_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, _ = case(20, 3)
    with pytest.raises(UsageError, match="requires y to be passed, but the target y is None"):
        Ridge().fit(X, None)
    with pytest.raises(UsageError, match=r"Ridge: alpha=-1 is not accepted; give a number of at least 0"):
        Ridge(alpha=-1).fit(X, y)
    model = Ridge().fit(X, y)
    with pytest.raises(DataError, match=r"y has another shape than in the first call, which had 1 target"):
        model.partial_fit(X, np.column_stack([y, y]))
    with pytest.raises(UsageError, match="cannot merge with LinearRegression"):
        model.merge(LinearRegression().fit(X, y))
    with pytest.raises(UsageError, match="cannot merge with Ridge"):
        model.merge(Ridge(alpha=2.0).fit(X, y))
    with pytest.raises(UsageError, match="cannot merge with Ridge"):
        model.merge(Ridge().fit(X, np.column_stack([y, y])))
    monkeypatch.setattr(least_squares_regressor, "MOST_FEATURES", 2)
    with pytest.raises(DataError, match="3 features are more than"):
        Ridge().fit(X, y)


def test_near_collinearity_from_sums_alone_is_told() -> None:
    X, y, _ = case(200, 2)
    X = np.column_stack([X, X[:, 0] + 1e-4 * np.sin(9 * X[:, 1])])
    with pytest.warns(DegenerateDataWarning, match=r"nearly collinear, and from sums alone about \d+ digits"):
        streamed = LinearRegression().partial_fit(X, y)
    whole = LinearRegression().fit(X, y)  # takes the rows again, and says nothing
    assert_allclose(streamed.coef_, whole.coef_, rtol=1e-4)


@each_model
def test_the_bits_do_not_depend_on_the_number_of_threads(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(n: int, p: int, elements: int = 0) -> list[Any]:
        return threads.row_blocks(n, p, 1024)

    monkeypatch.setattr(gram, "row_blocks", small)
    monkeypatch.setattr(totals, "row_blocks", small)  # of the predictions
    X, y, w = case(3000, 4)
    first, second = (clone(model).set_params(n_jobs=n_jobs).fit(X, y, w) for n_jobs in (1, 4))
    assert first.coef_.tobytes() == second.coef_.tobytes()
    assert first.predict(X).tobytes() == second.predict(X).tobytes()


@each_model
def test_records_are_checked(model: Any) -> None:
    X, y, _ = case(20, 3)
    fitted = clone(model).fit(X, y)
    fitted._check_model(fitted.model_)
    fitted._check_summary(fitted.summary_)
    fitted.merge(fitted)._check_summary(fitted.merge(fitted).summary_)
    with pytest.raises(ModelFileError, match="coef"):
        fitted._check_model(fitted.model_._replace(coef=np.zeros((1, 7))))
    with pytest.raises(ModelFileError, match="mean"):
        fitted._check_summary(fitted.summary_._replace(mean=np.full(4, np.nan)))
    again = clone(model)
    again.n_features_in_, again.summary_ = 3, fitted.summary_
    again._keep(fitted.model_)
    assert_array_equal(again.predict(X), fitted.predict(X))


def test_in_a_pipeline_and_a_search() -> None:
    X, y, _ = case(60, 4)
    search = GridSearchCV(make_pipeline(StandardScaler(), Ridge()), {"ridge__alpha": [0.1, 1.0, 10.0]}, cv=3)
    assert search.fit(X, y).best_score_ > 0.5
    assert cross_val_score(LinearRegression(), X, y, cv=3).min() > 0.5


@pytest.mark.parametrize("sparse", [True, False])
@pytest.mark.parametrize(
    "model",
    [
        Ridge(),
        Ridge(alpha=0.3, penalize_intercept=True),
        Ridge(fit_intercept=False),
        LinearRegression(),
        LinearRegression(fit_intercept=False),
    ],
    ids=repr,
)
def test_more_features_than_products_are_kept_of(
    model: Any, sparse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few rows are kept themselves: the same weights, in one go, by parts or merged."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(12, 30)) * (rng.random((12, 30)) < 0.5) + 1.0 * (not sparse)
    y, w = rng.normal(size=12), rng.integers(1, 4, 12).astype(float)
    expected = clone(model).fit(X, y, w)
    monkeypatch.setattr(least_squares_regressor, "MOST_FEATURES", 20)
    X = csr_array(X) if sparse else X
    parts = clone(model).partial_fit(X[:5], y[:5], w[:5]).partial_fit(X[5:], y[5:], w[5:])
    merged = clone(model).fit(X[:5], y[:5], w[:5]).merge(clone(model).fit(X[5:], y[5:], w[5:]))
    for found in (clone(model).fit(X, y, w), parts, merged):
        assert_allclose(found.coef_, expected.coef_, rtol=1e-9, atol=1e-12)
        assert_allclose(found.intercept_, expected.intercept_, rtol=1e-9, atol=1e-12)
    monkeypatch.setattr(least_squares_regressor, "MOST_VALUES", 200)
    with pytest.raises(DataError, match="the 12 rows cannot be kept in their place"):
        clone(model).fit(X, y)
    with pytest.raises(DataError, match="rows cannot be kept in their place"):
        clone(model).fit(X[:6], y[:6]).partial_fit(X[6:], y[6:])


def test_many_words_and_few_texts() -> None:
    """Sparse rows with 40 000 features: the dual formula w = Xᵀ(XXᵀ + αI)⁻¹y."""
    rng = np.random.default_rng(5)
    X = csr_array(
        (rng.random(600), rng.integers(40_000, size=600), np.arange(0, 601, 30)), shape=(20, 40_000)
    )
    y = rng.normal(size=20)
    model = Ridge(fit_intercept=False).fit(X, y)
    dual = X.T @ np.linalg.solve((X @ X.T).toarray() + np.eye(20), y)
    assert_allclose(model.coef_, dual, atol=1e-12)
    assert_allclose(LinearRegression().fit(X, y).predict(X), y, atol=1e-9)
    for refused in (BayesianRidge(), Ridge(positive=True)):
        with pytest.raises(DataError, match="40000 features are more than"):
            refused.fit(X, y)
