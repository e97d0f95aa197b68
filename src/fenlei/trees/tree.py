"""The tree as a record of flat arrays, and reading it: parents, depths, shares of classes, leaves of rows.

Nodes are numbered in preorder, as a reader meets them: a node, then its first branch with all that is below
it, then the next. So parents come before children, and what goes from leaves to the root is a loop backwards.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.messages import phrase
from fenlei.records import Field, check_record, refuse_record
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, SUBSET, THRESHOLD, TIE

FEW_ROWS = 64  # to follow at once


class Tree(NamedTuple):
    """A fitted tree of m nodes."""

    kind: Annotated[Array, Field("m", "iu", LEAF, MULTIWAY)]  # leaf, threshold, set of categories, multiway
    feature: Annotated[Array, Field("m", "iu", -2)]  # -2 for a leaf
    threshold: Annotated[Array, Field("m", high=np.inf)]  # x <= threshold goes to the first branch; -2: none
    first: Annotated[Array, Field("*", "iu", 0)]  # (m + 1,) node i has branches child[first[i]:first[i + 1]]
    child: Annotated[Array, Field("*", "iu", 1)]  # (m - 1,)
    missing: Annotated[Array, Field("m", "iu", -1)]  # branch of a missing or unknown value; -1: all, in parts
    subset: Annotated[Array, Field("m", "iu", -1)]  # where the node's set begins in `sets`; -1: it has none
    sets: Annotated[Array, Field("s", "iu", 0, 1)]  # 1 for each category that goes to the first branch
    sizes: Annotated[Array, Field("p", "iu", 0)]  # number of categories of each feature, 0 for a number
    rows: Annotated[Array, Field("m", "iu", 0)]
    weight: Annotated[Array, Field("m", low=0.0)]
    impurity: Annotated[Array, Field("m", low=0.0)]
    value: Annotated[Array, Field("m v")]  # (m, K) class weights; (m, 1) the mean or median target
    # (m, K) class weights of the training rows that a node sends to every branch; empty: there are none
    missing_weights: Annotated[Array, Field("* *", low=0.0)] = np.zeros((0, 0))


def check_tree(tree: Tree, p: int, width: int) -> None:
    """Raise ModelFileError if following the tree could leave its arrays or run in a circle."""
    check_record(tree, p=p, v=width)
    m, inner = len(tree.kind), tree.kind > LEAF
    branches, size = np.diff(tree.first), len(tree.sets)
    nominal = (
        np.where(inner, tree.sizes[np.where(inner, tree.feature, 0) % max(p, 1)], 0) if p else np.zeros(m)
    )
    sound = (
        len(tree.first) == m + 1
        and tree.first[0] == 0
        and tree.first[-1] == len(tree.child) == m - 1
        and bool(np.all(branches >= 0))
        and bool(np.all(inner == (branches > 0)))
        and bool(np.all(tree.feature[inner] >= 0))
        and bool(np.all(tree.feature[inner] < p))
        and np.array_equal(np.sort(tree.child), np.arange(1, m))
        and bool(np.all(np.repeat(np.arange(m), branches) < tree.child))
        and bool(np.all(tree.missing[inner] < branches[inner]))
        and bool(np.all(branches[(tree.kind == THRESHOLD) | (tree.kind == SUBSET)] == 2))
        and bool(np.all(branches[tree.kind == MULTIWAY] == nominal[tree.kind == MULTIWAY]))
        and bool(np.all(nominal[tree.kind == THRESHOLD] == 0))
        and bool(np.all((tree.subset >= 0) == (tree.kind == SUBSET)))
        and bool(np.all((tree.subset + nominal)[tree.kind == SUBSET] <= size))
        and tree.missing_weights.shape in ((0, 0), tree.value.shape)
    )
    if not sound:
        raise refuse_record("child", phrase("record.no_tree"), phrase("record.tree"))


def parents(tree: Tree) -> Array:
    """Parent (m,) of each node, -1 for the root."""
    parent = np.full(len(tree.kind), -1)
    parent[tree.child] = np.repeat(np.arange(len(tree.kind)), np.diff(tree.first))
    return parent


def depths(tree: Tree) -> Array:
    """Depth (m,) of each node; the root has 0."""
    depth = np.zeros(len(tree.kind), np.int64)
    _depths(parents(tree), depth)
    return depth


@kernel
def _depths(parent: Array, out_depth: Array) -> None:
    for i in range(1, parent.shape[0]):
        out_depth[i] = out_depth[parent[i]] + 1


def class_shares(tree: Tree) -> Array:
    """P(class) at each node, (m, K); a node without rows takes over its parent's."""
    shares = tree.value.copy()
    _inherit(parents(tree), shares)
    return shares / shares.sum(axis=1, keepdims=True)


def majority(value: Array) -> Array:
    """The class with the largest weight along the last axis, the first of equals up to rounding."""
    return (value >= value.max(axis=-1, keepdims=True) * (1.0 - TIE)).argmax(axis=-1)


@kernel
def _inherit(parent: Array, out_value: Array) -> None:
    K = out_value.shape[1]
    for i in range(1, parent.shape[0]):
        total = 0.0
        for k in range(K):
            total += out_value[i, k]
        if total == 0.0:
            for k in range(K):
                out_value[i, k] = out_value[parent[i], k]


