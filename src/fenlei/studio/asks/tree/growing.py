"""Leaves are split as the tree would choose: by the best row of their gain table, level by level."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.trees import DecisionTreeClassifier, gain_table, split_node
from fenlei.trees.exact.growth_rules import LEAF, TIE
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import TreeClassifier

MOST_SPLITS = 300  # of one edit


def grow(model: Any, X: Any, y: Any, node: int, levels: int) -> Any:
    """The leaves below a node split, so many levels deep; 0 levels: as far as the table has a split.

    What limits the depth or the number of leaves of a fit does not limit what is grown by hand.
    """
    left, depth, tried = MOST_SPLITS, 0, set[tuple[int, ...]]()
    while left and (not levels or depth < levels):
        leaves = [at for at in below(model.model_, node) if path_of(model.model_, at) not in tried]
        if not leaves:
            return model
        for at in reversed(leaves):  # from the last, so that numbers of the others stay
            tried.add(path_of(model.model_, at))
            if left and (split := best_split(model, X, y, at)) is not None:
                model, left = split_node(model, X, y, node=at, **split), left - 1
        depth += 1
    return model


def below(tree: Tree, node: int) -> list[int]:
    """The leaves below a node that are not pure, the node itself if it is one."""
    if tree.kind[node] == LEAF:
        return [node] if tree.impurity[node] > TIE else []
    children = tree.child[tree.first[node] : tree.first[node + 1]]
    return sorted(leaf for child in children.tolist() for leaf in below(tree, child))


def path_of(tree: Tree, node: int) -> tuple[int, ...]:
    """The branches that lead to a node: what stays when nodes are numbered anew."""
    path: list[int] = []
    parent = np.full(len(tree.kind), -1)
    parent[tree.child] = np.repeat(np.arange(len(tree.kind)), np.diff(tree.first))
    while node > 0:
        above = int(parent[node])
        path.append(int(np.flatnonzero(tree.child[tree.first[above] : tree.first[above + 1]] == node)[0]))
        node = above
    return tuple(reversed(path))


def best_split(model: Any, X: Any, y: Any, node: int) -> dict[str, Any] | None:
    """The split that the tree would choose at a node; None where it would stop."""
    table: list[Any] = gain_table(model, X, y, node=node)
    if isinstance(model, TreeClassifier):
        least = -np.inf if isinstance(model, DecisionTreeClassifier) else TIE
        found = [row for row in table if row.score > least]
        best = max(found, key=lambda row: round(row.score, 12), default=None)
    else:
        best = min((row for row in table if row.allowed), key=lambda row: round(row.loss, 12), default=None)
    if best is None:
        return None
    split: dict[str, Any] = {"feature": best.feature}
    if best.threshold is not None:
        split["threshold"] = best.threshold
    elif best.condition is not None:
        split["categories"] = list(best.condition.operand)
    return split
