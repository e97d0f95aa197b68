"""Source 003, section 2.3: iris and its three pairs of classes (鸢尾花数据集的三个类别对).

Setosa is far from the others; versicolor and virginica overlap.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from command import run

from fenlei import load, plot

COLOURS = ("#0b6bcb", "#d9480f", "#2b8a3e")


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    y, kinds = np.asarray(iris.y), list(dict.fromkeys(iris.y))
    names = [column.name for column in iris.table.schema.features][2:]
    parts = plot.panels(1, 3, lang=lang)
    for ax, pair in zip(parts, combinations(kinds, 2), strict=True):
        here = np.isin(y, pair)
        plot.scatter(iris.X[here, 2:], y[here], ax=ax, lang=lang)
        for points in ax.collections:  # a class has the same colour in each panel
            points.set_color(COLOURS[kinds.index(points.get_label())])
        ax.set(xlabel=names[0], ylabel=names[1], title="")
        ax.legend(loc="upper left")
    return ax.figure


if __name__ == "__main__":
    run(draw)