def importances(tree: Tree, normalize: bool = True) -> Array:
    """Impurity decrease (p,) that splits by each feature brought, as a share of all of it."""
    mass = tree.weight * tree.impurity
    decrease = mass.copy()
    np.subtract.at(decrease, parents(tree)[1:], mass[1:])
    inner = tree.kind > LEAF
    total = np.bincount(tree.feature[inner], decrease[inner], len(tree.sizes)) / tree.weight[0]
    return total / total.sum() if normalize and total.sum() > 0 else total


@kernel
def branch_of(x: float, i: int, tree: Tree) -> Any:
    """Branch that value x of the node's feature takes; -1: every branch in parts."""
    kind = tree.kind[i]
    if kind == THRESHOLD:
        if x <= tree.threshold[i]:
            return 0
        return 1 if x == x else tree.missing[i]
    size = tree.sizes[tree.feature[i]]
    if not 0 <= x < size:
        return tree.missing[i]
    return np.int64(x) if kind == MULTIWAY else 1 - tree.sets[tree.subset[i] + np.int64(x)]


@kernel
def leaves_of(X: Array, tree: Tree, out_leaf: Array) -> None:
    """Leaf of each row; where a row would go to every branch, the heaviest."""
    for i in range(X.shape[0]):
        row = X[i]
        node = 0
        while tree.kind[node] != LEAF:
            branch = branch_of(row[tree.feature[node]], node, tree)
            if branch < 0:
                branch = heaviest(tree, node)
            node = tree.child[tree.first[node] + branch]
        out_leaf[i] = node


@kernel
def heaviest(tree: Tree, node: int) -> int:
    """The branch with the largest weight, the first of equals."""
    best = 0
    for b in range(1, tree.first[node + 1] - tree.first[node]):
        if tree.weight[tree.child[tree.first[node] + b]] > tree.weight[tree.child[tree.first[node] + best]]:
            best = b
    return best


@kernel
def mixed_values(X: Array, tree: Tree, node_value: Array, out_value: Array) -> None:
    """Mean of node_value over the leaves of each row, weighted by the parts that reach them, added."""
    for i in range(X.shape[0]):
        row = X[i]
        stack = [(0, 1.0)]
        while len(stack) > 0:
            node, part = stack.pop()
            if tree.kind[node] == LEAF:
                for k in range(out_value.shape[1]):
                    out_value[i, k] += part * node_value[node, k]
                continue
            branch = branch_of(row[tree.feature[node]], node, tree)
            start, stop = tree.first[node], tree.first[node + 1]
            if branch >= 0:
                stack.append((tree.child[start + branch], part))
                continue
            total = 0.0
            for c in range(start, stop):
                total += tree.weight[tree.child[c]]
            for c in range(stop - 1, start - 1, -1):
                if tree.weight[tree.child[c]] > 0.0:
                    stack.append((tree.child[c], part * tree.weight[tree.child[c]] / total))


def apply(tree: Tree, X: Array, n_jobs: int | None = None) -> Array:
    """Leaf (n,) of each row."""
    leaf = np.empty(len(X), np.int64)
    if len(X) < FEW_ROWS:  # making links takes longer
        leaves_of(X, tree, leaf)
        return leaf
    blocks = row_blocks(len(X), X.shape[1], 1 << 19)
    if np.all(tree.kind <= THRESHOLD) and np.all(tree.missing >= 0):
        links = threshold_links(tree)
        run_blocks(lambda s, e: follow(X[s:e], tree.threshold, links, leaf[s:e]), blocks, n_jobs)
    else:
        run_blocks(lambda s, e: leaves_of(X[s:e], tree, leaf[s:e]), blocks, n_jobs)
    return leaf


def threshold_links(tree: Tree) -> Array:
    """Feature (-1: leaf), second branch and whether missing values go to the first, (m, 4) int32 with a gap.

    The first branch is the next node.
    """
    inner = tree.kind > LEAF
    links = np.zeros((len(inner), 4), np.int32)
    links[:, 0] = np.where(inner, tree.feature, -1)
    links[inner, 1] = tree.child[tree.first[:-1][inner] + 1]
    links[:, 2] = tree.missing == 0
    return links


@kernel
def follow(X: Array, threshold: Array, links: Array, out_leaf: Array) -> None:
    """Leaf of each row in a tree of thresholds."""
    for i in range(X.shape[0]):
        row = X[i]
        node: Any = 0
        j = links[0, 0]
        while j >= 0:
            x = row[j]
            if x <= threshold[node] or (x != x and links[node, 2]):
                node += 1
            else:
                node = np.int64(links[node, 1])
            j = links[node, 0]
        out_leaf[i] = node


def mix(tree: Tree, X: Array, node_value: Array, n_jobs: int | None = None) -> Array:
    """Mean of node_value (m, K) over the leaves that the parts of a row reach, (n, K)."""
    value = np.zeros((len(X), node_value.shape[1]))
    run_blocks(
        lambda s, e: mixed_values(X[s:e], tree, node_value, value[s:e]),
        row_blocks(len(X), X.shape[1], 1 << 19),
        n_jobs,
    )
    return value
