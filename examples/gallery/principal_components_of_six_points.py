"""Source 004, section 11.2:
principal components (主成分分析) of six points: the axes and the feet on the first one.

Variances 7.023 and 0.177 along the axes: the first one holds 97.5 % of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import PCA, load, plot


def draw(lang: str = "en") -> Any:
    X = load("pca_points", lang=lang).X
    pca = PCA(2).fit(X)
    ax = plot.feet(X - pca.mean_, np.zeros(len(X)), pca.components_[0], lang=lang)
    for way, variance in zip(pca.components_, pca.explained_variance_, strict=True):
        end = 2 * np.sqrt(variance) * way
        ax.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "color": "black", "lw": 1.3})
    ax.get_legend().remove()
    share = pca.explained_variance_ratio_[0]
    ax.set_title(word(lang, f"first component: {share:.1%}", f"第一主成分贡献率 {share:.1%}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
