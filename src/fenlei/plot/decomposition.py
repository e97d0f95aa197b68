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
    """Draw the terms of the error by the value of a parameter (s,), and mark where the error is least."""
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
