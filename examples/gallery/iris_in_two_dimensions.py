"""Source 003, figure 6: the iris data and its classes (iris 数据集分类), reduced to two dimensions.

The first two principal components keep 97.8 % of the variance. Setosa is far from the others; versicolor and
virginica touch, and only this pair costs errors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import PCA, load, plot


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    model = PCA(2).fit(iris.X)
    ax = plot.scatter(model.transform(iris.X), np.asarray(iris.y), lang=lang)
    share = f"{model.explained_variance_ratio_.sum():.1%}"
    ax.set(xlabel=word(lang, "component 1", "主成分 1"), ylabel=word(lang, "component 2", "主成分 2"))
    ax.set_title(word(lang, f"iris, {share} of the variance", f"iris 数据集，保留方差 {share}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
