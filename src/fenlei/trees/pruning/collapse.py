"""A tree with a subset of its nodes made leaves."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.tree import Tree, parents

EVEN = 1e-3  # of an error, when branches do not lessen the training errors


def cut_at(tree: Tree, leaf: Array) -> Tree:
    """The tree in which the nodes of the mask (m,) are leaves; what was below them is gone."""
    keep = np.ones(len(tree.kind), bool)
    _drop_below(parents(tree), leaf, keep)
    leaf = (leaf | (tree.kind == LEAF))[keep]
    number = np.cumsum(keep) - 1
    branches = np.where(leaf, 0, np.diff(tree.first)[keep])
    first = np.concatenate([[0], np.cumsum(branches)])
    child = number[tree.child[keep[tree.child]]]
    names = ("rows", "weight", "impurity", "value", "missing_weights")
    fields = {name: getattr(tree, name)[keep[: len(getattr(tree, name))]] for name in names}
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


def collapse(tree: Tree) -> Tree:
    """Branches that do not lessen the training errors are cut, from the root down, as C4.5 does first."""
    wrong = np.maximum(tree.weight - tree.value.max(axis=1), 0.0)
    below = np.where(tree.kind == LEAF, wrong, 0.0)
    parent = parents(tree)
    for i in range(len(below) - 1, 0, -1):
        below[parent[i]] += below[i]
    return cut_at(tree, below >= wrong - EVEN)


@kernel
def _drop_below(parent: Array, leaf: Array, out_keep: Array) -> None:
    for i in range(1, parent.shape[0]):
        out_keep[i] = out_keep[parent[i]] and not leaf[parent[i]]
