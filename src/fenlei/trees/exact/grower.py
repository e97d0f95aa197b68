"""The top of a tree, node by node with the features on all threads; and the parts put together.

`grow` takes columns and rules and returns a `Tree`. Nodes of at least a sixteenth of the rows are split here;
the rest goes to `subtree.grow_below`, subtree by subtree on all threads. With a heap instead of the stack the
tree grows best first.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.threads import effective_n_jobs, map_blocks, run_blocks
from fenlei.trees.exact.growth_rules import SUBSET, GrowthRules, Node
from fenlei.trees.exact.numeric_split import GAIN, make_work
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.exact.splitting import branch_node, mark, measure_branches, move
from fenlei.trees.exact.steps import (
    PendingNode,
    choose,
    describe,
    draw_features,
    is_leaf,
    search_features,
)
from fenlei.trees.exact.subtree import grow_below
from fenlei.trees.grown_nodes import (
    FIRST_ROOM,
    NODE,
    GrownNodes,
    more,
    more_records,
    preorder,
    write_leaf,
    write_split,
)
from fenlei.trees.impurity import gain_slack
from fenlei.trees.tree import Tree

LEAST_TOP = 20_000  # rows; a smaller node is not worth dispatching its features
SHARES = 16  # a node with fewer than n / SHARES rows goes to one thread with all below it


class ChosenSplit(NamedTuple):
    """The chosen split of a node."""

    feature: int
    found: Array  # (4,)
    node: Node


def grow(
    columns: PresortedColumns,
    rules: GrowthRules,
    width: int,
    n_jobs: int | None = None,
    max_leaf_nodes: int | None = None,
) -> Tree:
    """The tree of all rows; `width` is the number of classes, 1 for regression.

    The words of `columns` are permuted. With `max_leaf_nodes` the split with the largest decrease is first.
    """
    n = columns.words.shape[1]
    sums = width if columns.y.size == 0 else 3
    root = PendingNode(0, n, 0, -1, 0, -np.inf, np.inf, rules.seed)
    if max_leaf_nodes is not None:
        top = TopGrower(columns, rules, width, sums, n_jobs)
        best_first(top, root, max_leaf_nodes)
        return assemble([top.grown()], columns.sizes)
    if rules.fractional or n <= LEAST_TOP:
        return assemble(
            [grow_below(columns, root, rules, width, make_work(columns, rules, sums))], columns.sizes
        )
    top = TopGrower(columns, rules, width, sums, n_jobs)
    roots = depth_first(top, root, max(LEAST_TOP, n // SHARES))

    def subtree(i: int, _: int) -> GrownNodes:
        return grow_below(columns, roots[i], rules, width, make_work(columns, rules, sums))

    parts = map_blocks(subtree, [(i, i + 1) for i in range(len(roots))], n_jobs) if roots else []
    return assemble([top.grown(), *parts], columns.sizes)


class TopGrower:
    """Nodes that were made one by one, and the means to make more."""

    def __init__(
        self, columns: PresortedColumns, rules: GrowthRules, width: int, sums: int, n_jobs: int | None
    ) -> None:
        self.columns, self.rules, self.n_jobs = columns, rules, n_jobs
        self.sums, self.count = sums, 0
        self.work = make_work(columns, rules, sums)
        self.branch = np.empty(len(columns.X), np.int64)
        self.nodes, self.value = np.empty(FIRST_ROOM, NODE), np.empty((FIRST_ROOM, width))
        self.sets = [np.empty(0, np.uint8)]

    def make(self, pending: PendingNode) -> tuple[int, Node, float]:
        """A new leaf: its index, what a search must know, its impurity."""
        i, rows = self.count, pending.stop - pending.start
        self.count += 1
        self.nodes, self.value = more_records(self.nodes, i + 1), more(self.value, i + 1)
        words = self.columns.words[0, pending.start : pending.stop]
        found = describe(words, self.columns, self.rules, self.columns.w, self.work, self.value[i])
        sums, weight, impurity = found
        write_leaf(pending.parent, pending.slot, rows, weight, impurity, i, self.nodes)
        return i, Node(sums, weight, pending.lower, pending.upper, pending.seed), impurity

    def search(self, pending: PendingNode, node: Node, impurity: float) -> ChosenSplit | None:
        """The split that the rules choose, None if the node stays a leaf."""
        columns, rules, p = self.columns, self.rules, len(self.columns.words)
        if is_leaf(pending, node.sums, node.weight, impurity, rules):
            return None
        found = np.full((p, 4), -np.inf)
        features = draw_features(node.seed, p, rules.max_features >= p)

        def search(start: int, stop: int) -> None:
            work, some = make_work(columns, rules, self.sums), features[start:stop]
            search_features(columns.words, some, p, pending, node, columns, rules, columns.w, work, found)

        self._over_features(search, pending, min(rules.max_features, p))
        if np.all(found[:, GAIN] == -np.inf):  # more are drawn until one can split
            rest = features[min(rules.max_features, p) :]
            search_features(
                columns.words, rest, 0, pending, node, columns, rules, columns.w, self.work, found
            )
        slack = gain_slack(impurity, node.sums, node.weight, rules.criterion)
        j = choose(found, node, slack, rules)
        return None if j < 0 else ChosenSplit(j, found[j], node)

    def _over_features(self, function: Callable[[int, int], None], pending: PendingNode, p: int) -> None:
        """Call the function for ranges of p features, on threads if there are rows enough."""
        pieces = 2 * effective_n_jobs(self.n_jobs) if pending.stop - pending.start >= LEAST_TOP else 1
        step = -(-p // pieces)
        run_blocks(function, [(j, min(j + step, p)) for j in range(0, p, step)], self.n_jobs)

    def split(self, i: int, pending: PendingNode, chosen: ChosenSplit) -> list[PendingNode]:
        """Split node i: its branches."""
        columns, rules, w = self.columns, self.rules, self.columns.w
        j, start, stop = chosen.feature, pending.start, pending.stop
        words, new_set = columns.words[j, start:stop], np.empty(columns.sizes[j], np.uint8)
        split = mark(
            words,
            j,
            chosen.found,
            chosen.node,
            columns,
            self.rules,
            columns.w,
            self.work,
            self.branch,
            new_set,
        )
        write_split(split.kind, j, split.threshold, split.missing, i, self.nodes)
        if split.kind == SUBSET:
            self.nodes["subset"][i] = sum(map(len, self.sets))
            self.sets.append(new_set)
        rows, _, value = measure_branches(words, self.branch, split.branches, columns, rules, w, self.work)

        def move_columns(first: int, last: int) -> None:
            buffer = np.empty(stop - start, np.uint64)
            for column in columns.words[first:last]:
                move(column, start, stop, self.branch, rows, start, buffer)

        self._over_features(move_columns, pending, len(columns.words))
        ends = start + np.cumsum(rows)
        nodes = [
            branch_node(i, b, j, pending, int(ends[b] - rows[b]), int(ends[b]), value, rules)
            for b in range(split.branches)
        ]
        return [node._replace(seed=np.uint64(node.seed)) for node in nodes]

    def grown(self) -> GrownNodes:
        """The nodes made so far."""
        return GrownNodes(self.nodes[: self.count], self.value[: self.count], np.concatenate(self.sets))


def depth_first(top: TopGrower, root: PendingNode, least: int) -> list[PendingNode]:
    """Split every node of at least so many rows; the smaller ones, unsplit."""
    small: list[PendingNode] = []
    waiting = [root]
    while waiting:
        pending = waiting.pop()
        if pending.stop - pending.start < least:
            small.append(pending)
            continue
        i, node, impurity = top.make(pending)
        split = top.search(pending, node, impurity)
        if split is not None:
            waiting += top.split(i, pending, split)
    return small


def best_first(top: TopGrower, root: PendingNode, max_leaf_nodes: int) -> None:
    """Split the node with the largest decrease of the impurity until there are so many leaves."""
    heap: list[Any] = []

    def add(pending: PendingNode) -> None:
        i, node, impurity = top.make(pending)
        split = top.search(pending, node, impurity)
        if split is not None:
            heappush(heap, (-split.found[GAIN] * node.weight, i, pending, split))

    add(root)
    leaves = 1
    while heap and leaves < max_leaf_nodes:
        _, i, pending, split = heappop(heap)
        branches = top.split(i, pending, split)
        leaves += len(branches) - 1
        for branch in branches:
            add(branch)


def assemble(parts: list[GrownNodes], sizes: Array) -> Tree:
    """The nodes of the top and of the subtrees, numbered in preorder; the parts are emptied."""
    nodes, value, sets = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    shift, used = 0, 0
    for part in parts:
        own = nodes[shift : shift + len(part.nodes)]
        own["parent"][1:] += shift
        own["subset"] += np.where(own["subset"] >= 0, used, 0)
        shift, used = shift + len(own), used + len(part.sets)
    parts.clear()
    return preorder(GrownNodes(nodes, value, sets), sizes)
