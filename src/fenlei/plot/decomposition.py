"""Bias, variance and error by complexity, as `fenlei.evaluate.bias_variance` measures them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.evaluate.bias_variance import BiasVariance
from fenlei.plot.axes import axes, colour, own_fonts
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_fonts
def bias_variance(
    values: ArrayLike,
    terms: Sequence[BiasVariance],
    *,
    name: str = "",
    ax: Axes | None = None,
    lang: str = "en",
) -> Axes:
    """Draw the terms of the error by the value of a parameter (s,), and mark where the error is least.

    Examples
    --------
    >>> from fenlei import KNeighborsClassifier, load, plot
    >>> from fenlei.evaluate.bias_variance import bias_variance_decomposition
    >>> iris, ks = load("iris"), [1, 15, 75]
    >>> parts = {"X": iris.X, "y": iris.y, "rounds": 10, "random_state": 0}
    >>> models = [KNeighborsClassifier(k) for k in ks]
    >>> terms = [bias_variance_decomposition(model, iris.X, iris.y, **parts) for model in models]
    >>> ax = plot.bias_variance(ks, terms, name="neighbours")
    >>> ax.get_xlabel(), [line.get_label() for line in ax.lines[:3]], ax.lines[0].get_xdata().tolist()
    ('neighbours', ['bias²', 'variance', 'error'], [1, 15, 75])
    """
    values = np.asarray(values)
    ax = axes(ax, "bias_variance", lang, "complexity", "mean_error", [name])
    if name:
        ax.set_xlabel(name)
    for k, (key, style) in enumerate((("bias", "o-"), ("variance", "s-"), ("error", "^-"))):
        ax.plot(
            values,
            [getattr(term, key) for term in terms],
            style,
            color=colour(k),
            ms=4,
            label=text(key, lang),
        )
    if any(term.noise for term in terms):
        ax.plot(values, [term.noise for term in terms], ":", color="grey", label=text("noise", lang))
    ax.axvline(
        values[int(np.argmin([term.error for term in terms]))], color="grey", linestyle="--", linewidth=0.8
    )
    ax.legend(loc="best", fontsize="small")
    return ax
