"""Source 000, figure 3-28(b): breast cancer in two dimensions by multidimensional scaling (MDS 降维散点图).

SMACOF on the raw rows, started from the classical solution; its stress is 801165.86.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import MDS, load, plot


def draw(lang: str = "en") -> Any:
    data = load("breast_cancer", lang=lang)
    Z = MDS(n_components=2, random_state=0).fit_transform(data.X)
    ax = plot.scatter(Z, data.y, size=6, lang=lang)
    ax.set(xlabel="$z_1$", ylabel="$z_2$", title=word(lang, "Multidimensional scaling", "多维缩放 (MDS)"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
