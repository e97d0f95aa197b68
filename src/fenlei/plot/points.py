"""Rows as points: classes, clusters, embeddings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.plot.axes import axes, colour, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MANY = 20  # labels, from which on a legend would hide the picture


@own_fonts
def scatter(
    Z: ArrayLike,
    labels: ArrayLike | None = None,
    *,
    centres: ArrayLike | None = None,
    size: float = 14.0,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Draw rows Z (n, 2), or the first two of more columns, coloured by class or cluster.

    Parameters
    ----------
    labels : array (n,), optional
        Classes, or clusters; -1 is noise and grey.
    centres : array (k, 2), optional
        Marked by crosses.

    Examples
    --------
    >>> from fenlei import plot
    >>> rows, labels = [[0.0, 1.0], [1.0, 2.0], [5.0, 5.0]], ["a", "a", "b"]
    >>> ax = plot.scatter(rows, labels, centres=[[0.5, 1.5], [5.0, 5.0]])
    >>> [text.get_text() for text in ax.get_legend().get_texts()], len(ax.lines[0].get_xdata())
    (['a', 'b'], 2)
    """
    Z = np.asarray(Z, dtype=np.float64)
    if Z.ndim != 2 or Z.shape[1] == 0:
        raise UsageError("plot.points", shape=Z.shape)
    if Z.shape[1] == 1:
        Z = np.column_stack([Z, np.zeros(len(Z))])
    labels = np.zeros(len(Z), dtype=np.int64) if labels is None else np.asarray(labels)
    known = np.unique(labels)
    ax = axes(ax, "points", lang, words=known)
    draw_classes(ax, Z[:, :2], labels, known, size)
    if centres is not None:
        centres = np.asarray(centres)
        ax.plot(centres[:, 0], centres[:, 1], "x", color="black", markersize=9, markeredgewidth=2)
    return ax


def draw_classes(ax: Axes, Z: Array, labels: Array, known: Any, size: float = 18.0) -> None:
    """Points of each class in its colour, with a legend where there are several classes but not many."""
    for k, label in enumerate(known):
        here = Z[labels == label]
        ax.scatter(
            here[:, 0],
            here[:, 1],
            s=size,
            color=colour(k),
            edgecolors="white",
            linewidths=0.4,
            label=str(label),
        )
    if 1 < len(known) <= MANY:
        ax.legend(loc="best", fontsize="small")
