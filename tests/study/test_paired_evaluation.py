"""Two models on the same rows: scores are those of each alone, tests those of the rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from fenlei.errors import UsageError
from fenlei.model_file import Model
from fenlei.study import evaluate_model, evaluate_pair, train
from fenlei.study.regression import predicts_numbers

rng = np.random.default_rng(0)
FRAME = pd.DataFrame(rng.normal(size=(300, 3)), columns=["a", "b", "c"])
CLASSES = FRAME.assign(y=np.where(FRAME["a"] * FRAME["b"] + rng.normal(size=300) > 0, "up", "down"))
NUMBERS = FRAME.assign(y=FRAME["a"] ** 2 + FRAME["b"] + rng.normal(size=300))
HALF, REST = slice(0, 150), slice(150, 300)


def trained(frame: pd.DataFrame, name: str) -> Model:
    return train(frame[HALF], name, "y")


def test_scores_are_those_of_each_model_alone() -> None:
    pair = trained(CLASSES, "qda"), trained(CLASSES, "logistic_regression")
    found = evaluate_pair(*pair, CLASSES[REST])
    assert found["scores"] == [evaluate_model(model, CLASSES[REST])["scores"] for model in pair]
    assert found["data"]["rows"] == 150
    assert found["only"] is not None


def test_the_tests_are_scipys() -> None:
    pair = trained(CLASSES, "qda"), trained(CLASSES, "logistic_regression")
    rows = CLASSES[REST]
    truth = rows["y"].to_numpy()
    right = [model.predict(rows) == truth for model in pair]
    first, second = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    found = evaluate_pair(*pair, rows)
    assert found["only"] == [first, second]
    accuracy, loss = found["tests"]["accuracy"], found["tests"]["log_loss"]
    assert accuracy is not None
    assert loss is not None
    assert accuracy["p"] == pytest.approx(stats.binomtest(first, first + second).pvalue)
    assert accuracy["difference"] == pytest.approx((first - second) / 150)
    column = np.searchsorted(pair[0].classes_, truth)
    losses = [-np.log(model.predict_proba(rows)[np.arange(150), column]) for model in pair]
    theirs = stats.ttest_rel(*losses)
    assert loss["p"] == pytest.approx(theirs.pvalue)
    interval = theirs.confidence_interval(0.95)
    assert (loss["low"], loss["high"]) == pytest.approx((interval.low, interval.high))


def test_the_other_order_turns_every_sign() -> None:
    pair = trained(CLASSES, "qda"), trained(CLASSES, "logistic_regression")
    found, turned = evaluate_pair(*pair, CLASSES[REST]), evaluate_pair(*pair[::-1], CLASSES[REST])
    for name, test in found["tests"].items():
        other = turned["tests"][name]
        assert test is not None
        assert other is not None
        assert other["p"] == pytest.approx(test["p"])
        assert other["difference"] == pytest.approx(-test["difference"])
        assert other["low"] == pytest.approx(-test["high"])


def test_without_probabilities_there_is_no_test_of_the_log_loss() -> None:
    found = evaluate_pair(trained(CLASSES, "linear_svc"), trained(CLASSES, "qda"), CLASSES[REST])
    assert list(found["tests"]) == ["accuracy"]
    assert found["scores"][0]["log_loss"] is None


def test_two_regressions() -> None:
    pair = trained(NUMBERS, "linear_regression"), trained(NUMBERS, "decision_tree_regressor")
    assert all(map(predicts_numbers, pair))
    rows = NUMBERS[REST]
    found = evaluate_pair(*pair, rows)
    errors = [np.abs(model.predict(rows) - rows["y"]) for model in pair]
    test = found["tests"]["mean_absolute_error"]
    assert test is not None
    assert test["p"] == pytest.approx(stats.ttest_rel(*errors).pvalue)
    assert test["difference"] == pytest.approx(errors[0].mean() - errors[1].mean())
    assert found["only"] is None


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    classifier, line = trained(CLASSES, "qda"), trained(NUMBERS, "linear_regression")
    with pytest.raises(UsageError, match="two models of one kind"):
        evaluate_pair(classifier, line, CLASSES[REST])
    with pytest.raises(UsageError, match="standard input"):
        evaluate_pair(classifier, classifier, "-")


def test_rows_that_were_trained_on_are_noted_once() -> None:
    model = train("iris", "lda")
    notes = evaluate_pair(model, train("iris", "gaussian_nb"), "iris")["notes"]
    assert len(notes) == 1
