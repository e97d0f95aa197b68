"""The leader of a growing tree: which leaf is split, by which column, and what its branches inherit."""

from __future__ import annotations

import numpy as np

from fenlei.ensemble.boosting.growing.columns import TILE
from fenlei.ensemble.boosting.growing.grower import TreeGrowth, do_piece, fill_and_search, move_items
from fenlei.ensemble.boosting.growing.histogram import ROW
from fenlei.ensemble.boosting.growing.nodes import (
    BIN,
    CHILD,
    DEPTH,
    FEATURE,
    FIRST_G,
    FIRST_H,
    GAIN,
    LOWER,
    MISSING_LEFT,
    SLOT,
    START,
    STOP,
    UPPER,
    VALUE,
    G,
    H,
    exclude_columns,
    pop,
    push,
    release_slot,
    sums_of,
    take_slot,
)
from fenlei.ensemble.boosting.growing.rules import TIE, leaf_value
from fenlei.ensemble.boosting.growing.search import CUT, LEFT_G, LEFT_H, SIDE, count_codes, search_column
from fenlei.ensemble.boosting.growing.search import GAIN as FOUND_GAIN
from fenlei.ensemble.boosting.growing.subsets import mark_subset, search_subset
from fenlei.kernels import Array, kernel, part_of_kernel, step_of_kernel
from fenlei.kernels.phases import claim_piece, close_phases, is_closed, piece_done, wait
from fenlei.kernels.team import block_done, take_block


@part_of_kernel
def may_split(growth: TreeGrowth, i: int, leaves: int) -> bool:
    """Whether a node of a tree that has so many leaves is searched for a split."""
    rules, n = growth.rules, growth.nodes.numbers[i, STOP] - growth.nodes.numbers[i, START]
    deep = growth.nodes.numbers[i, DEPTH] >= rules.max_depth
    return not deep and n >= 2 * rules.min_rows and n > 1 and leaves < rules.max_leaves


@part_of_kernel
def best_column(found: Array) -> int:
    """The first column of the largest gain; -1 if no gain is positive."""
    best, largest = -1, 0.0
    for j in range(found.shape[0]):
        if found[j, FOUND_GAIN] > TIE * largest:
            best, largest = j, found[j, FOUND_GAIN]
    return best


@part_of_kernel
def has_enough_rows(growth: TreeGrowth, i: int, split: Array) -> bool:
    """Whether the sums of hessians alone show that both sides have enough rows."""
    if growth.units.counts or growth.rules.min_rows == 1:
        return True
    need = growth.rules.min_rows * growth.units.largest
    return split[LEFT_H] >= need and growth.nodes.sums[i, H] - split[LEFT_H] >= need


@step_of_kernel
def check_column(growth: TreeGrowth, i: int, j: int, out_found: Array) -> None:
    """Search column j of node i again, now with the number of rows in each bin."""
    columns, nodes, work = growth.columns, growth.nodes, growth.work
    start, stop, node = nodes.numbers[i, START], nodes.numbers[i, STOP], sums_of(nodes, i)
    histogram, rules, units = nodes.histograms[nodes.numbers[i, SLOT]], growth.rules, growth.units
    count_codes(columns.codes[j], growth.rows.items, start, stop, work.counts)
    if columns.nominal[j]:
        order, means = work.order[0], work.means[0]
        search_subset(columns, j, histogram, work.counts, node, rules, units, order, means, out_found)
    else:
        search_column(columns, j, histogram, work.counts, node, rules, units, out_found)


@step_of_kernel
def keep_split(growth: TreeGrowth, i: int, j: int, split: Array) -> None:
    """Write the split of node i by column j."""
    nodes, work = growth.nodes, growth.work
    nodes.numbers[i, FEATURE], nodes.numbers[i, BIN] = j, np.int64(split[CUT])
    nodes.numbers[i, MISSING_LEFT], nodes.sums[i, GAIN] = np.int64(split[SIDE]), split[FOUND_GAIN]
    nodes.sums[i, FIRST_G], nodes.sums[i, FIRST_H] = split[LEFT_G], split[LEFT_H]
    if growth.columns.nominal[j]:
        histogram, node = nodes.histograms[nodes.numbers[i, SLOT]], sums_of(nodes, i)
        order, means, cut = work.order[0], work.means[0], nodes.numbers[i, BIN]
        mark_subset(growth.columns, j, histogram, node, growth.units, cut, order, means, nodes.lefts[i])


