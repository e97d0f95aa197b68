"""Importance of each feature in a tree of a forest: the impurity decrease that its splits brought.

A node of weight w and impurity h has mass w h; a split by feature j adds the node's mass less that of its
branches to j. In reverse preorder both branches of a node stand on top of a stack when the node comes.
"""

from __future__ import annotations

import numpy as np

from fenlei.ensemble.forest.record import Forest
from fenlei.kernels import Array, kernel, part_of_kernel


def tree_importances(tree: Forest, criterion: str) -> Array:
    """Shares (p,) of the impurity decrease of the only tree of a forest."""
    total = np.zeros(len(tree.sizes))
    weight, value = tree.weight.astype(np.float64), tree.value.astype(np.float64)
    add_decreases(tree.feature, weight, value, tree.impurity, criterion != "gini", total)
    return total / total.sum() if total.sum() > 0 else total


@part_of_kernel
def class_impurity(counts: Array, weight: float, by_entropy: bool) -> float:
    """Gini index, or entropy in bits, of class weights."""
    total = 0.0 if by_entropy else 1.0
    for k in range(counts.shape[0]):
        share = counts[k] / weight
        if not by_entropy:
            total -= share * share
        elif share > 0.0:
            total -= share * np.log2(share)
    return total


@kernel
def add_decreases(
    feature: Array, weight: Array, value: Array, impurity: Array, by_entropy: bool, out_total: Array
) -> None:
    """Add the decrease of every split; weight and value are the leaves', impurity the nodes' or empty."""
    classes, leaf, top = impurity.shape[0] == 0, weight.shape[0], 0
    counts, weights, mass = np.empty_like(value), np.empty(leaf), np.empty(leaf)
    for i in range(feature.shape[0] - 1, -1, -1):
        inner = feature[i] >= 0
        if inner:
            first, at = top - 1, top - 2
            weights[at] += weights[first]
            for k in range(counts.shape[1] if classes else 0):
                counts[at, k] += counts[first, k]
        else:
            leaf, at = leaf - 1, top
            weights[at] = weight[leaf]
            for k in range(counts.shape[1] if classes else 0):
                counts[at, k] = value[leaf, k]
        here = class_impurity(counts[at], weights[at], by_entropy) if classes else impurity[i]
        here *= weights[at]
        if inner:
            out_total[feature[i]] += here - mass[first] - mass[at]
        mass[at], top = here, at + 1
