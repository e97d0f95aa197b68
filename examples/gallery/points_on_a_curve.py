"""Source 000, figure 3-27: how samples lie in a space of high dimension (样本在高维空间的分布结构).

Four points on an S. Straight through space x4 is nearer to x1 than along the curve, which is what Isomap
measures; x1 lies close to the line through its neighbours x2 and x3, which is what LLE keeps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import plot

PLACES = {"x1": -4.1, "x2": -4.45, "x3": -3.75, "x4": 0.7}  # length along the curve, from its middle


def curve(along: np.ndarray) -> np.ndarray:
    """Points of an S of two arcs of radius 1, by the length along it from its middle."""
    return np.stack([np.sin(along), np.sign(along) * (np.cos(along) - 1)], axis=-1)


def draw(lang: str = "en") -> Any:
    whole, near = plot.panels(1, 2, lang=lang)
    points = {name: curve(place) for name, place in PLACES.items()}
    for ax in (whole, near):
        ax.plot(*curve(np.linspace(-4.7, 4.7, 400)).T, color="#adb5bd", zorder=1)
        for name, point in points.items():
            ax.plot(*point, "o", color="#0b6bcb")
            ax.annotate(f"${name[0]}_{name[1]}$", point, xytext=(6, 5), textcoords="offset points")
        ax.set(aspect="equal", xlabel=word(lang, "feature 1", "特征 1"))
    whole.set_ylabel(word(lang, "feature 2", "特征 2"))
    along = curve(np.linspace(PLACES["x1"], PLACES["x4"], 200))
    far, long = np.linalg.norm(points["x4"] - points["x1"]), PLACES["x4"] - PLACES["x1"]
    told = word(lang, "straight", "直线距离"), word(lang, "along the curve", "曲线距离")
    chord = np.array([points["x1"], points["x4"]]).T
    whole.plot(*chord, "--", color="#d9480f", label=f"{told[0]} {far:.2f}")
    whole.plot(*along.T, color="#2b8a3e", linewidth=2, label=f"{told[1]} {long:.2f}")
    whole.set(xlim=(-3.2, 3.2))
    whole.legend(loc="lower left", fontsize=8)
    whole.set_title(word(lang, "(a) two distances of x1 and x4", "(a) x1 与 x4 的两种距离"))
    near.axline(points["x2"], points["x3"], linestyle="--", color="#d9480f", linewidth=1.0)
    near.set(xlim=points["x1"][0] + np.array([-0.8, 0.8]), ylim=points["x1"][1] + np.array([-0.6, 0.6]))
    near.set_title(word(lang, "(b) x1 by the line of x2 and x3", "(b) x1 在 x2、x3 的连线附近"))
    return whole.figure


if __name__ == "__main__":
    run(draw)
