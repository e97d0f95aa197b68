"""Rows sent down the trees of a forest, all trees in one array of nodes of six words.

    word     0           1           2           3           4           5
           +-----------+-----------+-----------+-----------+-----------+-----------+
    node   | threshold, or start   |  feature  | next node | next node | next node |
           | of its set in `sets`  |           | if first  | if second | if missing|
           +-----------+-----------+-----------+-----------+-----------+-----------+
           |  8 bytes: float64 or  |  uint32   |  uint32   |  uint32   |  uint32   |   24 bytes
              int64

    words  | leaves: one node per distinct answer | inner nodes of tree 0 | of tree 1 | ...
           0                                     6 u                                     6 m

A next node is given by the index of its first word. A row moves to the word that the comparison selects: the
program has no branch that depends on it, so the processor need not guess. Eight rows go down together: their
steps do not wait for one another.

Leaves come before all inner nodes and lead to themselves, so a row has arrived when its index is below 6 u.
All pure leaves of a class are one node, so that a tree is half as long and stays in the cache. A row adds the
answers of the trees in their order, so that the sum does not depend on blocks or threads.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fenlei.ensemble.forest.record import Forest, leaf_starts, take_tree
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.trees.tree import majority

WORDS = 6  # per node
FEATURE, FIRST = 2, 3  # words of a node; the second branch and that of missing values follow the first
MOST_WORDS = 1 << 32  # that words of 32 bits can point at
BLOCK = 1 << 19  # values of X per task: a tree is read once for so many
# Unsigned, so that no index is tested for being negative.
ONE, TOGETHER, TO_FEATURE, TO_FIRST = np.uint64(1), np.uint64(8), np.uint64(FEATURE), np.uint64(FIRST)


class PackedForest(NamedTuple):
    """A forest laid out for walking."""

    words: Array  # (6 m,) the nodes; uint32, or uint64 for a forest of more than 2^32 words
    cuts: Array  # (3 m,) float64, the same bytes: the threshold of the node at word i is cuts[i / 2]
    set_starts: Array  # (3 m,) int64, the same bytes: where the node's set starts
    roots: Array  # (T,) first word of each tree's root
    sets: Array
    sizes: Array
    answer: Array  # (u, K) class shares, or (u, 1) values: the answer of leaf u
    pure: int  # number of leaves with a single class: the first ones, in the order of the classes


def pack(forest: Forest, classes: bool, hard: bool = False) -> PackedForest:
    """The forest ready for walking; `hard`: the answer of a leaf is a vote for its largest class."""
    if hard:
        number, answer, pure = majority(forest.value), np.eye(forest.value.shape[1]), forest.value.shape[1]
    elif classes:
        (number, answer), pure = class_answers(forest.value), forest.value.shape[1]
    else:
        number, answer, pure = np.arange(len(forest.value)), forest.value.astype(np.float64), 0
    u, m = len(answer), len(answer) + len(forest.threshold)
    words = np.zeros((m, WORDS), np.uint32 if WORDS * m <= MOST_WORDS else np.uint64)
    words[:u, FIRST:] = WORDS * np.arange(u)[:, None]
    roots = link(forest.feature, forest.missing, number, words)
    words.view(np.float64)[u:, 0] = forest.threshold
    if forest.subset.size:
        nominal = forest.subset >= 0
        words.view(np.int64)[u:, 0][nominal] = forest.subset[nominal]
    every = 2 * words.itemsize // 8  # a threshold takes one of two words of 64 bits
    cuts, set_starts = (words.ravel().view(kind)[::every] for kind in (np.float64, np.int64))
    return PackedForest(words.ravel(), cuts, set_starts, roots, forest.sets, forest.sizes, answer, pure)


@kernel
def link(feature: Array, missing: Array, number: Array, out_words: Array) -> Array:
    """Write features and next nodes of the inner nodes; roots (T,) of the trees.

    From the last node to the first: the branches of a node are the last two without a parent.
    """
    waiting, size = np.empty(feature.shape[0], np.uint64), 0
    leaf, branch = number.shape[0], out_words.shape[0]
    for i in range(feature.shape[0] - 1, -1, -1):
        if feature[i] < 0:
            leaf -= 1
            waiting[size] = WORDS * number[leaf]
        else:
            branch -= 1
            size -= 2
            node, first, second = out_words[branch], waiting[size + 1], waiting[size]
            goes = missing[branch - out_words.shape[0]]
            node[FEATURE], node[FIRST], node[FIRST + 1] = feature[i], first, second
            node[FIRST + 2] = second if goes else first
            waiting[size] = WORDS * branch
        size += 1
    return waiting[:size][::-1].copy()


class ForestLayouts:
    """What is derived from a forest, each computed once, when it is first needed."""

    def __init__(
        self, forest: Forest, classes: bool, ballots: Callable[[Forest], Forest] | None = None
    ) -> None:
        self._forest, self._classes, self._ballots = forest, classes, ballots

    def __repr__(self) -> str:
        return "ForestLayouts()"

    @cached_property
    def packed(self) -> PackedForest:
        """For the sum of the answers."""
        return pack(self._forest, self._classes)

    @cached_property
    def voting(self) -> PackedForest:
        """For the number of votes of each class."""
        if self._ballots is not None:
            return pack(self._ballots(self._forest), False)
        return pack(self._forest, self._classes, hard=True)

    @cached_property
    def numbered(self) -> tuple[PackedForest, Array]:
        """With every leaf a node of its own, and the node (l,) of each leaf in its tree."""
        leaf = np.flatnonzero(self._forest.feature < 0)
        tree = np.searchsorted(self._forest.start, leaf, side="right") - 1
        return pack(self._forest, False), leaf - self._forest.start[tree]

    @cached_property
    def leaf_start(self) -> Array:
        """Number of leaves (T + 1,) before each tree."""
        return leaf_starts(self._forest)

    def tree(self, t: int) -> Forest:
        """Tree t as a forest of its own."""
        return take_tree(self._forest, t, self.leaf_start)


def class_answers(weights: Array) -> tuple[Array, Array]:
    """Index of each leaf's answer, and the answers: shares of the classes. Pure leaves share K answers."""
    number, K = lone_classes(weights), weights.shape[1]
    several = np.flatnonzero(number < 0)
    subset = weights[several].astype(np.float64)
    total = subset.sum(axis=1)
    mixed = subset.max(axis=1) < total
    number[several] = subset.argmax(axis=1)
    number[several[mixed]] = K + np.arange(np.count_nonzero(mixed))
    return number, np.vstack([np.eye(K), subset[mixed] / total[mixed, None]])


