"""Growing everything below a node in one thread, depth first with a stack; the steps are in `grow.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, Node, Rules, Work
from fenlei.trees.exact.numeric_split import GAIN
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
from fenlei.trees.random_numbers import splitmix

PARENT, SLOT, KIND, FEATURE, MISSING_TO, ROWS, SET = range(7)  # columns of `whole`
CUT_AT, WEIGHT, IMPURITY = range(3)  # columns of `real`


class Emitted(NamedTuple):
    """Nodes in the order they were made; a parent is a number in the same list, but for the first node's."""

    whole: Array  # (m, 7) int64: parent, branch of it, kind, feature, branch of missing values, rows, set
    real: Array  # (m, 3): threshold, weight, impurity
    value: Array  # (m, K) class weights, or (m, 1) the mean or median
    sets: Array  # uint8: 1 for each category that goes to the first branch; a node's begin at its `set`


@kernel
def more(array: Array, rows: int) -> Array:
    """The two-dimensional array with room for at least so many rows."""
    if array.shape[0] >= rows:
        return array
    width = array.shape[1]
    fresh = np.empty((max(rows, 2 * array.shape[0]), width), array.dtype)
    for i in range(array.shape[0]):
        for j in range(width):
            fresh[i, j] = array[i, j]
    return fresh


@kernel
def emit(whole: Array, real: Array, i: int, place: Place, weight: float, impurity: float) -> None:
    """Node i as a leaf; a split may change that."""
    whole[i, PARENT], whole[i, SLOT] = place.parent, place.slot
    whole[i, KIND], whole[i, FEATURE], whole[i, MISSING_TO], whole[i, SET] = LEAF, -2, 0, -1
    whole[i, ROWS] = place.stop - place.start
    real[i, CUT_AT], real[i, WEIGHT], real[i, IMPURITY] = -2.0, weight, impurity


@kernel
def spread_items(
    items: Array, start: int, stop: int, branch: Array, rows: Array, share: Array, base: int, old: Array
) -> None:
    """Rows and weights (row, weight) of a node to the ranges of its branches; missing rows in parts."""
    for q in range(start, stop):
        old[q - start, 0], old[q - start, 1] = items[q, 0], items[q, 1]
    place = np.zeros(rows.shape[0], np.int64)
    place[0] = base
    for b in range(1, rows.shape[0]):
        place[b] = place[b - 1] + rows[b - 1]
    for q in range(stop - start):
        b = branch[np.int64(old[q, 0])]
        for c in range(0 if b < 0 else b, rows.shape[0] if b < 0 else b + 1):
            if rows[c]:
                items[place[c], 0] = old[q, 0]
                items[place[c], 1] = old[q, 1] * (share[c] if b < 0 else 1.0)
                place[c] += 1


@kernel
def weigh(items: Array, place: Place, out_w: Array) -> None:
    """The weights that the rows have in this node."""
    for q in range(place.start, place.stop):
        out_w[np.int64(items[q, 0])] = items[q, 1]


@kernel
def push(whole: Array, real: Array, seeds: Array, top: int, place: Place, node: int, end: int) -> None:
    whole[top, 0], whole[top, 1], whole[top, 2] = place.start, place.stop, place.depth
    whole[top, 3], whole[top, 4] = node, end
    real[top, 0], real[top, 1] = place.lower, place.upper
    seeds[top, 0] = place.seed


