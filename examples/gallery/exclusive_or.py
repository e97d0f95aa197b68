"""Source 001, figure 5.2.5: exclusive or in the plane of x and in that of φ (异或问题：x 空间与 φ 空间).

No line parts the samples in x. After φ1 = 2(x1 - ½), φ2 = 4(x1 - ½)(x2 - ½) the line φ2 = 0 does, and so do
others; seen in x, φ2 = 0 is a cross.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run

from fenlei import Perceptron, load, plot


def phi(X: np.ndarray) -> np.ndarray:
    first, second = (np.asarray(X) - 0.5).T
    return np.column_stack([2 * first, 4 * first * second])


def draw(lang: str = "en") -> Any:
    data = load("xor", lang=lang)
    model = Perceptron(shuffle=False, tol=None, basis=phi).fit(data.X, data.y)
    other = Perceptron(shuffle=False, tol=None, basis=phi, init=[1, 0, 0]).fit(data.X, data.y)
    left, right = plot.panels(1, 2, lang=lang)
    frame = np.array([[-0.3, -0.3], [1.3, 1.3]])
    plot.decision_regions(model, np.vstack([data.X, frame]), ax=left, names=("$x_1$", "$x_2$"), lang=lang)
    plot.scatter(data.X, data.y, size=60, ax=left, lang=lang)
    left.set(xlabel="$x_1$", ylabel="$x_2$", title="$x$")
    plot.scatter(phi(data.X), data.y, size=60, ax=right, lang=lang)
    right.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6), xlabel=r"$\phi_1$", ylabel=r"$\phi_2$", title=r"$\phi(x)$")
    plot.line(model.coef_, model.intercept_[0], ax=right)
    plot.line(other.coef_, other.intercept_[0], ax=right, linestyle="--")
    for ax in (left, right):
        ax.legend(loc="upper center", ncols=2)
    return left.figure


if __name__ == "__main__":
    run(draw)
