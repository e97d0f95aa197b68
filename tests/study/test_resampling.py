"""Hold-outs, leave-one-out and scaling through `compare`: scores, intervals, files, report."""

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, log_loss, roc_auc_score
from sklearn.model_selection import LeaveOneOut, cross_val_predict, train_test_split
from sklearn.preprocessing import MinMaxScaler

import fenlei
from fenlei.errors import UsageError
from fenlei.evaluate import mcnemar, wilson
from fenlei.report.facts import facts as report_facts
from fenlei.study import compare
from fenlei.study.facts.pooled import pooled_test

WINE = fenlei.load("wine")


def model_of(result: Any, name: str) -> Any:
    return next(model for model in result["models"] if model["name"] == name)


def test_a_hold_out_scores_the_rows_that_train_test_split_leaves(tmp_path: Path) -> None:
    result = compare(
        "wine",
        models=["gaussian_nb", "lda"],
        test_size=0.3,
        seed=7,
        scale="none",
        out=tmp_path,
        calibrate=False,
    )
    train, test = train_test_split(np.arange(178), test_size=0.3, random_state=7)
    expected = fenlei.GaussianNB().fit(WINE.X[train], WINE.y[train])
    model = model_of(result, "gaussian_nb")
    right = int((expected.predict(WINE.X[test]) == WINE.y[test]).sum())
    assert tuple(model["summary"]["accuracy"].values()) == pytest.approx(wilson(right, len(test)))
    loss = log_loss(WINE.y[test], expected.predict_proba(WINE.X[test]))
    assert model["summary"]["log_loss"] == {"mean": pytest.approx(loss), "low": None, "high": None}
    assert np.sum(model["confusion"]) == len(model["folds"]) * len(test) == 54
    assert json.loads((tmp_path / "result.json").read_text("utf-8")) == result
    assert result["command"] == (
        "fenlei compare wine --target cultivar --models gaussian_nb,lda --scale none --no-calibrate "
        "--test-size 0.3 --repeats 1 --seed 7"
    )


def test_two_models_on_a_hold_out_are_compared_by_mcnemar() -> None:
    result = compare("wine", models=["lda"], test_size=0.5, stratify=True, seed=1)
    _, test = train_test_split(np.arange(178), test_size=0.5, random_state=1, stratify=WINE.y)
    paired = model_of(result, "dummy")["paired"]
    accuracies = [model_of(result, name)["summary"]["accuracy"]["mean"] for name in ("dummy", "lda")]
    assert paired["difference"] == pytest.approx(accuracies[0] - accuracies[1])
    assert paired["low"] < paired["difference"] < paired["high"]
    assert result["plan"]["stratify"]
    assert result["plan"]["resampling"] == "holdout"
    sizes = np.sum(model_of(result, "lda")["confusion"], axis=1)
    assert sizes.tolist() == np.unique(WINE.y[test], return_counts=True)[1].tolist()


def test_pooled_test_is_mcnemars() -> None:
    y = np.zeros(30)
    first, second = np.arange(30) < 20, np.arange(30) < 27
    found = pooled_test(first, second, 0.95)
    assert found is not None
    assert found["p"] == mcnemar(y, ~first, ~second).p
    assert found["difference"] == pytest.approx(-7 / 30)
    assert pooled_test(first[:1], second[:1], 0.95) is None


def test_repeated_hold_outs_have_the_corrected_interval() -> None:
    model = model_of(compare("wine", models=["lda"], test_size=20, repeats=5), "lda")
    scores = [fold["scores"]["accuracy"] for fold in model["folds"]]
    mean, low, high = fenlei.evaluate.mean_interval(scores, 0.95, 20 / 158)
    assert tuple(model["summary"]["accuracy"].values()) == pytest.approx((mean, max(low, 0), min(high, 1)))


def test_leave_one_out_pools_the_rows() -> None:
    rows = {"a": WINE.X[::6, 0], "b": WINE.X[::6, 6], "y": [f"c{k}" for k in WINE.y[::6]]}
    result = compare(rows, "y", models=["logistic_regression"], folds="loo", scale="none", calibrate=False)
    X, y = np.column_stack([rows["a"], rows["b"]]), np.array(rows["y"])
    expected = cross_val_predict(
        LogisticRegression(tol=1e-8, max_iter=1000), X, y, cv=LeaveOneOut(), method="predict_proba"
    )
    summary = model_of(result, "logistic_regression")["summary"]
    assert summary["accuracy"]["mean"] == accuracy_score(y, np.unique(y)[expected.argmax(axis=1)])
    assert summary["auc"]["mean"] == pytest.approx(roc_auc_score(y, expected, multi_class="ovr"), abs=1e-3)
    assert summary["log_loss"]["mean"] == pytest.approx(log_loss(y, expected), abs=1e-3)
    assert result["plan"]["folds"] == len(y) == len(model_of(result, "dummy")["folds"])
    assert "folds='loo'" in result["command"]


