"""Which metric ranks, and which of the models that cannot be distinguished is the best."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy import stats

from fenlei.cli.compare import verdict
from fenlei.errors import UsageError
from fenlei.report.summary import choice_sentence
from fenlei.study import compare
from fenlei.study.facts.choice import choose
from fenlei.study.facts.metrics import SHOWN, check_metric, worth
from fenlei.study.facts.pooled import pooled_loss_test
from tests.study.test_schema import SCHEMA, faults

MODELS = ["lda", "decision_tree", "gaussian_nb", "perceptron"]


def facts(name: str, accuracy: float, loss: float | None) -> Any:
    means = {"accuracy": accuracy, "auc": accuracy, "log_loss": loss}
    return {"name": name, "summary": {metric: {"mean": mean} for metric, mean in means.items()}}


def paired(p: float | None) -> Any:
    return {"difference": -0.1, "low": -0.2, "high": 0.0, "p": p}


@pytest.mark.parametrize("metric", SHOWN["classification"])
def test_the_metric_ranks(metric: str) -> None:
    result = compare("wine", models=MODELS, folds=3, metric=metric)
    assert result["plan"]["metric"] == metric
    assert ("--metric" in result["command"]) == (metric != "accuracy")
    ranked = sorted((m for m in result["models"] if m["name"] != result["best"]), key=lambda m: m["rank"])
    scores = [worth(metric, model["summary"][metric]["mean"]) for model in ranked]
    assert scores == sorted(scores, reverse=True)
    assert faults(json.loads(json.dumps(result, allow_nan=False)), SCHEMA) == []


def test_tuning_goes_by_the_metric() -> None:
    """The accuracy of a tree does not mind pure leaves; its log-loss does."""
    chosen = {}
    for metric in ("accuracy", "log_loss"):
        result = compare("breast_cancer", models="decision_tree", folds=3, tune=True, metric=metric)
        chosen[metric] = result["models"][1]["summary"]["log_loss"]["mean"]
    assert chosen["log_loss"] < chosen["accuracy"]


def test_a_metric_of_the_other_task_is_refused() -> None:
    with pytest.raises(UsageError, match="'rmse' is not one of a classification; give one of: accuracy"):
        compare("iris", models="lda", metric="rmse")
    with pytest.raises(UsageError, match="give one of: rmse, mae, r2"):
        check_metric("accuracy", "regression")


def test_the_log_loss_decides_only_among_those_that_cannot_be_told_apart() -> None:
    first, close, far = facts("a", 0.9, 0.5), facts("b", 0.89, 0.3), facts("c", 0.7, 0.1)
    models = [first, close, far, mute := facts("d", 0.9, None)]
    tests = {"a": None, "b": paired(0.3), "c": paired(0.001), "d": paired(0.9)}
    assert choose(first, models, tests, "accuracy", 0.95) is close
    assert choose(first, models, tests, "auc", 0.95) is close
    assert choose(first, models, tests, "log_loss", 0.95) is first
    assert choose(first, models, tests | {"b": paired(0.01)}, "accuracy", 0.95) is first
    assert choose(first, models, tests | {"b": paired(None)}, "accuracy", 0.95) is first
    assert choose(first, models, tests | {"a": None}, "accuracy", 0.5) is first  # p below 0.5 is a difference
    assert choose(facts("e", 0.9, 0.303), models, tests, "accuracy", 0.95)["name"] == "e"  # within 1 %
    assert choose(mute, models, {"a": paired(1.0)}, "accuracy", 0.95) is first


def test_the_reason_is_given() -> None:
    """Quadratic boundaries are right more often on these folds, and too sure of themselves."""
    result = compare("breast_cancer", models=["qda", "lda"], folds=5, calibrate=False)
    scores = {model["name"]: model["summary"]["accuracy"]["mean"] for model in result["models"]}
    assert scores["qda"] > scores["lda"]
    assert result["best"] == "lda"
    assert result["choice"]["first"] == "qda"
    assert next(m for m in result["models"] if m["name"] == "lda")["rank"] == 1
    assert "qda has the better accuracy, but the paired test" in verdict(result, "en")[1]
    assert "对数损失更低" in verdict(result, "zh")[1]
    assert "has the lower log-loss" in choice_sentence(result, "en")
    assert choice_sentence(result | {"choice": None}, "en") == ""


def test_losses_of_rows_are_compared_by_the_paired_t_test() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, 40)
    first, second = rng.dirichlet(np.ones(3), 40), rng.dirichlet(np.ones(3), 40)
    losses = [-np.log(proba[np.arange(40), codes]) for proba in (first, second)]
    expected, test = stats.ttest_rel(*losses), pooled_loss_test(codes, first, second, 0.95)
    assert test is not None
    assert test["p"] == pytest.approx(expected.pvalue, rel=1e-9)
    assert (test["low"], test["high"]) == pytest.approx(tuple(expected.confidence_interval()), rel=1e-9)
    assert pooled_loss_test(codes[:1], first, second, 0.95) is None
