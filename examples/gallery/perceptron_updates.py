"""Source 004, section 4.2:
the perceptron's decision boundary (感知机的分类边界) after each of its seven updates.

Three points; the last line, x1 + x2 - 3 = 0, is drawn thick.
"""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import Perceptron, load, plot


def draw(lang: str = "en") -> Any:
    data = load("perceptron_points", lang=lang)
    model = Perceptron(shuffle=False, tol=None, keep_history=True).fit(data.X, data.y)
    ax = plot.scatter(data.X, data.y, size=50, lang=lang)
    ax.set(xlim=(-0.5, 5.5), ylim=(-0.5, 5.5), xlabel="$x_1$", ylabel="$x_2$")
    for beta in model.history_.beta[:-1]:
        if beta[:2].any():
            plot.line(beta[:2], beta[2], ax=ax, linestyle="--", linewidth=0.7, color="grey")
    plot.line(model.coef_, model.intercept_[0], ax=ax, linewidth=2)
    ax.set_title(word(lang, "Perceptron", "感知机"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
