"""Source 004, section 8.3.5:
k-means round by round (K 均值迭代过程): rows go to the nearest centre, centres to the mean.

Petals of iris from a bad start; crosses are the centres before the round, lines their way so far.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import KMeans, load, plot

ROUNDS = (0, 1, 2, 4)


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    X, names = iris.X[:, 2:], [column.name for column in iris.table.schema.features][2:]
    history = KMeans(3, init=X[[50, 60, 70]], keep_history=True).fit(X).center_history_
    parts = plot.panels(1, len(ROUNDS), size=(3.2, 3.2), lang=lang, sharey=True)
    for ax, t in zip(parts, ROUNDS, strict=True):
        centres = history[t]
        nearest = np.linalg.norm(X[:, None] - centres, axis=2).argmin(axis=1)
        plot.scatter(X, nearest, centres=centres, ax=ax, lang=lang)
        for path in history[: t + 1].transpose(1, 2, 0):
            ax.plot(*path, color="black", linewidth=0.8)
        ax.get_legend().remove()
        ax.set(xlabel=names[0], title=word(lang, f"round {t + 1}", f"第 {t + 1} 轮"))
    parts[0].set_ylabel(names[1])
    return ax.figure


if __name__ == "__main__":
    run(draw)
