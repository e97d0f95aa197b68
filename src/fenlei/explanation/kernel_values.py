"""Kernel functions with the numbers put in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.distances import between, sum_of_gaps, sum_of_squares
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    plus,
    squared,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula, Number, Power
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.svm import SVC

SHOWN = 9


def kernel_chain(left: Formula, model: SVC, x: Array | None, z: Array | None, result: float) -> Chain:
    """κ(x, z) by the kernel of the model; the value alone where it is given or a function."""
    if x is None or z is None or callable(model.kernel) or model.kernel == "precomputed":
        return chain(left, number(result))
    letters, put_in = _parts(model, x, z)
    return chain(left, letters, put_in, number(result))


def _parts(model: SVC, x: Array, z: Array) -> tuple[Formula, Formula]:
    gamma, c, d = float(model.model_.gamma), float(model.coef0), float(model.degree)
    name, g = model.kernel, letter("γ")
    dot: Formula = total("j", times(letter("x", "j"), letter("z", "j")))
    if name == "linear":
        return dot, _products(x, z)
    if name == "poly":
        power = Power(plus(times(g, dot), letter("c")), letter("d"))
        return power, Power(plus(times(gamma, _products(x, z)), c), Number(d))
    if name == "sigmoid":
        letters = function("tanh", plus(times(g, dot), letter("c")))
        return letters, function("tanh", plus(times(gamma, _products(x, z)), c))
    away: Formula = total("j", squared(between("z")))
    put_in = sum_of_squares(x, z)
    if name == "laplacian":
        away, put_in = total("j", function("abs", between("z"))), sum_of_gaps(x, z)
    elif name == "laplacian_euclidean":
        away, put_in = function("sqrt", away), function("sqrt", put_in)
    return function("exp", minus(times(g, away))), function("exp", minus(times(gamma, put_in)))


def _products(x: Array, z: Array) -> Formula:
    pairs = zip(x[:SHOWN], z[:SHOWN], strict=True)
    terms: list[Formula] = [times(float(a), float(b)) for a, b in pairs]
    return added(terms, np.asarray(x) * z) if terms else number(0.0)
