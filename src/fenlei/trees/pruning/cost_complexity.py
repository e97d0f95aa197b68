r"""Cost-complexity pruning: weakest links first.

R(t) is the impurity of node t times its share of the weight (`risk="impurity"`, as in scikit-learn) or the
share of the weight that it classifies wrong ("errors", as in Breiman's book and rpart); R(T_t) is the sum
over the leaves below it. Cutting the branches of t saves |T_t| - 1 leaves and costs R(t) - R(T_t); the link
that costs least per leaf,

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1),

is cut first. Its g is the price α of a leaf from which on the smaller tree is better. The trees are nested,
and for every α one of them has the least R_α(T) = R(T) + α |leaves|.

Cutting the weakest link can only raise the g of the nodes above it, so a heap of old values finds the next
one: an entry that proves too low goes back. Cost: O(m (depth + log m)). Reference: Breiman et al. (1984),
chapter 3; source 004, section 7.4.1; Therneau, Atkinson, "An introduction to recursive partitioning using the
rpart routines".
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.tree import Tree, parents
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading, fitted_tree


class PruningPath(NamedTuple):
    """The sequence of trees from the whole one, step 0, to the root."""

    alpha: Array  # (s,) price of a leaf at which the step is taken
    impurity: Array  # (s,) R(T) after it
    leaves: Array  # (s,) int64
    node: Array  # (s,) int64, the node that became a leaf; -1 at step 0
    step: Array  # (m,) int64, the step at which a node became a leaf; s if it never does


@kernel
def cut_links(parent: Array, leaf: Array, R: Array) -> tuple[Array, Array, Array, Array]:
    """Nodes in the order in which they are cut, with α, R(T) and number of leaves after each."""
    m = parent.shape[0]
    leaves, below = np.zeros(m, np.int64), np.zeros(m)
    for i in range(m - 1, -1, -1):
        if leaf[i]:
            leaves[i], below[i] = 1, R[i]
        if i > 0:
            leaves[parent[i]] += leaves[i]
            below[parent[i]] += below[i]
    heap = [((R[i] - below[i]) / (leaves[i] - 1), i) for i in range(m) if not leaf[i]]
    heapify(heap)
    gone = leaf.copy()
    node, alpha = np.empty(len(heap), np.int64), np.empty(len(heap))
    impurity, count = np.empty(len(heap)), np.empty(len(heap), np.int64)
    steps = 0
    while len(heap) > 0 and not gone[0]:
        noted, i = heappop(heap)
        if gone[i]:
            continue
        g = (R[i] - below[i]) / (leaves[i] - 1)
        if g > noted + 1e-14 * abs(noted):  # cuts below it have raised it: g never falls
            heappush(heap, (g, i))
            continue
        fewer, more = leaves[i] - 1, R[i] - below[i]
        up = i
        while up >= 0:
            leaves[up] -= fewer
            below[up] += more
            up = parent[up]
        gone[i] = True
        close_below(i, parent, gone)
        node[steps], alpha[steps] = i, g
        impurity[steps], count[steps] = below[0], leaves[0]
        steps += 1
    return node[:steps], alpha[:steps], impurity[:steps], count[:steps]


@kernel
def close_below(i: int, parent: Array, out_gone: Array) -> None:
    """Everything below node i is gone; in preorder it follows i without a gap."""
    for j in range(i + 1, parent.shape[0]):
        if parent[j] < i:
            break
        out_gone[j] = True


def node_risks(tree: Tree, risk: str = "impurity") -> Array:
    """R(t) (m,) of each node, as if it were a leaf."""
    if risk == "errors":
        return (tree.weight - tree.value.max(axis=1)) / tree.weight[0]
    return tree.weight / tree.weight[0] * tree.impurity


def pruning_path(tree: Tree, risk: str = "impurity") -> PruningPath:
    """All steps of weakest-link pruning."""
    R = node_risks(tree, risk)
    leaf = tree.kind == LEAF
    first = float(R[leaf].sum())
    step = np.full(len(R), len(R))
    if leaf[0]:
        return PruningPath(np.zeros(1), np.array([first]), np.ones(1, np.int64), np.array([-1]), step)
    node, alpha, impurity, count = cut_links(parents(tree), leaf, R)
    step = np.full(len(R), len(node) + 1)
    step[node] = np.arange(1, len(node) + 1)
    return PruningPath(
        np.concatenate([[0.0], np.maximum(alpha, 0.0)]),
        np.concatenate([[first], impurity]),
        np.concatenate([[int(leaf.sum())], count]),
        np.concatenate([[-1], node]),
        step,
    )


def weakest_links(tree: Tree, alpha: float) -> Tree:
    """The smallest tree with the least R(T) + alpha |leaves|."""
    path = pruning_path(tree)
    taken = int(np.searchsorted(np.maximum.accumulate(path.alpha), alpha, side="right"))
    return cut_at(tree, path.step < taken)


class ComplexityRow(NamedTuple):
    """One tree of the sequence."""

    cp: float  # least price of a split, as a share of the root's error, from which on this tree is the best
    splits: int
    relative_error: float  # on the training rows, as a share of the root's: wrong rows, or squares


def complexity_table(model: TreeReading, floor: float = 0.01) -> list[ComplexityRow]:
    """The table of complexity parameters that rpart prints, from the root on; no price is below `floor`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.trees import DecisionTreeClassifier, complexity_table
    >>> model = DecisionTreeClassifier(min_samples_leaf=7).fit(*load_iris(return_X_y=True))
    >>> [(round(row.cp, 2), row.splits, round(row.relative_error, 2)) for row in complexity_table(model)]
    [(0.5, 0, 1.0), (0.44, 1, 0.5), (0.01, 2, 0.06)]
    """
    tree = fitted_tree(model, "complexity_table")
    risk = "errors" if isinstance(model, TreeClassifier) else "impurity"
    path, root = pruning_path(tree, risk), float(node_risks(tree, risk)[0])
    if root == 0.0:
        return [ComplexityRow(floor, 0, 0.0)]
    cp = np.maximum.accumulate(path.alpha) / root
    last = np.append(cp[1:] > cp[:-1] * (1.0 + 1e-12), True)  # steps at one price are one tree
    shown = last & np.append(cp[1:] > floor, True)
    return [
        ComplexityRow(max(float(cp[s]), floor), int(path.leaves[s]) - 1, float(path.impurity[s]) / root)
        for s in np.flatnonzero(shown)[::-1]
    ]
