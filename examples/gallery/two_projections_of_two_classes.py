"""Source 001, figure 5.2.3: two classes projected on two directions (两类样本投影到两个方向).

Histograms of w·x: along the first axis the classes overlap, along Fisher's direction they part.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import FisherDiscriminant, plot
from fenlei.linear.fisher import project


def draw(lang: str = "en") -> Any:
    rng = np.random.default_rng(1)
    shape = np.array([[1.0, 0.8], [0.0, 0.3]])
    X = np.vstack([rng.normal(size=(80, 2)) @ shape, rng.normal(size=(80, 2)) @ shape + [1.6, 0.2]])
    y = np.repeat(["C1", "C2"], 80)
    w = FisherDiscriminant().fit(X, y).w_
    left, first, second = plot.panels(1, 3, lang=lang)
    plot.scatter(X, y, ax=left, lang=lang)
    for way, name in ((np.array([1.0, 0.0]), "$w_1$"), (w / np.linalg.norm(w), "$w_2$")):
        left.annotate(
            "", X.mean(axis=0) + 2 * way, X.mean(axis=0), arrowprops={"arrowstyle": "-|>", "lw": 1.5}
        )
        left.annotate(name, X.mean(axis=0) + 2 * way, xytext=(5, 2), textcoords="offset points", fontsize=12)
    left.set(aspect="equal", title=word(lang, "two directions", "两个投影方向"))
    for ax, way, name in ((first, [1.0, 0.0], "w₁"), (second, w, "w₂")):
        z = project(X, way).distance
        for k, label in enumerate(("C1", "C2")):
            ax.hist(
                z[y == label],
                bins=np.linspace(z.min(), z.max(), 25),
                alpha=0.6,
                color=("#0b6bcb", "#d9480f")[k],
            )
        ax.set_title(word(lang, f"projection on {name}", f"{name} 上的投影"))
    return left.figure


if __name__ == "__main__":
    run(draw)
