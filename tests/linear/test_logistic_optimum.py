"""The objective is within 1e-8 of the best known optimum, on random and degenerate problems."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as Namesake

from fenlei.linear.logistic import auto
from fenlei.linear.logistic import lasso as lasso_solver
from fenlei.linear.logistic.logistic_regression import LogisticRegression
from tests.oracles import logistic as oracle


class Case(NamedTuple):
    X: np.ndarray
    y: np.ndarray
    C: float


def labels(rng: np.random.Generator, X: np.ndarray, K: int, noise: float) -> np.ndarray:
    spread = np.maximum(X.std(axis=0), 1e-9)
    scores = (X - X.mean(axis=0)) / spread @ rng.standard_normal((X.shape[1], K)) * 2 / np.sqrt(X.shape[1])
    y = (scores + noise * rng.gumbel(size=scores.shape)).argmax(axis=1)
    y[:K] = np.arange(K)
    return y


def make(name: str, K: int) -> Case:
    rng = np.random.default_rng(abs(hash_of(name)) + K)
    normal = rng.standard_normal
    X, C, noise = normal((200, 6)), 1.0, 1.0
    if name == "unpenalised":
        C, noise = np.inf, 3.0
    elif name == "p > n":
        X = normal((40, 100))
    elif name == "p >> n":
        X, C = normal((30, 1500)), 1e3
    elif name == "collinear":
        X = np.column_stack([X, X[:, 0], X[:, 1] + X[:, 2]])
    elif name == "collinear, unpenalised":
        X, C, noise = np.column_stack([X, X[:, 0], X[:, 1] + X[:, 2]]), np.inf, 3.0
    elif name == "nearly collinear, unpenalised":
        X, C, noise = np.column_stack([X, X[:, 0] + 1e-6 * normal(200)]), np.inf, 3.0
    elif name == "scaled":
        X = X * np.array([1e6, 1, 1e-6, 1e3, 1, 1])
    elif name == "scaled, unpenalised":
        X, C, noise = X * np.array([1e6, 1, 1e-6, 1e3, 1, 1]), np.inf, 3.0
    elif name == "far from zero":
        X = X + np.array([1e6, -1e5, 0, 10, 1e3, 0])
    elif name == "separable":
        noise = 0.0
    elif name == "separable, weak penalty":
        C, noise = 1e6, 0.0
    elif name == "constant column, unpenalised":
        X[:, 2], C, noise = 3.0, np.inf, 3.0
    elif name == "many rows":
        X = normal((9000, 12)) * 10.0 ** np.arange(-6, 6)
    return Case(X, labels(rng, X, K, noise), C)


def hash_of(name: str) -> int:
    return sum(ord(letter) * 31**i for i, letter in enumerate(name)) % 100_003


NAMES = [
    *("plain", "unpenalised", "p > n", "p >> n", "collinear", "collinear, unpenalised"),
    *("nearly collinear, unpenalised", "scaled", "scaled, unpenalised", "far from zero", "separable"),
    *("separable, weak penalty", "constant column, unpenalised", "many rows"),
]


def value(model: Any, case: Case, l1_ratio: float = 0.0) -> float:
    """F of a fitted model, by itself."""
    coef, intercept = model.coef_, model.intercept_
    scores = case.X @ coef.T + intercept
    if scores.shape[1] == 1:
        scores = np.column_stack([np.zeros(len(scores)), scores])
    top = scores.max(axis=1)
    log_total = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    penalty = 0.5 * (1 - l1_ratio) * (coef**2).sum() + l1_ratio * np.abs(coef).sum()
    return float((log_total - scores[np.arange(len(top)), case.y]).sum() + penalty / case.C)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")
@pytest.mark.filterwarnings("ignore:.*Line Search failed.*")
@pytest.mark.parametrize("K", [2, 3, 5])
@pytest.mark.parametrize("name", NAMES)
def test_within_1e_8_of_the_best_known(name: str, K: int) -> None:
    case = make(name, K)
    model = LogisticRegression(C=case.C).fit(case.X, case.y)
    exact = LogisticRegression(C=case.C, tol=1e-13, max_iter=300).fit(case.X, case.y)
    peer = Namesake(C=case.C, tol=1e-10, max_iter=300).fit(case.X, case.y)
    found = value(model, case)
    best = min(found, value(exact, case), value(peer, case))
    assert found - best <= 1e-8 * best
    assert model.converged_
    assert not model.separated_
    assert_allclose(model.objective_, found, rtol=1e-10)
    assert model.gradient_norm_ <= 1e-4 or name in ("scaled", "far from zero", "many rows")


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("l1_ratio", [1.0, 0.3])
@pytest.mark.parametrize("K", [2, 3, 5])
@pytest.mark.parametrize(
    "name", [n for n in NAMES if "unpenalised" not in n and n not in ("p >> n", "many rows")]
)
def test_lasso_and_elastic_net(name: str, K: int, l1_ratio: float) -> None:
    case = make(name, K)
    model = LogisticRegression(C=case.C, l1_ratio=l1_ratio, solver="auto").fit(case.X, case.y)
    exact = LogisticRegression(C=case.C, l1_ratio=l1_ratio, solver="auto", tol=1e-12).fit(case.X, case.y)
    peer = Namesake(C=case.C, l1_ratio=l1_ratio, solver="saga", tol=1e-6, max_iter=100).fit(case.X, case.y)
    found = value(model, case, l1_ratio)
    best = min(found, value(exact, case, l1_ratio), value(peer, case, l1_ratio))
    assert found - best <= 1e-8 * best
    assert model.converged_
    assert_allclose(model.objective_, found, rtol=1e-10)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    K=st.integers(2, 4),
    l1_ratio=st.sampled_from([0.0, 0.5, 1.0]),
    C=st.sampled_from([0.01, 1.0, 100.0]),
    intercept=st.booleans(),
)
def test_optimality_conditions(seed: int, K: int, l1_ratio: float, C: float, intercept: bool) -> None:
    """No subgradient of the loops' objective is left, whatever the penalty."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 3))
    y, w = labels(rng, X, K, 1.0), rng.random(40) + 0.1
    settings_ = {"solver": "auto", "C": C, "l1_ratio": l1_ratio, "fit_intercept": intercept, "tol": 1e-9}
    model = LogisticRegression(**settings_).fit(X, y, w)
    theta = np.column_stack([model.coef_, model.intercept_]) if intercept else model.coef_
    held = np.append(np.ones(3), np.zeros(int(intercept))) / C
    g = oracle.gradient(X, y, w, theta, intercept, held * (1 - l1_ratio))
    lasso = held * l1_ratio
    left = np.where(theta != 0, np.abs(g + lasso * np.sign(theta)), np.maximum(np.abs(g) - lasso, 0))
    assert left.max() <= 1e-6


