"""The plane as a kd-tree cuts it: a line through the point of each node, as far as the node's own cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.neighbors.kd_tree.kd_tree import BookTree
from fenlei.plot.axes import axes, colour, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


ROOM = 1.0 / 6.0  # of the range, around the points


@own_fonts
def kd_tree(tree: BookTree, *, ax: Axes | None = None, lang: str = "en") -> Axes:
    """Draw the points of a textbook's kd-tree, `KDTree(X).book()`, in two dimensions, and its cuts.

    Examples
    --------
    >>> from fenlei import KDTree, plot
    >>> ax = plot.kd_tree(KDTree([[0.0, 0.0], [6.0, 6.0], [3.0, 3.0]]).book())
    >>> len(ax.lines) - 1, [text.get_text() for text in ax.texts]
    (3, ['(0, 0)', '(6, 6)', '(3, 3)'])
    """
    if tree.data.shape[1] != 2:
        raise UsageError("plot.plane", shape=tree.data.shape)
    ax = axes(ax, "kd_tree", lang, "first_feature", "second_feature")
    for node, axis, ends in cuts(tree):
        along = [[tree.data[node, axis]] * 2, ends]
        ax.plot(*(along if axis == 0 else along[::-1]), color=colour(axis), linewidth=1.2)
    ax.plot(*tree.data.T, "o", color="black", markersize=4)
    for point in tree.data:
        label = f"({point[0]:g}, {point[1]:g})"
        ax.annotate(label, point, xytext=(4, 4), textcoords="offset points", fontsize=8)
    low, high = frame(tree.data)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    return ax


def frame(X: Array) -> tuple[Array, Array]:
    """Lower left and upper right corner around the points."""
    low, high = X.min(axis=0), X.max(axis=0)
    room = np.where(high > low, ROOM * (high - low), 1.0)
    return low - room, high + room


def cuts(tree: BookTree) -> list[tuple[int, int, tuple[float, float]]]:
    """Node, axis that it halves, and the ends of its line along the other axis, from the root down.

    Examples
    --------
    >>> from fenlei import KDTree
    >>> cuts(KDTree([[0.0, 0.0], [6.0, 6.0], [3.0, 3.0]]).book())[:2]
    [(2, 0, (-1.0, 7.0)), (0, 1, (-1.0, 3.0))]
    """
    steps = {step.node: step for step in tree.steps}
    found, waiting = [], [(tree.root, np.stack(frame(tree.data)))]
    while waiting:
        node, cell = waiting.pop()
        step = steps[node]
        found.append((node, step.axis, (float(cell[0, 1 - step.axis]), float(cell[1, 1 - step.axis]))))
        for child, side in (
            (step.right, 0),
            (step.left, 1),
        ):  # a left cell ends at the line, a right one begins there
            if child >= 0:
                part = cell.copy()
                part[side, step.axis] = tree.data[node, step.axis]
                waiting.append((child, part))
    return found
