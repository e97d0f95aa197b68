"""Pruning by rows that the tree was not grown on.

Every node, were it a leaf, has a score on the validation rows that pass it: the weight of those of its class,
or minus the loss of its value. The score of a tree is the sum over its leaves, so all subtrees are compared
without predicting again (source 002, B-M22 and B-M23; source 004, section 7.4.1).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.table.coding import code_labels
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.passing_rows import node_counts
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.pruning.cost_complexity import PruningPath
from fenlei.trees.reading.sklearn_view import decision_path
from fenlei.trees.tree import Tree, apply, class_shares, parents
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading
from fenlei.weights import check_weights


class Step(NamedTuple):
    """One decision of a pruning method, in the order they were taken."""

    node: int  # as numbered before pruning
    action: str  # "leaf", "keep" or "raise"
    before: float  # with the branches: rows right, loss, cost or expected errors, as the method has it
    after: float  # as a leaf


class TreeScores(NamedTuple):
    """The whole tree at one decision: share of the validation rows right, or mean loss of a regression."""

    node: int
    before: float  # with the branches of the node
    after: float  # with the node as a leaf


def validation_rows(model: TreeReading, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None) -> Rows:
    """Coded rows; class codes, or targets of a regression; weights."""
    coded = model._check_X(X)
    if isinstance(model, TreeClassifier):
        target = code_labels(np.asarray(y), model.classes_)
    else:
        target = column_or_1d(y).astype(np.float64)
        if not np.isfinite(target).all():
            raise DataError("trees.targets")
    check_consistent_length(coded, target)
    return Rows(coded, target, check_weights(sample_weight, len(coded)))


def row_losses(y: Array, value: Array, criterion: str) -> Array:
    """Loss of each target: squared or absolute error, or half the Poisson deviance."""
    if criterion == "absolute_error":
        return np.abs(y - value)
    if criterion == "poisson":
        logs = np.log(np.where(y > 0, y, 1.0)) - np.log(np.where(y > 0, value, 1.0))
        return y * logs - y + value
    return (y - value) ** 2


def node_scores(model: TreeReading, tree: Tree, rows: Rows) -> Array:
    """Score (m,) of each node, were it a leaf, on the rows that pass it; larger is better."""
    if isinstance(model, TreeClassifier):
        counts = node_counts(tree, *rows)
        return counts[np.arange(len(counts)), class_shares(tree).argmax(axis=1)]
    criterion: str = model.criterion
    path = decision_path(tree, apply(tree, rows.X))
    passing = np.repeat(np.arange(len(rows.X)), np.diff(path.indptr))
    losses = row_losses(rows.codes[passing], tree.value[path.indices, 0], criterion)
    weights = losses if rows.w is None else losses * rows.w[passing]
    return -np.bincount(path.indices, weights, len(tree.kind))


def bottom_up(
    tree: Tree, leaf_cost: Array, split_cost: Array, *, ties: bool = True, only_leaves: bool = False
) -> tuple[Tree, list[Step]]:
    """Cut wherever a leaf costs less than the node's split and what is left of its branches.

    `ties`: also where it costs the same. `only_leaves`: only where all branches are leaves by then.
    """
    cost = np.where(tree.kind == LEAF, leaf_cost, split_cost)
    parent, cut, steps = parents(tree), np.zeros(len(cost), bool), []
    split_below = np.zeros(len(cost), bool)
    for i in range(len(cost) - 1, -1, -1):
        if tree.kind[i] != LEAF and not (only_leaves and split_below[i]):
            margin = 1e-9 * max(1.0, abs(leaf_cost[i]))
            cut[i] = leaf_cost[i] <= cost[i] + (margin if ties else -margin)
            steps.append(Step(i, "leaf" if cut[i] else "keep", float(cost[i]), float(leaf_cost[i])))
            cost[i] = leaf_cost[i] if cut[i] else cost[i]
        if i > 0:
            cost[parent[i]] += cost[i]
            split_below[parent[i]] |= tree.kind[i] != LEAF and not cut[i]
    return cut_at(tree, cut), steps


def reduced_error(tree: Tree, score: Array, ties: bool = True) -> tuple[Tree, list[Step]]:
    """Score of the validation rows, leaf against branches, from the leaves up."""
    cut, steps = bottom_up(tree, -score, np.zeros(len(score)), ties=ties)
    return cut, [Step(s.node, s.action, -s.before, -s.after) for s in steps]


def pre_prune(tree: Tree, score: Array) -> tuple[Tree, list[Step]]:
    """Score of the validation rows, from the root down; a split stays only if it is strictly better."""
    split = np.zeros(len(score))
    np.add.at(split, parents(tree)[1:], score[1:])
    cut = (tree.kind != LEAF) & (split <= score + 1e-12 * np.abs(score))
    parent, gone, steps = parents(tree), np.zeros(len(score), bool), []
    for i in range(len(score)):
        gone[i] = i > 0 and (gone[parent[i]] or cut[parent[i]])
        if tree.kind[i] != LEAF and not gone[i]:
            steps.append(Step(i, "leaf" if cut[i] else "keep", float(split[i]), float(score[i])))
    return cut_at(tree, cut), steps


def scores_by_step(
    method: str, steps: list[Step], tree: Tree, score: Array, weight: float
) -> list[TreeScores]:
    """The whole tree at each decision; from the root down it starts as a leaf, from the leaves up whole."""
    down = method == "pre"
    total = float(score[0] if down else score[tree.kind == LEAF].sum())
    found = []
    for step in steps:
        change = step.before - step.after  # what the branches add
        split, leaf = (total + change, total) if down else (total, total - change)
        found.append(TreeScores(step.node, abs(split) / weight, abs(leaf) / weight))
        total = split if step.action == "keep" else leaf
    return found


def subtree_scores(tree: Tree, path: PruningPath, score: Array) -> Array:
    """Score (s,) of every tree of the sequence of weakest links."""
    parent, below = parents(tree), np.where(tree.kind == LEAF, score, 0.0)
    for i in range(len(below) - 1, 0, -1):
        below[parent[i]] += below[i]
    total = [below[0]]
    for node in path.node[1:]:
        change, up = score[node] - below[node], int(node)
        while up >= 0:
            below[up] += change
            up = int(parent[up])
        total.append(below[0])
    return np.array(total)


def distinct_trees(path: PruningPath) -> tuple[Array, dict[str, Array]]:
    """Steps (t,) after which a tree differs from the next, and price, leaves and impurity of those trees."""
    alpha = np.maximum.accumulate(path.alpha)
    last = np.flatnonzero(~np.append(alpha[1:] == alpha[:-1], False))  # steps at one price are one tree
    return last, {"alpha": alpha[last], "leaves": path.leaves[last], "impurity": path.impurity[last]}
