"""A picture straight into a file, without a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fenlei.atomic import atomic_write


def save_picture(
    path: str | Path, draw: Callable[..., object], values: tuple[object, ...], **options: object
) -> None:
    """Call `draw(*values, ax=..., **options)` and write what it drew as PNG, in one step."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 5.5), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    draw(*values, ax=figure.add_subplot(), **options)
    with atomic_write(path, "wb") as file:
        figure.savefig(file, format="png")
