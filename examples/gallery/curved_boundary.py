"""Source 002, figure 5-3:
a curved boundary (非线性分类面): linear in the space of a kernel, not in that of the samples.

A ring around a disc, parted by a support vector machine with a Gaussian kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import SVC, plot


def draw(lang: str = "en") -> Any:
    rng = np.random.default_rng(0)
    angle, radius = rng.uniform(0, 2 * np.pi, 120), np.r_[rng.uniform(0, 1, 60), rng.uniform(1.6, 2.4, 60)]
    X, y = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), np.repeat([1, -1], 60)
    model = SVC(kernel="rbf", gamma=0.5, C=10.0).fit(X, y)
    ax = plot.margin(model, X, y, lang=lang)
    ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    ax.set_title(word(lang, "Nonlinear boundary", "非线性分类面"))
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize="small")
    return ax.figure


if __name__ == "__main__":
    run(draw)
