"""Short ways to write formulas in the workings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsFloat

import numpy as np

from fenlei.explanation.formula.nodes import (
    Applied,
    Chain,
    CountRatio,
    Equation,
    Formula,
    Fraction,
    Function,
    Letter,
    MatrixValue,
    Minus,
    Number,
    Power,
    Product,
    Rest,
    Series,
    Sum,
    Transposed,
    Word,
)

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike
    from fenlei.kernels import Array

MOST_TERMS = 8  # of a sum or product that are written; the others are counted


def number(x: SupportsFloat) -> Number:
    return Number(float(x))


def letter(name: str, sub: object = "", sup: object = "") -> Letter:
    return Letter(name, str(sub), str(sup))


def counted(m: SupportsFloat, total: SupportsFloat) -> Formula:
    """m/n of whole counts; of weights that are no whole numbers, as good."""
    return CountRatio(float(m), float(total))


def probability(*events: Formula | str, given: Formula | str | None = None, name: str = "P") -> Applied:
    """P(events | given)."""
    said = tuple(_formula(event) for event in events)
    return Applied(Letter(name), said, () if given is None else (_formula(given),))


def event(feature: str, level: str) -> Equation:
    return Equation(Word(feature), Word(level))


def _formula(given: Formula | str) -> Formula:
    return Word(given) if isinstance(given, str) else given


def chain(*sides: Formula | float) -> Chain:
    """Sides that are equal; plain numbers become `Number`, and the same number is not written twice.

    Examples
    --------
    >>> len(chain(letter("n"), added([number(4)]), 4.0).sides)
    2
    """
    numbers = [side if isinstance(side, Formula) else number(side) for side in sides]
    return Chain(tuple(side for k, side in enumerate(numbers) if k < 2 or not _again(numbers[k - 1], side)))


def _again(before: Formula, side: Formula) -> bool:
    """Whether a side is the same plain number as the one before it."""
    return isinstance(before, Number) and isinstance(side, Number) and before.value == side.value


def added(terms: Sequence[Formula], worth: Sequence[float] | Array = ()) -> Formula:
    """A sum; of many terms the first and the rest, which is worth the sum of `worth` beyond them."""
    if len(terms) == 1:
        return terms[0]
    if len(terms) <= MOST_TERMS or not len(worth):
        return Sum(tuple(terms))
    rest = Rest(len(worth) - MOST_TERMS, float(np.sum(np.asarray(worth)[MOST_TERMS:])))
    return Sum((*terms[:MOST_TERMS], rest))


def multiplied(factors: Sequence[Formula], worth: Sequence[float] | Array = ()) -> Formula:
    """A product; of many factors the first and the rest."""
    if len(factors) == 1:
        return factors[0]
    if len(factors) <= MOST_TERMS or not len(worth):
        return Product(tuple(factors))
    rest = Rest(len(worth) - MOST_TERMS, float(np.prod(np.asarray(worth)[MOST_TERMS:])))
    return Product((*factors[:MOST_TERMS], rest))


def summed(values: ArrayLike) -> Formula:
    """The numbers themselves, added up."""
    values = np.ravel(np.asarray(values, dtype=float))
    if not len(values):
        return number(0.0)
    return added([number(x) for x in values[: MOST_TERMS + 1]], values)


def over(above: Formula | float, below: Formula | float) -> Fraction:
    return Fraction(_number(above), _number(below))


def times(*factors: Formula | float) -> Product:
    return Product(tuple(map(_number, factors)))


def plus(*terms: Formula | float) -> Sum:
    return Sum(tuple(map(_number, terms)))


def minus(x: Formula | float) -> Minus:
    return Minus(_number(x))


def squared(x: Formula | float) -> Power:
    return Power(_number(x), Number(2.0))


def inverse(x: Formula) -> Power:
    return Power(x, Number(-1.0))


def transposed(x: Formula) -> Transposed:
    return Transposed(x)


def function(name: str, *arguments: Formula | float) -> Function:
    return Function(name, tuple(map(_number, arguments)))


def total(index: str, body: Formula, sign: str = "Σ") -> Series:
    return Series(sign, index, body)


def vector(x: Any) -> MatrixValue:
    """A column."""
    return MatrixValue(tuple((float(value),) for value in np.ravel(x)))


def matrix(x: ArrayLike) -> MatrixValue:
    return MatrixValue(tuple(tuple(float(value) for value in row) for row in np.atleast_2d(x)))


def _number(x: Formula | float) -> Formula:
    return x if isinstance(x, Formula) else number(x)
