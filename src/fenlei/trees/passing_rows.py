"""Class weights of the rows that pass each node of a tree, whole or in parts.

A row whose value is missing goes to every branch of a node with `missing` -1, in parts: branch v gets the
share weight_v / Σ weight of it, which is the share of the rows with a known value (source 002, 5.3.7).
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, THRESHOLD
from fenlei.trees.tree import Tree, branch_of, parents


@kernel
def weigh_paths(X: Array, codes: Array, w: Array, tree: Tree, out_counts: Array, out_missing: Array) -> None:
    """Class weights (m, K) of the rows that pass each node; and of those that it sends to every branch."""
    m = tree.kind.shape[0]
    waiting, parts = np.empty(m, np.int64), np.empty(m)  # branches that the row at hand takes in parts
    for i in range(X.shape[0]):
        waiting[0], parts[0], size, k = 0, w[i], 1, codes[i]
        while size > 0:
            size -= 1
            node, part = waiting[size], parts[size]
            out_counts[node, k] += part
            branch = 0
            while tree.kind[node] != LEAF and branch >= 0:
                branch = branch_of(X[i, tree.feature[node]], node, tree)
                if branch >= 0:
                    node = tree.child[tree.first[node] + branch]
                    out_counts[node, k] += part
            if branch >= 0:
                continue
            out_missing[node, k] += part
            start, stop = tree.first[node], tree.first[node + 1]
            total = tree.weight[tree.child[start:stop]].sum()
            for c in range(start, stop):
                if tree.weight[tree.child[c]] > 0.0:
                    waiting[size], parts[size] = tree.child[c], part * tree.weight[tree.child[c]] / total
                    size += 1


def node_counts(tree: Tree, X: Array, codes: Array, w: Array | None) -> Array:
    """Class weights (m, K) of given rows at each node."""
    counts = np.zeros_like(tree.value)
    weigh_paths(X, codes, np.ones(len(X)) if w is None else w, tree, counts, np.zeros_like(counts))
    return counts


def with_missing_weights(tree: Tree, X: Array, codes: Array, w: Array | None) -> Tree:
    """The tree, with the class weights of the training rows that each node sends to every branch."""
    if not np.isnan(X).any():
        return tree
    counts, missing = np.zeros_like(tree.value), np.zeros_like(tree.value)
    weigh_paths(X, codes, np.ones(len(X)) if w is None else w, tree, counts, missing)
    return tree._replace(missing_weights=missing)


def known_branches(tree: Tree, node: int) -> Array:
    """Class weights (branches, K) of the rows of a node whose value is known, branch by branch.

    A branch of the share r has r times the rows whose value is missing besides; they are taken off.
    """
    branches = tree.value[tree.child[tree.first[node] : tree.first[node + 1]]]
    if len(tree.missing_weights) == 0 or not tree.missing_weights[node].any():
        return branches
    share = branches.sum(axis=1, keepdims=True) / branches.sum()
    return np.maximum(branches - share * tree.missing_weights[node], 0.0)


def branches_taken(tree: Tree, node: int, x: Array) -> Array:
    """Branch (n,) that each value of the node's feature takes; -1: every branch in parts."""
    if tree.kind[node] == THRESHOLD:
        return np.where(np.isnan(x), tree.missing[node], x > tree.threshold[node])
    known = (x >= 0) & (x < tree.sizes[tree.feature[node]])
    code = np.where(known, x, 0).astype(np.int64)
    branch = code if tree.kind[node] == MULTIWAY else 1 - tree.sets[tree.subset[node] + code].astype(np.int64)
    return np.where(known, branch, tree.missing[node])


def parts_at(tree: Tree, X: Array, node: int) -> Array:
    """Part (n,) of each row that reaches a node: 1 of a row on the way, 0 elsewhere, or a share."""
    parent, part = parents(tree), np.ones(len(X))
    while node > 0:
        above = int(parent[node])
        children = tree.child[tree.first[above] : tree.first[above + 1]]
        share = tree.weight[node] / tree.weight[children].sum()
        x = X[:, tree.feature[above]]
        branch = branches_taken(tree, above, x)
        part *= np.where(branch < 0, share, children[branch] == node)
        node = above
    return part
