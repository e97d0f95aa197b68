r"""Sums of the rows on the left of every cut of a node by one binned feature.

    left[k, c] = weight of class k among the rows whose bin is not above that of candidate c

Only classes that the node has take a line. For targets the lines are the weight and the weighted deviations;
the last line of all counts rows, where a side must have several, or where fractions add up to a rounding
more than nothing on a side that has no row.

A large node has its bins as candidates: rows are added up by bins, and the bins one after another. A small
one has its rows as candidates: each is compared with each, which takes n² steps, but many at once, and no
jump of the program depends on what is compared. So nothing is sorted.

Missing values have the last bin: all candidates leave them on the right. Their sums are kept beside, so that
they can be put on the left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, borrowing_kernel, part_of_borrowing_kernel
from fenlei.trees.exact.growth_rules import ENTROPY
from fenlei.trees.exact.numeric_split import class_of
from fenlei.trees.exact.presorted_columns import rank_of, row_of
from fenlei.trees.histogram.binning import MISSING_BIN

BINS = MISSING_BIN + 1
FEW = 96  # rows; so few are compared with each other


class Target(NamedTuple):
    """What is to be predicted: `codes` for more than 256 classes, `y` for regression; else empty."""

    codes: Array  # (n,) int64
    y: Array  # (n,)
    w: Array  # (n,) weights; empty: the times drawn are the weights


class Terms(NamedTuple):
    """What must be known of the node and of the rules: numbers only."""

    start: int  # the node's items
    stop: int
    seed: np.uint64
    before: float  # the f of the node
    criterion: int
    least: float  # rows of a side
    need: float  # weight of a side, above 0
    margin: float  # sums of f that differ by less are equal
    weight: float  # of the node
    center: float  # its mean target; 0 for the Poisson deviance
    lines: int  # sums that are needed
    plain: bool  # sums count classes, nothing but the bin is looked up by row, and rows do not count


class Scratch(NamedTuple):
    """What one growth writes on. S is int32 where the times drawn are the weights, else float64."""

    node: Array  # (L,) float64, sums of the node
    which: Array  # (L,) int64, sum of each line
    line: Array  # (L,) int64, line of each sum
    bins: Array  # (2, L + 1, 256) S, sums of the rows in each bin, of two features; zero between two uses
    left: Array  # (L + 1, 256) S
    aside: Array  # (L + 1,) S, sums of the rows with a missing value
    at: Array  # (256,) int32, bin of each candidate
    side: Array  # (3, 256) float64: f of the left side and of the right, weight of the left
    f: Array  # (256,) their sum


def make_scratch(L: int, kind: Any) -> Scratch:
    """Empty scratch for L sums."""
    sums = np.zeros((2, L + 1, BINS), kind), np.zeros((L + 1, BINS), kind), np.zeros(L + 1, kind)
    lines = np.arange(L), np.arange(L)
    return Scratch(np.zeros(L), *lines, *sums, np.zeros(BINS, np.int32), np.zeros((3, BINS)), np.zeros(BINS))


@part_of_borrowing_kernel
def take_lines(s: Scratch) -> int:
    """A line for each class that the node has; their number."""
    lines = 0
    for k in range(s.node.shape[0]):
        s.which[lines], s.line[k] = k, lines
        lines += s.node[k] > 0.0
    return lines


@part_of_borrowing_kernel
def weight_at(item: np.uint64, w: Array) -> float:
    return w[row_of(item)] if w.shape[0] else w.dtype.type(rank_of(item))


@part_of_borrowing_kernel
def add_rows_up(items: Array, codes: Array, j: int, terms: Terms, target: Target, out_bins: Array) -> None:
    """Sums and number of the rows in each bin."""
    L = out_bins.shape[0] - 1
    for q in range(terms.start, terms.stop):
        item = items[q]
        row, v = row_of(item), weight_at(item, target.w)
        b = codes[row, j]
        if terms.criterion <= ENTROPY:
            out_bins[class_of(item, target.codes, L), b] += v
        else:
            out_bins[0, b] += v
            out_bins[1, b] += v * (target.y[row] - terms.center)
        out_bins[L, b] += 1


@borrowing_kernel
def count_classes(
    items: Array, codes: Array, j: int, k: int, terms: Terms, target: Target, s: Scratch
) -> None:
    """As `add_rows_up`, of features j and k at once, where the sums are plain."""
    first, second, labels = s.bins[0], s.bins[1], target.codes
    for q in range(terms.start, terms.stop):
        item = items[q]
        row, v, c = row_of(item), rank_of(item), class_of(item, labels, 1)
        first[c, codes[row, j]] += v
        second[c, codes[row, k]] += v


@part_of_borrowing_kernel
def add_bins_up(lines: int, rows: bool, bins: Array, s: Scratch) -> None:
    """Running sums of the bins, which are emptied; four at once, as fewer then wait for one another."""
    L = s.node.shape[0]
    for c in range(lines + 1 if rows else lines):
        k, to = (s.which[c], c) if c < lines else (L, L)
        row, out, running = bins[k], s.left[to], s.aside.dtype.type(0)
        s.aside[to] = row[MISSING_BIN]
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
def compare_rows(items: Array, codes: Array, j: int, terms: Terms, target: Target, s: Scratch) -> int:
    """Sums left of each row: row q counts for those whose bin is not below its own.

    Candidates, whose number is returned, are filled up to a multiple of eight with the first one, which wins
    where they are equal: the steps that are left over when eight are taken at once would be jumps that cannot
    be foreseen.
    """
    L, w, start, n = s.node.shape[0], target.w, terms.start, terms.stop - terms.start
    m = (n + 7) // 8 * 8
    for q in range(n):
        s.at[q] = codes[row_of(items[start + q]), j]
    for c in range(n, m):
        s.at[c] = s.at[0]
    for k in range(terms.lines):
        empty_line(k, m, s)
    empty_line(L, m, s)
    for q in range(n):
        item, b = items[start + q], s.at[q]
        v = weight_at(item, w)
        if terms.criterion <= ENTROPY:
            add_where(v, b, m, s.line[class_of(item, target.codes, L)], s)
        else:
            add_where(v, b, m, 0, s)
            add_where(v * (target.y[row_of(item)] - terms.center), b, m, 1, s)
        if not terms.plain:
            add_where(w.dtype.type(1), b, m, L, s)
    return m


@part_of_borrowing_kernel
def empty_line(k: int, m: int, s: Scratch) -> None:
    line = s.left[k]
    for c in range(m):
        line[c] = 0
    s.aside[k] = 0


@part_of_borrowing_kernel
def add_where(v: Any, b: int, m: int, k: int, s: Scratch) -> None:
    """Add v to line k of the candidates whose bin is not below b."""
    line, at, nothing = s.left[k], s.at, s.aside.dtype.type(0)
    for c in range(m):
        line[c] += v if at[c] >= b else nothing
    s.aside[k] += v if b == MISSING_BIN else nothing


@part_of_borrowing_kernel
def sum_left(items: Array, codes: Array, j: int, ready: int, terms: Terms, target: Target, s: Scratch) -> int:
    """Sums left of every candidate; their number. If `ready`, bins are counted: 2 the first, 1 the second."""
    if terms.stop - terms.start <= FEW:
        return compare_rows(items, codes, j, terms, target, s)
    added, bins = ready > 0, s.bins[1 if ready == 1 else 0]
    if not added:
        add_rows_up(items, codes, j, terms, target, bins)
    add_bins_up(terms.lines, not added, bins, s)
    return BINS
