r"""The best cut of each numeric column of a tile, from its histogram: eight columns at a time.

A cut sends the bins up to c to the left. With sums G and H of gradients and hessians and the values v of
the sides,

    v = -G / (H + l2), inside the bounds of monotonic constraints
    gain = -G_left v_left - G_right v_right + G v

(without bounds: G² / (H + l2), added up over the sides, less that of the node).

Missing values are tried on the right, then on the left. Ties go to missing values on the right, then to the
lowest bin; columns that are each other's mirror image tie exactly, since the two sides are added up.

The sums are whole numbers, so the sums left of a cut have no rounding, however they are added.
Reference: Chen, Guestrin (2016), equations 5 to 7; Ke et al. (2017).
"""

from __future__ import annotations

import numpy as np

from fenlei.ensemble.boosting.growing.columns import TILE, Columns
from fenlei.ensemble.boosting.growing.rules import (
    LEAST_HESSIAN,
    NOISE,
    TIE,
    NodeSums,
    Rules,
    Units,
    leaf_value,
    worth,
)
from fenlei.kernels import Array, part_of_plain_kernel, plain_kernel

GAIN, CUT, SIDE, LEFT_G, LEFT_H = range(5)  # of a found split; SIDE is 1 where missing values are on the left
FOUND = 5


@part_of_plain_kernel
def least_hessian(rules: Rules, units: Units) -> float:
    """The smallest sum of hessians that a side may have."""
    return max(LEAST_HESSIAN, float(rules.min_rows)) if units.counts else LEAST_HESSIAN


@plain_kernel
def search_tile(
    columns: Columns,
    tile: int,
    histogram: Array,
    node: NodeSums,
    rules: Rules,
    units: Units,
    scratch: Array,
    out_found: Array,
) -> None:
    """Write the best cut of each numeric column of a tile to `out_found` (p, 5); gain 0 if it has none."""
    first, p = TILE * tile, columns.codes.shape[0]
    begin, known = columns.starts[tile], columns.starts[tile + 1] - TILE
    width, gap = min(TILE, p - first), False
    for j in range(first, first + width):
        out_found[j, GAIN], out_found[j, CUT] = 0.0, -1.0
        gap = gap or columns.gaps[j] > 0
    if known == begin:
        return
    g, h, missing_g, missing_h = (
        histogram[0, begin:known],
        histogram[1, begin:known],
        histogram[0, known : known + TILE],
        histogram[1, known : known + TILE],
    )
    left_g, left_h, gain = scratch[0, : g.shape[0]], scratch[1, : g.shape[0]], scratch[2, : g.shape[0]]
    for side in range(2 if gap else 1):
        sum_left(g, h, missing_g, missing_h, side, left_g, left_h)
        score_cuts(left_g, left_h, node, rules, units, gain)
        for k in range(width):
            if rules.monotone[first + k] != 0:
                exclude_wrong_way(k, rules.monotone[first + k], left_g, left_h, node, rules, units, gain)
        keep_best(columns, first, width, side, left_g, left_h, gain, out_found)


@part_of_plain_kernel
def sum_left(
    g: Array, h: Array, missing_g: Array, missing_h: Array, side: int, out_g: Array, out_h: Array
) -> None:
    """Sums of the bins up to each one, column by column."""
    for k in range(TILE):
        out_g[k], out_h[k] = g[k] + side * missing_g[k], h[k] + side * missing_h[k]
    for i in range(TILE, g.shape[0]):
        out_g[i] = out_g[i - TILE] + g[i]
        out_h[i] = out_h[i - TILE] + h[i]


@part_of_plain_kernel
def score_cuts(
    left_g: Array, left_h: Array, node: NodeSums, rules: Rules, units: Units, out_gain: Array
) -> None:
    """The gain of each cut; 0 where a side is too small, or where it is no more than rounding."""
    least, lower, upper = least_hessian(rules, units), node.lower, node.upper
    before = worth(node.g, leaf_value(node.g, node.h, rules, units, lower, upper), units)
    for i in range(left_g.shape[0]):
        a, b = left_g[i], left_h[i]
        c, d = node.g - a, node.h - b
        both = worth(a, leaf_value(a, b, rules, units, lower, upper), units) + worth(
            c, leaf_value(c, d, rules, units, lower, upper), units
        )
        gain = both - before
        fits = (b * units.h >= least) & (d * units.h >= least) & (gain > NOISE * abs(both))
        out_gain[i] = gain if fits else 0.0


