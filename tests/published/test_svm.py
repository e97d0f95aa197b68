"""Numbers of source 001 (XOR), source 002 (example 5.2, corrected) and source 004 (chapter 5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris

from fenlei.errors import DataError
from fenlei.svm import (
    SVC,
    LinearSVC,
    laplacian_kernel,
    linear_kernel,
    mercer_check,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
)

EXAMPLE = np.array([[0.0, 0], [1, 0], [2, 0], [0, 2]])
EXAMPLE_Y = np.array([1, 1, -1, -1])
XOR = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]])
XOR_Y = np.array([-1, 1, 1, -1])
DENSITY = ".697 .774 .634 .608 .556 .403 .481 .437 .666 .243 .245 .343 .639 .657 .36 .593 .719"
SUGAR = ".46 .376 .264 .318 .215 .237 .149 .211 .091 .267 .057 .099 .161 .198 .37 .042 .103"
MELONS = np.column_stack([np.array(text.split(), dtype=float) for text in (DENSITY, SUGAR)])
GOOD = np.array([1] * 8 + [-1] * 9)


def alphas(model: Any, n: int) -> np.ndarray:
    found = np.zeros(n)
    found[model.support_] = np.abs(model.dual_coef_[0])
    return found


def primal(model: Any, X: np.ndarray, y: np.ndarray, C: float) -> float:
    w = model.coef_[0]
    return float(0.5 * w @ w + C * model.slack(X, y).sum())


def test_B_G06_hard_margin_with_the_corrected_optimum() -> None:
    model = SVC(C=np.inf, kernel="linear").fit(EXAMPLE, EXAMPLE_Y)
    assert_allclose(alphas(model, 4), [0, 4, 3, 1], atol=1e-10)
    assert_allclose(model.alpha_, [0, 4, 3, 1], atol=1e-10)
    assert_allclose(model.coef_, [[-2, -2]], atol=1e-10)
    assert_allclose([model.intercept_[0], model.intercept_midpoint_[0]], 3, atol=1e-10)  # rules (a) and (b)
    assert_allclose(model.dual_objective_, 4, atol=1e-10)
    assert_allclose(model.margin_, 0.7071068, atol=1e-7)
    assert_allclose(model.decision_function(EXAMPLE), [3, 1, -1, -1], atol=1e-10)
    assert_array_equal(np.sort(model.support_), [1, 2, 3])
    assert_allclose(model.slack(EXAMPLE, EXAMPLE_Y), 0, atol=1e-10)


@pytest.mark.parametrize(
    ("C", "alpha", "w", "b", "objective"),
    [
        (4.0, (0, 4, 3, 1), (-2, -2), 3, 4),
        (100.0, (0, 4, 3, 1), (-2, -2), 3, 4),
        (3.9, None, (-1.95, -1.95), 2.9, 3.9975),
        (2.0, (0, 2, 1.5, 0.5), (-1, -1), 1, 3),
        (1.0, (0.5, 1, 1, 0.5), (-1, -1), 1, 2),
        (0.5, (0.5, 0.5, 0.5, 0.5), (-0.5, -1), 1, 1.375),
        (0.1, (0.1, 0.1, 0.1, 0.1), (-0.1, -0.2), None, 0.375),
    ],
)
def test_B_G06_soft_margin(C: float, alpha: Any, w: Any, b: Any, objective: float) -> None:
    model = SVC(C=C, kernel="linear").fit(EXAMPLE, EXAMPLE_Y)
    assert_allclose(model.coef_[0], w, atol=1e-9)
    assert_allclose(model.dual_objective_, objective, atol=1e-9)
    assert_allclose(primal(model, EXAMPLE, EXAMPLE_Y, C), objective, atol=1e-9)  # no duality gap
    if alpha is not None:
        assert_allclose(alphas(model, 4), alpha, atol=1e-9)
    if b is None:
        assert -0.6 <= model.intercept_[0] <= 1
    else:
        assert_allclose(model.intercept_, b, atol=1e-9)


def test_A_G01_linear_machine_finds_the_line_of_the_mapped_xor() -> None:
    phi = np.column_stack([2 * (XOR[:, 0] - 0.5), 4 * (XOR[:, 0] - 0.5) * (XOR[:, 1] - 0.5)])
    model = SVC(C=np.inf, kernel="linear").fit(phi, XOR_Y)
    assert_allclose(model.coef_, [[0, -1]], atol=1e-10)
    assert_allclose(model.intercept_, 0, atol=1e-10)
    assert_allclose(model.margin_, 2)
    mapped = np.column_stack([XOR, XOR[:, 0] * XOR[:, 1]])
    model = SVC(C=np.inf, kernel="linear").fit(mapped, XOR_Y)
    assert_allclose(model.coef_, [[2, 2, -4]], atol=1e-9)
    assert_allclose(model.intercept_, -1, atol=1e-9)


def test_A_G01_kernels_on_xor() -> None:
    square = {"C": np.inf, "kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}
    signs = SVC(**square).fit(2 * XOR - 1, XOR_Y)
    assert_allclose(alphas(signs, 4), 1 / 8, atol=1e-10)
    assert_allclose(signs.intercept_, 0, atol=1e-10)
    assert_allclose(signs.decision_function(2 * XOR - 1), XOR_Y, atol=1e-10)
    zeros = SVC(**square).fit(XOR, XOR_Y)
    assert_allclose(alphas(zeros, 4), [10 / 3, 8 / 3, 8 / 3, 2], atol=1e-9)
    assert_allclose(zeros.intercept_, -1, atol=1e-9)
    gauss = SVC(C=np.inf, gamma=1).fit(XOR, XOR_Y)
    assert_allclose(alphas(gauss, 4), 2.50265043, atol=1e-8)
    assert_allclose(gauss.intercept_, 0, atol=1e-10)


def test_A_G01_raw_xor_has_no_hard_margin() -> None:
    with pytest.raises(DataError, match="cannot be separated without error by kernel 'linear'"):
        SVC(C=np.inf, kernel="linear").fit(XOR, XOR_Y)


def test_B12_three_points() -> None:
    X, y = np.array([[3.0, 3], [4, 3], [1, 1]]), np.array([1, 1, -1])
    model = SVC(C=np.inf, kernel="linear").fit(X, y)
    assert_allclose(model.coef_, [[0.5, 0.5]], atol=1e-12)
    assert_allclose(model.intercept_, -2, atol=1e-12)
    assert_allclose(alphas(model, 3), [0.25, 0, 0.25], atol=1e-12)
    assert_allclose(model.margin_, 2.8284271247, atol=1e-10)
    assert_array_equal(np.sort(model.support_), [0, 2])


def test_B12_iris() -> None:
    X, y = load_iris(return_X_y=True)
    model = SVC(C=np.inf, kernel="linear").fit(X[:100], y[:100])
    assert_allclose(model.coef_[0], [0.046034, -0.521722, 1.003164, 0.464179], atol=2e-6)
    assert_allclose(model.intercept_, -1.450560, atol=2e-6)
    assert_array_equal(np.sort(model.support_), [23, 41, 98])
    assert_allclose(model.margin_, 1.635113, atol=2e-6)
    assert_allclose(model.intercept_midpoint_, model.intercept_, atol=1e-9)
    model = SVC(kernel="linear").fit(X[50:], y[50:])
    assert_allclose(model.coef_[0], [-0.5954845828, -0.9759104993, 2.0321686724, 2.0061093759], atol=5e-5)
    assert_allclose(model.intercept_, -6.7811265426, atol=2e-4)
    assert_allclose(primal(model, X[50:], y[50:], 1), model.dual_objective_, rtol=1e-12)
    assert 15.75987 < primal(model, X[50:], y[50:], 1) <= 15.759888394866
    assert_array_equal(model.n_support_, [11, 12])
    assert (model.predict(X[50:]) != y[50:]).sum() == 1


@pytest.mark.parametrize(
    ("C", "w", "b", "objective"),
    [
        (1, (0.37, 0.899), None, 15.5274495),
        (10, (1.1739308703, 5.1488237616), -1.9123917557, 126.0557515),
        (100, (0.2195984884, 8.8666751277), -1.9531210574, 1062.076587),
        (1000, (-0.0985180065, 9.2514354401), -1.8820813250, 10245.101802),
    ],
)
def test_B12_watermelons(C: float, w: Any, b: float | None, objective: float) -> None:
    """The spec's numbers are libsvm's, with kernel values in float32: for large C ours are better."""
    model = SVC(C=C, kernel="linear").fit(MELONS, GOOD)
    found, off = primal(model, MELONS, GOOD, C), 1e-7 * C
    assert_allclose(found, model.dual_objective_, rtol=1e-12)  # proves the optimum
    assert_allclose(found, objective, rtol=1e-9 + off / 10)
    assert found <= objective * (1 + 1e-8)
    assert_allclose(model.coef_[0], w, atol=1e-8 + off)
    if b is None:  # all at the bound: any b in an interval will do, and we take its middle
        assert_allclose(model.intercept_, -1.1789020076, atol=1e-8)
        assert (model.predict(MELONS) == -1).all()
    else:
        assert_allclose(model.intercept_, b, atol=1e-8 + off)


def test_B12_watermelons_gaussian() -> None:
    model = SVC(C=10, gamma=50).fit(MELONS, GOOD)
    assert (model.predict(MELONS) == GOOD).all()
    assert_array_equal(model.n_support_, [5, 5])
    assert_allclose(model.intercept_, -0.2309347695, atol=1e-8)
    hard = SVC(C=np.inf, gamma=50).fit(MELONS, GOOD)
    assert_allclose(hard.intercept_, model.intercept_, atol=1e-10)


def test_equation_85_hinge_form_has_the_same_plane_when_the_intercept_is_hardly_penalised() -> None:
    model = LinearSVC(loss="hinge", C=10, intercept_scaling=1e4).fit(MELONS, GOOD)
    assert_allclose(model.coef_[0], [1.1739308703, 5.1488237616], atol=1e-5)


def test_B13_kernels() -> None:
    a, c = [[1, 2]], [[3, -1]]
    assert linear_kernel(a, c).item() == 1
    assert polynomial_kernel(a, c, 2, 1, 0).item() == 1
    assert_allclose(rbf_kernel(a, c, 0.5).item(), 0.0015034392, atol=1e-10)
    assert_allclose(rbf_kernel(a, c, 1 / 8).item(), 0.1969116752, atol=1e-10)
    assert_allclose(laplacian_kernel(a, c, 1, "euclidean").item(), 0.0271724612, atol=1e-10)
    assert_allclose(laplacian_kernel(a, c, 1).item(), 0.0067379470, atol=1e-10)
    assert_allclose(sigmoid_kernel(a, c, 0.5, -1).item(), -0.4621171573, atol=1e-10)
    assert [polynomial_kernel(a, [[2, 3]], d, 1, 0).item() for d in (2, 3)] == [64, 512]


def test_B13_sigmoid_is_not_semidefinite() -> None:
    K = sigmoid_kernel([[1, 0], [0, 1], [2, 2]], gamma=1, coef0=-1)
    assert_allclose(np.linalg.eigvalsh(K), [-1.2721, 0.7616, 1.5106], atol=1e-4)
    assert not mercer_check(K).positive_semidefinite


def test_004_equation_85_hinge_form_with_a_free_bias_is_the_linear_machine() -> None:
    """Σ max(0, 1 - y f) + λ ‖w‖² at the SVC of C = 1 / (2 λ): no better value, and LinearSVC tends to it."""
    lam = 0.05
    model = SVC(kernel="linear", C=1 / (2 * lam)).fit(MELONS, GOOD)

    def value(w: np.ndarray, b: float) -> float:
        return float(np.maximum(0, 1 - GOOD * (MELONS @ w + b)).sum() + lam * w @ w)

    w, b = model.coef_[0], model.intercept_[0]
    least = value(w, b)
    assert_allclose(2 * lam * model.dual_objective_[0], least, rtol=1e-8)  # the gap is closed: a minimum
    rng = np.random.default_rng(0)
    for step in rng.normal(scale=[0.1, 0.1, 0.01], size=(200, 3)):
        assert value(w + step[:2], b + step[2]) >= least * (1 - 1e-9)
    near = LinearSVC(loss="hinge", C=1 / (2 * lam), intercept_scaling=1e3).fit(MELONS, GOOD)
    assert_allclose(value(near.coef_[0], near.intercept_[0]), least, rtol=1e-4)
