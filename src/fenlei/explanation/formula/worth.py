"""What a formula is worth, computed from its leaves; and how far the sides of a chain disagree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula import nodes as n

if TYPE_CHECKING:
    from fenlei.kernels import Array

Value = float | np.ndarray[Any, Any]


def _norm(x: Value) -> float:
    return float(np.linalg.norm(np.asarray(x, dtype=float)))


def _det(x: Value) -> float:
    return float(np.linalg.det(np.atleast_2d(np.asarray(x, dtype=float))))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "ln": np.log,
    "log2": np.log2,
    "exp": np.exp,
    "tanh": np.tanh,
    "sqrt": np.sqrt,
    "sin": np.sin,
    "cos": np.cos,
    "abs": np.abs,
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
    "median": lambda *values: np.median(values),
    "sign": lambda x: 1.0 if x > 0 else -1.0,
    "gamma": lambda x: math.gamma(float(x)),
    "det": _det,
    "norm": _norm,
}


def value(formula: n.Formula) -> Value | None:
    """The number or matrix that a formula is worth; None if it holds letters.

    Examples
    --------
    >>> from fenlei.explanation.formula import CountRatio, Letter, Number, Product, value
    >>> round(value(Product((CountRatio(4, 6), CountRatio(6, 10)))), 12)
    0.4
    >>> value(Product((Number(2.0), Letter("x")))) is None
    True
    """
    with np.errstate(all="ignore"):
        found = _value(formula)
    if isinstance(found, np.ndarray) and found.size == 1:
        return float(found.reshape(-1)[0])
    return found if found is None or isinstance(found, np.ndarray) else float(found)


def _value(formula: n.Formula) -> Value | None:
    match formula:
        case n.Number(x) | n.Rest(_, x):
            return float(x)
        case n.CountRatio(m, total):
            return np.float64(m) / np.float64(total)
        case n.MatrixValue(rows):
            return np.array(rows, dtype=float)
        case n.Chain(sides):
            return _last(map(_value, sides))
        case n.Letter() | n.Word() | n.Applied() | n.Series() | n.Equation():
            return None
    parts = _parts(formula)
    worth = [_value(part) for part in parts]
    return None if any(x is None for x in worth) else _combined(formula, worth)


def _parts(formula: n.Formula) -> tuple[n.Formula, ...]:
    match formula:
        case n.Sum(parts) | n.Product(parts) | n.Function(_, parts):
            return parts
        case n.Minus(inner) | n.Transposed(inner):
            return (inner,)
        case n.Fraction(first, second) | n.Power(first, second):
            return (first, second)
    raise TypeError(type(formula).__name__)


def _combined(formula: n.Formula, worth: list[Any]) -> Value:
    match formula:
        case n.Sum():
            return reduce(lambda a, b: a + b, worth)
        case n.Product():
            return reduce(_times, worth)
        case n.Minus():
            return -worth[0]
        case n.Transposed():
            return np.transpose(worth[0])
        case n.Fraction():
            return np.float64(worth[0]) / worth[1] if np.ndim(worth[0]) == 0 else worth[0] / worth[1]
        case n.Power():
            return np.linalg.inv(worth[0]) if np.ndim(worth[0]) == 2 else np.float64(worth[0]) ** worth[1]
    assert isinstance(formula, n.Function)
    return FUNCTIONS[formula.name](*worth)


def _times(a: Any, b: Any) -> Value:
    """A product of numbers, a matrix times a number, or the product of two matrices."""
    if np.ndim(a) == 2 and np.ndim(b) == 2:
        product = a @ b
        return product[0, 0] if product.size == 1 else product
    return a * b


def _last(worth: Iterable[Value | None]) -> Value | None:
    known = [x for x in worth if x is not None]
    return known[-1] if known else None


def disagreement(chain: n.Chain) -> float:
    """Largest difference between the sides of a chain that have a value, relative where they are large.

    The entries of a matrix are compared with the largest of their rows and columns: a sum of products is
    rounded by the size of its terms, also where they cancel.

    Examples
    --------
    >>> from fenlei.explanation.formula import Chain, CountRatio, Number, disagreement
    >>> disagreement(Chain((CountRatio(1, 4), Number(0.25))))
    0.0
    """
    sides = [np.asarray(x, dtype=float) for x in map(value, chain.sides) if x is not None]
    return max((_difference(side, sides[-1]) for side in sides[:-1]), default=0.0)


def _difference(a: Array, b: Array) -> float:
    if a.shape != b.shape:
        return math.inf
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(invalid="ignore"):
        size = np.maximum(np.abs(a), np.abs(b))
        if size.ndim == 2 and min(size.shape) > 1:
            size = np.sqrt(size.max(axis=1, keepdims=True)) * np.sqrt(size.max(axis=0, keepdims=True))
        off = np.abs(a - b) / np.maximum(1.0, size)
    return float(np.max(np.where(same, 0.0, np.where(np.isnan(off), math.inf, off)), initial=0.0))
