r"""Losses of the margin m = y f(x), y = ±1, and their derivatives.

    0-1          1 where m <= 0, else 0
    hinge        max(0, 1 - m)           support vector machine
    logistic     ln(1 + e^-m)            logistic regression
    square       (1 - m)²                least squares
    exponential  e^-m                    AdaBoost
    perceptron   max(0, -m)              perceptron: its sum over the rows is J = -Σ m of the misclassified

The margin is positive where the sign of f is right; m = 0 counts as an error of the 0-1 loss. Hinge,
square, exponential and, in base 2, logistic loss are nowhere below the 0-1 loss. Where a loss has a kink its
derivative here is that of its right side, one of its subgradients.

Reference: source 004, equations 85 to 87; source 001, equation 5.2.43.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from fenlei.annotations import ArrayLike
from fenlei.functions.checks import log_of_base, numbers, plain
from fenlei.kernels import Array


def zero_one_margin_loss(margin: ArrayLike) -> float | Array:
    """1 where the margin is at most 0, else 0. Its derivative is 0 wherever there is one.

    >>> zero_one_margin_loss([-2, 0, 2])
    array([1., 1., 0.])
    """
    return plain(np.where(numbers(margin, "margin") > 0, 0.0, 1.0))


def hinge_loss(margin: ArrayLike) -> float | Array:
    """max(0, 1 - m) of each margin.

    >>> hinge_loss([-2, 0.5, 2])
    array([3. , 0.5, 0. ])
    """
    return plain(np.maximum(0.0, 1.0 - numbers(margin, "margin")))


def hinge_loss_derivative(margin: ArrayLike) -> float | Array:
    """-1 below the margin 1, 0 from there on; at 1 every number from -1 to 0 is a subgradient.

    >>> hinge_loss_derivative([0, 1, 2])
    array([-1.,  0.,  0.])
    """
    return plain(np.where(numbers(margin, "margin") < 1, -1.0, 0.0))


def logistic_loss(margin: ArrayLike, base: float = math.e) -> float | Array:
    """log(1 + e^-m) of each margin, by default the natural logarithm.

    Parameters
    ----------
    margin : float or array-like
    base : float, default=e
        With base 2 the loss is 1 at the margin 0.

    Examples
    --------
    >>> round(logistic_loss(0), 6), logistic_loss(0, base=2), logistic_loss(-1000)
    (0.693147, 1.0, 1000.0)
    """
    return plain(np.logaddexp(0.0, -numbers(margin, "margin")) / log_of_base("logistic_loss", base))


def logistic_loss_derivative(margin: ArrayLike, base: float = math.e) -> float | Array:
    """-σ(-m) of each margin, divided by ln base.

    >>> logistic_loss_derivative(0)
    -0.5
    """
    return plain(-special.expit(-numbers(margin, "margin")) / log_of_base("logistic_loss_derivative", base))


def square_loss(margin: ArrayLike) -> float | Array:
    """(1 - m)² of each margin: (y - f)² where y is 1 or -1.

    >>> square_loss([-1, 0.5, 2])
    array([4.  , 0.25, 1.  ])
    """
    return plain((1.0 - numbers(margin, "margin")) ** 2)


def square_loss_derivative(margin: ArrayLike) -> float | Array:
    """-2 (1 - m) of each margin.

    >>> square_loss_derivative([0, 1, 2])
    array([-2., 0.,  2.])
    """
    return plain(2.0 * (numbers(margin, "margin") - 1.0))


def exponential_loss(margin: ArrayLike) -> float | Array:
    """e^-m of each margin; infinite from about m = -710 down.

    >>> round(exponential_loss(-1), 6)
    2.718282
    """
    with np.errstate(over="ignore"):
        return plain(np.exp(-numbers(margin, "margin")))


def exponential_loss_derivative(margin: ArrayLike) -> float | Array:
    """-e^-m of each margin.

    >>> exponential_loss_derivative(0)
    -1.0
    """
    with np.errstate(over="ignore"):
        return plain(-np.exp(-numbers(margin, "margin")))


def perceptron_loss(margin: ArrayLike) -> float | Array:
    """max(0, -m) of each margin; the sum over the rows is the perceptron's J(w).

    Examples
    --------
    Of three rows the weights misclassify the second, by 2:

    >>> X, y = np.array([[3.0, 3.0], [4.0, 3.0], [1.0, 1.0]]), np.array([1, -1, -1])
    >>> margin = y * (X @ [1.0, 0.0] - 2.0)
    >>> margin.tolist(), perceptron_loss(margin).sum()
    ([1.0, -2.0, 1.0], np.float64(2.0))
    """
    return plain(np.maximum(0.0, 0.0 - numbers(margin, "margin")))


def perceptron_loss_derivative(margin: ArrayLike) -> float | Array:
    """-1 below the margin 0, 0 from there on, as in the update of misclassified rows.

    >>> perceptron_loss_derivative([-1, 0, 1])
    array([-1.,  0.,  0.])
    """
    return plain(np.where(numbers(margin, "margin") < 0, -1.0, 0.0))
