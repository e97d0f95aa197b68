"""Weights of classes, costs of errors, preferences for classes: in the folds and in the saved model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from fenlei import compare, load_model
from fenlei.bayes import MinimumRiskClassifier
from fenlei.ensemble.calibration.preference import choose_preference, decided_classes
from fenlei.errors import UsageError
from fenlei.study.facts.scores import mean_cost
from fenlei.study.running.calibrated_folds import label_score
from tests.study.test_schema import SCHEMA, faults

RNG = np.random.default_rng(0)
COSTS = {"do": ["ill", "well"], "ill": [0, 10], "well": [1, 0]}


@pytest.fixture(scope="module")
def rare() -> pd.DataFrame:
    """One row in fourteen is ill."""
    x = RNG.normal(size=500)
    return pd.DataFrame({"x": x, "y": np.where(x + 0.8 * RNG.normal(size=500) > 1.9, "ill", "well")})


def run(frame: pd.DataFrame, **options: Any) -> Any:
    result = compare(frame, "y", models=["lda", "linear_svc"], folds=5, **options)
    assert faults(json.loads(json.dumps(result, allow_nan=False)), SCHEMA) == []
    return result


def mean(result: Any, metric: str, model: int = 1) -> float:
    value: float = result["models"][model]["summary"][metric]["mean"]
    return value


def test_weights_move_decisions_and_not_probabilities(rare: pd.DataFrame, tmp_path: Path) -> None:
    plain, weighted = run(rare), run(rare, class_weight="balanced", out=tmp_path)
    assert mean(weighted, "balanced_accuracy") > mean(plain, "balanced_accuracy") + 0.1
    assert mean(weighted, "log_loss") == pytest.approx(mean(plain, "log_loss"), rel=0.02)
    counts = rare.y.value_counts().sort_index().to_numpy()
    assert weighted["plan"]["class_weight"] == pytest.approx((len(rare) / (2 * counts)).tolist())
    model = load_model(tmp_path / "best.fenlei")
    P = model.predict_proba(rare)
    shift = np.log(weighted["plan"]["class_weight"])
    np.testing.assert_array_equal(model.predict(rare), model.classes_[(np.log(P) + shift).argmax(axis=1)])
    assert abs(P[:, 0].mean() - (rare.y == "ill").mean()) < 0.02


def test_the_metric_chooses_the_threshold_inside_the_folds(rare: pd.DataFrame, tmp_path: Path) -> None:
    plain = run(rare)
    for metric in ("balanced_accuracy", "macro_f1"):
        result = run(rare, metric=metric, out=tmp_path / metric)
        assert mean(result, metric) > mean(plain, metric)
        best = next(model for model in result["models"] if model["name"] == result["best"])
        preference = np.array(best["calibrator"]["preference"])
        model = load_model(tmp_path / metric / "best.fenlei")
        expected = model.classes_[(np.log(model.predict_proba(rare)) + preference).argmax(axis=1)]
        np.testing.assert_array_equal(model.predict(rare), expected)
        assert sum(map(sum, best["confusion"])) == len(rare)


@pytest.mark.parametrize(
    "options", [{"metric": "balanced_accuracy"}, {"class_weight": "balanced"}, {"costs": COSTS}]
)
def test_other_rows_are_decided_as_the_saved_model_does(
    rare: pd.DataFrame, tmp_path: Path, options: dict[str, Any]
) -> None:
    result = run(rare.iloc[:350], test=rare.iloc[350:], out=tmp_path, **options)
    said = load_model(tmp_path / "best.fenlei").predict(rare.iloc[350:])
    true = rare.y.iloc[350:].to_numpy()
    if "costs" in options:
        lost = np.where(true == said, 0.0, np.where(true == "ill", 10.0, 1.0)).mean()
        assert result["test"]["scores"]["cost"] == pytest.approx(lost)
        assert result["test"]["baseline"]["cost"] > lost
        return
    recall = np.mean([np.mean(said[true == label] == label) for label in ("ill", "well")])
    assert result["test"]["scores"]["balanced_accuracy"] == pytest.approx(recall)
    assert recall > 0.7


def test_a_preference_is_best_where_it_was_chosen_and_blind_elsewhere() -> None:
    p = RNG.beta(1, 6, size=400)
    codes = (RNG.random(400) < p).astype(np.int64)
    log_proba = np.log(np.column_stack([1 - p, p]))
    score = label_score("balanced_accuracy")
    d = choose_preference(log_proba, codes, score)
    every = [score(codes, (p > cut).astype(np.int64)) for cut in np.linspace(0, 1, 2001)]
    assert score(codes, (log_proba + d).argmax(axis=1)) >= max(every) - 0.01
    parts = np.arange(400) % 2
    before = decided_classes(log_proba, codes, parts, score, forward=False)
    changed = np.where(parts == 0, 1 - codes, codes)
    after = decided_classes(log_proba, changed, parts, score, forward=False)
    np.testing.assert_array_equal(before[parts == 0], after[parts == 0])


def test_costs_rank_and_decide(rare: pd.DataFrame, tmp_path: Path) -> None:
    result = run(rare, costs=COSTS, out=tmp_path)
    assert result["plan"]["metric"] == "cost"
    assert mean(result, "cost") < mean(result, "cost", 0)  # of the baseline
    model = load_model(tmp_path / "best.fenlei")
    assert isinstance(model.estimator, MinimumRiskClassifier)
    said, P = model.predict(rare), model.predict_proba(rare)
    np.testing.assert_array_equal(said == "ill", 10 * P[:, 0] >= P[:, 1])
    table = np.array([[0.0, 1.0], [10.0, 0.0]])
    codes = (rare.y == "well").to_numpy().astype(np.int64)
    own = table[(said == "well").astype(np.int64), codes].mean()
    assert mean_cost(table.tolist(), P, codes) == pytest.approx(own)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"metric": "cost"}, "needs a table of costs"),
        ({"class_weight": "even"}, 'give "balanced", or weights by class'),
        ({"class_weight": {"sick": 2}}, "names 'sick', which is no class; the classes are: ill, well"),
        ({"class_weight": {"ill": 0}}, "The weight of class 'ill' is 0; give a number above 0"),
        ({"class_weight": "balanced", "costs": COSTS}, "class_weight and costs cannot be given together"),
        ({"costs": COSTS, "calibrate": False}, "costs and calibrate=False cannot be given together"),
    ],
)
def test_bad_weights_are_one_sentence(rare: pd.DataFrame, options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        compare(rare, "y", models="lda", **options)


def test_a_quantity_has_no_classes_to_weigh(rare: pd.DataFrame) -> None:
    with pytest.raises(UsageError, match="class_weight is for classes, and the target is a quantity"):
        compare(rare, "x", models="ridge", class_weight="balanced")


def test_finished_folds_are_taken_again(rare: pd.DataFrame, tmp_path: Path) -> None:
    first = run(rare, out=tmp_path, metric="macro_f1")
    resumed: list[int] = []
    again = run(rare, out=tmp_path, metric="macro_f1", progress=lambda report: resumed.append(report.resumed))
    assert set(resumed) == {15}
    assert again["models"][1]["summary"] == first["models"][1]["summary"]
