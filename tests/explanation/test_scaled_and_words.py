"""Explanations of scaled values, of models fitted to words, of sparse rows, of Fisher and regressions."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from numpy.testing import assert_allclose

import fenlei
from fenlei.explanation import Working, explain
from fenlei.explanation.formula import value
from fenlei.model_file import Model
from fenlei.registry import Entry, entries
from fenlei.table import prepare

MELONS = fenlei.load("watermelon")


def cells(explanation: Working, grid: int = 0) -> dict[Any, dict[str, Any]]:
    """The cells of a grid by the word at the beginning of the line, then by heading."""
    found = explanation.grids[grid]
    return {row[0]: dict(zip(found.headings, row, strict=True)) for row in found.rows}


# --- Fisher (source 000, equations 3-31 to 3-42; source 001, section 5.2.1)


def test_fisher_shows_w_the_terms_the_projected_means_and_the_threshold() -> None:
    model = fenlei.FisherDiscriminant().fit(MELONS.X, MELONS.y)
    explanation = explain(model, MELONS, 3)
    lines, projected = cells(explanation), cells(explanation, 1)
    bad, good = (MELONS.X[MELONS.y == label].mean(axis=0) for label in ("bad", "good"))
    w = np.linalg.solve(model.S_w_, good - bad)
    for j in (0, 1):
        assert_allclose([lines[f"x{j}"]["w"], lines[f"x{j}"]["w times value"]], [w[j], w[j] * MELONS.X[3, j]])
    assert_allclose(lines["projection wᵀx"]["w times value"], w @ MELONS.X[3])
    values = [projected[name]["projection wᵀx"] for name in ("mean of bad", "mean of good", "threshold T")]
    assert_allclose(values, [w @ bad, w @ good, w @ (bad + good) / 2])
    assert_allclose(projected["the row"]["projection wᵀx"], w @ MELONS.X[3])
    assert explanation.grids[1].title.endswith("T and above is good, below is bad")
    assert "阈值 T" in str(explain(model, MELONS, 3, lang="zh"))


def test_fisher_of_three_classes_shows_every_direction_and_the_sums() -> None:
    iris = fenlei.load("iris")
    model = fenlei.FisherDiscriminant().fit(iris.X, iris.y)
    explanation = explain(model, iris.X, 70)
    points, sums = cells(explanation), cells(explanation, 1)
    assert_allclose(
        [points["the row"][f"direction {r}"] for r in (1, 2)], (iris.X[70:71] @ model.scalings_)[0]
    )
    totals = [sums["sum"][f"towards {label}"] for label in model.classes_]
    assert_allclose(totals, model.decision_function(iris.X[70:71])[0])


# --- linear models (source 003, exercise 3.3)


def test_the_lab_reports_beta_is_printed() -> None:
    model = fenlei.LogisticRegression(C=np.inf, tol=1e-10).fit(MELONS.X, MELONS.y)
    lines = cells(explain(model, MELONS))
    beta = [lines[name]["coefficient"] for name in ("x0", "x1", "intercept")]
    assert_allclose(beta, [3.158, 12.521, -4.429], atol=5e-4)
    assert_allclose(lines["x0"]["towards good"], beta[0] * 0.697)


def test_coefficients_of_three_classes_have_a_table() -> None:
    model = fenlei.train("iris", "logistic_regression")
    explanation = explain(model, fenlei.load("iris"))
    grid = next(grid for grid in explanation.grids if grid.title == "Coefficients of the model")
    assert_allclose([row[1:] for row in grid.rows[:-1]], model.estimator.coef_.T)
    assert_allclose(grid.rows[-1][1:], model.estimator.intercept_)


# --- scaled values


def test_raw_and_scaled_values_of_the_perceptrons_points() -> None:
    """`x2 value 0.707107` stood under `x2 = 3`."""
    points = fenlei.load("perceptron_points")
    explanation = explain(fenlei.train(points, "perceptron"), points)
    line = cells(explanation)["x2"]
    assert (line["value"], line["scaled"]) == ("3", "0.707107")
    shown = str(explanation)
    assert "  x2 = 3 (0.707107)\n" in shown
    assert shown.count("standardised values, here in brackets") == 1
    assert explanation.to_dict()["scaled"]["x2"] == pytest.approx(np.sqrt(0.5))  # type: ignore[index]
    assert "标准化" in explain(fenlei.train(points, "perceptron"), points, lang="zh").notes[0]


def test_values_that_are_not_scaled_are_shown_once() -> None:
    points = fenlei.load("perceptron_points")
    explanation = explain(fenlei.Perceptron().fit(points.X, points.y), points.X)
    assert explanation.notes == ()
    assert "scaled" not in explanation.grids[0].headings
    assert "  x1 = 3\n" in str(explanation)


def test_words_gaps_and_numbers_beside_each_other() -> None:
    penguins = fenlei.load("penguins")
    explanation = explain(fenlei.train(penguins, "gaussian_nb"), penguins, 3)  # it was not measured
    prepared, lines = cells(explanation), cells(explanation, 1)
    assert prepared["bill length mm"]["given"] == "(missing)"
    assert prepared["bill length mm"]["filled in"] == pytest.approx(44.45)
    assert prepared["island"]["taken as"] == "Biscoe = 0, Dream = 0, Torgersen = 1"
    assert lines["bill length mm"]["value"] == "(missing)"
    assert float(lines["bill length mm"]["scaled"]) == pytest.approx(
        explanation.scaled["bill length mm"], rel=1e-5
    )
    assert (lines["island=Torgersen"]["value"], lines["island=Torgersen"]["scaled"]) == ("1", "")
    assert set(explanation.scaled) == set(penguins.feature_names) - {"island", "sex"}


def test_distances_say_that_they_are_of_scaled_values() -> None:
    """Source 002, example 5.1: 1, √2 and 2 of raw values, and others of standardised ones."""
    example = fenlei.load("example_5_1")
    query = {"x1": [1.0], "x2": [2.0]}
    scaled = explain(fenlei.train(example, "k_neighbors", params={"n_neighbors": 3}), query)
    assert scaled.notes
    raw = explain(fenlei.KNeighborsClassifier(3).fit(example.X, example.y), [[1.0, 2.0]])
    assert not raw.notes
    assert_allclose([row[2] for row in raw.grids[0].rows], [1, np.sqrt(2), 2])


def test_minimum_and_maximum() -> None:
    points = fenlei.load("perceptron_points")
    preparation = prepare(points.table)
    if "minmax" not in str(preparation._limits["scale"].text):
        pytest.skip("preparation has no minmax")
    preparation.set_params(scale="minmax").fit(points.table)
    estimator = fenlei.Perceptron().fit(preparation.transform(points.table), points.y)
    explanation = explain(Model(estimator, points.table.schema, preparation), points)
    assert "minimum" in explanation.notes[0]
    assert explanation.scaled["x1"] == pytest.approx(2 / 3)


# --- words


WORDS = [
    fenlei.C45Classifier(min_cases=1, pruning=False),
    fenlei.DecisionTreeClassifier(),
    fenlei.MixedNB(),
    fenlei.BayesClassifier(),
    fenlei.RandomForestClassifier(5, random_state=0),
    fenlei.AdaBoostClassifier(n_estimators=3),
    fenlei.MinimumRiskClassifier(fenlei.MixedNB(), [[0, 1], [5, 0]]),
]


@pytest.mark.parametrize("form", ["frame", "categories", "array"])
@pytest.mark.parametrize("model", WORDS, ids=lambda model: type(model).__name__)
def test_an_estimator_fitted_to_words_is_explained_as_one_that_was_trained(model: Any, form: str) -> None:
    apples = fenlei.load("apples")
    frame = apples.frame[apples.feature_names]
    X = {"frame": frame.astype({"taste": "str", "shape": "str"}), "categories": frame, "array": apples.X}[
        form
    ]
    fitted = model.fit(X, apples.y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        explanation = explain(fitted, X, 2)
    assert list(explanation.row.values()) == ["green", "oblate", "sour-sweet", 150.0]
    assert explanation.prediction == fitted.predict(X)[2]
    first = "x0" if form == "array" else "base_colour"
    assert next(iter(explanation.row)) == first
    for grid in explanation.grids:
        if "probability" in grid.headings:
            assert_allclose([row[-1] for row in grid.rows], fitted.predict_proba(X)[2])
    json.dumps(explanation.to_dict(), allow_nan=False)


def test_the_path_of_words_has_the_words_of_the_table() -> None:
    """Source 000, A5: the apples' first question is the colour, with a gain of 0.61."""
    apples = fenlei.load("apples_train")
    model = fenlei.ID3Classifier().fit(apples.frame[apples.feature_names], apples.y)
    assert "colour" in str(explain(model, apples.frame[apples.feature_names], 0).grids[0].rows)
    assert isinstance(apples.frame, pd.DataFrame)


