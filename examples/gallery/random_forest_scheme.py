"""Source 002, figure 5-10: a random forest (随机森林示意图): bootstrap samples, a tree from each, a vote.

Three trees on the watermelons, and what each says about melon 7, which is good.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import RandomForestClassifier, load, plot

TREES, MELON = 3, 6


def draw(lang: str = "en") -> Any:
    data = load("watermelon", lang=lang)
    forest = RandomForestClassifier(TREES, random_state=1).fit(data.X, data.y)
    row = data.X[[MELON]]
    votes = [forest.classes_[int(tree.predict(row)[0])] for tree in forest.estimators_]
    names, counts = np.unique(votes, return_counts=True)
    middle = (TREES - 1) / 2
    boxes = {"data": (middle, 3.0, word(lang, "training set", "训练集"))}
    links = []
    for k, vote in enumerate(votes):
        boxes[f"s{k}"] = (k, 2.0, word(lang, f"sample {k + 1}", f"自助样本 {k + 1}"))
        boxes[f"t{k}"] = (k, 1.0, word(lang, f"tree {k + 1}: {vote}", f"决策树 {k + 1}：{vote}"))
        links += [("data", f"s{k}"), (f"s{k}", f"t{k}"), (f"t{k}", "vote")]
    told = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    boxes["vote"] = (middle, 0.0, word(lang, f"vote: {told}", f"投票：{told}"), "#ffe8cc")
    return plot.diagram(boxes, links, lang=lang).figure


if __name__ == "__main__":
    run(draw)
