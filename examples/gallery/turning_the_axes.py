"""Source 000, figure 3-23: turning the axes: z = U x with orthonormal rows u (坐标变换：旋转).

The new coordinates of a sample are its projections on u1 and u2; lengths and distances stay as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot
from fenlei.linear.fisher import project

ANGLE = np.pi / 6
U = np.array([[np.cos(ANGLE), np.sin(ANGLE)], [-np.sin(ANGLE), np.cos(ANGLE)]])
X = np.array([2.0, 2.5])


def draw(lang: str = "en") -> Any:
    (ax,) = plot.panels(lang=lang)
    for u, name in zip(U, ("$u_1$", "$u_2$"), strict=True):
        ax.annotate("", 3.4 * u, (0, 0), arrowprops={"arrowstyle": "-|>", "color": "#d9480f", "shrinkB": 0})
        ax.annotate(name, 3.4 * u, xytext=(4, 4), textcoords="offset points", color="#d9480f", fontsize=12)
        ax.plot(*zip(X, project([X], u).feet[0], strict=True), "--", color="grey", linewidth=0.9)
    ax.axhline(0, color="#868e96", linewidth=0.8)
    ax.axvline(0, color="#868e96", linewidth=0.8)
    ax.plot(*X, "o", color="#0b6bcb")
    ax.set(xlim=(-2.2, 4.2), ylim=(-0.6, 3.7), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    z = U @ X
    told = f"x = ({X[0]:g}, {X[1]:g}), z = ({z[0]:.3f}, {z[1]:.3f})"
    ax.set_title(word(lang, f"Rotation: {told}", f"旋转：{told}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
