"""Bias, variance and noise add up, and are what theory says where it is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.dummy import DummyRegressor
from sklearn.tree import DecisionTreeClassifier

from fenlei.errors import UsageError
from fenlei.evaluate.bias_variance import (
    bias_variance_decomposition,
    squared_terms,
    zero_one_terms,
)
from fenlei.linear.linear_regression import LinearRegression


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), rounds=st.integers(1, 9), m=st.integers(1, 9))
def test_the_terms_add_up(seed: int, rounds: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    result = squared_terms(rng.normal(size=(rounds, m)), rng.normal(size=m), 0.3)
    assert_allclose(result.bias + result.variance + result.noise, result.error, rtol=1e-12)
    labels = zero_one_terms(rng.integers(0, 3, (rounds, m)), rng.integers(0, 3, m))
    assert_allclose(labels.bias + labels.variance, labels.error, rtol=1e-12, atol=1e-15)


def test_zero_one_terms_by_hand() -> None:
    predictions = np.array([["a", "a"], ["a", "b"], ["b", "b"], ["a", "a"]])
    result = zero_one_terms(predictions, np.array(["a", "b"]))
    assert result.main.tolist() == ["a", "a"]  # two against two in the second: the first label
    assert (result.bias, result.error) == (0.5, 0.375)
    assert result.variance == -0.125  # wandering helps where the main prediction is wrong
    assert_array_equal(result.spread, [0.25, 0.5])


def test_the_mean_as_estimator_has_the_variance_of_a_mean() -> None:
    def draw(rng: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((10, 1)), 3.0 + 2.0 * rng.standard_normal(10)

    result = bias_variance_decomposition(
        DummyRegressor(), [[0.0]], [3.0], draw=draw, rounds=4000, noise=4.0, random_state=0
    )
    assert_allclose(result.variance, 0.4, rtol=0.1)
    assert result.bias < 0.001
    assert_allclose(result.error, 4.4, rtol=0.02)


def test_bootstrap_of_rows_and_classifiers() -> None:
    X, y = load_iris(return_X_y=True)
    shallow, deep = (
        bias_variance_decomposition(
            DecisionTreeClassifier(max_depth=depth, random_state=0),
            *(X[::2], y[::2]),
            X=X[1::2],
            y=y[1::2],
            rounds=30,
            random_state=0,
        )
        for depth in (1, None)
    )
    assert deep.bias < shallow.bias
    again = bias_variance_decomposition(
        LinearRegression(), X[::2], y[::2], X=X[1::2], y=y[1::2], rounds=5, random_state=3
    )
    same = bias_variance_decomposition(
        LinearRegression(), X[::2], y[::2], X=X[1::2], y=y[1::2], rounds=5, random_state=3
    )
    assert again.error == same.error


def test_words_of_errors() -> None:
    arguments = (DummyRegressor(), [[0.0]], [0.0])
    with pytest.raises(UsageError, match="a function, or rows X and y"):
        bias_variance_decomposition(*arguments)
    with pytest.raises(UsageError, match="loss='huber' is not accepted"):
        bias_variance_decomposition(*arguments, X=[[0.0]], y=[0.0], loss="huber")
    with pytest.raises(UsageError, match="rounds=0 is not accepted"):
        bias_variance_decomposition(*arguments, X=[[0.0]], y=[0.0], rounds=0)
