"""A tree grown leaf by leaf, the largest gain first, by a team of threads that stays in one kernel.

Of the two branches of a split, the histogram of the smaller is summed up from its rows, and that of the
larger is what is left of their parent's. The steps of a split are phases (`kernels.phases`):

    part, join     the node's items are moved to its branches                   a piece is a block of items
    sum            the smaller branch is added up                               a block of items
    search         its histogram is collected, the larger branch's follows,     a tile
                   and both are searched

A small branch is added up inside "search", tile by tile. Every sum is a whole number and every search the
same arithmetic, so the tree does not depend on who does a piece, nor on how rows are cut into pieces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.boosting.growing.columns import TILE, Columns
from fenlei.ensemble.boosting.growing.histogram import RowGradients, ThreadSums, add_rows, collect, subtract
from fenlei.ensemble.boosting.growing.nodes import SLOT, START, STOP, GrowingNodes, Workspace, sums_of
from fenlei.ensemble.boosting.growing.partition import join_block, split_block
from fenlei.ensemble.boosting.growing.rules import Rules, Units
from fenlei.ensemble.boosting.growing.search import search_tile
from fenlei.ensemble.boosting.growing.subsets import search_subset
from fenlei.kernels import Array, kernel, step_of_kernel
from fenlei.kernels.phases import LINE, await_phase, claim_piece, open_phase, piece_done

PART, JOIN, SUM, SEARCH = range(4)  # kinds of phases
KIND, FIRST, SECOND, COLUMN, ROWS, OWN = range(LINE, LINE + 6)  # what a phase is about: in `phases`
BLOCK = 8192  # items of a piece of "part" and "join"
FEW_ITEMS = 1 << 14  # fewer are moved by the leader alone
FEW_VALUES = 1 << 13  # a branch of fewer values is summed and searched by the leader alone
SHARED_ROWS = 1 << 12  # a branch of so many rows is summed block by block, one of fewer tile by tile


class TreeGrowth(NamedTuple):
    """All that growing a tree works on."""

    columns: Columns
    rows: RowGradients
    rules: Rules
    units: Units
    nodes: GrowingNodes
    work: Workspace
    sums: ThreadSums


@step_of_kernel
def search_node(growth: TreeGrowth, i: int, tile: int, me: int, index: int) -> None:
    """The best split of each column of a tile."""
    columns, nodes, work = growth.columns, growth.nodes, growth.work
    histogram, found, node = nodes.histograms[nodes.numbers[i, SLOT]], work.found[index], sums_of(nodes, i)
    search_tile(columns, tile, histogram, node, growth.rules, growth.units, work.scratch[me], found)
    for j in range(TILE * tile, min(TILE * (tile + 1), columns.codes.shape[0])):
        if columns.nominal[j]:
            search_subset(
                columns,
                j,
                histogram,
                work.counts[:0],
                node,
                growth.rules,
                growth.units,
                work.order[me],
                work.means[me],
                found[j],
            )


@step_of_kernel
def search_piece(growth: TreeGrowth, phases: Array, tile: int, me: int) -> None:
    """Collect a tile of the first node's histogram, derive that of the second, and search both."""
    columns, nodes, sums = growth.columns, growth.nodes, growth.sums
    first, second = phases[FIRST], phases[SECOND]
    histogram = nodes.histograms[nodes.numbers[first, SLOT]]
    if phases[OWN]:
        start, stop = nodes.numbers[first, START], nodes.numbers[first, STOP]
        add_rows(columns, growth.rows, start, stop, tile, tile + 1, me, sums)
        sums.held[me, 0] = 0
        collect(columns, tile, sums, me, me + 1, histogram)
    else:
        collect(columns, tile, sums, 0, sums.packed.shape[0], histogram)
    search_node(growth, first, tile, me, 0)
    if second >= 0:
        subtract(columns, tile, histogram, nodes.histograms[nodes.numbers[second, SLOT]])
        search_node(growth, second, tile, me, 1)


@kernel
def do_piece(growth: TreeGrowth, phases: Array, piece: int, me: int) -> None:
    """One piece of the phase at hand, by thread `me`."""
    nodes, work, rows = growth.nodes, growth.work, growth.rows
    first, block = phases[FIRST], phases[ROWS]
    start, stop = nodes.numbers[first, START], nodes.numbers[first, STOP]
    s, e = start + piece * block, min(start + (piece + 1) * block, stop)
    if phases[KIND] == SEARCH:
        search_piece(growth, phases, piece, me)
    elif phases[KIND] == SUM:
        add_rows(growth.columns, rows, s, e, 0, growth.columns.starts.shape[0] - 1, me, growth.sums)
    elif phases[KIND] == PART:
        codes = growth.columns.codes[phases[COLUMN]]
        work.lengths[piece, 0] = split_block(rows.items, s, e, codes, work.goes, work.buffer)
    else:
        left, to_left = work.lengths[piece]
        to_right = phases[SECOND] + (s - start) - (to_left - start)
        join_block(work.buffer, s, e, left, to_left, to_right, rows.items)


@kernel
def run_phase(growth: TreeGrowth, phases: Array, pieces: int, shared: bool) -> None:
    """Do the pieces of a phase, with the others if it is shared."""
    if not shared:
        for piece in range(pieces):
            do_piece(growth, phases, piece, 0)
        return
    open_phase(phases, pieces)
    piece = claim_piece(phases)
    while piece >= 0:
        do_piece(growth, phases, piece, 0)
        piece_done(phases)
        piece = claim_piece(phases)
    await_phase(phases)


@kernel
def fill_and_search(growth: TreeGrowth, phases: Array, first: int, second: int) -> None:
    """Fill and search node `first` from its rows, and `second`, if any, from its parent's histogram."""
    nodes, tiles, threads = growth.nodes, growth.columns.starts.shape[0] - 1, growth.sums.packed.shape[0]
    n = nodes.numbers[first, STOP] - nodes.numbers[first, START]
    phases[FIRST], phases[SECOND] = first, second
    several = threads > 1 and n * tiles * TILE > FEW_VALUES
    by_rows = threads == 1 or n >= SHARED_ROWS or not several
    if by_rows:
        block = max(SHARED_ROWS // 4, min(1 << 14, n // (4 * threads) + 1)) if several else 1 << 15
        phases[KIND], phases[ROWS] = SUM, block
        run_phase(growth, phases, -(-n // block), several)
    phases[KIND], phases[OWN] = SEARCH, np.int64(not by_rows)
    run_phase(growth, phases, tiles, several and tiles > 1)
    growth.sums.held[:, 0] = 0


@step_of_kernel
def move_items(growth: TreeGrowth, phases: Array, node: int, column: int) -> int:
    """Move the items of a node to its branches by `work.goes`; where the second starts."""
    numbers, work = growth.nodes.numbers, growth.work
    start, stop = numbers[node, START], numbers[node, STOP]
    shared = growth.sums.packed.shape[0] > 1 and stop - start >= FEW_ITEMS
    pieces = -(-(stop - start) // BLOCK)
    phases[KIND], phases[FIRST], phases[COLUMN], phases[ROWS] = PART, node, column, BLOCK
    run_phase(growth, phases, pieces, shared)
    middle = start
    for b in range(pieces):
        work.lengths[b, 1] = middle
        middle += work.lengths[b, 0]
    phases[KIND], phases[SECOND] = JOIN, middle
    run_phase(growth, phases, pieces, shared)
    return middle
