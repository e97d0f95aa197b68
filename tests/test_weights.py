"""Row weights are checked; class weights multiply them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.utils.class_weight import compute_class_weight

from fenlei.errors import DataError, UsageError
from fenlei.weights import check_weights, class_weights

CODES = np.array([0, 1, 1, 2, 2, 2])
CLASSES = np.array(["a", "b", "c"])


def weigh(class_weight: Any, w: Any = None) -> Any:
    return class_weights(SimpleNamespace(class_weight=class_weight), CODES, CLASSES, w)


def test_none_stays_none_and_a_number_stands_for_every_row() -> None:
    assert check_weights(None, 3) is None
    assert_array_equal(check_weights(2, 3), [2.0, 2.0, 2.0])
    assert check_weights([True, 0, 3], 3).dtype == np.float64


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        ([1, np.nan, 1], "not finite"),
        ([1, -np.inf, 1], "not finite"),
        ([1, -1e-300, 1], "negative"),
        ([0, 0, -0.0], "all are zero"),
    ],
)
def test_weights_that_cannot_be(weights: list[float], reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        check_weights(weights, 3)


@pytest.mark.parametrize("weights", [[1, 2], [[1], [2], [3]], np.ones((3, 1))])
def test_one_weight_a_row(weights: Any) -> None:
    with pytest.raises(DataError, match="3 rows"):
        check_weights(weights, 3)


def test_class_weights_multiply_and_unnamed_classes_keep_theirs() -> None:
    assert weigh(None) is None
    assert_array_equal(weigh({"c": 5}), [1, 1, 1, 5, 5, 5])
    assert_array_equal(weigh({"a": 2, "b": 0}, np.arange(6.0)), [0, 0, 0, 3, 4, 5])


def test_balanced_is_scikit_learns_and_follows_the_weights() -> None:
    expected = compute_class_weight("balanced", classes=CLASSES, y=CLASSES[CODES])
    assert_array_equal(weigh("balanced"), expected[CODES])
    w = np.array([3.0, 1, 1, 1, 1, 1])
    assert np.bincount(CODES, weigh("balanced", w)) == pytest.approx([8 / 3] * 3)


@pytest.mark.parametrize("class_weight", [{"d": 1}, {0: 1}])
def test_a_label_that_is_no_class(class_weight: dict[Any, float]) -> None:
    with pytest.raises(UsageError, match="not a class"):
        weigh(class_weight)


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf])
def test_a_class_weight_that_cannot_be_is_called_by_its_name(value: float) -> None:
    with pytest.raises(ValueError, match="class_weight"):
        weigh({"a": value})
