"""Source 000, figure 3-22: stretching the axes: z = D x with a diagonal matrix (坐标变换：缩放).

The unit circle becomes an ellipse whose half axes are the entries of D.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot

D = np.diag([2.0, 0.5])


def draw(lang: str = "en") -> Any:
    angle = np.linspace(0, 2 * np.pi, 13)[:-1]
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    parts = plot.panels(1, 2, size=(4.2, 2.6), lang=lang, sharex=True, sharey=True)
    for ax, points, name in zip(parts, (X, X @ D.T), ("x", "z = D x"), strict=True):
        ax.fill(*points.T, facecolor="#0b6bcb22", edgecolor="#0b6bcb")
        ax.scatter(*points.T, c=np.arange(12), cmap="twilight", s=30, zorder=3)
        ax.set(aspect="equal", title=name)
    ax.figure.suptitle(word(lang, "Scaling by D = diag(2, ½)", "缩放 D = diag(2, ½)"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
