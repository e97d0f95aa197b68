"""What a grower is told: the criterion, the kinds of split and when to stop, as one record for the kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array

GINI, ENTROPY, SQUARED, POISSON, ABSOLUTE = range(5)
LEAF, THRESHOLD, SUBSET, MULTIWAY = range(4)  # kinds of node
TIE = 1e-12  # gains of a node that differ by less are equal: the first feature, the lowest threshold wins
QUINLAN_SLACK = 1e-3  # C4.5 admits a gain this much below the average


class Rules(NamedTuple):
    """Settings of one growth; every field is a number or an array of them."""

    criterion: int
    multiway: bool  # a nominal feature has one branch a category; otherwise two sets of categories
    fractional: bool  # rows with a missing value go to every branch, in parts; otherwise to one of two
    ratio: bool  # choose by gain ratio
    guard: bool  # ... among features of at least average gain
    mdl: bool  # a threshold costs log2(number of thresholds) / weight
    quinlan: bool  # least weight on a side: a tenth of a class's share, between min_weight_leaf and 25
    random: bool  # draw thresholds
    max_depth: int
    min_samples_split: float
    min_samples_leaf: float
    min_weight_leaf: float
    min_decrease: float  # of the impurity, as a share of the whole
    min_gain: float
    max_features: int
    seed: np.uint64
    total: float  # weight of all rows
    monotone: Array  # (p,) int64, -1, 0 or 1; empty without constraints
    table: Array  # x log2 x for whole x; empty if weights are fractions
    y_rank: Array  # (n,) int64, dense rank of the targets; empty but for the absolute error
    y_sorted: Array  # distinct targets in order


def entropy_table(n: int) -> Array:
    """x log2 x for x = 0 .. n."""
    x = np.arange(n + 1, dtype=np.float64)
    x[1:] *= np.log2(x[1:])
    return x
