"""Class labels keep their values and their type."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fenlei.errors import ModelFileError, UsageError
from fenlei.model_file.labels import decode_classes, decode_feature_names, encode_classes


def round_trip(classes: Any) -> Any:
    return decode_classes(json.loads(json.dumps(encode_classes(classes))), "classes")


@pytest.mark.parametrize(
    "classes",
    [
        np.array(["国光", "红富士"]),
        np.array(["", "a"]),
        np.array([False, True]),
        np.array([-1, 1]),
        np.array([-(2**63), 2**63 - 1]),
        np.array([0, 255], np.uint8),
        np.array([0, 2**64 - 1], np.uint64),
        np.array([-1.0, 0.0, 2.0]),
        np.array([0.5, 1.5], np.float32),
        np.array([3]),
    ],
)
def test_round_trip(classes: Any) -> None:
    result = round_trip(classes)
    assert result.dtype == classes.dtype
    assert np.array_equal(result, classes)


@given(st.sets(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1))
def test_any_text_round_trips(labels: set[str]) -> None:
    classes = np.unique(np.array(sorted(labels)))
    assert np.array_equal(round_trip(classes), classes)


@pytest.mark.parametrize(
    "classes",
    [
        np.array([b"a", b"b"]),
        np.array(["2024-01-01"], dtype="datetime64[D]"),
        np.array([1, 2], dtype=object),
        np.array([0.0, np.inf]),
        np.array([1j]),
    ],
)
def test_refuses_to_write_other_types(classes: Any) -> None:
    with pytest.raises(UsageError, match=r"Class labels of type .* cannot be saved"):
        encode_classes(classes)


@pytest.mark.parametrize(
    "value",
    [
        {"dtype": "int64", "values": []},
        {"dtype": "int64", "values": [2, 1]},
        {"dtype": "int64", "values": [1, 1]},
        {"dtype": "int64", "values": [1, True]},
        {"dtype": "int64", "values": [1.0]},
        {"dtype": "int8", "values": [300]},
        {"dtype": "uint8", "values": [-1]},
        {"dtype": "float32", "values": [0.1]},
        {"dtype": "float64", "values": [1]},
        {"dtype": "bool", "values": [0, 1]},
        {"dtype": "str", "values": ["b", "a"]},
        {"dtype": "str", "values": ["a", "a\0"]},
        {"dtype": "str", "values": [1]},
        {"dtype": "str", "values": ["a" * 2**16] + ["b"] * 2**12},
        {"dtype": "object", "values": ["a"]},
        {"dtype": "S5", "values": ["a"]},
        {"dtype": ["str"], "values": ["a"]},
        {"dtype": "str", "values": "ab"},
        {"dtype": "str"},
        ["a"],
    ],
)
def test_refuses_labels_that_do_not_fit(value: Any) -> None:
    with pytest.raises(ModelFileError):
        decode_classes(value, "classes")


@pytest.mark.parametrize("names", [["a"], ["a", "a"], ["a", 1], "ab", ["a", "b", "c"]])
def test_refuses_feature_names_that_do_not_fit(names: Any) -> None:
    with pytest.raises(ModelFileError):
        decode_feature_names(names, "names", 2)
