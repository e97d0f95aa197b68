"""Source 004, section 8.2:
the dendrogram (聚类树状图) of the watermelons, single linkage: from 17 clusters to one.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import load, plot
from fenlei.cluster import linkage


def draw(lang: str = "en") -> Any:
    data = load("watermelon", lang=lang)
    ax = plot.dendrogram(linkage(data.X, "single"), range(1, 18), lang=lang)
    ax.set_xlabel(word(lang, "melon", "西瓜编号"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
