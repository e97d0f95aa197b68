"""Means, variances and scatters of rows, with the numbers put in."""

from __future__ import annotations

import numpy as np

from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas

BLOCK = 1 << 20  # numbers that are centred at a time


def mean_chain(left: Formula, x: Array, result: float, w: Array | None = None) -> Chain:
    """x̄ = Σ x_i / n = (x_1 + x_2 + ...) / n = result; with weights Σ w_i x_i / Σ w_i."""
    if not len(x):
        return chain(left, number(result))
    if w is not None:
        products = [
            times(float(a), float(b)) for a, b in zip(w[: MOST_TERMS + 1], x[: MOST_TERMS + 1], strict=True)
        ]
        letters = over(total("i", times(letter("w", "i"), letter("x", "i"))), total("i", letter("w", "i")))
        return chain(left, letters, over(added(products, w * x), summed(w)), number(result))
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


def centred_products(
    X: Array, Y: Array, x_mean: Array, y_mean: Array, first: int, w: Array | None = None
) -> tuple[Array, Array]:
    """Σ w (x - x̄)(x - x̄)ᵀ, its first rows (first, p), and Σ w (x - x̄)(y - ȳ)ᵀ (first, t); block by block."""
    S, Sy = np.zeros((first, X.shape[1])), np.zeros((first, Y.shape[1]))
    step = max(1, BLOCK // max(X.shape[1], 1))
    with single_threaded_blas():  # of small blocks threads wait for each other
        for start in range(0, len(X), step):
            Z = X[start : start + step] - x_mean
            left = Z[:, :first] if w is None else Z[:, :first] * w[start : start + step, None]
            S += left.T @ Z
            Sy += left.T @ (Y[start : start + step] - y_mean)
    return S, Sy
