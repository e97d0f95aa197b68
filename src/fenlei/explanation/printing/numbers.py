"""A number in parts, as every printer needs it: sign, digits, power of ten."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from fenlei.explanation.formula import nodes as n


class DigitsOf(NamedTuple):
    """Sign, digits before the power of ten, and the power, 0 if there is none."""

    negative: bool
    digits: str
    power: int


def digits_of(x: float, digits: int) -> DigitsOf:
    """x rounded to so many digits; whole numbers below a million as they are.

    Examples
    --------
    >>> digits_of(-0.25, 6), digits_of(1.5e-7, 3).power
    (DigitsOf(negative=True, digits='0.25', power=0), -7)
    """
    if math.isnan(x):
        return DigitsOf(False, "NaN", 0)
    if math.isinf(x):
        return DigitsOf(x < 0, "∞", 0)
    if x == int(x) and abs(x) < 1e6:
        return DigitsOf(x < 0, str(abs(int(x))), 0)
    mantissa, _, power = f"{abs(x):.{digits}g}".partition("e")
    return DigitsOf(x < 0, mantissa, int(power or 0))


# How strongly a node binds: a part that binds less than its whole needs brackets.
SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4


def binding(node: n.Formula) -> int:
    """The binding of a node; a negative number binds as a sum, one with a power of ten as a product."""
    match node:
        case n.Sum() | n.Minus() | n.Equation() | n.Chain():
            return SUM
        case n.Number(x):
            parts = digits_of(x, 6)
            return SUM if parts.negative else PRODUCT if parts.power else ATOM
        case n.Product() | n.Series():
            return PRODUCT
        case n.Power() | n.Transposed() | n.CountRatio() | n.Fraction():
            return POWER
    return ATOM


def split_sign(term: n.Formula) -> tuple[bool, n.Formula]:
    """Whether a term of a sum is subtracted, and what of it is then written."""
    if isinstance(term, n.Minus):
        return True, term.inner
    if isinstance(term, n.Number) and digits_of(term.value, 6).negative:
        return True, n.Number(-term.value)
    return False, term


class Signs(NamedTuple):
    """How a sum writes the sign of its first term, and of the others."""

    first_minus: str
    minus: str
    plus: str


def written_sum(terms: tuple[n.Formula, ...], part: Callable[[n.Formula, int], str], signs: Signs) -> str:
    """The terms with their signs; `part` writes one, in brackets where its operation binds less.

    Examples
    --------
    >>> terms = n.Number(-1.0), n.Number(2.0), n.Number(-3.0)
    >>> written_sum(terms, lambda term, _: f"{term.value:g}", Signs("-", " - ", " + "))
    '-1 + 2 - 3'
    """
    written = ""
    for term in terms:
        negative, inner = split_sign(term)
        if written:
            written += signs.minus if negative else signs.plus
        elif negative:
            written = signs.first_minus
        written += part(inner, PRODUCT if negative else SUM)
    return written
