r"""Targets of any unit of measurement: scaled by a power of two while a regression tree grows.

Growing squares the targets and compares impurities with the rounding of 1, so that targets of 1e-100 or 1e200
would end in a single leaf. Where the spread of the targets, max - min, lies outside 2^-4 to 2^400, they are
multiplied by the power of two that makes it about 2^20, which is exact, and the values of the nodes are
divided by it again:

    y → 2^s y,      value → 2^-s value,      impurity → 2^-2s impurity (squared error) or 2^-s impurity.

Impurities that leave the range of numbers in the unit of the targets stay those of the scaled targets.
`min_impurity_decrease` and `ccp_alpha`, which are impurities, are scaled alike.
"""

from __future__ import annotations

from math import frexp

import numpy as np

from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import SQUARED

LEAST, MOST = -4, 400  # exponents of the spread between which targets are not scaled
USUAL = 20  # the exponent to which others are scaled
SAFE = 900  # exponents of impurities up to this stay in the range of numbers


def target_shift(y: Array) -> int:
    """The s of the power of two 2^s by which the targets y are multiplied; 0 for most.

    Examples
    --------
    >>> target_shift(np.array([1.0, 5.0])), target_shift(np.array([1e-100, 5e-100]))
    (0, 351)
    """
    if y.size == 0:
        return 0
    low, high = float(y.min()), float(y.max())
    spread = 0.5 * high - 0.5 * low or max(abs(low), abs(high))  # half of it: the difference may overflow
    exponent = frexp(spread)[1]
    return 0 if spread == 0.0 or LEAST <= exponent <= MOST else USUAL - exponent


def impurity_shift(shift: int, criterion: int) -> int:
    """The s of the power of two by which impurities are multiplied then."""
    return 2 * shift if criterion == SQUARED else shift


def scaled_impurity(price: float, shift: int, criterion: int) -> float:
    """A price that is an impurity, for the scaled targets; infinite if it is beyond them."""
    with np.errstate(over="ignore", under="ignore"):
        return float(np.ldexp(price, impurity_shift(shift, criterion)))


def original_units(value: Array, impurity: Array, shift: int, criterion: int) -> tuple[Array, Array]:
    """Values and impurities (m,) of nodes, the root first, in the unit of the targets."""
    if shift == 0:
        return value, impurity
    back = -impurity_shift(shift, criterion)
    inside = abs(frexp(float(impurity[0]))[1] + back) <= SAFE
    with np.errstate(under="ignore"):
        value = np.ldexp(value.astype(np.float64, copy=False), -shift)
        return value, np.ldexp(impurity, back) if inside else impurity
