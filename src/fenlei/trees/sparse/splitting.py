"""Splitting a node on entries: mark the branch of each row, part the rows and the entries in order."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.sparse.cuts import weight_at
from fenlei.trees.sparse.entries import RANGE, Entries, EntryScratch, part_entries


@kernel
def mark_rows(
    rows: Array, feature: int, threshold: float, missing: int, ranges: Array, entries: Entries, out: Array
) -> None:
    """Branch of each row of a node, to out."""
    a = 0
    while ranges[a].column != feature:
        a += 1
    of_zero = 0 if threshold >= 0.0 else 1
    for k in range(rows.shape[0]):
        out[rows[k]] = of_zero
    for e in range(ranges[a].start, ranges[a].stop):
        x = entries.value[e]
        right = x > threshold or (x != x and missing == 1)
        out[entries.row[e]] = 1 if right else 0


@kernel
def part_rows(start: int, stop: int, rows: Array, branch: Array, buffer: Array) -> int:
    """The rows of a node, in order, to its branches; the index where the second starts."""
    middle, above = start, 0
    for k in range(start, stop):
        if branch[rows[k]]:
            buffer[above] = rows[k]
            above += 1
        else:
            rows[middle] = rows[k]
            middle += 1
    for k in range(above):
        rows[middle + k] = buffer[k]
    return middle


@kernel
def part_columns(ranges: Array, entries: Entries, scratch: EntryScratch) -> tuple[Array, Array]:
    """The entries of a node to its branches; the ranges of both."""
    count = ranges.shape[0]
    first, second = np.empty(count, RANGE), np.empty(count, RANGE)
    left, right = 0, 0
    values, rows = scratch.entry_values, scratch.entry_rows
    for a in range(count):
        start, stop = ranges[a].start, ranges[a].stop
        middle = part_entries(entries.value, entries.row, start, stop, scratch.branch, values, rows)
        if middle > start:
            first[left] = ranges[a]
            first[left].stop = middle
            left += 1
        if stop > middle:
            second[right] = ranges[a]
            second[right].start = middle
            right += 1
    return first[:left].copy(), second[:right].copy()


@kernel
def heavier_branch(rows: Array, start: int, middle: int, stop: int, w: Array) -> int:
    """The branch with more than half of the weight: there go missing values if none was missing."""
    first, whole = 0.0, 0.0
    for k in range(start, stop):
        v = weight_at(rows[k], w)
        whole += v
        first += v if k < middle else 0.0
    return 0 if 2.0 * first > whole else 1
