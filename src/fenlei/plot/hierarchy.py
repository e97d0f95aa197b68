"""The dendrogram of a hierarchical clustering.

Leaves are ordered so that no lines cross; a merge is drawn at its distance, from the middle of one branch to
the middle of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.kernels import Array
from fenlei.plot.axes import axes, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_NAMES = 60


@own_fonts
def dendrogram(
    merges: ArrayLike, labels: Sequence[object] | None = None, *, ax: Axes | None = None, lang: str = "en"
) -> Axes:
    """Draw merges (n - 1, 4) as `fenlei.cluster.linkage` and SciPy give them: left, right, distance, size.

    Examples
    --------
    >>> from fenlei import plot
    >>> from fenlei.cluster import linkage
    >>> ax = plot.dendrogram(linkage([[0.0], [1.0], [5.0]], "single"), ["a", "b", "c"])
    >>> [tick.get_text() for tick in ax.get_xticklabels()]
    ['c', 'a', 'b']
    >>> [max(line.get_ydata()).item() for line in ax.lines]  # the distances of the merges
    [1.0, 4.0]
    """
    merges = np.asarray(merges, dtype=np.float64)
    n = len(merges) + 1
    words = [str(label) for label in (range(n) if labels is None else labels)]
    ax = axes(ax, "dendrogram", lang, "", "height", words)
    order = leaf_order(merges)
    position = np.empty(2 * n - 1)
    position[order] = np.arange(n)
    height = np.concatenate([np.zeros(n), merges[:, 2]])
    for t, (a, b) in enumerate(merges[:, :2].astype(int)):
        x, top = (position[a], position[a], position[b], position[b]), height[n + t]
        ax.plot(x, (height[a], top, top, height[b]), color="#0b6bcb", linewidth=1.0)
        position[n + t] = (position[a] + position[b]) / 2
    if n <= MOST_NAMES:
        ax.set_xticks(range(n), [words[i] for i in order], rotation=90 if n > 12 else 0)
    else:
        ax.set_xticks([])
    return ax


def leaf_order(merges: Array) -> Array:
    """Leaves (n,) from left to right.

    Examples
    --------
    >>> leaf_order(np.array([[1, 2, 1.0, 2], [0, 3, 2.0, 3]]))
    array([0, 1, 2])
    """
    n, waiting, order = len(merges) + 1, [2 * len(merges)], []
    while waiting:
        node = waiting.pop()
        if node < n:
            order.append(node)
        else:
            waiting += [int(merges[node - n, 1]), int(merges[node - n, 0])]
    return np.array(order)
