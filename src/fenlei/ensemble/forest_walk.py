"""Rows sent down the trees of a forest, all trees from one array of 16-byte nodes.

    node = threshold (or place of its set, or number of the leaf's answer) | way, feature, two flags

The first branch is the next node; the second is `way` further, -1 for a leaf. Four rows go down together:
their steps do not wait for one another, and no jump of the program depends on a comparison, so that the
processor need not guess. A row adds the trees' answers in their order, so that the sum does not depend on
blocks or threads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.ensemble.forest_record import Forest, rights
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks

LEAF_LINK = -1 << 32
FEATURES = 0xFFFFFF  # mask of the feature's number
BLOCK = 1 << 19  # values of X in a task: a tree is fetched once for as many rows


class Packed(NamedTuple):
    """A forest laid out for walking."""

    link: Array  # (2 m,) int64: bits of the threshold, then way (32 bits) | feature | nominal, missing first
    start: Array  # (T,) root of each tree
    sets: Array
    sizes: Array
    answer: Array  # (u, K) class shares, or (l, 1) values: what leaf number u says


def pack(forest: Forest, classes: bool) -> Packed:
    """The forest ready for walking."""
    m, inner = len(forest.feature), forest.feature >= 0
    link = np.full((m, 2), LEAF_LINK, np.int64)
    root = np.repeat(forest.start[:-1], np.diff(forest.start))
    way = (rights(forest) + root - np.arange(m) - 1)[inner]
    nominal = forest.subset >= 0 if forest.subset.size else np.zeros(len(forest.threshold), bool)
    bits = forest.threshold.view(np.int64)
    link[inner, 0] = np.where(nominal, forest.subset, bits) if nominal.any() else bits
    flags = 2 * nominal.astype(np.int64) + (forest.missing == 0)
    link[inner, 1] = (way << 32) | (forest.feature[inner].astype(np.int64) << 8) | flags
    answer = forest.value.astype(np.float64)
    number = np.arange(len(answer))
    if classes:
        number, answer = class_answers(answer)
    link[~inner, 0] = number
    return Packed(link.ravel(), forest.start[:-1], forest.sets, forest.sizes, answer)


class Walk:
    """A forest that is packed when rows first come."""

    def __init__(self, forest: Forest, classes: bool) -> None:
        self._forest, self._classes = forest, classes
        self._packed: Packed | None = None

    def __repr__(self) -> str:
        return "Walk()"

    def packed(self) -> Packed:
        if self._packed is None:
            self._packed = pack(self._forest, self._classes)
        return self._packed


def class_answers(weights: Array) -> tuple[Array, Array]:
    """Number of each leaf's answer, and the answers: shares of the classes. Pure leaves share K answers."""
    total, K = weights.sum(axis=1), weights.shape[1]
    number = weights.argmax(axis=1)
    mixed = weights[np.arange(len(weights)), number] < total
    number[mixed] = K + np.arange(np.count_nonzero(mixed))
    return number, np.vstack([np.eye(K), weights[mixed] / total[mixed, None]])


@kernel
def step(x: float, i: int, code: int, cut: float) -> Any:
    """The next node of a row with value x; a leaf stays.

    The way to the second branch is shifted out if the row goes to the first: a multiplication or a condition
    would become a jump.
    """
    first = np.int64(x <= cut) | (np.int64(x != x) & code & 1)
    return i + 1 + ((code >> 32) >> (first << 5))


@kernel
def four_leaves(X: Array, a: int, b: int, c: int, d: int, root: int, link: Array, cuts: Array) -> Any:
    """Leaves of four rows in a tree of thresholds, found together: none waits for another."""
    i, j, k, m = root, root, root, root
    moved: Any = 1
    while moved != 0:
        u, v, w, z = link[2 * i + 1], link[2 * j + 1], link[2 * k + 1], link[2 * m + 1]
        p = step(X[a, (u >> 8) & FEATURES], i, u, cuts[2 * i])
        q = step(X[b, (v >> 8) & FEATURES], j, v, cuts[2 * j])
        r = step(X[c, (w >> 8) & FEATURES], k, w, cuts[2 * k])
        s = step(X[d, (z >> 8) & FEATURES], m, z, cuts[2 * m])
        moved = (p - i) | (q - j) | (r - k) | (s - m)
        i, j, k, m = p, q, r, s
    return i, j, k, m


