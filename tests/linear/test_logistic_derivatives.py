"""Objective, gradient, Hessian, R and z at any weights: source 003, differences, the step of Newton."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from fenlei import load
from fenlei.errors import DataError, UsageError
from fenlei.linear import LogisticRegression, logistic_objective

MELONS = np.asarray(load("watermelon").X)
GOOD = (np.arange(17) < 8).astype(int)
IRIS, SPECIES = load_iris(return_X_y=True)
PHI = np.column_stack([MELONS, np.ones(17)])


# --- the listing of source 003, section 1.4, with the number of rows and columns left open


def p1(x: np.ndarray, beta: np.ndarray) -> float:
    return float(np.exp(beta @ x) / (1 + np.exp(beta @ x)))


def ell(beta: np.ndarray) -> float:
    return float(sum(-y * beta @ x + np.log(1 + np.exp(beta @ x)) for x, y in zip(PHI, GOOD, strict=True)))


def get_partial1(beta: np.ndarray) -> np.ndarray:
    return -sum(x * (y - p1(x, beta)) for x, y in zip(PHI, GOOD, strict=True))


def get_partial2(beta: np.ndarray) -> np.ndarray:
    return sum(np.outer(x, x) * p1(x, beta) * (1 - p1(x, beta)) for x in PHI)


@pytest.mark.parametrize("beta", [(1, 1, 1), (0, 0, 0), (3.1, 12.5, -4.4), (-2, 0.5, 1)])
def test_the_functions_of_source_003(beta: tuple[float, ...]) -> None:
    b = np.array(beta, dtype=float)
    at = logistic_objective(MELONS, GOOD, beta)
    assert_allclose(at.value, ell(b), rtol=1e-13)
    assert_allclose(at.gradient, get_partial1(b), rtol=1e-10, atol=1e-13)
    assert_allclose(at.hessian, get_partial2(b), rtol=1e-12)
    assert_allclose(at.probability, [p1(x, b) for x in PHI], rtol=1e-13)


def test_printed_values_of_source_003() -> None:
    at = logistic_objective(MELONS, GOOD, [1, 1, 1])
    assert_allclose(at.value, 17.638839972291, rtol=1e-12)
    assert_allclose(at.gradient, [3.165838855544, 0.878637395512, 6.438132131632], rtol=1e-11)
    assert_allclose(at.hessian[0], [0.625219972614, 0.229449078934, 1.107065652463], rtol=1e-11)
    at = logistic_objective(MELONS, GOOD, [0, 0, 0])
    assert_allclose(at.value, 11.783502069519, rtol=1e-12)
    assert_allclose(at.gradient, [-0.0625, -0.421, 0.5], rtol=1e-12)
    assert_array_equal(at.R, np.full(17, 0.25))
    assert_array_equal(at.z, np.where(GOOD, 2.0, -2.0))


def test_large_scores_stay_finite() -> None:
    """p1(800) = 1 and ln(1 + e^800) = 800, where the listing gives NaN and infinity."""
    at = logistic_objective([[1.0], [-1.0]], [0, 1], [800.0], fit_intercept=False)
    assert at.value == 1600.0
    assert_array_equal(at.probability, [1.0, 0.0])
    assert_array_equal(at.R, [0.0, 0.0])


def differences(function: Any, beta: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """Central differences of a function of β, (…, size of β)."""
    found = []
    for j in range(beta.size):
        move = np.zeros(beta.size)
        move[j] = step
        up, down = (function(beta + s * move.reshape(beta.shape)) for s in (1, -1))
        found.append((np.asarray(up) - np.asarray(down)) / (2 * step))
    return np.stack(found, axis=-1)


CASES = [
    {},
    {"C": 0.7},
    {"C": 2.0, "penalize_intercept": True},
    {"fit_intercept": False},
    {"C": 3.0, "basis": 2},
]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_gradient_and_hessian_are_those_of_the_value(case: dict[str, Any], K: int, weighted: bool) -> None:
    rng = np.random.default_rng(K)
    rows = np.flatnonzero(SPECIES >= 3 - K)[::3]
    X, y = (IRIS[rows, :2] - 5) / 2, SPECIES[rows]
    w = rng.uniform(0.5, 2.0, len(rows)) if weighted else None
    M = 5 if "basis" in case else 2
    q = M + case.get("fit_intercept", True)
    beta = rng.normal(scale=0.5, size=q if K == 2 else (K, q))

    def at(b: np.ndarray) -> Any:
        return logistic_objective(X, y, b, sample_weight=w, **case)

    here = at(beta)
    assert_allclose(here.gradient.ravel(), differences(lambda b: at(b).value, beta), rtol=1e-6, atol=1e-7)
    H = differences(lambda b: at(b).gradient.ravel(), beta)
    assert_allclose(here.hessian, H, rtol=1e-6, atol=1e-6)
    assert np.linalg.eigvalsh(here.hessian).min() > -1e-9  # convex


@pytest.mark.parametrize("K", [2, 3])
def test_newton_is_least_squares_of_z_with_weights_R(K: int) -> None:
    """001, 5.3.20 and 5.3.21: ΦᵀRΦ is the Hessian, and β - H⁻¹g solves ΦᵀRΦ β = ΦᵀR z."""
    rng = np.random.default_rng(0)
    rows = np.flatnonzero(SPECIES >= 3 - K)
    X, y, w = IRIS[rows], SPECIES[rows], rng.uniform(0.5, 2.0, len(rows))
    beta = rng.normal(scale=0.2, size=5 if K == 2 else (3, 5))
    at = logistic_objective(X, y, beta, sample_weight=w)
    Phi = np.column_stack([X, np.ones(len(X))])
    if K == 2:
        assert_allclose(Phi.T * at.R @ Phi, at.hessian, rtol=1e-10)
        right = Phi.T @ (at.R * at.z)
        assert_allclose(at.R, w * at.probability * (1 - at.probability), rtol=1e-12)
    else:
        H = np.einsum("ikl,ia,ib->kalb", at.R, Phi, Phi).reshape(15, 15)
        assert_allclose(H, at.hessian, rtol=1e-9, atol=1e-9)
        right = np.einsum("ikl,il,ia->ka", at.R, at.z, Phi).ravel()
    assert_allclose(at.hessian @ beta.ravel() - at.gradient.ravel(), right, rtol=1e-9, atol=1e-9)


def test_a_model_answers_at_its_own_weights_and_at_others() -> None:
    model = LogisticRegression(C=0.5, tol=1e-10).fit(IRIS, SPECIES)
    at = model.objective(IRIS, SPECIES)
    assert_allclose(at.value, model.objective_, rtol=1e-12)
    assert np.abs(at.gradient).max() < 1e-4
    assert_allclose(at.probability, model.predict_proba(IRIS), rtol=1e-12)
    some = SPECIES < 2  # rows of two of its three classes: still softmax
    assert model.objective(IRIS[some], SPECIES[some]).gradient.shape == (3, 5)
    fresh = LogisticRegression(C=0.5)
    theta = np.column_stack([model.coef_, model.intercept_])
    assert_allclose(fresh.objective(IRIS, SPECIES, theta).value, at.value, rtol=1e-13)
    assert not hasattr(fresh, "classes_")
    assert_allclose(model.objective(csr_array(IRIS), SPECIES).hessian, at.hessian, rtol=1e-9, atol=1e-9)
    with pytest.raises(NotFittedError):
        fresh.objective(IRIS, SPECIES)


def test_newton_by_hand_is_the_history() -> None:
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-6, init=[1, 1, 1]).fit(MELONS, GOOD)
    for old, new, value in zip(
        model.history_.beta[1:], model.history_.beta[2:], model.history_.objective[1:], strict=False
    ):
        at = model.objective(MELONS, GOOD, old)
        assert_allclose(at.value, value, rtol=1e-12)
        assert_allclose(old - np.linalg.solve(at.hessian, at.gradient), new, rtol=1e-8)


def test_lasso_is_part_of_the_value_and_the_subgradient_is_the_smallest() -> None:
    model = LogisticRegression(C=0.5, l1_ratio=1.0, solver="auto", tol=1e-8).fit(MELONS, GOOD)
    at = model.objective(MELONS, GOOD)
    assert_allclose(at.value, model.objective_, rtol=1e-12)
    assert np.abs(at.gradient).max() < 1e-5


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"beta": [1, 1]}, UsageError, r"beta has shape \(2,\); give 1 row of 3 finite numbers"),
        ({"beta": np.ones((3, 3))}, UsageError, r"beta has shape \(3, 3\)"),
        ({"beta": [1, 1, np.nan]}, UsageError, "finite numbers"),
        ({"beta": ["a", "b", "c"]}, UsageError, "finite numbers"),
        ({"beta": []}, UsageError, r"beta has shape \(0,\)"),
        ({"C": -1.0}, UsageError, "C=-1.0 is not accepted"),
        ({"y": np.zeros(17)}, DataError, "only one class"),
        ({"y": GOOD[:5]}, ValueError, "inconsistent numbers of samples"),
        ({"X": np.full((17, 2), np.nan)}, ValueError, "NaN"),
        ({"X": np.empty((0, 2)), "y": []}, ValueError, "0 sample"),
        ({"sample_weight": -np.ones(17)}, ValueError, "negative"),
    ],
)
def test_words_of_errors(change: dict[str, Any], error: type[Exception], words: str) -> None:
    given = {"X": MELONS, "y": GOOD, "beta": [1, 1, 1]} | change
    with pytest.raises(error, match=words):
        logistic_objective(**given)
