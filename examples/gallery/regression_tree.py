"""Source 004, section 7.4.2:
CART regression (回归树): ten points, the first cut at 5.5, and a tree of depth 2.

With one cut the two means are 5.06 and 8.176; with three the squared error is 0.854.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import DecisionTreeRegressor, load, plot


def draw(lang: str = "en") -> Any:
    data = load("cart_series_1", lang=lang)
    y = np.asarray(data.y, dtype=float)
    grid = np.linspace(0.5, 10.5, 1001)
    (ax,) = plot.panels(lang=lang, size=(5.5, 4.2))
    ax.plot(data.X[:, 0], y, "o", color="black", markersize=4)
    for depth, style in ((1, "--"), (2, "-")):
        model = DecisionTreeRegressor(max_depth=depth).fit(data.X, y)
        label = word(lang, f"depth {depth}", f"深度 {depth}")
        ax.plot(grid, model.predict(grid[:, None]), style, label=label)
    ax.set(xlabel="x", ylabel="y", title=word(lang, "Regression tree", "回归树"))
    ax.legend(loc="upper left")
    return ax.figure


if __name__ == "__main__":
    run(draw)
