"""Source 004, section 1.4: training and test error by complexity (训练误差与测试误差随复杂度变化).

Regression trees on a noisy sine: the training error falls with every level, the test error is U-shaped.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import DecisionTreeRegressor, plot

DEPTHS = range(1, 10)


def sine(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    x = rng.uniform(0, 1, n)
    return x[:, None], np.sin(2 * np.pi * x) + rng.normal(0, 0.3, n)


def draw(lang: str = "en") -> Any:
    rng = np.random.default_rng(0)
    (X, y), (X_test, y_test) = sine(rng, 120), sine(rng, 1000)
    trees = [DecisionTreeRegressor(max_depth=depth).fit(X, y) for depth in DEPTHS]
    (ax,) = plot.panels(lang=lang, size=(5.5, 4.2))
    for rows, truth, name in ((X, y, ("training", "训练误差")), (X_test, y_test, ("test", "测试误差"))):
        ax.plot(
            DEPTHS, [np.mean((t.predict(rows) - truth) ** 2) for t in trees], "o-", label=word(lang, *name)
        )
    ax.set(
        xlabel=word(lang, "depth of the tree", "树的深度"),
        ylabel=word(lang, "mean squared error", "均方误差"),
    )
    ax.legend(loc="upper right")
    return ax.figure


if __name__ == "__main__":
    run(draw)
