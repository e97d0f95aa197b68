"""Distances with the numbers put in, feature by feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula, Number, Power
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.neighbors.search.distance_terms import DistanceTerms

SHOWN = 9  # terms that are made; of more, eight are written and the others counted


def sum_of_squares(x: Array, m: Array) -> Formula:
    """(x_1 - m_1)² + (x_2 - m_2)² + ..."""
    pairs = zip(x[:SHOWN], m[:SHOWN], strict=True)
    return _sum([squared(plus(float(a), minus(float(b)))) for a, b in pairs], (x - m) ** 2)


def sum_of_gaps(x: Array, m: Array) -> Formula:
    """|x_1 - m_1| + |x_2 - m_2| + ..."""
    pairs = zip(x[:SHOWN], m[:SHOWN], strict=True)
    return _sum([function("abs", plus(float(a), minus(float(b)))) for a, b in pairs], np.abs(x - m))


def _sum(terms: list[Formula], worth: Array) -> Formula:
    return added(terms, worth) if terms else number(0.0)


def between(name: str, sub: str = "j") -> Formula:
    """x_j - m_j in letters."""
    return plus(letter("x", sub), minus(letter(name, sub)))


def euclid_chain(left: Formula, x: Array, m: Array, result: float, name: str = "m") -> Chain:
    """√Σ (x_j - m_j)²."""
    letters = function("sqrt", total("j", squared(between(name))))
    return chain(left, letters, function("sqrt", sum_of_squares(x, m)), number(result))


def squares_chain(left: Formula, x: Array, m: Array, result: float, name: str = "m") -> Chain:
    """Σ (x_j - m_j)²."""
    return chain(left, total("j", squared(between(name))), sum_of_squares(x, m), number(result))


def gaps_chain(left: Formula, x: Array, m: Array, result: float, name: str = "m") -> Chain:
    """Σ |x_j - m_j|."""
    return chain(left, total("j", function("abs", between(name))), sum_of_gaps(x, m), number(result))


def distance_chain(left: Formula, found: DistanceTerms, i: int, result: float) -> Chain:
    """The distance of row i, by the metric of the search."""
    q, row, terms = found.query, found.rows[i], found.terms[i]
    gap = function("abs", between("z"))
    if found.kind == "squares":
        letters: Formula = total("j", squared(between("z")))
        put_in = sum_of_squares(q, row)
        if found.root:
            letters, put_in = function("sqrt", letters), function("sqrt", put_in)
    elif found.kind == "absolute":
        letters, put_in = total("j", gap), sum_of_gaps(q, row)
    elif found.kind == "largest":
        shown = [function("abs", plus(float(a), minus(float(b)))) for a, b in zip(q, row, strict=True)]
        letters = function("max", gap)
        put_in = function("max", *shown) if len(shown) < SHOWN else number(terms.max())
    elif found.kind == "powers":
        e = Number(found.exponent)
        pairs = zip(q[:SHOWN], row[:SHOWN], strict=True)
        raised: list[Formula] = [Power(function("abs", plus(float(a), minus(float(b)))), e) for a, b in pairs]
        letters = Power(total("j", Power(gap, e)), over(1.0, e))
        put_in = Power(_sum(raised, terms), over(1.0, e))
    else:
        letters, put_in = _mixed(found, terms)
    if found.factor != 1.0 and found.kind == "squares":
        letters, put_in = times(found.factor, letters), times(found.factor, put_in)
    return chain(left, letters, put_in, number(result))


def _mixed(found: DistanceTerms, terms: Array) -> tuple[Formula, Formula]:
    """Numbers of mismatches, and the distances of mixed tables."""
    delta = letter("δ", "j")
    if found.kind == "mismatches":
        return over(total("j", delta), letter("p")), counted(terms.sum(), len(terms))
    there = terms[~np.isnan(terms)]
    sums = _sum([number(t) for t in there[:SHOWN]], there)
    if found.kind == "heom":
        return function("sqrt", total("j", squared(delta))), function("sqrt", sums)
    if not len(there):
        return number(1.0), number(1.0)
    return over(total("j", delta), letter("p")), over(sums, float(len(there)))
