"""Source 000, figure 3-19: test samples ranked by score and cut by a threshold (按得分排序的测试样本与阈值).

Scores of at least T are called positive. Lowering T step by step gives the points of the P-R and ROC curves.
"""

from __future__ import annotations

from typing import Any

from breast_cancer import scores
from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    y, score = scores()
    ax = plot.ranking(y, score, 0.5, lang=lang)
    ax.set_ylabel(word(lang, "P(class 1 | x)", "后验概率 P(1 | x)"))
    ax.legend(loc="center right", fontsize="small")
    return ax.figure


if __name__ == "__main__":
    run(draw)
