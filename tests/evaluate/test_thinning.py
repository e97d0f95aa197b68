"""Thinned curves: few points, both ends, corners first, never far from the curve."""

from __future__ import annotations

import numpy as np
import pytest

from fenlei.errors import UsageError
from fenlei.evaluate import thin_curve
from tests.oracles import metrics as oracle


def test_a_short_curve_is_left_alone() -> None:
    x = np.linspace(0, 1, 200)
    assert thin_curve(x, x**2, 200)[0] is x


def test_a_straight_line_needs_two_points() -> None:
    x = np.arange(1000.0)
    assert [part.tolist() for part in thin_curve(x, np.zeros(1000), 10)] == [[0, 999], [0, 0]]


def test_corners_crowded_in_the_first_thousandth_are_kept() -> None:
    # the shape of a precision-recall curve of a rare class: all jumps come early
    x = np.linspace(0, 1, 100_000)
    y = np.where(x < 0.0005, 0.0, 0.5) + np.where(x < 0.001, 0.0, 0.5)
    kept_x, kept_y = thin_curve(x, y, 6)
    assert sorted(set(kept_y)) == [0.0, 0.5, 1.0]
    worst = np.abs(np.interp(x, kept_x, kept_y) - y)
    assert (worst > 1e-3).mean() < 1e-4


@pytest.mark.parametrize("points", [3, 20, 200])
def test_more_points_come_closer(points: int) -> None:
    rng = np.random.default_rng(points)
    x, y = (np.append(0, np.cumsum(rng.integers(0, 2, 3000))) for _ in range(2))
    x, y = x / x[-1], y / y[-1]
    kept_x, kept_y = thin_curve(x, y, points)
    assert len(kept_x) == len(kept_y) == points
    assert (kept_x[0], kept_y[0], kept_x[-1], kept_y[-1]) == (0, 0, 1, 1)
    places = [int(np.flatnonzero((x == a) & (y == b))[0]) for a, b in zip(kept_x, kept_y, strict=True)]
    assert oracle.distance_to_polyline(x, y, places) < 0.4 / points


def test_a_closed_curve_is_measured_from_its_ends() -> None:
    angle = np.linspace(0, 2 * np.pi, 1001)
    x, _ = thin_curve(np.cos(angle) * (angle > 0) + (angle == 0), np.round(np.sin(angle), 12), 5)
    assert len(x) == 5
    assert x.min() == pytest.approx(-1)


def test_fewer_than_two_points_are_refused() -> None:
    with pytest.raises(UsageError, match="points=1 is not accepted; give at least 2"):
        thin_curve(np.arange(3.0), np.arange(3.0), 1)
