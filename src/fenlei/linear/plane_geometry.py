r"""Geometry of a direction w and of the plane wᵀx + b = 0.

Projection of x on w: the number d = wᵀx / ‖w‖ and its foot d w/‖w‖ on the line through the origin (source
000, equations 3-28 to 3-30). Distance of x from the plane: r = (wᵀx + b) / ‖w‖, signed, and the foot of the
perpendicular x_p = x - r w/‖w‖ (source 001, equations 5.2.2 and 5.2.3).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.annotations import ArrayLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, phrase


class LineProjection(NamedTuple):
    """Rows projected on a line through the origin.

    Examples
    --------
    >>> from fenlei.linear import project
    >>> project([[3, 4]], [1, 0]).distance.tolist(), project([[3, 4]], [1, 0]).feet.tolist()
    ([3.0], [[3.0, 0.0]])
    """

    distance: Array  # (n,) d = wᵀx / ‖w‖, signed, from the origin
    feet: Array  # (n, p) feet of the perpendiculars on the line through the origin along w


def given_array(value: ArrayLike, function: str, name: str, *shape: int | str) -> Array:
    """The value as finite float64 numbers of that shape; a letter stands for any length of at least 1."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.full(1, np.nan)
    fits = array.ndim == len(shape) and all(
        length == wanted if isinstance(wanted, int) else length > 0
        for length, wanted in zip(array.shape, shape, strict=True)
    )
    if not fits or not np.isfinite(array).all():
        form = f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
        raise refuse(function, name, phrase("limit.finite_array", shape=form))
    return array


def refuse(function: str, name: str, accepted: Phrase) -> UsageError:
    """The error for an argument of a function."""
    return UsageError("linear.argument", function=function, name=name, accepted=accepted)


def given_normal(w: ArrayLike, function: str) -> tuple[Array, float]:
    """w (p,) and its length, which must not be 0."""
    normal = given_array(w, function, "w", "p")
    length = float(linalg.norm(normal))
    if length == 0.0:
        raise refuse(function, "w", phrase("limit.not_zero"))
    return normal, length


def project(X: ArrayLike, w: ArrayLike) -> LineProjection:
    """Scalar and vector projection of rows X (n, p) on w (p,): source 000, equations 3-28 to 3-30.

    Examples
    --------
    >>> project([[3, 4], [1, 0]], [0, 2])
    LineProjection(distance=array([4., 0.]), feet=array([[0., 4.],
           [0., 0.]]))
    """
    normal, length = given_normal(w, "project")
    unit = normal / length
    distance = given_array(X, "project", "X", "n", len(unit)) @ unit
    return LineProjection(distance, distance[:, None] * unit)


def signed_distance(X: ArrayLike, w: ArrayLike, b: float = 0.0) -> Array:
    """Distance (n,) of rows from the plane wᵀx + b = 0, positive on the side to which w points.

    Examples
    --------
    >>> signed_distance([[3, 4], [0, 0]], [3, 4], b=-5)
    array([ 4., -1.])
    """
    normal, length = given_normal(w, "signed_distance")
    rows = given_array(X, "signed_distance", "X", "n", len(normal))
    return (rows @ normal + float(given_array(b, "signed_distance", "b"))) / length


def foot_on_plane(X: ArrayLike, w: ArrayLike, b: float = 0.0) -> Array:
    """The nearest point (n, p) of the plane wᵀx + b = 0 to each row: x - r w/‖w‖.

    Examples
    --------
    >>> foot_on_plane([[3, 4]], [0, 1], b=-1)
    array([[3., 1.]])
    """
    normal, length = given_normal(w, "foot_on_plane")
    rows = given_array(X, "foot_on_plane", "X", "n", len(normal))
    return rows - signed_distance(rows, normal, b)[:, None] * normal / length
