"""LinearSVC: the optimum against liblinear and a general optimiser, invariants, wording."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import svm as peer
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import UnsupportedError
from fenlei.svm import LinearSVC, linear_problem, linear_svc
from fenlei.svm.linear_descent import hinge
from fenlei.svm.linear_problem import LinearProblem, newton
from tests.oracles import svm as oracle

IRIS, SPECIES = load_iris(return_X_y=True)
FORMS = [("l2", "squared_hinge"), ("l2", "hinge"), ("l1", "squared_hinge")]


def data(seed: int, n: int = 120, p: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) * rng.uniform(0.5, 3, p) + rng.normal(size=p)
    y = (X @ rng.normal(size=p) + rng.normal(scale=2, size=n) > 0).astype(int)
    return X, y, rng.uniform(0.2, 2, n)


def objective(model: Any, X: np.ndarray, y: np.ndarray, cost: np.ndarray, penalty: str, loss: str) -> float:
    bias = float(model.intercept_scaling) if model.fit_intercept else 0.0
    last = float(np.ravel(model.intercept_)[0]) / bias if bias else 0.0
    return oracle.linear_objective(np.append(model.coef_[0], last), X, 2 * y - 1, cost, bias, penalty, loss)


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("intercept", [None, 1.0, 5.0])
def test_optimum_is_that_of_liblinear(penalty: str, loss: str, seed: int, intercept: float | None) -> None:
    X, y, w = data(seed)
    C = [0.05, 0.5, 2.0][seed]
    scaling = {"fit_intercept": False} if intercept is None else {"intercept_scaling": intercept}
    tight = {"tol": 1e-8, "max_iter": 500_000}
    ours = LinearSVC(penalty, loss, C=C, **scaling, **(tight if penalty == "l1" else {})).fit(X, y, w)
    theirs = peer.LinearSVC(penalty, loss, C=C, random_state=0, **scaling, **tight).fit(X, y, w)
    values = [objective(model, X, y, C * w, penalty, loss) for model in (ours, theirs)]
    assert_allclose(ours.objective_[0], values[0], rtol=1e-10)
    assert values[0] <= values[1] * (1 + 1e-8)
    assert_allclose(values[0], values[1], rtol=1e-4)
    in_rows = LinearSVC(penalty, loss, C=C, **scaling, **(tight if penalty == "l1" else {}))
    assert_allclose(in_rows.fit(sparse.csr_array(X), y, w).coef_, ours.coef_, atol=1e-7)


def test_squared_hinge_equals_a_general_optimiser() -> None:
    X, y, w = data(7)
    model = LinearSVC(C=0.3, intercept_scaling=2.0).fit(X, y, w)
    v = oracle.squared_hinge(X, 2.0 * y - 1, 0.3 * w, 2.0)
    assert_allclose(model.coef_[0], v[:-1], atol=1e-7)
    assert_allclose(model.intercept_[0], 2 * v[-1], atol=1e-7)


def test_many_weights_take_other_ways_to_the_same_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, w = data(3)
    few = [LinearSVC(loss=loss, C=0.05).fit(X, y, w) for _, loss in FORMS[:2]]
    monkeypatch.setattr(linear_problem, "DIRECT", 0)
    monkeypatch.setattr(linear_svc, "DIRECT", 0)
    many = [LinearSVC(loss=loss, C=0.05, tol=1e-8, max_iter=10**6).fit(X, y, w) for _, loss in FORMS[:2]]
    for a, b in zip(few, many, strict=True):
        assert_allclose(a.objective_, b.objective_, rtol=1e-8)
        assert_allclose(a.coef_, b.coef_, atol=1e-4)


def test_descent_of_dense_and_sparse_rows_is_the_same() -> None:
    X, y, w = data(4)
    found = [
        hinge(LinearProblem(rows, 2.0 * y - 1, 0.1 * w, 1.0, None), 1e-8, 10**6, 0)
        for rows in (X, sparse.csr_array(X), X.astype(np.float32))
    ]
    assert_allclose(found[0].weights, found[1].weights, atol=1e-8)
    assert_allclose(found[0].weights, found[2].weights, atol=1e-3)


def test_newton_ends_on_collinear_and_wide_rows() -> None:
    rng = np.random.default_rng(0)
    wide = rng.normal(size=(20, 200))
    twice = np.column_stack([IRIS, IRIS, np.ones(150)])
    for X, y in ((wide, np.arange(20) % 2), (twice, (SPECIES == 1).astype(int))):
        problem = LinearProblem(X, 2.0 * y - 1, np.full(len(y), 10.0), 1.0, None)
        found = newton(problem, 1e-4, 1000)
        assert found.converged
        assert found.n_iter < 60


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), loss=st.sampled_from(["hinge", "squared_hinge"]))
def test_weights_mean_repetition(seed: int, loss: str) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 3
    w = rng.integers(0, 4, 40)
    w[:3] = 1
    repeated = np.repeat(np.arange(40), w)
    a = LinearSVC(loss=loss, C=0.5, class_weight="balanced").fit(X, y, w)
    b = LinearSVC(loss=loss, C=0.5, class_weight="balanced").fit(X[repeated], y[repeated])
    assert_allclose(a.coef_, b.coef_, atol=1e-6)
    assert_allclose(a.objective_, b.objective_, rtol=1e-9)


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_several_classes_one_against_the_rest(penalty: str, loss: str) -> None:
    X = (IRIS - IRIS.mean(axis=0)) / IRIS.std(axis=0)
    ours = LinearSVC(penalty, loss, max_iter=10**6, tol=1e-7).fit(X, SPECIES)
    theirs = peer.LinearSVC(penalty, loss, max_iter=10**6, tol=1e-7, random_state=0).fit(X, SPECIES)
    assert ours.coef_.shape == (3, 4)
    assert_allclose(ours.coef_, theirs.coef_, atol=2e-3)
    assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=5e-3)
    assert (ours.predict(X) == theirs.predict(X)).mean() > 0.99
    one = LinearSVC(penalty, loss, n_jobs=1, max_iter=10**6, tol=1e-7).fit(X, SPECIES)
    assert_array_equal(ours.coef_, one.coef_)


def test_lasso_has_zeros_and_sparsify() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 30))
    model = LinearSVC("l1", C=0.02).fit(X, (X[:, 0] > 0).astype(int))
    assert (model.coef_ != 0).sum() < 10
    before = model.predict(X)
    assert sparse.issparse(model.sparsify().coef_)
    assert_array_equal(model.densify().predict(X), before)


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        (
            {"penalty": "l1", "loss": "hinge"},
            "penalty='l1' and loss='hinge' is not supported; set loss='squared_hinge'",
        ),
        ({"penalty": "l1", "dual": True}, "not supported when dual=True; set dual=False"),
        ({"loss": "hinge", "dual": False}, "not supported when dual=False; set dual=True"),
        ({"multi_class": "crammer_singer"}, "'crammer_singer' is not offered; use 'ovr'"),
        ({"C": np.inf}, "C=inf is not accepted"),
    ],
)
def test_wording(parameters: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        LinearSVC(**parameters).fit(IRIS, SPECIES)


def test_refusal_is_an_unsupported_error() -> None:
    with pytest.raises(UnsupportedError):
        LinearSVC(multi_class="crammer_singer").fit(IRIS, SPECIES)
    with pytest.raises(ValueError, match="only one class"):
        LinearSVC().fit(IRIS, np.zeros(150))


@pytest.mark.parametrize(("penalty", "loss"), FORMS)
def test_iterations_can_be_limited(penalty: str, loss: str) -> None:
    with pytest.warns(ConvergenceWarning, match="failed to converge, increase the number of iterations"):
        LinearSVC(penalty, loss, max_iter=1).fit(IRIS, SPECIES)


def test_verbose_prints_a_line_a_class() -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        LinearSVC(verbose=1).fit(IRIS, SPECIES)
    assert out.getvalue().count("objective") == 3


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([LinearSVC(), LinearSVC(loss="hinge")])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