def test_a_frame_of_numbers_is_explained_without_a_warning() -> None:
    frame = MELONS.frame[MELONS.feature_names]
    model = fenlei.LogisticRegression().fit(frame, MELONS.y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        explanation = explain(model, frame, 1)
    assert explanation.row == {"density": 0.774, "sugar_content": 0.376}


@pytest.mark.parametrize("form", [scipy.sparse.csr_matrix, scipy.sparse.csr_array, scipy.sparse.csc_array])
def test_sparse_rows(form: Any) -> None:
    iris = fenlei.load("iris")
    X = form(iris.X)
    for model in (fenlei.MultinomialNB(), fenlei.LogisticRegression()):
        fitted = model.fit(X, iris.y)
        assert str(explain(fitted, X[:1])) == str(explain(fitted, iris.X[:1]))
        assert explain(fitted, X, 120).prediction == fitted.predict(X)[120]


# --- regressions


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("entry", entries(kind="regressor"), ids=lambda entry: entry.name)
def test_every_regressor_explains_itself(entry: Entry, lang: str) -> None:
    data = fenlei.load("cart_series_1", lang)
    model = fenlei.train(data, entry.name)
    explanation = explain(model, data, 3, lang=lang)
    predicted = float(model.predict(data)[3])
    assert float(explanation.prediction) == pytest.approx(predicted, rel=1e-5)
    assert explanation.grids[0].rows[-1][-1] == pytest.approx(predicted)
    assert str(explanation).endswith(
        f"{'预测值：' if lang == 'zh' else 'Prediction: '}{explanation.prediction}"
    )
    json.dumps(explanation.to_dict(), allow_nan=False)


def test_the_path_of_a_regression_tree_has_means() -> None:
    """Source 004, case B19: the first cut of the first series is at 5.5, with means 5.06 and 8.176."""
    series = fenlei.load("cart_series_1")
    model = fenlei.DecisionTreeRegressor(max_depth=1).fit(series.X, series.y)
    rows = explain(model, series, 8).grids[0].rows
    assert [row[1:3] for row in rows] == [("x0 > 5.5", 10.0), ("leaf", 5.0)]
    assert_allclose([row[3] for row in rows], [series.y.mean(), 8.176])


def test_several_targets_are_added_up_side_by_side() -> None:
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(12, 3)), rng.normal(size=(12, 2))
    model = fenlei.LinearRegression().fit(X, Y)
    sums = cells(explain(model, X, 4))["sum"]
    assert_allclose([sums["target 1"], sums["target 2"]], model.predict(X)[4])
    tree = fenlei.DecisionTreeRegressor(max_depth=2).fit(X, Y)
    leaf = [value(chain) for chain in explain(tree, X, 4).steps[-1].formulas]
    assert leaf == tree.predict(X)[4].tolist()


