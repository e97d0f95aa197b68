"""Source 004, section 12: decision regions of linear discriminant analysis (LDA 分类区域).

Iris in the plane of its two directions; three flowers are on the wrong side.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import LinearDiscriminantAnalysis, load, plot


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    Z = LinearDiscriminantAnalysis(n_components=2).fit_transform(iris.X, iris.y)
    model = LinearDiscriminantAnalysis().fit(Z, iris.y)
    ax = plot.decision_regions(model, Z, iris.y, names=("z1", "z2"), lang=lang)
    wrong = int((model.predict(Z) != iris.y).sum())
    ax.set_title(word(lang, f"LDA, {wrong} of 150 wrong", f"LDA，150 个样本错分 {wrong} 个"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