@pytest.mark.filterwarnings("ignore:The max_iter was reached")
@pytest.mark.parametrize("K", [2, 3])
def test_lasso_over_working_sets(K: int) -> None:
    """More columns than a Hessian is worth, few of them of use: dense and sparse rows agree."""
    rng = np.random.default_rng(K)
    X = (rng.random((300, 1500)) < 0.05) * rng.random((300, 1500))
    y = labels(rng, X[:, :5], K, 0.3)
    dense = LogisticRegression(C=1.0, l1_ratio=1.0, solver="auto").fit(X, y)
    sparse = LogisticRegression(C=1.0, l1_ratio=1.0, solver="auto").fit(csr_array(X), y)
    assert_allclose(dense.objective_, sparse.objective_, rtol=1e-10)
    assert 0 < np.count_nonzero(dense.coef_) < 400
    case = Case(X, y, 1.0)
    peer = Namesake(C=1.0, l1_ratio=1.0, solver="saga", tol=1e-5, max_iter=300, random_state=0).fit(X, y)
    assert value(dense, case, 1.0) <= value(peer, case, 1.0) * (1 + 1e-9)


def test_fista_where_working_sets_are_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("lasso", "solvers"):
        monkeypatch.setattr(f"fenlei.linear.logistic.{module}.FULL_LIMIT", 60)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 140))
    y = labels(rng, X[:, :5], 3, 0.3)
    with pytest.warns(ConvergenceWarning, match="before it converged"):
        LogisticRegression(C=1e4, l1_ratio=0.01, solver="auto", max_iter=3).fit(X, y)
    model = LogisticRegression(C=1.0, l1_ratio=0.01, solver="auto", max_iter=3000).fit(X, y)
    exact = LogisticRegression(C=1.0, l1_ratio=0.01, solver="auto", max_iter=20_000, tol=1e-7).fit(X, y)
    assert model.converged_
    assert model.objective_ <= exact.objective_ * (1 + 1e-7)


