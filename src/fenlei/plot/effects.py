"""What matters to a model: importances, the effect of one feature, the parts of one prediction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fenlei.plot.axes import axes, colour, own_fonts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fenlei.evaluate.effects.dependence import FeatureEffect
    from fenlei.evaluate.effects.permutation import PermutationImportance
    from fenlei.evaluate.effects.shapley import ShapleyValues


@own_fonts
def importances(
    found: PermutationImportance,
    names: Sequence[str] | None = None,
    *,
    most: int = 15,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Bars of the losses of `evaluate.permutation_importance` with their bands; the largest is on top.

    Examples
    --------
    >>> from fenlei import GaussianNB, load, plot
    >>> from fenlei.evaluate import permutation_importance
    >>> iris = load("iris")
    >>> model = GaussianNB().fit(iris.X, iris.y)
    >>> found = permutation_importance(model, iris.X, iris.y, random_state=0)
    >>> ax = plot.importances(found, iris.feature_names)
    >>> [label.get_text() for label in ax.get_yticklabels()][:2]
    ['petal width (cm)', 'petal length (cm)']
    """
    order = np.argsort(-found.mean, kind="stable")[:most]
    labels = _labels(names, len(found.mean), order)
    ax = axes(ax, "importances", lang, "loss_of_score", "", labels)
    reach = np.array([found.mean - found.low, found.high - found.mean])[:, order]
    ax.barh(range(len(order)), found.mean[order], xerr=reach, color=colour(0), error_kw={"ecolor": "#343a40"})
    return _rows(ax, labels)


@own_fonts
def feature_effect(
    found: FeatureEffect,
    name: str = "",
    *,
    classes: Sequence[object] | None = None,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Curve of `evaluate.partial_dependence` or `accumulated_local_effects`; one per class.

    Examples
    --------
    >>> from fenlei import LinearRegression, plot
    >>> from fenlei.evaluate import partial_dependence
    >>> model = LinearRegression().fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> ax = plot.feature_effect(partial_dependence(model, [[0.0], [1.0], [2.0]], 0), "size")
    >>> ax.get_xlabel(), ax.lines[0].get_ydata().round(9).tolist()
    ('size', [1.0, 3.0, 5.0])
    """
    lines = found.effect.reshape(len(found.grid), -1).T
    labels = [str(label) for label in (range(len(lines)) if classes is None else classes)]
    ax = axes(ax, "feature_effect", lang, "" if name else "feature", "prediction", [name, *labels])
    if name:
        ax.set_xlabel(name)
    for k, line in enumerate(lines):
        ax.plot(found.grid, line, color=colour(k), label=labels[k] if k < len(labels) else str(k))
    if len(lines) > 1:
        ax.legend(loc="best", fontsize="small")
    return ax


@own_fonts
def shapley(
    found: ShapleyValues,
    row: int = 0,
    names: Sequence[str] | None = None,
    *,
    output: int | None = None,
    most: int = 15,
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """The parts of one prediction, the largest on top; of several classes, those of class `output`.

    Without `output`, of the class whose prediction is the largest.

    Examples
    --------
    >>> from fenlei import DecisionTreeRegressor, plot
    >>> from fenlei.evaluate import shapley_values
    >>> tree = DecisionTreeRegressor().fit([[0, 5], [0, 6], [1, 5], [1, 6]], [1.0, 1.0, 3.0, 3.0])
    >>> ax = plot.shapley(shapley_values(tree, [[1, 5]]), names=["a", "b"])
    >>> [(bar.get_width().round(9).item()) for bar in ax.patches]
    [1.0, 0.0]
    """
    parts = found.values[row]
    if parts.ndim == 2:
        parts = parts[:, int((parts.sum(axis=0) + found.baseline).argmax()) if output is None else output]
    order = np.argsort(-np.abs(parts), kind="stable")[:most]
    labels = _labels(names, len(parts), order)
    ax = axes(ax, "shapley", lang, "part", "", labels)
    ax.barh(range(len(order)), parts[order], color=[colour(int(value < 0)) for value in parts[order]])
    return _rows(ax, labels)


def _labels(names: Sequence[str] | None, p: int, order: np.ndarray) -> list[str]:
    every = [f"x{j}" for j in range(p)] if names is None else list(names)
    return [str(every[j]) for j in order]


def _rows(ax: Axes, labels: list[str]) -> Axes:
    """A label for each bar, the first on top, and a line at zero."""
    ax.set_yticks(range(len(labels)), labels)
    ax.axvline(0.0, color="#343a40", linewidth=0.8)
    ax.invert_yaxis()
    return ax
