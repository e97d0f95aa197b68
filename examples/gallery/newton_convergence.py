"""Source 003, figure 4:
how fast Newton's method converges (收敛速度): the objective by iteration, from β = (1, 1, 1).

From 17.64 to the minimum 8.68 in six steps; the change of the last one is below 1e-10.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import LogisticRegression, load, plot


def draw(lang: str = "en") -> Any:
    data = load("watermelon", lang=lang)
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-6, init=[1, 1, 1]).fit(data.X, data.y)
    left, right = plot.panels(1, 2, lang=lang)
    plot.convergence(model.history_.objective, ax=left, lang=lang)
    plot.convergence(model.history_.beta, ax=right, lang=lang)
    for one, name in zip(right.lines, ("$w_1$", "$w_2$", "$b$"), strict=True):
        one.set_label(name)
    right.legend(loc=(0.75, 0.48))
    right.set(title=word(lang, "Parameters", "参数"), ylabel="")
    return left.figure


if __name__ == "__main__":
    run(draw)
