"""Sigmoid, logit and softmax: the documents' identities, derivatives by differences, and the extremes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import fenlei
from fenlei.errors import DataError
from fenlei.functions import logit, sigmoid, sigmoid_derivative, softmax, softmax_jacobian

Z = np.linspace(-6, 6, 25)


def test_equations_5_3_1_to_5_3_3_of_source_001() -> None:
    assert_allclose(sigmoid(Z), 1 / (1 + np.exp(-Z)), rtol=1e-15)
    assert_allclose(sigmoid(-Z), 1 - sigmoid(Z), rtol=1e-12)
    assert_allclose(sigmoid_derivative(Z), sigmoid(Z) * (1 - sigmoid(Z)), rtol=1e-12)
    assert_allclose(
        sigmoid_derivative(Z), (sigmoid(Z + 1e-6) - sigmoid(Z - 1e-6)) / 2e-6, rtol=1e-5, atol=1e-9
    )


def test_the_extremes_of_the_sigmoid_are_its_limits() -> None:
    assert [sigmoid(z) for z in (1000, -1000, np.inf, -np.inf)] == [1.0, 0.0, 1.0, 0.0]
    assert sigmoid_derivative([1000.0, -1000.0, np.inf]).tolist() == [0.0, 0.0, 0.0]
    assert sigmoid_derivative(40.0) == pytest.approx(np.exp(-40), rel=1e-12)


def test_logit_is_the_inverse_and_the_logarithm_of_the_odds() -> None:
    assert_allclose(logit(sigmoid(Z)), Z, rtol=1e-9, atol=1e-12)
    assert (logit(0.0), logit(1.0), logit(0.5)) == (-np.inf, np.inf, 0.0)
    assert logit(0.8) == pytest.approx(np.log(4), rel=1e-14)
    assert logit(1e-300) == pytest.approx(np.log(1e-300), rel=1e-14)


def test_softmax_is_that_of_logistic_regression() -> None:
    data = fenlei.load("iris")
    model = fenlei.LogisticRegression().fit(data.X, data.y)
    assert_allclose(softmax(model.decision_function(data.X)), model.predict_proba(data.X), rtol=1e-12)


def test_softmax_of_two_scores_is_the_sigmoid_of_their_difference() -> None:
    assert_allclose(softmax(np.c_[Z, np.zeros(25)])[:, 0], sigmoid(Z), rtol=1e-14)


def test_the_extremes_of_softmax() -> None:
    assert_array_equal(softmax([1e300, 0.0]), [1.0, 0.0])
    assert_array_equal(softmax([1e300, 1e300]), [0.5, 0.5])
    assert_array_equal(softmax([1.7e308, -1.7e308]), [1.0, 0.0])
    assert_array_equal(softmax([-np.inf, 0.0, 0.0]), [0.0, 0.5, 0.5])
    assert_array_equal(softmax(np.zeros((2, 3)), axis=0), np.full((2, 3), 0.5))


def test_equation_5_3_30_of_source_001_by_differences() -> None:
    z = np.array([0.3, -1.2, 2.0])
    step = 1e-6 * np.eye(3)
    columns = (softmax(z + step) - softmax(z - step)) / 2e-6  # row j: the derivative by z_j
    assert_allclose(softmax_jacobian(z), columns.T, rtol=1e-8, atol=1e-10)


def test_the_jacobian_of_a_nearly_sure_class_keeps_its_digits() -> None:
    J = softmax_jacobian([50.0, 0.0])
    assert J[0, 0] == pytest.approx(np.exp(-50), rel=1e-12)
    assert_array_equal(J, J.T)
    assert_array_equal(J.sum(axis=1), 0.0)
    assert softmax_jacobian(np.zeros((4, 5, 3))).shape == (4, 5, 3, 3)


def test_a_number_gives_a_float_and_an_array_its_shape() -> None:
    for function in (sigmoid, sigmoid_derivative, logit):
        assert type(function(0.25)) is float
        assert function(np.full((2, 3), 0.25)).shape == (2, 3)
        assert function([]).shape == (0,)


@pytest.mark.parametrize(
    ("function", "value", "message"),
    [
        (sigmoid, [0.0, np.nan], "z has the value nan"),
        (sigmoid, "far", "z is a str that does not hold numbers"),
        (sigmoid_derivative, np.nan, "z has the value nan"),
        (logit, [0.5, 1.5], "p has the value 1.5, which is not a probability"),
        (logit, -0.1, "p has the value -0.1"),
        (softmax, 3.0, r"z has shape \(\); give at least one value"),
        (softmax, [], r"z has shape \(0,\)"),
        (softmax, [np.inf, 0.0], "the largest score of a row is inf"),
        (softmax, [-np.inf, -np.inf], "the largest score of a row is -inf"),
        (softmax, [[1.0, 2.0], [3.0]], "rows of different lengths"),
        (softmax_jacobian, [np.nan, 1.0], "z has the value nan"),
    ],
)
def test_bad_input_gets_one_sentence(function: Callable[..., Any], value: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        function(value)


def test_an_axis_that_is_not_there() -> None:
    with pytest.raises(DataError, match=r"axis=2 is not an axis of scores of shape \(3,\)"):
        softmax([1, 2, 3], axis=2)