@kernel
def lone_classes(weights: Array) -> Array:
    """The only class in each leaf (l,); -1 if there are several."""
    lone = np.empty(weights.shape[0], np.int64)
    for i in range(weights.shape[0]):
        row, count, last = weights[i], 0, 0
        for k in range(row.shape[0]):
            count += row[k] != 0
            last = k if row[k] != 0 else last
        lone[i] = last if count == 1 and row[last] > 0 else -1
    return lone


@part_of_kernel
def step(X: Array, r: int, i: int, words: Array, cuts: Array) -> Any:
    """The next node of row r at node i, which has a threshold or is a leaf.

    The word is found by adding up comparisons: a condition would become a branch.
    """
    x = X[r, words[i + TO_FEATURE]]
    return np.uint64(words[i + TO_FIRST + np.uint64(not x <= cuts[i >> ONE]) + np.uint64(x != x)])


@part_of_kernel
def eight_leaves(
    X: Array, rows: Array, root: int, inner: int, words: Array, cuts: Array, out_at: Array
) -> None:
    """Leaves of eight rows in a tree of thresholds; their steps do not wait for one another."""
    a, b, c, d, e, f, g, h = root, root, root, root, root, root, root, root
    r, s, t, u, v, w, x, y = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]
    while max(max(max(a, b), max(c, d)), max(max(e, f), max(g, h))) >= inner:
        a, b = step(X, r, a, words, cuts), step(X, s, b, words, cuts)
        c, d = step(X, t, c, words, cuts), step(X, u, d, words, cuts)
        e, f = step(X, v, e, words, cuts), step(X, w, f, words, cuts)
        g, h = step(X, x, g, words, cuts), step(X, y, h, words, cuts)
    out_at[0], out_at[1], out_at[2], out_at[3] = a, b, c, d
    out_at[4], out_at[5], out_at[6], out_at[7] = e, f, g, h


@part_of_kernel
def leaf_of(X: Array, r: int, root: int, inner: int, packed: PackedForest) -> Any:
    """Leaf of one row in any tree."""
    i: Any = root
    while i >= inner:
        j = packed.words[i + TO_FEATURE]
        if packed.sizes[j] == 0:
            i = step(X, r, i, packed.words, packed.cuts)
            continue
        x, branch = X[r, j], np.uint64(2)
        if 0 <= x < packed.sizes[j]:
            branch = np.uint64(packed.sets[packed.set_starts[i >> ONE] + np.int64(x)] == 0)
        i = np.uint64(packed.words[i + TO_FIRST + branch])
    return i


