"""Source 003, figure 5: ten-fold cross-validation (10 折交叉验证示意图) of iris.

Each tenth of every class is tested once, and the results are averaged.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word
from sklearn.model_selection import StratifiedKFold

from fenlei import load, plot


def draw(lang: str = "en") -> Any:
    y = np.asarray(load("iris", lang=lang).y)
    folds = np.zeros((10, len(y)))
    for k, (_, test) in enumerate(StratifiedKFold(10).split(y, y)):
        folds[k, test] = 1.0
    (ax,) = plot.panels(lang=lang, size=(6.5, 3.6))
    ax.imshow(folds, aspect="auto", cmap="Blues", vmin=-0.15, vmax=1.2, interpolation="nearest")
    ax.set_yticks(range(10), [f"{k}" for k in range(1, 11)])
    ax.set(xlabel=word(lang, "sample", "样本"), ylabel=word(lang, "round", "轮次"))
    ax.set_title(word(lang, "dark: test rows of the round", "深色：该轮的测试集"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
