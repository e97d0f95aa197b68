"""What the functions accept: numbers, vectors of equal length, positive definite matrices."""

from __future__ import annotations

import math

import numpy as np
from scipy import linalg

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, phrase


def numbers(values: ArrayLike, name: str, *, finite: bool = False) -> Array:
    """Values as an array of float64 without NaN; with `finite`, without infinities either."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("functions.numbers", name=name, type=type(values).__name__) from None
    bad = ~np.isfinite(array) if finite else np.isnan(array)
    if bad.any():
        raise DataError("functions.nan", name=name, value=float(array[bad][0]), count=int(bad.sum()))
    return array


def vectors(values: ArrayLike, name: str, *, finite: bool = False) -> Array:
    """Numbers (..., p) with p of at least 1."""
    array = numbers(values, name, finite=finite)
    if array.ndim == 0 or array.shape[-1] == 0:
        raise DataError("functions.vector", name=name, shape=array.shape)
    return array


def same_shape(x: Array, y: Array, names: tuple[str, str]) -> None:
    """Refuse arrays whose last axes differ or whose others do not go together."""
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        agree = False
    else:
        agree = x.shape[-1] == y.shape[-1]
    if not agree:
        raise DataError("functions.shapes", first=names[0], a=x.shape, second=names[1], b=y.shape)


def refused(function: str, name: str, value: object, accepted: Phrase) -> UsageError:
    """The error for a parameter that cannot be served."""
    return UsageError("estimator.parameter", estimator=function, name=name, value=value, accepted=accepted)


def log_of_base(function: str, base: float) -> float:
    """ln of the base of a logarithm, which is above 0 and not 1."""
    if not (isinstance(base, int | float) and 0 < base < math.inf and base != 1):
        raise refused(function, "base", base, phrase("limit.log_base"))
    return math.log(base)


def plain(value: float | Array) -> float | Array:
    """A number as a float, an array as it is."""
    return float(value) if np.ndim(value) == 0 else value


def cholesky(matrix: ArrayLike, name: str) -> Array:
    """Lower L with L Lᵀ = matrix (p, p), which must be symmetric and positive definite."""
    matrix = np.asarray(matrix, dtype=np.float64)
    square = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1] > 0
    if square and np.isfinite(matrix).all() and np.allclose(matrix, matrix.T, rtol=1e-10, atol=0.0):
        try:
            return linalg.cholesky(matrix, lower=True)
        except linalg.LinAlgError:
            pass
    raise UsageError("estimate.not_definite", name=name)
