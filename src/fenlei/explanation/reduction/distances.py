"""Distances of rows, with the numbers put in."""

from __future__ import annotations

import numpy as np

from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    function,
    letter,
    minus,
    plus,
    squared,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.kernels import Array


def squares_put_in(a: Array, b: Array) -> Formula:
    """Σ_j (a_j - b_j)², the first terms one by one."""
    terms = [squared(plus(float(x), minus(float(y)))) for x, y in zip(a, b, strict=True)]
    return added(terms[: MOST_TERMS + 1], (np.asarray(a) - np.asarray(b)) ** 2)


def square_letters(first: str, second: str) -> Formula:
    return total("j", squared(plus(letter(first, "j"), minus(letter(second, "j")))))


def distance_chain(left: Formula, a: Array, b: Array, result: float, euclidean: bool = True) -> Chain:
    """√Σ (a - b)² with the numbers put in; of another metric the result alone."""
    if not euclidean:
        return chain(left, float(result))
    return chain(left, function("sqrt", squares_put_in(a, b)), float(result))


def square_chain(left: Formula, a: Array, b: Array, result: float) -> Chain:
    """Σ (a - b)² with the numbers put in."""
    return chain(left, squares_put_in(a, b), float(result))


def is_euclidean(model: object) -> bool:
    """Whether the metric of a model is the Euclidean distance of rows."""
    metric = getattr(model, "metric", "euclidean")
    if isinstance(metric, bool):
        return getattr(model, "dissimilarity", "deprecated") != "precomputed"
    if getattr(model, "dissimilarity", "deprecated") == "precomputed" or not isinstance(metric, str):
        return False
    return metric in ("euclidean", "l2") or (metric == "minkowski" and getattr(model, "p", 2) == 2)
