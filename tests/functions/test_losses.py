"""Losses of the margin against equation 86 of source 004; derivatives by differences."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei import Perceptron, functions, load
from fenlei.errors import DataError, UsageError

MARGINS = np.array([-2, -1, -0.5, 0, 0.5, 1, 2])
EQUATION_86 = {
    "zero_one_margin_loss": [1, 1, 1, 1, 0, 0, 0],
    "square_loss": [9, 4, 2.25, 1, 0.25, 0, 1],
    "logistic_loss": [
        *(2.126928011, 1.313261688, 0.974076984, 0.693147181, 0.474076984, 0.313261688, 0.126928011),
    ],
    "hinge_loss": [3, 2, 1.5, 1, 0.5, 0, 0],
    "exponential_loss": [
        *(7.389056099, 2.718281828, 1.648721271, 1.0, 0.606530660, 0.367879441, 0.135335283),
    ],
}
SMOOTH = ("logistic_loss", "square_loss", "exponential_loss")
KINKED = {"hinge_loss": 1.0, "perceptron_loss": 0.0}


@pytest.mark.parametrize("name", EQUATION_86)
def test_case_b14_of_source_004(name: str) -> None:
    assert_allclose(getattr(functions, name)(MARGINS), EQUATION_86[name], atol=5.1e-10)


@pytest.mark.parametrize("name", [*SMOOTH, *KINKED])
def test_derivatives_by_differences(name: str) -> None:
    loss, derivative = getattr(functions, name), getattr(functions, f"{name}_derivative")
    m = np.linspace(-3.05, 3.05, 16)
    assert_allclose(derivative(m), (loss(m + 1e-6) - loss(m - 1e-6)) / 2e-6, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("name", KINKED)
def test_at_a_kink_the_derivative_is_a_subgradient(name: str) -> None:
    loss, derivative = getattr(functions, name), getattr(functions, f"{name}_derivative")
    at, m = KINKED[name], np.linspace(-3, 3, 61)
    assert (loss(m) >= loss(at) + derivative(at) * (m - at) - 1e-12).all()


def test_the_sum_of_the_perceptron_losses_is_equation_5_2_43_of_source_001() -> None:
    data = load("perceptron_points")
    X, y = np.asarray(data.X, dtype=float), np.where(np.asarray(data.y) == np.unique(data.y)[1], 1, -1)
    w, b = np.array([1.0, -2.0]), 0.5
    wrong = [i for i in range(len(X)) if y[i] * (X[i] @ w + b) < 0]
    J = functions.perceptron_loss(y * (X @ w + b)).sum()
    assert pytest.approx(-sum(y[i] * (X[i] @ w + b) for i in wrong)) == J
    fitted = Perceptron(shuffle=False, tol=None).fit(X, y)
    assert functions.perceptron_loss(y * fitted.decision_function(X)).sum() == 0.0


def test_every_surrogate_is_above_the_zero_one_loss() -> None:
    m = np.linspace(-3, 3, 61)
    above = [functions.hinge_loss(m), functions.square_loss(m), functions.exponential_loss(m)]
    for values in (*above, functions.logistic_loss(m, base=2)):
        assert (values >= functions.zero_one_margin_loss(m) - 1e-12).all()


def test_the_extremes() -> None:
    assert_array_equal(functions.logistic_loss([-1000, 1000, np.inf, -np.inf]), [1000, 0, 0, np.inf])
    assert functions.logistic_loss_derivative(-1000) == -1.0
    assert functions.exponential_loss(-1000) == np.inf
    assert type(functions.hinge_loss(0)) is float


@pytest.mark.parametrize("name", [*EQUATION_86, "perceptron_loss", "hinge_loss_derivative"])
def test_bad_input_gets_one_sentence(name: str) -> None:
    with pytest.raises(DataError, match="margin has the value nan"):
        getattr(functions, name)([1.0, np.nan])
    with pytest.raises(DataError, match="margin is a str"):
        getattr(functions, name)("wide")


@pytest.mark.parametrize("base", [1, 0, -2, np.inf, "e"])
def test_a_base_that_is_none(base: float) -> None:
    with pytest.raises(UsageError, match=r"logistic_loss: base=.* give a base above 0 and not 1"):
        functions.logistic_loss(0.0, base)
