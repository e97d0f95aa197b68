"""Source 000, figure 3-23: change of coordinates in the plane (二维特征空间的坐标变换).

(a) Stretching, z = D x with a diagonal matrix: the unit circle becomes an ellipse. (b) Rotation, z = U x with
orthonormal rows: the coordinates are the projections on u1 and u2, lengths and distances stay as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot
from fenlei.linear.fisher import project

D = np.diag([2.0, 0.5])
TURN = np.pi / 6
U = np.array([[np.cos(TURN), np.sin(TURN)], [-np.sin(TURN), np.cos(TURN)]])
X = np.array([2.0, 2.5])


def draw(lang: str = "en") -> Any:
    stretched, turned = plot.panels(1, 2, lang=lang)
    angle = np.linspace(0, 2 * np.pi, 121)[:-1]
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    for points, name, shade in ((circle, "x", "#868e96"), (circle @ D.T, "z = D x", "#0b6bcb")):
        stretched.fill(*points.T, facecolor=f"{shade}22", edgecolor=shade)
        stretched.scatter(*points[::10].T, s=18, color=shade, label=name)
    stretched.set(aspect="equal", ylim=(-1.6, 1.6), xlabel="$x_1$", ylabel="$x_2$")
    stretched.set_title(word(lang, "(a) stretching, D = diag(2, ½)", "(a) 缩放，D = diag(2, ½)"))
    stretched.legend(loc="upper right")
    for u, name in zip(U, ("$u_1$", "$u_2$"), strict=True):
        turned.annotate("", 3.4 * u, (0, 0), arrowprops={"arrowstyle": "-|>", "color": "#d9480f"})
        turned.annotate(name, 3.4 * u, xytext=(4, 4), textcoords="offset points", color="#d9480f")
        turned.plot(*zip(X, project([X], u).feet[0], strict=True), "--", color="grey", linewidth=0.9)
    turned.plot(*X, "o", color="#0b6bcb")
    turned.set(xlim=(-2.2, 4.2), ylim=(-0.6, 3.7), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    z = U @ X
    title = word(lang, "(b) rotation", "(b) 旋转")
    turned.set_title(f"{title}, x = ({X[0]:g}, {X[1]:g}), z = ({z[0]:.3f}, {z[1]:.3f})", fontsize=10)
    return turned.figure


if __name__ == "__main__":
    run(draw)
