"""Fewer points for a curve that looks the same.

The points are chosen as by Ramer, Douglas and Peucker: start with the two ends, then again and again keep the
point farthest from the line that stands for it. Corners come first, straight stretches need no points.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from fenlei.functions.checks import refused
from fenlei.kernels import Array, kernel
from fenlei.messages import phrase


def thin_curve(x: Array, y: Array, points: int = 200) -> tuple[Array, Array]:
    """At most `points` of the points (x, y), both ends included, that keep the shape of the curve.

    Examples
    --------
    >>> x = np.linspace(-1, 1, 1001)
    >>> [values.tolist() for values in thin_curve(x, np.abs(x), 3)]
    [[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]]
    """
    if points < 2:
        raise refused("thin_curve", "points", points, phrase("limit.least", low=2))
    if len(x) <= points:
        return x, y
    kept = _farthest_points(np.ascontiguousarray(x, float), np.ascontiguousarray(y, float), points)
    return x[kept], y[kept]


def _farthest_points(x: Array, y: Array, points: int) -> list[int]:
    kept = [0, len(x) - 1]
    stretches: list[
        tuple[float, int, int, int]
    ] = []  # (-distance, position, start, stop): nearest to -inf first

    def measure(start: int, stop: int) -> None:
        position, distance = farthest_from_chord(x, y, start, stop)
        if distance > 0:
            heappush(stretches, (-distance, position, start, stop))

    measure(*kept)
    while stretches and len(kept) < points:
        _, position, start, stop = heappop(stretches)
        kept.append(position)
        measure(start, position)
        measure(position, stop)
    return sorted(kept)


@kernel
def farthest_from_chord(x: Array, y: Array, start: int, stop: int) -> tuple[int, float]:
    """Index strictly between start and stop that is farthest from the line joining them, and its distance."""
    dx, dy = x[stop] - x[start], y[stop] - y[start]
    length = np.sqrt(dx * dx + dy * dy)
    position, largest = start, 0.0
    for i in range(start + 1, stop):
        u, v = x[i] - x[start], y[i] - y[start]
        # a curve may come back to where it started: then there is no line, only a point
        distance = abs(u * dy - v * dx) / length if length > 0 else np.sqrt(u * u + v * v)
        if distance > largest:
            position, largest = i, distance
    return position, largest
