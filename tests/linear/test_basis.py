"""Basis functions: polynomials against scikit-learn's, functions and lists of them, bad ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.preprocessing import PolynomialFeatures

from fenlei.errors import UsageError
from fenlei.linear.basis import expand, polynomial
from fenlei.linear.logistic.logistic_regression import LogisticRegression
from fenlei.linear.perceptron.perceptron import Perceptron

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 3))


@pytest.mark.parametrize("degree", [1, 2, 3, 4])
def test_polynomials_are_scikit_learns(degree: int) -> None:
    assert_allclose(polynomial(X, degree), PolynomialFeatures(degree, include_bias=False).fit_transform(X))


def test_functions_and_lists_of_them() -> None:
    by_function = expand(X, lambda X: X[:, :2] ** 2, "it")
    by_list = expand(X, [lambda X: X[:, 0] ** 2, lambda X: X[:, 1] ** 2], "it")
    assert_allclose(by_function, by_list)
    assert_allclose(expand(X, lambda X: X[:, 0], "it"), X[:, :1])
    assert expand(X, None, "it") is X


@pytest.mark.parametrize("estimator", [LogisticRegression, Perceptron])
def test_a_curved_boundary(estimator: type) -> None:
    y = (X**2).sum(axis=1) > 3
    model = estimator(basis=2, max_iter=5000).fit(X, y)
    assert model.n_features_in_ == 3
    assert model.coef_.shape == (1, 9)
    assert model.score(X, y) == 1.0
    assert estimator(max_iter=5000, tol=1e-2).fit(X, y).score(X, y) < 0.9


@pytest.mark.parametrize("estimator", [LogisticRegression, Perceptron])
def test_bad_bases_get_one_sentence(estimator: type) -> None:
    y = X[:, 0] > 0
    with pytest.raises(UsageError, match="basis returned an array of shape"):
        estimator(basis=lambda X: X[:3]).fit(X, y)
    with pytest.raises(UsageError, match="a basis needs dense rows"):
        estimator(basis=2).fit(csr_array(X), y)
    for bad in (0, 1.5, "poly", [], [1], True):
        with pytest.raises(UsageError, match=r"basis=.* is not accepted"):
            estimator(basis=bad).fit(X, y)


def test_more_products_than_memory_are_refused() -> None:
    X, y = np.ones((6, 4)), [0, 1] * 3
    for estimator in (LogisticRegression, Perceptron):
        with pytest.raises(UsageError, match="products of up to 10000 of 4 features need about"):
            estimator(basis=10000).fit(X, y)
