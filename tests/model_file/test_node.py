"""A fitted estimator as a node: parameters, labels, records and parts."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from fenlei.errors import ModelFileError, UsageError
from fenlei.model_file.node import MAX_PART_DEPTH, decode_fitted, encode_fitted
from fenlei.table.frames import CategoryCoding
from tests.model_file.stand_ins import Committee, NearestMean, Tree, X, Y


def encoded(estimator: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    arrays: dict[str, Any] = {}
    return encode_fitted(estimator, "", arrays), arrays


def decoded(node: Any, arrays: dict[str, Any]) -> Any:
    return decode_fitted(node, "", arrays)


def test_the_form_of_a_node() -> None:
    node, arrays = encoded(NearestMean(np.array([0.5, 0.5])).fit(X, Y))
    array = {"$type": "array"}
    assert node == {
        "kind": "nearest_mean",
        "parameters": {"estimator": None, "priors": array, "random_state": None},
        "n_features_in": 2,
        "feature_names_in": None,
        "classes": {"dtype": "str", "values": ["国光", "红富士"]},
        "coding": None,
        "model": {
            "mean": array,
            "tables": {"$type": "tuple", "items": [array, array]},
            "names": {"$type": "strings", "items": ["x0", "x1"]},
            "nothing": None,
        },
        "summary": {"weight": array, "total": array},
        "parts": [],
    }
    model = ["model.mean", "model.tables.0", "model.tables.1"]
    assert sorted(arrays) == [*model, "parameters.priors", "summary.total", "summary.weight"]


def test_parts_nest() -> None:
    committee = Committee(NearestMean()).fit(X, Y)
    node, arrays = encoded(committee)
    assert "parts.1.model.left" in arrays
    loaded = decoded(node, arrays)
    assert [type(part) for part in loaded.parts_] == [NearestMean, Tree]
    assert loaded.predict(X).tolist() == Y.tolist()
    assert type(loaded.estimator) is NearestMean
    assert not arrays


def chain(depth: int) -> Committee:
    inner = Committee().fit(X, Y)
    for _ in range(depth - 1):
        outer = Committee().fit(X, Y)
        outer.parts_ = (inner,)
        inner = outer
    return inner


def test_parts_nest_to_a_limit() -> None:
    node, arrays = encoded(chain(MAX_PART_DEPTH))
    assert decoded(node, dict(arrays))
    with pytest.raises(UsageError, match="cannot be saved"):
        encoded(chain(MAX_PART_DEPTH + 1))
    for _ in range(5):
        node = node | {"parts": [copy.deepcopy(node)]}
    with pytest.raises(ModelFileError, match="deeper nesting"):
        decoded(node, {f"{'parts.0.' * i}model.votes": np.array(1.0) for i in range(9)})


def test_the_coding_of_text_columns_comes_back() -> None:
    estimator = NearestMean().fit(X, Y)
    estimator.coding_ = CategoryCoding(("颜色", "大小"), (("绿", "红"), None), (True, False))
    assert decoded(*encoded(estimator)).coding_ == estimator.coding_


def test_an_unfitted_estimator() -> None:
    with pytest.raises(NotFittedError):
        encoded(NearestMean())


def test_an_estimator_of_others() -> None:
    class Mine(NearestMean):
        pass

    with pytest.raises(UsageError, match="A Mine cannot be saved"):
        encoded(Mine().fit(X, Y))


def test_a_parameter_younger_than_the_file_has_its_default() -> None:
    node, arrays = encoded(NearestMean(random_state=3).fit(X, Y))
    del node["parameters"]["random_state"]
    assert decoded(node, arrays).random_state is None


def test_a_field_younger_than_the_file_has_its_default() -> None:
    node, arrays = encoded(NearestMean().fit(X, Y))
    del node["model"]["nothing"]
    assert decoded(node, dict(arrays)).model_.nothing is None
    del node["model"]["names"]
    with pytest.raises(ModelFileError, match="names"):
        decoded(node, arrays)


REPLACEMENTS: list[tuple[str, Any]] = [
    ("kind", "os:system"),
    ("kind", "fenlei.bayes.gaussian_nb:GaussianNB"),
    ("kind", ["nearest_mean"]),
    ("kind", None),
    ("kind", "tree"),
    ("parameters", {"prior": 1}),
    ("parameters", []),
    ("parameters", {"priors": {"$type": "array"}, "estimator": {"$type": "array"}}),
    ("classes", None),
    ("classes", {"dtype": "str", "values": ["b", "a"]}),
    ("classes", {"dtype": "str", "values": ["a", "b", "c"]}),
    ("n_features_in", 3),
    ("n_features_in", 0),
    ("n_features_in", -1),
    ("n_features_in", 2**40),
    ("n_features_in", "2"),
    ("feature_names_in", ["a"]),
    ("feature_names_in", {}),
    ("coding", []),
    ("coding", {"names": None, "categories": [], "categorical": []}),
    ("coding", {"names": None, "categories": [["a", "a"], None], "categorical": [True, False]}),
    ("model", None),
    ("model", {}),
    ("model", {"mean": {"$type": "array"}}),
    ("model", {"mean": 1.0, "tables": [], "names": None, "nothing": None}),
    ("summary", {}),
    ("summary", None),
    ("summary", []),
    ("parts", None),
    ("parts", [{}]),
    ("parts", {"0": {}}),
]


@pytest.mark.parametrize(("field", "value"), REPLACEMENTS)
def test_refuses_a_field_that_does_not_fit(field: str, value: Any) -> None:
    node, arrays = encoded(NearestMean(np.array([0.5, 0.5])).fit(X, Y))
    assert decoded(copy.deepcopy(node), dict(arrays))
    with pytest.raises(ModelFileError):
        decoded(node | {field: value}, arrays)


@pytest.mark.parametrize("field", ["kind", "parameters", "classes", "model", "summary", "parts"])
def test_refuses_a_missing_or_unknown_field(field: str) -> None:
    node, arrays = encoded(NearestMean(np.array([0.5, 0.5])).fit(X, Y))
    with pytest.raises(ModelFileError, match="an object with"):
        decoded(node | {f"{field}s": node[field]}, dict(arrays))
    del node[field]
    with pytest.raises(ModelFileError, match="an object with"):
        decoded(node, arrays)


ARRAYS: list[tuple[str, Any]] = [
    ("model.mean", np.zeros((3, 2))),
    ("model.mean", np.zeros((2, 2), np.int64)),
    ("model.mean", np.full((2, 2), np.nan)),
    ("model.mean", None),
    ("model.tables.0", np.zeros((2, 1))),
    ("model.tables.1", None),
    ("summary.weight", np.array([-1.0, 1.0])),
    ("summary.total", np.zeros(2)),
    ("parameters.priors", None),
]


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_refuses_an_array_that_does_not_fit(name: str, array: Any) -> None:
    node, arrays = encoded(NearestMean(np.array([0.5, 0.5])).fit(X, Y))
    del arrays[name]
    if array is not None:
        arrays[name] = array
    with pytest.raises(ModelFileError):
        decoded(node, arrays)


@pytest.mark.parametrize(
    "left",
    [[0, -1, -1], [1, 0, -1], [3, -1, -1], [-2, -1, -1], [2**62, -1, -1], [1, -1], [[1, -1, -1]]],
    ids=["itself", "its parent", "past the end", "before the start", "far", "too few", "two-dimensional"],
)
def test_refuses_a_tree_that_is_none(left: list[Any]) -> None:
    node, arrays = encoded(Tree().fit(X, Y))
    arrays["model.left"] = np.array(left)
    with pytest.raises(ModelFileError):
        decoded(node, arrays)


def test_a_failure_inside_the_estimator_is_the_files_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    node, arrays = encoded(Tree().fit(X, Y))
    monkeypatch.setattr(Tree, "_keep", lambda self, model: 1 / 0)
    with pytest.raises(ModelFileError, match=r"does not fit together .division by zero"):
        decoded(node, arrays)


def test_limits_of_parameters_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    from fenlei.parameters import integer

    node, arrays = encoded(NearestMean(random_state=-1).fit(X, Y))
    monkeypatch.setattr(NearestMean, "_limits", {"random_state": integer(0)}, raising=False)
    with pytest.raises(ModelFileError, match="random_state=-1 is not accepted"):
        decoded(node, arrays)
