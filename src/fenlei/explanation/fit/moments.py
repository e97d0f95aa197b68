"""Means, variances and scatters of rows, with the numbers put in."""

from __future__ import annotations

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.kernels import Array


def mean_chain(left: Formula, x: Array, result: float) -> Chain:
    """x̄ = Σ x_i / n = (x_1 + x_2 + ...) / n = result."""
    if not len(x):
        return chain(left, number(result))
    letters = over(total("i", letter("x", "i")), letter("n"))
    return chain(left, letters, over(summed(x), float(len(x))), number(result))


def variance_chain(left: Formula, x: Array, result: float, epsilon: float = 0.0) -> Chain:
    """σ² = Σ (x_i - μ)² / n + ε with the numbers put in (divisor n)."""
    if not len(x):
        return chain(left, number(result))
    mean, eps = float(np.mean(x)), [letter("ε")] if epsilon else []
    letters = over(total("i", squared(plus(letter("x", "i"), minus(letter("μ"))))), letter("n"))
    terms = [squared(plus(float(at), minus(mean))) for at in x[:9]]
    average = over(added(terms, (x - mean) ** 2), float(len(x)))
    put_in = plus(average, epsilon) if epsilon else average
    return chain(left, plus(letters, *eps) if eps else letters, put_in, number(result))
