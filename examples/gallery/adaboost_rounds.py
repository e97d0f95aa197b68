"""Source 004, section 9.3:
AdaBoost with stumps on ten points (AdaBoost 各轮权重): the weights before each round.

Rows that the last stump got wrong weigh more in the next round; after three rounds no row is wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import AdaBoostClassifier, load, plot


def draw(lang: str = "en") -> Any:
    data = load("adaboost_series", lang=lang)
    y = np.asarray(data.y)
    model = AdaBoostClassifier(n_estimators=3).fit(data.X, y)
    parts = plot.panels(1, 3, size=(3.4, 3.0), lang=lang, sharey=True)
    before = [np.full(10, 0.1), *model.staged_weights(data.X, y)][:3]
    rounds = zip(parts, before, model.estimators_, model.rounds_, strict=True)
    for ax, weights, stump, facts in rounds:
        wrong = stump.predict(data.X) != y
        ax.bar(data.X[:, 0], weights, color=np.where(wrong, "#d9480f", "#0b6bcb"))
        ax.set(xlabel="x", xticks=range(10))
        t, error = facts.number, facts.error
        ax.set_title(word(lang, f"round {t}, error {error:.4f}", f"第 {t} 轮，误差 {error:.4f}"))
    parts[0].set_ylabel(word(lang, "weight", "权重"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
