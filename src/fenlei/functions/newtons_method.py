r"""Newton's method for the stationary point of a function of one or of d variables.

    one variable    x ← x - f'(x) / f''(x)
    d variables     x ← x - H(x)⁻¹ ∇f(x)

Each step goes to the stationary point of the parabola that touches f: a minimum where H is positive definite.
The steps end where the largest |∂f/∂x_j| is at most `tol`; near the solution each of them about doubles the
number of right digits. A start that is far away may lead to another point, or to none.

Reference: source 000, section 3.1.3, equations 3-25 and 3-26.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError, UsageError, warn
from fenlei.functions.checks import plain, refused, vectors
from fenlei.kernels import Array
from fenlei.messages import foreign, phrase


class NewtonStep(NamedTuple):
    """One point of the way; floats for a function of one variable.

    Examples
    --------
    >>> from fenlei.functions import newton
    >>> newton(lambda x: 2 * x - 6, lambda x: 2.0, start=1.0).steps[0]
    NewtonStep(x=1.0, value=None, gradient=-4.0, hessian=2.0)
    """

    x: Any  # the point, (d,)
    value: float | None  # f(x), if an objective was given
    gradient: Any  # ∇f(x), (d,)
    hessian: Any  # H(x), (d, d)


class NewtonResult(NamedTuple):
    """Where Newton's method ended, and the way there.

    Examples
    --------
    >>> from fenlei.functions import newton
    >>> found = newton(lambda x: 2 * x - 6, lambda x: 2.0, start=1.0)
    >>> found.x, found.converged, found.is_minimum, found.n_iter
    (3.0, True, True, 1)
    """

    x: Any  # the last point, (d,); a float for a function of one variable
    value: float | None  # f(x), if an objective was given
    converged: bool  # whether the gradient there is at most tol
    is_minimum: bool  # whether the Hessian there is positive definite
    steps: list[NewtonStep]  # the start first, the last point last

    @property
    def n_iter(self) -> int:
        """Number of steps."""
        return len(self.steps) - 1


def newton(
    gradient: Callable[..., ArrayLike],
    hessian: Callable[..., ArrayLike],
    start: ArrayLike,
    objective: Callable[..., ArrayLike] | None = None,
    tol: float = 1e-6,
    max_iter: int = 100,
) -> NewtonResult:
    """The point where the gradient is 0, by Newton's method, with every step.

    Parameters
    ----------
    gradient : function of x
        f'(x), a number, or ∇f(x) of shape (d,).
    hessian : function of x
        f''(x), a number, or H(x) of shape (d, d).
    start : float or array-like of shape (d,)
        A number for a function of one variable.
    objective : function of x, default=None
        f(x); only its values at the points are kept.
    tol : float, default=1e-6
        Largest component of the gradient at which to stop.
    max_iter : int, default=100
        Most steps; a ConvergenceWarning tells when they are not enough.

    Returns
    -------
    NewtonResult
        With `x`, `value`, `converged`, `is_minimum`, `n_iter` and `steps`.

    Examples
    --------
    x² - 2 ln x has its minimum at 1:

    >>> way = newton(lambda x: 2 * x - 2 / x, lambda x: 2 + 2 / x**2, start=0.5)
    >>> [round(step.x, 6) for step in way.steps]
    [0.5, 0.8, 0.97561, 0.999695, 1.0]

    A quadratic function takes one step:

    >>> H = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> way = newton(lambda x: H @ x - [3, 4], lambda x: H, start=[10, -10])
    >>> way.n_iter, way.x, way.is_minimum
    (1, array([1., 1.]), True)
    """
    if not (isinstance(tol, int | float) and 0 <= tol < np.inf):
        raise refused("newton", "tol", tol, phrase("limit.at_least", low=0))
    if not isinstance(max_iter, int | np.integer) or max_iter < 0:
        raise refused("newton", "max_iter", max_iter, phrase("limit.integer", low=0))
    one = np.ndim(start) == 0
    given: Any = [start] if one else start
    x = vectors(given, "start", finite=True)
    if x.ndim != 1:
        raise DataError("functions.start", shape=x.shape)
    way = [_point(gradient, hessian, objective, x, one, 0)]
    while _largest(way[-1]) > tol and len(way) <= max_iter:
        x = x - _direction(way[-1], len(way))
        way.append(_point(gradient, hessian, objective, x, one, len(way)))
    converged = _largest(way[-1]) <= tol
    if not converged:
        from sklearn.exceptions import ConvergenceWarning

        facts = {"gradient": _largest(way[-1]), "tol": tol}
        warn("functions.newton_steps", ConvergenceWarning, n_iter=len(way) - 1, **facts)
    return NewtonResult(way[-1].x, way[-1].value, converged, _is_definite(way[-1]), way)


def _point(
    gradient: Callable[..., ArrayLike],
    hessian: Callable[..., ArrayLike],
    objective: Callable[..., ArrayLike] | None,
    x: Array,
    one: bool,
    at: int,
) -> NewtonStep:
    """The quantities at x, checked."""
    given = float(x[0]) if one else x
    d = len(x)
    g = _asked(gradient, given, "gradient", (d,), at)
    H = _asked(hessian, given, "hessian", (d, d), at)
    value = None if objective is None else float(_asked(objective, given, "objective", (), at))
    return NewtonStep(given, value, plain(g.reshape(()) if one else g), plain(H.reshape(()) if one else H))


def _asked(
    function: Callable[..., ArrayLike], x: float | Array, name: str, shape: tuple[int, ...], at: int
) -> Array:
    """What a function of the user returns at x, finite and of the right shape."""
    try:
        with np.errstate(all="ignore"):  # what is not finite is refused below
            values = function(x)
        array = np.asarray(values, dtype=np.float64)
    except (ArithmeticError, ValueError) as error:  # such as the logarithm of a negative number
        raise DataError("functions.newton_failed", name=name, step=at, error=foreign(error)) from error
    if array.shape != shape and not array.size == 1 == int(np.prod(shape)):
        raise DataError("functions.returned", name=name, came=array.shape, shape=shape)
    if not np.isfinite(array).all():
        value = float(array[~np.isfinite(array)][0])
        raise DataError("functions.newton_diverged", name=name, value=value, step=at)
    return array.reshape(shape)


def _direction(point: NewtonStep, at: int) -> Array:
    """H⁻¹ ∇f."""
    g, H = np.atleast_1d(point.gradient), np.atleast_2d(point.hessian)
    scale = np.sqrt(np.abs(H).max(axis=1))  # units of the variables do not matter
    if scale.all():
        scaled = H / scale[:, None] / scale
        if np.linalg.cond(scaled) * np.finfo(float).eps < 1:
            return np.asarray(np.linalg.solve(scaled, g / scale) / scale)
    raise UsageError("functions.newton_singular", step=at)


def _largest(point: NewtonStep) -> float:
    return float(np.abs(point.gradient).max())


def _is_definite(point: NewtonStep) -> bool:
    H = np.atleast_2d(point.hessian)
    return bool(np.linalg.eigvalsh(0.5 * (H + H.T)).min() > 0)
