"""Friendly numbers: short fractions, and how an answer writes them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import chain, minus, number
from fenlei.explanation.formula.nodes import Chain, CountRatio, Formula, Number

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike

MOST_BELOW = 60  # of the denominator of a short fraction
MOST_IN_CELL = 1000
_NEAR = 1e-9


def short_fraction(x: float, most: int = MOST_BELOW) -> Fraction | None:
    """The fraction with a small denominator that x is, up to rounding; None if there is none.

    Examples
    --------
    >>> short_fraction(0.1 + 0.2), short_fraction(2**0.5) is None
    (Fraction(3, 10), True)
    """
    if not math.isfinite(x):
        return None
    found = Fraction(x).limit_denominator(most)
    return found if abs(float(found) - x) <= _NEAR * max(1.0, abs(x)) else None


def are_short(values: ArrayLike, most: int = MOST_BELOW) -> bool:
    """Whether all numbers are short fractions.

    Examples
    --------
    >>> are_short([0.25, 1 / 3]), are_short([0.25, 1 / 97])
    (True, False)
    """
    return all(short_fraction(float(x), most) is not None for x in np.ravel(values))


def exact(x: float, most: int = MOST_BELOW) -> Formula:
    """A number, as a fraction where it is a short one."""
    found = short_fraction(float(x), most)
    if found is None or found.denominator == 1:
        return number(x if found is None else float(found))
    ratio = CountRatio(float(abs(found.numerator)), float(found.denominator))
    return minus(ratio) if found < 0 else ratio


def fraction_text(x: float) -> str:
    """A fraction of few rows, in a cell of a table.

    Examples
    --------
    >>> fraction_text(0.375), fraction_text(2.0)
    ('3/8', '2')
    """
    return str(Fraction(x).limit_denominator(MOST_IN_CELL))


def answer(left: Formula, x: float, most: int = MOST_BELOW) -> Chain:
    """left = fraction = number, or left = number."""
    written = exact(x, most)
    return chain(left, written) if isinstance(written, Number) else chain(left, written, float(x))
