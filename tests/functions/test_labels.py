"""One-hot labels (source 001, equation 5.1.2), there and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.preprocessing import LabelBinarizer

from fenlei import GaussianNB, LogisticRegression, load
from fenlei.errors import DataError
from fenlei.evaluate import log_loss
from fenlei.functions import cross_entropy, from_one_hot, one_hot


def test_there_and_back() -> None:
    y = np.array(["b", "c", "a", "c"])
    Y = one_hot(y)
    assert_array_equal(Y, LabelBinarizer().fit_transform(y))
    assert_array_equal(from_one_hot(Y, np.unique(y)), y)
    assert_array_equal(from_one_hot(Y), [1, 2, 0, 2])


def test_classes_give_the_order_and_those_that_rows_do_not_show() -> None:
    assert_array_equal(one_hot([1, 3], classes=[3, 2, 1]), [[0, 0, 1], [1, 0, 0]])
    assert_array_equal(one_hot("b", classes=["b", "a"]), [1, 0])
    assert one_hot(np.array(["x", "y"], dtype=object)).shape == (2, 2)


def test_cross_entropy_of_one_hot_labels_is_the_log_loss() -> None:
    data = load("iris")
    model = GaussianNB().fit(data.X, data.y)
    P = model.predict_proba(data.X)
    losses = cross_entropy(one_hot(data.y, model.classes_), P)
    assert losses.mean() == pytest.approx(log_loss(data.y, P), rel=1e-12)


def test_fitting_to_one_hot_labels_names_the_function() -> None:
    data = load("iris")
    for model in (LogisticRegression(), GaussianNB()):
        with pytest.raises(ValueError, match=r"1d array, got .* \(150, 3\) .* fenlei.functions.from_one_hot"):
            model.fit(data.X, one_hot(data.y))


@pytest.mark.parametrize(
    ("Y", "message"),
    [
        ([[1, 1], [0, 1]], r"not one-hot, for example \[1.0, 1.0\]"),
        ([[0, 0]], "not one-hot"),
        ([[0.5, 0.5]], "not one-hot"),
        ([[-1, 2]], "not one-hot"),
        ([[np.nan, 1]], "Y has the value nan"),
        (np.zeros((0,)), r"Y has shape \(0,\)"),
        (np.zeros((1, 1, 2)), r"shape \(1, 1, 2\) is not one-hot"),
        ("ab", "Y is a str"),
    ],
)
def test_what_is_not_one_hot(Y: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        from_one_hot(Y)


def test_bad_labels_get_one_sentence() -> None:
    with pytest.raises(DataError, match=r"The label 4 is not among the classes \[1, 2\]"):
        one_hot([1, 4], classes=[1, 2])
    with pytest.raises(DataError, match=r"classes=\[1, 1\] cannot be the columns"):
        one_hot([1], classes=[1, 1])
    with pytest.raises(DataError, match=r"classes=\[\] cannot be the columns"):
        one_hot([])
    with pytest.raises(DataError, match=r"y has shape \(1, 2\); give labels of one dimension"):
        one_hot([[1, 2]])
    with pytest.raises(DataError, match="y has rows of different lengths; give labels of one dimension"):
        one_hot([[1, 2], [3]])
    with pytest.raises(DataError, match="y has 1 missing labels"):
        one_hot([1.0, np.nan])
    with pytest.raises(DataError, match="y has 1 missing labels"):
        one_hot(["a", None])
    with pytest.raises(DataError, match="There are 3 classes for 2 columns of Y"):
        from_one_hot([[0, 1]], ["a", "b", "c"])
