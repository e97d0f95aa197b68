"""Source 002, figure 5-1: the optimal hyperplane H with its margin and support vectors (最优分类面与间隔).

Example 5.2: x2, x3 and x4 lie on H1 and H2; w = (-2, -2), b = 3 and the margin is 2/|w| = 0.707 (the
document's multipliers are four times too small, the plane is the same).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import SVC, load, plot


def draw(lang: str = "en") -> Any:
    data = load("example_5_2", lang=lang)
    model = SVC(kernel="linear", C=1e6).fit(data.X, data.y)
    ax = plot.margin(model, data.X, data.y, lang=lang)
    for name, level in (("$H_1$", 1.0), ("$H$", 0.0), ("$H_2$", -1.0)):
        x = (level - model.intercept_[0] - model.coef_[0, 1] * -0.3) / model.coef_[0, 0]
        ax.annotate(name, (x, -0.3), xytext=(4, 2), textcoords="offset points")
    ax.set(xlabel="$x_1$", ylabel="$x_2$")
    width = 2 / np.linalg.norm(model.coef_)
    ax.set_title(word(lang, f"Margin {width:.3f}", f"间隔 {width:.3f}"))
    ax.legend(loc="upper right", fontsize="small")
    return ax.figure


if __name__ == "__main__":
    run(draw)
