r"""Distances and similarities of two rows, along the last axis.

    Minkowski      L_p = (Σ_j |x_j - y_j|^p)^(1/p), p >= 1: Manhattan p = 1, Euclid p = 2,
                   Chebyshev p = ∞, the largest |x_j - y_j|
    Mahalanobis    √((x - y)ᵀ Σ⁻¹ (x - y))
    cosine         Σ x_j y_j / √(Σ x_j² Σ y_j²)
    correlation    the cosine of the deviations from the rows' own means
    matching       share of the positions where two rows are equal
    Jaccard        of the positions where either of two 0/1 rows has a 1, the share where both have

The last four are similarities, larger for rows that are more alike; 1 minus each is a distance. Differences
are divided by a power of 2 before they are raised to a power, which is exact: nothing overflows.

Reference: source 000, equation 3-27; source 004, equations 91 and 107 to 110, the powers of 91 and the roots
of 108 and 110 corrected.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError
from fenlei.functions.checks import cholesky, plain, refused, same_shape, vectors
from fenlei.kernels import Array
from fenlei.messages import phrase


def minkowski(x: ArrayLike, y: ArrayLike, p: float = 2.0) -> float | Array:
    """L_p(x, y) = (Σ_j |x_j - y_j|^p)^(1/p) of two rows.

    Parameters
    ----------
    x, y : array-like of shape (..., d)
        Two rows, or arrays of rows that go together by NumPy's rules of broadcasting.
    p : float, default=2
        At least 1; infinity is the largest difference.

    Returns
    -------
    float or ndarray of shape (...)

    Examples
    --------
    >>> [round(minkowski([0, 0], [3, 4], p), 3) for p in (1, 2, 3, np.inf)]
    [7.0, 5.0, 4.498, 4.0]
    """
    if not (isinstance(p, int | float) and p >= 1):
        raise refused("minkowski", "p", p, phrase("limit.least", low=1))
    return _length(_difference(x, y), p)


def manhattan(x: ArrayLike, y: ArrayLike) -> float | Array:
    """L_1: the sum of the differences |x_j - y_j| of two rows (..., d).

    >>> manhattan([1, 2, 3], [2, 4, 1])
    5.0
    """
    return _length(_difference(x, y), 1.0)


def euclidean(x: ArrayLike, y: ArrayLike) -> float | Array:
    """L_2: the straight distance √(Σ (x_j - y_j)²) of two rows (..., d).

    >>> euclidean([1, 2, 3], [2, 4, 1]), euclidean([0, 0], [3e300, 4e300])
    (3.0, 5e+300)
    """
    return _length(_difference(x, y), 2.0)


def chebyshev(x: ArrayLike, y: ArrayLike) -> float | Array:
    """L_∞: the largest difference |x_j - y_j| of two rows (..., d).

    >>> chebyshev([1, 2, 3], [2, 4, 1])
    2.0
    """
    return _length(_difference(x, y), np.inf)


def mahalanobis(x: ArrayLike, y: ArrayLike, covariance: ArrayLike) -> float | Array:
    """√((x - y)ᵀ Σ⁻¹ (x - y)) of two rows (..., d).

    Parameters
    ----------
    x, y : array-like of shape (..., d)
    covariance : array-like of shape (d, d)
        Σ, symmetric and positive definite: of all rows, such as `np.cov(X.T)`, not of the two.

    Returns
    -------
    float or ndarray of shape (...)

    Examples
    --------
    >>> mahalanobis([0, 0], [3, 4], np.eye(2)), mahalanobis([0, 0], [3, 4], np.diag([9, 16]))
    (5.0, 1.4142135623730951)
    """
    return _length(whitened(_difference(x, y), covariance), 2.0)


def whitened(X: Array, covariance: ArrayLike) -> Array:
    """L⁻¹ x of each row of X (..., d), L Lᵀ the covariance: Euclid of these is Mahalanobis of the rows."""
    L = cholesky(covariance, "covariance")
    if len(L) != X.shape[-1]:
        raise DataError("functions.covariance", shape=L.shape, d=X.shape[-1])
    rows = X.reshape(-1, X.shape[-1])
    return linalg.solve_triangular(L, rows.T, lower=True).T.reshape(X.shape)


def cosine_similarity(x: ArrayLike, y: ArrayLike) -> float | Array:
    """Cosine of the angle of two rows (..., d), from -1 to 1; a row of zeros has none.

    1 minus it is the distance "cosine" of `KNeighborsClassifier`.

    >>> round(cosine_similarity([1, 2, 3], [2, 4, 1]), 6)
    0.758175
    """
    return plain(_cosine(*_pair(x, y), "functions.zero_row"))


def correlation_coefficient(x: ArrayLike, y: ArrayLike) -> float | Array:
    """Correlation of the values of two rows (..., d), from -1 to 1; a constant row has none.

    1 minus it is the distance "correlation" of `KNeighborsClassifier`.

    >>> round(correlation_coefficient([1, 2, 3], [2, 4, 1]), 6)
    -0.327327
    """
    a, b = (_scaled(row) for row in _pair(x, y))
    centred = [row - row.mean(axis=-1, keepdims=True) for row in (a, b)]
    for row, before in zip(centred, (a, b), strict=True):
        flat = before.max(axis=-1) == before.min(axis=-1)  # rounding of the mean must not be taken for spread
        row[flat] = 0.0
    return plain(_cosine(centred[0], centred[1], "functions.constant_row"))


def matching_coefficient(x: ArrayLike, y: ArrayLike) -> float | Array:
    """Share of the positions where two rows (..., d) of any values, such as categories, are equal.

    1 minus it is the distance "hamming" of `KNeighborsClassifier`.

    >>> matching_coefficient(["sour", "round", "red", "no"], ["sour", "oblate", "red", "no"])
    0.75
    """
    rows = [np.asarray(row) for row in (x, y)]
    for row, name in zip(rows, "xy", strict=True):
        if row.ndim == 0 or row.shape[-1] == 0:
            raise DataError("functions.vector", name=name, shape=row.shape)
        gaps = row != row  # NaN, also among objects
        if np.any(gaps):
            raise DataError("functions.nan", name=name, value=float("nan"), count=int(np.sum(gaps)))
    same_shape(rows[0], rows[1], ("x", "y"))
    return plain(np.mean(rows[0] == rows[1], axis=-1))


def jaccard_coefficient(x: ArrayLike, y: ArrayLike) -> float | Array:
    """Positions where two 0/1 rows (..., d) both have a 1, over those where either has; 1 if neither has any.

    1 minus it is the distance "jaccard" of `KNeighborsClassifier`.

    >>> jaccard_coefficient([1, 1, 0, 0], [1, 0, 1, 0])
    0.3333333333333333
    """
    a, b = _pair(x, y)
    for row, name in ((a, "x"), (b, "y")):
        other = (row != 0) & (row != 1)
        if other.any():
            raise DataError("functions.binary", name=name, value=float(row[other][0]))
    both, either = (a * b).sum(axis=-1), np.maximum(a, b).sum(axis=-1)
    return plain(np.divide(both, either, out=np.ones(np.shape(either)), where=either > 0))


def _pair(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    a, b = vectors(x, "x", finite=True), vectors(y, "y", finite=True)
    same_shape(a, b, ("x", "y"))
    return a, b


def _difference(x: ArrayLike, y: ArrayLike) -> Array:
    a, b = _pair(x, y)
    return a - b


def _length(difference: Array, p: float) -> float | Array:
    """L_p norm along the last axis, of numbers below 1 by a power of 2 that is multiplied back."""
    size = np.abs(difference)
    if p == np.inf:
        return plain(size.max(axis=-1))
    if p == 1:
        return plain(size.sum(axis=-1))
    power = np.frexp(size.max(axis=-1, keepdims=True))[1]
    total = (np.ldexp(size, -power) ** p).sum(axis=-1)
    return plain(np.ldexp(np.sqrt(total) if p == 2 else total ** (1.0 / p), power[..., 0]))


def _scaled(rows: Array) -> Array:
    """Rows whose largest absolute value is from 1/2 to 1, divided by a power of 2."""
    return np.ldexp(rows, -np.frexp(np.abs(rows).max(axis=-1, keepdims=True))[1])


def _cosine(x: Array, y: Array, refusal: str) -> Array:
    a, b = _scaled(x), _scaled(y)
    lengths = [np.sqrt((row * row).sum(axis=-1)) for row in (a, b)]
    for length, name in zip(lengths, "xy", strict=True):
        if np.any(length == 0):
            raise DataError(refusal, name=name)
    return np.clip((a * b).sum(axis=-1) / (lengths[0] * lengths[1]), -1.0, 1.0)
