"""Numbers as a reader sees them."""

from __future__ import annotations

import math

import pytest

from fenlei.explanation.printing import columns
from fenlei.report import numbers

UNKNOWN = [None, math.nan, math.inf]


@pytest.mark.parametrize("value", UNKNOWN)
def test_a_missing_value_is_a_dash(value: float | None) -> None:
    written = [write(value) for write in (numbers.percent, numbers.decimal, numbers.points)]
    assert [*written, numbers.seconds(value, "en")] == ["–"] * 4
    assert numbers.p_value(value) == "p\u00a0–"


@pytest.mark.parametrize(
    ("value", "written"), [(0.9733, "97.3%"), (1, "100.0%"), (0.0, "0.0%"), (0.99999, "100.0%")]
)
def test_percent(value: float, written: str) -> None:
    assert numbers.percent(value) == written


@pytest.mark.parametrize(
    ("value", "written"), [(-0.0266, "−2.7"), (0.031, "+3.1"), (0.0, "0.0"), (-0.0004, "0.0")]
)
def test_points_carry_their_sign_unless_they_are_nought(value: float, written: str) -> None:
    assert numbers.points(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.0, "p < 0.001"), (0.0009, "p < 0.001"), (0.0421, "p = 0.042"), (0.4, "p = 0.40"), (1.0, "p = 1.00")],
)
def test_p_value(value: float, written: str) -> None:
    assert numbers.p_value(value) == written.replace(" ", "\u00a0")


@pytest.mark.parametrize(
    ("value", "english", "chinese"),
    [
        (0.00042, "0.4 ms", "0.4 毫秒"),
        (0.0421, "42 ms", "42 毫秒"),
        (3.21, "3.2 s", "3.2 秒"),
        (59.97, "1 min 0 s", "1 分 0 秒"),
        (125.4, "2 min 5 s", "2 分 5 秒"),
    ],
)
def test_seconds_choose_their_unit(value: float, english: str, chinese: str) -> None:
    assert numbers.seconds(value, "en") == english
    assert numbers.seconds(value, "zh") == chinese


def test_names_are_kept_on_one_short_line() -> None:
    assert numbers.shorten("a\n  b", 10) == "a b"
    assert numbers.shorten("名" * 11, 10) == "名" * 9 + "…"
    assert numbers.shorten(7, 10) == "7"


def test_counts_are_grouped() -> None:
    assert numbers.count(1234567) == "1,234,567"


@pytest.mark.parametrize(
    ("value", "largest", "written"),
    [
        (-1.9, 1.9, "−1.90"),
        (0.0431, 1.9, "0.04"),
        (0.0, 1.9, "0.00"),
        (0.00123, 1.9, "0.00123"),  # would be lost
        (0.0431, 0.0431, "0.0431"),
        (1234.5, 25000.0, "1,234"),
        (3e-12, 3e-12, "3e−12"),
        (math.inf, 1.0, "inf"),
        (0.0, 0.0, "0.00"),
    ],
)
def test_a_column_shares_its_decimals(value: float, largest: float, written: str) -> None:
    assert columns.like(value, largest, 3) == written