@kernel
def choose_split(growth: TreeGrowth, tree: int, i: int, index: int) -> None:
    """Keep the best split of node i, from what was found for its columns; with one it goes in the heap."""
    nodes, rules, work = growth.nodes, growth.rules, growth.work
    found = work.found[index]
    if rules.groups.shape[0] > 0 or rules.share < 1.0:
        exclude_columns(nodes, i, rules, tree, found)
    work.checked[:] = 0
    best = best_column(found)
    while best >= 0 and not work.checked[best] and not has_enough_rows(growth, i, found[best]):
        check_column(growth, i, best, found[best])
        work.checked[best] = 1
        best = best_column(found)
    if best < 0:
        release_slot(nodes, i)
        return
    keep_split(growth, i, best, found[best])
    push(nodes, i)


@step_of_kernel
def mark_codes(growth: TreeGrowth, i: int, j: int) -> None:
    """In `work.goes` which codes of column j go to the left."""
    nodes, goes, starts = growth.nodes, growth.work.goes, growth.columns.starts
    if growth.columns.nominal[j]:
        goes[:] = nodes.lefts[i]
        return
    cut, missing = nodes.numbers[i, BIN], (starts[j // TILE + 1] - starts[j // TILE]) // TILE - 1
    for c in range(goes.shape[0]):
        goes[c] = c <= cut
    goes[missing] = nodes.numbers[i, MISSING_LEFT]


@step_of_kernel
def make_branches(growth: TreeGrowth, i: int, a: int, middle: int) -> None:
    """The branches a and a + 1 of node i: rows, sums, values, and the bounds for the values below them."""
    nodes, rules, units = growth.nodes, growth.rules, growth.units
    parent, lower, upper = nodes.sums[i], nodes.sums[i, LOWER], nodes.sums[i, UPPER]
    j = nodes.numbers[i, FEATURE]
    for k in range(a, a + 2):
        nodes.numbers[k] = 0
        nodes.numbers[k, SLOT], nodes.numbers[k, DEPTH] = -1, nodes.numbers[i, DEPTH] + 1
        nodes.numbers[k, START] = middle if k > a else nodes.numbers[i, START]
        nodes.numbers[k, STOP] = nodes.numbers[i, STOP] if k > a else middle
        for group in range(nodes.groups.shape[1]):
            nodes.groups[k, group] = nodes.groups[i, group] & rules.groups[group, j]
    first, second = nodes.sums[a], nodes.sums[a + 1]
    first[G], first[H] = parent[FIRST_G], parent[FIRST_H]
    second[G], second[H] = parent[G] - first[G], parent[H] - first[H]
    for k in range(a, a + 2):
        s = nodes.sums[k]
        s[VALUE], s[GAIN] = leaf_value(s[G], s[H], rules, units, lower, upper), 0.0
        s[LOWER], s[UPPER] = lower, upper
    between = (first[VALUE] + second[VALUE]) / 2.0
    if rules.monotone[j] > 0:
        first[UPPER], second[LOWER] = between, between
    elif rules.monotone[j] < 0:
        first[LOWER], second[UPPER] = between, between


@step_of_kernel
def search_branches(
    growth: TreeGrowth, tree: int, i: int, small: int, large: int, leaves: int, phases: Array
) -> None:
    """Fill the histograms of the branches of node i that may be split, and choose their splits."""
    nodes = growth.nodes
    splits_small, splits_large = may_split(growth, small, leaves), may_split(growth, large, leaves)
    if splits_large and nodes.numbers[i, SLOT] >= 0:
        nodes.numbers[large, SLOT] = nodes.numbers[i, SLOT]
        nodes.numbers[i, SLOT] = -1
        nodes.numbers[small, SLOT] = take_slot(nodes)
        fill_and_search(growth, phases, small, large)
        choose_split(growth, tree, large, 1)
    elif splits_large:
        nodes.numbers[large, SLOT] = take_slot(nodes)
        fill_and_search(growth, phases, large, -1)
        choose_split(growth, tree, large, 0)
    release_slot(nodes, i)
    if splits_small and nodes.numbers[small, SLOT] >= 0:
        choose_split(growth, tree, small, 0)
    elif splits_small:
        nodes.numbers[small, SLOT] = take_slot(nodes)
        fill_and_search(growth, phases, small, -1)
        choose_split(growth, tree, small, 0)
    else:
        release_slot(nodes, small)


@step_of_kernel
def split_node(growth: TreeGrowth, tree: int, i: int, leaves: int, phases: Array) -> None:
    """Split node i as found; its branches are searched and wait for their turn."""
    nodes, columns = growth.nodes, growth.columns
    j = nodes.numbers[i, FEATURE]
    mark_codes(growth, i, j)
    middle = move_items(growth, phases, i, j)
    a = nodes.used[0]
    nodes.used[0] += 2
    nodes.numbers[i, CHILD] = a
    start, stop = nodes.numbers[i, START], nodes.numbers[i, STOP]
    make_branches(growth, i, a, middle)
    if not columns.gaps[j]:
        nodes.numbers[i, MISSING_LEFT] = np.int64(middle - start > stop - middle)
    small = a if middle - start < stop - middle else a + 1
    large = a + (a + 1) - small
    search_branches(growth, tree, i, small, large, leaves, phases)


@step_of_kernel
def start_root(growth: TreeGrowth, total_g: float, total_h: float) -> None:
    """A tree of one node with all rows, whose value is 0."""
    nodes = growth.nodes
    nodes.numbers[0], nodes.sums[0] = 0, 0.0
    nodes.numbers[0, STOP], nodes.numbers[0, SLOT] = growth.rows.items.shape[0], -1
    nodes.sums[0, G], nodes.sums[0, H] = total_g, total_h
    nodes.sums[0, LOWER], nodes.sums[0, UPPER] = -np.inf, np.inf
    nodes.groups[0] = 1
    nodes.used[0], nodes.used[1], nodes.used[2] = 1, 0, nodes.free.shape[0]
    for s in range(nodes.free.shape[0]):
        nodes.free[s] = s


@step_of_kernel
def lead(growth: TreeGrowth, tree: int, total_g: float, total_h: float, phases: Array) -> None:
    """Grow the tree from its root."""
    nodes, rules = growth.nodes, growth.rules
    start_root(growth, total_g, total_h)
    if may_split(growth, 0, 1):
        nodes.numbers[0, SLOT] = take_slot(nodes)
        fill_and_search(growth, phases, 0, -1)
        choose_split(growth, tree, 0, 0)
    leaves = 1
    while nodes.used[1] > 0 and leaves < rules.max_leaves:
        leaves += 1
        split_node(growth, tree, pop(nodes), leaves, phases)


@kernel
def grow_tree(
    growth: TreeGrowth, tree: int, total_g: float, total_h: float, phases: Array, counters: Array
) -> None:
    """Grow a tree in `growth.nodes`; whichever thread comes first leads."""
    me = take_block(counters)
    while me >= 0:
        if me == 0:
            lead(growth, tree, total_g, total_h, phases)
            close_phases(phases)
        idle = 0
        while not is_closed(phases):
            piece = claim_piece(phases)
            if piece >= 0:
                do_piece(growth, phases, piece, me)
                piece_done(phases)
            idle = 0 if piece >= 0 else wait(idle)
        block_done(counters)
        me = take_block(counters)


@kernel
def add_values(growth: TreeGrowth, values: Array, block: int, out_scores: Array, counters: Array) -> None:
    """Add to the score of each row the value of its leaf, by blocks of items."""
    numbers, items = growth.nodes.numbers, growth.rows.items
    b = take_block(counters)
    while b >= 0:
        start, stop = b * block, min((b + 1) * block, items.shape[0])
        for i in range(growth.nodes.used[0]):
            if numbers[i, CHILD] == 0:
                for q in range(max(start, numbers[i, START]), min(stop, numbers[i, STOP])):
                    out_scores[items[q] >> ROW] += values[i]
        block_done(counters)
        b = take_block(counters)
