"""Source 002, figure 5-2:
a set that no line parts (线性不可分样本集): slack is paid for the samples inside the margin.

Versicolor and virginica by their petals, soft margin with C = 1. Samples on the wrong side of the line are
crossed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import SVC, load, plot


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    X, y = iris.X[50:, 2:], np.asarray(iris.y)[50:]
    model = SVC(kernel="linear", C=1.0).fit(X, y)
    ax = plot.margin(model, X, y, lang=lang)
    wrong = X[model.predict(X) != y]
    ax.plot(*wrong.T, "x", color="black", markersize=9, label=word(lang, "misclassified", "错分样本"))
    ax.set(xlabel=word(lang, "petal length", "花瓣长度"), ylabel=word(lang, "petal width", "花瓣宽度"))
    ax.set_title(word(lang, "Not linearly separable", "线性不可分"))
    ax.legend(loc="lower right", fontsize="small")
    return ax.figure


if __name__ == "__main__":
    run(draw)
