"""Source 001, figure 5.2.2: separable samples and several lines that part them (线性可分与多条分类线).

Setosa and versicolor by their petals. Every perceptron, started elsewhere, stops at another line without
error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import Perceptron, load, plot

STARTS = ([0, 0, 0], [3, -1, 2], [-2, 8, -1], [8, 0, -18])


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    X, y = iris.X[:100, 2:], np.asarray(iris.y)[:100]
    ax = plot.scatter(X, y, lang=lang)
    for start in STARTS:
        model = Perceptron(shuffle=False, tol=None, init=start).fit(X, y)
        plot.line(model.coef_, model.intercept_[0], ax=ax, linewidth=1.0)
    ax.set(xlabel=word(lang, "petal length", "花瓣长度"), ylabel=word(lang, "petal width", "花瓣宽度"))
    ax.set_title(word(lang, "Linearly separable", "线性可分"))
    ax.legend(loc="lower right")
    return ax.figure


if __name__ == "__main__":
    run(draw)
