"""SVR: optimality, scikit-learn's answers, weights as repetition, kernels, bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import optimize, sparse
from sklearn import svm as theirs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.svm import SVR
from fenlei.svm.dual import dual_problem


@parametrize_with_checks([SVR(), SVR(kernel="linear", epsilon=0.0)])
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def sample(n: int = 60, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, np.sin(X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.normal(size=n), rng.uniform(0.5, 2.0, n)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),
    kernel=st.sampled_from(["linear", "rbf", "poly"]),
    C=st.sampled_from([0.1, 1.0, 20.0]),
    epsilon=st.sampled_from([0.0, 0.1, 1.0]),
)
def test_optimality(seed: int, n: int, kernel: Any, C: float, epsilon: float) -> None:
    """Inside the tube no coefficient; on its edge up to C w; outside C w, with the sign of the error."""
    X, y, w = sample(n, seed)
    model = SVR(kernel=kernel, C=C, epsilon=epsilon, gamma=0.5).fit(X, y, w)
    beta, away = np.zeros(n), y - model.predict(X)
    beta[model.support_] = model.dual_coef_[0]
    scale = 1e-6 * (1.0 + np.abs(y).max() + C * n)
    assert abs(beta.sum()) <= scale
    assert (np.abs(beta) <= C * w * (1 + 1e-9)).all()
    assert (np.abs(beta[np.abs(away) < epsilon - scale]) <= scale).all()
    outside = np.abs(away) > epsilon + scale
    assert_allclose(beta[outside], (np.sign(away) * C * w)[outside], rtol=1e-6)


PARAMETERS: list[dict[str, Any]] = [
    {},
    {"kernel": "linear"},
    {"kernel": "poly", "C": 0.5, "coef0": 1.0},
    {"epsilon": 0.0},
    {"epsilon": 0.5, "C": 10.0},
    {"gamma": "auto"},
]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
@pytest.mark.parametrize("n", [40, 1100])
def test_as_scikit_learn(parameters: dict[str, Any], n: int) -> None:
    X, y, w = sample(n)
    form = {"gamma": 0.3, "tol": 1e-7, **parameters}
    ours, namesake = SVR(**form).fit(X, y, w), theirs.SVR(**form).fit(X, y, w)
    assert_allclose(ours.predict(X), namesake.predict(X), atol=1e-4)
    assert_allclose(ours.intercept_, namesake.intercept_, atol=1e-4)
    assert ours.dual_coef_.shape[0] == 1
    assert ours.n_support_.tolist() == [len(ours.support_)]
    if form.get("kernel") == "linear":
        assert_allclose(ours.coef_, namesake.coef_, atol=1e-4)


def test_equals_a_general_minimiser() -> None:
    """½ w² + C Σ max(0, |y - wx - b| - ε), by another library's search over two numbers."""
    x, y = np.array([0.0, 1.0, 2.0, 3.0, 4.0]), np.array([0.2, 0.9, 2.3, 2.8, 4.4])

    def cost(v: np.ndarray) -> float:
        return float(0.5 * v[0] ** 2 + 2.0 * np.maximum(0.0, np.abs(y - v[0] * x - v[1]) - 0.1).sum())

    starts = [(w, b) for w in (0.5, 1.0, 1.5) for b in (-0.5, 0.0, 0.5)]
    runs = [
        optimize.minimize(
            cost, s, method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-14, "maxiter": 9000}
        )
        for s in starts
    ]
    best = min(run.fun for run in runs)
    model = SVR(kernel="linear", C=2.0, epsilon=0.1).fit(x[:, None], y)
    found = cost(np.array([model.coef_[0, 0], model.intercept_[0]]))
    assert found <= best + 1e-7


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_weight_is_a_repetition_and_zero_is_no_row(kernel: Any) -> None:
    X, y, _ = sample(40)
    w = np.random.default_rng(1).integers(0, 4, 40)
    repeated = np.repeat(np.arange(40), w)
    weighted, plain = SVR(kernel=kernel).fit(X, y, w), SVR(kernel=kernel).fit(X[repeated], y[repeated])
    assert_allclose(weighted.predict(X), plain.predict(X), atol=1e-7)
    assert not set(weighted.support_) & set(np.flatnonzero(w == 0))