def test_large_problems_agree_with_newton(monkeypatch: pytest.MonkeyPatch) -> None:
    """The subsample, its preconditioner and L-BFGS lead to the optimum that Newton finds on all rows."""
    for K in (2, 4):
        rng = np.random.default_rng(K)
        X = rng.normal(size=(6000, 8)) * 10.0 ** rng.integers(-2, 3, 8) + 5
        y = labels(rng, X, K, 1.0)
        fast = LogisticRegression(tol=1e-8).fit(X, y)
        newton = LogisticRegression(tol=1e-8, solver="newton-cholesky").fit(X, y)
        assert_allclose(fast.objective_, newton.objective_, rtol=1e-11)
        with monkeypatch.context() as patch:
            patch.setattr(lasso_solver, "MANY_ROWS", 1000)
            lasso = LogisticRegression(l1_ratio=0.5, solver="auto").fit(X, y)
        assert_allclose(
            lasso.objective_, LogisticRegression(l1_ratio=0.5, solver="auto").fit(X, y).objective_, rtol=1e-9
        )


def test_many_classes_and_columns_use_class_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many parameters for one Hessian, few enough columns for one a class."""
    for module in ("auto", "curvature", "lasso", "solvers"):
        monkeypatch.setattr(f"fenlei.linear.logistic.{module}.FULL_LIMIT", 20)
    rng = np.random.default_rng(1)
    X = rng.normal(size=(400, 9))
    y = labels(rng, X, 4, 1.0)
    model = LogisticRegression().fit(X, y)
    wide = LogisticRegression().fit(np.hstack([X, rng.normal(size=(400, 20)) * 1e-3]), y)
    monkeypatch.undo()
    assert_allclose(model.objective_, LogisticRegression(tol=1e-9).fit(X, y).objective_, rtol=1e-8)
    assert wide.converged_


def test_subsamples_are_spread_and_keep_the_penalty() -> None:
    from fenlei.kernels.classwise import UNIT_WEIGHTS
    from fenlei.linear.logistic.objective import LogisticProblem

    X = np.arange(64_000.0)[:, None]
    whole = LogisticProblem(
        X, np.zeros(64_000, np.int64), UNIT_WEIGHTS, 2, True, np.array([16.0, 0.0]), np.zeros(2)
    )
    part = auto.subsample(whole)
    assert part.X.shape == (4000, 1)
    assert_allclose(np.diff(part.X[:, 0]), 16.0)
    assert_allclose(part.ridge, [1.0, 0.0])


@pytest.mark.parametrize("solver", ["liblinear", "saga"])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_a_small_tol_is_reached_where_steps_are_lost_in_the_objective(solver: str, C: float) -> None:
    """`tol` bounds the subgradient per weight, whatever the objective still shows of it."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((400, 12)) @ rng.standard_normal((12, 12))  # correlated
    y = np.where(X[:, 0] + X[:, 1] + 3 * rng.standard_normal(400) > 0, 1.0, -1.0)
    parameters = {"C": C, "l1_ratio": 1.0, "fit_intercept": False}
    model = LogisticRegression(solver=solver, tol=1e-13, max_iter=1000, **parameters).fit(X, y)
    w = model.coef_[0]
    gradient = -C * X.T @ (y / (1.0 + np.exp(y * (X @ w))))
    pull = np.where(w != 0, np.abs(gradient + np.sign(w)), np.maximum(np.abs(gradient) - 1.0, 0.0))
    assert pull.max() <= 1e-13 * len(X) * C * 2
