"""A tree with some of its nodes made leaves."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.tree import Tree, parents


def cut_at(tree: Tree, leaf: Array) -> Tree:
    """The tree in which the nodes of the mask (m,) are leaves; what was below them is gone."""
    keep = np.ones(len(tree.kind), bool)
    _drop_below(parents(tree), leaf, keep)
    leaf = (leaf | (tree.kind == LEAF))[keep]
    number = np.cumsum(keep) - 1
    branches = np.where(leaf, 0, np.diff(tree.first)[keep])
    first = np.concatenate([[0], np.cumsum(branches)])
    child = number[tree.child[keep[tree.child]]]
    fields = {name: getattr(tree, name)[keep] for name in ("rows", "weight", "impurity", "value")}
    return tree._replace(
        kind=np.where(leaf, LEAF, tree.kind[keep]),
        feature=np.where(leaf, -2, tree.feature[keep]),
        threshold=np.where(leaf, -2.0, tree.threshold[keep]),
        missing=np.where(leaf, 0, tree.missing[keep]),
        subset=np.where(leaf, -1, tree.subset[keep]),
        first=first,
        child=child,
        **fields,
    )


@kernel
def _drop_below(parent: Array, leaf: Array, out_keep: Array) -> None:
    for i in range(1, parent.shape[0]):
        out_keep[i] = out_keep[parent[i]] and not leaf[parent[i]]
