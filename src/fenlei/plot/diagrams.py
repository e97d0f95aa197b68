"""Boxes and arrows: networks, graphs, flow charts, and trees that are written down, not fitted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.plot.trees import tint
from fenlei.trees.reading.written_tree import WrittenTree, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation


PLAIN = "#f1f3f5"
Written = str | WrittenTree | tuple[str, dict[str, Any]]  # a leaf, or a question with its answers
DiagramBox = tuple[float, float, str] | tuple[float, float, str, str]  # x, y, words, shade


@own_fonts
def diagram(
    boxes: Mapping[str, DiagramBox],
    links: Iterable[tuple[str, ...]] = (),
    *,
    shape: str = "round",
    arrows: bool = True,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Draw boxes {name: (x, y, words)}, one unit apart or more, and links (from, to) or (from, to, words).

    Parameters
    ----------
    boxes : mapping
        A fourth item is the shade of the box.
    links : iterable of tuples of str
    shape : {"round", "circle", "square"}, default="round"
    arrows : bool, default=True
        Whether the links have heads.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.diagram({"x": (0, 0, "input"), "y": (2, 0, "output")}, [("x", "y", "weight")])
    >>> [text.get_text() for text in ax.texts], len(ax.patches)
    (['input', 'output', 'weight'], 1)
    """
    links = list(links)
    words = [box[2] for box in boxes.values()] + [link[2] for link in links if len(link) > 2]
    ax = axes(ax, "", lang, words=words)
    drawn = {name: _box(ax, box, shape) for name, box in boxes.items()}
    for start, end, *word in links:
        _link(ax, drawn[start], drawn[end], word[0] if word else "", arrows)
    x, y = [box[0] for box in boxes.values()], [box[1] for box in boxes.values()]
    ax.set(xlim=(min(x) - 0.6, max(x) + 0.6), ylim=(min(y) - 0.5, max(y) + 0.5))
    ax.set_axis_off()
    return ax


def _box(ax: Axes, box: DiagramBox, shape: str) -> Annotation:
    x, y, words, shade = (*box, PLAIN)[:4]
    style = {"boxstyle": f"{shape},pad=0.4", "fc": shade, "ec": "#495057", "lw": 0.9}
    return ax.annotate(words, (x, y), ha="center", va="center", fontsize=9, zorder=3, bbox=style)


def _link(ax: Axes, a: Annotation, b: Annotation, words: str, arrows: bool) -> None:
    from matplotlib.patches import FancyArrowPatch

    # Boxes are drawn first, so that their outlines are known when the arrow is cut off at them.
    arrow = FancyArrowPatch(
        a.xy,
        b.xy,
        arrowstyle="-|>" if arrows else "-",
        mutation_scale=11,
        patchA=a.get_bbox_patch(),
        patchB=b.get_bbox_patch(),
        shrinkA=0,
        shrinkB=1,
        color="#495057",
        linewidth=0.9,
        zorder=4,
    )
    ax.add_patch(arrow)
    if words:
        middle = (0.4 * a.xy[0] + 0.6 * b.xy[0], 0.4 * a.xy[1] + 0.6 * b.xy[1])
        back = {"fc": "white", "ec": "none", "pad": 1}
        ax.annotate(words, middle, ha="center", va="center", fontsize=8, zorder=5, bbox=back)


@own_fonts
def written_tree(root: Written, *, wide: float = 1.0, ax: Axes | None = None, lang: str = "en") -> Axes:
    """Draw a `WrittenTree`, or a tree that is written as ("question", {"answer": tree or leaf, ...}).

    Leaves stand side by side, `wide` apart; leaves of the same words have the same colour.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.written_tree(("rain?", {"yes": "stay", "no": ("wind?", {"yes": "sail", "no": "stay"})}))
    >>> sorted(text.get_text() for text in ax.texts)
    ['no', 'no', 'rain?', 'sail', 'stay', 'stay', 'wind?', 'yes', 'yes']
    """
    boxes: dict[str, DiagramBox] = {}
    links: list[tuple[str, ...]] = []
    kinds: list[str] = []
    free = [0.0]

    def add(part: Written, name: str, depth: int) -> float:
        node = written(part)
        if isinstance(node, str):
            kinds.extend([node] if node not in kinds else [])
            x, words, shade = free[0], node, tint(colour(kinds.index(node)), 1.0)
            free[0] += wide
        else:
            below = [add(part, f"{name}/{i}", depth + 1) for i, part in enumerate(node.answers.values())]
            links.extend((name, f"{name}/{i}", answer) for i, answer in enumerate(node.answers))
            x, words, shade = (below[0] + below[-1]) / 2, node.question, PLAIN
        boxes[name] = (x, -float(depth), words, shade)
        return x

    add(root, "", 0)
    return diagram(boxes, links, arrows=False, ax=ax, lang=lang)
