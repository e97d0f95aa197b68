r"""Sums of the rows on the left of every cut of a node by one binned feature.

    left[k, c] = weight of class k among the rows whose bin is not above that of candidate c

    NodeScratch       candidate   0     1     2    ...   255
                               +-----+-----+-----+-----+-----+
    line 0 (class 2)   left[0] |  3  |  3  |  7  | ... |  9  |    missing[0]
    line 1 (class 5)   left[1] |  0  |  4  |  4  | ... |  6  |    missing[1]
    rows               left[L] |  2  |  5  |  8  | ... | 11  |    missing[L]
                               +-----+-----+-----+-----+-----+
    bin                at      |  0  |  1  |  2  | ... | 255 |

Only classes that occur in the node have a line. For targets the lines are the weight and the weighted
deviations. The last line counts rows; it is needed where a side must have several rows, and where sums of
fractions may round to more than zero on a side without rows.

The candidates of a large node are its bins: rows are added up by bin, then the bins from left to right. The
candidates of a small node are its rows: each is compared with each, which takes n² steps, but many at once
and without branches. So nothing is sorted.

Missing values have the last bin: every candidate leaves them on the right. Their sums are kept separately
(`missing`), so that they can be moved to the left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from fenlei.kernels import Array, borrowing_kernel, part_of_borrowing_kernel
from fenlei.trees.exact.growth_rules import ENTROPY
from fenlei.trees.exact.numeric_split import class_of
from fenlei.trees.exact.presorted_columns import rank_of, row_of
from fenlei.trees.histogram.binning import MISSING_BIN

BINS = MISSING_BIN + 1
FEW = 96  # up to so many rows are compared with each other


class Target(NamedTuple):
    """What is to be predicted: `codes` for more than 256 classes, `y` for regression; else empty."""

    codes: Array  # (n,) int64
    y: Array  # (n,)
    w: Array  # (n,) weights; empty: the times drawn are the weights


class NodeFacts(NamedTuple):
    """What the search for a split needs to know of the node and of the rules: numbers only."""

    start: int  # of the node's items
    stop: int
    seed: np.uint64
    before: float  # f of the node
    criterion: int
    min_rows: float  # on each side
    min_weight: float  # on each side, above 0
    margin: float  # sums of f that differ by less are equal
    weight: float  # of the node
    center: float  # its mean target; 0 for the Poisson deviance
    lines: int  # of sums that are needed
    plain: bool  # sums count classes, only the bin is looked up by row, and rows need not be counted


class NodeScratch(NamedTuple):
    """Working arrays of one tree. S is int32 where the times drawn are the weights, else float64."""

    node: Array  # (L,) float64, sums of the node
    class_of_line: Array  # (L,) int64
    line_of_class: Array  # (L,) int64
    bins: Array  # (2, L + 1, 256) S, sums of the rows in each bin, of two features; zero between uses
    left: Array  # (L + 1, 256) S
    missing: Array  # (L + 1,) S, sums of the rows with a missing value
    at: Array  # (256,) int32, bin of each candidate
    side: Array  # (3, 256) float64: f of the left side and of the right, weight of the left
    f: Array  # (256,) their sum


def make_scratch(L: int, kind: DTypeLike) -> NodeScratch:
    """Working arrays for L sums."""
    sums = np.zeros((2, L + 1, BINS), kind), np.zeros((L + 1, BINS), kind), np.zeros(L + 1, kind)
    lines = np.arange(L), np.arange(L)
    return NodeScratch(
        np.zeros(L), *lines, *sums, np.zeros(BINS, np.int32), np.zeros((3, BINS)), np.zeros(BINS)
    )


@part_of_borrowing_kernel
def take_lines(s: NodeScratch) -> int:
    """Assign a line to each class that occurs in the node; their number."""
    lines = 0
    for k in range(s.node.shape[0]):
        s.class_of_line[lines], s.line_of_class[k] = k, lines
        lines += s.node[k] > 0.0
    return lines


@part_of_borrowing_kernel
def weight_at(item: np.uint64, w: Array) -> float:
    return w[row_of(item)] if w.shape[0] else w.dtype.type(rank_of(item))


@part_of_borrowing_kernel
def add_rows_up(
    items: Array, codes: Array, j: int, facts: NodeFacts, target: Target, out_bins: Array
) -> None:
    """Sums and number of the rows in each bin."""
    L = out_bins.shape[0] - 1
    for q in range(facts.start, facts.stop):
        item = items[q]
        row, v = row_of(item), weight_at(item, target.w)
        b = codes[row, j]
        if facts.criterion <= ENTROPY:
            out_bins[class_of(item, target.codes, L), b] += v
        else:
            out_bins[0, b] += v
            out_bins[1, b] += v * (target.y[row] - facts.center)
        out_bins[L, b] += 1


@borrowing_kernel
def count_classes(
    items: Array, codes: Array, j: int, k: int, facts: NodeFacts, target: Target, s: NodeScratch
) -> None:
    """As `add_rows_up`, of features j and k at once, where the sums are plain."""
    first, second, labels = s.bins[0], s.bins[1], target.codes
    for q in range(facts.start, facts.stop):
        item = items[q]
        row, v, c = row_of(item), rank_of(item), class_of(item, labels, 1)
        first[c, codes[row, j]] += v
        second[c, codes[row, k]] += v


@part_of_borrowing_kernel
def add_bins_up(lines: int, rows: bool, bins: Array, s: NodeScratch) -> None:
    """Running sums of the bins, which are reset to zero; four at once, for shorter chains of additions."""
    L = s.node.shape[0]
    for c in range(lines + 1 if rows else lines):
        k, to = (s.class_of_line[c], c) if c < lines else (L, L)
        row, out, running = bins[k], s.left[to], s.missing.dtype.type(0)
        s.missing[to] = row[MISSING_BIN]
        for b in range(0, BINS, 4):
            one, three = row[b], row[b + 2]
            two, four = one + row[b + 1], three + row[b + 3]
            out[b], out[b + 1] = running + one, running + two
            running += two
            out[b + 2], out[b + 3] = running + three, running + four
            running += four
        for b in range(BINS):
            row[b] = 0
    for b in range(BINS):
        s.at[b] = b


@part_of_borrowing_kernel
def compare_rows(items: Array, codes: Array, j: int, facts: NodeFacts, target: Target, s: NodeScratch) -> int:
    """Sums left of each row: row q counts for those whose bin is not below its own.

    The candidates, whose number is returned, are padded to a multiple of eight with the first one, which wins
    ties: a remainder loop behind eight at a time would be branches that no processor can predict.
    """
    L, w, start, n = s.node.shape[0], target.w, facts.start, facts.stop - facts.start
    m = (n + 7) // 8 * 8
    for q in range(n):
        s.at[q] = codes[row_of(items[start + q]), j]
    for c in range(n, m):
        s.at[c] = s.at[0]
    for k in range(facts.lines):
        empty_line(k, m, s)
    empty_line(L, m, s)
    for q in range(n):
        item, b = items[start + q], s.at[q]
        v = weight_at(item, w)
        if facts.criterion <= ENTROPY:
            add_where(v, b, m, s.line_of_class[class_of(item, target.codes, L)], s)
        else:
            add_where(v, b, m, 0, s)
            add_where(v * (target.y[row_of(item)] - facts.center), b, m, 1, s)
        if not facts.plain:
            add_where(w.dtype.type(1), b, m, L, s)
    return m


@part_of_borrowing_kernel
def empty_line(k: int, m: int, s: NodeScratch) -> None:
    line = s.left[k]
    for c in range(m):
        line[c] = 0
    s.missing[k] = 0


@part_of_borrowing_kernel
def add_where(v: float, b: int, m: int, k: int, s: NodeScratch) -> None:
    """Add v to line k of the candidates whose bin is not below b."""
    line, at, nothing = s.left[k], s.at, s.missing.dtype.type(0)
    for c in range(m):
        line[c] += v if at[c] >= b else nothing
    s.missing[k] += v if b == MISSING_BIN else nothing


@part_of_borrowing_kernel
def sum_left(
    items: Array, codes: Array, j: int, ready: int, facts: NodeFacts, target: Target, s: NodeScratch
) -> int:
    """Sums left of every candidate; their number. `ready`: they are in s.bins, 2 in the first, 1 second."""
    if facts.stop - facts.start <= FEW:
        return compare_rows(items, codes, j, facts, target, s)
    added, bins = ready > 0, s.bins[1 if ready == 1 else 0]
    if not added:
        add_rows_up(items, codes, j, facts, target, bins)
    add_bins_up(facts.lines, not added, bins, s)
    return BINS
