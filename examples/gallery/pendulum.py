"""Source 000, figure 3-24: a pendulum: one dimension seen in two (单摆：低维嵌入).

The places of the bob lie on an arc of the plane, yet one number, the angle, says where it is; Isomap finds
that number from the places alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import Isomap, plot


def draw(lang: str = "en") -> Any:
    angle = np.linspace(-1.2, 1.2, 41)
    X = np.column_stack([np.sin(angle), -np.cos(angle)])
    z = Isomap(n_neighbors=2, n_components=1).fit_transform(X)[:, 0]
    left, right = plot.panels(1, 2, lang=lang)
    left.plot([X[0, 0], 0, X[-1, 0]], [X[0, 1], 0, X[-1, 1]], color="grey", linewidth=0.8)
    left.scatter(*X.T, c=angle, cmap="viridis", s=18, zorder=3)
    left.set(
        aspect="equal",
        xlabel="$x_1$",
        ylabel="$x_2$",
        title=word(lang, "places in the plane", "平面上的位置"),
    )
    right.scatter(angle, z, c=angle, cmap="viridis", s=18)
    right.set(xlabel=word(lang, "angle", "摆角"), title=word(lang, "the one feature found", "找到的一维特征"))
    return left.figure


if __name__ == "__main__":
    run(draw)
