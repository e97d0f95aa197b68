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

from fenlei.kernels import Array, kernel, part_of_kernel, step_of_kernel
from fenlei.trees.exact.growth_rules import SUBSET, GrowthRules, Node, Work
from fenlei.trees.exact.numeric_split import GAIN
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.exact.splitting import MarkedSplit, branch_node, mark, measure_branches, move
from fenlei.trees.exact.steps import (
    PendingNode,
    choose,
    describe,
    draw_features,
    is_leaf,
    search_features,
)
from fenlei.trees.grown_nodes import (
    FIRST_ROOM,
    NODE,
    GrownNodes,
    more,
    more_records,
    write_leaf,
    write_split,
)
from fenlei.trees.impurity import gain_slack

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
    new_set: Array  # (most categories,) uint8, the set of the node at hand
    word_buffer: Array  # uint64, for `move`
    part_buffer: Array  # (n,) PART, for `spread_parts`; empty unless rows are fractional


class Room(NamedTuple):
    """What a split needs."""

    branches: int
    categories: int  # in the set of the node
    total: int  # entries of all branches
    base: int  # where the first branch starts
    end: int  # stop of all entries in use after the split


@kernel
def start_subtree(columns: PresortedColumns, root: PendingNode, rules: GrowthRules, width: int) -> Subtree:
    """A subtree without nodes.

    With fractional rows it has room for four times the entries from the start: the branches of the root are
    longer than it and go after it, so that twice would not do, and its search would be made again.
    """
    n, w, rows = columns.X.shape[0], columns.w, root.stop - root.start
    parts = np.empty(4 * n if rules.fractional else 0, PART)
    if rules.fractional:
        rows = 4 * n
        w = w.copy()
        for i in range(n):
            parts[i].row = i
            parts[i].weight = w[i]
    return Subtree(
        np.empty(FIRST_ROOM, NODE),
        np.empty((FIRST_ROOM, width)),
        np.empty(2 * columns.sizes.max(), np.uint8),
        np.empty(FIRST_ROOM, WAITING),
        np.zeros(1, SIZES),
        wider(columns.words, rows),
        parts,
        w,
        np.empty(n, np.int64),
        np.empty(columns.sizes.max(), np.uint8),
        np.empty(rows, np.uint64),
        np.empty(n if rules.fractional else 0, PART),
    )


@part_of_kernel
def has_room(subtree: Subtree, need: Room) -> bool:
    """Whether the arrays are long enough for a split."""
    sizes = subtree.sizes[0]
    return (
        sizes.nodes + need.branches <= subtree.nodes.shape[0]
        and sizes.waiting + need.branches <= subtree.stack.shape[0]
        and sizes.sets + need.categories <= subtree.sets.shape[0]
        and need.total <= subtree.word_buffer.shape[0]
        and need.end <= subtree.words.shape[1]
    )


