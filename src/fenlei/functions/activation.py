r"""Sigmoid, logit and softmax, with their derivatives.

    σ(z) = 1 / (1 + e^-z)            σ(-z) = 1 - σ(z),   σ'(z) = σ(z) σ(-z)
    logit(p) = ln p / (1 - p)        the inverse of σ: the logarithm of the odds
    softmax(z)_k = e^z_k / Σ_j e^z_j    ∂ softmax_k / ∂ z_j = p_k ([k = j] - p_j)

Nothing overflows: e^z is only taken of numbers that are at most 0.

Reference: source 000, equations 3-10 to 3-12; source 001, equations 5.3.1 to 5.3.3 and 5.3.28 to 5.3.31;
source 003, equations 13 and 14.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError
from fenlei.functions.checks import numbers, plain, vectors
from fenlei.kernels import Array


def sigmoid(z: ArrayLike) -> float | Array:
    """σ(z) = 1 / (1 + e^-z) of each number, the logistic function.

    Parameters
    ----------
    z : float or array-like
        Any numbers; infinities have the limits 0 and 1.

    Returns
    -------
    float or ndarray of the shape of z

    Examples
    --------
    >>> sigmoid(0), sigmoid(1000), sigmoid(-1000)
    (0.5, 1.0, 0.0)
    >>> sigmoid([-1, 0, 1]).round(4)
    array([0.2689, 0.5   , 0.7311])
    """
    return plain(special.expit(numbers(z, "z")))


def sigmoid_derivative(z: ArrayLike) -> float | Array:
    """σ'(z) = σ(z) (1 - σ(z)) of each number, computed as σ(z) σ(-z): no digits are lost where σ is near 1.

    Examples
    --------
    >>> sigmoid_derivative(0), sigmoid_derivative(1000)
    (0.25, 0.0)
    >>> sigmoid_derivative(40) > 0  # 1 - σ(40) is 0 in double precision
    True
    """
    values = numbers(z, "z")
    return plain(special.expit(values) * special.expit(-values))


def logit(p: ArrayLike) -> float | Array:
    """ln p / (1 - p) of each probability, the logarithm of the odds and the inverse of `sigmoid`.

    Parameters
    ----------
    p : float or array-like
        Numbers from 0 to 1; 0 and 1 give minus and plus infinity.

    Returns
    -------
    float or ndarray of the shape of p

    Examples
    --------
    >>> logit(0.5), logit(0), logit(1)
    (0.0, -inf, inf)
    >>> round(logit(0.8), 6)  # odds of 4 to 1
    1.386294
    """
    values = numbers(p, "p")
    outside = (values < 0) | (values > 1)
    if outside.any():
        raise DataError("functions.probability", name="p", value=float(values[outside][0]))
    return plain(special.logit(values))


def softmax(z: ArrayLike, axis: int = -1) -> Array:
    """e^z_k / Σ_j e^z_j along an axis: K scores as K probabilities.

    Parameters
    ----------
    z : array-like of shape (..., K)
        Scores; minus infinity is a class that cannot be.
    axis : int, default=-1
        The axis of the K scores.

    Returns
    -------
    ndarray of the shape of z
        Of sum 1 along the axis.

    Examples
    --------
    >>> softmax([1, 2, 3]).round(4)
    array([0.09  , 0.2447, 0.6652])
    >>> softmax([1e300, 0, -1e300])
    array([1., 0., 0.])
    """
    scores = vectors(z, "z")
    if not -scores.ndim <= axis < scores.ndim:
        raise DataError("functions.axis", axis=axis, shape=scores.shape)
    largest = scores.max(axis=axis, keepdims=True)
    if np.isinf(largest).any():
        raise DataError("functions.softmax", value=float(largest[np.isinf(largest)][0]))
    with np.errstate(over="ignore"):  # a difference of minus infinity is a share of 0
        e = np.exp(scores - largest)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_jacobian(z: ArrayLike) -> Array:
    """∂ softmax_k / ∂ z_j = p_k ([k = j] - p_j), symmetric, with rows of sum 0.

    Parameters
    ----------
    z : array-like of shape (..., K)
        Scores.

    Returns
    -------
    ndarray of shape (..., K, K)

    Examples
    --------
    >>> softmax_jacobian([0, 0])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    p = softmax(z)
    J = -p[..., :, None] * p[..., None, :]
    diagonal = np.arange(p.shape[-1])
    J[..., diagonal, diagonal] = 0.0
    J[..., diagonal, diagonal] = -J.sum(axis=-1)  # p_k (1 - p_k), the second factor a sum of the others
    return J