def test_the_baseline_of_leave_one_out_on_equal_classes_is_explained() -> None:
    rows = {"x": [1.0, 2.0, 3.0, 7.0, 8.0, 9.0], "y": list("aaabbb")}
    result = compare(rows, "y", models=["nearest_centroid"], folds="loo", lang="zh")
    assert model_of(result, "dummy")["summary"]["accuracy"]["mean"] == 0.0
    assert any("基线" in note for note in result["data"]["notes"])


def test_min_max_scaling_is_learnt_inside_the_training_rows() -> None:
    """Source 000, figure 3-6."""
    result = compare("wine", models=["k_neighbors"], test_size=0.25, seed=3, scale="minmax")
    train, test = train_test_split(np.arange(178), test_size=0.25, random_state=3)
    scaler = MinMaxScaler().fit(WINE.X[train])
    peer = fenlei.KNeighborsClassifier().fit(scaler.transform(WINE.X[train]), WINE.y[train])
    model = model_of(result, "k_neighbors")
    assert model["summary"]["accuracy"]["mean"] == peer.score(scaler.transform(WINE.X[test]), WINE.y[test])
    assert model["preparation"] == "min-max"  # no column is nominal


def test_a_split_that_leaves_out_a_class_is_refused() -> None:
    rows = {"x": list(range(12)), "y": ["a"] * 10 + ["b"] * 2}
    with pytest.raises(UsageError, match="no row of class 'b' to train on; add --stratify"):
        compare(rows, "y", models=["lda"], test_size=0.25, shuffle=False)


def test_a_class_may_be_missing_among_the_tested_rows() -> None:
    rows = {"x": list(range(12)), "y": ["b"] * 3 + ["a"] * 9}
    result = compare(rows, "y", models=["lda", "k_neighbors"], test_size=0.25, shuffle=False)
    assert model_of(result, "lda")["summary"]["auc"]["mean"] is None
    for lang in ("en", "zh"):
        report_facts(result, lang)


@pytest.mark.parametrize(
    "options",
    [{"folds": "loo"}, {"test_size": 0.4}, {"test_size": 30, "repeats": 2}, {"folds": 3, "shuffle": False}],
    ids=str,
)
def test_the_report_tells_how_rows_were_split(options: dict[str, Any]) -> None:
    rows = {"x": WINE.X[::5, 0], "y": [f"c{k}" for k in WINE.y[::5]]}
    result = compare(
        rows,
        "y",
        models=["lda"],
        scale="none",
        **(options | {"test_size": 9} if "repeats" in options else options),
    )
    shown = {lang: report_facts(result, lang) for lang in ("en", "zh")}
    is_pooled = len(model_of(result, "lda")["folds"]) == 1 or "loo" in options.values()
    for page in shown.values():
        assert ("folds" in [section["id"] for section in page["sections"]]) is not is_pooled
    method = " ".join(shown["en"]["repeat"]["method"])
    assert ("McNemar" in method) is is_pooled
    assert ("Wilson" in method) is is_pooled
    settings = {one["label"]: one["value"] for one in shown["en"]["repeat"]["settings"]}
    assert settings["Scaling"] == "none"
    assert shlex.split(result["command"])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_parameters_of_the_models() -> None:
    given = {"logistic_regression": {"C": np.inf, "solver": "newton"}}
    result = compare(
        "iris",
        models=["logistic_regression", "lda"],
        test_size=0.5,
        params=given,
        scale="none",
        calibrate=False,
    )
    train, test = train_test_split(np.arange(150), test_size=0.5, random_state=0)
    iris = fenlei.load("iris")
    peer = fenlei.LogisticRegression(C=np.inf, solver="newton").fit(iris.X[train], iris.y[train])
    loss = log_loss(iris.y[test], peer.predict_proba(iris.X[test]))
    found = model_of(result, "logistic_regression")["summary"]["log_loss"]["mean"]
    assert found == pytest.approx(loss)
    assert result["plan"]["params"] == {"logistic_regression": {"C": "inf", "solver": "newton"}}
    assert result["command"].endswith(
        "--param logistic_regression.C=inf --param logistic_regression.solver=newton"
    )
    json.dumps(result, allow_nan=False)


def test_fixed_parameters_are_not_tuned(tmp_path: Path) -> None:
    options = {"models": ["k_neighbors"], "test_size": 0.5, "tune": True, "scale": "none", "out": tmp_path}
    compare("iris", params={"k_neighbors": {"n_neighbors": 3}}, **options)
    assert fenlei.load_model(tmp_path / "best.fenlei").estimator.estimator_.n_neighbors == 3


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"svc": {"C": 1}}, "given for 'svc', which is not compared; the models are: lda"),
        ({"dummy": {"strategy": "prior"}}, "given for 'dummy'"),
        ({"lda": {"colour": 1}}, "Model 'lda' has no parameter 'colour'"),
    ],
)
def test_parameters_that_no_model_has(params: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        compare("iris", models=["lda"], params=params)


def test_stored_folds_are_of_one_split_and_scaling(tmp_path: Path) -> None:
    for options in (
        {"folds": 3},
        {"folds": 3, "shuffle": False},
        {"folds": 3, "scale": "none"},
        {"test_size": 0.5},
    ):
        compare("iris", models=["lda"], out=tmp_path, **options)
    assert len(list((tmp_path / "folds").iterdir())) == 4
