"""Pieces of SVG that the pictures share: a scale, axes, marks with a shape and a colour for each group."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

LEFT, RIGHT, TOP, BOTTOM = 48.0, 14.0, 14.0, 40.0
_COLOURS = ("#1f5f9f", "#bb4f12", "#24774d", "#93348a", "#8a6a00", "#007682", "#bd2745", "#5754a5")


class AxisScale(NamedTuple):
    """From numbers to places: `low` is at `start`, `high` at `stop`."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, x: float) -> float:
        return self.start + (x - self.low) / (self.high - self.low) * (self.stop - self.start)


ROUNDING = 1e-12  # by which values that are drawn as one may differ


def scale(values: Iterable[float], start: float, stop: float, margin: float = 0.08) -> AxisScale:
    """A scale over the finite values, with some room at both ends."""
    finite = [x for x in values if math.isfinite(x)] or [0.0]
    low, high = min(finite), max(finite)
    if high - low <= ROUNDING * max(abs(low), abs(high)):  # one value, but for rounding
        low = high = (low + high) / 2
    high = high if high > low or margin else low + 1.0
    room = (high - low) * margin or max(1.0, abs(low)) * margin
    return AxisScale(low - room, high + room, start, stop)


def colour(group: int) -> str:
    """The colour of a group; a page may set its own as --c0, --c1, ..."""
    k = group % len(_COLOURS)
    return f"var(--c{k}, {_COLOURS[k]})" if group >= 0 else "var(--muted, #5a636d)"


def mixed(shares: Sequence[float]) -> str:
    """The colours of the groups, mixed by their shares; empty without shares.

    Examples
    --------
    >>> mixed([0.0, 1.0]) == colour(1), mixed([])
    (True, '')
    """
    found, weight = "", 0.0
    for k, share in enumerate(shares):
        if share > 0.005:
            weight += share
            own = 100 * share / weight
            found = colour(k) if not found else f"color-mix(in srgb, {colour(k)} {own:.0f}%, {found})"
    return found


def mark(x: float, y: float, group: int, size: float = 1.0, title: str = "", paint: str = "") -> str:
    """A group's own shape in its own colour: circle, square, triangle, diamond, bar."""
    r = 4.5 * math.sqrt(max(size, 0.04))
    shape = max(group, 0) % 5
    if shape == 0:
        drawn = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"'
    elif shape == 1:
        drawn = f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}"'
    else:
        corners = {
            2: ((0, -1.3), (1.2, 0.9), (-1.2, 0.9)),
            3: ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
            4: ((-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)),
        }[shape]
        points = " ".join(f"{x + a * r:.1f},{y + b * r:.1f}" for a, b in corners)
        drawn = f'<polygon points="{points}"'
    inside = f"><title>{escape(title)}</title></{drawn[1:].split()[0]}>" if title else "/>"
    return f'{drawn} style="fill:{paint or colour(group)};fill-opacity:.8"{inside}'


def label(x: float, y: float, words: str, anchor: str = "middle", size: int = 12) -> str:
    style = f"fill:var(--ink, currentColor);font:{size}px system-ui, sans-serif"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="{style}">{escape(words)}</text>'


def line(
    x: float, y: float, to_x: float, to_y: float, kind: str = "muted", width: float = 1.0, extra: str = ""
) -> str:
    paint = {"muted": "var(--guide, #9aa3ab)", "ink": "var(--ink, currentColor)"}.get(kind, kind)
    style = f"stroke:{paint};stroke-width:{width}{extra}"
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" style="{style}"/>'


def ticks(axis: AxisScale, most: int = 5) -> list[float]:
    """Round numbers inside a scale."""
    span = (axis.high - axis.low) / most
    power = 10.0 ** math.floor(math.log10(span))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= span)
    first = math.ceil(axis.low / step)
    return [k * step for k in range(first, math.floor(axis.high / step) + 1)]


def axes(x: AxisScale, y: AxisScale, x_name: str, y_name: str) -> list[str]:
    """Both axes with their numbers and names."""
    drawn = [line(x.start, y.start, x.stop, y.start), line(x.start, y.start, x.start, y.stop)]
    for at in ticks(x):
        drawn += [line(x(at), y.start, x(at), y.start + 4), label(x(at), y.start + 16, f"{at:.6g}", size=11)]
    for at in ticks(y):
        drawn += [
            line(x.start - 4, y(at), x.start, y(at)),
            label(x.start - 7, y(at) + 4, f"{at:.6g}", "end", 11),
        ]
    return [
        *drawn,
        label((x.start + x.stop) / 2, y.start + 33, x_name),
        label(x.start, y.stop - 3, y_name, "start"),
    ]


def legend(groups: Sequence[str], width: float) -> list[str]:
    """Names of the groups with their marks, above the picture from the right."""
    drawn, right = [], width - RIGHT
    for k in reversed(range(len(groups[:8]))):
        right -= 8.0 * sum(2 if ord(sign) > 0x2E80 else 1 for sign in groups[k]) + 6
        drawn += [mark(right - 8, 8, k), label(right, 12, groups[k], "start")]
        right -= 22
    return drawn


def picture(width: float, height: float, sentence: str, drawn: Iterable[str]) -> str:
    """The `svg` element, with its sentence for those who do not see it."""
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    inside = "\n".join(drawn)
    style = 'style="max-width:100%;height:auto"'
    return f'<svg {size} {style} role="img" aria-label="{escape(sentence)}">\n{inside}\n</svg>'