@part_of_plain_kernel
def exclude_wrong_way(
    k: int,
    direction: int,
    left_g: Array,
    left_h: Array,
    node: NodeSums,
    rules: Rules,
    units: Units,
    out_gain: Array,
) -> None:
    """Gain 0 for the cuts of a column whose values change against its monotonic constraint."""
    for i in range(k, left_g.shape[0], TILE):
        left = leaf_value(left_g[i], left_h[i], rules, units, node.lower, node.upper)
        g, h = node.g - left_g[i], node.h - left_h[i]
        if (left - leaf_value(g, h, rules, units, node.lower, node.upper)) * direction > 0.0:
            out_gain[i] = 0.0


@part_of_plain_kernel
def keep_best(
    columns: Columns,
    first: int,
    width: int,
    side: int,
    left_g: Array,
    left_h: Array,
    gain: Array,
    out_found: Array,
) -> None:
    """Write the largest gain of each column, if it is larger than what was found before."""
    for k in range(width):
        j = first + k
        if columns.nominal[j] or (side == 1 and not columns.gaps[j]):
            continue
        best = 0.0
        for i in range(k, gain.shape[0], TILE):
            best = max(best, gain[i])
        if best > TIE * out_found[j, GAIN]:
            at = k
            while gain[at] * TIE < best:
                at += TILE
            out_found[j, GAIN], out_found[j, CUT], out_found[j, SIDE] = gain[at], at // TILE, side
            out_found[j, LEFT_G], out_found[j, LEFT_H] = left_g[at], left_h[at]


@part_of_plain_kernel
def gain_of(a: float, b: float, direction: int, node: NodeSums, rules: Rules, units: Units) -> float:
    """The gain of one split whose left side has the sums a and b; 0 if it is not allowed."""
    least, lower, upper = least_hessian(rules, units), node.lower, node.upper
    c, d = node.g - a, node.h - b
    if b * units.h < least or d * units.h < least:
        return 0.0
    left, right = leaf_value(a, b, rules, units, lower, upper), leaf_value(c, d, rules, units, lower, upper)
    both = worth(a, left, units) + worth(c, right, units)
    gain = both - worth(node.g, leaf_value(node.g, node.h, rules, units, lower, upper), units)
    return gain if (left - right) * direction <= 0.0 and gain > NOISE * abs(both) else 0.0


@plain_kernel
def search_column(
    columns: Columns,
    j: int,
    histogram: Array,
    counts: Array,
    node: NodeSums,
    rules: Rules,
    units: Units,
    out_found: Array,
) -> None:
    """As `search_tile`, for one numeric column whose number of rows in each bin is known."""
    tile, lane = j // TILE, j % TILE
    begin, known = columns.starts[tile] + lane, columns.starts[tile + 1] - TILE + lane
    out_found[GAIN], out_found[CUT] = 0.0, -1.0
    last = (known - begin) // TILE
    for side in range(2 if columns.gaps[j] else 1):
        a, b, rows = side * histogram[0, known], side * histogram[1, known], side * counts[last]
        for c in range(last):
            a, b = a + histogram[0, begin + TILE * c], b + histogram[1, begin + TILE * c]
            rows += counts[c]
            if min(rows, node.rows - rows) < rules.min_rows:
                continue
            gain = gain_of(a, b, rules.monotone[j], node, rules, units)
            if gain > TIE * out_found[GAIN]:
                out_found[GAIN], out_found[CUT], out_found[SIDE] = gain, c, side
                out_found[LEFT_G], out_found[LEFT_H] = a, b


@plain_kernel
def count_codes(codes: Array, items: Array, start: int, stop: int, out_counts: Array) -> None:
    """Number of items with each code of a column."""
    out_counts[:] = 0
    for q in range(start, stop):
        out_counts[codes[items[q] >> np.uint64(32)]] += 1
