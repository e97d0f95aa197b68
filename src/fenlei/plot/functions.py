"""The documents' functions of one variable: sigmoid and step, and the losses of linear models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.functions import activation
from fenlei.functions import losses as margin_losses
from fenlei.plot.axes import axes, own_fonts
from fenlei.plot.texts import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_fonts
def sigmoid(*, ax: Axes | None = None, lang: str = "en") -> Axes:
    """1 / (1 + exp(-z)) beside the unit step, whose value at 0 is 1/2.

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.sigmoid(lang="en")
    >>> ax.get_title(), [line.get_label() for line in ax.lines[:2]]
    ('Sigmoid and unit step', ['sigmoid', 'unit step'])
    """
    z = np.linspace(-8.0, 8.0, 401)
    ax = axes(ax, "sigmoid", lang)
    ax.plot(z, activation.sigmoid(z), label=text("sigmoid_line", lang))
    ax.plot([-8, 0, np.nan, 0, 8], [0, 0, np.nan, 1, 1], "--", label=text("step_line", lang))
    ax.plot(0.0, 0.5, "o", color="black", markersize=4)
    ax.set_xlabel("z")
    ax.legend(loc="upper left")
    return ax


@own_fonts
def losses(*, ax: Axes | None = None, lang: str = "en") -> Axes:
    """0-1, hinge, logistic (base 2), squared and exponential loss by the margin y f(x).

    Examples
    --------
    >>> from fenlei import plot
    >>> ax = plot.losses()
    >>> ax.get_xlabel(), [line.get_label() for line in ax.lines]
    ('y f(x)', ['0-1', 'hinge', 'logistic', 'squared', 'exponential'])
    """
    m = np.linspace(-2.5, 2.5, 401)
    lines = {
        "zero_one": margin_losses.zero_one_margin_loss(m),
        "hinge": margin_losses.hinge_loss(m),
        "logistic": margin_losses.logistic_loss(m, base=2),
        "square": margin_losses.square_loss(m),
        "exponential": margin_losses.exponential_loss(m),
    }
    ax = axes(ax, "losses", lang, "functional_margin", "loss")
    for key, values in lines.items():
        ax.plot(m, values, label=text(key, lang))
    ax.set_ylim(-0.1, 4.0)
    ax.legend(loc="upper right")
    return ax
