"""Gradient boosting as a sum of trees: what each leaf adds to the score, before the link of the loss.

The trees of `BoostedTrees` lie in the order in which their nodes were split, and their branches are in
pairs; the game of a tree wants preorder. A branch's share is that of its training rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fenlei.ensemble.boosting.record import BoostedTrees
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, THRESHOLD
from fenlei.trees.tree import Tree


def read_trees(model: BoostedTrees) -> Iterator[tuple[Tree, Array]]:
    """Each tree with what its leaves add, (m, 1), round by round."""
    for start, stop in zip(model.start[:-1], model.start[1:], strict=True):
        tree = read_tree(model, int(start), int(stop))
        yield tree, tree.value


def read_tree(model: BoostedTrees, start: int, stop: int) -> Tree:
    """The tree whose nodes are those from start to stop, in preorder."""
    order = preorder(model.child[start:stop])
    at = start + order
    m, leaf = len(at), model.feature[at] < 0
    position = np.empty(m, np.int64)  # in preorder, of a node in the record
    position[order] = np.arange(m)
    branches = model.child[at][~leaf]
    subset = model.subset[at]
    return Tree(
        kind=np.where(leaf, LEAF, np.where(subset >= 0, SUBSET, THRESHOLD)),
        feature=np.where(leaf, -2, model.feature[at]).astype(np.int64),
        threshold=np.where(leaf, -2.0, model.threshold[at]),
        first=np.concatenate([[0], np.cumsum(np.where(leaf, 0, 2))]),
        child=position[np.column_stack([branches, branches + 1]).ravel()],
        missing=np.where(leaf, -1, 1 - model.missing_left[at].astype(np.int64)),
        subset=subset.astype(np.int64),
        sets=model.sets,
        sizes=model.sizes,
        rows=model.rows[at],
        weight=model.rows[at].astype(np.float64),
        impurity=np.zeros(m),
        value=np.ascontiguousarray(model.value[at, None]),
    )


def preorder(child: Array) -> Array:
    """Nodes (m,) of a tree in preorder; the second branch of a node follows its first, 0 is a leaf.

    Examples
    --------
    >>> import numpy as np
    >>> preorder(np.array([1, 3, 0, 0, 0])).tolist()
    [0, 1, 3, 4, 2]
    """
    first, order, waiting = child.tolist(), [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if first[node]:
            waiting += [first[node] + 1, first[node]]
    return np.array(order)
