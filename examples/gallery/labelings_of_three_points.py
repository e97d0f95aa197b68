"""Source 001, figure 5.5.1: the eight labelings of three points, each with a line (三个点的八种标注).

Lines shatter three points that are not on one line, so the VC dimension of linear classifiers in the plane is
at least 3.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from command import run

from fenlei import plot
from fenlei.evaluate.theory import separating_hyperplane

POINTS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 0.9]])


def draw(lang: str = "en") -> Any:
    parts = plot.panels(2, 4, size=(2.2, 2.2), lang=lang)
    for ax, labels in zip(parts, product((0, 1), repeat=3), strict=True):
        ax.set(xlim=(-0.6, 1.6), ylim=(-0.7, 1.5), xticks=[], yticks=[], aspect="equal")
        fills = ["#d9480f" if label else "white" for label in labels]
        ax.scatter(*POINTS.T, s=70, c=fills, edgecolors="#d9480f", linewidths=1.4, zorder=3)
        w, b = separating_hyperplane(POINTS, labels)
        if w.any():
            plot.line(w, b, ax=ax)
        else:
            plot.line([0.0, 1.0], 0.4, ax=ax)  # one class: any line beside the points
        ax.set_title("".join("-+"[label] for label in labels).replace("-", "−"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
