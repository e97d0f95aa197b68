"""A comparison of regressions: the task, its folds, its scores and tests, its residuals."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.preprocessing import StandardScaler

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.study import compare, evaluate_model, load_table_model
from fenlei.study.data import fifths, is_quantity, quantity_data
from fenlei.study.facts.metrics import check_task, worth
from fenlei.study.facts.residuals import pooled_number_summary, pooled_number_test
from fenlei.table.reading import read_table
from tests.study.test_schema import SCHEMA, faults

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 3))
Y = 3 * X[:, 0] - 2 * X[:, 1] + RNG.normal(size=120)
FRAME = pd.DataFrame(X, columns=list("abc")).assign(colour=np.where(X[:, 2] > 0, "red", "blue"), y=Y)


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return compare(FRAME, "y", models=["ridge", "decision_tree_regressor"], folds=4, seed=3)


def model_of(result: Any, name: str) -> dict[str, Any]:
    return next(model for model in result["models"] if model["name"] == name)


def test_decimals_are_a_quantity_and_it_is_said(result: dict[str, Any]) -> None:
    noted = compare(FRAME, "y", folds=2, budget="1h", memory="2g", params={"svr": {"C": 10.0}})
    assert noted["plan"]["task"] == "regression"
    assert "'y' holds a quantity" in noted["data"]["notes"][0]
    assert {model["status"] for model in noted["models"]} == {"done"}
    assert len(noted["models"]) > 8
    assert result["data"]["notes"] == []  # its models are regressions, which is said by naming them


def test_the_result_follows_its_schema(result: dict[str, Any]) -> None:
    assert faults(json.loads(json.dumps(result, allow_nan=False)), SCHEMA) == []
    assert result["data"]["classes"] == result["data"]["class_counts"] == []
    assert result["plan"]["metrics"] == ["rmse", "mae", "r2"]
    assert model_of(result, "ridge")["confusion"] is None


def test_folds_and_scores_are_those_of_scikit_learn(result: dict[str, Any]) -> None:
    splitter = StratifiedKFold(4, shuffle=True, random_state=3)
    # RepeatedStratifiedKFold draws the state of each repeat from the seed
    splitter.random_state = np.random.RandomState(3)
    hot = np.column_stack([X, X[:, 2] <= 0, X[:, 2] > 0]).astype(float)
    expected = []
    for train, test in splitter.split(X, fifths(Y)):
        scaler = StandardScaler().fit(hot[train][:, :3])
        rows = [
            np.column_stack([scaler.transform(hot[part][:, :3]), hot[part][:, 3:]]) for part in (train, test)
        ]
        predicted = Ridge().fit(rows[0], Y[train]).predict(rows[1])
        rmse = math.sqrt(mean_squared_error(Y[test], predicted))
        expected.append([rmse, mean_absolute_error(Y[test], predicted), r2_score(Y[test], predicted)])
    found = [list(fold["scores"].values()) for fold in model_of(result, "ridge")["folds"]]
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_the_smaller_error_is_the_better_one(result: dict[str, Any]) -> None:
    assert result["best"] == "ridge"
    assert [model_of(result, name)["rank"] for name in ("ridge", "decision_tree_regressor", "dummy")] == [
        1,
        2,
        3,
    ]
    paired = model_of(result, "dummy")["paired"]
    assert paired["difference"] > 0
    assert paired["p"] < 0.01


def test_the_baseline_predicts_the_mean(result: dict[str, Any]) -> None:
    residuals = model_of(result, "dummy")["residuals"]
    assert len(set(residuals["predicted"])) == 4  # one mean for each fold
    assert residuals["total"] == 120
    assert residuals["deviation"] == pytest.approx(Y.std(), rel=0.05)


def test_the_worst_rows_are_those_with_the_largest_residuals(result: dict[str, Any]) -> None:
    residuals = model_of(result, "ridge")["residuals"]
    errors = [abs(row["value"] - row["predicted"]) for row in residuals["worst"]]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] == pytest.approx(max(map(abs, residuals["residual"])))  # all 120 rows are drawn
    assert residuals["worst"][0]["value"] == pytest.approx(Y[residuals["worst"][0]["row"] - 1])
    assert residuals["half"] < residuals["most"] < errors[0]


def test_the_best_model_is_saved_and_evaluated(tmp_path: Path) -> None:
    made = compare(FRAME, "y", models=["ridge", "lasso"], folds=3, out=tmp_path)
    model = load_table_model(tmp_path / "best.fenlei")
    assert model.facts["model"] == made["best"] == "ridge"
    scores = evaluate_model(model, FRAME)["scores"]
    assert scores["root_mean_squared_error"] < made["models"][1]["summary"]["rmse"]["mean"]
    again = compare(FRAME, "y", models=["ridge", "lasso"], folds=3, out=tmp_path)
    assert again["models"][1]["folds"] == made["models"][1]["folds"]  # from the stored folds, times included


def test_the_task_is_chosen_by_the_option_the_models_or_the_target() -> None:
    marks = FRAME.assign(y=np.arange(120) % 5)
    assert compare(marks, "y", models=["lda"], folds=2)["plan"]["task"] == "classification"
    assert compare(marks, "y", models=["ridge"], folds=2)["plan"]["task"] == "regression"
    by_task = compare(marks, "y", task="regression", folds=2, models=["ridge"])
    assert by_task["plan"]["task"] == "regression"
    many = FRAME.assign(y=np.repeat(np.arange(60), 2))
    assert (
        len(compare(many, "y", task="classification", models=["gaussian_nb"], folds=2)["data"]["classes"])
        == 60
    )
    with pytest.raises(UsageError, match="'lda' predicts classes, and the target is a quantity"):
        compare(FRAME, "y", task="regression", models=["lda"])
    with pytest.raises(UsageError, match="'ridge' predicts numbers, and the target has classes"):
        compare(marks, "y", task="classification", models=["ridge"])
    with pytest.raises(
        UsageError, match="task='sums' is not accepted; give one of: classification, regression"
    ):
        compare(FRAME, "y", task="sums")
    with pytest.raises(DataError, match="a quantity rather than classes"):
        compare(many, "y", models=["gaussian_nb"])


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (["a", "b"] * 10, "holds names"),
        ([1.5] * 20, "The target is 1.5 in all of the 20 rows"),
    ],
)
def test_targets_that_no_regression_takes(values: list[object], sentence: str) -> None:
    with pytest.raises((DataError, UsageError), match=sentence):
        compare({"x": [0.5, 1.5, 2.5, 3.5] * 5, "y": values}, "y", task="regression")


def test_too_few_rows() -> None:
    table = read_table({"x": [1.5, 2.5, 0.5], "y": [0.5, 1.5, 2.5]}, target="y")
    with pytest.raises(DataError, match="3 rows with a target"):
        quantity_data(table, "made")
    assert len(quantity_data(read_table(FRAME[:7], target="y"), "made").codes) == 7
    small = compare(FRAME[:7], "y", models=["linear_regression"], folds=3)
    assert model_of(small, "linear_regression")["status"] == "done"


def test_rows_in_their_order_are_the_folds_of_cv_k() -> None:
    made = compare(FRAME.drop(columns="colour"), "y", models=["ridge"], folds=5, shuffle=False, scale="none")
    errors = []
    for train, test in KFold(5).split(X):
        predicted = Ridge().fit(X[train], Y[train]).predict(X[test])
        errors.append(mean_absolute_error(Y[test], predicted))
    found = [fold["scores"]["mae"] for fold in model_of(made, "ridge")["folds"]]
    np.testing.assert_allclose(found, errors, rtol=1e-10)


@pytest.mark.parametrize("how", [{"folds": "loo"}, {"test_size": 0.25}])
def test_pooled_scores_of_single_rows_and_of_a_hold_out(how: dict[str, Any]) -> None:
    made = compare(FRAME, "y", models=["ridge", "lasso"], **how)
    ridge = model_of(made, "ridge")["summary"]
    assert ridge["rmse"]["low"] < ridge["rmse"]["mean"] < ridge["rmse"]["high"]
    assert ridge["r2"]["mean"] > 0.8
    assert 0 <= model_of(made, "dummy")["paired"]["p"] < 0.01
    assert model_of(made, "lasso")["paired"]["difference"] > 0


def test_tuning_chooses_by_the_error() -> None:
    noisy = pd.DataFrame(RNG.normal(size=(40, 30))).rename(columns=str)
    made = compare(
        noisy.assign(y=noisy["0"] + RNG.normal(size=40)), "y", models=["ridge"], tune=True, folds=2
    )
    alphas = [fold["params"].get("alpha", 1.0) for fold in model_of(made, "ridge")["folds"]]
    assert min(alphas) > 1  # thirty columns of noise


def test_fifths_are_even_and_survive_ties() -> None:
    assert np.bincount(fifths(RNG.normal(size=103))).tolist() == [21, 21, 20, 21, 20]
    for numbers in (np.zeros(50), np.r_[np.zeros(40), np.arange(10.0)], np.r_[np.zeros(95), np.ones(5)]):
        codes = fifths(numbers)
        assert np.bincount(codes).min() >= 10
        assert (np.diff(codes[np.argsort(numbers)]) >= 0).all()
        assert all(len(set(codes[numbers == value])) == 1 for value in set(numbers))


def test_names_and_few_numbers_are_no_quantity() -> None:
    assert not is_quantity(np.array(["1.5", "2.5"]))
    assert not is_quantity(np.array([True, False]))
    assert is_quantity(np.array([1.0, 2.5]))
    assert check_task(None) is None
    assert worth("mae", 2.0) < worth("mae", 1.0)


@pytest.mark.parametrize("metric", ["rmse", "mae", "r2"])
def test_the_pooled_difference_is_that_of_the_scores(metric: str) -> None:
    first, second = Y + RNG.normal(size=120), Y + 0.5 * RNG.normal(size=120)
    test = pooled_number_test(metric, Y, first, second, 0.95)
    assert test is not None
    scores = [pooled_number_summary(Y, predicted, 0.95)[metric]["mean"] for predicted in (first, second)]
    assert test["difference"] == pytest.approx(scores[0] - scores[1])
    by_rows = (
        np.abs(Y - first) - np.abs(Y - second) if metric == "mae" else (Y - first) ** 2 - (Y - second) ** 2
    )
    assert test["p"] == pytest.approx(stats.ttest_1samp(by_rows, 0).pvalue)


def test_repeated_rows_are_noted() -> None:
    twice = pd.concat([FRAME, FRAME], ignore_index=True)
    made = compare(twice, "y", models=["linear_regression"], folds=2)
    assert any(
        "120 rows repeat" in note and "0 with another number" in note for note in made["data"]["notes"]
    )


def test_the_command_repeats_the_task(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    command = compare(path, "y", models=["ridge"], folds=2)["command"]
    assert "--task regression" in command


def test_linear_coefficients_are_of_the_target(result: dict[str, Any]) -> None:
    linear = result["readable"]["linear"]
    assert linear["classes"] == ["y"]
    assert linear["features"][:2] == ["a", "b"]
    assert linear["coef"][0][0] > 0 > linear["coef"][1][0]


def test_a_compared_regression_explains_itself(tmp_path: Path) -> None:
    compare(FRAME, "y", models=["linear_regression"], folds=2, out=tmp_path)
    model = fenlei.load_model(tmp_path / "best.fenlei")
    assert "linear" in str(fenlei.explain(model, FRAME, 0)).lower()
