"""One row sent down all trees of a forest at once: its leaves, and how each feature moves the answer.

In preorder the leaves below a node are consecutive, so the answer of any node is a difference of running
sums over the leaves:

    node      0    1    2    3    4      leaves below node i: from leaf[i] up to leaf[stop of i]
    feature   3    0   -1   -1   -1      stop of the root: the end of the tree
    leaf      0    0    0    1    2      of a first branch: the second branch; of a second: that of the node

With the answer of all rows at the root these moves add up to the mean answer of the leaves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.forest.record import Forest, rights
from fenlei.kernels import Array


class RowInForest(NamedTuple):
    """A row in T trees; answers are shares of K classes, or one value."""

    leaf_value: Array  # (T, K) class weights of the row's leaf, or its value
    leaf_weight: Array  # (T,)
    start: Array  # (K,) mean answer of the roots
    moved: Array  # (p, K) what the splits by each feature change, in the mean


class RunningSums:
    """Answers of ranges of leaves."""

    def __init__(self, forest: Forest, classes: bool) -> None:
        value, weight = forest.value.astype(np.float64), forest.weight.astype(np.float64)
        self.classes = classes
        self.center = 0.0 if classes else float(np.average(value[:, 0], weights=weight)) * np.ones(1)
        sums = value if classes else weight[:, None] * (value - self.center)
        self.sums = np.vstack([np.zeros(sums.shape[1]), np.cumsum(sums, axis=0)])
        self.weights = np.concatenate([[0.0], np.cumsum(weight)])

    def answers(self, start: Array, stop: Array) -> Array:
        """Answers (T, K) of the leaves from start (T,) up to stop (T,)."""
        total = self.sums[stop] - self.sums[start]
        if self.classes:
            return total / total.sum(axis=1, keepdims=True)
        return self.center + total / (self.weights[stop] - self.weights[start])[:, None]


def follow_row(forest: Forest, x: Array, classes: bool) -> RowInForest:
    """The row x (p,) in every tree, level by level."""
    first = forest.start[:-1].astype(np.int64)
    right = rights(forest) + np.repeat(first, np.diff(forest.start))
    leaf = np.concatenate([[0], np.cumsum(forest.feature < 0)])  # leaves before each node
    running, moved = RunningSums(forest, classes), np.zeros((len(x), forest.value.shape[1]))
    node, stop = first.copy(), forest.start[1:].astype(np.int64)
    start = running.answers(leaf[node], leaf[stop])
    answer = start.copy()
    while len(inner := np.flatnonzero(forest.feature[node] >= 0)):
        here = node[inner]
        second = _second_branch(forest, x, here, here - leaf[here])
        stop[inner] = np.where(second, stop[inner], right[here])
        node[inner] = np.where(second, right[here], here + 1)
        new = running.answers(leaf[node[inner]], leaf[stop[inner]])
        np.add.at(moved, forest.feature[here], new - answer[inner])
        answer[inner] = new
    rank = leaf[node]
    value, weight = forest.value[rank].astype(np.float64), forest.weight[rank].astype(np.float64)
    return RowInForest(value, weight, start.mean(axis=0), moved / len(node))


def _second_branch(forest: Forest, x: Array, node: Array, rank: Array) -> Array:
    """Whether the row takes the second branch of each node; `rank` is the position among inner nodes."""
    value = x[forest.feature[node]]
    missing = forest.missing[rank] == 1
    second = np.where(np.isnan(value), missing, value > forest.threshold[rank])
    if not forest.subset.size:
        return second
    start, size = forest.subset[rank], forest.sizes[forest.feature[node]]
    known = (value >= 0) & (value < size)
    code = np.where(known, value, 0).astype(np.int64)
    among = forest.sets[np.where(start >= 0, start + code, 0)] == 1
    return np.where(start >= 0, np.where(known, ~among, missing), second)
