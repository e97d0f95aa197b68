"""Lines that divide a plane; the margin of a two-class machine and its support vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.plot.axes import axes, own_fonts
from fenlei.plot.points import draw_classes
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from sklearn.base import BaseEstimator


RESOLUTION = 200


@own_fonts
def margin(model: BaseEstimator, X: MatrixLike, y: ArrayLike, *, ax: Any = None, lang: str = "en") -> Axes:
    """Draw where the decision function is -1, 0 and 1, the rows X (n, 2) and the support vectors.

    Examples
    --------
    >>> from fenlei import SVC, plot
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [2.0, 1.0]], ["a", "a", "b", "b"]
    >>> ax = plot.margin(SVC(kernel="linear").fit(X, y), X, y)
    >>> ax.get_title(), [text.get_text() for text in ax.get_legend().get_texts()]
    ('Margin and support vectors', ['a', 'b', 'support vectors'])
    """
    X = np.asarray(X, dtype=np.float64)
    if X.shape[1] != 2 or len(model.classes_) != 2:
        raise UsageError("plot.margin", features=X.shape[1], classes=len(model.classes_))
    ax = axes(ax, "margin", lang, "first_feature", "second_feature", model.classes_)
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.25 * (high - low) + 1e-12
    sides = [np.linspace(a, b, RESOLUTION) for a, b in zip(low - room, high + room, strict=True)]
    plane = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    values = model.decision_function(plane).reshape(RESOLUTION, RESOLUTION)
    ax.contour(*sides, values, levels=[-1, 0, 1], colors="grey", linestyles=["--", "-", "--"])
    draw_classes(ax, X, np.asarray(y), model.classes_)
    if hasattr(model, "support_vectors_"):
        ax.scatter(
            *model.support_vectors_.T,
            s=90,
            facecolors="none",
            edgecolors="black",
            linewidths=1.2,
            label=text("support", lang),
        )
        ax.legend(loc="best")
    return ax


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
