"""Source 002, figure 5-7:
the full tree of the apples (剪枝前的决策树): colour, then hardness for the dark red ones.

Right for all ten training rows and for six of the seven validation rows.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import ID3Classifier, load, plot


def draw(lang: str = "en") -> Any:
    train, validation = load("apples_train", lang=lang), load("apples_validation", lang=lang)
    features = train.table.schema.features
    model = ID3Classifier().fit(train.X, train.y)
    ax = plot.tree(
        model, [f.name.replace("_", " ") for f in features], [f.categories for f in features], lang=lang
    )
    right = f"{model.score(validation.X, validation.y):.2%}"
    ax.set_title(word(lang, f"Before pruning, {right} right", f"剪枝前，验证集正确率 {right}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
