"""The top of a tree, node by node with the features on all threads; and the parts put together.

`grow` is the entrance of the grower: columns and rules in, `Tree` out. Nodes of at least a sixteenth of the
rows are split here; the rest goes to `grow_below`, subtree by subtree on all threads. With a heap in place of
the stack the tree grows best first.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import effective_n_jobs, map_blocks, run_blocks
from fenlei.trees.exact import subtree
from fenlei.trees.exact.growth_rules import SUBSET, Node, Rules
from fenlei.trees.exact.numeric_split import GAIN, make_work
from fenlei.trees.exact.presorted_columns import Columns
from fenlei.trees.exact.steps import (
    Place,
    bounds_of,
    choose,
    describe,
    draw_features,
    is_leaf,
    mark,
    measure_branches,
    move,
    search_some,
)
from fenlei.trees.exact.subtree import Emitted, emit, grow_below, more
from fenlei.trees.random_numbers import splitmix
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

    The words of `columns` are permuted. With `max_leaf_nodes` the split with the largest decrease is first.
    """
    n = columns.words.shape[1]
    sums = width if columns.y.size == 0 else 3
    root = Place(0, n, 0, -1, 0, -np.inf, np.inf, rules.seed)
    if max_leaf_nodes is not None:
        top = Top(columns, rules, width, sums, n_jobs)
        best_first(top, root, max_leaf_nodes)
        return assemble([top.nodes()], columns.sizes)
    if rules.fractional or n <= LEAST_TOP:
        return assemble(
            [grow_below(columns, root, rules, width, make_work(columns, rules, sums))], columns.sizes
        )
    top = Top(columns, rules, width, sums, n_jobs)
    places = depth_first(top, root, max(LEAST_TOP, n // SHARES))

    def subtree(i: int, _: int) -> Emitted:
        return grow_below(columns, places[i], rules, width, make_work(columns, rules, sums))

    parts = map_blocks(subtree, [(i, i + 1) for i in range(len(places))], n_jobs) if places else []
    return assemble([top.nodes(), *parts], columns.sizes)


class Top:
    """Nodes that were made one by one, and the means to make more."""

    def __init__(self, columns: Columns, rules: Rules, width: int, sums: int, n_jobs: int | None) -> None:
        self.columns, self.rules, self.n_jobs = columns, rules, n_jobs
        self.sums, self.count = sums, 0
        self.work = make_work(columns, rules, sums)
        self.branch = np.empty(len(columns.X), np.int64)
        self.whole, self.real = np.empty((64, 7), np.int64), np.empty((64, 3))
        self.value = np.empty((64, width))
        self.sets = [np.empty(0, np.uint8)]

    def make(self, place: Place) -> tuple[int, Node, float]:
        """A new leaf: its number, what a search must know, its impurity."""
        i = self.count
        self.count += 1
        self.whole, self.real, self.value = (
            more(array, i + 1) for array in (self.whole, self.real, self.value)
        )
        words = self.columns.words[0, place.start : place.stop]
        found = describe(words, self.columns, self.rules, self.columns.w, self.work, self.value[i])
        sums, weight, impurity = found
        emit(self.whole, self.real, i, place, weight, impurity)
        return i, Node(sums, weight, place.lower, place.upper, place.seed), impurity

    def search(self, place: Place, node: Node, impurity: float) -> Split | None:
        """The split that the rules choose, None if the node stays a leaf."""
        columns, rules, p = self.columns, self.rules, len(self.columns.words)
        if is_leaf(place, node.sums, node.weight, impurity, rules):
            return None
        found = np.full((p, 4), -np.inf)
        features = draw_features(node.seed, p, rules.max_features >= p)

        def search(start: int, stop: int) -> None:
            work, some = make_work(columns, rules, self.sums), features[start:stop]
            search_some(columns.words, some, p, place, node, columns, rules, columns.w, work, found)

        self._over_features(search, place, min(rules.max_features, p))
        if np.all(found[:, GAIN] == -np.inf):  # more are drawn until one can split
            rest = features[min(rules.max_features, p) :]
            search_some(columns.words, rest, 0, place, node, columns, rules, columns.w, self.work, found)
        j = choose(found, node.weight, rules)
        return None if j < 0 else Split(j, found[j], node)

    def _over_features(self, function: Callable[[int, int], None], place: Place, p: int) -> None:
        """Call the function for ranges of p features, on threads if there are rows enough."""
        pieces = 2 * effective_n_jobs(self.n_jobs) if place.stop - place.start >= LEAST_TOP else 1
        step = -(-p // pieces)
        run_blocks(function, [(j, min(j + step, p)) for j in range(0, p, step)], self.n_jobs)

    def split(self, i: int, place: Place, split: Split) -> list[Place]:
        """Node i gets branches: their places."""
        columns, rules, j, w = self.columns, self.rules, split.feature, self.columns.w
        words, new_set = columns.words[j, place.start : place.stop], np.empty(columns.sizes[j], np.uint8)
        kind, threshold, missing, branches = mark(
            words, j, split.found, split.node, columns, rules, w, self.work, self.branch, new_set
        )
        self.whole[i, [subtree.KIND, subtree.FEATURE, subtree.MISSING_TO]] = kind, j, missing
        self.real[i, subtree.CUT_AT] = threshold
        if kind == SUBSET:
            self.whole[i, subtree.SET] = sum(map(len, self.sets))
            self.sets.append(new_set)
        rows, _, values = measure_branches(words, self.branch, branches, columns, rules, w)

        def move_columns(start: int, stop: int) -> None:
            buffer = np.empty(place.stop - place.start, np.uint64)
            for column in columns.words[start:stop]:
                move(column, place.start, place.stop, self.branch, rows, place.start, buffer)

        self._over_features(move_columns, place, len(columns.words))
        ends = place.start + np.cumsum(rows)
        return [
            self._branch(i, b, j, place, int(ends[b] - rows[b]), int(ends[b]), values)
            for b in range(branches)
        ]

    def _branch(self, i: int, b: int, j: int, place: Place, start: int, stop: int, values: Array) -> Place:
        lower, upper = bounds_of(values, j, place, self.rules, b)
        seed = np.uint64(splitmix(np.uint64(place.seed) ^ np.uint64(b + 1)))
        return Place(start, stop, place.depth + 1, i, b, lower, upper, seed)

    def nodes(self) -> Emitted:
        m = self.count
        return Emitted(self.whole[:m], self.real[:m], self.value[:m], np.concatenate(self.sets))


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


def assemble(parts: list[Emitted], sizes: Array) -> Tree:
    """The nodes of the top and of the subtrees, numbered in preorder; nothing is left of the parts."""
    whole, real, value, sets = (
        np.concatenate([getattr(part, name) for part in parts]) for name in Emitted._fields
    )
    shift, used = 0, 0
    for part in parts:
        numbers = whole[shift : shift + len(part.whole)]
        numbers[1:, subtree.PARENT] += shift
        numbers[:, subtree.SET] += np.where(numbers[:, subtree.SET] >= 0, used, 0)
        shift, used = shift + len(numbers), used + len(part.sets)
    parts.clear()
    return preorder(Emitted(whole, real, value, sets), sizes)


def preorder(nodes: Emitted, sizes: Array) -> Tree:
    """The nodes, in which parents come before children, numbered in preorder."""
    parent, slot, m = nodes.whole[:, subtree.PARENT], nodes.whole[:, subtree.SLOT], len(nodes.whole)
    number = np.zeros(m, np.int64)
    count_through(np.ascontiguousarray(parent), np.lexsort((slot, parent))[1:], number)
    order = np.argsort(number)
    parent, slot = number[parent[order[1:]]], slot[order[1:]]
    first = np.zeros(m + 1, np.int64)
    np.cumsum(np.bincount(parent, minlength=m), out=first[1:])
    whole, real = nodes.whole.T, nodes.real.T
    return Tree(
        kind=whole[subtree.KIND][order],
        feature=whole[subtree.FEATURE][order],
        threshold=real[subtree.CUT_AT][order],
        first=first,
        child=np.arange(1, m)[np.lexsort((slot, parent))],
        missing=whole[subtree.MISSING_TO][order],
        subset=whole[subtree.SET][order],
        sets=nodes.sets,
        sizes=sizes,
        rows=whole[subtree.ROWS][order],
        weight=real[subtree.WEIGHT][order],
        impurity=real[subtree.IMPURITY][order],
        value=nodes.value[order],
    )


@kernel
def count_through(parent: Array, siblings: Array, out_number: Array) -> None:
    """Number of each node in preorder; siblings lists the nodes by parent and branch, without the root."""
    m = parent.shape[0]
    size = np.ones(m, np.int64)
    for i in range(m - 1, 0, -1):
        size[parent[i]] += size[i]
    following = np.ones(m, np.int64)  # what the next branch of a node gets, relative to the node
    for i in siblings:
        out_number[i] = following[parent[i]]
        following[parent[i]] += size[i]
    for i in range(1, m):
        out_number[i] += out_number[parent[i]]
