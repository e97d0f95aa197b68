"""Source 000, figure 3-12: scalar and vector projection of a sample on a direction (标量投影与向量投影).

z = w·x / |w| is how far along w the foot of x is; p = z w / |w| is the foot itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot
from fenlei.linear.fisher import project

X, W = np.array([2.0, 3.0]), np.array([4.0, 1.5])


def draw(lang: str = "en") -> Any:
    z, feet = project([X], W)
    (ax,) = plot.panels(lang=lang)
    for end, name, colour in (
        (W, r"$\omega$", "#868e96"),
        (X, r"$x$", "#0b6bcb"),
        (feet[0], r"$p$", "#d9480f"),
    ):
        ax.annotate(
            "", end, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 1.6, "shrinkB": 0}
        )
        ax.annotate(name, end, xytext=(5, 3), textcoords="offset points", color=colour, fontsize=13)
    ax.plot(*zip(X, feet[0], strict=True), "--", color="grey", linewidth=0.9)
    ax.annotate(r"$\theta$", 0.35 * (X / np.linalg.norm(X) + W / np.linalg.norm(W)), ha="center", va="center")
    ax.set(xlim=(-0.3, 4.7), ylim=(-0.3, 3.6), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    ax.set_title(word(lang, f"scalar projection z = {z[0]:.3f}", f"标量投影 z = {z[0]:.3f}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
