"""Source 001, figure 5.2.1: the decision plane of a linear discriminant in space (三维空间中的判决面).

w is normal to the plane w·x + w0 = 0 and points into the region of class 1; a sample x is r = (w·x + w0)/|w|
away from it, and its foot on the plane is x_p.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot
from fenlei.linear.fisher import foot_on_plane, signed_distance

W, W0, X = np.array([1.0, 1.0, 2.0]), -4.0, np.array([2.0, 2.2, 2.4])


def draw(lang: str = "en") -> Any:
    (ax,) = plot.panels(lang=lang, size=(5.5, 4.8), subplot_kw={"projection": "3d"})
    x1, x2 = np.meshgrid([0.0, 2.6], [0.0, 2.6])
    ax.plot_surface(x1, x2, -(W0 + W[0] * x1 + W[1] * x2) / W[2], alpha=0.35, color="#0b6bcb")
    foot, r = foot_on_plane([X], W, W0)[0], signed_distance([X], W, W0)[0]
    ax.plot(*zip(X, foot, strict=True), "--", color="#d9480f")
    middle = np.array([0.7, 0.7, 1.3])
    ax.quiver(*middle, *(W / np.linalg.norm(W)), color="black", arrow_length_ratio=0.15)
    names = {"$x$": X, "$x_p$": foot, "$w$": middle + W / np.linalg.norm(W)}
    for name, place in names.items():
        ax.text(*(place + 0.06), name, fontsize=12)
    ax.scatter(*np.stack([X, foot]).T, color="#d9480f", depthshade=False)
    ax.set(xlabel="$x_1$", ylabel="$x_2$", zlabel="$x_3$")
    ax.set_box_aspect(None, zoom=0.85)
    ax.set_title(word(lang, f"distance from the plane r = {r:.3f}", f"到判决面的距离 r = {r:.3f}"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
