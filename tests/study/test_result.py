"""The result's numbers, against SciPy, scikit-learn and hand calculation."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import brier_score_loss, confusion_matrix, roc_auc_score

from fenlei.errors import UsageError
from fenlei.registry import REGISTRY
from fenlei.study.data import StudyData, study_data
from fenlei.study.facts.formats import current
from fenlei.study.facts.result import assemble, first_repeat_rows, paired, rank_models, summary
from fenlei.study.fitting import BASELINE
from fenlei.study.running.fold_store import FoldOutcome, FoldStore
from fenlei.study.running.plan import Plan, splits
from fenlei.study.running.run import run
from fenlei.study.running.task import ModelRun
from fenlei.study.source import read_labelled

PLAN = Plan(folds=5, repeats=2, seed=0, models=("dummy", "gaussian_nb", "categorical_nb", "lda"))


@pytest.fixture(scope="module")
def iris() -> StudyData:
    return study_data(read_labelled("iris"), "iris")


@pytest.fixture(scope="module")
def runs(iris: StudyData) -> list[ModelRun]:
    return run(PLAN, iris, FoldStore(None, ""))


@pytest.fixture(scope="module")
def result(iris: StudyData, runs: list[ModelRun]) -> dict:
    return assemble(iris, PLAN, runs)


def test_it_is_plain_json(result: dict) -> None:
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_the_structure_is_that_of_the_report(result: dict) -> None:
    assert result["format"] == 2
    assert result["baseline"] == "dummy"
    assert [model["name"] for model in result["models"]] == list(PLAN.models)
    assert [model["status"] for model in result["models"]] == ["done", "done", "skipped", "done"]
    skipped, lda = result["models"][2:]
    assert set(skipped) == set(lda)
    assert skipped["summary"] == {}
    assert (skipped["confusion"], skipped["curves"], skipped["paired"]) == (None, None, None)
    assert result["data"]["class_counts"] == [50, 50, 50]
    assert len(lda["folds"]) == 10
    assert set(lda["folds"][0]) == {"repeat", "fold", "scores", "fit_seconds", "predict_seconds"}


def test_confusion_and_curves_are_those_of_the_first_repeat(
    iris: StudyData, runs: list[ModelRun], result: dict
) -> None:
    proba = np.empty((150, 3))
    for split, outcome in zip(splits(iris.codes, PLAN), runs[3].outcomes, strict=True):
        if split.repeat == 0:
            proba[split.test] = outcome.proba
    lda = result["models"][3]
    assert lda["confusion"] == confusion_matrix(iris.codes, proba.argmax(axis=1)).tolist()
    for k, name in enumerate(iris.names):
        expected = roc_auc_score(iris.codes == k, proba[:, k])
        assert lda["curves"]["roc"][name]["auc"] == pytest.approx(expected, abs=1e-12)
        assert len(lda["curves"]["pr"][name]["x"]) <= 200


def test_only_the_best_model_has_example_rows(iris: StudyData, result: dict) -> None:
    shown = {model["name"]: model["errors"] for model in result["models"]}
    assert [name for name, errors in shown.items() if errors] == [result["best"]]
    best = next(model for model in result["models"] if model["name"] == result["best"])
    for pair in best["errors"]["pairs"]:
        truth, answer = iris.names.index(pair["truth"]), iris.names.index(pair["answer"])
        assert best["confusion"][truth][answer] == pair["count"]
        for row in pair["rows"]:
            assert iris.codes[row["row"] - 1] == truth
            assert row["values"] == iris.X[row["row"] - 1].tolist()


def test_calibration_and_costs_are_those_of_the_first_repeat(
    iris: StudyData, runs: list[ModelRun], result: dict
) -> None:
    lda, codes = result["models"][3], iris.codes[first_repeat_rows(iris, PLAN)]
    first = [outcome for outcome in runs[3].outcomes if outcome.record["repeat"] == 0]
    proba = np.concatenate([outcome.proba for outcome in first])
    assert lda["calibration"]["brier"] == pytest.approx(brier_score_loss(codes, proba), rel=1e-12)
    assert lda["costs"]["curve"] is None
    everything = lda["costs"]["reject"][-1]  # at cost 0.5 only rows without a majority are rejected
    assert everything["coverage"] == np.mean(proba.max(axis=1) >= 0.5)


def test_a_model_without_probabilities_has_no_calibration(iris: StudyData) -> None:
    plan = replace(PLAN, repeats=1, models=("dummy", "linear_svc"))
    svm = assemble(iris, plan, run(plan, iris, FoldStore(None, "")))["models"][1]
    assert svm["scores_are_probabilities"] is False
    assert (svm["calibration"], svm["costs"]["reject"]) == (None, [])


def test_rows_of_the_first_repeat_are_all_rows(iris: StudyData) -> None:
    rows = first_repeat_rows(iris, PLAN)
    assert sorted(rows.tolist()) == list(range(150))


def test_interval_of_nadeau_and_bengio() -> None:
    scores = [0.9, 0.8, 0.85, 0.95, 0.7]
    reach = stats.t.ppf(0.975, 4) * np.std(scores, ddof=1) * np.sqrt(1 / 5 + 1 / 4)
    wide = replace(PLAN, repeats=1)
    assert summary("log_loss", scores, wide) == pytest.approx(
        {"mean": 0.84, "low": 0.84 - reach, "high": 0.84 + reach}
    )
    assert summary("accuracy", scores, wide)["high"] == 1.0


def test_scores_that_are_not_known_are_left_out() -> None:
    assert summary("auc", [None, None, 0.5], PLAN) == {"mean": None, "low": None, "high": None}
    assert summary("auc", [None, 0.5, 0.75], PLAN)["mean"] == 0.625


def finished(name: str, accuracy: float, log_loss: float | None) -> dict:
    means = {"accuracy": {"mean": accuracy}, "log_loss": {"mean": log_loss}}
    return {"name": name, "status": "done", "summary": means}


@pytest.mark.parametrize(
    ("models", "best"),
    [
        ([finished("a", 0.8, 0.5), finished("b", 0.9, 0.9)], "b"),
        ([finished("a", 0.9, 0.5), finished("b", 0.9, 0.4)], "b"),
        ([finished("a", 0.9, 0.5), finished("b", 0.9, 0.5)], "a"),
        ([finished("dummy", 0.9, 0.1), finished("b", 0.5, 0.5)], "b"),
        ([finished("a", 0.9, 0.5) | {"status": "failed"}, finished("b", 0.1, 0.5)], "b"),
    ],
)
def test_rank_models(models: list[dict], best: str) -> None:
    chosen = rank_models(models)
    assert chosen is not None
    assert chosen["name"] == best


def test_finished_models_are_ranked_and_the_best_leads_the_baseline() -> None:
    models = [
        finished("dummy", 0.95, 0.1),
        finished("a", 0.8, 0.5),
        finished("b", 0.9, 0.5),
        finished("c", 0.9, 0.4),
        finished("d", 0.9, 0.4),
        finished("e", 1.0, 0.0) | {"status": "failed", "rank": None},
        finished("f", 0.9, None),
    ]
    best = rank_models(models)
    assert best is models[3]
    ranks = {model["name"]: model["rank"] for model in models}
    assert ranks == {"c": 1, "dummy": 2, "d": 3, "b": 4, "f": 5, "a": 6, "e": None}


def test_a_result_of_the_first_format_is_read(result: dict) -> None:
    later = ("rank", "scores_are_probabilities", "calibration", "costs", "errors")
    models = [{key: model[key] for key in model if key not in later} for model in result["models"]]
    early = {**{key: result[key] for key in result if key != "readable"}, "format": 1, "models": models}
    read = current(early)
    assert early["format"] == 1
    assert "rank" not in models[0]
    assert read["format"] == 2
    assert read["readable"] == {"tree": None, "linear": None}
    for model, expected in zip(read["models"], result["models"], strict=True):
        assert set(model) == set(expected)
        assert model["rank"] == expected["rank"]
        assert model["scores_are_probabilities"] == expected["scores_are_probabilities"]
    assert current(result) is result


@pytest.mark.parametrize("value", [None, 3, "2"])
def test_a_result_of_a_later_format_is_refused(result: dict, value: object) -> None:
    with pytest.raises(UsageError, match="reads format 2 and earlier"):
        current({**result, "format": value})


def test_without_a_finished_model_there_is_no_best(iris: StudyData) -> None:
    assert rank_models([finished("dummy", 0.9, 0.1)]) is None
    failed = [ModelRun(REGISTRY["lda"], "failed", "it broke", [])]
    result = assemble(iris, replace(PLAN, models=("lda",)), failed)
    assert (result["best"], result["models"][0]["reason"]) == (None, "it broke")


def test_the_paired_test_by_hand() -> None:
    def model(accuracies: list[float]) -> dict:
        return {"status": "done", "folds": [{"scores": {"accuracy": a}} for a in accuracies]}

    best, other = model([0.9, 0.8, 1.0, 0.9, 0.8]), model([0.8, 0.8, 0.9, 0.8, 0.8])
    test = paired(other, best, replace(PLAN, repeats=1))
    assert test is not None
    # differences -0.1 0 -0.1 -0.1 0: mean -0.06, variance 0.003; t = -0.06 / sqrt(0.003 (1/5 + 1/4))
    t = -0.06 / np.sqrt(0.003 * 0.45)
    assert test["difference"] == pytest.approx(-0.06)
    assert test["p"] == pytest.approx(2 * stats.t.cdf(t, 4))
    assert test["low"] < test["difference"] < test["high"]
    assert paired(best, best, PLAN) is None
    assert paired({"status": "skipped", "folds": []}, best, PLAN) is None
    assert paired(other, None, PLAN) is None


def test_times_are_medians() -> None:
    iris = study_data(read_labelled("iris"), "iris")
    plan = replace(PLAN, repeats=1, models=("dummy",))
    outcomes = []
    for i, split in enumerate(splits(iris.codes, plan)):
        scores = dict.fromkeys(("accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss"), 0.5)
        record = {
            "repeat": 0,
            "fold": i,
            "scores": scores,
            "fit_seconds": 100.0 if i == 0 else i,
            "predict_seconds": 1.0,
            "notes": [],
            "scores_are_probabilities": True,
        }
        outcomes.append(FoldOutcome(record, np.full((len(split.test), 3), 1 / 3)))
    (model,) = assemble(iris, plan, [ModelRun(BASELINE, "done", None, outcomes)])["models"]
    assert model["fit_seconds"] == 3.0  # of 100 (compiling), 1, 2, 3, 4
