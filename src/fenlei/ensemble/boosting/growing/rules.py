"""What decides about splits: the limits of a tree, and the units of the sums in histograms."""

from __future__ import annotations

from typing import NamedTuple

from fenlei.kernels import Array, part_of_plain_kernel

LEAST_HESSIAN = 1e-3  # of a side
TINY = 1e-15  # added to hessians, so that none is divided by zero
NOISE = 1e-12  # of the worth of two sides, below which a gain is rounding
TIE = 1.0 + 1e-10  # a gain must be so many times another to be larger
SUPPORT = 10.0  # rows that a category needs to be judged by itself


class Rules(NamedTuple):
    """Limits of the trees of a fit."""

    max_leaves: int
    max_depth: int
    min_rows: int  # of a leaf
    l2: float
    monotone: Array  # (p,) int64: 1 rising, -1 falling, 0 free
    groups: Array  # (groups, p) uint8, columns that may be together on a path; no row if all may
    share: float  # of the columns, drawn for each node
    seed: int  # of those draws


class Units(NamedTuple):
    """The whole numbers of one tree: gradient = g · its whole number, and likewise for hessians."""

    g: float
    h: float
    largest: float  # whole number of the largest hessian of a row
    counts: bool  # whether hessians are numbers of rows


class NodeSums(NamedTuple):
    """What a search must know of a node."""

    g: float  # whole numbers
    h: float
    rows: int
    lower: float  # bounds of the values below it
    upper: float


@part_of_plain_kernel
def leaf_value(g: float, h: float, rules: Rules, units: Units, lower: float, upper: float) -> float:
    """The value -G / (H + l2) of a leaf with these sums, inside the bounds."""
    value = -(g * units.g) / (h * units.h + rules.l2 + TINY)
    return min(max(value, lower), upper)


@part_of_plain_kernel
def worth(g: float, value: float, units: Units) -> float:
    """-G v: twice what a leaf of value v lessens the loss by, to second order."""
    return -(g * units.g) * value
