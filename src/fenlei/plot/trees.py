"""A fitted tree as a picture; `fenlei.trees.reading.layout` places the boxes and words them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.trees.reading.layout import TreeLayout, tree_layout

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fenlei.trees.reading.conditions import Categories, FeatureNames
    from fenlei.trees.tree_classifier import TreeReading


LETTER = 0.085  # inches that a letter of small print takes


@own_fonts
def tree(
    model: TreeReading,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    *,
    max_depth: int | None = None,
    merge: bool = False,
    ax: Any = None,
    lang: str = "en",
) -> Axes:
    """Draw a fitted tree: questions in boxes, answers on the lines, leaves in the colour of their class.

    Parameters
    ----------
    model : fitted tree classifier or regressor
    feature_names, categories, max_depth, merge
        As for `fenlei.trees.tree_layout`.

    Examples
    --------
    >>> from fenlei import DecisionTreeClassifier, plot
    >>> model = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], ["a", "a", "b"])
    >>> ax = plot.tree(model, ["size"])
    >>> ax.get_title(), [text.get_text().splitlines()[0] for text in ax.texts]
    ('Decision tree', ['<= 2.5', '> 2.5', 'size', 'a (2)', 'b (1)'])
    """
    picture = tree_layout(model, feature_names, categories, max_depth=max_depth, merge=merge, lang=lang)
    words = [line for node in picture.nodes for line in node.lines] + [link.text for link in picture.links]
    new = ax is None
    ax = axes(ax, "tree", lang, words=words)
    if new:
        widest = max(len(word) for word in words)
        ax.figure.set_size_inches(
            min(60.0, max(5.5, LETTER * widest * (picture.width + 1.5))), 1.1 * (picture.depth + 1.5)
        )
    _draw_links(ax, picture)
    _draw_nodes(ax, picture, model)
    ax.set(xlim=(-0.7, picture.width + 0.7), ylim=(-picture.depth - 0.5, 0.5))
    ax.set_axis_off()
    ax.title.set_visible(True)
    return ax


def _draw_links(ax: Axes, picture: TreeLayout) -> None:
    for upper, lower, text in picture.links:
        a, b = picture.nodes[upper], picture.nodes[lower]
        ax.plot([a.x, b.x], [-a.depth, -b.depth], color="grey", linewidth=0.8, zorder=1)
        middle = (0.45 * a.x + 0.55 * b.x, -0.45 * a.depth - 0.55 * b.depth)
        ax.annotate(
            text,
            middle,
            ha="center",
            va="center",
            fontsize=7,
            zorder=2,
            bbox={"fc": "white", "ec": "none", "pad": 1},
        )


def _draw_nodes(ax: Axes, picture: TreeLayout, model: TreeReading) -> None:
    classes = list(getattr(model, "classes_", ()))
    for node in picture.nodes:
        shade = "#f1f3f5"
        if node.leaf and classes:
            shade = tint(colour(int(np.flatnonzero(np.asarray(classes) == node.label)[0])), node.share)
        ax.annotate(
            "\n".join(node.lines),
            (node.x, -node.depth),
            ha="center",
            va="center",
            fontsize=8,
            zorder=3,
            bbox={"boxstyle": "round,pad=0.35", "fc": shade, "ec": "#495057", "lw": 0.8},
        )


def tint(base: str, share: float) -> str:
    """A colour mixed with white, the paler the smaller the share.

    Examples
    --------
    >>> tint("#000000", 1.0), tint("#000000", 0.0)
    ('#8c8c8c', '#ffffff')
    """
    strength = 0.45 * share
    parts = (int(base[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - strength * (255 - part)):02x}" for part in parts)
