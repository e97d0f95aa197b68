"""Source 000, section 3.4.4: a curved sheet in space, unrolled (S 形曲面与流形学习).

Points that are near in space may be far apart on the sheet. Isomap measures along it and lays it flat; PCA
only looks at it from one side.
"""

from __future__ import annotations

from typing import Any

from command import run, word
from sklearn.datasets import make_s_curve

from fenlei import PCA, Isomap, plot


def draw(lang: str = "en") -> Any:
    X, along = make_s_curve(400, random_state=0)
    flat, middle, right = plot.panels(1, 3, lang=lang)
    figure = flat.figure
    flat.remove()
    space = figure.add_subplot(1, 3, 1, projection="3d")
    space.scatter(*X.T, c=along, s=8)
    space.view_init(elev=12, azim=-70)
    space.set_yticks([0, 2, 4])
    space.set_title(word(lang, "three dimensions", "三维空间"))
    ways = ((middle, "PCA", PCA(2)), (right, "Isomap", Isomap(n_neighbors=10, n_components=2)))
    for ax, name, model in ways:
        ax.scatter(*model.fit_transform(X).T, c=along, s=8)
        ax.set_title(name)
    return figure


if __name__ == "__main__":
    run(draw)
