"""Source 003, figure 3: good and bad melons with the line of logistic regression (散点图与分类界线).

Newton's method without penalty: 3.158 density + 12.521 sugar - 4.429 = 0; above the line a melon is called
good. Five melons are on the wrong side.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import LogisticRegression, load, plot


def draw(lang: str = "en") -> Any:
    data = load("watermelon", lang=lang)
    model = LogisticRegression(C=np.inf, solver="newton", tol=1e-6, init=[1, 1, 1]).fit(data.X, data.y)
    ax = plot.scatter(data.X, data.y, size=30, lang=lang)
    plot.line(model.coef_, model.intercept_[0], ax=ax)
    names = [column.name.replace("_", " ") for column in data.table.schema.features]
    ax.set(xlabel=names[0], ylabel=names[1], title=word(lang, "Logistic regression", "对率回归"))
    ax.legend(loc="upper left")
    return ax.figure


if __name__ == "__main__":
    run(draw)
