"""The confusion matrix as a picture: rows are true classes, columns predicted ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.plot.axes import axes, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_NUMBERS = 20  # classes up to which the counts are written into the cells


@own_fonts
def confusion(
    counts: ArrayLike, labels: Sequence[object] | None = None, *, ax: Axes | None = None, lang: str = "en"
) -> Axes:
    """Draw counts (K, K), shaded by their share of the row.

    Parameters
    ----------
    counts : array (K, K)
        As `fenlei.evaluate.confusion_matrix` gives it.
    labels : sequence of K labels, optional

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.confusion([[8, 2], [1, 9]], ["sweet", "bland"])
    >>> ax.get_xlabel(), ax.get_ylabel(), [text.get_text() for text in ax.texts]
    ('predicted class', 'true class', ['8', '2', '1', '9'])
    """
    counts = np.asarray(counts)
    K = len(counts)
    words = [str(label) for label in (range(K) if labels is None else labels)]
    ax = axes(ax, "confusion", lang, "predicted", "true", words)
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1e-300)
    ax.imshow(share, cmap="Blues", vmin=0.0, vmax=1.0)
    ax.set_xticks(range(K), words, rotation=45 if K > 5 else 0)
    ax.set_yticks(range(K), words)
    if K <= MOST_NUMBERS:
        for i, j in np.ndindex(K, K):
            shade = "white" if share[i, j] > 0.6 else "black"
            ax.text(j, i, f"{counts[i, j]:g}", ha="center", va="center", color=shade)
    return ax
