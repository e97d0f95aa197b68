"""Shapley values in the result of a comparison, and in the report."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei import compare
from fenlei.report.facts import facts
from fenlei.study.facts.contributions import contribution_facts
from fenlei.table import Preparation, prepare, read_table
from fenlei.table.features.appended import sources_made
from fenlei.table.features.columns import ColumnLayout


def table(n: int = 150) -> dict[str, Any]:
    rng = np.random.default_rng(8)
    size, noise = rng.normal(size=n), rng.normal(size=n)
    colour = rng.choice(["red", "green", "blue"], n)
    ripe = size + (colour == "red") + 0.3 * rng.normal(size=n) > 0.3
    return {"size": size, "noise": noise, "colour": colour, "ripe": np.where(ripe, "yes", "no")}


OF = {"decision_tree": "probability", "random_forest": "probability", "hist_gradient_boosting": "score"}
OF |= {"logistic_regression": "score", "lda": "score", "adaboost": "score"}


@pytest.mark.parametrize("name", OF)
def test_columns_of_the_table_by_the_size_of_their_values(name: str) -> None:
    result = compare(read_table(table(), target="ripe"), models=[name], folds=3, n_jobs=1)
    found = result["matters"]["contributions"]
    assert found["of"] == OF[name]
    assert 20 <= found["rows"] <= 200
    assert found["total"] == 3
    assert [column["name"] for column in found["columns"]][:2] == ["size", "colour"]
    means = [column["mean"] for column in found["columns"]]
    assert means == sorted(means, reverse=True)
    assert means[-1] < means[0] / 3


@pytest.mark.parametrize("name", ["svc", "gaussian_nb", "k_neighbors"])
def test_other_models_have_none(name: str) -> None:
    result = compare(read_table(table(), target="ripe"), models=[name], folds=3, n_jobs=1)
    assert result["matters"]["contributions"] is None


def test_a_line_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a linear model: coefficient times the distance from the mean, in units of the target."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(120, 2)) * [1.0, 5.0]
    columns = {"a": X[:, 0], "b": X[:, 1], "y": 2.0 * X[:, 0] - 3.0 * X[:, 1]}
    seen = []

    def watched(model: Any, data: Any, train: Any, tested: Any, owners: Any) -> Any:
        seen.append((train, tested))
        return contribution_facts(model, data, train, tested, owners)

    monkeypatch.setattr("fenlei.study.facts.matters.contribution_facts", watched)
    result = compare(
        read_table(columns, target="y"), models=["linear_regression"], folds=3, n_jobs=1, task="regression"
    )
    found = result["matters"]["contributions"]
    assert found["of"] == "number"
    means = {column["name"]: column["mean"] for column in found["columns"]}
    ((train, tested),) = seen
    distance = np.abs(X[tested] - X[train].mean(axis=0)).mean(axis=0)
    assert_allclose([means["a"], means["b"]], [2.0, 3.0] * distance, rtol=1e-9)


def sources(made: Preparation) -> list[int]:
    layout = ColumnLayout(made._first(), made._periods())
    return sources_made(made.model_, layout, made._many())


def test_what_a_preparation_makes_of_each_column() -> None:
    rows = read_table(
        table() | {"gaps": np.where(np.arange(150) % 7, np.arange(150.0), np.nan)}, target="ripe"
    )
    for options in ({}, {"one_hot": "reference"}, {"one_hot": False}, {"missing_indicator": True}):
        made = prepare(rows, **options).fit(rows)
        features = [column.name for column in rows.schema.features]
        names = made.get_feature_names_out()
        assert len(sources(made)) == len(names)
        assert all(str(name).startswith(features[j]) for j, name in zip(sources(made), names, strict=True))


def test_texts_and_many_categories_count_once() -> None:
    rng = np.random.default_rng(4)
    n = 300
    good = rng.random(n) < 0.5
    words = np.where(good, "fine sweet crisp apple from the hills", "sour brown soft apple with many spots")
    remark = [f"{w} number {i} seen at noon on day {i % 9}" for i, w in enumerate(words)]
    place = rng.choice([f"place{i}" for i in range(60)], n)
    columns = {
        "remark": remark,
        "place": place,
        "size": rng.normal(size=n),
        "good": np.where(good, "yes", "no"),
    }
    rows = read_table(columns, target="good", text=["remark"])
    result = compare(rows, models=["logistic_regression"], folds=3, n_jobs=1)
    found = result["matters"]["contributions"]
    assert {column["name"] for column in found["columns"]} == {"remark", "place", "size"}
    assert found["columns"][0]["name"] == "remark"


def test_forests_of_too_many_nodes_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fenlei.study.facts.contributions.MOST_NODES", 10)
    result = compare(read_table(table(), target="ripe"), models=["decision_tree"], folds=3, n_jobs=1)
    assert result["matters"]["contributions"] is None


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_shows_and_explains_them(lang: str) -> None:
    result = compare(read_table(table(), target="ripe"), models=["decision_tree"], folds=3, n_jobs=1)
    section = facts(result, lang)["matters"]["contributions"]
    assert "Shapley" in section["help"]
    assert [bar["label"] for bar in section["rows"]][:2] == ["size", "colour"]
    assert section["rows"][0]["length"] == 240.0
