r"""Columns of a scan in ascending order, as far as order statistics need it: exact medians, exact bins.

    sample   distinct values of columns that have few, and rows by the hash of their numbers     one pass
    count    weight, smallest and largest value of each bracket between two sampled values       one pass
    collect  the values of the brackets in which a wanted share of the weight is reached         one pass

A column comes back as values in ascending order and the weight of each. The weight below a value is exact
wherever j / parts of the whole weight is reached; a bracket that reaches none is its smallest and its
largest value, with half of its weight each. Nothing is approximate: the sample decides only how many values
are collected, about n parts / BRACKETS of each column.

With whole weights all sums are exact, so that neither the order nor the cut of the rows matters.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np

from fenlei.kernels import Array
from fenlei.rows.sampling import MOST_ROWS, in_sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from fenlei.table.scanning.recorded import KeptRows

S = TypeVar("S")

FEW = 4096  # distinct values of a column that are all kept
BRACKETS = 1 << 14
SAMPLED = 1 << 25  # values of the sample, of all columns together
PROBE = 1 << 13  # rows of a leaf that tell whether there are few values


class HasLeaves(Protocol):
    """A scan, or the rows of one with other weights."""

    @property
    def n_rows(self) -> int: ...

    def total(self, work: Callable[[Any], S], merge: Callable[[S, S], S], n_jobs: int | None) -> S: ...


class SortedColumn(NamedTuple):
    """Values in ascending order, and the weight of each."""

    values: Array  # (m,)
    mass: Array  # (m,)


class Brackets(NamedTuple):
    """What lies between two neighbouring edges, the upper one included; E edges make E + 1 brackets."""

    mass: Array  # (E + 1,)
    low: Array  # (E + 1,) smallest value, inf for none
    high: Array  # (E + 1,) largest value, -inf for none


class ColumnsSeen(NamedTuple):
    """Of each column the distinct values, or None if they are many; and the sample of those."""

    few: list[SortedColumn | None]
    sample: list[Array]


def sorted_columns(
    data: HasLeaves, columns: list[int], parts: int, n_jobs: int | None = None
) -> list[SortedColumn]:
    """Columns of numbers, exact wherever j / parts of the weight is reached; missing values are left out.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import scan
    >>> path = Path(tempfile.mkdtemp()) / "a.csv"
    >>> _ = path.write_text("size\\n7.5\\n1\\n\\n7.5\\n")
    >>> sorted_columns(scan(path), [0], 2)
    [SortedColumn(values=array([1. , 7.5]), mass=array([1., 2.]))]
    """
    most = max(1, min(MOST_ROWS, SAMPLED // max(len(columns), 1)))
    look = data.total(partial(_first_look, columns, data.n_rows, most), _merge_looks, n_jobs)
    many = [i for i, found in enumerate(look.few) if found is None]
    found = dict(enumerate(look.few))
    if many:
        edges = [_edges(look.sample[i]) for i in many]
        which = [columns[i] for i in many]
        counts = data.total(partial(_count, which, edges), _merge_counts, n_jobs)
        wanted = [_reached(each, parts) for each in counts]
        kept = data.total(partial(_collect, which, edges, wanted), _merge_columns, n_jobs)
        for i, brackets, reached, values in zip(many, counts, wanted, kept, strict=True):
            found[i] = _in_order(brackets, reached, values)
    return [each for each in found.values() if each is not None]


def _known(leaf: KeptRows, j: int) -> tuple[Array, Array]:
    """The values of a column that are there, in ascending order, and their weights."""
    x = leaf.X[:, j]
    there = ~np.isnan(x)
    if leaf.w is None:
        x = np.sort(x[there])
        return x, np.ones(len(x))
    x, w = x[there], leaf.w[there]
    order = np.argsort(x, kind="stable")
    return x[order], w[order]


def _distinct(values: Array, mass: Array) -> SortedColumn:
    """Ascending values with equal ones joined."""
    if not len(values):
        return SortedColumn(values, mass)
    starts = np.flatnonzero(np.r_[True, values[1:] != values[:-1]])
    return SortedColumn(values[starts], np.add.reduceat(mass, starts))


def _joined(a: SortedColumn, b: SortedColumn) -> SortedColumn:
    values = np.concatenate([a.values, b.values])
    order = np.argsort(values, kind="stable")
    return _distinct(values[order], np.concatenate([a.mass, b.mass])[order])


# --- the first pass


def _first_look(columns: list[int], n: int, most: int, leaf: KeptRows) -> ColumnsSeen:
    chosen = in_sample(leaf.first, len(leaf.X), n, most)
    few: list[SortedColumn | None] = []
    for j in columns:
        probe = len(np.unique(leaf.X[:PROBE, j]))
        found = None if probe > FEW else _distinct(*_known(leaf, j))
        few.append(found if found is not None and len(found.values) <= FEW else None)
    X = leaf.X[chosen]
    return ColumnsSeen(few, [X[:, j].copy() for j in columns])


def _merge_looks(a: ColumnsSeen, b: ColumnsSeen) -> ColumnsSeen:
    few: list[SortedColumn | None] = []
    for x, y in zip(a.few, b.few, strict=True):
        found = None if x is None or y is None else _joined(x, y)
        few.append(found if found is not None and len(found.values) <= FEW else None)
    return ColumnsSeen(few, [np.concatenate(each) for each in zip(a.sample, b.sample, strict=True)])


def _edges(sample: Array) -> Array:
    """Ascending values that cut the sample into brackets of about equal numbers of rows."""
    known = np.sort(sample[~np.isnan(sample)])
    if not len(known):
        return np.empty(0)
    at = np.unique(np.linspace(0, len(known) - 1, min(BRACKETS, len(known))).astype(np.int64))
    return np.unique(known[at])


# --- the second


def _count(columns: list[int], edges: list[Array], leaf: KeptRows) -> list[Brackets]:
    found = []
    for j, cuts in zip(columns, edges, strict=True):
        values, mass = _known(leaf, j)
        starts = np.r_[0, np.searchsorted(values, cuts, side="right")]
        stops = np.r_[starts[1:], len(values)]
        below = np.r_[0.0, np.cumsum(mass)]
        low, high = np.full((2, len(starts)), np.inf)
        there = stops > starts
        low[there], high[there] = values[starts[there]], values[stops[there] - 1]
        high[~there] = -np.inf
        found.append(Brackets(below[stops] - below[starts], low, high))
    return found


def _merge_counts(a: list[Brackets], b: list[Brackets]) -> list[Brackets]:
    pairs = zip(a, b, strict=True)
    return [Brackets(x.mass + y.mass, np.minimum(x.low, y.low), np.maximum(x.high, y.high)) for x, y in pairs]


def _reached(brackets: Brackets, parts: int) -> Array:
    """The brackets in which j / parts of the weight is reached, for any j; all, if there are few values."""
    above = np.cumsum(brackets.mass)
    total = above[-1]
    below = above - brackets.mass
    reached = np.floor(below * parts / total) != np.floor(above * parts / total)
    several = (brackets.mass > 0) & (brackets.low < brackets.high)
    if np.count_nonzero(brackets.mass > 0) <= 2 * parts:  # else few values could be taken for all there are
        return np.asarray(several)
    return np.asarray(reached & several)


# --- the third


def _collect(
    columns: list[int], edges: list[Array], wanted: list[Array], leaf: KeptRows
) -> list[SortedColumn]:
    found = []
    for j, cuts, reached in zip(columns, edges, wanted, strict=True):
        x = leaf.X[:, j]
        inside = ~np.isnan(x)
        inside[inside] = reached[np.searchsorted(cuts, x[inside], side="left")]
        x, w = x[inside], np.ones(np.count_nonzero(inside)) if leaf.w is None else leaf.w[inside]
        order = np.argsort(x, kind="stable")
        found.append(_distinct(x[order], w[order]))
    return found


def _merge_columns(a: list[SortedColumn], b: list[SortedColumn]) -> list[SortedColumn]:
    return [_joined(x, y) for x, y in zip(a, b, strict=True)]


def _in_order(brackets: Brackets, reached: Array, collected: SortedColumn) -> SortedColumn:
    """The collected values among the ends of the other brackets."""
    rest = (brackets.mass > 0) & ~reached
    half = brackets.mass[rest] / 2
    values = np.concatenate([brackets.low[rest], brackets.high[rest], collected.values])
    mass = np.concatenate([half, half, collected.mass])
    order = np.argsort(values, kind="stable")
    return _distinct(values[order], mass[order])
