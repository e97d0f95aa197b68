"""Source 000, figure 3-9: k nearest neighbours with different k (不同 k 值的近邻).

A melon between the good and the bad ones: the circles hold its 1, 3 and 5 nearest rows. The vote is good,
bad, good.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import KNeighborsClassifier, load, plot

MELON, KS = (0.59, 0.19), (1, 3, 5)


def draw(lang: str = "en") -> Any:
    data = load("watermelon", lang=lang)
    ax = plot.neighbours(data.X, data.y, MELON, KS, lang=lang)
    votes = [KNeighborsClassifier(k).fit(data.X, data.y).predict([MELON])[0] for k in KS]
    ax.set_title(word(lang, ", ", "，").join(f"k = {k}: {vote}" for k, vote in zip(KS, votes, strict=True)))
    ax.set(xlabel=word(lang, "density", "密度"), ylabel=word(lang, "sugar content", "含糖率"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
