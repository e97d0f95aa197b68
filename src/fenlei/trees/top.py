"""The top of a tree, node by node with the features on all threads; and the parts put together.

`grow` is the entrance of the grower: columns and rules in, `Tree` out.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import effective_n_jobs, map_blocks, run_blocks
from fenlei.trees.below import emit, find_split, grow_below, mark, move, no_nodes, room_for
from fenlei.trees.columns import Columns
from fenlei.trees.grow import (
    Emitted,
    Place,
    branch_bounds,
    choose,
    describe,
    draw_features,
    is_leaf,
    part_weights,
    side_values,
)
from fenlei.trees.rules import LEAF, SUBSET, Rules
from fenlei.trees.scan import GAIN, Node, Work, make_work, search, splitmix
from fenlei.trees.tree import Tree

LEAST_TOP = 20_000  # rows; a smaller node is not worth dispatching its features
SHARES = 16  # a node with fewer than n / SHARES rows goes to one thread with all below it


class Split(NamedTuple):
    """The chosen split of a node."""

    feature: int
    found: Array  # (4,)
    node: Node


def grow(
    columns: Columns, rules: Rules, width: int, n_jobs: int | None = None, max_leaf_nodes: int | None = None
) -> Tree:
    """The tree of all rows; `width` is the number of classes, 1 for regression.

    The words of `columns` are permuted. With `max_leaf_nodes` the split with the largest decrease comes first.
    """
    n = len(columns.X)
    sums = width if columns.y.size == 0 else 3
    root = Place(0, n, 0, -1, 0, -np.inf, np.inf, rules.seed)
    if max_leaf_nodes is not None:
        top = Top(columns, rules, width, sums, n_jobs)
        best_first(top, root, max_leaf_nodes)
        return assemble(top.nodes(), [], columns.sizes)
    if rules.fractional or n <= LEAST_TOP:
        return assemble(
            None, [grow_below(columns, root, rules, width, make_work(columns, rules, sums))], columns.sizes
        )
    top = Top(columns, rules, width, sums, n_jobs)
    places = depth_first(top, root, max(LEAST_TOP, n // SHARES))

    def subtree(i: int, _: int) -> Emitted:
        return grow_below(columns, places[i], rules, width, make_work(columns, rules, sums))

    parts = list(map_blocks(subtree, [(i, i + 1) for i in range(len(places))], n_jobs))
    return assemble(top.nodes(), parts, columns.sizes)


class Top:
    """Nodes that were made one by one, and the means to make more."""

    def __init__(self, columns: Columns, rules: Rules, width: int, sums: int, n_jobs: int | None) -> None:
        self.columns, self.rules, self.n_jobs = columns, rules, n_jobs
        self.sums, self.count, self.used = sums, 0, 0
        self.work = make_work(columns, rules, sums)
        self.branch = np.empty(len(columns.X), np.int64)
        self.emitted, self.width = no_nodes(width), width
        self.sets: list[Array] = []

    def make(self, place: Place) -> tuple[int, Node, float]:
        """A new leaf: its number, what a search must know, its impurity."""
        self.emitted = room_for(self.emitted, self.count + 1, self.width)
        words = self.columns.words[0, place.start : place.stop]
        value = self.emitted.value[self.count]
        sums, weight, impurity = describe(words, self.columns, self.rules, self.columns.w, self.work, value)
        emit(self.emitted, self.count, place, weight, impurity)
        self.count += 1
        return self.count - 1, Node(sums, weight, place.lower, place.upper, place.seed), impurity

    def search(self, place: Place, node: Node, impurity: float) -> Split | None:
        """The split that the rules choose, None if the node stays a leaf."""
        columns, rules, p = self.columns, self.rules, len(self.columns.words)
        if is_leaf(place, node, impurity, rules):
            return None
        found = np.full((p, 4), -np.inf)
        drawn = draw_features(node.seed, p, rules.max_features >= p)

        def features(start: int, stop: int) -> None:
            work = make_work(columns, rules, self.sums)
            search_some(drawn[start:stop], place, node, columns, rules, work, found)

        self._over_features(features, place, min(rules.max_features, p))
        if np.all(found[:, GAIN] == -np.inf) and rules.max_features < p:
            find_split(columns.words, place, node, columns, rules, columns.w, self.work, found)
        j = choose(found, node.weight, rules)
        return None if j < 0 else Split(j, found[j], node)

    def _over_features(self, function: Callable[[int, int], None], place: Place, p: int) -> None:
        """Call the function for ranges of p features, on threads if there are rows enough."""
        pieces = 2 * effective_n_jobs(self.n_jobs) if place.stop - place.start > LEAST_TOP else 1
        step = -(-p // pieces)
        run_blocks(function, [(j, min(j + step, p)) for j in range(0, p, step)], self.n_jobs)

    def split(self, i: int, place: Place, split: Split) -> list[Place]:
        """Node i gets branches: their places."""
        columns, rules, j, nodes = self.columns, self.rules, split.feature, self.emitted
        words = columns.words[j, place.start : place.stop]
        new_set = np.empty(columns.sizes[j], np.uint8)
        how = mark(
            words, j, split.found, split.node, columns, rules, columns.w, self.work, self.branch, new_set
        )
        nodes.kind[i], nodes.feature[i], nodes.threshold[i], nodes.missing[i] = how[0], j, how[1], how[2]
        if how[0] == SUBSET:
            nodes.subset[i] = self.used
            self.sets.append(new_set)
            self.used += len(new_set)
        rows, values = part_weights(words, self.branch, columns.w, how[3])
        if rules.monotone.size:
            values = side_values(words, self.branch, columns, rules, columns.w)

        def move_columns(start: int, stop: int) -> None:
            buffer = np.empty(place.stop - place.start, np.uint64)
            for column in columns.words[start:stop]:
                move(column, place.start, place.stop, self.branch, rows, place.start, buffer)

        self._over_features(move_columns, place, len(columns.words))
        return [self._branch(i, b, j, place, rows, values) for b in range(how[3])]

    def _branch(self, i: int, b: int, j: int, place: Place, rows: Array, values: Array) -> Place:
        start = place.start + int(rows[:b].sum())
        lower, upper = branch_bounds(values, j, place, self.rules, b)
        seed = np.uint64(splitmix(np.uint64(place.seed) ^ np.uint64(b + 1)))
        return Place(start, start + int(rows[b]), place.depth + 1, i, b, lower, upper, seed)

    def nodes(self) -> Emitted:
        sets = np.concatenate(self.sets) if self.sets else np.empty(0, np.uint8)
        arrays = (array[: self.count] for array in self.emitted[:-1])
        return Emitted(*arrays, sets)


@kernel
def search_some(
    features: Array, place: Place, node: Node, columns: Columns, rules: Rules, work: Work, out_found: Array
) -> None:
    for j in features:
        words = columns.words[j, place.start : place.stop]
        search(words, j, node, columns, rules, columns.w, work, out_found[j])


def depth_first(top: Top, root: Place, least: int) -> list[Place]:
    """Split every node of at least so many rows; the places of the smaller ones."""
    small: list[Place] = []
    waiting = [root]
    while waiting:
        place = waiting.pop()
        if place.stop - place.start < least:
            small.append(place)
            continue
        i, node, impurity = top.make(place)
        split = top.search(place, node, impurity)
        if split is not None:
            waiting += top.split(i, place, split)
    return small


def best_first(top: Top, root: Place, max_leaf_nodes: int) -> None:
    """Split the node with the largest decrease of the impurity until there are so many leaves."""
    heap: list[Any] = []

    def add(place: Place) -> None:
        i, node, impurity = top.make(place)
        split = top.search(place, node, impurity)
        if split is not None:
            heappush(heap, (-split.found[GAIN] * node.weight, i, place, split))

    add(root)
    leaves = 1
    while heap and leaves < max_leaf_nodes:
        _, i, place, split = heappop(heap)
        branches = top.split(i, place, split)
        leaves += len(branches) - 1
        for branch in branches:
            add(branch)


def assemble(top: Emitted | None, parts: list[Emitted], sizes: Array) -> Tree:
    """The nodes of the top and of the subtrees, numbered in preorder."""
    pieces = [*([] if top is None else [top]), *parts]
    offset = np.cumsum([0, *(len(piece.kind) for piece in pieces)])
    shift = np.cumsum([0, *(len(piece.sets) for piece in pieces)])
    parent = np.concatenate(
        [
            np.where(np.arange(len(q.parent)) > 0, q.parent + start, q.parent)
            for q, start in zip(pieces, offset, strict=False)
        ]
    )
    subset = [np.where(q.subset >= 0, q.subset + start, -1) for q, start in zip(pieces, shift, strict=False)]
    fields = {name: np.concatenate([getattr(q, name) for q in pieces]) for name in Emitted._fields}
    fields.update(parent=parent, subset=np.concatenate(subset))
    return preorder(Emitted(**fields), sizes)


def preorder(nodes: Emitted, sizes: Array) -> Tree:
    """The nodes, in which parents come before children, numbered in preorder."""
    m = len(nodes.kind)
    siblings = np.lexsort((nodes.slot, nodes.parent))[1:]  # without the root
    number = np.zeros(m, np.int64)
    _number(nodes.parent, siblings, number)
    order = np.argsort(number)
    parent = number[nodes.parent[order[1:]]]
    slot = nodes.slot[order[1:]]
    child = np.arange(1, m)[np.lexsort((slot, parent))]
    first = np.zeros(m + 1, np.int64)
    np.cumsum(np.bincount(parent, minlength=m), out=first[1:])
    return Tree(
        nodes.kind[order],
        nodes.feature[order],
        nodes.threshold[order],
        first,
        child,
        nodes.missing[order],
        nodes.subset[order],
        nodes.sets,
        sizes,
        nodes.rows[order],
        nodes.weight[order],
        nodes.impurity[order],
        nodes.value[order],
    )


@kernel
def _number(parent: Array, siblings: Array, out_number: Array) -> None:
    """Number of each node in preorder; siblings lists the nodes by parent and branch."""
    m = parent.shape[0]
    size = np.ones(m, np.int64)
    for i in range(m - 1, 0, -1):
        size[parent[i]] += size[i]
    following = np.zeros(m, np.int64)  # number that the next branch of a node gets, relative to the node
    for i in siblings:  # parents have smaller numbers, so theirs are settled
        following[parent[i]] += 1
        out_number[i] = following[parent[i]]
        following[parent[i]] += size[i] - 1
    for i in range(1, m):
        out_number[i] += out_number[parent[i]]
