"""The binary splits that a tree tries for one feature, with the sums of both sides.

Rows have sums S (n, L): their class weights, or weight and deviation of a target. Thresholds are the middle
between two values; two sets of categories are all that there are up to `MOST_LISTED` categories, and beyond
that the cuts of the categories in the order of each sum's share. Missing values go to either side (CART), or
are left out (fractional rows); as a category they have a code after the last.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array

MOST_LISTED = 10  # categories whose sets are all listed
NOWHERE = -1  # no row is missing, or missing rows are left out


class Candidates(NamedTuple):
    """c splits of one feature in two."""

    threshold: Array  # (c,) NaN for sets of categories
    first: list[tuple[int, ...]]  # codes in the first branch; () for a threshold
    missing: Array  # (c,) int64, branch of missing rows or NOWHERE
    left: Array  # (c, L) sums of the first branch
    right: Array  # (c, L)
    rows: Array  # (c, 2) int64


def thresholds(x: Array, S: Array, sides: bool) -> Candidates:
    """Thresholds of a number, in order; with `sides`, missing rows on the second side, then on the first."""
    known = ~np.isnan(x)
    order = np.argsort(x[known], kind="stable")
    values, sums = x[known][order], np.cumsum(S[known][order], axis=0)
    cut = np.flatnonzero(values[1:] > values[:-1])
    middle = 0.5 * values[cut] + 0.5 * values[cut + 1]
    middle = np.where(middle >= values[cut + 1], values[cut], middle)
    whole = sums[-1] if len(sums) else np.zeros(S.shape[1])
    left, rows = sums[cut], np.stack([cut + 1, len(values) - cut - 1], axis=1)
    none = np.full(len(cut), NOWHERE)
    found = Candidates(middle, [()] * len(cut), none, left, whole - left, rows)
    if not sides or known.all() or not known.any():
        return found
    aside, m = S[~known].sum(axis=0), int((~known).sum())
    return Candidates(
        np.concatenate([middle, [np.inf], middle]),
        [()] * (2 * len(cut) + 1),
        np.repeat([1, 0], [len(cut) + 1, len(cut)]),
        np.vstack([left, whole, left + aside]),
        np.vstack([whole - left + aside, aside, whole - left]),
        np.vstack([rows + np.array([0, m]), [[len(values), m]], rows + np.array([m, 0])]),
    )


def sets_of_categories(x: Array, S: Array, size: int) -> Candidates:
    """Two sets of the categories that occur; missing values are the category `size`."""
    codes = np.where(np.isnan(x), size, x).astype(np.int64)
    present, which = np.unique(codes, return_inverse=True)
    sums, rows = np.zeros((len(present), S.shape[1])), np.bincount(which, minlength=len(present))
    np.add.at(sums, which, S)
    chosen = _all_sets(len(present)) if len(present) <= MOST_LISTED else _cuts_in_order(sums)
    taken = np.zeros((len(chosen), len(present)), bool)
    for i, members in enumerate(chosen):
        taken[i, list(members)] = True
    left, count = taken @ sums, taken @ rows
    missing = np.where(taken[:, -1], 0, 1) if len(present) and present[-1] == size else None
    return Candidates(
        np.full(len(chosen), np.nan),
        [tuple(code for code in present[list(members)].tolist() if code < size) for members in chosen],
        np.full(len(chosen), NOWHERE) if missing is None else missing,
        left,
        sums.sum(axis=0) - left,
        np.stack([count, len(x) - count], axis=1),
    )


def _all_sets(m: int) -> list[tuple[int, ...]]:
    """Every way to cut m categories in two, by the smaller set, the smallest sets first."""
    sets = [members for k in range(1, m // 2 + 1) for members in combinations(range(m), k)]
    return [members for members in sets if 2 * len(members) < m or 0 in members]


def _cuts_in_order(sums: Array) -> list[tuple[int, ...]]:
    """The first 1, 2, ... categories in the order of the share of each sum; a set or its complement once."""
    share = sums / np.abs(sums).sum(axis=1, keepdims=True)
    orders = np.argsort(share, axis=0, kind="stable").T.tolist()
    sides = [(order[:k], order[k:]) for order in orders for k in range(1, len(order))]
    return list(dict.fromkeys(tuple(min(sorted(a), sorted(b))) for a, b in sides))
