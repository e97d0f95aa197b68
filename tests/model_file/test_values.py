"""Parameters come back as they went in, or are refused by name."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fenlei.errors import ModelFileError, UsageError
from fenlei.model_file.values import decode, encode
from fenlei.table.schema import Column, Schema
from tests.model_file.stand_ins import NearestMean

scalars = st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats() | st.text()
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text() | st.integers() | st.floats(allow_nan=False), inner, max_size=3)
    ),
    max_leaves=10,
)


def round_trip(value: Any) -> Any:
    arrays: dict[str, Any] = {}
    text = json.dumps(encode(value, "parameters.x", arrays), allow_nan=False)
    result = decode(json.loads(text), "parameters.x", arrays)
    assert not arrays
    return result


@given(values)
def test_round_trip(value: Any) -> None:
    # repr tells 1 from 1.0, (1,) from [1], 0.0 from -0.0, and NaN from nothing else.
    try:
        assert repr(round_trip(value)) == repr(value)
    except UsageError as error:
        assert error.key == "model_file.value"  # noqa: PT017 - nested too deep, or an integer too long


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.float64(0.5), 0.5),
        (np.float32(0.5), 0.5),
        (np.int8(3), 3),
        (np.True_, True),
        (np.str_("a"), "a"),
        (np.float32("inf"), math.inf),
        ({"$type": 1}, {"$type": 1}),
        ({"type": 1}, {"type": 1}),
        ({0: 1.0, "国光": 2.0}, {0: 1.0, "国光": 2.0}),
        ({True: 1, (1, 2): 3}, {True: 1, (1, 2): 3}),
        (np.random.RandomState(0), None),
        (np.random.default_rng(0), None),
    ],
)
def test_values(value: Any, expected: Any) -> None:
    result = round_trip(value)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    "array",
    [
        np.array([0.1, np.nan, -np.inf]),
        np.array([[1, 2]], np.int32),
        np.array([True, False]),
        np.array(3.0),
        np.zeros(0),
        np.array(["颜色", "大小"], dtype=object),
    ],
)
def test_arrays(array: Any) -> None:
    for value in (array, [array, 1, (array,)], {"a": array, 2: array}):
        assert repr(round_trip(value)) == repr(value)
    assert round_trip(array).dtype == array.dtype


def test_a_schema() -> None:
    schema = Schema((Column("颜色", "nominal", ("红", "绿")),), target=None, notes=("note",))
    assert round_trip(schema) == schema


def test_an_estimator_is_a_kind_and_its_parameters() -> None:
    inner = NearestMean(np.array([0.25, 0.75]), random_state=7)
    result = round_trip(NearestMean([1, 2], estimator=inner))
    assert type(result) is NearestMean
    assert result.estimator.priors.tolist() == [0.25, 0.75]
    assert result.estimator.random_state == 7
    assert not hasattr(result.estimator, "model_")


@pytest.mark.parametrize(
    "value",
    [
        len,
        lambda x: x,
        NearestMean,
        object(),
        b"bytes",
        {1, 2},
        1j,
        2**63,
        np.array([1j]),
        np.array([object()]),
        np.array(["2024-01-01"], dtype="datetime64[D]"),
        np.datetime64("2024-01-01"),
        np.array([["a"]]),
        np.float64,
        range(3),
    ],
)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [v], lambda v: {"k": (v,)}])
def test_refuses_what_is_no_data(value: Any, wrap: Any) -> None:
    with pytest.raises(UsageError, match=r"parameters\.x.* cannot be saved"):
        encode(wrap(value), "parameters.x", {})


def test_refuses_a_foreign_estimator() -> None:
    from sklearn.linear_model import LogisticRegression

    with pytest.raises(UsageError, match="A LogisticRegression cannot be saved"):
        encode(LogisticRegression(), "parameters.x", {})


def test_refuses_a_list_that_holds_itself() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(UsageError, match="cannot be saved"):
        encode(endless, "parameters.x", {})


@pytest.mark.parametrize(
    "value",
    [
        {"$type": "float", "value": "1"},
        {"$type": "float", "value": 1},
        {"$type": "float"},
        {"$type": "eval", "value": "1"},
        {"$type": None},
        {"$type": ["float"]},
        {"$type": "tuple", "items": {}},
        {"$type": "tuple", "items": [], "more": 1},
        {"$type": "dict", "items": [[1]]},
        {"$type": "dict", "items": [[1, 2, 3]]},
        {"$type": "dict", "items": ["ab"]},
        {"$type": "dict", "items": [[[], 2]]},
        {"$type": "array"},
        {"$type": "array", "name": "model.mean"},
        {"$type": "strings", "items": [1]},
        {"$type": "schema", "value": {}},
        {"$type": "schema", "value": None},
        {"$type": "random_state", "seed": 1},
        {"$type": "estimator", "kind": "os.system", "parameters": {}},
        {"$type": "estimator", "kind": ["tree"], "parameters": {}},
        {"$type": "estimator", "kind": "tree", "parameters": {"command": "ls"}},
        {"$type": "estimator", "kind": "tree", "parameters": []},
    ],
)
def test_refuses_a_tag_that_does_not_fit(value: Any) -> None:
    with pytest.raises(ModelFileError):
        decode([value], "parameters.x", {})
