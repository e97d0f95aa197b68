"""A fitted tree under scikit-learn's names: `model.tree_`."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array

from fenlei.annotations import MatrixLike
from fenlei.kernels import Array, kernel
from fenlei.kernels.matrices import is_sparse
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.sparse.sparse_rows import over_rows
from fenlei.trees.tree import Tree, apply, class_shares, depths, importances, mix, parents


class TreeView:
    """Arrays of a tree as scikit-learn's `tree_` has them, and beyond.

    Attributes
    ----------
    node_count, n_leaves, max_depth, n_features, n_outputs, max_n_classes : int
    children_left, children_right : ndarray of shape (m,)
        -1 for a leaf. A split with more than two branches has its first and second here; `children` lists
        all.
    children : list of m ndarrays
    feature, threshold : ndarray of shape (m,)
        -2 for a leaf.
    impurity, n_node_samples, weighted_n_node_samples : ndarray of shape (m,)
    value : ndarray of shape (m, O, K)
        Shares of the classes of each target; the mean or median target, K = 1.
    missing_go_to_left : ndarray of shape (m,)
    arrays : Tree
        The record itself.
    """

    def __init__(self, tree: Tree, classes: bool, widths: list[int] | None = None) -> None:
        self.arrays = tree
        self.node_count = self.capacity = len(tree.kind)
        self.n_leaves = int((tree.kind == LEAF).sum())
        self.max_depth = int(depths(tree).max())
        self.n_features = len(tree.sizes)
        self.feature, self.threshold, self.impurity = tree.feature, tree.threshold, tree.impurity
        self.n_node_samples, self.weighted_n_node_samples = tree.rows, tree.weight
        if widths is not None:
            self.value = _side_by_side(target_shares(tree, widths))
        else:
            self.value = class_shares(tree)[:, None, :] if classes else tree.value[:, :, None]
        self.n_outputs, self.max_n_classes = self.value.shape[1:]
        self.n_classes = np.full(self.n_outputs, self.max_n_classes) if widths is None else np.array(widths)
        inner = tree.kind > LEAF
        self.children_left, self.children_right = np.full((2, self.node_count), -1)
        self.children_left[inner] = tree.child[tree.first[:-1][inner]]
        self.children_right[inner] = tree.child[tree.first[:-1][inner] + 1]
        self.missing_go_to_left = (inner & (tree.missing == 0)).astype(np.uint8)

    def __repr__(self) -> str:
        return f"TreeView(node_count={self.node_count}, n_leaves={self.n_leaves}, max_depth={self.max_depth})"

    @property
    def children(self) -> list[Array]:
        return np.split(self.arrays.child, self.arrays.first[1:-1])

    def apply(self, X: Any) -> Array:
        """Leaf (n,) of each row of coded features, dense or sparse."""
        rows: Any = X.tocsr().astype(np.float64) if is_sparse(X) else np.ascontiguousarray(X, np.float64)
        return over_rows(lambda part: apply(self.arrays, part), rows)

    def predict(self, X: MatrixLike) -> Array:
        """Value (n, K) of the leaf of each row; (n, O, K) of several targets."""
        value = self.value[self.apply(X)]
        return value[:, 0] if self.n_outputs == 1 else value

    def decision_path(self, X: MatrixLike) -> csr_array:
        """Indicator matrix (n, m) of the nodes that a row passes."""
        return decision_path(self.arrays, self.apply(X))

    def compute_feature_importances(self, normalize: bool = True) -> Array:
        """Decrease of the impurity by each feature, (p,)."""
        return importances(self.arrays, normalize)

    def partial_dependence(self, values: Array, features: Array) -> Array:
        """Mean value (g, O) over the training rows where `features` (t,) have the values (g, t).

        A node that splits by one of these features sends a row to one branch, any other node to all of
        them in parts, as their weights.
        """
        X = np.full((len(values), self.n_features), np.nan)
        X[:, features] = values
        in_parts = self.arrays._replace(missing=np.full_like(self.arrays.missing, -1))
        return mix(in_parts, X, self.arrays.value)


def target_shares(tree: Tree, widths: list[int]) -> list[Array]:
    """Shares (m, K_o) of the classes of each of several targets, which are concatenated."""
    parts = np.split(tree.value, np.cumsum(widths)[:-1], axis=1)
    return [part / part.sum(axis=1, keepdims=True) for part in parts]


def _side_by_side(parts: list[Array]) -> Array:
    """Parts (m, K_o) as one array (m, O, max K), filled up with zeros."""
    value = np.zeros((len(parts[0]), len(parts), max(part.shape[1] for part in parts)))
    for o, part in enumerate(parts):
        value[:, o, : part.shape[1]] = part
    return value


def decision_path(tree: Tree, leaf: Array) -> csr_array:
    """Indicator matrix (n, m), CSR, of the nodes on the path to each row's leaf."""
    depth, parent = depths(tree), parents(tree)
    start = np.concatenate([[0], np.cumsum(depth[leaf] + 1)])
    nodes = np.empty(start[-1], np.int64)
    _walk_up(leaf, parent, start, nodes)
    return csr_array((np.ones(len(nodes), np.int64), nodes, start), shape=(len(leaf), len(tree.kind)))


@kernel
def _walk_up(leaf: Array, parent: Array, start: Array, out_nodes: Array) -> None:
    for i in range(leaf.shape[0]):
        node = leaf[i]
        for index in range(start[i + 1] - 1, start[i] - 1, -1):
            out_nodes[index] = node
            node = parent[node]
