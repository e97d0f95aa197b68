"""Decision regions: what a classifier predicts everywhere in a plane.

The plane is spanned by two features, the others held at their medians, or by the first two coordinates of a
projection that can be undone (`transform` and `inverse_transform`, as a PCA has them).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import BaseEstimator

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.plot.points import draw_classes
from fenlei.table.coding import code_labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MARGIN = 0.08  # of the range, around the rows


@own_fonts
def decision_regions(
    model: BaseEstimator,
    X: MatrixLike,
    y: ArrayLike | None = None,
    *,
    features: tuple[int, int] = (0, 1),
    projection: BaseEstimator | None = None,
    resolution: int = 300,
    names: tuple[str, str] | None = None,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Colour the plane by the predicted class, with the rows on it.

    Parameters
    ----------
    model : fitted classifier
    X : array (n, p)
        Rows; they set the frame, and are drawn if their classes `y` (n,) are given.
    features : pair of int
        The two features of the plane.
    projection : fitted transformer, optional
        With `transform` and `inverse_transform`; the plane is then that of its first two coordinates.
    resolution : int
        Points along each side.
    names : pair of str, optional
        Of the axes.

    Examples
    --------
    >>> from fenlei import GaussianNB, plot
    >>> from fenlei.datasets import load
    >>> iris = load("iris")
    >>> model = GaussianNB().fit(iris.X[:, 2:], iris.y)
    >>> ax = plot.decision_regions(model, iris.X[:, 2:], iris.y, names=("petal length", "petal width"))
    >>> ax.get_xlabel(), ax.images[0].get_array().shape, len(ax.collections)
    ('petal length', (300, 300), 3)
    """
    X = np.asarray(X, dtype=np.float64)
    if X.shape[1] < 2:
        raise UsageError("plot.one_feature", features=X.shape[1])
    plane = X[:, list(features)] if projection is None else projection.transform(X)[:, :2]
    sides = [_side(values, resolution) for values in plane.T]
    points = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    codes = code_labels(model.predict(_rows(X, points, features, projection)), model.classes_)
    keys = (
        ("first_feature", "second_feature") if projection is None else ("first_component", "second_component")
    )
    ax = axes(ax, "regions", lang, *keys, words=[*model.classes_, *(names or ())])
    if names is not None:
        ax.set(xlabel=names[0], ylabel=names[1])
    _paint(ax, sides, codes.reshape(resolution, resolution), len(model.classes_))
    if y is not None:
        draw_classes(ax, plane, np.asarray(y), model.classes_)
    return ax


def _side(values: Array, resolution: int) -> Array:
    low, high = float(values.min()), float(values.max())
    room = MARGIN * (high - low) or 1.0
    return np.linspace(low - room, high + room, resolution)


def _rows(X: Array, points: Array, features: tuple[int, int], projection: BaseEstimator | None) -> Array:
    """The points of the plane as rows (m, p)."""
    if projection is not None:
        width = projection.transform(X[:1]).shape[1]
        return np.asarray(
            projection.inverse_transform(np.pad(points, ((0, 0), (0, width - 2)))), dtype=np.float64
        )
    rows = np.tile(np.median(X, axis=0), (len(points), 1))
    rows[:, list(features)] = points
    return rows


def _paint(ax: Axes, sides: list[Array], codes: Array, K: int) -> None:
    from matplotlib.colors import ListedColormap

    extent = (sides[0][0], sides[0][-1], sides[1][0], sides[1][-1])
    shades = ListedColormap([colour(k) for k in range(K)])
    ax.imshow(
        codes, extent=extent, origin="lower", aspect="auto", cmap=shades, alpha=0.25, vmin=-0.5, vmax=K - 0.5
    )
