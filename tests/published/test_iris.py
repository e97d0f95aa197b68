"""Iris: source 001 case A-G09, source 003 case G003-9, and the output of lda in R's package MASS."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.metrics import confusion_matrix

from fenlei import LinearDiscriminantAnalysis as LDA
from fenlei.stats import scatter

X, Y = load_iris(return_X_y=True)
SOLVERS = ["svd", "lsqr", "eigen"]

MEANS = [[5.006, 3.428, 1.462, 0.246], [5.936, 2.770, 4.260, 1.326], [6.588, 2.974, 5.552, 2.026]]
S_W = [
    [38.9562, 13.6300, 24.6246, 5.6450],
    [13.6300, 16.9620, 8.1208, 4.8084],
    [24.6246, 8.1208, 27.2226, 6.2718],
    [5.6450, 4.8084, 6.2718, 6.1566],
]
S_B = [
    [63.212133, -19.952667, 165.2484, 71.279333],
    [-19.952667, 11.344933, -57.2396, -22.932667],
    [165.2484, -57.2396, 437.1028, 186.774],
    [71.279333, -22.932667, 186.774, 80.413333],
]
DIRECTIONS = np.array(
    [[0.2087418, 0.3862037, -0.5540117, -0.7073504], [0.0065320, 0.5866106, -0.2525615, 0.7694531]]
).T
# MASS: lda(Species ~ ., iris), coefficients of linear discriminants and proportion of trace
MASS = np.array(
    [
        [0.8293776, 0.02410215],
        [1.5344731, 2.16452123],
        [-2.2012117, -0.93192121],
        [-2.8104603, 2.83918785],
    ]
)


def up_to_sign(columns: np.ndarray, like: np.ndarray) -> np.ndarray:
    return columns * np.sign(np.sum(columns * like, axis=0))


def test_a_g09_scatters() -> None:
    summary = scatter.summarise(X, Y.astype(np.int64), None, 3, pooled=True)
    assert_allclose(summary.mean, MEANS, rtol=1e-12)
    assert_allclose(scatter.within(summary), S_W, rtol=1e-9)
    assert_allclose(scatter.between(summary), S_B, atol=5e-7)


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_g09_and_g003_9_eigenvalues_and_directions(solver: str) -> None:
    model = LDA(solver=solver).fit(X, Y)
    V = model.scalings_[:, :2]
    # with Vᵀ (S_w / n) V = 1, Vᵀ (S_b / n) V are the generalised eigenvalues
    eigenvalues = np.diagonal(V.T @ np.array(S_B) @ V) / 150
    assert_allclose(eigenvalues, [32.1919291983, 0.2853910426], rtol=3e-7)
    assert_allclose(model.explained_variance_ratio_, [0.991212605, 0.008787395], atol=5e-10)
    unit = V / np.linalg.norm(V, axis=0)
    assert_allclose(up_to_sign(unit, DIRECTIONS), DIRECTIONS, atol=5e-8)


@pytest.mark.parametrize("divisor", ["n", "n-K"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_g09_and_g003_9_training_errors(solver: str, divisor: str) -> None:
    model = LDA(solver=solver, divisor=divisor).fit(X, Y)
    assert_array_equal(np.flatnonzero(model.predict(X) != Y), [70, 83, 133])
    assert_array_equal(confusion_matrix(Y, model.predict(X)), [[50, 0, 0], [0, 48, 2], [0, 1, 49]])


def test_g003_9_leave_one_out_errors() -> None:
    keep = ~np.eye(150, dtype=bool)
    wrong = sum(LDA().fit(X[rows], Y[rows]).predict(X[~rows])[0] != Y[~rows][0] for rows in keep)
    assert wrong == 3


def test_a_g09_versicolor_against_virginica() -> None:
    """w_o = S_w⁻¹ (m1 - m2) is -coef_ / n; scores change sign at the midpoint."""
    model = LDA().fit(X[50:], Y[50:])
    w = -model.coef_[0] / 100
    assert_allclose(w, [0.0362888, 0.0569247, -0.0711238, -0.1263882], atol=5e-8)
    assert_allclose(w @ (model.means_[0] - model.means_[1]), 0.1450907, atol=5e-8)
    assert_allclose(w @ model.means_.mean(axis=0), -0.1700315, atol=5e-8)
    assert_array_equal(50 + np.flatnonzero(model.predict(X[50:]) != Y[50:]), [70, 83, 133])


@pytest.mark.parametrize("divisor", ["n", "n-K"])
def test_a_g09_threshold_trap(divisor: str) -> None:
    """50 versicolor and 10 virginica: with raw scatter all go to versicolor, with a covariance 49 do."""
    model = LDA(divisor=divisor).fit(X[50:110], Y[50:110])
    assert np.sum(model.predict(X[50:110]) == 1) == 49


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("divisor", "factor"), [("n-K", 1.0), ("n", np.sqrt(150 / 147))])
def test_mass_coefficients_of_linear_discriminants(solver: str, divisor: str, factor: float) -> None:
    """MASS divides S_w by n - K; the divisor n makes every direction longer by √(n / (n - K))."""
    model = LDA(solver=solver, divisor=divisor).fit(X, Y)
    scaling = up_to_sign(model.scalings_[:, :2], MASS)
    assert_allclose(scaling, factor * MASS, atol=1e-7)
    assert_allclose(model.explained_variance_ratio_, [0.9912, 0.0088], atol=5e-5)
