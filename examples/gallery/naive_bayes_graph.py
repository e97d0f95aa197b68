"""Source 001, figure 5.4.1: naive Bayes as a directed graph (朴素贝叶斯的有向图).

Given the class y, the features depend on nothing else: the joint probability is p(y) p(x1|y) ... p(xD|y).
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    names = ("$x_1$", "$x_2$", "$x_3$", "$x_D$")
    places = (0.0, 1.0, 2.0, 4.0)
    boxes = {"y": (2.0, 1.5, "$y$", "#ffe8cc")}
    boxes |= {name: (x, 0.0, name) for name, x in zip(names, places, strict=True)}
    ax = plot.diagram(boxes, [("y", name) for name in names], shape="circle", lang=lang)
    ax.text(3.0, 0.0, "…", ha="center", va="center", fontsize=16)
    ax.text(2.0, -0.45, r"$p(x, y) = p(y)\,p(x_1|y)\cdots p(x_D|y)$", ha="center", va="center")
    ax.set_title(word(lang, "Naive Bayes", "朴素贝叶斯"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
