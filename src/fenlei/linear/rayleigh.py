r"""The Rayleigh quotient, its range, and Fisher's criterion for several directions by traces.

    R(x) = xᵀA x / xᵀB x,    λ_min ≤ R ≤ λ_max of A v = λ B v

(source 004, equations 148 to 153), reached at the eigenvectors. For a matrix W of directions source 001,
equation 5.2.37, has J(W) = tr(WᵀS_b W) / tr(WᵀS_w W).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.annotations import ArrayLike
from fenlei.kernels import Array
from fenlei.linear.plane_geometry import given_array, refuse
from fenlei.messages import phrase


class RayleighRange(NamedTuple):
    """The smallest and the largest Rayleigh quotient, and where they are reached.

    Examples
    --------
    >>> from fenlei.linear import rayleigh_range
    >>> found = rayleigh_range([[2, 0], [0, 4]])
    >>> found.least, found.largest, np.abs(found.at_largest).tolist()
    (2.0, 4.0, [0.0, 1.0])
    """

    least: float
    largest: float
    at_least: Array  # (p,) with xᵀB x = 1
    at_largest: Array  # (p,)


def rayleigh_quotient(x: ArrayLike, A: ArrayLike, B: ArrayLike | None = None) -> float:
    """R = xᵀA x / xᵀB x; B is the identity if None (source 004, equations 148 to 153).

    Examples
    --------
    >>> A, B = [[2, 0], [0, 4]], [[1, 0], [0, 2]]
    >>> rayleigh_quotient([1, 1], A), rayleigh_quotient([1, 1], A, B)
    (3.0, 2.0)
    """
    vector = given_array(x, "rayleigh_quotient", "x", "p")
    top = given_array(A, "rayleigh_quotient", "A", len(vector), len(vector))
    if not vector.any():
        raise refuse("rayleigh_quotient", "x", phrase("limit.not_zero"))
    if B is None:
        return float(vector @ top @ vector / (vector @ vector))
    return float(
        vector @ top @ vector / (vector @ given_array(B, "rayleigh_quotient", "B", *top.shape) @ vector)
    )


def rayleigh_range(A: ArrayLike, B: ArrayLike | None = None) -> RayleighRange:
    """The range of R for symmetric A (p, p) and positive definite B: the extreme λ of A v = λ B v.

    Examples
    --------
    >>> found = rayleigh_range([[2, 1], [1, 2]])
    >>> round(found.least, 6), round(found.largest, 6)
    (1.0, 3.0)
    """
    top = symmetric(A, "rayleigh_range", "A")
    bottom = np.eye(len(top)) if B is None else symmetric(B, "rayleigh_range", "B", len(top))
    try:
        values, vectors = linalg.eigh(top, bottom)
    except linalg.LinAlgError as error:
        raise refuse("rayleigh_range", "B", phrase("limit.positive_definite")) from error
    return RayleighRange(float(values[0]), float(values[-1]), vectors[:, 0], vectors[:, -1])


def symmetric(M: ArrayLike, function: str, name: str, p: int | str = "p") -> Array:
    """A symmetric matrix (p, p)."""
    matrix = given_array(M, function, name, p, p)
    if matrix.shape[0] != matrix.shape[1] or not np.allclose(matrix, matrix.T, rtol=1e-10, atol=0):
        raise refuse(function, name, phrase("limit.symmetric"))
    return matrix


def trace_ratio(W: ArrayLike, between: ArrayLike, within: ArrayLike) -> float:
    r"""J(W) = tr(WᵀS_b W) / tr(WᵀS_w W) of directions W (p, r): source 001, equation 5.2.37.

    Its maximum over all W is **not** at the eigenvectors of S_b w = λ S_w w, as the document says: it is a
    mean of their λ, weighted by wᵀS_w w, and largest, λ_1, if every column is the first of them. On iris it
    is 32.19 for [w_1, w_1] and 16.24 for [w_1, w_2]. The eigenvectors maximise tr((WᵀS_w W)⁻¹ WᵀS_b W), the
    ratio of the determinants, and tr(WᵀS_b W) subject to WᵀS_w W = I, which is Σ λ, 32.48 on iris.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.linear import FisherDiscriminant
    >>> fisher = FisherDiscriminant().fit(*load_iris(return_X_y=True))
    >>> W = fisher.scalings_
    >>> round(trace_ratio(W, fisher.S_b_, fisher.S_w_), 4)
    16.2387
    >>> round(trace_ratio(W[:, [0, 0]], fisher.S_b_, fisher.S_w_), 2)
    32.19
    """
    directions = given_array(W, "trace_ratio", "W", "p", "r")
    p = len(directions)
    top = given_array(between, "trace_ratio", "between", p, p)
    bottom = given_array(within, "trace_ratio", "within", p, p)
    scatter = float(np.trace(directions.T @ bottom @ directions))
    if scatter == 0.0:
        raise refuse("trace_ratio", "W", phrase("limit.with_scatter"))
    return float(np.trace(directions.T @ top @ directions)) / scatter
