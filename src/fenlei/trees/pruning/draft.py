"""A tree that is being pruned, and the rows that are sent down it.

The branches of a node are a range of `child`, as in `Tree`; but a node can take over the range of another, so
that raising a branch copies a few numbers and moves nothing:

    before   node 0 ─┬─ node 1 (start 2) ─┬─ node 3        start  [0, 2, ...]
                     └─ node 2            └─ node 4        child  [1, 2, 3, 4, ...]
    after    node 0 (start 2) ─┬─ node 3                   start  [2, 2, ...]
                               └─ node 4                   nodes 1 and 2 are no longer reached
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.rows import copy_values
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.expected_errors import Confidence, expected_errors
from fenlei.trees.tree import Tree, branch_of


class Draft(NamedTuple):
    """A tree whose nodes can take over the branches of others: all fields up to `subset`."""

    kind: Array  # (m,)
    feature: Array
    threshold: Array
    start: Array  # (m,) node i has the branches child[start[i] : start[i] + branches[i]]
    branches: Array  # (m,)
    missing: Array
    subset: Array
    child: Array
    sets: Array
    sizes: Array
    value: Array  # (m, K)


class SentRows(NamedTuple):
    """Training rows, or parts of them, that are sent down a tree."""

    X: Array  # (n, p) all training rows
    codes: Array  # (n,) their classes
    rows: Array  # (q,) int64, those that are sent
    w: Array  # (q,) their weights


def make_draft(tree: Tree) -> Draft:
    """A copy of a tree, to be changed."""
    arrays = tree._asdict() | {"start": tree.first[:-1], "branches": np.diff(tree.first)}
    return Draft(**{name: arrays[name].copy() for name in Draft._fields})


@kernel
def leaves_below(draft: Draft, root: int) -> Array:
    """Leaves below a node, and the node itself if it is one."""
    found = [0]
    found.clear()
    stack = [root]
    while len(stack) > 0:
        node = stack.pop()
        if draft.kind[node] == LEAF:
            found.append(node)
        for b in range(draft.branches[node]):
            stack.append(draft.child[draft.start[node] + b])
    return np.array(found)


@part_of_kernel
def class_weights(rows: Array, w: Array, codes: Array, K: int) -> Array:
    """Weight (K,) of each class among the rows."""
    counts = np.zeros(K)
    for q in range(rows.shape[0]):
        counts[codes[rows[q]]] += w[q]
    return counts


@part_of_kernel
def divide_rows(X: Array, draft: Draft, node: int, rows: Array, w: Array) -> tuple[Array, Array, Array]:
    """Rows and weights of a node, branch by branch, and where each branch starts and the last one stops.

    Parts of a row with a missing value go to every branch, by the shares of the known ones.
    """
    branches = draft.branches[node]
    branch = np.empty(rows.shape[0], np.int64)
    share, size = np.zeros(branches), np.zeros(branches, np.int64)
    for q in range(rows.shape[0]):
        branch[q] = branch_of(X[rows[q], draft.feature[node]], node, draft)
        if branch[q] >= 0:
            share[branch[q]] += w[q]
            size[branch[q]] += 1
    missing = rows.shape[0] - size.sum()
    if share.sum() == 0.0:
        share[:] = 1.0
    share /= share.sum()
    start = np.zeros(branches + 1, np.int64)
    for b in range(branches):
        start[b + 1] = start[b] + size[b] + (missing if share[b] > 0.0 else 0)
    out_rows, out_w = np.empty(start[branches], np.int64), np.empty(start[branches])
    following = start.copy()  # where the next row of each branch goes
    for q in range(rows.shape[0]):
        known = branch[q] >= 0
        for b in range(branch[q] if known else 0, branch[q] + 1 if known else branches):
            if known or share[b] > 0.0:
                out_rows[following[b]], out_w[following[b]] = rows[q], w[q] * (1.0 if known else share[b])
                following[b] += 1
    return out_rows, out_w, start


@kernel
def rows_of_leaves(sent: SentRows, draft: Draft, root: int, update: bool) -> tuple[Array, Array, Array]:
    """Send rows down from `root`: row, weight and leaf of each part that arrives, leaf by leaf.

    With `update` the values of the nodes become those of the rows.
    """
    arrived = [(np.empty(0, np.int64), np.empty(0), 0)]
    stack, total = [(root, sent.rows, sent.w)], 0
    while len(stack) > 0:
        node, rows, w = stack.pop()
        if update:
            copy_values(class_weights(rows, w, sent.codes, draft.value.shape[1]), draft.value[node])
        if draft.kind[node] == LEAF:
            arrived.append((rows, w, node))
            total += rows.shape[0]
            continue
        parts, weights, start = divide_rows(sent.X, draft, node, rows, w)
        for b in range(draft.branches[node]):
            if update or start[b + 1] > start[b]:
                here = slice(start[b], start[b + 1])
                stack.append((draft.child[draft.start[node] + b], parts[here], weights[here]))
    out_rows, out_w, out_leaf = np.empty(total, np.int64), np.empty(total), np.empty(total, np.int64)
    start_here = 0
    for rows, w, leaf in arrived:
        copy_values(rows, out_rows[start_here:])
        copy_values(w, out_w[start_here:])
        stop_here = start_here + rows.shape[0]
        out_leaf[start_here:stop_here] = leaf
        start_here = stop_here
    return out_rows, out_w, out_leaf


@kernel
def errors_when_sent(
    sent: SentRows, draft: Draft, root: int, base: float, most: float, confidence: Confidence
) -> float:
    """Errors expected of the leaves below `root` with these rows; counted only until they exceed `most`.

    With `base`, the errors expected of the leaves as they are, the rows come in addition to those that are
    there; -1 if not.
    """
    errors = max(base, 0.0)
    stack = [(root, sent.rows, sent.w)]
    while len(stack) > 0:
        node, rows, w = stack.pop()
        if draft.kind[node] == LEAF:
            counts = class_weights(rows, w, sent.codes, draft.value.shape[1])
            if base >= 0.0:
                counts += draft.value[node]
                errors -= expected_errors(draft.value[node], confidence)
            errors += expected_errors(counts, confidence)
            if errors > most:
                break
            continue
        parts, weights, start = divide_rows(sent.X, draft, node, rows, w)
        for b in range(draft.branches[node]):
            if start[b + 1] > start[b]:
                here = slice(start[b], start[b + 1])
                stack.append((draft.child[draft.start[node] + b], parts[here], weights[here]))
    return errors
