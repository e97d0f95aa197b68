"""The pictures of a working as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable

from fenlei.explanation import figures as f
from fenlei.explanation.printing.drawing import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    AxisScale,
    axes,
    colour,
    label,
    legend,
    line,
    mark,
    mixed,
    picture,
    scale,
)

WIDTH, HEIGHT = 520.0, 360.0
Corners = tuple[tuple[float, float], ...]


def figure_svg(figure: f.Figure, corners: Corners = ()) -> str:
    """One picture as an `svg` element; its axes reach to the `corners` of the pictures beside it.

    Examples
    --------
    >>> from fenlei.explanation.figures import Bars
    >>> figure_svg(Bars("Two bars.", ("a", "b"), (0.25, 0.75))).startswith("<svg")
    True
    """
    match figure:
        case f.Plane():
            return _plane(figure, corners)
        case f.Curve():
            return _curve(figure)
        case f.Bars():
            return _bars(figure)
        case f.Heat():
            return _heat(figure)
        case f.TreePicture():
            return _tree(figure)
        case f.NumberLine():
            return _number_line(figure, corners)
        case f.GraphPicture():
            return _dendrogram(figure)


def corners_of(figures: Iterable[f.Figure | None]) -> Corners:
    """Where the points of all planes and lines lie, so that their axes can be the same.

    Examples
    --------
    >>> from fenlei.explanation.figures import NumberLine, PlanePoint
    >>> one, two = (NumberLine("", "x", (), (PlanePoint(at, 0.0),)) for at in (1.0, 4.0))
    >>> corners_of([one, None, two])
    ((1.0, 0.0), (4.0, 0.0))
    """
    ends = [end for each in figures if isinstance(each, f.Plane | f.NumberLine) for end in _ends(each)]
    if not ends:
        return ()
    xs, ys = zip(*ends, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _ends(figure: f.Plane | f.NumberLine) -> list[tuple[float, float]]:
    """Points of a picture, ends of its arrows, boxes of its circles, and thresholds."""
    ends = [(p.x, p.y) for p in figure.points]
    if isinstance(figure, f.NumberLine):
        return ends + [(cut, 0.0) for cut in figure.cuts if math.isfinite(cut)]
    ends += [(a.x, a.y) for a in figure.arrows] + [(a.to_x, a.to_y) for a in figure.arrows]
    for c in figure.circles:
        ends += [(c.x - c.width, c.y - c.height), (c.x + c.width, c.y + c.height)]
    return ends


def _plane(figure: f.Plane, corners: Corners) -> str:
    """The same unit on both axes if their ranges allow it, so that right angles are right angles."""
    x, y = _plane_scales(figure, corners)
    drawn = [_block(block, x, y) for block in figure.blocks]
    drawn += axes(x, y, figure.x_name, figure.y_name)
    for circle in figure.circles:
        place = f'cx="{x(circle.x):.1f}" cy="{y(circle.y):.1f}"'
        half = abs(x(circle.width) - x(0)), abs(y(circle.height) - y(0))
        turned = f'transform="rotate({-circle.angle:.1f} {x(circle.x):.1f} {y(circle.y):.1f})"'
        style = f"fill:none;stroke:{colour(circle.group)};stroke-width:1.3"
        drawn.append(f'<ellipse {place} rx="{half[0]:.1f}" ry="{half[1]:.1f}" {turned} style="{style}"/>')
    for each in figure.lines:
        drawn += _line_in(each, x, y)
    for arrow in figure.arrows:
        drawn += _arrow(x(arrow.x), y(arrow.y), x(arrow.to_x), y(arrow.to_y), arrow.head)
    drawn += [_point(point, x(point.x), y(point.y)) for point in figure.points]
    return picture(WIDTH, HEIGHT, figure.sentence, [*drawn, *legend(figure.groups, WIDTH)])


def _point(point: f.PlanePoint, x: float, y: float) -> str:
    """A point with its ring."""
    drawn = mark(x, y, point.group, point.size, point.name, mixed(point.shares))
    if not point.ringed:
        return drawn
    ring = "fill:none;stroke:var(--ink, currentColor);stroke-width:1.3"
    return f'{drawn}<circle cx="{x:.1f}" cy="{y:.1f}" r="9" style="{ring}"/>'


def _plane_scales(figure: f.Plane, corners: Corners) -> tuple[AxisScale, AxisScale]:
    ends = [*_ends(figure), *corners]
    x = scale([a for a, _ in ends], LEFT, WIDTH - RIGHT)
    y = scale([b for _, b in ends], HEIGHT - BOTTOM, TOP + 14)
    unit_x, unit_y = (x.high - x.low) / (x.stop - x.start), (y.high - y.low) / (y.start - y.stop)
    if not 1 / 3 < unit_x / unit_y < 3:
        return x, y
    unit = max(unit_x, unit_y)
    return _widened(x, unit), _widened(y, unit)


def _widened(axis: AxisScale, unit: float) -> AxisScale:
    half, middle = unit * abs(axis.stop - axis.start) / 2, (axis.low + axis.high) / 2
    return axis._replace(low=middle - half, high=middle + half)


def _block(block: f.PlaneBlock, x: AxisScale, y: AxisScale) -> str:
    left, right = (x(min(max(at, x.low), x.high)) for at in (block.left, block.right))
    bottom, top = (y(min(max(at, y.low), y.high)) for at in (block.bottom, block.top))
    style = f"fill:{colour(block.group)};fill-opacity:.13"
    place = (
        f'x="{left:.1f}" y="{top:.1f}" width="{max(right - left, 0):.1f}" height="{max(bottom - top, 0):.1f}"'
    )
    return f'<rect {place} style="{style}"/>'


def _line_in(each: f.PlaneLine, x: AxisScale, y: AxisScale) -> list[str]:
    """The part of a x + b y + c = 0 inside the axes."""
    found = []
    if each.b:
        found += [(at, -(each.a * at + each.c) / each.b) for at in (x.low, x.high)]
    if each.a:
        found += [(-(each.b * at + each.c) / each.a, at) for at in (y.low, y.high)]
    room_x, room_y = 1e-9 * (x.high - x.low), 1e-9 * (y.high - y.low)
    inside = sorted(
        (a, b)
        for a, b in found
        if x.low - room_x <= a <= x.high + room_x and y.low - room_y <= b <= y.high + room_y
    )
    if len(inside) < 2:
        return []
    (a, b), (c, d) = inside[0], inside[-1]
    extra = ";stroke-dasharray:5 4" if each.dashed else ""
    drawn = [line(x(a), y(b), x(c), y(d), "ink", 1.5, extra)]
    return [*drawn, label((x(a) + x(c)) / 2, (y(b) + y(d)) / 2 - 6, each.name)] if each.name else drawn


def _arrow(x: float, y: float, to_x: float, to_y: float, head: bool) -> list[str]:
    drawn = [line(x, y, to_x, to_y, "ink", 1.6 if head else 0.8, "" if head else ";stroke-dasharray:2 3")]
    if head and (to_x, to_y) != (x, y):
        angle = math.atan2(to_y - y, to_x - x)
        for side in (2.6, -2.6):
            drawn.append(
                line(
                    to_x,
                    to_y,
                    to_x + 8 * math.cos(angle + side),
                    to_y + 8 * math.sin(angle + side),
                    "ink",
                    1.6,
                )
            )
    return drawn


def _curve(figure: f.Curve) -> str:
    x = scale(figure.x, LEFT, WIDTH - RIGHT, 0.02)
    y = scale([at for row in figure.y for at in row], HEIGHT - BOTTOM, TOP + 14)
    drawn = axes(x, y, figure.x_name, figure.y_name)
    if figure.mark is not None:
        drawn.append(
            line(x(figure.mark), y.start, x(figure.mark), y.stop, "ink", 1.0, ";stroke-dasharray:4 3")
        )
    for k, row in enumerate(figure.y):
        seen = [(x(a), y(b)) for a, b in zip(figure.x, row, strict=True) if math.isfinite(b)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in seen)
        drawn.append(f'<polyline points="{points}" style="fill:none;stroke:{colour(k)};stroke-width:1.8"/>')
        drawn += [mark(a, b, k, 0.35) for a, b in seen[:60]]
    names = figure.names if len(figure.names) > 1 else ()
    return picture(WIDTH, HEIGHT, figure.sentence, [*drawn, *legend(names, WIDTH)])


def _bars(figure: f.Bars) -> str:
    height = 24.0 * len(figure.names) + 16
    x = scale([0.0, *figure.values], 170.0, WIDTH - 80, 0.0)
    drawn = []
    for k, (name, at) in enumerate(zip(figure.names, figure.values, strict=True)):
        top, start, stop = 8 + 24.0 * k, min(x(0.0), x(at)), max(x(0.0), x(at))
        place = f'x="{start:.1f}" y="{top:.1f}" width="{stop - start:.1f}" height="16"'
        drawn.append(f'<rect {place} style="fill:{colour(0)};fill-opacity:.75"/>')
        drawn += [
            label(160, top + 12, _short(name, 22), "end"),
            label(stop + 6, top + 12, f"{at:.4g}", "start"),
        ]
    return picture(WIDTH, height, figure.sentence, drawn)


def _heat(figure: f.Heat) -> str:
    cell = max(26.0, min(64.0, 400.0 / max(len(figure.columns), 1)))
    most = max((abs(v) for row in figure.values for v in row if math.isfinite(v)), default=1.0) or 1.0
    drawn = [label(110 + cell * (j + 0.5), 14, _short(name, 8)) for j, name in enumerate(figure.columns)]
    for i, (name, row) in enumerate(zip(figure.rows, figure.values, strict=True)):
        drawn.append(label(102, 24 + cell * (i + 0.5) + 4, _short(name, 14), "end"))
        for j, at in enumerate(row):
            style = f"fill:{colour(0 if at >= 0 else 1)};fill-opacity:{0.7 * abs(at) / most:.2f}"
            place = f'x="{110 + cell * j:.1f}" y="{24 + cell * i:.1f}"'
            place = f'{place} width="{cell - 2:.1f}" height="{cell - 2:.1f}"'
            drawn += [
                f'<rect {place} style="{style}"/>',
                label(110 + cell * (j + 0.5), 24 + cell * (i + 0.5) + 4, f"{at:.3g}", size=10),
            ]
    return picture(120 + cell * len(figure.columns), 30 + cell * len(figure.rows), figure.sentence, drawn)


def _tree(figure: f.TreePicture) -> str:
    wide, high = 150.0, 96.0
    leaves, depth = max(item.x for item in figure.items), max(item.depth for item in figure.items)
    leaves, depth = figure.size or (leaves + 1, depth + 1)
    width, height = wide * leaves, high * depth
    drawn = []
    for item in figure.items:
        x, y = wide * (item.x + 0.5), high * item.depth + 10
        if item.parent >= 0:
            above = figure.items[item.parent]
            from_x, from_y = wide * (above.x + 0.5), high * above.depth + 56
            drawn += [line(from_x, from_y, x, y, "muted", 1.2)]
            drawn += [label((from_x + 2 * x) / 3, (from_y + 2 * y) / 3, _short(item.branch, 18), size=11)]
    for item in figure.items:
        x, y = wide * (item.x + 0.5), high * item.depth + 10
        edge = "var(--accent, #1f5f9f)" if item.marked else "var(--guide, #9aa3ab)"
        style = f"fill:var(--panel, none);stroke:{edge};stroke-width:{2 if item.marked else 1}"
        drawn.append(f'<rect x="{x - 68:.1f}" y="{y:.1f}" width="136" height="46" rx="6" style="{style}"/>')
        drawn += [
            label(x, y + 19, _short(item.title, 20)),
            label(x, y + 36, _short(item.detail, 24), size=11),
        ]
    return picture(width, height, figure.sentence, drawn)


def _number_line(figure: f.NumberLine, corners: Corners) -> str:
    height = 110.0
    x = scale([*(a for a, _ in _ends(figure)), *(a for a, _ in corners)], LEFT, WIDTH - RIGHT)
    flat = AxisScale(0.0, 1.0, height - BOTTOM, height - BOTTOM)
    drawn = axes(x, flat._replace(high=1.0, stop=height - BOTTOM - 0.01), figure.name, "")[:-1]
    drawn = [each for each in drawn if 'text-anchor="end"' not in each]
    drawn += [
        line(x(cut), 24, x(cut), height - BOTTOM, "ink", 1.4, ";stroke-dasharray:4 3") for cut in figure.cuts
    ]
    drawn += [_point(p, x(p.x), height - BOTTOM - 12 - 12 * (p.group % 3)) for p in figure.points]
    return picture(WIDTH, height, figure.sentence, [*drawn, *legend(figure.groups, WIDTH)])


def _dendrogram(figure: f.GraphPicture) -> str:
    n = len(figure.names)
    order = _leaf_order(figure)
    centre = {row: LEFT + (i + 0.5) * (WIDTH - LEFT - RIGHT) / n for i, row in enumerate(order)}
    y = scale([0.0, *(height for _, _, height in figure.merges)], HEIGHT - BOTTOM, TOP, 0.0)
    drawn = [line(LEFT, y(0.0), LEFT, y.stop)]
    drawn += [label(centre[i], HEIGHT - BOTTOM + 16, _short(figure.names[i], 8), size=11) for i in range(n)]
    foot = {i: y(0.0) for i in range(n)}
    for k, (a, b, height) in enumerate(figure.merges):
        top, pale = y(height), figure.done is not None and k >= figure.done
        ink, wide = ("muted", 0.6) if pale else ("ink", 2.0 if figure.done == k + 1 else 1.0)
        ends = ((a, foot[a], a, top), (b, foot[b], b, top), (a, top, b, top))
        drawn += [line(centre[i], low, centre[j], high, ink, wide) for i, low, j, high in ends]
        drawn.append(label(LEFT - 6, top + 4, f"{height:.3g}", "end", 10))
        centre[n + k], foot[n + k] = (centre[a] + centre[b]) / 2, top
    return picture(WIDTH, HEIGHT, figure.sentence, drawn)


def _leaf_order(figure: f.GraphPicture) -> list[int]:
    n, members = len(figure.names), {i: [i] for i in range(len(figure.names))}
    for k, (a, b, _) in enumerate(figure.merges):
        members[n + k] = members.pop(a) + members.pop(b)
    return [row for rows in members.values() for row in rows]


def _short(words: str, most: int) -> str:
    """Words that fit: an East Asian sign counts as two."""
    room, kept = most, ""
    for sign in words:
        room -= 2 if ord(sign) > 0x2E80 else 1
        if room < 0:
            return kept[:-1] + "…"
        kept += sign
    return kept
