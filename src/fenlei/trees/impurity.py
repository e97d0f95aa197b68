r"""Impurity of a node and worth of a split: the definitions, and the parts that the growers share.

A group of rows is summed up by its class weights c_k, c their sum, or by its weight c and s, the weighted sum
of its targets. Its worth f is its contribution to the sum that a criterion minimises, up to constants of the
node and with the sign that makes larger better:

    gini            f = Σ_k c_k² / c                 impurity = 1 - f / c
    entropy         f = Σ_k c_k log2 c_k - c log2 c  impurity = -f / c
    squared error   f = s² / c                       impurity = Σ w (y - mean)² / c
    Poisson         f = s log(s / c)                 impurity = Σ w y log(y / mean) / c
    absolute error  f = -Σ w |y - median|            impurity = -f / c

For the squared error s is taken from the node's mean, so that a large offset of the targets costs no digits.
A split decreases the impurity by (Σ_branches f - f(node)) / c. With O targets at once the f are added up over
the targets; the decrease of the mean impurity is a share 1 / O of that.

A scan does not call these functions for every candidate: it updates the sums over the classes by one row at
a time. The same quantities for users, from tables of class weights, are in `criteria`; the absolute error,
which needs the median, is in `exact.absolute_error`.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, part_of_borrowing_kernel
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, NO_LIMIT, POISSON, SQUARED, TIE


@part_of_borrowing_kernel
def xlogx(x: float, table: Array) -> float:
    """x log2 x, 0 for x = 0; looked up if there is a table of it for whole x."""
    if x <= 0.0:
        return 0.0
    return table[np.int64(x)] if table.shape[0] else x * np.log2(x)


@kernel
def worth(sums: Array, criterion: int, table: Array) -> float:
    """The f of a group with class weights, or weight and weighted sum of the targets, `sums`."""
    if criterion > ENTROPY:
        if criterion == SQUARED:
            return sums[1] * sums[1] / sums[0]
        return sums[1] * np.log(sums[1] / sums[0]) if sums[1] > 0.0 else 0.0
    total, terms = 0.0, 0.0
    for k in range(sums.shape[0]):
        c = sums[k]
        total += c
        terms += c * c if criterion == GINI else xlogx(c, table)
    if total <= 0.0:
        return 0.0
    return terms / total if criterion == GINI else terms - xlogx(total, table)


@kernel
def weight_of(sums: Array, criterion: int) -> float:
    """Weight of a group of rows, from the same sums."""
    if criterion > ENTROPY:
        return sums[0]
    total = 0.0
    for k in range(sums.shape[0]):
        total += sums[k]
    return total


@part_of_borrowing_kernel
def worth_of_cells(sums: Array, weight: float, criterion: int, outputs: int) -> float:
    """The f of a group of given weight, added up over the targets: one sum per class or per target."""
    if weight <= 0.0:
        return 0.0
    f = 0.0
    for m in range(sums.shape[0]):
        s = sums[m]
        if criterion == GINI or criterion == SQUARED:  # noqa: SIM109 (loops over a tuple are not vectorised)
            f += s * s
        elif s > 0.0:
            f += s * np.log2(s) if criterion == ENTROPY else s * np.log(s / weight)
    if criterion == ENTROPY:
        return f - outputs * weight * np.log2(weight)
    return f if criterion == POISSON else f / weight


@part_of_borrowing_kernel
def class_impurity(f: float, weight: float, criterion: int, outputs: int) -> float:
    """Gini index or entropy of a group, from its f; the mean over the targets."""
    share = f / weight / outputs
    return 1.0 - share if criterion == GINI else -share


@part_of_borrowing_kernel
def tie_margin(weight: float, error: float, criterion: int) -> float:
    """Sums of f that differ by less are equal; `error` is the weighted error of the node's targets."""
    return TIE * (weight if criterion <= ENTROPY else abs(error))


@part_of_borrowing_kernel
def gain_slack(impurity: float, sums: Array, weight: float, criterion: int) -> float:
    """Gains of two features that differ by no more are equal; in the unit of the gain.

    The terms of a Poisson deviance cancel: their rounding is that of the mean target.
    """
    if criterion <= ENTROPY:
        return TIE
    return TIE * (sums[1] / weight if criterion == POISSON else impurity)


@part_of_borrowing_kernel
def draws_among_equals(criterion: int, max_features: int) -> bool:
    """Whether one of equal features is drawn, not the first taken: in regressions that draw features."""
    return criterion > ENTROPY and max_features < NO_LIMIT


@part_of_borrowing_kernel
def part_info(part: float, whole: float) -> float:
    """Share of a branch in the split information, bits."""
    return -part / whole * np.log2(part / whole) if part > TIE * whole else 0.0
