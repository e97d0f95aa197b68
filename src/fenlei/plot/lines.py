"""Straight lines that divide a plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def line(w: Array | None, b: float = 0.0, *, ax: Axes, **style: Any) -> Axes:
    """Draw w·x + b = 0, w (2,), over the whole of `ax`, whose limits stay as they are.

    The line is drawn through the foot of the perpendicular from the origin; `style` goes to `axline`.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.scatter([[0.0, 0.0], [2.0, 2.0]])
    >>> ax = plot.line([1.0, 1.0], -2.0, ax=ax)  # x₁ + x₂ = 2
    >>> ax.lines[0].get_xy1(), ax.lines[0].get_xy2()
    (array([1., 1.]), array([0., 2.]))
    """
    w = np.ravel(np.asarray(w, dtype=np.float64))
    if len(w) != 2 or not w.any():
        raise UsageError("plot.plane", shape=w.shape)
    limits = ax.get_xlim(), ax.get_ylim()
    foot = -b * w / (w @ w)
    ax.axline(foot, foot + np.array([-w[1], w[0]]), **{"color": "#343a40", "linewidth": 1.2, **style})
    ax.set(xlim=limits[0], ylim=limits[1])
    return ax
