"""Positions in a drawing: numbers to coordinates and SVG paths, nothing else.

A linear axis carries a value to a horizontal position. A unit square carries rates in [0, 1] to the square of
a ROC or precision-recall plot, whose vertical axis points up while SVG's points down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

SIDE = 280.0  # side of the unit square
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
DIAGONAL = f"M0 {SIDE:g}L{SIDE:g} 0"


class Tick(TypedDict):
    """A labelled position on an axis."""

    position: float
    label: str


class Mark(TypedDict):
    """A dot on a curve."""

    across: float
    down: float
    radius: float


class PlotLine(TypedDict):
    """A curve of a plot, with its name and its value in the legend."""

    label: str
    colour: int
    path: str
    value: str
    prevalence_position: float | None
    marks: list[Mark]


class Axis(NamedTuple):
    """A linear scale from [low, high] to [0, width], with a tick at every multiple of `step`."""

    low: float
    high: float
    step: float
    width: float

    def position(self, value: float) -> float:
        """The coordinate of `value`; a value beyond an end lies on that end."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.width * min(max(share, 0.0), 1.0), 1)

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high

    def ticks(self) -> list[float]:
        """The round values along the axis, ends included."""
        parts = round((self.high - self.low) / self.step)
        places = max(10, 3 - math.floor(math.log10(self.step)))
        return [round(self.low + i * self.step, places) for i in range(parts + 1)]


def axis_around_zero(values: Iterable[float], width: float, least: float = 0.02) -> Axis:
    """An axis of an extent of at least `least` that shows 0 and all `values`, its ends rounded outwards to a
    tick.
    """
    shown = [0.0, *values]
    step = tick_step(max(max(shown) - min(shown), least))
    first, last = math.floor(min(shown) / step + 1e-9), math.ceil(max(shown) / step - 1e-9)
    return Axis(first * step, max(last, first + 1) * step, step, width)


def axis_of_shares(values: Iterable[float], width: float) -> Axis:
    """An axis for shares that shows all `values`, its ends rounded outwards to a tick."""
    shown = [min(max(value, 0.0), 1.0) for value in values] or [0.0, 1.0]
    step = tick_step(max(max(shown) - min(shown), 0.02))
    # The slack keeps 0.3 / 0.1 = 2.9999999999999996 from opening one more step.
    first, last = math.floor(min(shown) / step + 1e-9), math.ceil(max(shown) / step - 1e-9)
    if first == last:
        first, last = (first - 1, last) if last * step > 0.5 else (first, last + 1)
    return Axis(round(first * step, 10), round(last * step, 10), step, width)


def axis_of_numbers(values: Iterable[float], width: float) -> Axis:
    """An axis for numbers of any size that shows all `values`, its ends rounded outwards to a tick."""
    shown = list(values) or [0.0, 1.0]
    extent = max(shown) - min(shown) or abs(shown[0]) or 1.0
    step = tick_step(extent)
    first, last = math.floor(min(shown) / step + 1e-9), math.ceil(max(shown) / step - 1e-9)
    return Axis(first * step, max(last, first + 1) * step, step, width)


def tick_step(extent: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that cuts `extent` into at least three parts."""
    power = 10.0 ** math.floor(math.log10(extent / 3))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= extent / 3 * (1 + 1e-9))


def unit_ticks(values: Sequence[float] = TICKS) -> list[Tick]:
    """Ticks along a side of the square, which stands for the last of the values."""
    return [{"position": round(SIDE * value / values[-1], 1), "label": f"{value:g}"} for value in values]


def corners(x: Sequence[float], y: Sequence[float]) -> list[tuple[float, float]]:
    """The points of a curve in the plot's coordinates; of those that coincide there, the first."""
    points = [(round(SIDE * across, 1), round(SIDE * (1 - up), 1)) for across, up in zip(x, y, strict=True)]
    return [point for i, point in enumerate(points) if i == 0 or point != points[i - 1]]


def line_path(x: Sequence[float], y: Sequence[float]) -> str:
    """An SVG path through the points in their order, as a ROC curve is drawn."""
    return "M" + "L".join(f"{across:g} {down:g}" for across, down in corners(x, y))


def step_path(recall: Sequence[float], precision: Sequence[float]) -> str:
    """An SVG path of steps: between two recalls the precision is that of the higher one.

    This is the curve whose area is the average precision; a straight line between two points would promise
    more than any threshold gives.
    """
    pairs = sorted(zip(recall, precision, strict=True), key=lambda pair: (pair[0], -pair[1]))
    (first, *rest) = corners([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    return f"M{first[0]:g} {first[1]:g}" + "".join(f"V{down:g}H{across:g}" for across, down in rest)
