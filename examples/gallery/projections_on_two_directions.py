"""Source 000, figure 3-13: two classes projected on two directions (两类样本在不同方向上的投影).

On the line through the class means the feet of the classes overlap; on Fisher's direction they part, and the
criterion J is larger.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import FisherDiscriminant, plot
from fenlei.linear.fisher import rayleigh_quotient


def two_classes(lang: str) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    slope = np.array([[1.2, 0.9], [0.0, 0.35]])
    X = np.vstack([rng.normal(size=(20, 2)) @ slope + mean for mean in ([4.0, 2.2], [5.6, 2.2])])
    return X, np.repeat([word(lang, "class 0", "第 0 类"), word(lang, "class 1", "第 1 类")], 20)


def draw(lang: str = "en") -> Any:
    X, y = two_classes(lang)
    fisher = FisherDiscriminant().fit(X, y)
    ways = {
        word(lang, "through the means", "均值连线"): fisher.means_[1] - fisher.means_[0],
        word(lang, "Fisher's direction", "Fisher 方向"): fisher.w_,
    }
    parts = plot.panels(1, 2, lang=lang)
    for ax, (name, w) in zip(parts, ways.items(), strict=True):
        plot.feet(X, y, w, ax=ax, lang=lang)
        ax.legend(loc="upper left")
        ax.set_title(f"{name}, J = {rayleigh_quotient(w, fisher.S_b_, fisher.S_w_):.3f}")
    return ax.figure


if __name__ == "__main__":
    run(draw)
