"""A tree in which all below a node is replaced by another tree.

nodes in preorder    before | node and all below it | after
new tree             before | the other tree        | after, renumbered
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array
from fenlei.trees.tree import Tree, depths

BY_NODE = ("kind", "feature", "threshold", "missing", "rows", "weight", "impurity", "value")


def stop_of(tree: Tree, node: int) -> int:
    """The first node after `node` and all below it."""
    depth = depths(tree)
    later = np.flatnonzero(depth[node + 1 :] <= depth[node])
    return int(later[0]) + node + 1 if len(later) else len(depth)


def splice(tree: Tree, node: int, other: Tree) -> Tree:
    """The tree with `other` in place of a node and all below it; without `missing_weights`."""
    stop, m = stop_of(tree, node), len(other.kind)
    shift = m - (stop - node)

    def joined(mine: Array, theirs: Array) -> Array:
        return np.concatenate([mine[:node], theirs, mine[stop:]])

    branches = joined(np.diff(tree.first), np.diff(other.first))
    child = np.where(tree.child >= stop, tree.child + shift, tree.child)
    before, after = tree.first[node], tree.first[stop]
    theirs = np.where(other.subset >= 0, other.subset + len(tree.sets), -1)
    return tree._replace(
        **{name: joined(getattr(tree, name), getattr(other, name)) for name in BY_NODE},
        first=np.concatenate([[0], np.cumsum(branches)]),
        child=np.concatenate([child[:before], other.child + node, child[after:]]),
        subset=joined(tree.subset, theirs),
        sets=np.concatenate([tree.sets, other.sets]),
        missing_weights=np.zeros((0, 0)),
    )