def test_working_sets_end_where_the_whole_matrix_does(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, w = sample(300)
    whole = SVR(tol=1e-8).fit(X, y, w)
    monkeypatch.setattr(dual_problem, "WHOLE", 50)
    parts = SVR(tol=1e-8).fit(X, y, w)
    assert_allclose(parts.predict(X), whole.predict(X), atol=1e-6)
    given_matrix = SVR(kernel="precomputed", tol=1e-8).fit(rbf_kernel(X, gamma=0.2), y)
    assert_allclose(
        given_matrix.predict(rbf_kernel(X, gamma=0.2)),
        SVR(gamma=0.2, tol=1e-8).fit(X, y).predict(X),
        atol=1e-6,
    )


def test_kernels_as_matrix_and_function_and_sparse_rows() -> None:
    X, y, _ = sample()
    X[np.abs(X) < 0.4] = 0.0
    model = SVR(gamma=0.4).fit(X, y)
    matrix = SVR(kernel="precomputed").fit(rbf_kernel(X, gamma=0.4), y)
    function = SVR(kernel=lambda a, b: rbf_kernel(a, b, gamma=0.4)).fit(X, y)
    rows = SVR(gamma=0.4).fit(sparse.csr_matrix(X), y)
    assert_allclose(matrix.predict(rbf_kernel(X, gamma=0.4)), model.predict(X), atol=1e-9)
    assert_allclose(function.predict(X), model.predict(X), atol=1e-9)
    assert_allclose(rows.predict(sparse.csr_matrix(X)), model.predict(X), atol=1e-9)
    assert sparse.issparse(rows.dual_coef_)


def test_order_of_rows_and_threads_do_not_matter_and_a_wide_tube_is_a_constant() -> None:
    X, y, _ = sample()
    model, turned = SVR().fit(X, y), np.random.default_rng(0).permutation(60)
    assert_allclose(SVR().fit(X[turned], y[turned]).predict(X), model.predict(X), atol=1e-8)
    first, second = (SVR(n_jobs=jobs).fit(X, y).predict(X) for jobs in (1, 4))
    assert_array_equal(first, second)
    flat = SVR(epsilon=100.0).fit(X, y)
    assert len(flat.support_) == 0
    assert np.ptp(flat.predict(X)) == 0.0
    assert abs(y - flat.predict(X)).max() <= 100.0


def test_bad_input() -> None:
    X, y, _ = sample()
    with pytest.raises(UsageError, match=r"SVR: epsilon=-1 is not accepted"):
        SVR(epsilon=-1).fit(X, y)
    with pytest.raises(UsageError, match="requires y to be passed"):
        SVR().fit(X, None)
    with pytest.warns(ConvergenceWarning, match="max_iter=2"):
        SVR(max_iter=2).fit(X, y)
    with pytest.raises(AttributeError, match="linear kernel"):
        _ = SVR().fit(X, y).coef_
    model = SVR().fit(X, y)
    model._check_model(model.model_)
    with pytest.raises(ModelFileError, match="support_vectors"):
        model._check_model(model.model_._replace(support_vectors=np.zeros((2, 3))))


def test_tube_that_holds_all_rows_is_the_limit_of_dear_errors() -> None:
    X, y, _ = sample()
    hard = SVR(C=np.inf, gamma=2.0).fit(X, y)
    assert np.abs(y - hard.predict(X)).max() <= 0.1 + 1e-6
    soft = SVR(C=float(np.abs(hard.dual_coef_).max() * 1.01), gamma=2.0).fit(X, y)
    assert_allclose(hard.predict(X), soft.predict(X), atol=1e-6)


def test_no_tube_is_said() -> None:
    X, y, _ = sample()
    with pytest.raises(DataError, match="no tube that holds all rows"):
        SVR(C=np.inf, kernel="linear").fit(X, y)
