"""The readable models of a comparison: a tree's drawing and a linear model's coefficients, as plain data."""

import json

import numpy as np
import pytest

import fenlei
from fenlei.study import compare, train
from fenlei.study.data import study_data
from fenlei.study.facts.readable_models import (
    MAX_FEATURES,
    MAX_LEAVES,
    linear_facts,
    readable_models,
    tree_facts,
)
from fenlei.study.source import read_labelled


@pytest.fixture(scope="module")
def iris() -> dict:
    return compare("iris", models=["lda", "decision_tree", "gaussian_nb"], folds=3)["readable"]


def test_it_is_plain_and_names_the_models(iris: dict) -> None:
    assert json.loads(json.dumps(iris, allow_nan=False)) == iris
    assert (iris["tree"]["model"], iris["linear"]["model"]) == ("decision_tree", "lda")


def test_the_tree_is_the_one_fitted_on_all_rows(iris: dict) -> None:
    data = fenlei.load("iris")
    tree = fenlei.DecisionTreeClassifier(random_state=0).fit(data.X, data.y)
    nodes, links = iris["tree"]["nodes"], iris["tree"]["links"]
    assert nodes[0]["text"] == data.table.schema.features[tree.tree_.feature[0]].name
    assert nodes[0]["rows"] == 150
    assert len(links) == len(nodes) - 1
    for upper in {link["upper"] for link in links}:
        below = [nodes[link["lower"]] for link in links if link["upper"] == upper]
        assert sum(node["rows"] for node in below) == nodes[upper]["rows"]
        assert {node["depth"] for node in below} == {nodes[upper]["depth"] + 1}
    leaves = [node for node in nodes if node["leaf"]]
    assert len(leaves) <= MAX_LEAVES
    assert sorted(node["x"] for node in leaves) == list(range(len(leaves)))
    assert sum(node["wrong"] for node in leaves) == 1  # where the cut of depth 4 leaves one row


def test_the_coefficients_are_those_of_the_scaled_columns(iris: dict) -> None:
    data = fenlei.load("iris")
    X = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    coef = fenlei.LinearDiscriminantAnalysis().fit(X, data.y).coef_
    names = [column.name for column in data.table.schema.features]
    linear = iris["linear"]
    for name, row in zip(linear["features"], linear["coef"], strict=True):
        np.testing.assert_allclose(row, coef[:, names.index(name)], rtol=1e-9)
    sizes = [max(map(abs, row)) for row in linear["coef"]]
    assert sizes == sorted(sizes, reverse=True)
    assert linear["total"] == 4


def test_two_classes_have_one_column_of_coefficients() -> None:
    found = compare("breast_cancer", models=["lda"], folds=2)["readable"]
    assert found["tree"] is None
    assert len(found["linear"]["classes"]) == 1
    assert {len(row) for row in found["linear"]["coef"]} == {1}
    assert len(found["linear"]["features"]) == MAX_FEATURES < found["linear"]["total"] == 30


def test_a_wide_tree_is_cut_higher_up() -> None:
    rng = np.random.default_rng(0)
    columns = {f"x{j}": rng.choice([f"v{i}" for i in range(9)], 600).tolist() for j in range(3)}
    columns["y"] = [f"c{v}" for v in rng.integers(0, 3, 600)]
    data = study_data(read_labelled(columns, "y"), "made")
    facts = tree_facts("id3", train(columns, "id3", "y"), data, "en")
    assert facts["depth"] == 1
    assert len(facts["nodes"]) == 10
    assert all(node["is_cut"] for node in facts["nodes"][1:])


def test_without_such_a_model_there_is_nothing() -> None:
    def never(name: str) -> None:
        raise AssertionError(name)

    skipped = {"name": "lda", "status": "skipped", "rank": None}
    assert readable_models([skipped], None, never, "en") == {"tree": None, "linear": None}  # type: ignore[arg-type]


def test_names_of_categories_are_those_of_the_one_hot_columns() -> None:
    columns = {"colour": ["red", "green"] * 20, "size": list(range(40)), "y": ["a", "b", "a", "a"] * 10}
    data = study_data(read_labelled(columns, "y"), "made")
    facts = linear_facts("logistic_regression", train(columns, "logistic_regression", "y"), data)
    assert set(facts["features"]) <= {"colour=green", "colour=red", "size"}
