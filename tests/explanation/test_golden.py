"""The numbers of the documents in the workings, as facts; each test names its case."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fenlei
from fenlei.explanation import Working, explain, explain_fit
from fenlei.explanation.formula import Chain, CountRatio, value
from fenlei.explanation.printing.formula_latex import formula_latex
from fenlei.explanation.printing.formula_text import formula_text


def chains_of(working: Working, key: str) -> list[Chain]:
    found: list[Any] = [step.formulas for step in working.steps if step.key == key]
    assert found, key
    return list(found[0])


def test_000_a1_the_posterior_of_a_taste_is_four_sevenths() -> None:
    apples = fenlei.load("apples")
    X = apples.frame[["taste"]]
    working = explain(fenlei.BayesClassifier(alpha=0).fit(X, apples.y), X, 2)
    fuji, guoguang = chains_of(working, "posterior")
    assert [chain.sides[-2] for chain in (fuji, guoguang)] == [CountRatio(4, 7), CountRatio(3, 7)]
    assert formula_text(fuji).endswith("= 4/6 · 6/10 ÷ 7/10 = 4/7 = 0.571429")
    assert r"\frac{\frac{4}{6} \cdot \frac{6}{10}}{\frac{7}{10}} = \frac{4}{7}" in formula_latex(fuji)
    assert "<mfrac><mn>4</mn><mn>7</mn></mfrac>" in working.to_html()


def test_000_a2_the_tie_is_named() -> None:
    apples = fenlei.load("apples")
    X = apples.frame[["taste", "shape"]]
    working = explain(fenlei.BayesClassifier(alpha=0).fit(X, apples.y), X, 2)
    assert working.steps[-1].key == "tie"
    assert [chain.sides[-2] for chain in chains_of(working, "posterior")] == [
        CountRatio(3, 6),
        CountRatio(3, 6),
    ]


def test_003_g2_newtons_steps_on_the_melons() -> None:
    """β by step, and the last one (3.15832966, 12.52119579, -4.42886451)."""
    melons = fenlei.load("watermelon")
    model = fenlei.LogisticRegression(C=np.inf, solver="newton", tol=1e-8).fit(melons.X, melons.y)
    step = next(each for each in explain_fit(model, melons.X, melons.y).steps if each.key == "fit_newton")
    assert len(step.frames) == 6
    last = {formula_text(c.sides[0]): value(c) for c in step.frames[-1].formulas if isinstance(c, Chain)}
    assert_allclose(np.ravel(last["β⁽⁵⁾"]), [3.15832966, 12.52119579, -4.42886451], atol=5e-9)
    assert_allclose(last["∇⁽⁵⁾"], 0.0, atol=1e-9)


def test_003_g7_fishers_direction_on_the_melons() -> None:
    """w = (0.14650982, 0.73871557) and J = 0.103365467349."""
    melons = fenlei.load("watermelon")
    model = fenlei.FisherDiscriminant().fit(melons.X, melons.y)
    working = explain_fit(model, melons.X, melons.y)
    w = chains_of(working, "fit_direction")[-1]
    assert_allclose(np.ravel(value(w)), [0.14650982, 0.73871557], atol=5e-9)
    assert len([side for side in w.sides if value(side) is not None]) == 2  # the inverse times the difference
    J = chains_of(working, "fit_criterion")[0]
    assert value(J) == pytest.approx(0.103365467349, abs=5e-13)


def test_002_g13_gains_at_the_root_of_the_apples() -> None:
    apples = fenlei.load("apples_train")
    model = fenlei.train(apples, "id3")
    working = explain_fit(model, apples)
    grid = next(step.grids[0] for step in working.steps if step.key == "fit_gain")
    gains = {row[0]: row[3] for row in grid.rows}
    assert_allclose(
        [gains[name] for name in ("colour", "skin", "hardness", "size")],
        [0.6755, 0.0290, 0.6100, 0],
        atol=5e-5,
    )
    assert [row[0] for row in grid.rows if row[-1]] == ["colour"]
    gain = chains_of(working, "fit_gain")[0]
    assert value(gain) == pytest.approx(0.6755, abs=5e-5)


def test_004_b11_seven_updates_of_the_perceptron() -> None:
    """w = (1, 1), b = -3 after seven updates, rows in order."""
    points = fenlei.load("perceptron_points")
    model = fenlei.Perceptron(shuffle=False, tol=None).fit(points.X, points.y)
    working = explain_fit(model, points.X, points.y)
    step = next(each for each in working.steps if each.key == "fit_updates")
    assert len(step.frames) == 7
    wrong = [value(frame.formulas[0]) for frame in step.frames]
    assert all(float(np.ravel(margin)[0]) <= 0 for margin in wrong if margin is not None)
    w, b = (value(chain) for chain in chains_of(working, "fit_line"))
    assert_allclose(np.ravel(w), [1, 1])
    assert b == -3


def test_preparation_comes_first() -> None:
    """(1.3 - 3.758) / 1.759 = -1.397 of a petal."""
    iris = fenlei.load("iris")
    first = explain(fenlei.train(iris, "lda"), iris, 2).steps[0]
    assert first.key == "prepared"
    texts = [formula_text(chain, 4) for chain in first.formulas]
    assert "z_petal length (cm) = (petal length (cm) − x̄) / s = (1.3 − 3.758) / 1.759 = −1.397" in texts