def test_a_regression_on_words_and_one_of_scikit_learn() -> None:
    from sklearn.linear_model import Lasso

    apples = fenlei.load("apples")
    frame = apples.frame[["taste", "shape"]]
    weight = apples.frame["weight"].to_numpy(float)
    model = fenlei.DecisionTreeRegressor(max_depth=1).fit(frame, weight)
    explanation = explain(model, frame, 0)
    assert float(explanation.prediction) == pytest.approx(model.predict(frame)[0], rel=1e-5)
    assert explanation.row == {"taste": "sweet", "shape": "round"}
    lasso = Lasso(0.1).fit(fenlei.load("line_points").X, fenlei.load("line_points").y)
    assert_allclose(
        cells(explain(lasso, fenlei.load("line_points")))["sum"]["coefficient times value"],
        lasso.predict([[1.0]])[0],
    )


def test_parts_of_a_date_are_explained(tmp_path: Path) -> None:
    """A month has two more columns, its sine and cosine, which have no raw value."""
    days = pd.date_range("2024-01-01", periods=60, freq="17D").strftime("%Y-%m-%d")
    frame = pd.DataFrame({"when": days, "a": np.arange(60.0) % 7, "kind": ["x", "y"] * 30})
    frame.to_csv(tmp_path / "days.csv", index=False)
    model = fenlei.train(str(tmp_path / "days.csv"), "gaussian_nb")
    working = explain(model, frame, 3)
    assert working.prediction == model.predict(frame)[3]
    assert "when.month" in working.scaled