@kernel
def leaf_of(X: Array, r: int, root: int, packed: Packed, cuts: Array) -> Any:
    """Leaf of one row in any tree."""
    i = root
    code = packed.link[2 * i + 1]
    while code >= 0:
        j = (code >> 8) & FEATURES
        x = X[r, j]
        if code & 2:
            known = 0 <= x < packed.sizes[j]
            first = packed.sets[packed.link[2 * i] + np.int64(x)] if known else code & 1
            i += 1 if first else 1 + (code >> 32)
        else:
            i = step(x, i, code, cuts[2 * i])
        code = packed.link[2 * i + 1]
    return i


@kernel
def reach(X: Array, rows: Array, root: int, packed: Packed, cuts: Array, out_at: Array) -> None:
    """Leaf of the rows of X listed in `rows`, or of all if the list is empty."""
    n, listed = out_at.shape[0], rows.shape[0] > 0
    together = n - n % 4 if packed.sets.shape[0] == 0 else 0
    for r in range(0, together, 4):
        a, b, c, d = r, r + 1, r + 2, r + 3
        if listed:
            a, b, c, d = rows[r], rows[r + 1], rows[r + 2], rows[r + 3]
        found = four_leaves(X, a, b, c, d, root, packed.link, cuts)
        out_at[r], out_at[r + 1], out_at[r + 2], out_at[r + 3] = found
    for r in range(together, n):
        out_at[r] = leaf_of(X, rows[r] if listed else r, root, packed, cuts)


@kernel
def add_answers(X: Array, rows: Array, packed: Packed, cuts: Array, out_sum: Array) -> None:
    """Sum over the trees of what they say of each row."""
    n, K = out_sum.shape
    at, link, answer = np.empty(n, np.int64), packed.link, packed.answer
    for root in packed.start:
        reach(X, rows, root, packed, cuts, at)
        for r in range(n):
            number = link[2 * at[r]]
            for k in range(K):
                out_sum[r, k] += answer[number, k]


@kernel
def find_leaves(X: Array, packed: Packed, cuts: Array, out_leaf: Array) -> None:
    """Leaf (n, T) of each row in each tree, counted from the tree's root."""
    n = X.shape[0]
    at, every = np.empty(n, np.int64), np.empty(0, np.int64)
    for t in range(packed.start.shape[0]):
        reach(X, every, packed.start[t], packed, cuts, at)
        for r in range(n):
            out_leaf[r, t] = at[r] - packed.start[t]


def answers(packed: Packed, X: Array, n_jobs: int | None = None, rows: Array | None = None) -> Array:
    """Sum over the trees (n, K) of what they say of the rows of X, or of those listed in `rows`."""
    n = len(X) if rows is None else len(rows)
    listed = np.empty(0, np.int64) if rows is None else rows
    total = np.zeros((n, packed.answer.shape[1]))
    cuts = packed.link.view(np.float64)

    def block(s: int, e: int) -> None:
        some = X[s:e] if rows is None else X
        add_answers(some, listed[s:e], packed, cuts, total[s:e])

    if n:
        run_blocks(block, row_blocks(n, X.shape[1], BLOCK), n_jobs)
    return total


def leaves(packed: Packed, X: Array, n_jobs: int | None = None) -> Array:
    """Leaf (n, T) of each row in each tree."""
    leaf, cuts = np.empty((len(X), len(packed.start)), np.int64), packed.link.view(np.float64)
    blocks = row_blocks(len(X), X.shape[1], BLOCK)
    run_blocks(lambda s, e: find_leaves(X[s:e], packed, cuts, leaf[s:e]), blocks, n_jobs)
    return leaf
