"""Coordinates of the drawings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei.report.charts import (
    SIDE,
    axis_of_shares,
    corners,
    line_path,
    step_path,
    tick_step,
)

shares = st.floats(0, 1)


@given(st.lists(shares, max_size=8))
@settings(max_examples=200)
def test_an_axis_holds_its_values_within_the_possible(values: list[float]) -> None:
    axis = axis_of_shares(values, 100.0)
    assert 0.0 <= axis.low < axis.high <= 1.0
    assert all(axis.low - 1e-9 <= value <= axis.high + 1e-9 for value in values)
    assert all(0.0 <= axis.position(value) <= 100.0 for value in values)


@given(st.lists(shares, max_size=8))
@settings(max_examples=200)
def test_ticks_run_from_end_to_end(values: list[float]) -> None:
    axis = axis_of_shares(values, 100.0)
    marks = axis.ticks()
    assert (marks[0], marks[-1]) == pytest.approx((axis.low, axis.high))
    assert 2 <= len(marks) <= 12


def test_an_axis_is_rounded_outwards() -> None:
    # 0.91..0.97 spans 0.06; a third of it is 0.02, so the ends are even hundredths.
    axis = axis_of_shares([0.91, 0.97], 100.0)
    assert (axis.low, axis.high) == (0.9, 0.98)
    assert axis.ticks() == [0.9, 0.92, 0.94, 0.96, 0.98]
    assert axis.position(0.94) == 50.0


def test_values_beyond_an_end_lie_on_it() -> None:
    axis = axis_of_shares([0.9, 1.0], 100.0)
    assert axis.position(0.2) == 0.0
    assert not axis.holds(0.2)


@pytest.mark.parametrize(
    ("extent", "step"), [(1.0, 0.2), (0.3, 0.1), (0.06, 0.02), (0.02, 0.005), (0.16, 0.05)]
)
def test_tick_step(extent: float, step: float) -> None:
    assert tick_step(extent) == pytest.approx(step)


def test_a_line_goes_through_its_points() -> None:
    # y points up in the plot and down in SVG.
    assert line_path([0, 0.5, 1], [0, 0.75, 1]) == "M0 280L140 70L280 0"


def test_precision_between_two_recalls_is_that_of_the_higher_one() -> None:
    # Recall 0 -> 0.5 at precision 0.75, 0.5 -> 1 at precision 0.5; scikit-learn gives recall falling.
    assert step_path([1.0, 0.5, 0.0], [0.5, 0.75, 1.0]) == "M0 0V70H140V140H280"


def test_steps_at_one_recall_go_down() -> None:
    assert step_path([1.0, 1.0, 0.0], [0.25, 1.0, 1.0]) == "M0 0V0H280V210H280"


@given(st.integers(1, 5000))
@settings(max_examples=50)
def test_points_that_coincide_are_drawn_once(n: int) -> None:
    x = [i / max(n - 1, 1) for i in range(n)]
    points = corners(x, x)
    assert len(points) == len(set(points)) <= min(n, 10 * SIDE + 1)
    assert points[0] == (0.0, SIDE)
    assert points[-1] == ((SIDE, 0.0) if n > 1 else (0.0, SIDE))
