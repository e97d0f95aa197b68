"""The decision line of a two-class machine, its margin and the support vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
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
