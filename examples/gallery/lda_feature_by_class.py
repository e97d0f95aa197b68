"""Source 000, figure 3-26(b):
the one feature of linear discriminant analysis by class (LDA 降维后的一维特征).

Breast cancer, raw rows: the class means are at -2.40 (0, malignant) and 1.43 (1, benign). The sign of an axis
is arbitrary: `transform` follows a rule of its own, and the axis is turned here as the document prints it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import LinearDiscriminantAnalysis, load, plot


def draw(lang: str = "en") -> Any:
    data = load("breast_cancer")
    y = (np.asarray(data.y) == "benign").astype(int)
    z = LinearDiscriminantAnalysis(n_components=1).fit_transform(data.X, y)[:, 0]
    z *= np.sign(z[y == 1].mean())
    (ax,) = plot.panels(lang=lang)
    ax.scatter(z, y, s=10, alpha=0.4, c=np.array(["#0b6bcb", "#d9480f"])[y])
    names = [word(lang, "0 malignant", "0 恶性"), word(lang, "1 benign", "1 良性")]
    ax.set_yticks([0, 1], names)
    ax.set(
        xlabel=word(lang, "feature z", "一维特征 z"), ylim=(-0.5, 1.5), title=word(lang, "LDA", "LDA 降维")
    )
    return ax.figure


if __name__ == "__main__":
    run(draw)
