"""Matrices of all rows against all rows that a user gives: symmetric up to rounding, or refused.

A matrix that was computed in float32 is symmetric up to a few units of its seventh digit. Entries a_ij and
a_ji that differ by no more than 1e-5 of themselves, plus 1e-6 of the largest entry, are taken for equal and
replaced by their mean; a matrix that is symmetric to the last bit stays as it is.
"""

from __future__ import annotations

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas

OF_ENTRY = 1e-5  # that the entries of a pair may differ by, relative to themselves
OF_LARGEST = 1e-6  # and relative to the largest entry
OWN_DISTANCE = 1e-3  # of the largest: √ of the rounding of float32, which ‖x‖² + ‖x‖² - 2 xᵀx leaves


def symmetrised(A: Array, estimator: str) -> Array:
    """A (n, n), square, with the mean of a_ij and a_ji in both if they differ by rounding alone.

    Examples
    --------
    >>> symmetrised(np.array([[1.0, 2.0], [2.00001, 1.0]]), "KernelPCA").tolist()
    [[1.0, 2.000005], [2.000005, 1.0]]
    """
    with single_threaded_blas():
        gaps = np.abs(A - A.T)
    if not gaps.any():
        return A
    size = np.abs(A)
    excess = gaps - OF_ENTRY * np.maximum(size, size.T)
    i, j = np.unravel_index(int(np.argmax(excess)), A.shape)
    if not excess[i, j] <= OF_LARGEST * size.max():
        facts = {"first": float(A[i, j]), "second": float(A[j, i]), "gap": float(gaps[i, j])}
        raise DataError("matrix.asymmetric", estimator=estimator, i=i, j=j, **facts)
    return 0.5 * (A + A.T)


def checked_distances(D: Array, estimator: str) -> Array:
    """The distances D in float64, symmetric, with zeros on the diagonal; anything else is refused."""
    D = np.array(D, dtype=np.float64)
    if D.ndim != 2 or D.shape[0] != D.shape[1]:
        raise DataError("matrix.square", estimator=estimator, shape=D.shape)
    if not np.isfinite(D).all():
        raise DataError("matrix.not_finite", estimator=estimator)
    own = np.abs(np.diagonal(D))
    worst = int(np.argmax(own))
    if own[worst] > OWN_DISTANCE * D.max():
        raise DataError("matrix.diagonal", estimator=estimator, i=worst, value=D[worst, worst])
    np.fill_diagonal(D, 0.0)
    if (D < 0).any():
        i, j = np.unravel_index(int(np.argmin(D)), D.shape)
        raise DataError("matrix.negative", estimator=estimator, i=i, j=j, value=D[i, j])
    return symmetrised(D, estimator)
