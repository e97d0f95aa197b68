"""Rows in the order of their scores, cut by a threshold: how ROC and P-R curves come about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import ArrayLike, Label
from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_fonts
def ranking(
    y: ArrayLike,
    score: ArrayLike,
    threshold: float = 0.5,
    *,
    pos_label: Label | None = 1,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Draw scores (n,) from the largest to the smallest; those not below the threshold are called positive.

    Rows of the class `pos_label` are full points, the others hollow.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.ranking([0, 1, 1, 0], [0.2, 0.9, 0.4, 0.6])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['T = 0.5', 'negative', 'positive']
    >>> ax.collections[1].get_offsets().tolist()  # ranks and scores of the positive rows
    [[1.0, 0.9], [3.0, 0.4]]
    """
    score = np.asarray(score, dtype=np.float64)
    order = np.argsort(-score, kind="stable")
    positive, positions = (np.asarray(y) == pos_label)[order], np.arange(1, len(score) + 1)
    above = int(np.sum(score >= threshold))
    ax = axes(ax, "ranking", lang, "rank", "score")
    ax.axhline(threshold, color="grey", linestyle="--", linewidth=0.9, label=f"T = {threshold:g}")
    ax.axvspan(0.5, above + 0.5, color=colour(1), alpha=0.08, linewidth=0)
    for k, (key, here) in enumerate((("negative", ~positive), ("positive", positive))):
        fill = colour(k) if k else "white"
        ax.scatter(
            positions[here],
            score[order][here],
            s=16,
            facecolors=fill,
            edgecolors=colour(k),
            label=text(key, lang),
        )
    ax.set_xlim(0.5, len(score) + 0.5)
    ax.legend(loc="best", fontsize="small")
    return ax
