"""Growing everything below a node in one thread, depth first with a stack; see `grow.py`."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.columns import Columns
from fenlei.trees.grow import (
    Emitted,
    Place,
    branch_bounds,
    choose,
    describe,
    draw_features,
    is_leaf,
    longer,
    mark_multiway,
    mark_subset,
    mark_threshold,
    part_weights,
    partition,
    side_values,
    spread,
)
from fenlei.trees.rules import LEAF, MULTIWAY, SUBSET, THRESHOLD, Rules
from fenlei.trees.scan import GAIN, Node, Work, search, splitmix


@kernel
def room_for(nodes: Emitted, count: int, width: int) -> Emitted:
    """The nodes with room for `count` of them."""
    if nodes.parent.shape[0] >= count:
        return nodes
    value = np.empty((max(count, 2 * nodes.value.shape[0]), width))
    value[: nodes.value.shape[0]] = nodes.value
    size = value.shape[0]
    return Emitted(
        longer(nodes.parent, size),
        longer(nodes.slot, size),
        longer(nodes.kind, size),
        longer(nodes.feature, size),
        longer(nodes.threshold, size),
        longer(nodes.missing, size),
        longer(nodes.rows, size),
        longer(nodes.weight, size),
        longer(nodes.impurity, size),
        value,
        longer(nodes.subset, size),
        nodes.sets,
    )


@kernel
def no_nodes(width: int) -> Emitted:
    none, numbers = np.empty(0, np.int64), np.empty(0)
    return Emitted(
        none,
        none,
        none,
        none,
        numbers,
        none,
        none,
        numbers,
        numbers,
        np.empty((0, width)),
        none,
        np.empty(0, np.uint8),
    )


@kernel
def emit(nodes: Emitted, i: int, place: Place, weight: float, impurity: float) -> None:
    """Node i as a leaf; a split may change that."""
    nodes.parent[i], nodes.slot[i] = place.parent, place.slot
    nodes.kind[i], nodes.feature[i], nodes.threshold[i] = LEAF, -2, -2.0
    nodes.missing[i], nodes.subset[i] = 0, -1
    nodes.rows[i], nodes.weight[i], nodes.impurity[i] = place.stop - place.start, weight, impurity


@kernel
def find_split(
    words: Array, place: Place, node: Node, columns: Columns, rules: Rules, w: Array, work: Work, found: Array
) -> int:
    """Search the features, in the order they are drawn, until enough are seen and one can split; the chosen one."""
    p = words.shape[0]
    found[:, GAIN] = -np.inf
    features = draw_features(node.seed, p, rules.max_features >= p)
    some = False
    for t in range(p):
        j = features[t]
        search(words[j, place.start : place.stop], j, node, columns, rules, w, work, found[j])
        some |= found[j, GAIN] > -np.inf
        if t + 1 >= rules.max_features and some:
            break
    return choose(found, node.weight, rules)


@kernel
def mark(
    words: Array,
    j: int,
    found: Array,
    node: Node,
    columns: Columns,
    rules: Rules,
    w: Array,
    work: Work,
    out_branch: Array,
    out_set: Array,
) -> tuple[int, float, int, int]:
    """Branch of each of the node's rows under the chosen split: kind, threshold, branch of missing, branches."""
    if columns.sizes[j] == 0:
        threshold, missing = mark_threshold(words, j, found, columns, rules, out_branch)
        return THRESHOLD, threshold, missing, 2
    if rules.multiway:
        mark_multiway(words, out_branch)
        return MULTIWAY, -2.0, -1, columns.sizes[j]
    missing = mark_subset(words, j, found, node, columns, rules, w, work, out_branch, out_set)
    return SUBSET, -2.0, missing, 2


@kernel
def keep_set(nodes: Emitted, i: int, used: int, new_set: Array) -> Emitted:
    """Put node i's set of categories behind the `used` entries of the others."""
    nodes.subset[i] = used
    sets = longer(nodes.sets, used + new_set.shape[0])
    sets[used : used + new_set.shape[0]] = new_set
    return Emitted(
        nodes.parent,
        nodes.slot,
        nodes.kind,
        nodes.feature,
        nodes.threshold,
        nodes.missing,
        nodes.rows,
        nodes.weight,
        nodes.impurity,
        nodes.value,
        nodes.subset,
        sets,
    )


