"""Regression on tables: train, predict and evaluate, from files, data sets and frames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from numpy.testing import assert_allclose

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.model_file import load_model, save_model
from fenlei.registry import Entry, entries
from fenlei.study import compare, evaluate_model, predict_blocks, train, with_costs

REGRESSORS = entries(kind="regressor")


def test_the_line_of_source_004_case_b9() -> None:
    model = train("line_points", "linear_regression")
    assert_allclose([model.estimator.intercept_, *model.estimator.coef_], [0.13, 0.97])
    scores: Any = evaluate_model(model, "line_points")["scores"]
    assert scores["mean_squared_error"] == pytest.approx(0.123 / 5)


def test_the_regression_tree_of_source_004_case_b19() -> None:
    model = train("cart_series_1", "decision_tree_regressor", params={"max_depth": 1})
    scores: Any = evaluate_model(model, "cart_series_1")["scores"]
    assert scores["mean_squared_error"] * 10 == pytest.approx(3.35872)


@pytest.mark.parametrize("entry", REGRESSORS, ids=lambda entry: entry.name)
def test_every_regressor_goes_the_whole_way(entry: Entry, tmp_path: Path) -> None:
    """Whole targets in training, decimals and a gap among the features and targets in testing."""
    rng = np.random.default_rng(1)
    x, colour = rng.normal(size=30), rng.choice(["red", "green"], 30)
    y = (3 * x + 2 * (colour == "red")).round()
    save_model(train({"x": x, "colour": colour, "y": y.astype(int)}, entry.name, "y"), tmp_path / "m.fenlei")
    model = load_model(tmp_path / "m.fenlei")
    rows = {"x": [0.5, None, 1.0], "colour": ["red", "green", "red"], "y": [3.5, 1.0, None]}
    facts: Any = evaluate_model(model, rows)
    assert facts["data"]["rows"] == 2
    assert facts["notes"] == ["Rows without a label were left out: 1."]
    (block,) = predict_blocks(model, rows)
    predicted = block["prediction"].to_numpy()
    assert facts["scores"]["mean_absolute_error"] == pytest.approx(np.abs(predicted[:2] - [3.5, 1.0]).mean())
    assert facts["scores"]["r2"] == pytest.approx(sklearn.metrics.r2_score([3.5, 1.0], predicted[:2]))


def test_one_row_has_no_r2() -> None:
    facts: Any = evaluate_model(train("line_points", "ridge"), {"x": [1.0], "y": [1.0]})
    assert facts["scores"]["r2"] is None


def test_the_last_column_of_numbers_is_the_target(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("x,y\n1,1.5\n2,2\n3,4\n")
    model = train(tmp_path / "rows.csv", "linear_regression")
    assert model.schema is not None
    assert model.schema.target is not None
    assert model.schema.target.name == "y"
    with pytest.raises(UsageError, match="last column 'species' is nominal, not numeric"):
        train(fenlei.load("iris").table.arrow, "linear_regression")


def test_decimals_are_no_classes_and_names_no_numbers() -> None:
    for call in (lambda: train("line_points", "lda"), lambda: compare("line_points", models="lda")):
        with pytest.raises(
            DataError, match=r"'y' holds numbers with decimals \(first: 1.2\).*linear_regr"
        ) as e:
            call()
        assert "linear_regression" in e.value.text("zh")
    with pytest.raises(UsageError, match=r"'species' holds names .first: 'setosa'., and 'ridge' predicts"):
        train("iris", "ridge")


def test_names_are_no_numbers_to_compare_and_costs_are_of_classes() -> None:
    with pytest.raises(UsageError, match=r"'species' holds names .first: 'setosa'., and 'ridge' predicts"):
        compare("iris", models=["ridge"])
    with pytest.raises(UsageError, match="Ridge predicts numbers, not classes"):
        with_costs(train("line_points", "ridge"), reject_cost=0.1)
    with pytest.raises(UsageError, match="no probabilities"):
        list(predict_blocks(train("line_points", "ridge"), "line_points", proba=True))


def test_evaluation_needs_the_target() -> None:
    model = train("line_points", "ridge")
    with pytest.raises(DataError, match="'y'"):
        evaluate_model(model, {"x": [1.0, 2.0]})
    with pytest.raises(DataError, match="no value in any of the 2 rows"):
        evaluate_model(model, {"x": [1.0, 2.0], "y": [None, None]})


def test_a_data_set_is_a_source() -> None:
    """`compare(load("line_points"))` was refused: a table could not be read from a Dataset."""
    iris = fenlei.load("iris")
    model = train(iris, "lda")
    assert model.facts["source"] == "iris"
    assert evaluate_model(model, iris)["scores"]["accuracy"] == 0.98
    (block,) = predict_blocks(model, iris)
    assert block.num_rows == 150
    result = compare(iris, models=["lda"], folds=2)
    assert result["data"]["source"] == "iris"
    assert result["command"].startswith("fenlei.compare(load('iris'), target='species', models=['lda']")
