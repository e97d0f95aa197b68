"""Rows sent down the trees, all trees in one array of nodes of two words.

    node   | threshold, or start of its set   (64 bits) |
           | first branch (32 bits) | missing values to the second (1) | feature (31) |

The second branch follows the first, so a comparison selects by addition, and no branch of the program
depends on it. A leaf leads to itself. All rows take as many steps as the tree is deep, eight of them
together, so that their steps do not wait for one another. A row adds the values of the trees in their
order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.ensemble.boosting.record import BoostedTrees, depths
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.team import block_done, share_blocks, take_block

BLOCK = 256  # rows
# Unsigned, so that no index is tested for being negative.
ONE, CHILD, SIDE, FEATURE = np.uint64(1), np.uint64(32), np.uint64(31), np.uint64(0x7FFFFFFF)


class PackedTrees(NamedTuple):
    """Trees laid out for walking."""

    words: Array  # (2 m,) uint64
    cuts: Array  # (2 m,) float64, the same bytes: the threshold of node i is cuts[2 i]
    roots: Array  # (T,) uint64
    depth: Array  # (T,) int64
    value: Array  # (m,)
    sets: Array
    sizes: Array  # (p,) int64
    is_nominal: bool  # whether a split is by a set
    trees: int  # in a round


def pack_trees(model: BoostedTrees) -> PackedTrees:
    """The trees of a model ready for walking."""
    m, leaf = len(model.feature), model.feature < 0
    root = np.repeat(model.start[:-1], np.diff(model.start))
    words = np.zeros((m, 2), np.uint64)
    numbers = words.view(np.float64)[:, 0]
    numbers[:] = np.where(leaf, np.inf, model.threshold)
    sets = model.subset >= 0
    words[sets, 0] = model.subset[sets].astype(np.uint64)
    branch = np.where(leaf, np.arange(m), root + model.child).astype(np.uint64)
    second = np.where(leaf, 0, 1 - model.missing_left.astype(np.int64)).astype(np.uint64)
    words[:, 1] = (branch << CHILD) | (second << SIDE) | np.where(leaf, 0, model.feature).astype(np.uint64)
    flat = words.ravel()
    return PackedTrees(
        flat,
        flat.view(np.float64),
        model.start[:-1].astype(np.uint64),
        depths(model),
        np.ascontiguousarray(model.value),
        model.sets,
        model.sizes.astype(np.int64),
        bool(sets.any()),
        model.trees,
    )


def add_scores(packed: PackedTrees, X: Array, first: int, last: int, out: Array, n_jobs: int | None) -> None:
    """Add the values of the trees from first to last for the rows of X to the scores `out` (n, trees)."""
    share_blocks(walk_rows, -(-len(X) // BLOCK), packed, X, first, last, out, n_jobs=n_jobs)


@part_of_kernel
def step(X: Array, r: Any, i: Any, words: Array, cuts: Array) -> Any:
    """The next node of row r at node i, which has a threshold or is a leaf."""
    word = words[i + i + ONE]
    x = X[r, word & FEATURE]
    second = np.uint64(x > cuts[i + i]) | (np.uint64(x != x) & (word >> SIDE))
    return (word >> CHILD) + (second & ONE)


@part_of_kernel
def step_by_set(X: Array, r: Any, i: Any, packed: PackedTrees) -> Any:
    """The same for any node."""
    word = packed.words[i + i + ONE]
    size = packed.sizes[word & FEATURE]
    if size == 0 or word >> CHILD == i:
        return step(X, r, i, packed.words, packed.cuts)
    x = X[r, word & FEATURE]
    second = (word >> SIDE) & ONE
    if 0 <= x < size:
        second = np.uint64(1 - packed.sets[np.int64(packed.words[i + i]) + np.int64(x)])
    return (word >> CHILD) + second


@kernel
def walk_rows(packed: PackedTrees, X: Array, first: int, last: int, out: Array, counters: Array) -> None:
    """Blocks of rows, tree after tree."""
    n, words, cuts, value = X.shape[0], packed.words, packed.cuts, packed.value
    block = take_block(counters)
    while block >= 0:
        start, stop = block * BLOCK, min((block + 1) * BLOCK, n)
        together = start if packed.is_nominal else stop - (stop - start) % 8
        for t in range(first, last):
            root, depth, k = packed.roots[t], packed.depth[t], t % packed.trees
            for r in range(start, together, 8):
                a, b, c, d, e, f, g, h = root, root, root, root, root, root, root, root
                for _ in range(depth):
                    a, b = step(X, r, a, words, cuts), step(X, r + 1, b, words, cuts)
                    c, d = step(X, r + 2, c, words, cuts), step(X, r + 3, d, words, cuts)
                    e, f = step(X, r + 4, e, words, cuts), step(X, r + 5, f, words, cuts)
                    g, h = step(X, r + 6, g, words, cuts), step(X, r + 7, h, words, cuts)
                out[r, k] += value[a]
                out[r + 1, k] += value[b]
                out[r + 2, k] += value[c]
                out[r + 3, k] += value[d]
                out[r + 4, k] += value[e]
                out[r + 5, k] += value[f]
                out[r + 6, k] += value[g]
                out[r + 7, k] += value[h]
            for r in range(together, stop):
                i = root
                for _ in range(depth):
                    i = step_by_set(X, r, i, packed)
                out[r, k] += value[i]
        block_done(counters)
        block = take_block(counters)
