"""Source 002, figure 5-8: the tree after pruning with the validation rows (后剪枝后的决策树).

Without the question of hardness as many validation rows are right, so the simpler tree is kept.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import ID3Classifier, load, plot, prune


def draw(lang: str = "en", merge: bool = False) -> Any:
    train, validation = load("apples_train", lang=lang), load("apples_validation", lang=lang)
    features = train.table.schema.features
    full = ID3Classifier().fit(train.X, train.y)
    model = prune(full, "reduced_error", validation.X, validation.y)
    names, words = [f.name.replace("_", " ") for f in features], [f.categories for f in features]
    ax = plot.tree(model, names, words, merge=merge, lang=lang)
    right = f"{model.score(validation.X, validation.y):.2%}"
    ax.set_title(word(lang, f"After pruning, {right} right", f"剪枝后，验证集正确率 {right}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
