"""Label vectors as codes: kinds of labels together, chosen labels, which rows are positive."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fenlei.errors import DataError
from fenlei.evaluate.labels import code_pair, code_true, positions_of, positive_mask


@pytest.mark.parametrize(
    ("true", "pred", "classes"),
    [
        ([2, 0], [5, 2], [0, 2, 5]),
        ([True, False], [1, 1], [0, 1]),
        ([1.0, 2.0], [1, 3], [1, 2, 3]),
        (["b", "a"], np.array(["c", "a"], dtype=object), ["a", "b", "c"]),
        ([[1], [2]], [1, 1], [1, 2]),
    ],
)
def test_two_vectors_share_their_classes(true: Any, pred: Any, classes: list[Any]) -> None:
    pair = code_pair(true, pred)
    assert pair.classes.tolist() == classes
    assert pair.classes[pair.true].tolist() == np.ravel(true).tolist()
    assert pair.classes[pair.pred].tolist() == np.ravel(pred).tolist()


def test_numbers_and_text_do_not_mix_even_as_objects() -> None:
    for pred in (["1", "2"], np.array(["1", "2"], dtype=object)):
        with pytest.raises(DataError, match="mixes kinds of labels"):
            code_pair([1, 2], pred)


def test_codes_among_chosen_labels() -> None:
    classes, codes = code_true(["b", "c"], labels=["c", "b", "a"])
    assert classes.tolist() == ["a", "b", "c"]
    assert codes.tolist() == [1, 2]
    assert positions_of(np.array([7, 8]), np.array([8, 9])).tolist() == [-1, 0]


@pytest.mark.parametrize(
    ("labels", "pos_label", "positive"),
    [
        ([0, 1, 1], None, [False, True, True]),
        ([-1, 1], None, [False, True]),
        ([-1, -1], None, [False, False]),
        ([False, True], None, [False, True]),
        (["ham", "spam"], "spam", [False, True]),
        ([1, 2, 3], 2, [False, True, False]),
        ([1, 2], 9, [False, False]),
    ],
)
def test_positive_rows(labels: list[Any], pos_label: Any, positive: list[bool]) -> None:
    assert positive_mask(labels, pos_label).tolist() == positive


@pytest.mark.parametrize("labels", [[0, 1, -1], [1, 2], ["a", "b"]])
def test_the_positive_label_is_not_guessed(labels: list[Any]) -> None:
    with pytest.raises(DataError, match="so it is not clear which is positive; pass pos_label"):
        positive_mask(labels)
