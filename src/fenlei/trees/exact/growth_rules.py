"""Settings of the kernels: the criterion, the kinds of split, when to stop; and the records they pass on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array

GINI, ENTROPY, SQUARED, POISSON, ABSOLUTE = range(5)
LEAF, THRESHOLD, SUBSET, MULTIWAY = range(4)  # kinds of node
TIE = 1e-12  # gains that differ by less are equal: the first feature, the lowest threshold wins
NO_LIMIT = np.iinfo(np.int64).max
QUINLAN_SLACK = 1e-3  # C4.5 admits a gain this much below the average


class GrowthRules(NamedTuple):
    """Settings of one growth; every field is a number or an array of them."""

    criterion: int
    multiway: bool  # a nominal feature has one branch per category; otherwise two sets of categories
    fractional: bool  # rows with a missing value go to every branch, in parts; otherwise to one of two
    ratio: bool  # choose by gain ratio
    guard: bool  # ... among features of at least average gain
    mdl: bool  # a threshold costs log2(number of thresholds) / weight
    quinlan: bool  # least weight on a side: a tenth of a class's share, from min_weight_leaf up to 25
    random: bool  # draw thresholds
    max_depth: int
    min_samples_split: float
    min_samples_leaf: float
    min_weight_leaf: float
    min_decrease: float  # of the impurity, as a share of the whole
    min_gain: float
    max_features: int  # NO_LIMIT: all, in their order
    seed: np.uint64
    total: float  # weight of all rows
    monotone: Array  # (p,) int64, -1, 0 or 1; empty without constraints
    table: Array  # x log2 x for whole x; empty if weights are fractions
    y_rank: Array  # (n,) int64, dense rank of the targets; empty but for the absolute error
    y_sorted: Array  # distinct targets in order


class Work(NamedTuple):
    """Scratch of one thread."""

    side: Array  # (4, L) sums: left, right, missing, all that count
    group: Array  # (m + 2, L) sums of each category that occurs
    group_info: Array  # (m + 2, 3) int64: code, rows; [i, 2] is the i-th category in order
    key: Array  # (m + 2,)
    fenwick: Array  # (2, R + 1) weights and weighted targets by rank, for medians
    error: Array  # (4, n + 1) absolute errors of the left and the right side, and their medians


class Limits(NamedTuple):
    """Which cuts of a scan are allowed."""

    rows_left: int  # missing rows that are on the left from the start
    rows_right: int
    weight: float  # least weight of a side
    sign: int  # of the monotonic constraint
    only: int  # the one number of entries to the left that is allowed; -1: all
    last: int  # 1 if all known entries to the left is a candidate


class Node(NamedTuple):
    """What a scan must know of the node besides its rows."""

    sums: Array  # (L,) class weights; or weight, weighted sum of targets, error (negative: absolute error)
    weight: float
    lower: float  # bounds of the value under monotonic constraints
    upper: float
    seed: np.uint64


def entropy_table(n: int) -> Array:
    """x log2 x for x = 0 .. n."""
    x = np.arange(n + 1, dtype=np.float64)
    x[1:] *= np.log2(x[1:])
    return x
