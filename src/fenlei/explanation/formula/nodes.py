"""The nodes of a formula. Those with numbers put in have a value, those of letters alone have none.

Chain((P(Fuji), CountRatio(6, 10), Number(0.6)))      P(Fuji) = 6/10 = 0.6
"""

from __future__ import annotations

from dataclasses import dataclass


class Formula:
    """A node of a formula; what it is worth is in `worth`, how it is written in `printing`.

    Examples
    --------
    >>> isinstance(Number(0.6), Formula)
    True
    """


@dataclass(frozen=True)
class Number(Formula):
    """A number, as it was computed; it is rounded only where it is written.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Number(0.6))
    0.6
    """

    value: float


@dataclass(frozen=True)
class CountRatio(Formula):
    """m of n, counts or sums of weights; written as a fraction, so that 4/7 stays 4/7.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(CountRatio(6, 10))
    0.6
    """

    m: float
    n: float


@dataclass(frozen=True)
class Letter(Formula):
    """A letter of the book, with what stands below and above it.

    Examples
    --------
    >>> Letter("x", sub="i").sub
    'i'
    """

    name: str
    sub: str = ""
    sup: str = ""


@dataclass(frozen=True)
class Word(Formula):
    """A name from the data: a class, a feature, a value.

    Examples
    --------
    >>> Word("Fuji").text
    'Fuji'
    """

    text: str


@dataclass(frozen=True)
class Applied(Formula):
    """A letter applied to something, perhaps under a condition: P(taste = sweet | Fuji).

    Examples
    --------
    >>> Applied(Letter("P"), (Word("sweet"),), given=(Word("Fuji"),)).given
    (Word(text='Fuji'),)
    """

    name: Letter
    arguments: tuple[Formula, ...]
    given: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Equation(Formula):
    """left = right inside a formula, as an event: taste = sweet.

    Examples
    --------
    >>> Equation(Word("taste"), Word("sweet")).right
    Word(text='sweet')
    """

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Sum(Formula):
    """Terms added up; a term that is `Minus` or a negative number is written with its sign.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Sum((Number(2.0), Minus(Number(0.5)))))
    1.5
    """

    terms: tuple[Formula, ...]


@dataclass(frozen=True)
class Minus(Formula):
    """The negative of a formula.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Minus(Number(2.0)))
    -2.0
    """

    inner: Formula


@dataclass(frozen=True)
class Product(Formula):
    """Factors multiplied; of matrices, in this order.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Product((Number(2.0), CountRatio(3, 4))))
    1.5
    """

    factors: tuple[Formula, ...]


@dataclass(frozen=True)
class Fraction(Formula):
    """One formula divided by another.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Fraction(Number(1.0), Number(4.0)))
    0.25
    """

    above: Formula
    below: Formula


@dataclass(frozen=True)
class Power(Formula):
    """A power; of a matrix with exponent -1 its inverse.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Power(Number(3.0), Number(2.0)))
    9.0
    """

    base: Formula
    exponent: Formula


@dataclass(frozen=True)
class Transposed(Formula):
    """A matrix with rows and columns exchanged.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Transposed(MatrixValue(((1.0,), (2.0,))))).tolist()
    [[1.0, 2.0]]
    """

    inner: Formula


@dataclass(frozen=True)
class Function(Formula):
    """One of the functions of `worth.FUNCTIONS`: ln, exp, sqrt, sin, abs, max, sign, det, norm and others.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Function("max", (Number(1.0), Number(2.0))))
    2.0
    """

    name: str
    arguments: tuple[Formula, ...]


@dataclass(frozen=True)
class Series(Formula):
    """Σ or Π over an index, in letters: it has no value of its own.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Series("Σ", "i", Letter("x", "i"))) is None
    True
    """

    sign: str  # "Σ" or "Π"
    index: str
    body: Formula


@dataclass(frozen=True)
class Rest(Formula):
    """What a long sum or product leaves out: so many terms, worth so much together.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(Rest(7, 0.25))
    0.25
    """

    count: int
    value: float


@dataclass(frozen=True)
class MatrixValue(Formula):
    """A matrix of numbers; a vector is a matrix of one column.

    Examples
    --------
    >>> from fenlei.explanation.formula import value
    >>> value(MatrixValue(((1.0, 0.0), (0.0, 1.0)))).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

    rows: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Chain(Formula):
    """Sides that are equal: first letters, then the numbers put in, then the result.

    Examples
    --------
    >>> from fenlei.explanation.formula import disagreement
    >>> disagreement(Chain((Letter("P"), CountRatio(6, 10), Number(0.6))))
    0.0
    """

    sides: tuple[Formula, ...]


NODES = (
    Number,
    CountRatio,
    Letter,
    Word,
    Applied,
    Equation,
    Sum,
    Minus,
    Product,
    Fraction,
    Power,
    Transposed,
    Function,
    Series,
    Rest,
    MatrixValue,
    Chain,
)
