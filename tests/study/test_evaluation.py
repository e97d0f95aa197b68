"""Scores of a trained model on labelled rows, against scikit-learn."""

import json

import numpy as np
import pytest
from sklearn import metrics

import fenlei
from fenlei.errors import DataError
from fenlei.model_file import Model
from fenlei.study import evaluate_model, train
from tests.study.tables import apples


@pytest.fixture(scope="module")
def model() -> Model:
    return train(apples(), "gaussian_nb", "品种")


def test_scores_are_those_of_scikit_learn(model: Model) -> None:
    columns = apples(60, seed=9)
    evaluation = evaluate_model(model, columns)
    table = fenlei.read_table(columns)
    truth, predicted, proba = columns["品种"], model.predict(table), model.predict_proba(table)
    scores = evaluation["scores"]
    assert scores["accuracy"] == pytest.approx(metrics.accuracy_score(truth, predicted))
    assert scores["macro_f1"] == pytest.approx(metrics.f1_score(truth, predicted, average="macro"))
    assert scores["auc"] == pytest.approx(metrics.roc_auc_score(truth, proba, multi_class="ovr"))
    assert scores["log_loss"] == pytest.approx(metrics.log_loss(truth, proba))
    assert evaluation["confusion"] == metrics.confusion_matrix(truth, predicted).tolist()
    recall = [one["recall"] for one in evaluation["per_class"]]
    np.testing.assert_allclose(recall, metrics.recall_score(truth, predicted, average=None))
    low, high = evaluation["accuracy_interval"]["low"], evaluation["accuracy_interval"]["high"]
    assert low < scores["accuracy"] < high
    assert json.loads(json.dumps(evaluation, allow_nan=False)) == evaluation
    assert evaluation["notes"] == []


def test_unlabelled_rows_and_unknown_classes_are_noted(model: Model) -> None:
    columns = apples(60, seed=9)
    columns["品种"][:3] = [None] * 3
    columns["品种"][3:5] = ["嘎啦"] * 2
    evaluation = evaluate_model(model, columns)
    assert evaluation["data"]["rows"] == 57
    assert evaluation["classes"][-1] == "嘎啦"
    assert [row[-1] for row in evaluation["confusion"]] == [0] * 4
    assert sum(evaluation["confusion"][-1]) == 2
    assert evaluation["per_class"][-1]["recall"] == 0
    without = evaluate_model(model, {name: values[5:] for name, values in columns.items()})
    assert evaluation["scores"]["accuracy"] == pytest.approx(without["scores"]["accuracy"] * 55 / 57)
    assert evaluation["notes"][0] == "Rows without a label were left out: 3."
    assert "嘎啦" in evaluation["notes"][1]


def test_the_labels_may_be_in_another_column(model: Model) -> None:
    columns = apples(30, seed=9)
    renamed = {("真实" if name == "品种" else name): values for name, values in columns.items()}
    here, there = evaluate_model(model, columns), evaluate_model(model, renamed, "真实")
    assert here["scores"] == there["scores"]
    assert there["data"]["target"] == "真实"


def test_an_absent_class_leaves_auc_unknown(model: Model) -> None:
    columns = {
        name: [v for i, v in enumerate(values) if i % 3] for name, values in apples(30, seed=9).items()
    }
    evaluation = evaluate_model(model, columns)
    assert evaluation["scores"]["auc"] is None
    assert evaluation["per_class"][0]["rows"] == 0


def test_labels_are_needed(model: Model) -> None:
    columns = apples(6)
    with pytest.raises(DataError, match="has no value in any of the 6 rows"):
        evaluate_model(model, columns | {"品种": [None] * 6})
    with pytest.raises(DataError, match="no target column '类'"):
        evaluate_model(model, columns, "类")
