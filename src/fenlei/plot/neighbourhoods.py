"""The nearest rows around a point, for different k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.plot.axes import axes, own_fonts
from fenlei.plot.points import draw_classes
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_fonts
def neighbours(
    X: MatrixLike,
    y: ArrayLike,
    point: ArrayLike,
    ks: Sequence[int] = (1, 3, 5),
    *,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Draw rows X (n, 2), the point (2,) and, for each k, the circle through its k-th nearest row.

    Examples
    --------
    >>> from fenlei import plot
    >>> X, y = [[0.0, 1.0], [2.0, 0.0], [0.0, -3.0]], ["a", "b", "a"]
    >>> ax = plot.neighbours(X, y, [0.0, 0.0], ks=(1, 3))
    >>> [(text.get_text(), tuple(map(float, text.xy))) for text in ax.texts]
    [('k = 1', (0.0, -1.0)), ('k = 3', (0.0, -3.0))]
    """
    X, point = np.asarray(X, dtype=np.float64), np.ravel(np.asarray(point, dtype=np.float64))
    if X.ndim != 2 or X.shape[1] != 2 or len(point) != 2:
        raise UsageError("plot.plane", shape=X.shape)
    if not ks or min(ks) < 1 or max(ks) > len(X):
        raise UsageError("neighbors.ks", ks=tuple(ks), most=len(X))
    known = np.unique(np.asarray(y))
    ax = axes(ax, "neighbours", lang, "first_feature", "second_feature", known)
    radii = np.sort(np.hypot(*(X - point).T))[np.asarray(ks) - 1]
    around = np.linspace(0.0, 2 * np.pi, 181)
    for k, radius in zip(ks, radii, strict=True):
        ax.plot(
            point[0] + radius * np.cos(around), point[1] + radius * np.sin(around), "--", color="grey", lw=0.9
        )
        ax.annotate(
            f"k = {k}",
            point - [0, radius],
            ha="center",
            va="center",
            fontsize=8,
            bbox={"fc": "white", "ec": "none", "pad": 1},
        )
    draw_classes(ax, X, np.asarray(y), known, size=30.0)
    ax.plot(*point, "*", color="black", markersize=12, label=text("new_row", lang), linestyle="none")
    ax.set_aspect("equal", adjustable="datalim")
    ax.legend(loc="upper left", fontsize="small")
    return ax
