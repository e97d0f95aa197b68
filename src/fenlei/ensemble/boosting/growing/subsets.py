r"""The best split of a node by a nominal column: which categories go to the left.

Categories with at least ten rows (as their hessians tell) are ordered by G / (H + 10), their smoothed mean
gradient, missing values as one of them; the sides are the first or the last of that order, up to its
middle, and all others (Fisher 1958; Ke et al. 2017). Categories with fewer rows are among the others. Ties
go to the first of the order, then to the smallest side; equal means to the lowest bin.
"""

from __future__ import annotations

from fenlei.ensemble.boosting.growing.columns import TILE, Columns
from fenlei.ensemble.boosting.growing.rules import SUPPORT, TIE, NodeSums, Rules, Units
from fenlei.ensemble.boosting.growing.search import CUT, GAIN, LEFT_G, LEFT_H, SIDE, gain_of
from fenlei.kernels import Array, part_of_plain_kernel, plain_kernel


@part_of_plain_kernel
def order_categories(
    columns: Columns,
    j: int,
    histogram: Array,
    node: NodeSums,
    units: Units,
    out_order: Array,
    out_mean: Array,
) -> int:
    """Codes of the categories that have support in the order of their smoothed means; their number."""
    tile, lane = j // TILE, j % TILE
    begin, last = columns.starts[tile] + lane, (columns.starts[tile + 1] - columns.starts[tile]) // TILE - 1
    factor, size = node.rows / (node.h * units.h), 0
    for c in range(last + 1):
        if last > c >= columns.number[j] or (c == last and not columns.gaps[j]):
            continue
        h = histogram[1, begin + TILE * c] * units.h
        if h * factor < SUPPORT:
            continue
        mean, at = histogram[0, begin + TILE * c] * units.g / (h + SUPPORT), size
        while at > 0 and out_mean[at - 1] > mean:
            out_mean[at], out_order[at] = out_mean[at - 1], out_order[at - 1]
            at -= 1
        out_mean[at], out_order[at] = mean, c
        size += 1
    return size


@plain_kernel
def search_subset(
    columns: Columns,
    j: int,
    histogram: Array,
    counts: Array,
    node: NodeSums,
    rules: Rules,
    units: Units,
    order: Array,
    means: Array,
    out_found: Array,
) -> None:
    """The best subset of a nominal column; CUT is its size, negative if counted from the end of the order.

    `counts` are the rows in each bin, or empty where they are not known.
    """
    tile, lane = j // TILE, j % TILE
    begin, missing = (
        columns.starts[tile] + lane,
        (columns.starts[tile + 1] - columns.starts[tile]) // TILE - 1,
    )
    out_found[GAIN], out_found[CUT], out_found[SIDE] = 0.0, 0.0, 0.0
    size = order_categories(columns, j, histogram, node, units, order, means)
    if size < 2:
        return
    for backward in range(2):
        a, b, rows, aside = 0.0, 0.0, 0, 0.0
        for m in range((size + 1) // 2 - backward):
            c = order[size - 1 - m] if backward else order[m]
            a, b = a + histogram[0, begin + TILE * c], b + histogram[1, begin + TILE * c]
            aside = 1.0 if c == missing else aside
            if counts.shape[0]:
                rows += counts[c]
                if min(rows, node.rows - rows) < rules.min_rows:
                    continue
            gain = gain_of(a, b, 0, node, rules, units)
            if gain > TIE * out_found[GAIN]:
                out_found[GAIN], out_found[CUT] = gain, -(m + 1) if backward else m + 1
                out_found[SIDE], out_found[LEFT_G], out_found[LEFT_H] = aside, a, b


@plain_kernel
def mark_subset(
    columns: Columns,
    j: int,
    histogram: Array,
    node: NodeSums,
    units: Units,
    cut: int,
    order: Array,
    means: Array,
    out_left: Array,
) -> None:
    """1 for each code (256,) that goes to the left."""
    size = order_categories(columns, j, histogram, node, units, order, means)
    out_left[:] = 0
    for m in range(abs(cut)):
        out_left[order[m] if cut > 0 else order[size - 1 - m]] = 1
