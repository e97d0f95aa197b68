"""Source 004, section 6.1.2: all points at distance 1 from the origin (闵可夫斯基距离的单位圆).

For p = 1 a square on its corner, for p = 2 the circle, for p = infinity the square.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    angle = np.linspace(0, 2 * np.pi, 721)
    way = np.column_stack([np.cos(angle), np.sin(angle)])
    (ax,) = plot.panels(lang=lang, size=(4.6, 4.4))
    for p in (1, 2, 4, np.inf):
        circle = way / np.linalg.norm(way, ord=p, axis=1)[:, None]
        ax.plot(*circle.T, label=f"p = {'∞' if p == np.inf else p}")
    ax.set(
        aspect="equal", title=word(lang, "Unit circles of the Minkowski distances", "闵可夫斯基距离的单位圆")
    )
    ax.legend(loc="center")
    return ax.figure


if __name__ == "__main__":
    run(draw)
