"""What the service returns is what the model returns."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

from fenlei.datasets import load
from fenlei.model_file import Model
from fenlei.serving.app import make_app
from fenlei.study import train
from tests.serving.client import Client


def rows_of(name: str) -> pa.Table:
    table: pa.Table = load(name).table.raw
    return table


def test_rows_as_json_get_the_classes_and_probabilities_of_the_model(client: Client, iris: Model) -> None:
    table = rows_of("iris")
    answer = client.post("/predict", json=table.to_pylist()).json()
    assert answer["predictions"] == iris.predict(table).tolist()
    assert answer["classes"] == iris.classes_.tolist()
    np.testing.assert_array_equal(answer["probabilities"], iris.predict_proba(table))
    assert answer["notes"] == []


def test_rows_in_an_object_and_as_csv_get_the_same_answer(client: Client) -> None:
    table = rows_of("iris")
    sink = io.BytesIO()
    pa.csv.write_csv(table, sink)
    listed = client.post("/predict", json=table.to_pylist()).json()
    assert client.post("/predict", json={"rows": table.to_pylist()}).json() == listed
    as_csv = client.post("/predict", content=sink.getvalue(), headers={"content-type": "text/csv"})
    assert as_csv.json() == listed


def test_csv_in_gb18030_with_semicolons_is_read() -> None:
    table = {"味": ["酸", "甜", "酸", "甜"], "类": ["甲", "乙", "甲", "乙"]}
    model = train(pa.table(table), "bayes_classifier", "类")
    with Client(make_app(model)) as client:
        body = "编;味\r\n1;甜\r\n2;酸\r\n".encode("gb18030")
        sent = {"content": body, "headers": {"content-type": "text/csv"}}
        assert client.post("/predict?ignore_extra=true", **sent).json()["predictions"] == ["乙", "甲"]


def test_probabilities_can_be_left_out(client: Client) -> None:
    answer = client.post("/predict?proba=false", json=rows_of("iris").slice(0, 2).to_pylist()).json()
    assert set(answer) == {"predictions", "notes"}


def test_the_working_of_a_row_is_that_of_explain(apples: Model) -> None:
    from fenlei.explanation import explain

    with Client(make_app(apples)) as client:
        sent: dict[str, Any] = {"json": [{"taste": "sour-sweet"}], "headers": {"accept-language": "zh"}}
        (working,) = client.post("/predict?explain=true", **sent).json()["workings"]
    expected = explain(apples, {"taste": ["sour-sweet"]}, 0, lang="zh")
    assert working.pop("text") == expected.to_text()
    assert working == json.loads(json.dumps(expected.to_dict()))
    assert "4/7" in expected.to_text()


def test_a_category_that_the_model_has_not_seen_is_missing_and_noted(apples: Model) -> None:
    with Client(make_app(apples)) as client:
        (note,) = client.post("/predict", json=[{"taste": "salty"}]).json()["notes"]
    assert "salty" in note


def test_null_is_a_missing_value() -> None:
    model = train("iris", "gaussian_nb")
    row = dict.fromkeys(rows_of("iris").column_names[:4])
    with Client(make_app(model)) as client:
        answer = client.post("/predict", json=[row | {"sepal length (cm)": 5.0}])
    if answer.status_code == 422:
        pytest.fail(answer.text)
    np.testing.assert_allclose(sum(answer.json()["probabilities"][0]), 1.0)


def test_a_regression_returns_numbers() -> None:
    model = train(pa.table({"x": [1.0, 2.0, 3.0, 4.0], "y": [2.0, 4.0, 6.0, 8.5]}), "linear_regression", "y")
    with Client(make_app(model)) as client:
        answer = client.post("/predict", json=[{"x": 5}]).json()
    assert answer["predictions"] == model.predict({"x": [5]}).tolist()
    assert "probabilities" not in answer


def test_health_version_and_description(client: Client) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    facts = client.get("/version").json()
    assert (facts["estimator"], facts["target"], len(facts["columns"])) == (
        "LinearDiscriminantAnalysis",
        "species",
        4,
    )
    openapi = client.get("/openapi.json").json()
    assert openapi["openapi"] == "3.1.0"
    row = openapi["components"]["schemas"]["Row"]
    assert row["required"] == [column["name"] for column in facts["columns"]]
    assert set(openapi["paths"]) == {"/predict", "/health", "/version", "/openapi.json"}
