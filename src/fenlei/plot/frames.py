"""Empty axes side by side, for pictures of several parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fenlei.plot.axes import font_family, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


SIDE = (4.2, 3.6)  # inches of a panel


@own_fonts
def panels(
    rows: int = 1, columns: int = 1, *, size: tuple[float, float] = SIDE, lang: str = "en", **options: Any
) -> list[Axes]:
    """Axes of a new figure, row by row; their titles and labels are in a font that has the letters of `lang`.

    For other texts of your own see `fonts`.

    Parameters
    ----------
    rows, columns : int
    size : pair of float
        Width and height of a panel in inches.
    options
        For `matplotlib.pyplot.subplots`.

    Examples
    --------
    >>> from fenlei import plot
    >>> left, right = plot.panels(1, 2)
    >>> ax = plot.sigmoid(ax=left)
    >>> left.figure is right.figure, left.get_title(), left.figure.get_size_inches().tolist()
    (True, 'Sigmoid and unit step', [8.4, 3.6])
    """
    from matplotlib import pyplot

    font_family(["中"] if lang == "zh" else [])
    figsize = (columns * size[0], rows * size[1])
    _, found = pyplot.subplots(rows, columns, figsize=figsize, layout="constrained", squeeze=False, **options)
    return list(found.flat)