@kernel
def grow_below(columns: Columns, root: Place, rules: Rules, width: int, work: Work) -> Emitted:
    """The subtree of the rows root.start to root.stop, which is node 0 of the result."""
    words, w, parts = columns.words, columns.w, rules.fractional
    n, p = columns.X.shape
    branch, buffer = np.empty(n, np.int64), np.empty(root.stop - root.start, np.uint64)
    items, old = np.empty((n if parts else 0, 2)), np.empty((n if parts else 0, 2))
    if parts:  # the weight of a row differs from node to node
        w = w.copy()
        for i in range(n):
            items[i, 0], items[i, 1] = i, w[i]
    found, new_set = np.empty((p, 4)), np.empty(1, np.uint8)
    whole, real, value = np.empty((64, 7), np.int64), np.empty((64, 3)), np.empty((64, width))
    sets, used, count = np.empty((0, 1), np.uint8), 0, 1
    stack_whole, stack_real = np.empty((64, 5), np.int64), np.empty((64, 2))
    stack_seed, size = np.empty((64, 1), np.uint64), 0
    sums, weight, impurity = describe(words[0, root.start : root.stop], columns, rules, w, work, value[0])
    emit(whole, real, 0, root, weight, impurity)
    if not is_leaf(root, sums, weight, impurity, rules):
        push(stack_whole, stack_real, stack_seed, size, root, 0, root.stop)
        size += 1
    while size > 0:
        size -= 1
        start, stop, depth, i = (
            stack_whole[size, 0],
            stack_whole[size, 1],
            stack_whole[size, 2],
            stack_whole[size, 3],
        )
        place = Place(start, stop, depth, 0, 0, stack_real[size, 0], stack_real[size, 1], stack_seed[size, 0])
        top = max(stop, stack_whole[size - 1, 4] if size else 0)  # places from here on are free
        if parts:
            weigh(items, place, w)
        sums, weight, _ = describe(words[0, start:stop], columns, rules, w, work, value[i])
        node = Node(sums, weight, place.lower, place.upper, place.seed)
        for j in range(p):
            found[j, GAIN] = -np.inf
        features = draw_features(place.seed, p, rules.max_features >= p)
        search_some(words, features, rules.max_features, place, node, columns, rules, w, work, found)
        j = choose(found, weight, rules)
        if j < 0:
            continue
        if columns.sizes[j] and not rules.multiway:
            new_set = np.empty(columns.sizes[j], np.uint8)
        kind, threshold, missing, branches = mark(
            words[j, start:stop], j, found[j], node, columns, rules, w, work, branch, new_set
        )
        whole[i, KIND], whole[i, FEATURE], whole[i, MISSING_TO] = kind, j, missing
        real[i, CUT_AT] = threshold
        if kind == SUBSET:
            whole[i, SET] = used
            sets = more(sets, used + new_set.shape[0])
            for c in range(new_set.shape[0]):
                sets[used + c, 0] = new_set[c]
            used += new_set.shape[0]
        rows, share, values = measure_branches(words[j, start:stop], branch, branches, columns, rules, w)
        total = 0
        for b in range(branches):
            total += rows[b]
        # The branches go to their parent's range, or behind everything if they are longer.
        base = start if total == stop - start else top
        top = max(top, base + total)
        if top > words.shape[1]:
            wider = np.empty((p, max(top, 2 * words.shape[1])), np.uint64)
            for c in range(p):
                for q in range(words.shape[1]):
                    wider[c, q] = words[c, q]
            words = wider
        if total > buffer.shape[0]:
            buffer = np.empty(2 * total, np.uint64)
        if parts:
            items, old = more(items, top), more(old, stop - start)
            spread_items(items, start, stop, branch, rows, share, base, old)
        whole, real, value = (
            more(whole, count + branches),
            more(real, count + branches),
            more(value, count + branches),
        )
        stack_whole, stack_real = more(stack_whole, size + branches), more(stack_real, size + branches)
        stack_seed = more(stack_seed, size + branches)
        # Column 0 moves first: if all branches turn out to be leaves, the others can stay.
        move(words[0], start, stop, branch, rows, base, buffer)
        waiting, first = 0, base
        for b in range(branches):
            lower, upper = bounds_of(values, j, place, rules, b)
            seed = splitmix(place.seed ^ np.uint64(b + 1))
            child = Place(first, first + rows[b], depth + 1, i, b, lower, upper, seed)
            if parts:
                weigh(items, child, w)
            entries = words[0, child.start : child.stop]
            sums, weight, impurity = describe(entries, columns, rules, w, work, value[count])
            emit(whole, real, count, child, weight, impurity)
            if not is_leaf(child, sums, weight, impurity, rules):
                push(stack_whole, stack_real, stack_seed, size, child, count, top)
                size += 1
                waiting += 1
            count += 1
            first += rows[b]
        if waiting:
            for c in range(1, p):
                move(words[c], start, stop, branch, rows, base, buffer)
    flat = np.empty(used, np.uint8)
    for c in range(used):
        flat[c] = sets[c, 0]
    return Emitted(whole[:count].copy(), real[:count].copy(), value[:count].copy(), flat)
