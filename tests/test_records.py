"""The checker of records finds what does not fit and names it."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

from fenlei.errors import ModelFileError
from fenlei.records import Field, check_record


def check(value: Any, field: Field, **sizes: int) -> None:
    fields = [("a", Annotated[Any, field]), ("b", Annotated[Any, Field("")])]
    Pair = NamedTuple("Pair", fields)
    check_record(Pair(value, np.array(0.0)), **sizes)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (np.zeros((2, 3)), Field("K p")),
        (np.zeros((2, 3), np.float32), Field("K p")),
        (np.zeros((2, 3)), Field("K 3")),
        (np.zeros((2, 9)), Field("K *")),
        (np.zeros((0, 3)), Field("* p", low=5.0)),
        (np.arange(2), Field("K", "iu", low=0, high=1)),
        (np.array([True, False]), Field("K", "b")),
        (np.array(["a", "b"], dtype=object), Field("K", "O")),
        (np.array([-np.inf, 0.0]), Field("K", low=-np.inf, high=0.0)),
        (np.array([np.nan, 1.0]), Field("K", nan=True)),
        (np.array([np.nan, np.nan]), Field("K", nan=True)),
        (None, Field("K", optional=True)),
        ((np.zeros((2, 5)), np.zeros((2, 1)), np.zeros((2, 0))), Field("K *", many="p")),
        ((), Field("K *", many="*")),
    ],
)
def test_accepts(value: Any, field: Field) -> None:
    check(value, field, K=2, p=3)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (np.zeros((3, 2)), Field("K p")),
        (np.zeros(2), Field("K p")),
        (np.zeros((2, 4)), Field("K 3")),
        (np.zeros(2, int), Field("K")),
        (np.zeros(2), Field("K", "iu")),
        (np.zeros(2, bool), Field("K", "iu")),
        (np.array([-1, 0]), Field("K", "iu", low=0)),
        (np.array([0, 2]), Field("K", "iu", high=1)),
        (np.array([0.0, np.inf]), Field("K")),
        (np.array([0.0, np.nan]), Field("K")),
        (np.array([0.0, np.nan]), Field("K", low=-np.inf, high=np.inf)),
        (np.array([np.inf, np.nan]), Field("K", nan=True)),
        (np.array(["a", 1], dtype=object), Field("K", "O")),
        (None, Field("K")),
        ([0.0, 0.0], Field("K")),
        (1.0, Field("")),
        (np.zeros(2), Field("K", many="p")),
        ((np.zeros(2),), Field("K", many="p")),
        ((np.zeros(2), np.zeros(2), np.zeros(1)), Field("K", many="p")),
    ],
)
def test_refuses(value: Any, field: Field) -> None:
    with pytest.raises(ModelFileError, match="array 'a"):
        check(value, field, K=2, p=3)


class Pair(NamedTuple):
    a: Annotated[Any, Field("m")]
    b: Annotated[Any, Field("m")]


def test_an_unknown_letter_takes_the_first_length_it_meets() -> None:
    check_record(Pair(np.zeros(5), np.zeros(5)))
    with pytest.raises(ModelFileError, match="'b' has shape"):
        check_record(Pair(np.zeros(5), np.zeros(4)))


class Bare(NamedTuple):
    a: Any


def test_a_field_without_a_rule_is_a_mistake_of_the_estimator() -> None:
    with pytest.raises(TypeError, match=r"Bare\.a"):
        check_record(Bare(np.zeros(5)))
