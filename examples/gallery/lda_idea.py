"""Source 003, figure 8: what linear discriminant analysis looks for (LDA 二维示意图).

A direction on which the samples of a class lie close together and the class means (squares) far apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import FisherDiscriminant, plot


def draw(lang: str = "en") -> Any:
    rng = np.random.default_rng(5)
    shape = np.array([[0.9, 0.6], [0.0, 0.25]])
    X = np.vstack([rng.normal(size=(15, 2)) @ shape + mean for mean in ([1.5, 3.5], [3.4, 2.6])])
    y = np.repeat(["0", "1"], 15)
    model = FisherDiscriminant().fit(X, y)
    ax = plot.feet(X, y, model.w_, lang=lang)
    for k, mean in enumerate(model.project(model.means_).feet):
        ax.plot(*mean, "s", color=("#0b6bcb", "#d9480f")[k], markersize=9, markeredgecolor="black")
    ax.set(xlabel="$x_1$", ylabel="$x_2$", title=word(lang, "Projection on w", "向 w 方向投影"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
