"""Newton's method (source 000, equations 3-25 and 3-26): its steps, and where there are none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import optimize
from sklearn.exceptions import ConvergenceWarning

from fenlei import LogisticRegression, load
from fenlei.errors import DataError, UsageError
from fenlei.functions import newton, sigmoid


def test_equation_3_25_by_hand() -> None:
    # f = x³/3 - 2x, minimum √2: x ← x - (x² - 2)/(2x), Heron's rule
    way = newton(lambda x: x**2 - 2, lambda x: 2 * x, 1.0, objective=lambda x: x**3 / 3 - 2 * x, tol=1e-12)
    assert_allclose([step.x for step in way.steps[:4]], [1, 1.5, 17 / 12, 577 / 408], rtol=1e-15)
    assert way.x == pytest.approx(math.sqrt(2), rel=1e-15)
    assert way.value == pytest.approx(-4 * math.sqrt(2) / 3, rel=1e-15)
    assert way.converged
    assert way.is_minimum
    assert type(way.x) is float
    assert all(step.value is not None for step in way.steps)


def test_equation_3_26_against_scipy() -> None:
    start = np.array([1.2, 1.2])
    way = newton(optimize.rosen_der, optimize.rosen_hess, start, optimize.rosen, tol=1e-10)
    assert_allclose(way.x, [1, 1], rtol=1e-12)
    x = start - np.linalg.solve(optimize.rosen_hess(start), optimize.rosen_der(start))
    assert_allclose(way.steps[1].x, x, rtol=1e-12)
    assert way.steps[0].hessian.shape == (2, 2)
    assert way.n_iter == len(way.steps) - 1


def test_the_report_s_weights_of_source_003_by_newton() -> None:
    data = load("watermelon")
    X = np.c_[np.asarray(data.X, dtype=float), np.ones(17)]
    y = (np.asarray(data.y) == np.unique(data.y)[1]).astype(float)

    def gradient(beta: Any) -> Any:
        return X.T @ (sigmoid(X @ beta) - y)

    def hessian(beta: Any) -> Any:
        p = sigmoid(X @ beta)
        return (X * (p * (1 - p))[:, None]).T @ X

    way = newton(gradient, hessian, [1, 1, 1], tol=1e-10)
    assert_allclose(np.abs(way.x), [3.15832966, 12.52119579, 4.42886451], rtol=1e-8)
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-10).fit(data.X, data.y)
    assert_allclose(way.x[:2], model.coef_[0], rtol=1e-6)


def test_a_maximum_is_a_stationary_point_but_no_minimum() -> None:
    way = newton(lambda x: -2 * x, lambda x: -2.0, 3.0)
    assert (way.x, way.is_minimum, way.n_iter) == (0.0, False, 1)


def test_units_of_the_variables_do_not_make_a_hessian_singular() -> None:
    H = np.diag([1e-12, 1e12])
    assert_allclose(newton(lambda x: H @ x, lambda x: H, [1.0, 1.0], tol=0).x, [0, 0], atol=1e-12)


def test_where_there_is_no_next_point() -> None:
    with pytest.raises(UsageError, match="the Hessian is singular at step 1"):
        newton(lambda x: 1.0, lambda x: 0.0, 1.0)
    with pytest.raises(UsageError, match="the Hessian is singular at step 1"):
        newton(lambda x: x + 1, lambda x: np.ones((2, 2)), [1.0, 1.0])
    with pytest.raises(DataError, match=r"gradient has the value -?(nan|inf) at step \d+: the steps diverge"):
        newton(lambda x: np.float64(x) ** 3 - 1e3 * np.exp(-x), lambda x: 1e-3, 5.0)
    with pytest.raises(DataError, match=r"gradient cannot be computed at step 1 \(.*\)"):
        newton(lambda x: math.log(x), lambda x: 1 / x, 10.0)
    with pytest.warns(ConvergenceWarning, match="after 3 steps the largest component of the gradient"):
        assert not newton(lambda x: np.cbrt(x), lambda x: np.cbrt(x) / (3 * x), 1.0, max_iter=3).converged


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": np.nan}, "start has the value nan"),
        ({"start": []}, r"start has shape \(0,\)"),
        ({"start": [[1.0]]}, r"start has shape \(1, 1\); give a number or one dimension"),
        ({"start": "here"}, "start is a list that does not hold numbers"),
        ({"gradient": lambda x: [1.0, 2.0]}, r"gradient returns an array of shape \(2,\)"),
        ({"hessian": lambda x: np.nan}, "hessian has the value nan at step 0"),
        ({"tol": -1.0}, "newton: tol=-1.0 is not accepted"),
        ({"max_iter": 1.5}, "newton: max_iter=1.5 is not accepted"),
    ],
)
def test_bad_input_gets_one_sentence(change: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"gradient": lambda x: 2 * x, "hessian": lambda x: 2.0, "start": 1.0}
    with pytest.raises((DataError, UsageError), match=message):
        newton(**{**good, **change})
