"""Growing everything below a node in one thread, depth first with a stack.

The steps are those of `steps` and `splitting`.

A node is a range of entries, the same in every column. Its branches take over its range, so that the stack
only holds ranges:

    before    words[j]   ......|     node      |......        stack   ..., node
    after     words[j]   ......| b = 0 | b = 1 |......        stack   ..., branch 0, branch 1

With fractional rows (a row whose value is missing is in every branch), the branches can be longer than their
parent. They are then written after everything that is in use, and the columns are made longer where needed:

    before    words[j]   ...|   node   |...waiting...|            |
    after     words[j]   ...|   free   |...waiting...| b = 0      | b = 1      |
                                                     ^ free                    ^ end

`end` of a waiting node is where the entries in use ended when it was put on the stack: what comes after the
`end` of the top of the stack is free again.

The weight of a fractional row differs from node to node. `parts` has the layout of a column: the rows of a
node with the weights that they have there lie in the node's range. They are copied to `w` when the node's
turn comes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, step_of_kernel
from fenlei.trees.exact.growth_rules import SUBSET, GrowthRules, Node, Work
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.exact.splitting import Branches, branch_node, mark, measure_branches, move
from fenlei.trees.exact.steps import PendingNode, best_feature, describe, is_leaf
from fenlei.trees.grown_nodes import (
    FIRST_ROOM,
    NODE,
    GrownNodes,
    more,
    more_records,
    write_leaf,
    write_split,
)

WAITING = np.dtype(
    (
        np.record,
        [
            ("start", np.int64),  # the node's entries
            ("stop", np.int64),
            ("depth", np.int64),
            ("node", np.int64),  # its index
            ("end", np.int64),  # stop of all entries in use
            ("lower", np.float64),  # bounds of its value
            ("upper", np.float64),
            ("seed", np.uint64),
        ],
    )
)
PART = np.dtype((np.record, [("row", np.int64), ("weight", np.float64)]))
SIZES = np.dtype((np.record, [("nodes", np.int64), ("waiting", np.int64), ("sets", np.int64)]))


class Subtree(NamedTuple):
    """A subtree while it grows. Arrays have room for more than is in use; `sizes` is how much is."""

    nodes: Array  # (room,) NODE
    value: Array  # (room, K)
    sets: Array  # (room,) uint8
    stack: Array  # (room,) WAITING: nodes that are to be split, the next one last
    sizes: Array  # (1,) SIZES: used of `nodes` and `value`, of `stack`, of `sets`
    words: Array  # (p, room) uint64, presorted columns
    parts: Array  # (room,) PART: rows and their weights, node by node; empty unless rows are fractional
    w: Array  # (n,) weights of the rows, in the node at hand; empty for weight one
    branch: Array  # (n,) int64, branch of each row of the node at hand; -1: every branch
    word_buffer: Array  # uint64, for `move`
    part_buffer: Array  # PART, for `spread_parts`


@kernel
def start_subtree(columns: PresortedColumns, root: PendingNode, rules: GrowthRules, width: int) -> Subtree:
    """A subtree without nodes."""
    n, w = columns.X.shape[0], columns.w
    parts = np.empty(n if rules.fractional else 0, PART)
    if rules.fractional:
        w = w.copy()
        for i in range(n):
            parts[i].row = i
            parts[i].weight = w[i]
    return Subtree(
        np.empty(FIRST_ROOM, NODE),
        np.empty((FIRST_ROOM, width)),
        np.empty(0, np.uint8),
        np.empty(FIRST_ROOM, WAITING),
        np.zeros(1, SIZES),
        columns.words,
        parts,
        w,
        np.empty(n, np.int64),
        np.empty(root.stop - root.start, np.uint64),
        np.empty(parts.shape[0], PART),
    )


@kernel
def with_room(
    subtree: Subtree, branches: int, categories: int, rows: int, total: int, end: int, fractional: bool
) -> Subtree:
    """The subtree with room to split a node of `rows` rows; its branches have `total`, up to entry `end`."""
    sizes = subtree.sizes[0]
    return Subtree(
        more_records(subtree.nodes, sizes.nodes + branches),
        more(subtree.value, sizes.nodes + branches),
        more_records(subtree.sets, sizes.sets + categories),
        more_records(subtree.stack, sizes.waiting + branches),
        subtree.sizes,
        wider(subtree.words, end),
        more_records(subtree.parts, end) if fractional else subtree.parts,
        subtree.w,
        subtree.branch,
        more_records(subtree.word_buffer, total),
        more_records(subtree.part_buffer, rows) if fractional else subtree.part_buffer,
    )


@kernel
def wider(words: Array, entries: int) -> Array:
    """The columns with room for at least so many entries."""
    if words.shape[1] >= entries:
        return words
    fresh = np.empty((words.shape[0], max(entries, 2 * words.shape[1])), np.uint64)
    for j in range(words.shape[0]):
        for q in range(words.shape[1]):
            fresh[j, q] = words[j, q]
    return fresh


@kernel
def spread_parts(subtree: Subtree, start: int, stop: int, branches: Branches, base: int) -> None:
    """Parts of rows of a node to the ranges of its branches, from `base` on; missing rows to every branch."""
    parts, old, rows = subtree.parts, subtree.part_buffer, branches.rows
    for q in range(start, stop):
        old[q - start] = parts[q]
    following = np.zeros(rows.shape[0], np.int64)  # where the next part of each branch goes
    following[0] = base
    for b in range(1, rows.shape[0]):
        following[b] = following[b - 1] + rows[b - 1]
    for q in range(stop - start):
        b = subtree.branch[old[q].row]
        for c in range(0 if b < 0 else b, rows.shape[0] if b < 0 else b + 1):
            if rows[c]:
                part = parts[following[c]]
                part.row = old[q].row
                part.weight = old[q].weight * (branches.share[c] if b < 0 else 1.0)
                following[c] += 1


@kernel
def take_weights(parts: Array, start: int, stop: int, out_w: Array) -> None:
    """The weights that the rows have in this node."""
    for q in range(start, stop):
        out_w[parts[q].row] = parts[q].weight


@step_of_kernel
def add_node(
    pending: PendingNode,
    end: int,
    subtree: Subtree,
    columns: PresortedColumns,
    rules: GrowthRules,
    work: Work,
) -> bool:
    """Append one node; whether it can be split, and so waits on the stack."""
    sizes = subtree.sizes[0]
    i, start, stop = sizes.nodes, pending.start, pending.stop
    if rules.fractional:
        take_weights(subtree.parts, start, stop, subtree.w)
    entries = subtree.words[0, start:stop]
    sums, weight, impurity = describe(entries, columns, rules, subtree.w, work, subtree.value[i])
    write_leaf(pending.parent, pending.slot, stop - start, weight, impurity, i, subtree.nodes)
    sizes.nodes = i + 1
    if is_leaf(pending, sums, weight, impurity, rules):
        return False
    waiting = subtree.stack[sizes.waiting]
    waiting.start = start
    waiting.stop = stop
    waiting.depth = pending.depth
    waiting.node = i
    waiting.end = end
    waiting.lower = pending.lower
    waiting.upper = pending.upper
    waiting.seed = pending.seed
    sizes.waiting += 1
    return True


@kernel
def next_node(subtree: Subtree) -> tuple[int, PendingNode, int]:
    """The node on top of the stack, which leaves it: its index, the node, and where free entries start."""
    top = subtree.sizes[0].waiting - 1
    subtree.sizes[0].waiting = top
    node = subtree.stack[top]
    free = max(node.stop, subtree.stack[top - 1].end if top else 0)
    pending = PendingNode(node.start, node.stop, node.depth, 0, 0, node.lower, node.upper, node.seed)
    return node.node, pending, free


@step_of_kernel
def split_node(
    i: int,
    j: int,
    found: Array,
    pending: PendingNode,
    node: Node,
    free: int,
    subtree: Subtree,
    columns: PresortedColumns,
    rules: GrowthRules,
    work: Work,
) -> Subtree:
    """Node i is split by feature j: its branches become nodes, and its rows move to them."""
    start, stop, branch = pending.start, pending.stop, subtree.branch
    words, new_set = subtree.words[j, start:stop], np.empty(columns.sizes[j], np.uint8)
    split = mark(words, j, found, node, columns, rules, subtree.w, work, branch, new_set)
    branches = measure_branches(words, branch, split.branches, columns, rules, subtree.w)
    total = branches.rows.sum()
    base = start if total == stop - start else free
    end = max(free, base + total)
    subtree = with_room(subtree, split.branches, new_set.shape[0], stop - start, total, end, rules.fractional)
    write_split(split.kind, j, split.threshold, split.missing, i, subtree.nodes)
    if split.kind == SUBSET:
        add_set(new_set, i, subtree)
    if rules.fractional:
        spread_parts(subtree, start, stop, branches, base)
    # Column 0 moves first: if all branches turn out to be leaves, the others can stay.
    move(subtree.words[0], start, stop, branch, branches.rows, base, subtree.word_buffer)
    waiting, first = 0, base
    for b in range(split.branches):
        child = branch_node(i, b, j, pending, first, first + branches.rows[b], branches.value, rules)
        waiting += add_node(child, end, subtree, columns, rules, work)
        first = child.stop
    if waiting:
        for c in range(1, subtree.words.shape[0]):
            move(subtree.words[c], start, stop, branch, branches.rows, base, subtree.word_buffer)
    return subtree


@kernel
def add_set(new_set: Array, i: int, subtree: Subtree) -> None:
    """Append the set of categories of node i."""
    used = subtree.sizes[0].sets
    subtree.nodes[i].subset = used
    for c in range(new_set.shape[0]):
        subtree.sets[used + c] = new_set[c]
    subtree.sizes[0].sets = used + new_set.shape[0]


@kernel
def grow_below(
    columns: PresortedColumns, root: PendingNode, rules: GrowthRules, width: int, work: Work
) -> GrownNodes:
    """The subtree of the rows root.start to root.stop, which is node 0 of the result."""
    subtree, found = start_subtree(columns, root, rules, width), np.empty((columns.words.shape[0], 4))
    add_node(root, root.stop, subtree, columns, rules, work)
    while subtree.sizes[0].waiting > 0:
        i, pending, free = next_node(subtree)
        if rules.fractional:
            take_weights(subtree.parts, pending.start, pending.stop, subtree.w)
        words, w = subtree.words, subtree.w
        entries = words[0, pending.start : pending.stop]
        sums, weight, _ = describe(entries, columns, rules, w, work, subtree.value[i])
        node = Node(sums, weight, pending.lower, pending.upper, pending.seed)
        j = best_feature(words, pending, node, columns, rules, w, work, found)
        if j >= 0:
            subtree = split_node(i, j, found[j], pending, node, free, subtree, columns, rules, work)
    m, used = subtree.sizes[0].nodes, subtree.sizes[0].sets
    return GrownNodes(subtree.nodes[:m].copy(), subtree.value[:m].copy(), subtree.sets[:used].copy())
