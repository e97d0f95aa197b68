"""Growing a tree on columns of entries (`entries`): sparse rows, and several targets at once.

A node is a range of `rows`, the rows in the order in which nodes part them, and a list of ranges of entries,
one per column in which it has any. Splitting it moves its rows and its entries within these ranges:

    before   rows     ...|        node         |...      ranges   (column 3, 40 to 47), (column 8, 90 to 92)
    after    rows     ...| first  |   second   |...      first    (column 3, 40 to 42), (column 8, 90 to 92)
                         start    middle       stop      second   (column 3, 42 to 47)

The lists of the leaves that can be split lie one after another in `SparseTree.ranges`, in the order of
`SparseTree.leaves`, so that the list of the last leaf can be taken off its end.

Of two branches the smaller is split first, so that few lists wait; nodes are numbered in preorder afterwards.
With a limit on the leaves, the largest decrease is split first.

Cost: O(rows + entries) per level, in one thread. Memory: the entries, and 24 bytes for each column of each
node that waits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import ABSOLUTE, ENTROPY, NO_LIMIT, POISSON, SQUARED, THRESHOLD, TIE
from fenlei.trees.exact.steps import EPSILON, draw_features
from fenlei.trees.grown_nodes import (
    FIRST_ROOM,
    NODE,
    GrownNodes,
    more,
    more_records,
    write_leaf,
    write_split,
)
from fenlei.trees.impurity import class_impurity, draws_among_equals, tie_margin, worth_of_cells
from fenlei.trees.random_numbers import drawn_before, splitmix
from fenlei.trees.sparse.cuts import Found, Group, Growth, Targets, add_row, best_threshold, weight_at
from fenlei.trees.sparse.entries import RANGE, Entries, EntryScratch
from fenlei.trees.sparse.medians import best_medians, describe_medians
from fenlei.trees.sparse.splitting import heavier_branch, mark_rows, part_columns, part_rows

SPLITTABLE = np.dtype(
    (
        np.record,
        [
            ("node", np.int64),  # its index
            ("start", np.int64),  # its rows
            ("stop", np.int64),
            ("depth", np.int64),
            ("first_range", np.int64),  # its ranges of entries
            ("last_range", np.int64),
            ("feature", np.int64),  # its best split
            ("threshold", np.float64),
            ("missing", np.int64),
            ("decrease", np.float64),  # of the impurity; -inf once it is split
            ("seed", np.uint64),
        ],
    )
)
SIZES = np.dtype((np.record, [("nodes", np.int64), ("leaves", np.int64), ("ranges", np.int64)]))


class SparseTree(NamedTuple):
    """A tree while it grows. Arrays have room for more than is in use; `sizes` is how much is."""

    nodes: Array  # (room,) NODE
    value: Array  # (room, cells)
    leaves: Array  # (room,) SPLITTABLE: leaves that can be split, with their best splits
    ranges: Array  # (room,) RANGE: entries of these leaves
    sizes: Array  # (1,) SIZES: used of `nodes` and `value`, of `leaves`, of `ranges`
    rows: Array  # (n,) int64, the rows node by node


class NewNode(NamedTuple):
    """A node that is to be made."""

    start: int
    stop: int
    depth: int
    parent: int
    slot: int
    seed: np.uint64
    ranges: Array  # (columns,) RANGE


@kernel
def describe_rows(
    rows: Array, targets: Targets, growth: Growth, seed: np.uint64, fenwick: Array, out_value: Array
) -> tuple[Group, float]:
    """Sums and impurity of the rows; out_value gets the class weights, or the mean or median targets."""
    L, weight = out_value.shape[0], 0.0
    sums, center = np.zeros(L), np.zeros(L)
    if growth.criterion == ABSOLUTE:
        weight, error = describe_medians(rows, targets, fenwick, out_value)
        group = Group(sums, center, weight, rows.shape[0], TIE * error, -error, seed)
        return group, error / weight / growth.outputs
    cells, y, w = targets.cells, targets.y, targets.w
    criterion, outputs = growth.criterion, growth.outputs
    for i in rows:
        weight += add_row(i, 1.0, cells, y, w, center, sums)
    if criterion <= ENTROPY:
        classes = 0
        for m in range(L):
            out_value[m] = sums[m]
            classes += sums[m] > 0.0
        f = worth_of_cells(sums, weight, criterion, outputs)
        impurity = class_impurity(f, weight, criterion, outputs)
        group = Group(sums, center, weight, rows.shape[0], tie_margin(weight, 0.0, criterion), f, seed)
        return group, 0.0 if classes == outputs else max(impurity, 0.0)
    error = 0.0
    for m in range(L):
        out_value[m] = sums[m] / weight
    for i in rows:
        for m in range(L):
            mean = out_value[m]
            if criterion == SQUARED:
                error += weight_at(i, w) * (y[i, m] - mean) ** 2
            elif y[i, m] > 0.0:
                error += weight_at(i, w) * y[i, m] * np.log(y[i, m] / mean)
    if criterion == SQUARED:
        for m in range(L):
            sums[m], center[m] = 0.0, out_value[m]
    f = worth_of_cells(sums, weight, criterion, outputs)
    group = Group(sums, center, weight, rows.shape[0], tie_margin(weight, error, criterion), f, seed)
    return group, max(error / weight / outputs, 0.0)


@kernel
def put_in_order(enough: int, out_features: Array) -> None:
    """The first `enough` features ascending: by marks, since a sort takes seconds to compile."""
    drawn = np.zeros(out_features.shape[0], np.uint8)
    for t in range(enough):
        drawn[out_features[t]] = 1
    t = 0
    for j in range(drawn.shape[0]):
        if drawn[j]:
            out_features[t] = j
            t += 1


@kernel
def best_split(
    entries: Entries, ranges: Array, node: Group, targets: Targets, growth: Growth, scratch: EntryScratch
) -> tuple[float, int, Found]:
    """Decrease of the mean impurity, feature and threshold of the best split; feature -1 if there is none.

    A column without entries in the node is constant there; drawing it finds nothing.
    """
    p, enough, range_of = entries.start.shape[0] - 1, growth.max_features, scratch.range_of
    for a in range(ranges.shape[0]):
        range_of[ranges[a].column] = a
    features = ranges["column"]
    if enough < p:
        features = draw_features(node.seed, p, False)
        put_in_order(enough, features)  # of equally good ones the first is taken
    slack = node.margin / node.weight
    if growth.criterion == POISSON:
        slack = TIE * node.sums.sum() / node.weight
    draws = draws_among_equals(growth.criterion, enough)
    best, feature, chosen = -np.inf, -1, Found(-np.inf, 0.0, -1)
    for t in range(features.shape[0]):
        if t >= enough and feature >= 0:
            break
        a = range_of[features[t]]
        if a < 0:
            continue
        j, start, stop = ranges[a].column, ranges[a].start, ranges[a].stop
        if growth.criterion == ABSOLUTE:
            found = best_medians(entries, j, start, stop, node, targets, growth, scratch)
        else:
            found = best_threshold(entries, j, start, stop, node, targets, growth, scratch.side)
        gain = (found.worth - node.before) / node.weight
        equal = draws and feature >= 0 and gain >= best - slack
        equal = equal and drawn_before(j, feature, node.seed)
        if gain > best + slack or equal:
            best, feature, chosen = gain, j, found
    for a in range(ranges.shape[0]):
        range_of[ranges[a].column] = -1
    return best / growth.outputs, feature, chosen


@kernel
def next_leaf(tree: SparseTree, best_first: bool) -> int:
    """The last leaf, or the one with the largest decrease, the first of equals; -1 if there is none."""
    size = tree.sizes[0].leaves
    if not best_first:
        return size - 1
    chosen, best = -1, -np.inf
    for k in range(size):
        if tree.leaves[k].decrease > best:
            chosen, best = k, tree.leaves[k].decrease
    return chosen


@kernel
def start_tree(n: int, width: int) -> SparseTree:
    """A tree without nodes."""
    return SparseTree(
        np.empty(FIRST_ROOM, NODE),
        np.empty((FIRST_ROOM, width)),
        np.empty(FIRST_ROOM, SPLITTABLE),
        np.empty(0, RANGE),
        np.zeros(1, SIZES),
        np.arange(n),
    )


@kernel
def with_room(tree: SparseTree, ranges: int) -> SparseTree:
    """The tree with room for one more node, with so many ranges."""
    sizes = tree.sizes[0]
    return SparseTree(
        more_records(tree.nodes, sizes.nodes + 1),
        more(tree.value, sizes.nodes + 1),
        more_records(tree.leaves, sizes.leaves + 1),
        more_records(tree.ranges, sizes.ranges + ranges),
        tree.sizes,
        tree.rows,
    )


@kernel
def lacks_room(tree: SparseTree, ranges: int) -> bool:
    """Whether any array is too short for one more node."""
    sizes = tree.sizes[0]
    return (
        sizes.nodes == tree.nodes.shape[0]
        or sizes.leaves == tree.leaves.shape[0]
        or sizes.ranges + ranges > tree.ranges.shape[0]
    )


@kernel
def add_leaf(tree: SparseTree, i: int, new: NewNode, j: int, found: Found, decrease: float) -> None:
    """Node i, whose best split is known, joins the leaves that can be split."""
    sizes = tree.sizes[0]
    leaf, first = tree.leaves[sizes.leaves], sizes.ranges
    leaf.node = i
    leaf.start = new.start
    leaf.stop = new.stop
    leaf.depth = new.depth
    leaf.first_range = first
    leaf.last_range = first + new.ranges.shape[0]
    leaf.feature = j
    leaf.threshold = found.threshold
    leaf.missing = found.missing
    leaf.decrease = decrease
    leaf.seed = new.seed
    for a in range(new.ranges.shape[0]):
        tree.ranges[first + a] = new.ranges[a]
    sizes.leaves += 1
    sizes.ranges = leaf.last_range


@kernel
def add_node(
    new: NewNode,
    tree: SparseTree,
    entries: Entries,
    targets: Targets,
    growth: Growth,
    scratch: EntryScratch,
) -> SparseTree:
    """The tree and one more node; it joins the leaves that can be split if it has a split."""
    i, ranges = tree.sizes[0].nodes, new.ranges.shape[0]
    if lacks_room(tree, ranges):
        tree = with_room(tree, ranges)
    rows = tree.rows[new.start : new.stop]
    node, impurity = describe_rows(rows, targets, growth, new.seed, scratch.fenwick, tree.value[i])
    write_leaf(new.parent, new.slot, node.rows, node.weight, impurity, i, tree.nodes)
    tree.sizes[0].nodes = i + 1
    few = node.rows < growth.min_samples_split
    light = node.weight < 2.0 * growth.min_weight_leaf * (1.0 - TIE)
    if few or light or new.depth >= growth.max_depth or impurity <= EPSILON:
        return tree
    gain, j, found = best_split(entries, new.ranges, node, targets, growth, scratch)
    decrease = gain * node.weight / growth.total
    if j >= 0 and decrease + EPSILON >= growth.min_decrease:
        add_leaf(tree, i, new, j, found, decrease)
    return tree


@kernel
def split_leaf(
    k: int, tree: SparseTree, entries: Entries, w: Array, scratch: EntryScratch
) -> tuple[NewNode, NewNode]:
    """Split a leaf: its node becomes an inner one, its rows and entries move; the branches."""
    leaf = tree.leaves[k]
    i, depth = leaf.node, leaf.depth + 1
    start, stop = leaf.start, leaf.stop
    j, threshold, missing = leaf.feature, leaf.threshold, leaf.missing
    ranges = tree.ranges[leaf.first_range : leaf.last_range]
    mark_rows(tree.rows[start:stop], j, threshold, missing, ranges, entries, scratch.branch)
    middle = part_rows(start, stop, tree.rows, scratch.branch, scratch.rows)
    first, second = part_columns(ranges, entries, scratch)
    if missing < 0:
        missing = heavier_branch(tree.rows, start, middle, stop, w)
    write_split(THRESHOLD, j, threshold, missing, i, tree.nodes)
    return (
        NewNode(start, middle, depth, i, 0, splitmix(leaf.seed ^ np.uint64(1)), first),
        NewNode(middle, stop, depth, i, 1, splitmix(leaf.seed ^ np.uint64(2)), second),
    )


@kernel
def remove_leaf(k: int, tree: SparseTree, best_first: bool) -> None:
    """A leaf that is split can be split no more; the last one, and its ranges, are taken off the end."""
    if best_first:
        tree.leaves[k].decrease = -np.inf
    else:
        tree.sizes[0].leaves = k
        tree.sizes[0].ranges = tree.leaves[k].first_range


@kernel
def grow_entries(
    entries: Entries, targets: Targets, growth: Growth, width: int, scratch: EntryScratch
) -> GrownNodes:
    """The nodes of all rows; the entries are permuted. `width` is the number of cells."""
    n, p, best_first = scratch.rows.shape[0], entries.start.shape[0] - 1, growth.max_leaves < NO_LIMIT
    ranges = np.empty(p, RANGE)
    for j in range(p):
        ranges[j].column = j
        ranges[j].start = entries.start[j]
        ranges[j].stop = entries.start[j + 1]
    root = NewNode(0, n, 0, -1, 0, growth.seed, ranges)
    tree = add_node(root, start_tree(n, width), entries, targets, growth, scratch)
    k = next_leaf(tree, best_first)
    while k >= 0 and tree.sizes[0].nodes // 2 + 1 < growth.max_leaves:
        one, two = split_leaf(k, tree, entries, targets.w, scratch)
        remove_leaf(k, tree, best_first)
        if not best_first and one.stop - one.start < two.stop - two.start:
            one, two = two, one  # the smaller last, so that it is split next
        tree = add_node(one, tree, entries, targets, growth, scratch)
        tree = add_node(two, tree, entries, targets, growth, scratch)
        k = next_leaf(tree, best_first)
    m = tree.sizes[0].nodes
    return GrownNodes(tree.nodes[:m].copy(), tree.value[:m].copy(), np.empty(0, np.uint8))