@kernel
def grow_below(columns: Columns, root: Place, rules: Rules, width: int, work: Work) -> Emitted:
    """The subtree of the rows root.start to root.stop, which is node 0 of the result."""
    words, w = columns.words, columns.w
    p, parts = words.shape[0], rules.fractional
    branch = np.empty(columns.X.shape[0], np.int64)
    buffer = np.empty(root.stop - root.start, np.uint64)
    item_row, item_w = np.empty(0, np.int64), np.empty(0)
    if parts:  # the weight of a row differs from node to node
        w = w.copy()
        item_row = np.arange(columns.X.shape[0])
        item_w = w.copy()
    found, new_set = np.empty((p, 4)), np.empty(0, np.uint8)
    nodes = no_nodes(width)
    stack = [(root, -1)]
    tops = [root.stop]
    count, used = 0, 0
    while len(stack) > 0:
        place, i = stack.pop()
        tops.pop()
        top = max(place.stop, tops[-1]) if len(tops) else place.stop
        start, stop = place.start, place.stop
        if parts:
            for q in range(start, stop):
                w[item_row[q]] = item_w[q]
        if i < 0:  # the root; others were described when they were made
            nodes = room_for(nodes, count + 1, width)
            sums, weight, impurity = describe(words[0, start:stop], columns, rules, w, work, nodes.value[0])
            emit(nodes, 0, place, weight, impurity)
            i, count = 0, 1
        else:
            sums, weight, impurity = describe(words[0, start:stop], columns, rules, w, work, nodes.value[i])
        node = Node(sums, weight, place.lower, place.upper, place.seed)
        if is_leaf(place, node, impurity, rules):
            continue
        j = find_split(words, place, node, columns, rules, w, work, found)
        if j < 0:
            continue
        if columns.sizes[j] and not rules.multiway:
            new_set = np.empty(columns.sizes[j], np.uint8)
        split = mark(words[j, start:stop], j, found[j], node, columns, rules, w, work, branch, new_set)
        nodes.kind[i], nodes.feature[i], nodes.threshold[i], nodes.missing[i] = (
            split[0],
            j,
            split[1],
            split[2],
        )
        if split[0] == SUBSET:
            nodes = keep_set(nodes, i, used, new_set)
            used += new_set.shape[0]
        branches = split[3]
        rows, share = part_weights(words[j, start:stop], branch, w, branches)
        values = (
            side_values(words[j, start:stop], branch, columns, rules, w) if rules.monotone.shape[0] else share
        )
        # Where the branches go: in their parent's range, or behind everything if they are longer.
        total = rows.sum()
        base = start if total == stop - start else top
        if base + total > words.shape[1]:
            words = longer(words, base + total)
            item_row, item_w = longer(item_row, base + total), longer(item_w, base + total)
        buffer = longer(buffer, total)
        if parts:
            spread_items(item_row, item_w, start, stop, branch, rows, share, base)
        # Column 0 first: if all branches turn out to be leaves, the other columns need not move.
        move(words[0], start, stop, branch, rows, base, buffer)
        nodes = room_for(nodes, count + branches, width)
        waiting, first, top = 0, base, max(top, base + total)
        for b in range(branches):
            lower, upper = branch_bounds(values, j, place, rules, b)
            child = Place(
                first,
                first + rows[b],
                place.depth + 1,
                i,
                b,
                lower,
                upper,
                splitmix(place.seed ^ np.uint64(b + 1)),
            )
            if parts:
                for q in range(child.start, child.stop):
                    w[item_row[q]] = item_w[q]
            sums, weight, impurity = describe(
                words[0, child.start : child.stop], columns, rules, w, work, nodes.value[count]
            )
            emit(nodes, count, child, weight, impurity)
            if not is_leaf(child, Node(sums, weight, 0.0, 0.0, child.seed), impurity, rules):
                stack.append((child, count))
                tops.append(top)
                waiting += 1
            count += 1
            first += rows[b]
        if waiting:
            for other in range(1, p):
                move(words[other], start, stop, branch, rows, base, buffer)
    return trimmed(nodes, count, used)


@kernel
def move(column: Array, start: int, stop: int, branch: Array, rows: Array, base: int, buffer: Array) -> None:
    """The entries of a node to the ranges of its branches, from `base` on."""
    total = rows.sum()
    if rows.shape[0] == 2 and total == stop - start:
        partition(column[start:stop], branch, buffer)
        return
    spread(column[start:stop], branch, rows, buffer)
    column[base : base + total] = buffer[:total]


@kernel
def spread_items(
    item_row: Array, item_w: Array, start: int, stop: int, branch: Array, rows: Array, share: Array, base: int
) -> None:
    """Rows and their weights to the ranges of the branches; missing rows in parts."""
    old_row, old_w = item_row[start:stop].copy(), item_w[start:stop].copy()
    place = np.cumsum(rows) - rows + base
    for q in range(stop - start):
        b = branch[old_row[q]]
        for c in range(rows.shape[0]) if b < 0 else range(b, b + 1):
            if rows[c]:
                item_row[place[c]] = old_row[q]
                item_w[place[c]] = old_w[q] * (share[c] if b < 0 else 1.0)
                place[c] += 1


@kernel
def trimmed(nodes: Emitted, m: int, used: int) -> Emitted:
    return Emitted(
        nodes.parent[:m],
        nodes.slot[:m],
        nodes.kind[:m],
        nodes.feature[:m],
        nodes.threshold[:m],
        nodes.missing[:m],
        nodes.rows[:m],
        nodes.weight[:m],
        nodes.impurity[:m],
        nodes.value[:m],
        nodes.subset[:m],
        nodes.sets[:used],
    )
