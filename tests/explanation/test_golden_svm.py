"""The numbers of the documents in the workings of the support vector machines; each test names its case."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.errors import DataError
from fenlei.explanation import explain, explain_fit
from fenlei.explanation.formula import Chain, value
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.trace import tracing
from tests.explanation.test_golden_neighbors import step_of, worths

FOUR = fenlei.load("example_5_2")
THREE = fenlei.load("perceptron_points")


def test_002_g06_the_dual_of_example_5_2() -> None:
    """α = (0, 4, 3, 1), L = 4, w = (-2, -2), b = 3 by both rules, margin 0.7071068."""
    model = fenlei.SVC(C=np.inf, kernel="linear").fit(FOUR.X, FOUR.y)
    working = explain_fit(model, FOUR.X, FOUR.y)
    dual = worths(step_of(working, "fit_dual").formulas)
    assert_allclose([dual[name] for name in ("L", "α₂", "α₃", "α₄")], [4, 4, 3, 1], atol=1e-9)
    assert "α₁" not in dual
    w = worths(step_of(working, "fit_svm_weights").formulas)
    assert_allclose(np.ravel(w["w"]), [-2, -2], atol=1e-9)
    b = worths(step_of(working, "fit_intercepts").formulas)
    assert_allclose([b[name] for name in ("b₂", "b₃", "b₄", "b_a", "b_b")], 3.0, atol=1e-9)
    assert worths(step_of(working, "fit_margin").formulas)["ρ"] == pytest.approx(0.7071068, abs=5e-8)
    table = step_of(working, "fit_optimality").grids[0]
    f: Any = {row[0]: row[3] for row in table.rows}
    assert_allclose([f[i] for i in (1, 2, 3, 4)], [3, 1, -1, -1], atol=1e-9)


@pytest.mark.parametrize(
    ("C", "alpha", "w", "b", "objective"),
    [
        (2.0, [0, 2, 1.5, 0.5], [-1, -1], 1.0, 3.0),
        (1.0, [0.5, 1, 1, 0.5], [-1, -1], 1.0, 2.0),
        (0.5, [0.5] * 4, [-0.5, -1], 1.0, 1.375),
    ],
)
def test_002_g06_soft_margins(C: float, alpha: Any, w: Any, b: float, objective: float) -> None:
    model = fenlei.SVC(C=C, kernel="linear").fit(FOUR.X, FOUR.y)
    working = explain_fit(model, FOUR.X, FOUR.y)
    table: Any = step_of(working, "fit_optimality").grids[0].rows
    assert_allclose([{row[0]: row[2] for row in table}[i] for i in (1, 2, 3, 4)], alpha, atol=1e-9)
    assert_allclose(np.ravel(worths(step_of(working, "fit_svm_weights").formulas)["w"]), w, atol=1e-9)
    intercept = next(step for step in working.steps if step.key.startswith("fit_intercept"))
    assert worths(intercept.formulas)["b_a"] == pytest.approx(b, abs=1e-9)
    assert worths(step_of(working, "fit_dual").formulas)["L"] == pytest.approx(objective, abs=1e-9)
    assert worths(step_of(working, "fit_margin").formulas)["P"] == pytest.approx(objective, abs=1e-9)


def test_004_b12_the_three_points() -> None:
    """w = (.5, .5), b = -2, α = (.25, 0, .25), margin 2.8284271247; row 2 is no support vector."""
    model = fenlei.SVC(C=np.inf, kernel="linear").fit(THREE.X, THREE.y)
    working = explain_fit(model, THREE.X, THREE.y)
    assert_allclose(np.ravel(worths(step_of(working, "fit_svm_weights").formulas)["w"]), 0.5, atol=1e-9)
    table: Any = step_of(working, "fit_optimality").grids[0].rows
    assert_allclose([{row[0]: row[2] for row in table}[i] for i in (1, 2, 3)], [0.25, 0, 0.25], atol=1e-9)
    assert worths(step_of(working, "fit_intercepts").formulas)["b_a"] == pytest.approx(-2, abs=1e-9)
    assert worths(step_of(working, "fit_margin").formulas)["ρ"] == pytest.approx(2.8284271247, abs=5e-11)


@pytest.mark.parametrize(
    ("C", "w", "objective"),
    [
        (10.0, [1.1739308703, 5.1488237616], 126.0557515),
        (100.0, [0.2195984884, 8.8666751277], 1062.076587),
        (1000.0, [-0.0985180065, 9.2514354401], 10245.101802),
    ],
)
def test_004_b12_the_melons(C: float, w: Any, objective: float) -> None:
    melons = fenlei.load("watermelon")
    model = fenlei.SVC(C=C, kernel="linear").fit(melons.X, melons.y)
    working = explain_fit(model, melons.X, melons.y)
    assert_allclose(
        np.ravel(worths(step_of(working, "fit_svm_weights").formulas)["w"]), w, atol=1e-4
    )  # LIBSVM
    margin = worths(step_of(working, "fit_margin").formulas)
    assert margin["P"] == pytest.approx(objective, rel=1e-5)  # LIBSVM stops a little above the minimum
    assert margin["P"] < objective + 1e-6
    assert margin["P − L"] == pytest.approx(0.0, abs=1e-8 * objective)


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"kernel": "linear"}, 1.0),
        ({"kernel": "rbf", "gamma": 0.5}, 0.0015034392),
        ({"kernel": "rbf", "gamma": 0.125}, 0.1969116752),
        ({"kernel": "laplacian_euclidean", "gamma": 1.0}, 0.0271724612),
        ({"kernel": "laplacian", "gamma": 1.0}, 0.0067379470),
        ({"kernel": "sigmoid", "gamma": 0.5, "coef0": -1.0}, -0.4621171573),
    ],
    ids=lambda value: value["kernel"] if isinstance(value, dict) else "",
)
def test_004_b13_kernels_with_the_numbers_put_in(params: Any, expected: float) -> None:
    """κ of a = (1, 2) with c = (3, -1)."""
    model = fenlei.SVC(C=1.0, **params).fit([[3.0, -1.0], [1.0, 2.0]], ["c", "a"])
    found: Any = step_of(explain(model, [[1.0, 2.0]]), "support_kernel").formulas
    chains = {formula_text(each.sides[0]): each for each in found}
    assert value(chains["κ₁"].sides[-2]) == pytest.approx(expected, abs=5e-11)
    assert value(chains["κ₁"]) == pytest.approx(expected, abs=5e-11)


def test_004_b14_hinge_losses_of_the_rows() -> None:
    """max(0, 1 - m) and its square at the margins m = y f of the rows."""
    for loss, power in (("hinge", 1), ("squared_hinge", 2)):
        model = fenlei.LinearSVC(loss=loss, C=0.1).fit(FOUR.X, FOUR.y)  # type: ignore[arg-type]
        table: Any = step_of(explain_fit(model, FOUR.X, FOUR.y), "fit_losses").grids[0].rows
        margin = FOUR.y * model.decision_function(FOUR.X)
        for row in table:
            assert row[-1] == pytest.approx(max(0.0, 1 - margin[row[0] - 1]) ** power, abs=1e-12)


def test_the_steps_are_those_of_the_fit() -> None:
    """Pair steps keep Σ α y = 0, never lower the dual, and end at its tolerance."""
    melons = fenlei.load("watermelon")
    model = fenlei.SVC(C=10.0, gamma=2.0).fit(melons.X, melons.y)
    step = step_of(explain_fit(model, melons.X, melons.y), "fit_smo")
    y = np.where(melons.y == model.classes_[1], 1.0, -1.0)
    K = np.exp(-2.0 * ((melons.X[:, None] - melons.X) ** 2).sum(axis=2))
    alpha, before = np.zeros(len(y)), 0.0
    for frame in step.frames:
        for each in frame.formulas[-2:]:
            assert isinstance(each, Chain)
            row = int("".join(str("₀₁₂₃₄₅₆₇₈₉".index(c)) for c in formula_text(each.sides[0])[1:])) - 1
            alpha[row] = value(each)
        assert alpha @ y == pytest.approx(0.0, abs=1e-9)
        dual = alpha.sum() - 0.5 * (alpha * y) @ K @ (alpha * y)
        assert dual >= before - 1e-9
        before = dual
    gaps: Any = [row[1] for row in step.grids[0].rows]
    assert gaps[-1] <= 1e-3 < gaps[-2]
    assert before == pytest.approx(model.dual_objective_[0], abs=1e-3)


def test_the_objective_of_the_linear_machine_falls_to_its_own() -> None:
    iris = fenlei.load("iris")
    model = fenlei.LinearSVC().fit(iris.X, iris.y)
    steps = [step for step in explain_fit(model, iris.X, iris.y).steps if step.key == "fit_descent"]
    assert len(steps) == 3
    for step, own in zip(steps, model.objective_, strict=True):
        path: Any = [row[1] for row in step.grids[0].rows]
        assert path[0] == 150.0
        assert (np.diff(path) <= 1e-9).all()
        assert path[-1] == pytest.approx(own, rel=1e-9)


def test_other_rows_and_weights_are_refused() -> None:
    melons = fenlei.load("watermelon")
    weight = np.arange(1.0, 18.0)
    for model in (fenlei.SVC(), fenlei.LinearSVC()):
        with pytest.raises(DataError, match="not the rows that it was fitted to"):
            explain_fit(model.fit(melons.X, melons.y), melons.X[::-1] * 1.5, melons.y[::-1])
        with pytest.raises(DataError, match="not the rows that it was fitted to"):
            explain_fit(model.fit(melons.X, melons.y, sample_weight=weight), melons.X, melons.y)


def test_a_fit_of_very_many_steps_is_told_in_parts_and_ends_in_the_same_bits() -> None:
    """Numbers of six digits: the two-row steps crawl until the limit, and the working says so."""
    rng = np.random.default_rng(99)
    X, y = rng.integers(0, 3, (12, 2)) * 1e6 + 1e6, np.arange(12) % 2
    told: list[Any] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = fenlei.SVC(kernel="linear", max_iter=300_000).fit(X, y)
        with tracing(told.append):
            again = fenlei.SVC(kernel="linear", max_iter=300_000).fit(X, y)
        working = explain_fit(model, X, y)
    assert again.dual_coef_.tobytes() == model.dual_coef_.tobytes()
    assert told[-1].iteration == 300_000
    assert 20_000 < len(told) < 20_100
    assert "300000" in next(step for step in working.steps if step.key == "fit_smo_cut").says