@kernel
def descend(X: Array, rows: Array, root: int, packed: PackedForest, out_at: Array) -> None:
    """Leaf (first word of the node) of each of the rows (n,) of X."""
    n, inner = rows.shape[0], np.uint64(WORDS * packed.answer.shape[0])
    together = n - n % 8 if packed.sets.shape[0] == 0 else 0
    for r in range(0, together, 8):
        eight_leaves(X, rows[r : r + 8], root, inner, packed.words, packed.cuts, out_at[r : r + 8])
    for r in range(together, n):
        out_at[r] = leaf_of(X, rows[r], root, inner, packed)


@kernel
def add_leaf_answers(rows: Array, at: Array, packed: PackedForest, out_sum: Array) -> None:
    """Add the answers of the leaves for the rows (n,); a column after the K answers counts the votes."""
    K = packed.answer.shape[1]
    for r in range(rows.shape[0]):
        leaf, total = np.int64(at[r]) // WORDS, out_sum[rows[r]]
        if leaf < packed.pure:
            total[leaf] += 1.0
        else:
            for k in range(K):
                total[k] += packed.answer[leaf, k]
        if total.shape[0] > K:
            total[K] += 1.0


@kernel
def add_answers(X: Array, rows: Array, packed: PackedForest, out_sum: Array) -> None:
    """Sum over the trees of their answers for the rows (n,) of X."""
    at = np.empty(rows.shape[0], np.uint64)
    for root in packed.roots:
        descend(X, rows, root, packed, at)
        add_leaf_answers(rows, at, packed, out_sum)


@kernel
def find_leaves(X: Array, rows: Array, packed: PackedForest, node_of_leaf: Array, out_leaf: Array) -> None:
    """Leaf (n, T) of each row in each tree, relative to the tree's root."""
    at = np.empty(rows.shape[0], np.uint64)
    for t in range(packed.roots.shape[0]):
        descend(X, rows, packed.roots[t], packed, at)
        for r in range(rows.shape[0]):
            out_leaf[r, t] = node_of_leaf[np.int64(at[r]) // WORDS]


def sum_answers(packed: PackedForest, X: Array, n_jobs: int | None = None) -> Array:
    """Sum over the trees (n, K) of their answers for the rows of X."""
    every, total = np.arange(len(X), dtype=np.uint64), np.zeros((len(X), packed.answer.shape[1]))
    blocks = row_blocks(len(X), X.shape[1], BLOCK)
    run_blocks(lambda s, e: add_answers(X, every[s:e], packed, total), blocks, n_jobs)
    return total


class ReachedLeaves(NamedTuple):
    """The leaves that rows reach in one tree."""

    rows: Array  # (n,) in ascending order
    at: Array  # (n,) first word of the leaf
    packed: PackedForest  # the tree

    def answers(self) -> tuple[Array, Array]:
        """The rows, and the answer (n, K) of each one's leaf."""
        return self.rows.astype(np.int64), self.packed.answer[self.at.astype(np.int64) // WORDS]


def reached_leaves(tree: Forest, classes: bool, X: Array, rows: Array, hard: bool = False) -> ReachedLeaves:
    """Leaves of the rows (n,) of X in the only tree of a forest."""
    packed, chosen = pack(tree, classes, hard), np.zeros(len(X), bool)
    chosen[rows] = True
    rows = np.flatnonzero(chosen).astype(np.uint64)  # in the order of memory
    at = np.empty(len(rows), np.uint64)
    descend(X, rows, packed.roots[0], packed, at)
    return ReachedLeaves(rows, at, packed)


def leaves(layouts: ForestLayouts, X: Array, n_jobs: int | None = None) -> Array:
    """Leaf (n, T) of each row in each tree."""
    (packed, node_of_leaf), every = layouts.numbered, np.arange(len(X), dtype=np.uint64)
    leaf = np.empty((len(X), len(packed.roots)), np.int64)
    blocks = row_blocks(len(X), X.shape[1], BLOCK)
    run_blocks(lambda s, e: find_leaves(X, every[s:e], packed, node_of_leaf, leaf[s:e]), blocks, n_jobs)
    return leaf
