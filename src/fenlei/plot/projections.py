"""Rows, Fisher's direction and the feet of the perpendiculars on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.plot.axes import axes, colour, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_fonts
def feet(
    X: MatrixLike, y: ArrayLike, w: ArrayLike | None, *, ax: Axes | None = None, lang: str = "en"
) -> Axes:
    """Draw rows X (n, 2), the line along w (2,) through the origin, and each row's foot on it.

    The foot of x is (x·w / w·w) w, whatever the quadrant.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.feet([[1.0, 0.0], [0.0, 3.0]], ["a", "b"], [1.0, 1.0])
    >>> [line.get_xydata().tolist() for line in ax.lines if line.get_marker() == "x"]
    [[[0.5, 0.5]], [[1.5, 1.5]]]
    """
    X, w = np.asarray(X, dtype=np.float64), np.ravel(np.asarray(w, dtype=np.float64))
    if X.shape[1] != 2 or len(w) != 2 or not w.any():
        raise UsageError("plot.plane", shape=X.shape)
    positions = np.outer(X @ w / (w @ w), w)
    known, codes = np.unique(np.asarray(y), return_inverse=True)
    ax = axes(ax, "feet", lang, words=known)
    along = np.stack([positions.min(axis=0), positions.max(axis=0), np.zeros(2)]) @ w / (w @ w)
    ends = np.outer([along.min(), along.max()], w)
    ax.plot(ends[:, 0], ends[:, 1], color="grey", linewidth=1.0)
    for k, label in enumerate(known):
        for row, foot in zip(X[codes == k], positions[codes == k], strict=True):
            ax.plot([row[0], foot[0]], [row[1], foot[1]], "--", color=colour(k), linewidth=0.5)
        ax.plot(*X[codes == k].T, ".", color=colour(k), alpha=0.8, label=str(label))
        ax.plot(*positions[codes == k].T, "x", color=colour(k), markersize=5)
    ax.set_aspect("equal", adjustable="datalim")
    ax.legend(loc="best")
    return ax
