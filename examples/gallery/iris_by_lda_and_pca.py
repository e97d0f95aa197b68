"""Source 003, section 3.7: iris in two dimensions by LDA and by PCA (LDA 与 PCA 降维比较).

PCA keeps the largest variance and does not look at the classes; LDA parts them along its first axis.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import PCA, LinearDiscriminantAnalysis, load, plot


def draw(lang: str = "en") -> Any:
    iris = load("iris", lang=lang)
    ways = {"PCA": PCA(2), "LDA": LinearDiscriminantAnalysis(n_components=2)}
    parts = plot.panels(1, 2, lang=lang)
    for ax, (name, model) in zip(parts, ways.items(), strict=True):
        plot.scatter(model.fit(iris.X, iris.y).transform(iris.X), iris.y, ax=ax, lang=lang)
        first, second = model.explained_variance_ratio_[:2]
        ax.set(xlabel="$z_1$", ylabel="$z_2$")
        ax.set_title(
            word(
                lang, f"{name}, shares {first:.1%}, {second:.1%}", f"{name}，贡献率 {first:.1%}、{second:.1%}"
            )
        )
    return ax.figure


if __name__ == "__main__":
    run(draw)
