"""The nodes of a tree while it grows: their rows, sums, histograms, and the order in which they are split."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.boosting.growing.columns import CODES, TILE, Columns
from fenlei.ensemble.boosting.growing.rules import NodeSums, Rules
from fenlei.ensemble.boosting.growing.search import FOUND
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.trees.random_numbers import splitmix, uniform

START, STOP, DEPTH, FEATURE, BIN, MISSING_LEFT, CHILD, SLOT = range(8)  # of `GrowingNodes.numbers`
G, H, LOWER, UPPER, VALUE, GAIN, FIRST_G, FIRST_H = range(8)  # of `GrowingNodes.sums`
POOL = 1 << 28  # bytes that histograms may take


class GrowingNodes(NamedTuple):
    """A growing tree; the second branch of a node is the one after its first."""

    numbers: Array  # (m, 8) int64; CHILD is the first branch, 0 for a leaf; SLOT -1 without a histogram
    sums: Array  # (m, 8) float64; G and H are whole numbers, FIRST_G and FIRST_H those of the first branch
    lefts: Array  # (m, 256) uint8, codes that go to the left, of nominal splits; one row if there are none
    groups: Array  # (m, groups) uint8, groups that the columns on the way to the node are all in
    heap: Array  # (m,) int64, nodes that can be split, that of the largest gain first
    used: Array  # (3,) int64: nodes, nodes in the heap, free slots
    free: Array  # (slots,) int64, slots without a node
    histograms: Array  # (slots, 2, cells) float64


class Workspace(NamedTuple):
    """What the steps of growing write to."""

    buffer: Array  # (n,) uint64
    lengths: Array  # (blocks, 2) int64, items of each block that go left, and where they start
    found: Array  # (2, p, 5) best split of each column of the two nodes that are searched
    checked: Array  # (p,) uint8, columns whose rows were counted
    counts: Array  # (256,) int64
    order: Array  # (T, 256) int64
    means: Array  # (T, 256) float64
    goes: Array  # (256,) uint8, codes that go left in the split at hand
    scratch: Array  # (T, 3, cells of the largest tile)


def make_nodes(n: int, columns: Columns, rules: Rules) -> GrowingNodes:
    """Room for a tree on n rows."""
    leaves = max(min(rules.max_leaves, n // max(rules.min_rows, 1) + 1, 1 << min(rules.max_depth, 60)), 1)
    m, cells = 2 * leaves + 1, max(int(columns.starts[-1]), 1)
    slots = max(min(leaves + 1, POOL // (16 * cells)), 3)
    return GrowingNodes(
        np.zeros((m, 8), np.int64),
        np.zeros((m, 8)),
        np.zeros((m if columns.nominal.any() else 1, CODES), np.uint8),
        np.ones((m, len(rules.groups)), np.uint8),
        np.zeros(m, np.int64),
        np.zeros(3, np.int64),
        np.arange(slots),
        np.zeros((slots, 2, cells)),
    )


def make_workspace(n: int, columns: Columns, threads: int, block: int) -> Workspace:
    """Room for the steps."""
    p, largest = len(columns.number), int(np.diff(columns.starts).max(initial=TILE))
    return Workspace(
        np.empty(n, np.uint64),
        np.zeros((-(-n // block) + 1, 2), np.int64),
        np.zeros((2, p, FOUND)),
        np.zeros(p, np.uint8),
        np.zeros(CODES, np.int64),
        np.zeros((threads, CODES), np.int64),
        np.zeros((threads, CODES)),
        np.zeros(CODES, np.uint8),
        np.zeros((threads, 3, largest)),
    )


@part_of_kernel
def sums_of(nodes: GrowingNodes, i: int) -> NodeSums:
    """What a search must know of node i."""
    s = nodes.sums[i]
    return NodeSums(s[G], s[H], nodes.numbers[i, STOP] - nodes.numbers[i, START], s[LOWER], s[UPPER])


@part_of_kernel
def goes_first(nodes: GrowingNodes, i: int, j: int) -> bool:
    """Whether node i is split before node j."""
    a, b = nodes.sums[i, GAIN], nodes.sums[j, GAIN]
    return a > b or (a == b and i < j)


@kernel
def push(nodes: GrowingNodes, i: int) -> None:
    """Put node i in the heap."""
    at = nodes.used[1]
    nodes.used[1] += 1
    while at > 0 and goes_first(nodes, i, nodes.heap[(at - 1) // 2]):
        nodes.heap[at] = nodes.heap[(at - 1) // 2]
        at = (at - 1) // 2
    nodes.heap[at] = i


@kernel
def pop(nodes: GrowingNodes) -> int:
    """Take the node of the largest gain from the heap."""
    top = nodes.heap[0]
    nodes.used[1] -= 1
    size = nodes.used[1]
    i, at, down = nodes.heap[size], 0, 1
    while down < size:
        if down + 1 < size and goes_first(nodes, nodes.heap[down + 1], nodes.heap[down]):
            down += 1
        if not goes_first(nodes, nodes.heap[down], i):
            break
        nodes.heap[at] = nodes.heap[down]
        at, down = down, 2 * down + 1
    nodes.heap[at] = i
    return top


@kernel
def take_slot(nodes: GrowingNodes) -> int:
    """A slot for a histogram; if none is free, that of the node that is split last, which loses its own."""
    if nodes.used[2] > 0:
        nodes.used[2] -= 1
        return nodes.free[nodes.used[2]]
    last = -1
    for at in range(nodes.used[1]):
        i = nodes.heap[at]
        if nodes.numbers[i, SLOT] >= 0 and (last < 0 or goes_first(nodes, last, i)):
            last = i
    slot = nodes.numbers[last, SLOT]
    nodes.numbers[last, SLOT] = -1
    return slot


@kernel
def release_slot(nodes: GrowingNodes, i: int) -> None:
    """Node i needs its histogram no more."""
    if nodes.numbers[i, SLOT] >= 0:
        nodes.free[nodes.used[2]] = nodes.numbers[i, SLOT]
        nodes.used[2] += 1
        nodes.numbers[i, SLOT] = -1


@kernel
def exclude_columns(nodes: GrowingNodes, i: int, rules: Rules, tree: int, out_found: Array) -> None:
    """Gain 0 for the columns that node i may not be split by: other groups, or not drawn."""
    p, free = out_found.shape[0], 0
    allowed = np.ones(p, np.uint8)
    if rules.groups.shape[0] > 0:
        allowed[:] = 0
        for group in range(rules.groups.shape[0]):
            if nodes.groups[i, group]:
                for j in range(p):
                    allowed[j] |= rules.groups[group, j]
    for j in range(p):
        free += allowed[j]
    need = int(np.ceil(rules.share * free))
    state = splitmix(np.uint64(rules.seed) ^ splitmix(np.uint64(tree * 4_294_967_296 + i)))
    for j in range(p):  # each of the free columns left is taken with the probability need / free
        if allowed[j]:
            allowed[j] = uniform(state ^ np.uint64(j)) * free < need
            need -= allowed[j]
            free -= 1
    for j in range(p):
        if not allowed[j]:
            out_found[j, 0] = 0.0
