"""Rows as points: classes, clusters, embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

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
    names: Sequence[str] = (),
    size: float = 14.0,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Draw rows Z (n, 2), or the first two of more columns, coloured by class or cluster.

    One column, Z (n, 1), is drawn along the first axis with the class on the other (source 000, figure 3-26).

    Parameters
    ----------
    labels : array (n,), optional
        Classes, or clusters.
    centres : array (k, 2), optional
        Marked by crosses; with one column (k, 1), in the order of the labels.
    names : sequence of str, optional
        Names of the columns, for the axes.

    Examples
    --------
    >>> from fenlei import plot
    >>> rows, labels = [[0.0, 1.0], [1.0, 2.0], [5.0, 5.0]], ["a", "a", "b"]
    >>> ax = plot.scatter(rows, labels, centres=[[0.5, 1.5], [5.0, 5.0]])
    >>> [text.get_text() for text in ax.get_legend().get_texts()], len(ax.lines[0].get_xdata())
    (['a', 'b'], 2)
    >>> ax = plot.scatter([[0.1], [0.3], [1.2]], ["good", "good", "bad"], names=["z"])
    >>> ax.get_title(), ax.get_xlabel(), [tick.get_text() for tick in ax.get_yticklabels()]
    ('One dimension', 'z', ['bad', 'good'])
    """
    Z = np.asarray(Z, dtype=np.float64)
    if Z.ndim != 2 or Z.shape[1] == 0:
        raise UsageError("plot.points", shape=Z.shape)
    given = np.zeros(len(Z), dtype=np.int64) if labels is None else np.asarray(labels)
    if given.shape != (len(Z),):
        raise UsageError("plot.labels", shape=given.shape, rows=len(Z))
    known, codes = np.unique(given, return_inverse=True)
    if Z.shape[1] == 1:
        ax = axes(ax, "line", lang, "coordinate", "" if labels is None else "class", words=[*known, *names])
        _one_axis(ax, Z[:, 0], codes, known, centres, size)
    else:
        ax = axes(ax, "points" if Z.shape[1] == 2 else "first_columns", lang, words=[*known, *names])
        draw_classes(ax, Z[:, :2], given, known, size)
        if centres is not None:
            _cross(ax, *np.asarray(centres, dtype=np.float64)[:, :2].T)
    for axis, name in zip((ax.xaxis, ax.yaxis), names[: Z.shape[1]], strict=False):
        axis.set_label_text(name)
    return ax


def _one_axis(ax: Axes, z: Array, codes: Array, known: Array, centres: ArrayLike | None, size: float) -> None:
    """Coordinates along the first axis, a line of points for each class."""
    draw_classes(ax, np.column_stack([z, codes]), known[codes], known, size, legend=False)
    if centres is not None:
        middle = np.asarray(centres, dtype=np.float64)[:, 0]
        _cross(ax, middle, np.arange(len(middle)) if len(middle) == len(known) else np.zeros(len(middle)))
    if not 0 < len(known) <= MANY:
        return
    ax.set_yticks(np.arange(len(known)), ["" if len(known) == 1 else str(label) for label in known])
    ax.set_ylim(-0.5, len(known) - 0.5)


def _cross(ax: Axes, x: Array, y: Array) -> None:
    ax.plot(x, y, "x", color="black", markersize=9, markeredgewidth=2)


def draw_classes(
    ax: Axes, Z: Array, labels: Array, known: Array, size: float = 18.0, *, legend: bool = True
) -> None:
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
    if legend and 1 < len(known) <= MANY:
        ax.legend(loc="best", fontsize="small")
