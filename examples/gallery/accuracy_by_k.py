"""Source 000, figure 3-11:
mean accuracy of five-fold cross-validation by the number of neighbours (正确率与 k 值).

Breast cancer, standardised training rows, k = 1 to 9; the best is k = 9.
"""

from __future__ import annotations

from typing import Any

from breast_cancer import split
from command import run, word
from sklearn.model_selection import cross_val_score

from fenlei import KNeighborsClassifier, plot


def draw(lang: str = "en") -> Any:
    part, ks = split(), range(1, 10)
    means = [cross_val_score(KNeighborsClassifier(k), part.X_train, part.y_train, cv=5).mean() for k in ks]
    (ax,) = plot.panels(lang=lang)
    ax.plot(ks, means, "r--", linewidth=2)
    ax.set(xlabel="k", ylabel=word(lang, "mean accuracy", "平均正确率"), xticks=ks)
    ax.set_title(word(lang, "Five-fold cross-validation", "5 折交叉验证"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