@kernel
def with_room(subtree: Subtree, need: Room) -> Subtree:
    """The subtree with longer arrays, where a split needs them."""
    nodes, parts = subtree.sizes[0].nodes + need.branches, subtree.parts
    return Subtree(
        more_records(subtree.nodes, nodes),
        more(subtree.value, nodes),
        more_records(subtree.sets, subtree.sizes[0].sets + need.categories),
        more_records(subtree.stack, subtree.sizes[0].waiting + need.branches),
        subtree.sizes,
        wider(subtree.words, need.end),
        more_records(parts, need.end) if parts.shape[0] else parts,
        subtree.w,
        subtree.branch,
        subtree.new_set,
        more_records(subtree.word_buffer, need.total),
        subtree.part_buffer,
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
def spread_parts(
    parts: Array, start: int, stop: int, branch: Array, rows: Array, share: Array, base: int, old: Array
) -> None:
    """Parts of rows of a node, if rows have any, to the ranges of its branches; `old` is scratch."""
    if parts.shape[0] == 0:
        return
    for q in range(start, stop):
        old[q - start] = parts[q]
    following = np.zeros(rows.shape[0], np.int64)  # where the next part of each branch goes
    following[0] = base
    for b in range(1, rows.shape[0]):
        following[b] = following[b - 1] + rows[b - 1]
    for q in range(stop - start):
        b = branch[old[q].row]
        for c in range(0 if b < 0 else b, rows.shape[0] if b < 0 else b + 1):
            if rows[c]:
                part = parts[following[c]]
                part.row = old[q].row
                part.weight = old[q].weight * (share[c] if b < 0 else 1.0)
                following[c] += 1


@part_of_kernel
def take_weights(parts: Array, start: int, stop: int, out_w: Array) -> None:
    """The weights that the rows have in this node, if they differ from node to node."""
    for q in range(start, stop if parts.shape[0] else start):
        out_w[parts[q].row] = parts[q].weight


@part_of_kernel
def add_node(
    pending: PendingNode,
    weight: float,
    impurity: float,
    is_split: bool,
    end: int,
    out_nodes: Array,
    out_stack: Array,
    out_sizes: Array,
) -> bool:
    """Append one node; one that may be split waits on the stack for that."""
    sizes = out_sizes[0]
    i, start, stop = sizes.nodes, pending.start, pending.stop
    write_leaf(pending.parent, pending.slot, stop - start, weight, impurity, i, out_nodes)
    sizes.nodes = i + 1
    if is_split:
        waiting = out_stack[sizes.waiting]
        waiting.start = start
        waiting.stop = stop
        waiting.depth = pending.depth
        waiting.node = i
        waiting.end = end
        waiting.lower = pending.lower
        waiting.upper = pending.upper
        waiting.seed = pending.seed
        sizes.waiting += 1
    return is_split


@part_of_kernel
def next_node(stack: Array, sizes: Array) -> tuple[int, PendingNode, int]:
    """The node on top of the stack, which leaves it: its index, the node, and where free entries start."""
    top = sizes[0].waiting - 1
    sizes[0].waiting = top
    node = stack[top]
    free = max(node.stop, stack[top - 1].end if top else 0)
    pending = PendingNode(node.start, node.stop, node.depth, 0, 0, node.lower, node.upper, node.seed)
    return node.node, pending, free


@part_of_kernel
def needed_room(pending: PendingNode, rows: Array, categories: int, free: int) -> Room:
    """What the split of a node in branches of so many rows needs."""
    total = 0
    for b in range(rows.shape[0]):
        total += rows[b]
    base = pending.start if total == pending.stop - pending.start else free
    return Room(rows.shape[0], categories, total, base, max(free, base + total))


@part_of_kernel
def record_split(
    i: int, j: int, split: MarkedSplit, new_set: Array, out_nodes: Array, out_sets: Array, out_sizes: Array
) -> None:
    """Node i becomes an inner node; a set of categories is appended to the others."""
    write_split(split.kind, j, split.threshold, split.missing, i, out_nodes)
    if split.kind == SUBSET:
        used = out_sizes[0].sets
        out_nodes[i].subset = used
        for c in range(new_set.shape[0]):
            out_sets[used + c] = new_set[c]
        out_sizes[0].sets = used + new_set.shape[0]


@part_of_kernel
def start_search(seed: np.uint64, max_features: int, out_found: Array) -> Array:
    """The features in the order in which they are searched; none of them has a split yet."""
    p = out_found.shape[0]
    for j in range(p):
        out_found[j, GAIN] = -np.inf
    return draw_features(seed, p, max_features >= p)


@kernel
def move_others(
    words: Array, start: int, stop: int, branch: Array, rows: Array, base: int, buffer: Array
) -> None:
    """Move the words of all columns but the first.

    That one moves before: if all branches then turn out to be leaves, the others can stay.
    """
    for j in range(1, words.shape[0]):
        move(words[j], start, stop, branch, rows, base, buffer)


@step_of_kernel
def grow_while_room(
    subtree: Subtree, found: Array, columns: PresortedColumns, rules: GrowthRules, work: Work
) -> Room:
    """Split the nodes that wait, until none is left or a split lacks room; what the last split needs."""
    need, nodes, stack, sizes = Room(0, 0, 0, 0, 0), subtree.nodes, subtree.stack, subtree.sizes
    words, parts, w, branch = subtree.words, subtree.parts, subtree.w, subtree.branch
    while sizes[0].waiting > 0:
        i, pending, free = next_node(stack, sizes)
        start, stop = pending.start, pending.stop
        take_weights(parts, start, stop, w)
        sums, weight, impurity = describe(words[0, start:stop], columns, rules, w, work, subtree.value[i])
        node, most = Node(sums, weight, pending.lower, pending.upper, pending.seed), rules.max_features
        features = start_search(pending.seed, most, found)
        search_features(words, features, most, pending, node, columns, rules, w, work, found)
        j = choose(found, node, gain_slack(impurity, sums, weight, rules.criterion), rules)
        if j < 0:
            continue
        entries, new_set = words[j, start:stop], subtree.new_set[: columns.sizes[j]]
        split = mark(entries, j, found[j], node, columns, rules, w, work, branch, new_set)
        rows, share, value = measure_branches(entries, branch, split.branches, columns, rules, w, work)
        need = needed_room(pending, rows, new_set.shape[0], free)
        if not has_room(subtree, need):
            sizes[0].waiting += 1  # the node waits again
            break
        record_split(i, j, split, new_set, nodes, subtree.sets, sizes)
        spread_parts(parts, start, stop, branch, rows, share, need.base, subtree.part_buffer)
        move(words[0], start, stop, branch, rows, need.base, subtree.word_buffer)
        waiting, first = 0, need.base
        for b in range(split.branches):
            child = branch_node(i, b, j, pending, first, first + rows[b], value, rules)
            first, own = child.stop, subtree.value[sizes[0].nodes]
            take_weights(parts, child.start, first, w)
            sums, weight, impurity = describe(words[0, child.start : first], columns, rules, w, work, own)
            leaf = is_leaf(child, sums, weight, impurity, rules)
            waiting += add_node(child, weight, impurity, not leaf, need.end, nodes, stack, sizes)
        if waiting:
            move_others(words, start, stop, branch, rows, need.base, subtree.word_buffer)
    return need


@kernel
def grow_below(
    columns: PresortedColumns, root: PendingNode, rules: GrowthRules, width: int, work: Work
) -> GrownNodes:
    """The subtree of the rows root.start to root.stop, which is node 0 of the result."""
    subtree, found = start_subtree(columns, root, rules, width), np.empty((columns.words.shape[0], 4))
    entries = columns.words[0, root.start : root.stop]
    sums, weight, impurity = describe(entries, columns, rules, subtree.w, work, subtree.value[0])
    leaf = is_leaf(root, sums, weight, impurity, rules)
    add_node(root, weight, impurity, not leaf, root.stop, subtree.nodes, subtree.stack, subtree.sizes)
    while subtree.sizes[0].waiting > 0:
        need = grow_while_room(subtree, found, columns, rules, work)
        if subtree.sizes[0].waiting > 0:
            subtree = with_room(subtree, need)
    m, used = subtree.sizes[0].nodes, subtree.sizes[0].sets
    return GrownNodes(subtree.nodes[:m].copy(), subtree.value[:m].copy(), subtree.sets[:used].copy())
