"""Positions and texts for drawing a tree, in English or Chinese: plain values for any drawing library.

Leaves stand side by side, one unit apart, in the order of the tree; a node stands in the middle above its
first and last branch, one unit above them. So no two branches cross, and nodes of one depth are in line.
Cost: O(m), without recursion.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fenlei.messages import Texts, wording
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import Categories, FeatureNames, TreeNames, branches_of, node_label
from fenlei.trees.reading.text import leaf_words
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading, fitted_tree

TEXTS: Texts = {
    "gini": ("Gini index", "基尼指数"),
    "entropy": ("entropy", "熵"),
    "log_loss": ("entropy", "熵"),
    "squared_error": ("squared error", "平方误差"),
    "friedman_mse": ("squared error", "平方误差"),
    "absolute_error": ("absolute error", "绝对误差"),
    "poisson": ("half the Poisson deviance", "泊松偏差之半"),
    "rows": ("rows", "样本"),
}


class PlacedNode(NamedTuple):
    """A node of the picture."""

    node: int  # number in the tree; of merged leaves the first
    x: float
    depth: int  # y = -depth
    lines: tuple[str, ...]  # what to write in it
    leaf: bool
    label: Any  # class, or value of a regression
    share: float  # weight of that class in the node, for shades; 1 of a regression


class Link(NamedTuple):
    """A line of the picture."""

    upper: int  # index in `nodes`
    lower: int
    text: str  # what to write beside it


class TreeLayout(NamedTuple):
    """A drawing in texts and numbers."""

    nodes: list[PlacedNode]  # in preorder
    links: list[Link]
    width: float  # x goes from 0 to here
    depth: int


def tree_layout(
    model: TreeReading,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    *,
    max_depth: int | None = None,
    merge: bool = False,
    lang: str = "en",
) -> TreeLayout:
    """Positions and texts of the nodes and branches of a fitted tree.

    Parameters
    ----------
    model : fitted tree classifier or regressor
    feature_names, categories : default=None
        Names; by default those that the model knows.
    max_depth : int, default=None
        Nodes at this depth are drawn as leaves with an ellipsis.
    merge : bool, default=False
        Whether sibling leaves of one class below a question with one branch per category are drawn as one.
    lang : {"en", "zh"}, default="en"

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.trees import DecisionTreeClassifier, tree_layout
    >>> model = DecisionTreeClassifier(max_depth=2).fit(*load_iris(return_X_y=True))
    >>> picture = tree_layout(model)
    >>> [(node.x, node.depth, node.lines[0]) for node in picture.nodes]
    [(0.75, 0, 'x2'), (0.0, 1, '0 (50)'), (1.5, 1, 'x3'), (1.0, 2, '1 (54/5)'), (2.0, 2, '2 (46/1)')]
    >>> picture.links[0]
    Link(upper=0, lower=1, text='<= 2.45')
    """
    tree, names = fitted_tree(model, "tree_layout"), TreeNames(model, feature_names, categories)
    found: list[tuple[tuple[int, ...], int, bool]] = []  # nodes that are drawn as one, depth, leaf
    links: list[Link] = []
    waiting: list[tuple[tuple[int, ...], int, int, str]] = [((0,), 0, -1, "")]
    while waiting:
        nodes, depth, above, text = waiting.pop()
        index, leaf = len(found), tree.kind[nodes[0]] == LEAF or depth == max_depth
        found.append((nodes, depth, leaf))
        if above >= 0:
            links.append(Link(above, index, text))
        if not leaf:
            name = names.features[tree.feature[nodes[0]]]
            for condition, children in branches_of(model, nodes[0], names, merge)[::-1]:
                waiting.append((children, depth + 1, index, condition.say(lang)[len(name) + 1 :]))
    x = _across([leaf for _, _, leaf in found], links)
    placed = [
        _placed(model, names, nodes, x[i], depth, leaf, lang) for i, (nodes, depth, leaf) in enumerate(found)
    ]
    return TreeLayout(placed, links, max(x), max(depth for _, depth, _ in found))


def _across(leaf: list[bool], links: list[Link]) -> list[float]:
    """x of each node: leaves in order, others in the middle of their branches."""
    x, seen = [0.0] * len(leaf), 0
    for i, is_leaf in enumerate(leaf):
        if is_leaf:
            x[i], seen = float(seen), seen + 1
    last = dict[int, float]()
    for link in reversed(links):  # children come after their parents, and the last child first
        last.setdefault(link.upper, x[link.lower])
        x[link.upper] = 0.5 * (x[link.lower] + last[link.upper])
    return x


def _placed(
    model: TreeReading, names: TreeNames, nodes: tuple[int, ...], x: float, depth: int, leaf: bool, lang: str
) -> PlacedNode:
    tree, node = model.model_, nodes[0]
    label = node_label(model, node)
    share = float(model.tree_.value[node, 0].max()) if isinstance(model, TreeClassifier) else 1.0
    if leaf:
        lines: tuple[str, ...] = (leaf_words(model, nodes),)
        if tree.kind[node] != LEAF:
            lines = (*lines, "…")
    else:
        criterion = wording(TEXTS, getattr(model, "criterion", "entropy"), lang)
        rows = wording(TEXTS, "rows", lang)
        lines = (
            names.features[tree.feature[node]],
            f"{criterion} = {tree.impurity[node]:.4g}",
            f"{rows} = {tree.weight[node]:.6g}",
        )
    return PlacedNode(node, x, depth, lines, leaf, label, share)
