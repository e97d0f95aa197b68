"""Source 001, figure 5.2.4: the perceptron as a unit (感知机结构图): weighted inputs, their sum, the sign."""

from __future__ import annotations

from typing import Any

from command import run, word

from fenlei import plot


def draw(lang: str = "en") -> Any:
    inputs = {f"x{i}": (0.0, 3.0 - i, text) for i, text in enumerate(("$1$", "$x_1$", "$x_2$", "$x_K$"))}
    boxes = {
        **inputs,
        "sum": (1.6, 1.5, r"$\Sigma$"),
        "sgn": (2.8, 1.5, "sgn"),
        "y": (4.0, 1.5, r"$\hat{y}$"),
    }
    weights = [(f"x{i}", "sum", text) for i, text in enumerate(("$w_0$", "$w_1$", "$w_2$", "$w_K$"))]
    ax = plot.diagram(boxes, [*weights, ("sum", "sgn"), ("sgn", "y")], shape="circle", lang=lang)
    ax.text(0.0, 0.5, "⋮", ha="center", va="center", fontsize=14)
    ax.set_title(word(lang, "Perceptron", "感知机"))
    return ax.figure


if __name__ == "__main__":
    run(draw)
